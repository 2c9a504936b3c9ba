"""Links that leave docs/: in the repository they lead to files, and in the site they need a page.

`../../bench/peers.md` leads to its part of the page *Measurements*, which in the repository only
lists those files and here holds them; `../../src/noughts/textbook/minimax.py` leads to that module
in the reference. That page shows each module where a line holds nothing but the link to it; the
text is folded away until you want it. Whatever else there is becomes a file to load down.
"""

import re
from pathlib import Path, PurePosixPath
from typing import Any

from sphinx.application import Sphinx

__all__ = ["setup"]

MEASURED = "reference/measurements"
TEXTBOOK = "reference/textbook"
MODULE = re.compile(r"^\[([^]]*)\]\(((?:\.\./)+src/noughts/textbook/\w+\.py)\)$", re.M)
LINK = re.compile(r"(?<!!)\[([^]]*)\]\(((?:\.\./)+(?!\.)[^)#\s]*)(#[^)\s]*)?\)")


def _inside(app: Sphinx, docname: str, content: list[str]) -> None:
    """Rewrite the links of a page as it is read."""
    folder, docs = (Path(app.srcdir) / docname).parent, Path(app.srcdir)

    def leads(link: re.Match[str]) -> str:
        text, target = link[1], (folder / link[2]).resolve()
        if target.is_relative_to(docs) or not target.exists():
            return link[0]  # whether it is there, MyST says
        path = PurePosixPath(target.relative_to(docs.parent))
        if path.match("bench/*.md"):
            return f"[{text}](#measured-{path.stem})"
        if path.match("src/noughts/textbook/[a-z]*.py"):
            return f"{{py:mod}}`{text.strip('`')} <noughts.textbook.{path.stem}>`"
        return f"{{download}}`{text.strip('`')} <{link[2]}>`"

    page = content[0]
    if docname == MEASURED:
        page += "".join(_measured(text, folder / target) for text, target, _ in LINK.findall(page))
    if docname == TEXTBOOK:
        page = MODULE.sub(_source, page)
    content[0] = LINK.sub(leads, page)


def _measured(title: str, file: Path) -> str:
    """A part of the page *Measurements*: a file of bench/, a level further down."""
    text = re.sub(r"\A# .*\n", "", file.read_text(encoding="utf-8"))
    text = re.sub(r"^#", "##", text, flags=re.M)
    text = re.sub(r"\]\((\w+)\.md\)", r"](#measured-\1)", text)  # to others of bench/
    return f"\n(measured-{file.stem})=\n## {title}\n\n{text}\n"


def _source(link: re.Match[str]) -> str:
    """A module to read; the blank lines end what is HTML."""
    shown = f"```{{literalinclude}} {link[2]}\n:language: python\n```"
    return f'<details class="source"><summary>{link[1]}</summary>\n\n{shown}\n\n</details>'


def setup(app: Sphinx) -> dict[str, Any]:
    """Called by Sphinx."""
    app.connect("source-read", _inside)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
