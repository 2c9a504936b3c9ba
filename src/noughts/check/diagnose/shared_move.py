"""A best move that every level of the search writes to, found in the program's own text.

    def minimax(board):
        best = None

        def search(board):
            nonlocal best
            ...
            for action in actions(board):
                if search(result(board, action)) > value:
                    best = action

What is found writes such a move between two calls of the search, and nothing in sight lets only the
first level do so. Whether the moves suffer, only the play can tell.
"""

import ast
import re
from collections.abc import Collection, Iterator, Mapping
from typing import NamedTuple

__all__ = ["SharedMove", "shared_move"]

Function = ast.FunctionDef
Around = tuple[ast.AST, ...]  # what a node stands in, from the outside
NOT_ITS_OWN = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)
# Names that tell how deep the search is, or where it began
LEVEL = re.compile(r"depth|level|root|origin|initial|first|(^|_)(ply|plies|top|start)(_|$)", re.I)
SAME = (ast.Eq, ast.NotEq, ast.Is, ast.IsNot)


class SharedMove(NamedTuple):
    """Where the move is kept, and the line that writes to it."""

    place: str
    line: int


def shared_move(tree: ast.Module, asked: str) -> SharedMove | None:
    """The first move that every level writes to and `asked`, or what that calls, returns."""
    functions = {node.name: node for node in ast.walk(tree) if isinstance(node, Function)}
    calls = {name: _called(functions[name]) & {*functions} for name in functions}
    below = {name: _below(name, calls) for name in functions}
    asking = {asked, *below[asked]} if asked in functions else {*functions}
    for name in [name for name in functions if name in below[name]]:
        circle = {each for each in below[name] if name in below[each]}
        outside = [functions[each] for each in asking - circle if name in below[each]]
        for found in _Writes(functions[name], circle).unguarded():
            if any(_returns(function, found.place) for function in outside):
                return found
    return None


class _Writes:
    """What one function of a search writes to places that all its calls share."""

    def __init__(self, function: Function, circle: Collection[str]) -> None:
        self.circle = circle
        self.nodes = [*_own(function)]
        arguments = function.args
        every = (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)
        self.given = {each.arg for each in every}
        self.shared: set[str] = set()
        for node, _ in self.nodes:
            if isinstance(node, ast.Global | ast.Nonlocal):
                self.shared |= {*node.names}
        stored = {n.id for n, _ in self.nodes if isinstance(n, ast.Name) and _is_stored(n)}
        self.own = (stored | self.given - {"self", "cls"}) - self.shared
        self.counted = {*self._counted()}

    def unguarded(self) -> Iterator[SharedMove]:
        """The moves that are noted at every level."""
        writes = [
            pair
            for node, around in self.nodes
            if isinstance(node, ast.Assign)
            for pair in self._pairs(node, around)
        ]
        others = {place for place, value, around in writes if not self._may_be(value, around)}
        for place, value, around in writes:
            is_new = place not in others and self._is_move(value, around)
            if is_new and not self._is_guarded(around):
                yield SharedMove(place, value.lineno)

    def _pairs(self, node: ast.Assign, around: Around) -> Iterator[tuple[str, ast.expr, Around]]:
        """The shared places that a statement writes to, and what it writes."""
        for target in node.targets:
            both = [(target, node.value)]
            if isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple):
                both = [*zip(target.elts, node.value.elts, strict=False)]
            for each, value in both:
                if (place := _place(each)) and self._is_shared(each):
                    yield place, value, around

    def _is_shared(self, target: ast.expr) -> bool:
        """Whether it belongs to all calls of the function; a part of something, if that does."""
        if isinstance(target, ast.Name):
            return target.id in self.shared
        return _names(target).isdisjoint(self.own)

    def _may_be(self, value: ast.expr, around: Around) -> bool:
        """Whether it is a move, or what stands for none; not one that is put back."""
        return not _names(value) or self._is_move(value, around)

    def _is_move(self, value: ast.expr, around: Around) -> bool:
        """Whether it is what the loop tries, in a loop that searches."""
        loops = [each for each in around if isinstance(each, ast.For)]
        tried = {name for loop in loops for name in _names(loop.target)}
        plain = not any(isinstance(each, ast.Call | ast.IfExp) for each in ast.walk(value))
        return plain and not tried.isdisjoint(_names(value)) and self._searches(loops[0])

    def _searches(self, loop: ast.For) -> bool:
        return not _called(loop).isdisjoint(self.circle)

    def _is_guarded(self, around: Around) -> bool:
        """Whether something may let only the first level write there."""
        enclosing = [each.test for each in around if isinstance(each, ast.If | ast.While)]
        loop = next(each for each in around if isinstance(each, ast.For))
        inside = [each.test for each in ast.walk(loop) if isinstance(each, ast.If | ast.While)]
        return any(map(self._asks_for_a_level, (*enclosing, *inside))) or any(
            self._asks_for_a_board(each)
            for test in enclosing
            for each in ast.walk(test)
            if isinstance(each, ast.Compare) and isinstance(each.ops[0], SAME)
        )

    def _asks_for_a_level(self, test: ast.expr) -> bool:
        """Whether it asks for something from outside that sounds or counts like a level."""
        parts = {each.attr for each in ast.walk(test) if isinstance(each, ast.Attribute)}
        words = parts | (_names(test) - (self.own - self.given))
        return bool(words & self.counted) or any(map(LEVEL.search, words))

    def _asks_for_a_board(self, compared: ast.Compare) -> bool:
        """Whether it asks for one board: `state == board`, `len(path) == 1`; not `turn == X`."""
        sides = [compared.left, *compared.comparators]
        numbers = any(isinstance(s, ast.Constant) and type(s.value) is int for s in sides)
        names = [side.id for side in sides if isinstance(side, ast.Name)]
        if numbers:
            return not {*names} & (self.own - self.given)
        return len(names) == len(sides) and not any(name.isupper() for name in names) and bool(
            {*names} & self.given
        )  # fmt: skip

    def _counted(self) -> Iterator[str]:
        """The arguments that are one more or less in the next level."""
        for node, _ in self.nodes:
            if isinstance(node, ast.Call) and _name(node.func) in self.circle:
                for each in (*node.args, *(word.value for word in node.keywords)):
                    if isinstance(each, ast.BinOp) and isinstance(each.op, ast.Add | ast.Sub):
                        yield from _names(each) & self.given


def _own(node: ast.AST) -> Iterator[tuple[ast.AST, Around]]:
    """The nodes of a function without those of functions within it, and what each stands in."""
    todo: list[tuple[ast.AST, Around]] = [(node, ())]
    while todo:
        each, around = todo.pop()
        if each is not node:
            yield each, around
            around = (*around, each)
        inner = [
            child for child in ast.iter_child_nodes(each) if not isinstance(child, NOT_ITS_OWN)
        ]
        todo += [(child, around) for child in reversed(inner)]


def _called(node: ast.AST) -> set[str]:
    """The names of the functions and methods that are called there."""
    calls = (each for each, _ in _own(node) if isinstance(each, ast.Call))
    return {name for each in calls if (name := _name(each.func))}


def _name(function: ast.expr) -> str | None:
    if isinstance(function, ast.Attribute):
        return function.attr
    return function.id if isinstance(function, ast.Name) else None


def _below(name: str, calls: Mapping[str, Collection[str]]) -> set[str]:
    """What a function calls, and what that calls, and so on."""
    found: set[str] = set()
    todo = [*calls[name]]
    while todo:
        if (each := todo.pop()) not in found:
            found.add(each)
            todo += calls[each]
    return found


def _place(node: ast.AST) -> str | None:
    """Where a move may be kept: `best`, `self.best`, `best[0]`."""
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
        return f"{node.value.id}.{node.attr}"
    if isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name):
        key = node.slice
        return f"{node.value.id}[{key.value!r}]" if isinstance(key, ast.Constant) else None
    return None


def _returns(function: Function, place: str) -> bool:
    returned = [node for node, _ in _own(function) if isinstance(node, ast.Return)]
    return any(_place(each) == place for node in returned for each in ast.walk(node))


def _names(node: ast.AST) -> set[str]:
    return {each.id for each in ast.walk(node) if isinstance(each, ast.Name)}


def _is_stored(name: ast.Name) -> bool:
    return isinstance(name.ctx, ast.Store)
