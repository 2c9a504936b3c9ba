"""Make the README's moving picture: `python docs/walk.py` draws docs/walk.svg.

Alpha-beta walks through what is left of a game of tic-tac-toe. The tree, the numbers and the words
are those of `noughts.practice`; here is only where they stand, and when they appear. Readers who
prefer less motion see the last step.
"""

import re
from html import escape
from pathlib import Path

from noughts import Position
from noughts.practice import Key, Node, Step, key_of, tree_of_game, walk

__all__ = ["WRITTEN", "drawn"]

WRITTEN = Path(__file__).parent / "walk.svg"
START = "xxo/oox/..."
SECONDS = 3  # for a step: long enough to read its sentence
PAUSE = 3  # steps for which the end stays
COLUMN, ROW, CELL = 140, 96, 14  # pixels
BOARD = 3 * CELL
LEFT = 34
WIDTH, HEIGHT = 6 * COLUMN + LEFT, 442

STYLE = """
text { fill: #1c2430; font: 14px system-ui, sans-serif; text-anchor: middle }
.card { fill: #fff; stroke: #d5dae1 }
.board { fill: #fff; stroke: #8b95a3 }
.line { stroke: #aab3bf; stroke-width: 1.4 }
.grid { stroke: #cdd3db }
.x { stroke: #0072b2; stroke-width: 2; fill: none }
.o { stroke: #d55e00; stroke-width: 2; fill: none }
.last { fill: #f0e442; fill-opacity: .55 }
.name { font-weight: 600 }
.window { font-size: 12px; fill: #5d6878 }
.now { fill: none; stroke: #009e73; stroke-width: 3 }
.cut { stroke: #d55e00; stroke-width: 3 }
.says { font-size: 16px }
@media (prefers-color-scheme: dark) {
text { fill: #e6ebf2 }
.card { fill: #161b22; stroke: #30363d }
.board { fill: #0d1117; stroke: #6b7684 }
.line { stroke: #6b7684 }
.grid { stroke: #38414c }
.window { fill: #9aa7b8 }
.x { stroke: #56b4e9 }
.o, .cut { stroke: #ff8c42 }
.last { fill-opacity: .25 }
}
@media (prefers-reduced-motion: reduce) { * { animation: none !important } }
"""


class Drawing:
    """The tree, and for each part of it the steps at which it is seen."""

    def __init__(self, key: Key, steps: list[Step]) -> None:
        self.key, self.steps = key, steps
        self.start = key.tree.position
        self.parts: list[str] = []
        self.keyframes: dict[str, str] = {}
        self.length = len(steps) + PAUSE
        self.columns: dict[str, float] = {}
        self.place(key.tree.root, 0)

    def place(self, node: Node, free: float) -> float:
        """Give columns to a node and what is drawn below it; returns the next free one."""
        below = [] if self.key[node.name].cut else list(node.children)
        end = free
        for child in below:
            end = self.place(child, end)
        inner = [self.columns[child.name] for child in below]
        self.columns[node.name] = (inner[0] + inner[-1]) / 2 if inner else free
        return max(end, free + 1)

    def at(self, node: Node) -> tuple[float, float]:
        """The middle of a board."""
        return LEFT + (self.columns[node.name] + 0.5) * COLUMN, 54 + len(node.place) * ROW

    def seen(self, first: int, last: int | None = None) -> str:
        """The attributes of a part that is there from one step to another, or to the end."""
        name = f"s{first}" if last is None else f"s{first}-{last}"
        percent = [100 * step / self.length for step in (first, last or self.length)]
        if last is None:
            frames = f"0% {{ opacity: 0 }} {percent[0]:.3f}%, 100% {{ opacity: 1 }}"
        else:
            frames = f"0% {{ opacity: 0 }} {percent[0]:.3f}% {{ opacity: 1 }}"
            frames += f" {percent[1]:.3f}%, 100% {{ opacity: 0 }}"
        self.keyframes[name] = frames
        hidden = "" if last is None else ' opacity="0"'
        return f'class="t {name}"{hidden}'

    def fades(self, name: str) -> str:
        """The attributes of what is cut at a node: pale from then on."""
        step = self.when(name, "cut")
        percent = 100 * step / self.length
        self.keyframes[f"f{step}"] = f"0% {{ opacity: 1 }} {percent:.3f}%, 100% {{ opacity: .3 }}"
        return f'class="t f{step}" opacity=".3"'

    def when(self, name: str, *what: str) -> int:
        """The first step of that kind at a node."""
        return next(
            i for i, step in enumerate(self.steps) if step.node == name and step.what in what
        )

    def draw(self) -> str:
        """The picture."""
        nodes = [node for node in self.key.tree.nodes if node.name in self.columns]
        for node in nodes:
            self.edge(node)
        for node in nodes:
            self.board(node)
            self.numbers(node)
        for number, step in enumerate(self.steps):
            self.step(number, step)
        frames = "".join(
            f"@keyframes {name} {{ {frames} }} .{name} {{ animation-name: {name} }}\n"
            for name, frames in self.keyframes.items()
        )
        seconds = f"{self.length * SECONDS:g}s"
        style = f"{STYLE}.t {{ animation: {seconds} step-end infinite }}\n{frames}"
        head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img">'
        title = "<title>Alpha-beta walks through the end of a game of tic-tac-toe</title>"
        card = (
            f'<rect class="card" x=".5" y=".5" width="{WIDTH - 1}" height="{HEIGHT - 1}" rx="10"/>'
        )
        return "\n".join([head, title, f"<style>{style}</style>", card, *self.parts, "</svg>\n"])

    def edge(self, node: Node) -> None:
        """From the board above; crossed once it is cut."""
        if not node.place:
            return
        parent = self.key.tree.parent(node.name)
        (x, y), (u, v) = self.at(node), self.at(parent)
        y, v = y - BOARD / 2, v + BOARD / 2 + 19
        line = f'<path class="line" d="M{u:g} {v:g}L{x:g} {y:g}"/>'
        gone = self.key[node.name].cut
        self.parts.append(f"<g {self.fades(parent.name)}>{line}</g>" if gone else line)
        if gone:
            a, b = (x + u) / 2, (y + v) / 2
            cross = f"M{a - 7:g} {b - 7:g}l14 14M{a + 7:g} {b - 7:g}l-14 14"
            attributes = self.seen(self.when(parent.name, "cut"))
            self.parts.append(f'<g {attributes}><path class="cut" d="{cross}"/></g>')

    def board(self, node: Node) -> None:
        """The position at a node."""
        position = self.start
        assert position
        for each in [*reversed([a for a, _ in self.key.tree.ancestors(node.name)]), node]:
            position = position.play(each.move) if each.move else position
        x, y = self.at(node)
        left, top = x - BOARD / 2, y - BOARD / 2
        cut = self.key[node.name].cut
        found = [f'<rect class="board" x="{left:g}" y="{top:g}" width="{BOARD}" height="{BOARD}"/>']
        lines = "".join(
            f"M{left + i * CELL:g} {top:g}v{BOARD}M{left:g} {top + i * CELL:g}h{BOARD}"
            for i in (1, 2)
        )
        found.append(f'<path class="grid" d="{lines}"/>')
        for cell, mark in enumerate(position.cells):
            a, b = left + (cell % 3) * CELL, top + (cell // 3) * CELL
            if node.move == _name(cell):
                found.append(f'<rect class="last" x="{a:g}" y="{b:g}" width="14" height="14"/>')
            if mark == "x":
                found.append(f'<path class="x" d="M{a + 3.5:g} {b + 3.5:g}l7 7m0-7l-7 7"/>')
            if mark == "o":
                found.append(f'<circle class="o" cx="{a + 7:g}" cy="{b + 7:g}" r="3.8"/>')
        player = "" if node.is_leaf or cut else f" {node.player}"
        found.append(f'<text class="name" x="{left - 8:g}" y="{y + 5:g}" style="text-anchor:end">')
        found[-1] += f"{node.name}{player}</text>"
        fades = f" {self.fades(self.key.tree.parent(node.name).name)}" if cut else ""
        self.parts.append(f"<g{fades}>{''.join(found)}</g>")

    def numbers(self, node: Node) -> None:
        """Alpha, beta and the value of a node, from the step at which they are known."""
        entry = self.key[node.name]
        if entry.cut:
            return
        x, y = self.at(node)
        known = self.when(node.name, "leaf" if node.is_leaf else "value")
        sign = {"exact": "", "at-most": "≤ ", "at-least": "≥ "}[entry.bound]
        value = f"{sign}{entry.value:g}".replace("-", "−")
        beside = f'x="{x + BOARD / 2 + 8:g}" y="{y + 5:g}" style="text-anchor:start"'
        self.parts.append(f'<g {self.seen(known)}><text class="name" {beside}>{value}</text></g>')
        if not node.is_leaf:
            window = f"α {_bound(entry.alpha)}   β {_bound(entry.beta)}"
            under = f'<text class="window" x="{x:g}" y="{y + BOARD / 2 + 17:g}">{window}</text>'
            self.parts.append(f"<g {self.seen(self.when(node.name, 'enter'))}>{under}</g>")

    def step(self, number: int, step: Step) -> None:
        """A frame around the node of a step, and its sentence; those of the last one stay."""
        x, y = self.at(self.key.tree[step.node])
        last = number == len(self.steps) - 1
        attributes = self.seen(number) if last else self.seen(number, number + 1)
        size, half = BOARD + 8, BOARD / 2 + 4
        frame = (
            f'<rect class="now" x="{x - half:g}" y="{y - half:g}" width="{size}" height="{size}"/>'
        )
        words = escape(
            re.sub(r"-(?=\d)", "−", step.words.replace("-inf", "−∞").replace("+inf", "∞"))
        )
        says = f'<text class="says" x="{WIDTH / 2:g}" y="{HEIGHT - 22}">{words}</text>'
        self.parts.append(f"<g {attributes}>{frame}{says}</g>")


def _name(cell: int) -> str:
    return f"{'abc'[cell // 3]}{cell % 3 + 1}"


def _bound(value: float | None) -> str:
    text = "?" if value is None else f"{value:g}"
    return text.replace("-", "−").replace("inf", "∞")


def drawn() -> str:
    """The picture."""
    key = key_of(tree_of_game(Position.parse(START)))
    return Drawing(key, walk(key)).draw()


if __name__ == "__main__":
    WRITTEN.write_text(drawn(), "utf-8")
