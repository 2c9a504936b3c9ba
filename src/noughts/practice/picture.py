"""Trees as SVG: ▲ is MAX, ▼ is MIN, boxes are leaves.

An inner node has its name on the left and room for its value. With the key, alpha and beta stand on
the right, what is cut is grey behind two strokes, and the line of best play is thick:

    A ▲ α         ▼▼▼▼▼
     ▲▲▲ β         ▼▼▼ α      the name, alpha and beta use the corners
    ▲▲▲▲▲         B ▼  β      that the triangle leaves free
"""

from math import hypot

from noughts.drawing import BLUE, GREY, ORANGE
from noughts.harmless import for_html
from noughts.practice.exercise import infinite, written
from noughts.practice.keys import Key
from noughts.practice.trees import Node, Tree

__all__ = ["tree_svg"]

# Pixels
NODE_WIDTH, NODE_HEIGHT = 48, 40
LEAF_HEIGHT = 25
NAME = 34  # what a node needs on its left
BETWEEN, BETWEEN_WITH_KEY = 14, 8  # leaves; before the key, a pen needs room
# From one level to the next, and more of it the wider the tree is; moves at the edges need more.
GAP, GAP_WITH_MOVES, STEEPER = 21, 32, 0.015
MARGIN, TOP, BOTTOM = 46, 6, 18  # on the left for MAX and MIN; below for the names of leaves
DIGIT = 8.5  # the width of a digit

STYLE = f"""
.game-tree text{{font:12px sans-serif;text-anchor:middle;fill:#1a1a1a}}
.game-tree .name{{font-weight:bold;font-size:13px}}
.game-tree .value{{font-weight:bold;font-size:13px;stroke:#fff;stroke-width:3px;paint-order:stroke}}
.game-tree .leaf-name{{font-size:11px;fill:#555}}
.game-tree .left{{text-anchor:end}}
.game-tree .window{{font-size:11.5px;text-anchor:start}}
.game-tree .side{{font-size:11px;fill:#555;text-anchor:start;letter-spacing:.05em}}
.game-tree .move{{font-size:11px;fill:#444;stroke:#fff;stroke-width:4px;paint-order:stroke}}
.game-tree .max{{fill:#eaf4fb;stroke:{BLUE};stroke-width:1.6}}
.game-tree .min{{fill:#fdf0e6;stroke:{ORANGE};stroke-width:1.6}}
.game-tree .side-to-move{{fill:#f2f2f2;stroke:#555;stroke-width:1.6}}
.game-tree .leaf{{fill:#fff;stroke:#444;stroke-width:1.2}}
.game-tree .edge{{stroke:#555;stroke-width:1.3}}
.game-tree .best{{stroke:#111;stroke-width:3.4}}
.game-tree .strokes{{stroke:{ORANGE};stroke-width:2.4}}
.game-tree .gone{{opacity:.55}}
.game-tree .gone .edge{{stroke:{GREY};stroke-dasharray:4 3}}
""".replace("\n", "")


def tree_svg(tree: Tree, key: Key | None = None) -> str:
    """The tree as a picture that needs nothing else, with the key if there is one."""
    return _Picture(tree, key).svg()


class _Picture:
    """Where everything goes, and what is drawn already."""

    def __init__(self, tree: Tree, key: Key | None) -> None:
        self.tree, self.key = tree, key
        digits = max(len(str(leaf.value)) for leaf in tree.leaves)
        self.beside = max(19, DIGIT / 2 * (digits + 1) + 3)  # where alpha and beta begin
        windows = key is not None and key.algorithm.cuts
        self.right = self.beside + max(36, DIGIT * digits + 12) if windows else NODE_WIDTH / 2 + 4
        self.between = BETWEEN_WITH_KEY if key else BETWEEN
        self.leaf = max(30, DIGIT * digits + 10)
        self.x: dict[str, float] = {}
        self.width = self._place(tree.root, MARGIN) + 4
        gap = GAP_WITH_MOVES if tree.position else GAP
        self.step = NODE_HEIGHT + gap + STEEPER * self.width
        self.height = TOP + self.step * tree.levels + LEAF_HEIGHT + BOTTOM
        self.line = {node.name for node in key.line} if key else set[str]()

    def _place(self, node: Node, left: float) -> float:
        """Set the x of a node and of all below it; return where the next one may begin."""
        if node.is_leaf:
            width = max(self.leaf, 7 * len(node.name)) + self.between
            self.x[node.name] = left + width / 2
            return left + width
        right = left
        for child in node.children:
            right = self._place(child, right)
        middle = (self.x[node.children[0].name] + self.x[node.children[-1].name]) / 2
        shift = max(0.0, left + NAME - middle)
        if shift:
            for each in node.below:
                self.x[each.name] += shift
        self.x[node.name] = middle + shift
        return max(right + shift, middle + shift + self.right)

    def _y(self, node: Node) -> float:
        return TOP + self.step * len(node.place)

    def svg(self) -> str:
        """Everything."""
        what = "Key of the game tree" if self.key else "Game tree"
        sides = {len(node.place): node.player for node in self.tree.inner}
        names = "".join(
            f'<text class="side" x="4" y="{TOP + self.step * level + 25:g}">{player}</text>'
            for level, player in sides.items()
        )
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" class="game-tree" width="{self.width:.0f}" '
            f'height="{self.height:.0f}" viewBox="0 0 {self.width:.0f} {self.height:.0f}" '
            f'role="img" aria-label="{for_html(f"{what} {self.tree}")}"><style>{STYLE}</style>'
            f'<rect width="100%" height="100%" fill="#fff"/>{names}'
            f"{self._drawn(self.tree.root)}</svg>"
        )

    def _drawn(self, node: Node) -> str:
        """A node and all below it; the edges come first, so that nothing is hidden by them."""
        edges = "".join(self._edge(node, child) for child in node.children)
        below = "".join(
            f'<g class="gone">{self._drawn(child)}</g>'
            if self._is_cut(child) and not self._is_cut(node)
            else self._drawn(child)
            for child in node.children
        )
        return edges + below + (self._leaf(node) if node.is_leaf else self._inner(node))

    def _is_cut(self, node: Node) -> bool:
        return self.key is not None and self.key[node.name].cut

    def _edge(self, node: Node, child: Node) -> str:
        x, y = self.x[node.name], self._y(node) + NODE_HEIGHT
        to_x, to_y = self.x[child.name], self._y(child)
        best = node.name in self.line and child.name in self.line
        way = f"M{x:.1f} {y:.1f}L{to_x:.1f} {to_y:.1f}"
        drawn = f'<path class="edge{" best" if best else ""}" d="{way}"/>'
        if self._is_cut(child) and not self._is_cut(node):
            drawn = f'<g class="gone">{drawn}</g>{_strokes(x, y, to_x, to_y)}'
        if child.move:
            at_x, at_y = x + (to_x - x) * 0.72, y + (to_y - y) * 0.72 + 4
            drawn += (
                f'<text class="move" x="{at_x:.1f}" y="{at_y:.1f}">{for_html(child.move)}</text>'
            )
        return drawn

    def _leaf(self, node: Node) -> str:
        x, y = self.x[node.name], self._y(node)
        return (
            f'<rect class="leaf" x="{x - self.leaf / 2:.1f}" y="{y:.1f}" width="{self.leaf:g}" '
            f'height="{LEAF_HEIGHT}" rx="3"/>'
            f'<text x="{x:.1f}" y="{y + 17:.1f}">{infinite(node.value)}</text>'
            f'<text class="leaf-name" x="{x:.1f}" y="{y + LEAF_HEIGHT + 12:.1f}">{node.name}</text>'
        )

    def _inner(self, node: Node) -> str:
        x, y, up = self.x[node.name], self._y(node), node.player == "MAX"
        half, flat, tip = NODE_WIDTH / 2, y + NODE_HEIGHT * up, y + NODE_HEIGHT * (not up)
        # On the board of a game, blue and orange are X and O.
        colour = "side-to-move" if self.tree.position else node.player.lower()
        # The corners that are free: above at MAX, below at MIN.
        name_y, alpha_y, beta_y = (13, 11, 25) if up else (36, 25, 38)
        drawn = (
            f'<path class="{colour}" d="M{x - half:.1f} {flat:.1f}h{NODE_WIDTH}'
            f'L{x:.1f} {tip:.1f}z"/>'
            f'<text class="name left" x="{x - 12:.1f}" y="{y + name_y:.1f}">{node.name}</text>'
        )
        if self.key is None or self._is_cut(node):
            return drawn
        entry = self.key[node.name]
        value = written(entry, "value").replace(" ", "")
        drawn += f'<text class="value" x="{x:.1f}" y="{y + (35 if up else 16):.1f}">{value}</text>'
        if entry.alpha is not None and entry.beta is not None:
            for sign, number, down in (("α", entry.alpha, alpha_y), ("β", entry.beta, beta_y)):
                drawn += (
                    f'<text class="window" x="{x + self.beside:.1f}" y="{y + down:.1f}">{sign} '
                    f"{infinite(number)}</text>"
                )
        return drawn


def _strokes(x: float, y: float, to_x: float, to_y: float) -> str:
    """Two short strokes across an edge."""
    length = hypot(to_x - x, to_y - y)
    along_x, along_y = (to_x - x) / length, (to_y - y) / length
    drawn = ""
    for at in (0.5 - 3 / length, 0.5 + 3 / length):
        mid_x, mid_y = x + (to_x - x) * at, y + (to_y - y) * at
        # Across, and a little askew, so that it looks drawn by hand.
        off_x, off_y = 6 * along_y + 2 * along_x, -6 * along_x + 2 * along_y
        drawn += f"M{mid_x - off_x:.1f} {mid_y - off_y:.1f}L{mid_x + off_x:.1f} {mid_y + off_y:.1f}"
    return f'<path class="strokes" d="{drawn}"/>'
