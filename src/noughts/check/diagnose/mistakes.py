"""Ways of playing with a mistake built in: the one that plays like the program is the diagnosis.

A `Mistake` says which moves a program that makes it may choose in each position, but not how the
program chooses among equal moves. All values are X's: X maximises, O minimises.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import inf, log
from typing import Literal, TypeAlias, get_args

from noughts.check.diagnose.endings import added_up
from noughts.check.diagnose.lines import LINES, Line, completing, lines_named, missed_lines
from noughts.check.judge.exact_values import Value, best_moves, move_values, value
from noughts.check.judge.play import Play
from noughts.position import Position
from noughts.rules import OTHER, TIC_TAC_TOE, Mark, Move

__all__ = ["FIRST_FREE", "Mistake", "best_fit", "mistakes", "nearly_fits", "sums"]

CENTRE = 4
MOST_FORGOTTEN = 6  # lines; what sees a single one, or none, hardly plays tic-tac-toe
SLIP = 100  # how much less likely a slip is than an intended move
FullBoard: TypeAlias = Literal["x first", "o first", "own first", "line order"]
SOME = 200  # wrong moves
MOST = 0.7  # of the wrong moves: a small mistake in the choice of the move may cause the others,
NEARLY_ALL = 0.95  # but it seldom hides this one
Allowed: TypeAlias = Callable[[Position], Sequence[Move]]


@dataclass(frozen=True)
class Mistake:
    """A way of playing: its diagnosis, what is special about it, and the moves it may choose."""

    id: str
    about: str
    allowed: Allowed
    is_symptom: bool = False  # it says where the moves are wrong, but not why


def best_fit(play: Play, candidates: Iterator[Mistake]) -> Mistake | None:
    """The mistake that explains every move and leaves the least to chance."""
    wrong = dict.fromkeys(position for position, _ in play.giving_away())
    # The wrong moves first: most mistakes fail to explain them at once.
    order = [*wrong, *(position for position in play.moves if position not in wrong)]
    best, most = None, _likelihood_of_slips(play, wrong)
    for mistake in candidates:
        likelihood = _likelihood(mistake, play, order)
        if likelihood > most:
            best, most = mistake, likelihood
    return best


def nearly_fits(mistake: Mistake, play: Play) -> bool:
    """Whether it explains most of the wrong moves, and nearly all that it foretells are made."""
    wrong = play.giving_away()
    some = wrong[:: max(1, len(wrong) // SOME)]
    if sum(move in mistake.allowed(position) for position, move in some) < MOST * len(some):
        return False
    foretold = {p: mistake.allowed(p) for p in play.moves}
    foretold = {p: moves for p, moves in foretold.items() if not {*moves} & {*best_moves(p)}}
    made = [p for p, moves in foretold.items() if {*play.moves[p]} <= {*moves}]
    return len(made) >= NEARLY_ALL * len(foretold) > 0


def _likelihood_of_slips(play: Play, wrong: Collection[Position]) -> float:
    """How well the moves are explained by right play with a slip here and there.

    A mistake must explain more than that to count.
    """
    likelihood = 0.0
    for position, moves in play.moves.items():
        choices = (
            len(position.legal_moves) * SLIP if position in wrong else len(best_moves(position))
        )
        likelihood -= log(choices) * len(moves)
    return likelihood


def _likelihood(mistake: Mistake, play: Play, order: Sequence[Position]) -> float:
    """How well a mistake explains the moves: larger is better; -inf if it does not."""
    likelihood = 0.0
    for position in order:
        allowed = mistake.allowed(position)
        if any(move not in allowed for move in play.moves[position]):
            return -inf
        likelihood -= log(len(allowed)) * len(play.moves[position])
    return likelihood


# Searches


@dataclass
class FaultySearch:
    """A minimax over strings of nine cells, with a setting for everything people get wrong."""

    lines: Mapping[str, Sequence[Line]] = field(default_factory=lambda: {"x": LINES, "o": LINES})
    draw: float = 0  # what a full board is worth to X
    draw_for_root: float | None = None  # or to the side that searches
    root_flipped: str = ""  # the marks that take the worst move
    inner_flipped: str = ""  # the marks that it expects to play their worst moves
    swapped_for: str = ""  # the marks for which it swaps max and min below the root
    rival_helps: bool = False  # it expects the other side to play for the side that searches
    any_line_loses: bool = False  # every line, at any depth, is a loss for the side that searches
    horizon: int | None = None  # plies from the root
    short_of_end: int = 0  # how many empty cells are left when it stops
    blind_end: bool = False  # stops at a full board before it looks for a line
    stops_at_wins: bool = True
    full_board: FullBoard = "x first"  # whose line counts
    adds_up: bool = False  # plays on after a line, and counts it once more
    haste: float = 0  # what winning a ply earlier is worth
    added_for: str = ""  # the marks whose moves it adds up instead of choosing one
    leaf_flipped: str = ""  # the marks whose wins count for the other side
    _known: dict[tuple[str, bool, int, bool], float] = field(default_factory=dict)

    def allowed(self, position: Position) -> Sequence[Move]:
        """The moves that the search finds best."""
        x = position.turn == "x"
        mark = position.turn
        values = {
            move: self._value(_put(position.cells, move, mark), not x, 1, x)
            for move in position.legal_moves
        }
        maximise = x != (mark in self.root_flipped)
        best = max(values.values()) if maximise else min(values.values())
        return [move for move in values if values[move] == best]

    def _value(self, cells: str, x: bool, depth: int, root_x: bool) -> float:
        depth = depth if self.horizon is not None else 0
        relative = self.rival_helps or self.any_line_loses or self.draw_for_root is not None
        relative = relative or self.full_board == "own first" or self.swapped_for != ""
        root_x = root_x or not relative
        key = (cells, x, depth, root_x)
        if key not in self._known:
            self._known[key] = self._compute(cells, x, depth, root_x)
        return self._known[key]

    def _compute(self, cells: str, x: bool, depth: int, root_x: bool) -> float:
        empty = cells.count(".")
        leaf = self._leaf(cells, empty, root_x)
        if leaf is not None:
            return leaf
        if empty <= self.short_of_end or (self.horizon is not None and depth >= self.horizon):
            return 0
        mark = "x" if x else "o"
        children = [_put(cells, i, mark) for i in range(9) if cells[i] == "."]
        values = [self._value(child, not x, depth + 1, root_x) for child in children]
        if mark in self.added_for:
            return sum(values)
        if self.rival_helps or self.any_line_loses:
            return max(values) if root_x else min(values)
        swapped = (mark in self.inner_flipped) != (("x" if root_x else "o") in self.swapped_for)
        best = max(values) if x != swapped else min(values)
        return best + (self._line(cells, empty, root_x) or 0) if self.adds_up else best

    def _leaf(self, cells: str, empty: int, root_x: bool) -> float | None:
        """What a finished board is worth; None if the search goes on."""
        if empty == 0 and self.blind_end:
            return 0
        if self.stops_at_wins or empty == 0:
            worth = self._line(cells, empty, root_x)
            if worth is not None:
                return worth
        if empty:
            return None
        if self.draw_for_root is None:
            return self.draw
        return self.draw_for_root if root_x else -self.draw_for_root

    def _line(self, cells: str, empty: int, root_x: bool) -> float | None:
        """What the line on the board is worth, if there is one."""
        mark = self._winner(cells, root_x)
        if mark is None:
            return None
        worth = 1 + self.haste * (empty + 1)
        if self.any_line_loses:
            return -worth if root_x else worth
        return worth if (mark == "x") != (mark in self.leaf_flipped) else -worth

    def _winner(self, cells: str, root_x: bool) -> str | None:
        if self.full_board == "line order":
            lines = (cells[a] for a, b, c in LINES if cells[a] == cells[b] == cells[c] != ".")
            return next(lines, None)
        x_first = self.full_board == "x first" or (self.full_board == "own first" and root_x)
        for mark in "xo" if x_first else "ox":
            if any(cells[a] == cells[b] == cells[c] == mark for a, b, c in self.lines[mark]):
                return mark
        return None


def _put(cells: str, move: Move, mark: str) -> str:
    return cells[:move] + mark + cells[move + 1 :]


def mistakes(play: Play, orders: Mapping[str, tuple[Move, ...]]) -> Iterator[Mistake]:
    """All the mistakes to try on a program that plays wrong moves; `orders`: of its moves."""
    yield from _searches()
    yield from sums()
    yield from _forgotten_lines(play)
    yield from _exceptions()
    yield from _rules_of_thumb()
    yield from _last_moves(orders)


def _searches() -> Iterator[Mistake]:
    for haste in (0, 1):
        yield from _flipped(haste)
        yield from _misjudged_draws(haste)
        yield from _wrong_ends(haste)
        for plies in range(2, 8):
            about = f"it looks only {plies} moves ahead"
            yield Mistake("too-shallow", about, FaultySearch(horizon=plies, haste=haste).allowed)


def sums() -> Iterator[Mistake]:
    """Every reply counts, not the best one; wins in one move may be taken first."""
    ways: list[tuple[str, Allowed]] = [*added_up()]
    for mark in "xo":
        about = f"it adds up what all moves of {mark.upper()} are worth"
        ways.append((about, FaultySearch(added_for=mark).allowed))
    for about, allowed in ways:
        yield Mistake("endings-added-up", about, allowed)
        yield Mistake("endings-added-up", about, _wins_first(allowed))


def _flipped(haste: float) -> Iterator[Mistake]:
    """Each with its wins in one move taken first, too: many programs look for these apart."""
    for about, search in _flipped_searches(haste):
        yield Mistake("sign-flipped", about, search.allowed)
        yield Mistake("sign-flipped", about, _wins_first(search.allowed))


def _flipped_searches(haste: float) -> Iterator[tuple[str, FaultySearch]]:
    for marks in ("x", "o", "xo"):
        who = " and ".join(marks.upper())
        yield (f"the search picks the worst move for {who}",
               FaultySearch(root_flipped=marks, haste=haste))  # fmt: skip
        yield (f"the search expects the worst moves from {who}",
               FaultySearch(inner_flipped=marks, haste=haste))  # fmt: skip
        yield (f"the search takes the worst moves for {who} everywhere",
               FaultySearch(root_flipped=marks, inner_flipped=marks, haste=haste))  # fmt: skip
        yield (f"lines of {who} count for the other side",
               FaultySearch(leaf_flipped=marks, haste=haste))  # fmt: skip
    for marks in ("x", "o"):
        about = f"max and min are swapped where it searches for {marks.upper()}"
        for root in ("", "x", "o", "xo"):
            yield about, FaultySearch(root_flipped=root, swapped_for=marks, haste=haste)
    about = "it expects the other side to play for it, not against it"
    yield about, FaultySearch(rival_helps=True, haste=haste)
    about = "the sign is not changed from one side to the other, so every line looks like a loss"
    yield about, FaultySearch(any_line_loses=True, haste=haste)


def _wins_first(allowed: Allowed) -> Allowed:
    return lambda position: _completing(position, position.turn) or allowed(position)


def _misjudged_draws(haste: float) -> Iterator[Mistake]:
    for worth in (-1, 1, -2, 2) if haste == 0 else (-20, 20):
        side = "X" if worth < 0 else "O"
        about = f"a draw counts as a loss for {side}"
        search = FaultySearch(draw=worth, haste=haste)
        yield Mistake("draws-taken-for-losses", about, search.allowed)
    for own in (-1, -2) if haste == 0 else (-20,):
        search = FaultySearch(draw_for_root=own, haste=haste)
        yield Mistake("draws-taken-for-losses", "a draw counts as a loss", search.allowed)


def _wrong_ends(haste: float) -> Iterator[Mistake]:
    about = "it plays on after one side has won"
    for order in get_args(FullBoard):
        for adds_up in (False, True):
            search = FaultySearch(
                stops_at_wins=False, full_board=order, adds_up=adds_up, haste=haste
            )
            yield Mistake("searches-finished-boards", about, search.allowed)
    about = "it never fills the last empty cell"
    yield Mistake("depth-off-by-one", about, FaultySearch(short_of_end=1, haste=haste).allowed)
    about = "a full board counts as a draw even if it has a line"
    yield Mistake("depth-off-by-one", about, FaultySearch(blind_end=True, haste=haste).allowed)


def _forgotten_lines(play: Play) -> Iterator[Mistake]:
    """Lines that do not count, for both marks or for one: those that the program misses most."""
    for marks in ("xo", "x", "o"):
        missed = [line for line, share in missed_lines(play, marks).items() if share]
        whose = "" if marks == "xo" else f" for {marks.upper()}"
        for number in range(1, min(len(missed), MOST_FORGOTTEN) + 1):
            about = f"{lines_named(missed[:number])}{whose}"
            without = tuple(line for line in LINES if line not in missed[:number])
            lines = {mark: without if mark in marks else LINES for mark in "xo"}
            for haste in (0, 1):
                search = FaultySearch(lines=lines, haste=haste)
                yield Mistake("line-forgotten", about, search.allowed)


# Right play with one exception


def _exceptions() -> Iterator[Mistake]:
    for base in (best_moves, _quickest):
        for kind, about, exception in _exceptional():
            yield Mistake(kind, about, _except(exception, base), is_symptom=True)
        yield Mistake("centre-first", "also where another cell is needed", _centre_first(base))


def _exceptional() -> Iterator[tuple[str, str, Callable[[Position], bool]]]:
    """Where it may play anything: the kind of mistake, what is special about it, the positions."""
    for stones in (
        *({0}, {1}, {2}, {3}, {0, 1}, {1, 2}, {2, 3}, {1, 3}),
        *({0, 1, 2}, {1, 2, 3}, {0, 1, 2, 3}),
    ):
        about = f"with {_numbers(stones)} on the board"
        yield "first-move-special-cased", about, _has_stones(stones)
    for mark in "xo":
        yield "only-one-mark", f"it plays badly as {mark.upper()}", _is_turn(mark)
    about = "where it could win at once, it looks elsewhere"
    yield "win-in-one-missed", about, can_win_now
    yield "block-missed", "where it must stop a line, it looks elsewhere", must_block


def _centre_first(base: Allowed) -> Allowed:
    return lambda position: (CENTRE,) if position.cells[CENTRE] == "." else base(position)


def _quickest(position: Position) -> Sequence[Move]:
    values = move_values(position)
    best = value(position)
    return [move for move in values if values[move] == best]


def _has_stones(stones: set[int]) -> Callable[[Position], bool]:
    return lambda position: 9 - position.empty in stones


def _is_turn(mark: str) -> Callable[[Position], bool]:
    return lambda position: position.turn == mark


def _numbers(stones: set[int]) -> str:
    words = [str(number) for number in sorted(stones)]
    many = "stone" if words == ["1"] else "stones"
    return f"{' or '.join(words)} {many}"


def _except(exception: Callable[[Position], bool], base: Allowed) -> Allowed:
    def allowed(position: Position) -> Sequence[Move]:
        return position.legal_moves if exception(position) else base(position)

    return allowed


def can_win_now(position: Position) -> bool:
    """Whether a move wins at once."""
    return value(position) == Value(1, 1)


def must_block(position: Position) -> bool:
    """Whether the other side threatens a line, a move stops it, and no move wins at once."""
    values = move_values(position).values()
    return Value(-1, 2) in values and not can_win_now(position)


# Rules of thumb instead of a search


FIRST_FREE = Mistake("no-search", "it takes the first free cell", lambda p: p.legal_moves[:1])


def _rules_of_thumb() -> Iterator[Mistake]:
    yield Mistake(
        "block-missed", "it takes a win, but ignores threats", _thumb(wins=True, blocks=False)
    )
    yield Mistake(
        "win-in-one-missed",
        "it stops threats, but does not look for its own line",
        _thumb(wins=False, blocks=True),
    )
    yield Mistake(
        "win-in-one-missed", "it stops a threat before it looks for its own line", _blocks_first
    )
    yield FIRST_FREE
    yield Mistake("no-search", "it takes the last free cell", lambda p: p.legal_moves[-1:])


def _thumb(wins: bool, blocks: bool) -> Allowed:
    def allowed(position: Position) -> Sequence[Move]:
        if wins and (found := _completing(position, position.turn)):
            return found
        if blocks and (found := _completing(position, OTHER[position.turn])):
            return found
        return position.legal_moves

    return allowed


def _blocks_first(position: Position) -> Sequence[Move]:
    return _completing(position, OTHER[position.turn]) or best_moves(position)


def _completing(position: Position, mark: Mark) -> list[Move]:
    return sorted({move for move, _ in completing(position, mark)})


# A move from the end of the line


def _last_moves(orders: Mapping[str, tuple[Move, ...]]) -> Iterator[Mistake]:
    """The move of the last position of the line that a search finds, by how it breaks ties."""
    for first in (True, False):
        for by_order in (True, False):
            found = LastMove(orders if by_order else {}, first)
            yield Mistake("last-of-line", "the cell is free, so nobody notices", found.allowed)


@dataclass
class LastMove:
    """A right search that returns the move from the end of its line."""

    orders: Mapping[str, tuple[Move, ...]]
    first: bool  # of moves of the same value; else the last
    _known: dict[str, tuple[int, Move | None]] = field(default_factory=dict)

    def allowed(self, position: Position) -> Sequence[Move]:
        """The one move that it returns."""
        move = self._search(position.cells, position.turn == "x")[1]
        return [] if move is None else [move]

    def _search(self, cells: str, x: bool) -> tuple[int, Move | None]:
        """The value for X, and the last move of the line."""
        if cells not in self._known:
            self._known[cells] = self._compute(cells, x)
        return self._known[cells]

    def _compute(self, cells: str, x: bool) -> tuple[int, Move | None]:
        best: tuple[int, Move | None] | None = None
        mark: Mark = "x" if x else "o"
        for move in self.orders.get(cells) or [i for i in range(9) if cells[i] == "."]:
            child = _put(cells, move, mark)
            if TIC_TAC_TOE.completes(child, mark, move):
                worth, last = (1 if x else -1), move
            elif "." not in child:
                worth, last = 0, move
            else:
                worth, below = self._search(child, not x)
                last = move if below is None else below
            better = best is None or (worth > best[0] if x else worth < best[0])
            if better or (not self.first and best is not None and worth == best[0]):
                best = worth, last
        return best or (0, None)
