r"""Names and texts from strangers, made harmless: one function for each kind of output.

What cannot be shown as it is (a control character, half of a surrogate pair, an order to write from
right to left) is shown as Python writes it in a string: `\x1b`, `\udcff`, `\u202e`.
"""

import html
import json
import re
from typing import Any

__all__ = ["for_csv", "for_html", "for_json", "for_terminal", "for_xml", "short_name"]

LONGEST_NAME = 80  # characters of a name in a sentence
# Where a spreadsheet may begin to read a formula: at the start of a cell, behind blanks or quotes;
# behind a semicolon too, which separates cells in countries with a decimal comma.
FORMULA = re.compile(r"""(^|;)(?=[\s"'`]*[=+\-@\uff1d\uff0b\uff0d\uff20])""")


def for_terminal(text: str) -> str:
    r"""One line that cannot steer a terminal.

    >>> for_terminal("red: \x1b[31m, backwards: \u202e")
    'red: \\x1b[31m, backwards: \\u202e'
    """
    return _shown(text)


def for_csv(text: str) -> str:
    """One cell, with a quote where a spreadsheet would take it for a formula.

    >>> for_csv("=cmd()"), for_csv(" =1+1.py"), for_csv("ada.py")
    ("'=cmd()", "' =1+1.py", 'ada.py')
    """
    return FORMULA.sub(r"\1'", _shown(text))


def for_xml(text: str) -> str:
    """Text or an attribute, not yet escaped, without the characters that XML forbids."""
    return _shown(text, keep="\n\t")


def for_html(text: str) -> str:
    """Text or an attribute, escaped.

    >>> for_html('<b title="x">')
    '&lt;b title=&quot;x&quot;&gt;'
    """
    return html.escape(_shown(text, keep="\n\t"))


def for_json(told: Any, indent: int | None = None) -> str:
    r"""A value as JSON that every reader accepts: there is no such text as half a surrogate pair.

    >>> for_json({"a\udcff": ["\x1b"]})
    '{"a\\\\udcff": ["\\u001b"]}'
    """
    return json.dumps(_without_surrogates(told), indent=indent)


def short_name(name: object) -> str:
    r"""A name that somebody else chose, for a sentence: on one line, shortened.

    >>> short_name("a\tb.py")
    'a\\tb.py'
    """
    text = _shown(str(name))
    return text if len(text) <= LONGEST_NAME else f"{text[: LONGEST_NAME - 4]}..."


def _shown(text: str, keep: str = "") -> str:
    if text.isprintable():
        return text
    return "".join(
        char if char.isprintable() or char in keep else char.encode("unicode_escape").decode()
        for char in text
    )


def _without_surrogates(told: Any) -> Any:
    if isinstance(told, str):
        return re.sub(r"[\ud800-\udfff]", lambda half: f"\\u{ord(half[0]):04x}", told)
    if isinstance(told, dict):
        return {_without_surrogates(k): _without_surrogates(v) for k, v in told.items()}
    return [_without_surrogates(each) for each in told] if isinstance(told, list | tuple) else told
