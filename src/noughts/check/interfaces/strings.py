"""The checks of a `strings` program: `evaluate`, `minimax` and `minimax_ab` on nine characters."""

from collections.abc import Callable

from noughts.check.interfaces.examiner import FileExaminer
from noughts.check.interfaces.forms import wrong_type
from noughts.check.judge import checks
from noughts.check.judge.checks import Case, Item
from noughts.check.judge.evidence import Evidence
from noughts.check.judge.exact_values import best_moves, move_values, reachable, unfinished
from noughts.check.judge.findings import Finding, Shown, failed, not_run, passed
from noughts.check.judge.play import Fault, Play
from noughts.check.sandbox.answers import Packed
from noughts.check.sandbox.program import Program
from noughts.position import Position
from noughts.rules import TIC_TAC_TOE, Move

__all__ = ["strings_items"]

NAMES = {
    "evaluate": ("evaluate", "eval"),
    "minimax": ("minimax",),
    "minimax_ab": ("minimax_ab", "minimaxAB"),
}


def strings_items(program: Program) -> tuple["StringsExaminer", list[Item]]:
    """The checks of a file with the three functions."""
    evidence = Evidence("strings", loaded=program.load())
    found = {
        function: [name for name in names if name in program.names]
        for function, names in NAMES.items()
    }
    evidence.missing = [function for function, names in found.items() if not names]
    names = {function: names[0] for function, names in found.items() if names}
    examiner = StringsExaminer(program, evidence, names)

    def played(function: str, judge: Callable[[Play], Finding]) -> Callable[[], Finding]:
        return lambda: examiner.played(function, unfinished(TIC_TAC_TOE), judge)

    def search(function: str) -> Callable[[], Finding]:
        counted = names.get(function) in program.recursive
        return lambda: examiner.search(function, counted_root=counted)

    well = "the file loads and has all three functions"
    return examiner, [
        Item("loads", 5, lambda: examiner.loads(well)),
        Item("evaluate", 15, examiner.evaluate),
        Item("takes a win", 5, played("minimax", checks.takes_a_win)),
        Item("keeps the value", 20, played("minimax", checks.keeps_the_value)),
        Item("never loses", 10, played("minimax", checks.never_loses)),
        Item("alpha-beta takes a win", 5, played("minimax_ab", checks.takes_a_win)),
        Item("alpha-beta keeps the value", 20, played("minimax_ab", checks.keeps_the_value)),
        Item("alpha-beta agrees with minimax", 10, examiner.agrees),
        Item("either may begin", 10, lambda: examiner.either_may_begin("minimax")),
        Item("first of the best", 0, played("minimax", _first_of_the_best)),
        Item("shortest win", 0, played("minimax", checks.takes_the_shortest_win)),
        Item("search of minimax", 0, search("minimax")),
        Item("search of alpha-beta", 0, search("minimax_ab")),
    ]


class StringsExaminer(FileExaminer):
    """Asks the three functions."""

    def arguments(self, position: Position) -> list[Packed]:
        """The nine characters, and whether it is X's turn."""
        return [position.cells, position.turn == "x"]

    def decode(self, position: Position, value: object) -> Move | Fault:
        """A cell, counted from 0."""
        if type(value) is not int:
            return wrong_type(value, "a cell from 0 to 8")
        return value

    def evaluate(self) -> Finding:
        """1, -1 or 0 for every position."""
        cases = [_evaluate_case(position) for position in reachable(TIC_TAC_TOE)]
        return self.answers("evaluate", cases, "about every board")

    def agrees(self) -> Finding:
        """Both searches choose moves of the same value, ideally the same move."""
        if why := self.evidence.why_not("minimax") or self.evidence.why_not("minimax_ab"):
            return why
        first, second = self.evidence.plays["minimax"], self.evidence.plays["minimax_ab"]
        other = 0
        for position in first.positions:
            plain, pruned = (play.moves.get(position, [None])[0] for play in (first, second))
            if plain is None or pruned is None:
                return not_run("in some position one of the two makes no move")
            values = move_values(position)
            if values[plain].result != values[pruned].result:
                did = f"`minimax` plays {plain}, `minimax_ab` {pruned}, with a different value"
                return failed(did, Shown(position, pruned, did))
            other += plain != pruned
        more = f"; in {other:,} positions a different move" if other else ", always the same move"
        return passed(f"`minimax_ab` plays moves of the same value as `minimax`{more}")


def _evaluate_case(position: Position) -> Case:
    expected = {"x": 1, "o": -1, None: 0}[position.winner]
    return Case(
        position,
        [position.cells],
        lambda found: type(found) in (int, float) and found == expected,
        f"return {expected}",
    )


def _first_of_the_best(play: Play) -> Finding:
    wrong = play.where(lambda position, move: move != best_moves(position)[0])
    if not wrong:
        return passed("it always plays the first of the best cells")
    position, move = wrong[0]
    did = f"it plays cell {move}; the first of the best cells is {best_moves(position)[0]}"
    return failed(did, Shown(position, move, did))
