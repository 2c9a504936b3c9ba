"""Draw who imports whom: `python docs/architecture.py` makes docs/explanation/architecture.svg.

The modules and their imports are read from the source; where a module stands is written here.
`tests/test_layout.py` checks that the picture is the one that this program draws.
"""

import ast
import re
from pathlib import Path

import noughts

__all__ = ["MARGIN", "WRITTEN", "arrows_of", "drawn"]

SOURCE = Path(noughts.__file__).parent
WRITTEN = Path(__file__).parent / "explanation" / "architecture.svg"

NATIVE = "native"  # the C++ module, which Python knows as `_native`
KNOWN = {path.name.split(".")[0] for path in SOURCE.iterdir()}  # modules, not what they define
MARGIN = ("harmless", "machine")  # small and used here and there: named, without arrows
ROW, COLUMN = 46, 122  # pixels
BOX = (92, 26)
PLACES = {  # row and column of each module; what it imports stands in a row above
    "errors": (0, 2.5), "rules": (1, 2.5), "notation": (2, 2.5), "drawing": (3, 2.5),
    "position": (4, 2.5), "words": (5, 2.5), "analysis": (6, 2.5), "native": (6, 4),
    "trace": (7, 1.2), "notes": (7, 2.5), "engine": (7, 4), "growth": (8, 1.2),
    "textbook": (9, 1.2), "records": (9, 2.5), "gomocup": (9, 4.25), "check": (9, 5.1),
    "practice": (10, 0.3), "methods": (10, 1.7), "levels": (10, 3.35),
    "files": (11, 1.1), "players": (11, 2.1), "review": (11, 4),
    "match": (12, 2.9), "web": (13, 1.7), "arena": (13, 4.5), "notebook": (14, 1.0),
    "cli": (14, 2.9),
}  # fmt: skip
GROUPS = [  # rows from and to, and what they are
    (0, 5, "the game"),
    (6, 10, "searches, records"),
    (11, 12, "games"),
    (13, 14, "faces"),
]


def direct_imports() -> dict[str, set[str]]:
    """What each module or package of Noughts imports from the others, at once or later."""
    found: dict[str, set[str]] = {}
    for path in SOURCE.rglob("*.py"):
        name = path.relative_to(SOURCE).parts[0].removesuffix(".py")
        if name in ("__init__", "__main__"):
            continue
        mine = found.setdefault(name, set())
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            for imported in _names(node):
                first = imported.split(".")[1]
                mine.add(NATIVE if first == "_native" else first)
        mine.discard(name)
    found["records"].discard("files")  # which it loads when they are asked for
    return {**found, NATIVE: set()}


def _names(node: ast.AST) -> list[str]:
    """The modules of Noughts that a statement imports."""
    if isinstance(node, ast.ImportFrom) and node.module and not node.level:
        if node.module == "noughts":
            modules = [alias.name for alias in node.names if alias.name in KNOWN]
            return [f"noughts.{name}" for name in modules]
        return [node.module] if node.module.startswith("noughts.") else []
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names if alias.name.startswith("noughts.")]
    return []


def needed(imports: dict[str, set[str]]) -> dict[str, set[str]]:
    """The arrows that must be drawn: all others follow from them."""

    def reached(name: str) -> set[str]:
        return imports[name].union(*(reached(each) for each in imports[name]))

    return {
        name: {each for each in mine if not any(each in reached(other) for other in mine - {each})}
        for name, mine in imports.items()
    }


def drawn() -> str:
    """The picture."""
    imports = direct_imports()
    arrows = needed({k: v - {*MARGIN} for k, v in imports.items() if k not in MARGIN})
    assert {*arrows} == {*PLACES}, "a module has no place in the drawing"
    parts = [_head()]
    for first, last, title in GROUPS:
        top, bottom = 24 + first * ROW - 17, 24 + last * ROW + 17
        parts.append(
            f'<rect class="group" x="4" y="{top}" width="752" height="{bottom - top}" rx="8"/>'
        )
        parts.append(f'<text class="title" x="14" y="{top + 16}">{title}</text>')
    for name, mine in sorted(arrows.items()):
        parts += [_arrow(name, each) for each in sorted(mine)]
    parts += [_box(name) for name in PLACES]
    for row, name in enumerate(MARGIN):
        users = sorted(each for each, mine in imports.items() if name in mine)
        about = f"{name}: used by {', '.join(users)}"
        parts.append(
            f'<text class="title" x="14" y="{24 + 14 * ROW + 4 + 17 * row}">{about}</text>'
        )
    return "\n".join([*parts, "</svg>\n"])


def _head() -> str:
    height = 24 + 15 * ROW - 10
    return f"""<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 760 {height}" width="760" \
height="{height}" font-family="system-ui, sans-serif" font-size="13" role="img">
<title>Who imports whom in Noughts</title>
<style>
svg {{ background: #fff }} .box {{ fill: #fff; stroke: #4a6fa5 }} .group {{ fill: #f3f5f8 }}
.arrow {{ fill: none; stroke: #7d8ba0; stroke-width: 1.3 }} .tip {{ fill: #7d8ba0 }}
text {{ fill: #1c2430 }} .title {{ fill: #5d6878; font-size: 12px }}
@media (prefers-color-scheme: dark) {{
svg {{ background: #14181f }} .box {{ fill: #1f2733; stroke: #7fa6dd }} .group {{ fill: #1a2029 }}
text {{ fill: #e6ebf2 }} .title {{ fill: #9aa7b8 }}
}}
</style>
<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" \
orient="auto"><path class="tip" d="M0 0 8 4 0 8z"/></marker></defs>"""


def _centre(name: str) -> tuple[float, float]:
    row, column = PLACES[name]
    return 84 + column * COLUMN, 24 + row * ROW


def _box(name: str) -> str:
    (x, y), (width, height) = _centre(name), BOX
    return (
        f'<rect class="box" x="{x - width / 2:g}" y="{y - height / 2:g}" width="{width}" '
        f'height="{height}" rx="5"/><text x="{x:g}" y="{y + 4.5:g}" '
        f'text-anchor="middle">{name}</text>'
    )


def _arrow(name: str, imported: str) -> str:
    """From a module up to what it imports."""
    (x, y), (u, v) = _centre(name), _centre(imported)
    assert v < y, f"{name} must stand below {imported}, which it imports"
    y, v = y - BOX[1] / 2, v + BOX[1] / 2
    slant = 8 if u > x else -8 if u < x else 0
    bend = min(40.0, (y - v) / 2)
    return (
        f'<path class="arrow" marker-end="url(#tip)" d="M{x + slant:g} {y:g} '
        f'C{x + slant:g} {y - bend:g} {u - slant:g} {v + bend:g} {u - slant:g} {v:g}">'
        f"<title>{name} imports {imported}</title></path>"
    )


def arrows_of(picture: str) -> set[tuple[str, str]]:
    """The arrows of a picture, each from a module to what it imports."""
    return set(re.findall(r"<title>(\w+) imports (\w+)</title>", picture))


if __name__ == "__main__":
    WRITTEN.write_text(drawn(), "utf-8")
