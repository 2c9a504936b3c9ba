"""The widgets' parts for the browser: modules in one text, style sheets in another.

A notebook takes one module for each widget, which cannot import others. So the modules of the page
that a widget needs are put into one text, each in a function that returns what it exports:

    const module2 = (() => {
    const { h, svg } = module1;      // was: import { h, svg } from './dom.js';
    ...
    return { Board };                // was: export class Board
    })();
"""

import re
from pathlib import Path

__all__ = ["module", "sheet"]

HERE = Path(__file__).parent
STATIC = HERE.parent / "web" / "static"
IMPORT = re.compile(r"^import (\{[^}]*\}) from '(\.[^']+)';\n", re.M)
EXPORT = re.compile(r"^export ((?:async )?(?:class|const|function\*?) (\w+))", re.M)
ROOT = re.compile(r":root((?:\[[^\]]*\]|:not\([^)]*\))*)")


def module(name: str) -> str:
    """A module beside this one and all that it imports, as one module that exports `render`."""
    numbers: dict[Path, int] = {}
    parts: list[str] = []
    _add(HERE / name, numbers, parts)
    return f"{''.join(parts)}export default {{ render: module{len(parts)}.render }};\n"


def _add(path: Path, numbers: dict[Path, int], parts: list[str]) -> None:
    """Add a module after those that it imports; modules of the page never import each other."""
    if path in numbers:
        return
    text = path.read_text(encoding="utf-8")
    for _, address in IMPORT.findall(text):
        _add((path.parent / address).resolve(), numbers, parts)

    def taken(found: re.Match[str]) -> str:
        number = numbers[(path.parent / found[2]).resolve()]
        return f"const {found[1].replace(' as ', ': ')} = module{number};\n"

    offered = ", ".join(name for _, name in EXPORT.findall(text))
    body = EXPORT.sub(r"\1", IMPORT.sub(taken, text))
    numbers[path] = len(parts) + 1
    parts.append(
        f"const module{len(parts) + 1} = (() => {{\n{body}return {{ {offered} }};\n}})();\n"
    )


def sheet(*names: str) -> str:
    """Style sheets of the page as one for a shadow root, whose `:root` is its host."""
    texts = [(STATIC / name).read_text(encoding="utf-8") for name in names]
    texts.append((HERE / "notebook.css").read_text(encoding="utf-8"))
    return ROOT.sub(lambda found: f":host({found[1]})" if found[1] else ":host", "\n".join(texts))
