"""What a program plays: the move it chooses in every position, and what those moves are worth."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from noughts.check.judge.exact_values import LARGEST_TABLE, Value, best_moves, move_values, value
from noughts.check.judge.findings import Shown
from noughts.check.sandbox.answers import Answer
from noughts.notation import ROWS, Notation
from noughts.position import Position
from noughts.rules import OTHER, Mark, Move
from noughts.words import does

__all__ = ["Decode", "Fault", "Play", "played_in"]

FaultKind: TypeAlias = Literal["raised", "ended", "late", "not asked", "wrong type", "illegal"]
PLURAL = {"wins": "win", "draws": "draw", "loses": "lose"}
Decode: TypeAlias = Callable[[Position, object], "Move | Fault"]


@dataclass(frozen=True)
class Fault:
    """Why there is no move to judge."""

    kind: FaultKind
    text: str
    value: object = None
    line: int | None = None  # of the program, where it raised
    move: Move | None = None  # that it means, if it is only of the wrong kind


@dataclass
class Play:
    """The moves of a program: for each position the ones it chose, usually one."""

    moves: dict[Position, list[Move]] = field(default_factory=dict)
    faults: dict[Position, Fault] = field(default_factory=dict)
    odd: dict[Position, Fault] = field(default_factory=dict)  # moves of the wrong kind, but clear
    changed: list[Position] = field(default_factory=list)
    seconds: float = 0.0
    longest: float = 0.0  # seconds for one answer
    notation: Notation = ROWS  # how the program names the cells
    call: Callable[[Position], str] = lambda _: ""  # the question, to be pasted
    given: str = ""  # which functions of ours took the place of its own
    _positions: list[Position] = field(default_factory=list, init=False, repr=False, compare=False)
    _found: dict[str, list[tuple[Position, Move]]] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )  # what was asked for by name, until something is added

    def read(
        self, positions: Sequence[Position], answers: Iterable[Answer], decode: Decode
    ) -> None:
        """Note what a program has answered, one answer per position."""
        for position, answer in zip(positions, answers, strict=True):
            if answer.kind != "value":
                self.add(position, Fault(answer.kind, answer.text, line=answer.line))
                continue
            found = decode(position, answer.value)
            if isinstance(found, int) and found not in position.legal_moves:
                found = Fault("illegal", self._why_illegal(position, found), found)
            self.add(position, found, answer.changed)
            self.seconds += answer.seconds
            self.longest = max(self.longest, answer.seconds)

    def add(self, position: Position, found: "Move | Fault", changed: bool = False) -> None:
        """Note what the program did once."""
        self._positions, self._found = [], {}
        if isinstance(found, Fault) and found.move is not None:
            self.odd.setdefault(position, found)
            found = found.move
        if isinstance(found, Fault):
            self.faults.setdefault(position, found)
        elif found not in self.moves.setdefault(position, []):
            self.moves[position].append(found)
        if changed:
            self.changed.append(position)

    def _why_illegal(self, position: Position, move: Move) -> str:
        if not 0 <= move < position.rules.size:
            return f"it plays on cell {move}, which is not on the board"
        return f"it plays {self.notation.cell_name(position.rules, move)}, which is taken"

    def shown(self, position: Position, move: Move | None = None) -> Shown:
        """The position as an example: how to ask, what the move is worth, what is better."""
        call, rules = self.call(position), position.rules
        if rules.size > LARGEST_TABLE or position.is_over:
            return Shown(position, move, call=call)
        verb = "return" if call.endswith(")") else "play"
        good, do = better(position, move)
        wanted = f"{verb} {_either(self.notation.cell_names(rules, good))}, which {do}"
        did = ""
        if move is not None:
            played = self.notation.cell_name(rules, move)
            given = f"{self.given}, " if self.given else ""
            did = f"{given}it {verb}s {played}, which {_does(worth(position, move))}"
        return Shown(position, move, did, call, wanted)

    @property
    def positions(self) -> list[Position]:
        """Every position asked for, in the order of asking: most stones first."""
        if not self._positions:
            found = dict.fromkeys((*self.moves, *self.faults))  # a set has no order
            self._positions = sorted(found, key=lambda position: position.empty)
        return self._positions

    @property
    def is_random(self) -> bool:
        """Whether it has chosen different moves in the same position."""
        return any(len(moves) > 1 for moves in self.moves.values())

    def real_faults(self) -> dict[Position, Fault]:
        """The faults of the program, without the positions there was no time for."""
        return {p: fault for p, fault in self.faults.items() if fault.kind != "not asked"}

    def hangs(self) -> bool:
        """Whether it failed to answer in time somewhere."""
        return any(fault.kind == "late" for fault in self.faults.values())

    def unasked(self) -> int:
        """How many positions there was no time for."""
        return len(self.faults) - len(self.real_faults())

    def only_mark(self) -> Mark | None:
        """The mark with which it always moves, if it never does with the other one."""
        moving, not_moving = ({p.turn for p in found} for found in (self.moves, self.real_faults()))
        return min(moving) if len(moving) == len(not_moving) == 1 and moving != not_moving else None

    def where(self, wrong: Callable[[Position, Move], bool]) -> list[tuple[Position, Move]]:
        """The positions and moves for which `wrong` is true, most stones first.

        The values of moves are known on small boards only; on others this finds nothing.
        """
        small = [p for p in self.positions if p.rules.size <= LARGEST_TABLE]
        return [(p, move) for p in small for move in self.moves.get(p, ()) if wrong(p, move)]

    def _once(
        self, name: str, wrong: Callable[[Position, Move], bool]
    ) -> list[tuple[Position, Move]]:
        """The same, under a name: many ask for it."""
        if name not in self._found:
            self._found[name] = self.where(wrong)
        return self._found[name]

    def giving_away(self) -> list[tuple[Position, Move]]:
        """The moves that do not keep the value of the position."""
        return self._once("given away", lambda p, move: move not in best_moves(p))

    def missed_wins(self) -> list[tuple[Position, Move]]:
        """The moves that do not win at once though another move would."""
        return self._once(
            "missed wins", lambda p, move: value(p) == Value(1, 1) and worth(p, move).plies != 1
        )

    def missed_blocks(self) -> list[tuple[Position, Move]]:
        """The moves that let the other side win at once though another move would prevent it."""
        return self._once(
            "missed blocks",
            lambda p, move: (
                worth(p, move) == Value(-1, 2)
                and any(each != Value(-1, 2) for each in move_values(p).values())
            ),
        )

    def slow_wins(self) -> list[tuple[Position, Move]]:
        """The winning moves that take longer than necessary."""
        return self._once(
            "slow wins",
            lambda p, move: worth(p, move).result == 1 and worth(p, move).plies > value(p).plies,
        )

    def choices_of_wins(self) -> list[tuple[Position, Move]]:
        """The moves where the program had quick and slow wins to choose from."""
        return self._once(
            "choices",
            lambda p, _: len({v.plies for v in move_values(p).values() if v.result > 0}) > 1,
        )

    def held_against(self) -> list[Position]:
        """The positions where the program does something wrong or slow, most stones first."""
        moves = [position for position, _ in (*self.giving_away(), *self.slow_wins())]
        held = {*moves, *self.real_faults()}
        return [position for position in self.positions if position in held]

    def lost_game(self, start: Position, mark: Mark) -> list[Move] | None:
        """The shortest game that the program loses as `mark`, against some replies."""
        todo: list[tuple[Position, list[Move]]] = [(start, [])]
        seen = {start}
        for position, line in todo:
            if position.winner == OTHER[mark]:
                return line
            if position.is_over:
                continue
            own = position.turn == mark
            for move in self.moves.get(position, ()) if own else position.legal_moves:
                child = position.play(move)
                if child not in seen:
                    seen.add(child)
                    todo.append((child, [*line, move]))
        return None

    def games_have_gaps(self, start: Position, mark: Mark) -> bool:
        """Whether the program, playing `mark`, can reach a position in which it makes no move."""
        todo, seen = [start], {start}
        for position in todo:
            if position.is_over:
                continue
            own = position.turn == mark
            if own and position not in self.moves:
                return True
            for move in self.moves[position] if own else position.legal_moves:
                if (child := position.play(move)) not in seen:
                    seen.add(child)
                    todo.append(child)
        return False


def worth(position: Position, move: Move) -> Value:
    """What a move is worth."""
    return move_values(position)[move]


def better(position: Position, move: Move | None) -> tuple[Sequence[Move], str]:
    """The best moves, and what they do; if that move is one of them, only the quickest count."""
    top, good, plies = value(position), best_moves(position), ""
    if move in good:
        good = tuple(m for m in good if worth(position, m) == top)
        plies = _does(top).removeprefix(does(top.outcome, None))
    verb = does(top.outcome, None)
    return good, (verb if len(good) == 1 else PLURAL[verb]) + plies


def played_in(position: Position, move: Move, notation: Notation = ROWS) -> str:
    """What a program played and what that is worth, in a sentence."""
    mark, played = position.turn.upper(), notation.cell_name(position.rules, move)
    good, do = better(position, move)
    names = ", ".join(notation.cell_names(position.rules, good))
    first = f"{mark} to move: the program plays {played}, which {_does(worth(position, move))}"
    return f"{first}; {names} {do}."


def _does(found: Value) -> str:
    if found.result and found.plies <= 2:
        return f"{does(found.outcome, None)} at once"
    return does(found.outcome, found.plies)


def _either(names: Sequence[str]) -> str:
    """`a1`, `a1 or b2`, `a1, b2 or c3`."""
    return " or ".join([", ".join(names[:-1]), names[-1]] if names[1:] else names)
