"""Small edits of a program's text: the slips that people make, each put right.

An edit changes one place. Whether it mends anything is for `repair` to find out.
"""

import ast
import re
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

__all__ = ["Edit", "Source", "edits"]

LARGEST = 10**18  # a number to change: longer ones are not the mistake, and may not be writable
LONGEST = 100_000  # characters of a program
MOST_NAMES = 8  # in the place of a variable
COMPARISONS: dict[type[ast.cmpop], tuple[str, ...]] = {
    ast.Eq: ("!=",),
    ast.NotEq: ("==",),
    ast.Lt: (">", "<="),
    ast.Gt: ("<", ">="),
    ast.LtE: ("<", ">="),
    ast.GtE: (">", "<="),
    ast.Is: ("is not", "=="),
    ast.IsNot: ("is", "!="),
    ast.In: ("not in",),
    ast.NotIn: ("in",),
}
Function = ast.FunctionDef
Place = tuple[int, int]  # in the bytes of the text: from, to


@dataclass(frozen=True)
class Edit:
    """One place of the program, changed."""

    kind: str
    line: int  # from 1
    before: str
    after: str
    text: str  # of the whole program
    also: tuple[int, ...] = ()  # other lines in which the same slip was mended


class Source:
    """The text of a program, its functions, and what each of them calls."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.bytes = text.encode()
        self.starts = [0]
        for line in self.bytes.splitlines(keepends=True):
            self.starts.append(self.starts[-1] + len(line))
        self.tree = ast.parse(text)
        self.functions = {node.name: node for node in self.tree.body if isinstance(node, Function)}
        self.constants = [
            name.id
            for node in self.tree.body
            if isinstance(node, ast.Assign)
            for target in node.targets
            for name in ast.walk(target)
            if isinstance(name, ast.Name) and isinstance(name.ctx, ast.Store)
        ]

    @classmethod
    def read(cls, text: str) -> "Source | None":
        """The source, unless Python cannot read it or it is too long to be a student's."""
        if len(text) > LONGEST or "\r" in text.replace("\r\n", "\n") or "\f" in text:
            return None
        try:
            return cls(text.replace("\r\n", "\n"))
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            return None

    def without_game(self) -> "Source":
        """The same without the calls of its own functions that begin a game, or try one out."""
        text = self.bytes
        for node in reversed(self.tree.body):
            call = node.value if isinstance(node, ast.Expr) else None
            if isinstance(call, ast.Call) and getattr(call.func, "id", None) in self.functions:
                start, end = self.place(node)
                text = text[:start] + b"pass" + b"\n" * text.count(b"\n", start, end) + text[end:]
        return Source(text.decode())

    @property
    def empty(self) -> str:
        """How the program writes an empty cell."""
        return "EMPTY" if "EMPTY" in self.constants else "None"

    def below(self, name: str, without: Collection[str] = ()) -> list[str]:
        """A function and those that it calls, but for the functions `without`."""
        found = [name] if name in self.functions else []
        for each in found:
            for node in ast.walk(self.functions[each]):
                called = isinstance(node, ast.Name) and node.id in self.functions
                if called and node.id not in (*found, *without):  # type: ignore[attr-defined]
                    found.append(node.id)  # type: ignore[attr-defined]
        return found

    def differing(self, edited: str) -> set[str]:
        """The functions that are not the same in an edited text."""
        after = Source(edited).functions
        return {
            name
            for name, node in self.functions.items()
            if name not in after or ast.dump(node) != ast.dump(after[name])
        }

    def place(self, node: ast.expr | ast.stmt) -> Place:
        """Where a node stands."""
        start = self.starts[node.lineno - 1] + node.col_offset
        last, column = node.end_lineno or node.lineno, node.end_col_offset or 0
        return start, self.starts[last - 1] + column

    def at(self, place: Place) -> str:
        """The text of a place."""
        return self.bytes[place[0] : place[1]].decode()

    def of(self, node: ast.expr | ast.stmt) -> str:
        """The text of a node."""
        return self.at(self.place(node))

    def changed(self, kind: str, line: int, *changes: tuple[Place, str]) -> Edit:
        """An edit that puts each text in the place beside it."""
        after = self.bytes
        for (start, end), new in sorted(changes, reverse=True):
            after = after[:start] + new.encode() + after[end:]
        (start, end), new = changes[0]
        return Edit(kind, line, self.at((start, end)).strip(), new.strip(), after.decode())

    def line_of(self, place: int) -> int:
        """The line of a place, from 1."""
        return self.bytes[:place].count(b"\n") + 1

    def indent(self, node: ast.stmt) -> str:
        """The blanks before a statement."""
        return " " * node.col_offset


def edits(source: Source, names: Collection[str], first: str = "") -> Iterator[Edit]:
    """Every edit of these functions, the likely slips first; `first`: those of that kind."""
    functions = [source.functions[name] for name in names if name in source.functions]
    seen = {source.text}
    for slips in (*LIKELY.get(first, ()), *SLIPS):
        for function in functions:
            for edit in slips(source, function):
                if edit.text not in seen:
                    seen.add(edit.text)
                    yield edit


# Operators


def _comparisons(source: Source, function: Function) -> Iterator[Edit]:
    for node in ast.walk(function):
        if isinstance(node, ast.Compare):
            left = node.left
            for operator, right in zip(node.ops, node.comparators, strict=True):
                between = (source.place(left)[1], source.place(right)[0])
                match = re.search(rb"is\s+not|not\s+in|is|in|[=!<>]=|[<>]", _cut(source, between))
                assert match is not None  # the operator stands there
                place = (between[0] + match.start(), between[0] + match.end())
                for other in COMPARISONS[type(operator)]:
                    yield source.changed("comparison", right.lineno, (place, other))
                left = right


def _cut(source: Source, place: Place) -> bytes:
    return source.bytes[place[0] : place[1]]


def _min_and_max(source: Source, function: Function) -> Iterator[Edit]:
    """Min for max, and a function of the program for another that takes as many arguments."""
    for node in ast.walk(function):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            for other in _twins(source, node.func.id):
                place = source.place(node.func)
                yield source.changed("function", node.lineno, (place, other))


def _twins(source: Source, name: str) -> list[str]:
    swapped = re.sub("min|max", lambda found: "max" if found[0] == "min" else "min", name.lower())
    known = [*source.functions, "min", "max"]
    return [other for other in known if other.lower() == swapped != name.lower()]


def _calls(source: Source, function: Function) -> Iterator[Edit]:
    """A function without its brackets: it is equal to nothing, and always true."""
    boards = [argument.arg for argument in function.args.args][:1]
    for node in ast.walk(function):
        for value in _tested(node):
            called = source.functions.get(value.id) if isinstance(value, ast.Name) else None
            for board in boards if called and len(called.args.args) == 1 else ():
                new = f"{source.of(value)}({board})"
                yield source.changed("call", value.lineno, (source.place(value), new))


def _tested(node: ast.AST) -> list[ast.expr]:
    """What is compared, asked whether it is true, or given a name."""
    if isinstance(node, ast.Compare):
        return [node.left, *node.comparators]
    if isinstance(node, ast.If | ast.While | ast.IfExp):
        return [node.test]
    if isinstance(node, ast.BoolOp):
        return node.values
    if isinstance(node, ast.UnaryOp):
        return [node.operand]
    return [node.value] if isinstance(node, ast.Assign) else []


def _logic(source: Source, function: Function) -> Iterator[Edit]:
    for node in ast.walk(function):
        if isinstance(node, ast.BoolOp):
            old, new = ("and", "or") if isinstance(node.op, ast.And) else ("or", "and")
            changes = []
            for left, right in pairwise(node.values):
                start, end = source.place(left)[1], source.place(right)[0]
                at = start + _cut(source, (start, end)).index(old.encode())
                changes.append(((at, at + len(old)), new))
            yield source.changed("and/or", source.line_of(changes[0][0][0]), *changes)
        elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            yield source.changed("not", node.lineno, (source.place(node), source.of(node.operand)))
        elif isinstance(node, ast.If | ast.While):
            place = source.place(node.test)
            yield source.changed("not", node.test.lineno, (place, f"not ({source.of(node.test)})"))


def _arithmetic(source: Source, function: Function) -> Iterator[Edit]:
    signs = {ast.Add: ("+", "-"), ast.Sub: ("-", "+")}
    for node in ast.walk(function):
        if isinstance(node, ast.AugAssign | ast.BinOp) and type(node.op) in signs:
            left = node.target if isinstance(node, ast.AugAssign) else node.left
            right = node.value if isinstance(node, ast.AugAssign) else node.right
            old, new = signs[type(node.op)]
            start, end = source.place(left)[1], source.place(right)[0]
            at = start + _cut(source, (start, end)).index(old.encode())
            yield source.changed("sign", right.lineno, ((at, at + 1), new))


# Values


def _constants(source: Source, function: Function) -> Iterator[Edit]:
    indices = {id(node.slice) for node in ast.walk(function) if isinstance(node, ast.Subscript)}
    for node in _expressions(function):
        others = _other_indices(node) if id(node) in indices else _other_constants(node)
        if _number(node) == 0 and "O" in source.constants:
            others = ["O", *others]  # the letter
        for other in others:
            yield source.changed("constant", node.lineno, (source.place(node), other))


def _other_indices(node: ast.expr) -> list[str]:
    number = _number(node)
    return [] if number is None else [str(each) for each in (0, 1, 2, -1) if each != number]


def _other_constants(node: ast.expr) -> list[str]:
    number = _number(node)
    if number is not None:
        others = [number + 1, number - 1, -number, 0, 1, 2, 3, -1]
        return [str(each) for each in dict.fromkeys(others) if each != number]
    value = node.value if isinstance(node, ast.Constant) else None
    if value is True or value is False:
        return [str(not value)]
    if value in ("x", "o", "0"):
        return ['"X"' if value == "x" else '"O"']
    if value in ("X", "O"):
        return ['"O"' if value == "X" else '"X"']
    if value in ("inf", "-inf"):
        return ['"-inf"' if value == "inf" else '"inf"']
    return []


def _number(node: ast.expr) -> int | None:
    """The whole number that a node writes, with its sign."""
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        inner = _number(node.operand)
        return None if inner is None else -inner
    if not isinstance(node, ast.Constant) or type(node.value) is not int:
        return None
    return node.value if node.value < LARGEST else None


def _expressions(function: Function) -> Iterator[ast.expr]:
    """The expressions of a function; a number with a minus is one."""
    todo: list[ast.AST] = [*function.body]
    for node in todo:
        if isinstance(node, ast.JoinedStr):
            continue  # what stands between its braces has no quotes
        if isinstance(node, ast.expr):
            yield node
            if _number(node) is not None:
                continue
        todo.extend(ast.iter_child_nodes(node))


def _signs(source: Source, function: Function) -> Iterator[Edit]:
    """A minus too many, or one that is missing."""
    for node in _expressions(function):
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
            yield source.changed("sign", node.lineno, (source.place(node), source.of(node.operand)))
    for statement in ast.walk(function):
        value = statement.value if isinstance(statement, ast.Return | ast.Assign) else None
        values = value.elts if isinstance(value, ast.Tuple) else [value]
        for each in values:
            if isinstance(each, ast.Call | ast.Name | ast.Attribute):
                yield source.changed(
                    "sign", each.lineno, (source.place(each), f"-{source.of(each)}")
                )


def _initial_values(source: Source, function: Function) -> Iterator[Edit]:
    """What is worse than every move: for X, for O, or for the side to move."""
    worst = ('float("-inf")', 'float("inf")')
    boards = [argument.arg for argument in function.args.args][:1]
    by_turn = [f"({worst[0]} if player({b}) == X else {worst[1]})" for b in boards]
    for node in ast.walk(function):
        for value in _assigned(node.value) if isinstance(node, ast.Assign) else ():
            number = _number(value) is not None
            for other in (
                *(worst if number else ()),
                *(by_turn if number or _is_inf(value) else ()),
            ):
                yield source.changed("start", value.lineno, (source.place(value), other))


def _is_inf(value: ast.expr) -> bool:
    """Whether it is `math.inf`, `float("inf")` or the like, with or without a minus."""
    return any(
        getattr(node, "attr", getattr(node, "id", getattr(node, "value", None)))
        in ("inf", "-inf", "infinity", "-infinity")
        for node in ast.walk(value)
    )


def _assigned(value: ast.expr) -> list[ast.expr]:
    """What an assignment may assign: the items of a tuple or list, both sides of a condition."""
    if isinstance(value, ast.Tuple | ast.List):
        return [each for item in value.elts for each in _assigned(item)]
    if isinstance(value, ast.IfExp):
        return [*_assigned(value.body), *_assigned(value.orelse)]
    return [value]


def _names(source: Source, function: Function) -> Iterator[Edit]:
    """A variable for another in scope."""
    inside = [node for node in ast.walk(function) if isinstance(node, ast.Name)]
    called = {id(n.func) for n in ast.walk(function) if isinstance(n, ast.Call)}
    own = [argument.arg for argument in function.args.args]
    own += [node.id for node in inside if isinstance(node.ctx, ast.Store)]
    scope = [*dict.fromkeys(own), *(name for name in source.constants if name not in own)]
    for node in inside:
        if isinstance(node.ctx, ast.Load) and id(node) not in called and node.id in scope:
            others = [name for name in scope if name != node.id][:MOST_NAMES]
            for other in others:
                yield source.changed("variable", node.lineno, (source.place(node), other))


def _orders(source: Source, function: Function) -> Iterator[Edit]:
    """Two arguments, or two indices, the other way round."""
    for node in ast.walk(function):
        pair: tuple[ast.expr, ast.expr] | None = None
        if isinstance(node, ast.Call) and len(node.args) >= 2:
            pair = (node.args[0], node.args[1])
        elif isinstance(node, ast.Subscript) and isinstance(node.value, ast.Subscript):
            pair = (node.value.slice, node.slice)
        elif isinstance(node, ast.Tuple) and len(node.elts) == 2:
            pair = (node.elts[0], node.elts[1])
        if pair and source.of(pair[0]) != source.of(pair[1]):
            first, second = map(source.place, pair)
            changes = ((first, source.at(second)), (second, source.at(first)))
            yield source.changed("order", pair[0].lineno, *changes)


def _who_moves(source: Source, function: Function) -> Iterator[Edit]:
    """A board is handed on with the side that has moved, not with the side to move."""
    for node in ast.walk(function):
        given = node.args if isinstance(node, ast.Call) else []
        for board, mark in pairwise(given):
            if isinstance(board, ast.Name | ast.Call) and isinstance(mark, ast.Name):
                new = f"player({source.of(board)})"
                yield source.changed("turn", mark.lineno, (source.place(mark), new))


# Statements


def _guards(source: Source, function: Function) -> Iterator[Edit]:
    """`if a == b == c` lets three empty cells pass, perhaps in each of eight lines."""
    changes = []
    for node in ast.walk(function):
        test = node.test if isinstance(node, ast.If | ast.IfExp) else None
        if isinstance(node, ast.Return) and isinstance(node.value, ast.Compare | ast.Call):
            test = node.value  # of a helper that compares three cells
        guard = _guarded(source, test) if test is not None else None
        if test is not None and guard:
            change = source.place(test), guard
            yield source.changed("empty cells", test.lineno, change)
            changes.append(change)
    if changes:
        changes.sort()
        yield source.changed("empty cells", source.line_of(changes[0][0][0]), *changes)
    for loop in ast.walk(function):
        for node in loop.orelse if isinstance(loop, ast.For) else ():
            if isinstance(node, ast.Return) and isinstance(node.value, ast.Name | ast.Subscript):
                new = f"if {source.of(node.value)} is not {source.empty}: {source.of(node)}"
                yield source.changed("empty cells", node.lineno, (source.place(node), new))


def _guarded(source: Source, test: ast.expr) -> str | None:
    """The test with a question about empty cells: `a == b == c`, or `b != a or c != a`."""
    if filled := _filled(source, test):
        return f"({source.of(test)}) and {filled}"
    parts = test.values if isinstance(test, ast.BoolOp) and isinstance(test.op, ast.Or) else []
    for part in parts:
        if isinstance(part, ast.Compare) and isinstance(part.ops[0], ast.NotEq):
            for side in (part.left, part.comparators[0]):
                if isinstance(side, ast.Subscript | ast.Name) and not _is_mark(source, side):
                    return f"({source.of(test)}) or {source.of(side)} is {source.empty}"
    return None


def _filled(source: Source, test: ast.expr) -> str | None:
    """The condition that a line is not one of empty cells."""
    in_turn = {
        name.id
        for node in ast.walk(test)
        if isinstance(node, ast.comprehension)
        for name in ast.walk(node.target)
        if isinstance(name, ast.Name)
    }
    for node in ast.walk(test):
        if not isinstance(node, ast.Compare) or not isinstance(node.ops[0], ast.Eq):
            continue
        names = {name.id for name in ast.walk(node.left) if isinstance(name, ast.Name)}
        left = _same_thrice(node.comparators[0]) or node.left
        left = node.comparators[0] if names & in_turn else left
        if isinstance(left, ast.Call) and isinstance(left.func, ast.Attribute):
            if left.func.attr == "count" and left.args and not _is_mark(source, left.args[0]):
                return f"({source.of(left.args[0])}) is not {source.empty}"
        elif isinstance(left, ast.Call) and isinstance(left.func, ast.Name) and left.args:
            inner = left.args[0]
            if left.func.id == "len":  # of a set of marks
                marks = inner.args[0] if isinstance(inner, ast.Call) and inner.args else inner
                return f"{source.empty} not in ({source.of(marks)})"
        elif isinstance(left, ast.Subscript | ast.Name) and not _is_mark(source, left):
            return f"{source.of(left)} is not {source.empty}"
    return None


def _same_thrice(node: ast.expr) -> ast.expr | None:
    """What a line is compared with: `[a, a, a]`, or `[a] * 3`."""
    if isinstance(node, ast.BinOp) and isinstance(node.left, ast.List | ast.Tuple):
        node = node.left
    items = node.elts if isinstance(node, ast.List | ast.Tuple) else []
    return items[0] if len({ast.dump(item) for item in items}) == 1 else None


def _is_mark(source: Source, node: ast.expr) -> bool:
    """Whether it is X or O, and not what stands on some cell."""
    return isinstance(node, ast.Constant) or source.of(node) in source.constants


def _copies(source: Source, function: Function) -> Iterator[Edit]:
    """A board that must be copied, row by row."""
    boards = [argument.arg for argument in function.args.args]
    for node in ast.walk(function):
        if isinstance(node, ast.Assign):
            board = _shallow(node.value, boards)
            if board:
                new = f"[row[:] for row in {board}]"
                yield source.changed("copy", node.lineno, (source.place(node.value), new))
    for node in ast.walk(function):
        target = node.targets[0] if isinstance(node, ast.Assign) else None
        if isinstance(target, ast.Subscript) and isinstance(target.value, ast.Subscript):
            board = source.of(target.value.value)
            if board in boards:
                first = function.body[0]
                start = source.place(first)[0]
                new = f"{board} = [row[:] for row in {board}]\n{source.indent(first)}"
                yield source.changed("copy", target.lineno, ((start, start), new))
                return


def _shallow(value: ast.expr, boards: Collection[str]) -> str | None:
    """The board that an expression names or copies only at its surface."""
    for node in ast.walk(value):
        if isinstance(node, ast.Name) and node.id in boards:
            plain = value is node or isinstance(value, ast.Subscript | ast.Call)
            return node.id if plain else None
    return None


def _returns(source: Source, function: Function) -> Iterator[Edit]:
    """A `return` one level too deep, one that is missing, one too many."""
    behind = _behind(function)
    for loop in ast.walk(function):
        if isinstance(loop, ast.For | ast.While):
            same = source.of(behind[loop]) if loop in behind else ""
            for node in ast.walk(loop):
                if isinstance(node, ast.Return) and source.of(node) != same:
                    yield _moved(source, node, loop)
    for node in ast.walk(function):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
            place = source.place(node)
            yield source.changed("return", node.lineno, (place, f"return {source.of(node)}"))
    names = {node.id: None for node in ast.walk(function) if _is_stored(node)}  # type: ignore[attr-defined]
    last = function.body[-1]
    if not isinstance(last, ast.Return):
        end = source.place(last)[1]
        for name in names:
            new = f"\n{source.indent(function.body[0])}return {name}"
            yield source.changed("return", source.line_of(end), ((end, end), new))


def _behind(function: Function) -> dict[ast.stmt, ast.stmt]:
    """For each statement the next one in its block."""
    return {
        one: two
        for node in ast.walk(function)
        for block in (getattr(node, "body", []), getattr(node, "orelse", []))
        if isinstance(block, list)
        for one, two in pairwise(block)
    }


def _is_stored(node: ast.AST) -> bool:
    return isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)


def _moved(source: Source, node: ast.Return, loop: ast.For | ast.While) -> Edit:
    """The statement behind the loop instead of in it."""
    end = source.place(loop)[1]
    new = f"\n{source.indent(loop)}{source.of(node)}"
    return source.changed("return", node.lineno, (source.place(node), "pass"), ((end, end), new))


# What each function may return, where it is always one of a few values
RETURNED: dict[str, tuple[str, ...]] = {
    "player": ("X", "O"),
    "winner": ("None", "X", "O"),
    "terminal": ("True", "False", "bool({})"),
    "utility": ("0", "1", "-1"),
    "minimax": ("None",),
}


def _returned(source: Source, function: Function) -> Iterator[Edit]:
    """A `return` of another value, or none at all at the end."""
    values = RETURNED.get(function.name, ())
    for node in ast.walk(function):
        if isinstance(node, ast.Return):
            now = source.of(node.value) if node.value else "None"
            for value in values:
                new = f"return {value.format(now)}"
                if source.of(node) != new:
                    yield source.changed("return", node.lineno, (source.place(node), new))
        elif isinstance(node, ast.Assign) and source.of(node.value) in values:
            new = f"return {source.of(node.value)}"
            yield source.changed("return", node.lineno, (source.place(node), new))
    last = function.body[-1]
    if not isinstance(last, ast.Return):
        end = source.place(last)[1]
        for value in values:
            new = f"\n{source.indent(function.body[0])}return {value.format(None)}"
            yield source.changed("return", source.line_of(end), ((end, end), new))


def _pairs(source: Source, function: Function) -> Iterator[Edit]:
    """`[i, j]`, or a list with a name, for `(i, j)`."""
    for node in ast.walk(function):
        if isinstance(node, ast.List) and len(node.elts) == 2 and isinstance(node.ctx, ast.Load):
            new = f"({', '.join(map(source.of, node.elts))})"
            yield source.changed("pair", node.lineno, (source.place(node), new))
        kept = node.args if isinstance(node, ast.Call) and _is_adding(node.func) else []
        given = [node.value] if isinstance(node, ast.Return) else kept[:1]
        for each in given:
            if isinstance(each, ast.Name):
                new = f"tuple({each.id})"
                yield source.changed("pair", each.lineno, (source.place(each), new))


def _is_adding(function: ast.expr) -> bool:
    return isinstance(function, ast.Attribute) and function.attr in ("append", "add")


# With what each function may have to begin
GUARDS: dict[str, tuple[str, ...]] = {
    "result": ("if {1} not in actions({0}): raise ValueError",),
    "terminal": (
        "if winner({0}) is not None: return True",
        "if all(None not in row for row in {0}): return True",
    ),
    "minimax": ("if terminal({0}): return None",),
}


def _guards_at_the_top(source: Source, function: Function) -> Iterator[Edit]:
    """The questions with which a function must begin."""
    names = [argument.arg for argument in function.args.args]
    if function.name == "result" and len(names) == 2:
        test = f"{names[1]} not in actions({names[0]})"
        for node in ast.walk(function):
            if isinstance(node, ast.If) and any(isinstance(n, ast.Raise) for n in node.body):
                yield source.changed("guard", node.lineno, (source.place(node.test), test))
    first = function.body[0]
    start = source.place(first)[0]
    for guard in GUARDS.get(function.name, ()) if names else ():
        if guard.count("{") <= len(names):
            new = f"{guard.format(*names)}\n{source.indent(first)}"
            yield source.changed("guard", function.lineno, ((start, start), new))


def _updates(source: Source, function: Function) -> Iterator[Edit]:
    """`if value > best` that keeps the move, but not its value as the best so far."""
    for node in ast.walk(function):
        tests = ast.walk(node.test) if isinstance(node, ast.If) else ()
        for test in tests:
            if not isinstance(test, ast.Compare) or len(test.ops) > 1:
                continue
            pair = (test.left, test.comparators[0])
            for best, value in (pair, pair[::-1]):
                if isinstance(best, ast.Name) and isinstance(value, ast.Name | ast.Call):
                    first = node.body[0]  # type: ignore[attr-defined]
                    start = source.place(first)[0]
                    new = f"{best.id} = {source.of(value)}\n{source.indent(first)}"
                    yield source.changed("update", test.lineno, ((start, start), new))


def _resets(source: Source, function: Function) -> Iterator[Edit]:
    """What is counted anew in each round of a loop, but was set only before it."""
    for block in ast.walk(function):
        for statements in (getattr(block, "body", []), getattr(block, "orelse", [])):
            before: list[ast.Assign] = []
            for node in statements if isinstance(statements, list) else ():
                if isinstance(node, ast.Assign):
                    before.append(node)
                elif isinstance(node, ast.For | ast.While):
                    first = node.body[0]
                    start = source.place(first)[0]
                    for each in before:
                        new = f"{source.of(each)}\n{source.indent(first)}"
                        yield source.changed("reset", each.lineno, ((start, start), new))


def _sorting(source: Source, function: Function) -> Iterator[Edit]:
    """The largest first, where the smallest came first."""
    for node in ast.walk(function):
        if isinstance(node, ast.Call) and not any(key.arg == "reverse" for key in node.keywords):
            name = getattr(node.func, "id", getattr(node.func, "attr", ""))
            bare = any(isinstance(given, ast.GeneratorExp) for given in node.args)
            if name in ("sort", "sorted") and not bare:
                end = source.place(node)[1] - 1
                new = ", reverse=True" if node.args or node.keywords else "reverse=True"
                yield source.changed("order", node.lineno, ((end, end), new))


def _branches(source: Source, function: Function) -> Iterator[Edit]:
    """Two questions in the wrong order: the second is never reached."""
    for node in ast.walk(function):
        if isinstance(node, ast.If) and len(node.orelse) == 1:
            second = node.orelse[0]
            if isinstance(second, ast.If):
                tests = (source.place(node.test), source.place(second.test))
                bodies = (_span(source, node.body), _span(source, second.body))
                yield _exchanged(source, second.lineno, [tests, bodies])
        for field in ("body", "orelse"):
            inside = getattr(node, field, [])
            block = inside if isinstance(inside, list) else []
            for one, two in pairwise(block):
                if isinstance(one, ast.If) and isinstance(two, ast.If):
                    pair = (source.place(one), source.place(two))
                    yield _exchanged(source, two.lineno, [pair])


def _span(source: Source, block: Sequence[ast.stmt]) -> Place:
    return source.place(block[0])[0], source.place(block[-1])[1]


def _exchanged(source: Source, line: int, pairs: Sequence[tuple[Place, Place]]) -> Edit:
    changes = [change for a, b in pairs for change in ((a, source.at(b)), (b, source.at(a)))]
    return source.changed("branches", line, *changes)


def _left_out(source: Source, function: Function) -> Iterator[Edit]:
    """A statement, or a whole `if`, that should not be there."""
    for node in ast.walk(function):
        if isinstance(node, ast.If):
            yield source.changed("if", node.lineno, (source.place(node.test), "False"))
    for node in ast.walk(function):
        if isinstance(node, ast.Assign | ast.AugAssign | ast.Return | ast.Break | ast.Continue):
            yield source.changed("statement", node.lineno, (source.place(node), "pass"))


Slips = Callable[[Source, Function], Iterator[Edit]]
SLIPS: tuple[Slips, ...] = (
    _calls,
    _guards,
    _initial_values,
    _comparisons,
    _min_and_max,
    _sorting,
    _resets,
    _updates,
    _constants,
    _signs,
    _copies,
    _logic,
    _arithmetic,
    _orders,
    _pairs,
    _returned,
    _branches,
    _guards_at_the_top,
    _who_moves,
    _returns,
    _names,
    _left_out,  # last: without its pruning, a search that cuts at the wrong bound is right, too
)
# What to try first, by what is to be mended
LIKELY: dict[str, tuple[Slips, ...]] = {
    "special case": (_left_out,),
    "finished board": (_returned, _guards_at_the_top),
    "illegal moves": (_guards_at_the_top,),
}
