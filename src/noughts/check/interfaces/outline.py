"""What the text of a program tells: functions that may choose a move, and the marks it uses.

Nothing is run here. A name is only a hint; `any_shape` finds out by trying.
"""

import ast
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import TypeAlias

__all__ = ["Atom", "Outline", "Parameter", "Routine", "Symbols", "outline", "without_game"]

Atom: TypeAlias = str | int | None
Symbols: TypeAlias = tuple[Atom, Atom, Atom]  # X, O and a free cell

LONGEST_MARK = 12  # characters
LARGEST_MARK = 100
MOST_ROUTINES = 12
MOST_SYMBOLS = 16
USUAL_PAIRS: tuple[tuple[Atom, Atom], ...] = (
    *(("X", "O"), ("x", "o"), ("X", "0"), ("x", "0")),
    *((1, -1), (-1, 1), (1, 2), (2, 1), ("1", "2"), ("2", "1"), (1, 0), (0, 1)),
)
USUAL_EMPTY: tuple[Atom, ...] = (" ", None, "", "_", "-", ".", 0, "0", "*", "#", "?", "e", "E", -1)
USUAL: tuple[Symbols, ...] = (
    *(("X", "O", " "), ("X", "O", None), ("X", "O", ""), ("X", "O", "-"), ("X", "O", "_")),
    *((1, -1, 0), (1, 2, 0), ("x", "o", ".")),
)
# The names of functions that choose a move, those first that should play best
RANKS = (
    r"(find|get|choose|calc|compute|pick|select|determine)?.*(best|optimal|perfect|smart).*",
    r".*(impossible|unbeatable|genius|hard|expert).*",
    r"(find|choose|pick|select|decide|suggest).*(move|play|action)",
    r".*(ai|computer|comp|cpu|bot|agent|machine).*(move|turn|play|go|choice|action|spiel)",
    r"(get|next|make|take|do|calc)?_?(move|turn|action|play|step)|act|decide|choose|play",
    r".*(move|jogada|movimento|coup|zug|mossa).*",
    r".*(mini?_?max|alpha_?beta|nega_?max|negascout|search|solve|mcts).*",
)
SEARCH = re.compile(r"mini?_?max|alpha_?beta|nega_?max|max_?value|min_?value|score|search", re.I)
LAST_RESORT = re.compile(r"random|easy|dumb|human|user|person|simple|naive|medium|beginner", re.I)
NEVER = re.compile(
    r"^_|valid|legal|(?<!im)possible|available|undo|draw|print|show|display|input|check|is_|has_|main|"
    r"empty|free|remaining|test|reset|render|click|count|full|winner|copy|switch|update",
    re.I,
)


@dataclass(frozen=True)
class Parameter:
    """A parameter of a function."""

    name: str
    required: bool


@dataclass(frozen=True)
class Routine:
    """A function, or a method of a class, that may choose a move or value a board."""

    name: str
    parameters: tuple[Parameter, ...]
    owner: str = ""  # its class
    constructor: tuple[Parameter, ...] = ()

    @property
    def path(self) -> str:
        """`choose`, or `Player.choose`."""
        return f"{self.owner}.{self.name}" if self.owner else self.name

    @property
    def call(self) -> str:
        """As one writes it: `Player.choose(board, mark)`."""
        return f"{self.path}({', '.join(each.name for each in self.parameters)})"

    @property
    def rank(self) -> int:
        """How likely it is, by its name, to choose a move; smaller is likelier."""
        plain = self.name.lower()
        place = next((i for i, form in enumerate(RANKS) if re.fullmatch(form, plain)), len(RANKS))
        weak = LAST_RESORT.search(self.path) is not None
        strong = self.owner and re.search(RANKS[1], self.owner, re.I)
        return (0 if strong else place) + (len(RANKS) + 1 if weak else 0)

    @property
    def is_named_for_it(self) -> bool:
        """Whether its name says that it chooses a move."""
        return self.rank < len(RANKS)

    @property
    def is_search(self) -> bool:
        """Whether its name says that it may value a board."""
        return SEARCH.search(self.name) is not None


@dataclass(frozen=True)
class Outline:
    """What the text tells."""

    routines: tuple[Routine, ...]
    symbols: tuple[Symbols, ...]  # the marks that stand in the text, then some usual ones
    own: tuple[Symbols, ...] = ()  # those that stand in the text


def outline(text: str, empties: Iterable[Atom] = ()) -> Outline:
    """Read the text; `empties` are what free cells are known to hold."""
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return Outline((), ())
    found = [routine for routine in _routines(tree) if not NEVER.search(routine.name)]
    found.sort(key=lambda routine: routine.rank)
    own = [*_symbols(tree, [*empties])]
    symbols = {repr(triple): triple for triple in (*own, *USUAL)}  # some come from another file
    return Outline(tuple(found[:MOST_ROUTINES]), tuple(symbols.values()), tuple(own))


def without_game(text: str) -> tuple[str, list[int]]:
    """The text without the statements that play a game as soon as it is loaded, and their lines.

    What defines something stays: imports, functions, classes, and values that ask nobody.
    """
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return text, []
    lines, cut = text.splitlines(), list[int]()
    for node in tree.body:
        if not _defines(node):
            cut += range(node.lineno, (node.end_lineno or node.lineno) + 1)
    for number in cut:
        lines[number - 1] = ""
    return "\n".join(lines) + "\n", cut


def _defines(node: ast.stmt) -> bool:
    if isinstance(node, ast.Assign | ast.AnnAssign | ast.AugAssign):
        calls = [each.func for each in ast.walk(node) if isinstance(each, ast.Call)]
        return not any(isinstance(each, ast.Name) and each.id == "input" for each in calls)
    if isinstance(node, ast.If | ast.Try):
        return all(_defines(each) for each in (*node.body, *node.orelse))
    plain = (ast.Import, ast.ImportFrom, ast.FunctionDef, ast.ClassDef, ast.Pass, ast.Global)
    return isinstance(node, plain) or _is_docstring(node)


def _is_docstring(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


# Functions


def _routines(tree: ast.Module) -> Iterator[Routine]:
    classes = {node.name: node for node in tree.body if isinstance(node, ast.ClassDef)}
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            yield Routine(node.name, _parameters(node))
    for name in classes:
        methods = _methods(name, classes)
        made = methods.get("__init__")
        constructor = _parameters(made)[1:] if made else ()
        for method in methods.values():
            static = {n.id for n in method.decorator_list if isinstance(n, ast.Name)}
            parameters = _parameters(method)[0 if "staticmethod" in static else 1 :]
            yield Routine(method.name, parameters, name, constructor)


def _methods(
    name: str, classes: dict[str, ast.ClassDef], deepest: int = 5
) -> dict[str, ast.FunctionDef]:
    """The methods of a class and of the classes it is made from."""
    found: dict[str, ast.FunctionDef] = {}
    for base in classes[name].bases:
        if isinstance(base, ast.Name) and base.id in classes and deepest:
            found |= _methods(base.id, classes, deepest - 1)
    own = [node for node in classes[name].body if isinstance(node, ast.FunctionDef)]
    return found | {node.name: node for node in own}


def _parameters(node: ast.FunctionDef) -> tuple[Parameter, ...]:
    names = [*node.args.posonlyargs, *node.args.args]
    required = len(names) - len(node.args.defaults)
    return tuple(Parameter(each.arg, i < required) for i, each in enumerate(names))


# Marks


def _symbols(tree: ast.Module, empties: Sequence[Atom]) -> list[Symbols]:
    """Triples of marks that the text may mean, the likelier ones first."""
    atoms = [*_atoms(tree)]
    usual = [pair for pair in USUAL_PAIRS if all(_among(mark, atoms) for mark in pair)]
    frees = [*empties] or [free for free in USUAL_EMPTY if _among(free, atoms)]
    has_letters = any(type(x) is str for x, _ in usual)
    letters = [mark for mark in atoms if type(mark) is str and len(mark) == 1]
    found = dict.fromkeys([*_constants(tree), *([] if has_letters else letters)])
    named = [mark for mark in found if not _among(mark, frees)]
    pairs = [*usual, *permutations(named[:3], 2)]
    triples = [(x, o, free) for free in frees for x, o in pairs if _fit(x, o, free)]
    triples += [(x, o, 0) for x, o in usual[:1] if type(x) is str and _among(0, frees)]
    return triples[:MOST_SYMBOLS]


def _fit(x: Atom, o: Atom, free: Atom) -> bool:
    """Whether a program may use these three: of one kind, but a free cell may be None."""
    if type(x) is not type(o) or _among(free, (x, o)):
        return False
    if type(x) is int:
        return free in (0, None) or (0 in (x, o) and type(free) is int)
    return free is None or type(free) is str


def _among(mark: Atom, atoms: Iterable[Atom]) -> bool:
    """Whether it is one of them; 0 is not False, and 1 is not "1"."""
    return any(type(each) is type(mark) and each == mark for each in atoms)


def _atoms(tree: ast.AST) -> Iterator[Atom]:
    for node in ast.walk(tree):
        yield from _mark(node)


def _constants(tree: ast.Module) -> list[Atom]:
    """What names are set to, on the outside: `HUMAN = "red"`; `player, opponent = "x", "o"`."""
    found: list[Atom] = []
    for node in tree.body:
        if not isinstance(node, ast.Assign):
            continue
        values = node.value.elts if isinstance(node.value, ast.Tuple) else [node.value]
        marks = [mark for each in values for mark in _mark(each) if mark is not None]
        found += [mark for mark in marks if not _among(mark, found)]
    return found


def _mark(node: ast.AST) -> list[Atom]:
    """The mark that a literal may be; none if it is something else."""
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub | ast.UAdd):
        sign = -1 if isinstance(node.op, ast.USub) else 1
        return [sign * mark for mark in _mark(node.operand) if isinstance(mark, int)]
    if not isinstance(node, ast.Constant):
        return []
    value = node.value
    if type(value) is str:
        return [value] if len(value) <= LONGEST_MARK else []
    if type(value) is int:
        return [value] if abs(value) < LARGEST_MARK else []
    return [None] if value is None else []
