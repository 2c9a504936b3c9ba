"""A Python file of any other shape: finds out by trying what to call and how to write a board.

Of the ways to call one function, the one that plays best counts: the others misunderstand it. Of
several functions, the one counts whose name says that it chooses the move.
"""

import random
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from itertools import groupby
from pathlib import PurePath

from noughts.check.interfaces.adapter import (
    ANY_OF_THEM,
    Shape,
    adapter_file,
    appended,
    skeleton,
    trials,
)
from noughts.check.interfaces.candidates import candidates
from noughts.check.interfaces.choose import CHOOSE, choose_items
from noughts.check.interfaces.examiner import FileExaminer
from noughts.check.interfaces.forms import FORMS, MOVE_FORMS, read_move
from noughts.check.interfaces.outline import Outline, outline, without_game
from noughts.check.interfaces.player import PlayerExaminer, Way
from noughts.check.judge.checks import Item
from noughts.check.judge.evidence import Evidence
from noughts.check.judge.exact_values import best_moves, unfinished
from noughts.check.judge.findings import Finding, failed, passed
from noughts.check.judge.play import Play
from noughts.check.sandbox.answers import Answer, shown
from noughts.check.sandbox.program import AS_IT_IS, MOST_DEATHS, Program, Variant
from noughts.errors import NotationError
from noughts.position import Position
from noughts.rules import TIC_TAC_TOE, Mark

__all__ = ["Found", "adapter_of", "any_items", "find_shape", "write_adapter"]

FIRST_LOOK = 6  # positions to find out whether a shape makes legal moves at all
SAMPLE = 40  # positions to find out how well it plays
MOST_CLOSELY = 12  # shapes of each function that are tried on the whole sample
A_TRY = 0.5  # seconds for one move
A_FUNCTION = 15.0  # seconds for all shapes of one function, also on a busy machine
QUICK = 0.2  # seconds for a batch of shapes; then the next one is larger
TRYING = 60.0  # seconds for everything
LEGAL = 0.75  # of its moves, or it is not the way to ask
DOUBTFUL = 0.35  # of its moves are bad: then the form may be wrong as well as the program
GOOD = 0.9  # of its moves, if its name does not say that it chooses moves
UNKNOWN = "the checker found no function that takes a board and chooses a move"
SLOW = 0.4  # seconds for the sample: one that is as good and quicker is easier to examine
PICKS = ("", "[0]", "[1]", "[:2]", "[1:]")


@dataclass(frozen=True)
class Found:
    """What trying has found."""

    shape: Shape | None  # None: no way to ask
    nearest: Shape | None  # the way that came nearest
    outline: Outline
    why: str = ""  # what is wrong with the nearest


@dataclass(frozen=True)
class Tried:
    """A shape, and what it plays in some positions."""

    shape: Shape
    play: Play

    @property
    def score(self) -> tuple[int, int]:
        """Smaller is better: faults, then moves that give something away."""
        return len(self.play.faults), len(self.play.giving_away())

    @property
    def group(self) -> int:
        """How likely the function is meant, by its name; smaller is likelier."""
        if not self.shape.routine.is_named_for_it:
            return 3
        return 2 if self.shape.values else int(self.shape.routine.rank > 2)

    @property
    def place(self) -> tuple[int, tuple[int, int], bool, int]:
        """Where it stands among the functions of the program; smaller is better."""
        slow = self.play.seconds > SLOW
        return self.group, self.score, slow, self.shape.routine.rank

    @property
    def is_meant(self) -> bool:
        """Whether this is how to ask the program."""
        total = len(self.play.positions)
        faults, wrong = self.score
        if faults > (1 - LEGAL) * total:
            return False
        if self.group == 3:
            return faults + wrong <= (1 - GOOD) * total
        return self.shape.is_certain or faults + wrong <= DOUBTFUL * total


def any_items(
    program: Program, text: str, only: Mark | None = None
) -> tuple[PlayerExaminer, list[Item]]:
    """The checks of a file of any shape; `only`: the one mark that it plays."""
    evidence = Evidence("any", loaded=program.load(), only=only)
    examiner = AnyExaminer(program, evidence)
    if not evidence.loaded.ok:
        text = _load_without_game(program, evidence, text)
    if evidence.loaded.ok:
        found = find_shape(program, text, evidence.marks)
        if found.shape is None:
            evidence.missing = [CHOOSE]
            evidence.unknown = _paragraph(found)
            evidence.adapter = adapter_of(found, program.submission.main)
            return examiner, [Item("can be asked", 100, lambda: failed(UNKNOWN))]
        examiner.take(found.shape, text)
    return examiner, choose_items(examiner)


def _load_without_game(program: Program, evidence: Evidence, text: str) -> str:
    """Load what the program defines, if it plays a game as soon as it is loaded."""
    rest, cut = without_game(text)
    asks = "input(" in text and outline(rest).routines
    program.stop()  # the game may have ended the process
    if cut and asks and program.become(Variant(rest)).ok:
        evidence.game_at_import = evidence.loaded
        evidence.loaded = Answer("value")
        return rest
    program.variant = AS_IT_IS
    return text


def adapter_of(found: Found, main: str) -> str:
    """The text of an adapter, or the beginning of one."""
    module, program = PurePath(main).stem, PurePath(main).name
    if shape := found.shape or found.nearest:
        return adapter_file(shape, module, program)
    return skeleton(module, program)


def write_adapter(program: Program, text: str, only: Mark | None = None) -> tuple[str, str, bool]:
    """An adapter for a program, what to say about it, and whether it will do."""
    evidence = Evidence("any", loaded=program.load(), only=only)
    if not evidence.loaded.ok:
        text = _load_without_game(program, evidence, text)
    if not evidence.loaded.ok:
        raise NotationError(f"the file cannot be loaded: {evidence.loaded.text}")
    found = find_shape(program, text, evidence.marks)
    adapter = adapter_of(found, program.submission.main)
    if found.shape is None:
        return adapter, f"{UNKNOWN}; fill in the adapter", False
    if evidence.game_at_import is not None:
        what = (
            "but the program plays a game as soon as it is loaded, so the adapter cannot import it"
        )
        main = f'{what}: put the game below `if __name__ == "__main__":`'
        return adapter, f"{found.shape.words}; {main}", False
    return adapter, found.shape.words, True


class AnyExaminer(PlayerExaminer):
    """Asks through an adapter at the end of the program's text."""

    def __init__(self, program: Program, evidence: Evidence) -> None:
        super().__init__(program, evidence)
        self.shape: Shape | None = None

    def take(self, shape: Shape, text: str) -> None:
        """Ask in this way from now on."""
        self.shape = shape
        self.way = Way(FORMS["string"], shape.move if shape.answer == "move" else MOVE_FORMS[0])
        self.evidence.cells = self.way.move
        self.evidence.loaded = self.program.become(Variant(text + appended(shape)))

    def loads(self, well: str) -> Finding:
        """Also says how it is asked."""
        words = self.shape.words if self.shape else ""
        if (game := self.evidence.game_at_import) is not None:
            why = f"it plays a game as soon as it is loaded ({game.text}); put that below"
            return failed(f'{why} `if __name__ == "__main__":`. Judged without it; {words}')
        return FileExaminer.loads(self, f"{well}; {words}")

    def collect(self, function: str, positions: Sequence[Position]) -> Play:
        """What it plays. There is no call to paste: `choose` is ours."""
        play = super().collect(function, positions)
        play.call = lambda _: ""
        return play

    def either_may_begin(self, function: str) -> Finding:
        """Only a program that is told the turn can know it if O has begun."""
        shape = self.shape
        if shape and shape.plays == "both" and not shape.values and not shape.is_told_the_turn:
            return passed("it is not told whose turn it is, so X always begins")
        return super().either_may_begin(function)


def _paragraph(found: Found) -> str:
    """What to tell about a program that cannot be asked."""
    calls = [f"`{routine.call}`" for routine in found.outline.routines[:6]]
    if not calls:
        tried = ""
    else:
        tried = f": none of its functions does when it is tried ({', '.join(calls)}"
        tried += (
            f"; the nearest is `{found.nearest.routine.call}`: {found.why})"
            if found.nearest
            else ")"
        )
    return (
        f"{UNKNOWN}{tried}. Write "
        "`choose(board, mark)`, which gets nine cells such as 'xo.......' and the mark to move, "
        "and returns a cell from 0 to 8; --adapter FILE writes a file with it to start from, "
        "which `noughts check FILE` then grades. A program that asks for moves in the terminal "
        "can be graded as it is: see --console"
    )


# Trying


def find_shape(program: Program, text: str, marks: tuple[Mark, ...] = ("x", "o")) -> Found:
    """Try every shape that the program may have, where one of its marks is to move."""
    kept = program.look()
    told = outline(text, [board.empty for board in kept if not board.numbered])
    shapes = candidates(told, kept)
    deadline = time.monotonic() + TRYING
    looked = _positions(FIRST_LOOK, marks)
    first = _asked(program, text, shapes, looked, deadline)
    scores = [(shape, _first_score(shape, looked, answers)) for shape, answers in first]
    legal = [(shape, score) for shape, score in scores if score]
    legal.sort(key=lambda pair: (pair[0].routine.rank, pair[1]))
    closely = [each for shape in _some_of_each(legal) for each in _sides(shape)]
    positions = _positions(SAMPLE, marks)
    tried = [
        Tried(shape, play)
        for asked, answers in _asked(program, text, closely, positions, deadline)
        for shape, play in _readings(asked, positions, answers)
    ]
    best = [min(each, key=lambda found: found.score) for each in _by_routine(tried)]
    meant = [each for each in best if each.is_meant]
    if meant:
        chosen = min(meant, key=lambda each: each.place)
        return Found(chosen.shape, chosen.shape, told)
    nearest = min(best, key=lambda each: each.score, default=None)
    if nearest is None:
        return Found(None, None, told)
    return Found(None, nearest.shape, told, _why_not(nearest))


def _by_routine(tried: Sequence[Tried]) -> list[list[Tried]]:
    """Those that choose a move apart from those that value boards."""
    groups: dict[tuple[str, bool], list[Tried]] = {}
    for each in tried:
        key = each.shape.routine.path, bool(each.shape.values)
        groups.setdefault(key, []).append(each)
    return [*groups.values()]


def _why_not(tried: Tried) -> str:
    faults = tried.play.real_faults()
    if not faults:
        many = f"{len(tried.play.giving_away())} of {len(tried.play.positions)}"
        return f"its moves are legal, but {many} give something away, so it may mean another board"
    return next(iter(faults.values())).text


@cache
def _positions(number: int, marks: tuple[Mark, ...]) -> list[Position]:
    """Positions where some moves are better than others, cheap for any program."""
    chosen = [
        position
        for position in unfinished(TIC_TAC_TOE)
        if position.turn in marks and 2 <= position.empty <= 5
        if len(best_moves(position)) < position.empty
    ]
    found = random.Random(1).sample(chosen, number)
    return sorted(found, key=lambda position: position.empty)


def _asked(
    program: Program,
    text: str,
    shapes: Sequence[Shape],
    positions: Sequence[Position],
    deadline: float,
) -> Iterator[tuple[Shape, list[Answer]]]:
    """What each shape answers; a function that takes too long or dies is not asked for long."""
    with replace(program, remember=False, variant=Variant(text + trials(shapes))) as trial:
        if not trial.load().ok:
            return
        numbers = range(len(shapes))
        for _, same in groupby(numbers, key=lambda number: shapes[number].routine.path):
            until = min(deadline, time.monotonic() + A_FUNCTION)
            for number, answers in _asked_each(trial, [*same], positions, until):
                yield shapes[number], answers


def _asked_each(
    trial: Program, numbers: list[int], positions: Sequence[Position], until: float
) -> Iterator[tuple[int, list[Answer]]]:
    """The answers of the shapes with these numbers, all of one function."""
    size, deaths = 2, 0
    while numbers and deaths < MOST_DEATHS and (now := time.monotonic()) < until:
        batch = numbers[:size]
        questions = [[number, p.cells, p.turn] for number in batch for p in positions]
        answers = trial.try_out(ANY_OF_THEM, questions, A_TRY)
        whole = len(answers) // len(positions)
        for place, number in enumerate(batch[:whole]):
            yield number, answers[place * len(positions) :][: len(positions)]
        numbers = numbers[whole + 1 :] if whole < len(batch) else numbers[whole:]
        if whole < len(batch):
            deaths += 1
            if not trial.load().ok:
                return
        size = 2 * size if time.monotonic() - now < QUICK else max(2, size // 2)


def _sides(shape: Shape) -> list[Shape]:
    """The shape for a program that plays both marks, and for one that plays X or O only."""
    if shape.values or shape.is_told_the_turn:
        return [shape]
    return [shape, replace(shape, plays="x"), replace(shape, plays="o")]


def _readings(
    shape: Shape, positions: Sequence[Position], answers: Sequence[Answer]
) -> Iterator[tuple[Shape, Play]]:
    """What the answers may mean: for each meaning, what was played."""
    if shape.values:
        yield shape, _played(positions, answers, MOVE_FORMS[0])
        return
    for pick in PICKS:
        returned = [_part(answer, 0, pick) for answer in answers]
        for move in MOVE_FORMS:
            yield replace(shape, pick=pick, move=move), _played(positions, returned, move)
    for part, answer in ((1, "in place"), (2, "board")):
        changed = [_part(each, part, "") for each in answers]
        as_changed = replace(shape, answer=answer)  # type: ignore[arg-type]
        yield as_changed, _played(positions, changed, MOVE_FORMS[0])


def _part(answer: Answer, part: int, pick: str) -> Answer:
    """What the adapter would have returned; `trials` says what the three parts are."""
    if not answer.ok or type(answer.value) is not tuple or len(answer.value) != 3:
        return answer
    value = answer.value[part]
    if not pick:
        return replace(answer, value=value)
    if type(value) not in (list, tuple) or len(value) < 2:
        return Answer("raised", text=f"it returned {shown(value)}")
    picked = {"[0]": value[0], "[1]": value[1], "[:2]": value[:2], "[1:]": value[1:]}[pick]
    return replace(answer, value=picked)


def _played(positions: Sequence[Position], answers: Sequence[Answer], move: str) -> Play:
    play = Play()
    play.read(positions, answers, partial(read_move, move))
    return play


def _first_score(
    shape: Shape, positions: Sequence[Position], answers: Sequence[Answer]
) -> tuple[int, int] | None:
    """The best score that any reading gives; None if less than half of the moves are legal."""
    if 2 * sum(answer.ok for answer in answers) < FIRST_LOOK:
        return None
    readings = _readings(shape, positions, answers)
    score = min(Tried(shape, play).score for _, play in readings)
    return score if 2 * score[0] <= FIRST_LOOK else None


def _some_of_each(legal: Sequence[tuple[Shape, tuple[int, int]]]) -> Iterator[Shape]:
    """The best few of each function."""
    taken: dict[tuple[str, bool], int] = {}
    for shape, _ in legal:
        key = shape.routine.path, bool(shape.values)
        taken[key] = taken.get(key, 0) + 1
        if taken[key] <= MOST_CLOSELY:
            yield shape
