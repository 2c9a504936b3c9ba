"""The checks of a `cs50` program: eight functions on a 3x3 list of lists.

Each function is judged by itself. Where one is wrong, ours takes its place while the others are
judged: so each mistake costs once, and the play is judged even if `winner` is wrong.
"""

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace

from noughts.check.interfaces.cs50_cases import (
    RULES,
    arguments,
    finished_cases,
    illegal_cases,
    items_of,
    on_taken_cells,
    value_cases,
    value_in,
)
from noughts.check.interfaces.examiner import FileExaminer
from noughts.check.interfaces.forms import by_row_and_column, pair, wrong_type
from noughts.check.judge import checks
from noughts.check.judge.checks import Case, Item
from noughts.check.judge.collect import ask_cases
from noughts.check.judge.evidence import Asked, Evidence, unchanged
from noughts.check.judge.exact_values import unfinished
from noughts.check.judge.findings import Finding, failed, not_run, passed
from noughts.check.judge.play import Fault, Play
from noughts.check.sandbox.answers import Answer, Packed
from noughts.check.sandbox.program import Program, Variant
from noughts.position import Position
from noughts.rules import TIC_TAC_TOE, Move

__all__ = ["COUNTED", "FUNCTIONS", "Cs50Examiner", "cs50_items"]

FUNCTIONS = ("initial_state", *RULES, "minimax")
COUNTED = ("result",)  # it makes the boards, so its calls are the nodes below the root


def cs50_items(program: Program) -> tuple["Cs50Examiner", list[Item]]:
    """The checks of a file with the eight functions."""
    evidence = Evidence("cs50", loaded=program.load())
    evidence.missing = [name for name in FUNCTIONS if name not in program.names]
    examiner = Cs50Examiner(program, evidence, {})

    def rule(function: str, points: float) -> Item:
        return Item(function, points, lambda: examiner.rule(function))

    def played(judge: Callable[[Play], Finding]) -> Callable[[], Finding]:
        return lambda: examiner.played("minimax", unfinished(TIC_TAC_TOE), judge)

    well = "the file loads and has all eight functions"
    return examiner, [
        Item("loads", 5, lambda: examiner.loads(well)),
        Item("initial_state", 5, examiner.initial_state),
        rule("player", 5),
        rule("actions", 5),
        rule("result", 5),
        rule("winner", 10),
        rule("terminal", 5),
        rule("utility", 5),
        Item("illegal moves refused", 5, examiner.refuses),
        Item("minimax on a finished board", 5, examiner.finished),
        Item("takes a win", 10, played(checks.takes_a_win)),
        Item("keeps the value", 20, played(checks.keeps_the_value)),
        Item("never loses", 10, played(checks.never_loses)),
        Item("board not changed", 5, examiner.unchanged),
        Item("shortest win", 0, played(checks.takes_the_shortest_win)),
        Item("values", 0, examiner.values),
        Item("search", 0, examiner.count),
    ]


class Cs50Examiner(FileExaminer):
    """Asks the eight functions."""

    def arguments(self, position: Position) -> list[Packed]:
        """The board alone: `player` must work out whose turn it is."""
        return arguments(position)

    def decode(self, position: Position, value: object) -> Move | Fault:
        """The cell that `(row, column)` names; a list is of the wrong kind, but clear.

        If `actions` is wrong, that has been said already.
        """
        numbers = pair(value, tuple, list)
        if numbers is None:
            return wrong_type(value, "a move such as (0, 2)")
        move = by_row_and_column(position, numbers)
        if isinstance(value, tuple) or "actions" in self.evidence.guilty:
            return move
        meant = move if isinstance(move, int) and move in position.legal_moves else None
        return replace(wrong_type(value, "a tuple such as (0, 2)"), move=meant)

    def initial_state(self) -> Finding:
        """The empty board, with three separate rows."""
        found = self.evidence.why_not("initial_state") or self._initial_state()
        if found.verdict == "failed":
            self.evidence.wrong_start = found.message
        return found

    def _initial_state(self) -> Finding:
        (answer,) = self.program.ask("initial_state", [[]])
        empty = [[None] * 3] * 3
        if not answer.ok or answer.value != empty:
            return failed(f"`initial_state` must return three rows of three None; {answer.did}")
        after = self._after_a_move()
        if not after.ok:
            return failed(f"`initial_state` must return the empty board every time; {after.did}")
        if after.value == [["X", None, None]] * 3:
            return failed(
                "the three rows of `initial_state` are the same list: a mark in one of them "
                "appears in all"
            )
        return passed("`initial_state` returns the empty board")

    def _after_a_move(self) -> Answer:
        """The first board after a move: by the program's `result`, by ours if that makes none."""
        question: list[Packed] = [["call", "initial_state"], ["tuple", 0, 0]]
        if "result" not in self.evidence.missing:
            (answer,) = self.program.ask("result", [question])
            if answer.ok:
                return answer
        before = self.program.variant
        self.program.become(Variant(before.text, {"result": "in place"}))
        (answer,) = self.program.ask("result", [question])
        self.program.become(before)
        return answer

    # The functions that know the rules

    def rule(self, function: str) -> Finding:
        """One of the functions that know the rules, judged by itself."""
        if why := self.evidence.why_not(function):
            return why
        self.localise()
        if self.evidence.follows(function):
            causes = self._causes(function)
            are = "is" if len(causes) == 1 else "are"
            said = f"`{function}` is right once {_names(causes)} {are}"
            return passed(f"{said}: it adds no mistake of its own")
        asked = self.evidence.answered(function)
        where = "wherever it was asked" if function == "result" else "everywhere"
        found = checks.judge_cases(function, asked, where, self.evidence.wrong(function))
        return self.evidence.with_ours(found, self.evidence.rests_on(function))

    def localise(self) -> None:
        """Ask every function that knows the rules; find those that are wrong by themselves.

        Ours take the place of all suspects but one: what that one then says is its own. From here
        on, ours take the place of all that are wrong.
        """
        evidence = self.evidence
        if evidence.asked:
            return
        present = [name for name in RULES if name not in evidence.missing]
        for name in present:
            evidence.asked[name] = self.ask_rule(name)
        if "result" in present:
            cases = illegal_cases()
            answers = ask_cases(self.program, "result", cases)
            evidence.asked["illegal moves"] = list(zip(cases, answers, strict=True))
        self._note_orders()
        changing = {name for name, _ in evidence.changed}
        suspects = {n for n in RULES if n not in present or n in changing or evidence.wrong(n)}
        for name in suspects.intersection(present) if len(suspects) > 1 else ():
            self.become(suspects - {name})
            self._ask_by_itself(name)
        guilty = {n for n in suspects if n not in present or n in changing or evidence.wrong(n)}
        while another := self._still_wrong(suspects - guilty, guilty):
            guilty.add(another)
        evidence.guilty = [name for name in RULES if name in guilty]
        self.become(evidence.guilty)

    def _still_wrong(self, suspects: Collection[str], guilty: Collection[str]) -> str | None:
        """The first that is not right with ours in the place of the guilty ones alone.

        Two functions that ask each other are both right as soon as one is ours, but not before.
        The process has not seen any other function of ours that they could have kept.
        """
        if suspects:
            self.program.stop()
            self.become(guilty)
        for name in [name for name in RULES if name in suspects]:
            before = self.evidence.own[name], self.evidence.beside[name]
            asked = self._ask_by_itself(name)
            if not all(case.is_right(answer) for case, answer in asked):
                return name
            self.evidence.own[name], self.evidence.beside[name] = before
        return None

    def _ask_by_itself(self, function: str) -> list[Asked]:
        """Ask a function with ours in the place of others, and note that."""
        self.evidence.beside[function] = [name for name in RULES if name in self.evidence.ours]
        self.evidence.own[function] = self.ask_rule(function)
        return self.evidence.own[function]

    def _causes(self, function: str) -> list[str]:
        """Which of the functions that are wrong makes this one wrong."""
        wrong = [case for case, answer in self.evidence.asked[function] if case.is_wrong(answer)]
        guilty, before = self.evidence.guilty, self.program.variant
        alone = []
        for name in guilty:
            self.program.become(Variant(before.text, {name: self.form(name)}))
            answers = ask_cases(self.program, function, wrong)
            if all(map(Case.is_right, wrong, answers)):
                alone.append(name)
        self.program.become(before)
        return alone[:1] or guilty

    def ask_rule(self, function: str) -> list[Asked]:
        """All questions to a function, and its answers."""
        return self.ask(function, RULES[function]())

    def become(self, guilty: Collection[str]) -> None:
        """Go on with ours in the place of these functions."""
        self.evidence.ours = {name: self.form(name) for name in guilty}
        self.program.become(Variant(ours=self.evidence.ours))

    def collect(self, function: str, positions: Sequence[Position]) -> Play:
        """What it plays with ours, or with its own that are wrong only in kind, if that suits it.

        It may rely on a `winner` that says False for None, or a `terminal` that says "X" for True.
        """
        play = super().collect(function, positions)
        guilty = self.evidence.guilty
        needed = [name for name in guilty if not self.is_harmless(name)]
        if needed != guilty and play.held_against():
            before = self.evidence.ours
            self.become(needed)
            other = super().collect(function, positions)
            if len(other.held_against()) <= len(play.held_against()):
                return other  # also if it is no better: that is what the student sees
            self.become(before)
        return play

    def form(self, function: str) -> str:
        """Which of ours suits the program: one that returns what its own returns."""
        if function != "actions":
            return ""
        values = [answer.value for _, answer in self.evidence.asked.get("actions", []) if answer.ok]
        if not values or not isinstance(values[0], list):
            return ""
        return "lists" if all(isinstance(item, list) for item in values[0]) else "tuples"

    def is_harmless(self, function: str) -> bool:
        """Whether a program can well play with a function that returns the wrong kind of value.

        Such a `winner` says False or "draw" for None, such a `terminal` "X" for True.
        """
        wrong = self.evidence.wrong(function)
        if function == "terminal":
            return bool(wrong) and all(
                answer.ok and bool(answer.value) == case.position.is_over for case, answer in wrong
            )
        return bool(wrong) and function == "winner" and all(
            answer.ok and answer.value not in ("X", "O") and case.position.winner is None
            for case, answer in wrong
        )  # fmt: skip

    def _note_orders(self) -> None:
        """The order in which `actions` gives the moves: the order of the search."""
        asked = self.evidence.asked.get("actions", [])
        kinds = {type(answer.value).__name__ for _, answer in asked if answer.ok}
        if asked and kinds <= {"list", "tuple"} and not self.evidence.wrong("actions"):
            said = f"`actions` returns a {min(kinds)}; the assignment asks for a set"
            self.evidence.remarks.append(f"{said}. That costs nothing here")
        wrong = {case.position for case, _ in self.evidence.wrong("actions")}
        for case, answer in asked:
            if answer.ok and case.position not in wrong:
                order = tuple(row * 3 + column for row, column in items_of(answer.value) or [])
                self.evidence.orders[case.position.cells] = order

    def refuses(self) -> Finding:
        """`result` raises for a cell that is taken or does not exist."""
        if why := self.evidence.why_not("result"):
            return why
        if not any(answer.ok for _, answer in self.evidence.asked["result"]):
            return not_run("`result` makes no move")
        asked = self.evidence.asked["illegal moves"]
        legal = [answer.kind for _, answer in self.evidence.asked["result"]]
        if 2 * legal.count("raised") > len(legal):
            return not_run("`result` raises an exception for most moves that are allowed, too")
        wrong = self.evidence.wrong("illegal moves")
        if not wrong and any(answer.kind == "not asked" for _, answer in asked):
            return checks.judge_cases("result", asked, "")
        if not wrong:
            return passed("`result` raises an exception for every move that is not allowed")
        case, answer = (on_taken_cells(wrong) or wrong)[0]
        return failed(
            f"`result` must {case.wanted}; {answer.did}.",
            checks.shown_by("result", case, answer),
            f"It accepts {len(wrong):,} of {len(asked):,} such moves.",
        )

    # Playing

    def finished(self) -> Finding:
        """`minimax` returns None when the game is over."""
        return self.answers("minimax", finished_cases(), "when the game is over")

    def unchanged(self) -> Finding:
        """No function changes the board that it is given."""
        if not self.evidence.asked and not self.evidence.plays:
            return self.evidence.why_not("") or not_run(
                "the program has no function that takes a board"
            )
        return unchanged(self.evidence)

    def values(self) -> Finding:
        """If a program has functions for the value of a board, they are right."""
        if why := self.evidence.why_not(""):
            return why
        there = [name for name in self.program.names if _is_value_function(name)]
        names = [name for name in there if self.program.names[name] in ([1, 1], None)]
        if there and not names:
            return not_run(f"no fault: {_names(there)} need more than a board, so nothing is asked")
        if not names:
            return not_run("no fault: there is no `max_value(board)` or `min_value(board)` to ask")
        for name in names:
            cases = value_cases("x" if "max" in name.lower() else "o")
            (first,) = self.program.ask(name, [cases[0].arguments])
            if first.ok and first.value is not None and value_in(first.value) is None:
                return not_run(f"no fault: `{name}` returns more than a value, so it is not judged")
            found = self.answers(name, cases, "about every board")
            if found.verdict == "failed":
                return found
        found = passed(f"the values of {_names(names)} are right everywhere")
        return self.evidence.with_ours(found)

    def count(self) -> Finding:
        """How many boards it looks at from the empty board, and what that means."""
        why = self.evidence.why_not("minimax") or self.evidence.why_not("result")
        return why or self.search("minimax", counted_root=False)


def _names(names: Collection[str]) -> str:
    return " and ".join(f"`{name}`" for name in names)


def _is_value_function(name: str) -> bool:
    return name.lower().replace("_", "") in ("maxvalue", "minvalue", "maxval", "minval")
