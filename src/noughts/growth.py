"""What a best-first search did, round by round: `Round`, and the tree that grows: `Growth`.

A depth-first search finishes its nodes, each once (`noughts.trace`). A best-first search finishes
none: in every round it goes down to a leaf, adds to the tree there, and changes the numbers of all
nodes on the way back. It reports each `Round` to a follower and knows nothing about drawings.
"""

import json
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass, field
from functools import reduce
from math import inf
from typing import Any, NamedTuple, TypeAlias

from noughts import drawing
from noughts.errors import IllegalMove, NotationError, is_whole, require, shorten
from noughts.notation import ROWS, Notation, as_move, name, names
from noughts.position import Position, Result, as_position
from noughts.rules import OTHER, Mark, Move, Rules
from noughts.trace import (
    END,
    LINES,
    NOTEBOOK_NODES,
    NOTEBOOK_WIDTH,
    Path,
    check_whole,
    levels_within,
    number,
    top,
)
from noughts.words import count

__all__ = ["PLAYOUTS", "PROOFS", "Follower", "Growth", "Kind", "Numbers", "Round", "Stage"]

Numbers: TypeAlias = tuple[float, float]  # of a node: playouts and points, or proof and disproof


class Round(NamedTuple):
    """One round of a best-first search.

    `path` leads from the root to the leaf that was selected; `grown` are the children that it got,
    with the numbers that they begin with. `numbers` are those after the way back, of the root and
    the nodes below it along `path`, and perhaps of the first grown child.

    In Monte Carlo tree search, `playout` are the moves of the random game from the last of those
    nodes, and `winner` is who won it. In proof-number search, `question` says what is being proved:
    that the side to move at the root can win, or that it can at least draw.
    """

    path: Path
    grown: tuple[tuple[Move, Numbers], ...]
    numbers: tuple[Numbers, ...]
    playout: Path = END
    winner: Mark | None = None
    question: Result | None = None

    @property
    def way(self) -> tuple[Path, ...]:
        """The nodes whose numbers it changed, the root first."""
        whole = (*self.path, *(move for move, _ in self.grown[:1]))
        return tuple(whole[:depth] for depth in range(len(self.numbers)))


Follower: TypeAlias = Callable[[Round], object]


@dataclass(frozen=True)
class Kind:
    """The phases of each round, and the numbers that the root begins with."""

    phases: tuple[str, ...]
    begin: Numbers


PLAYOUTS = Kind(("select", "expand", "simulate", "back up"), (0, 0))
PROOFS = Kind(("select", "expand", "back up"), (1, 1))


@dataclass
class Stage:
    """The tree at one step, which is a `phase` of a round.

    `number` counts the rounds from 1; it is 0 before the first one. `selected` are the nodes from
    the root to the selected leaf, `new` those that grew in this round; `before` has the numbers of
    nodes that this step has changed.
    """

    numbers: dict[Path, Numbers]
    children: dict[Path, list[Path]] = field(default_factory=dict)
    number: int = 0
    phase: str = ""
    round: Round | None = None
    selected: Collection[Path] = ()
    new: Collection[Path] = ()
    before: dict[Path, Numbers] = field(default_factory=dict)

    def expand(self, done: Round) -> None:
        """Add what grew."""
        for move, begin in done.grown:
            child = (*done.path, move)
            self.numbers[child] = begin
            self.children.setdefault(done.path, []).append(child)

    def back_up(self, done: Round) -> None:
        """Change the numbers on the way back."""
        self.numbers.update(zip(done.way, done.numbers, strict=True))

    def shown(self, path: Path, levels: int | None) -> list[Path]:
        """The children to draw: down to `levels`, all; below, those that this round is about."""
        children = self.children.get(path, [])
        if levels is None or len(path) < levels:
            return children
        return [child for child in children if child in self.selected or child in self.new]


class Growth:
    r"""The rounds of one best-first search, and the tree as it stands after each of their phases.

    >>> import random
    >>> from noughts.analysis import Limit
    >>> from noughts.textbook import mcts
    >>> growth = Growth("xo./x../.xo")
    >>> chance = random.Random(7)
    >>> found = mcts(growth.position, limit=Limit(nodes=5), chance=chance, follow=growth.add)
    >>> print(*growth.text(), sep="\n")
    root playouts 5, points of X 4 (0.80), selected, was 4 and 3
      b3 playouts 2, points of O 0.5 (0.25), selected, was 1 and 0.5
        a3 playouts 1, points of X 1 (1.00), new, was 0 and 0
      a3 playouts 1, points of O 0 (0.00)
      b2 playouts 1, points of O 0 (0.00)
      c1 playouts 1, points of O 0.5 (0.50)

    A step is one phase of a round: step 0 is the root alone, step `steps` the end of the last
    round. A proof may take two questions, with a tree for each; a step shows the tree that it
    belongs to.
    """

    def __init__(self, position: Position | Rules | str, *, method: str = "") -> None:
        self.position = as_position(position)
        require(isinstance(method, str), "the method must be a name", method)
        self.method = method
        self.rounds: list[Round] = []

    def add(self, done: Round) -> None:
        """Add a round; pass this method to a search as its `follow`.

        The first rounds are refused if this position does not have their moves.
        """
        require(isinstance(done, Round), "a growth takes the rounds of a search", done)
        most = len(done.path) + 1 + bool(done.grown)
        right = most - 1 <= len(done.numbers) <= most
        require(right, "a round has numbers for every node on its way", done)
        if len(self.rounds) <= self.position.rules.size:
            self._check(done)
        self.rounds.append(done)

    def _check(self, done: Round) -> None:
        try:
            leaf = reduce(Position.play, done.path, self.position)
            fits = all(leaf.why_not(move) is None for move, _ in done.grown)
        except (IllegalMove, NotationError):
            fits = False
        if not fits:
            raise NotationError(
                f"{shorten(done)} is not a round in {shorten(self.position.rows_text)}: "
                f"give the growth and the search the same position"
            )

    def __len__(self) -> int:
        return len(self.rounds)

    def __repr__(self) -> str:
        return f"<Growth of {self.position.rows_text}: {count(len(self), 'round')}>"

    def __str__(self) -> str:
        levels = self.levels_within(LINES)
        head = f"{self.caption(levels=levels)}. {self.legend()}"
        return "\n".join([head, *self.text(levels=levels)])

    @property
    def kind(self) -> Kind:
        """Of proof-number search, whose rounds have a question, or of Monte Carlo tree search."""
        return PROOFS if self.rounds and self.rounds[0].question else PLAYOUTS

    @property
    def steps(self) -> int:
        """How many steps there are: the number of the last one."""
        return len(self.rounds) * len(self.kind.phases)

    def stage(self, step: int | None = None) -> Stage:
        """The tree at a step, by default the last one."""
        phases = self.kind.phases
        step = self.steps if step is None else step
        fits = is_whole(step) and 0 <= step <= self.steps
        require(fits, f"the step must be a whole number from 0 to {self.steps}", step)
        stage = Stage({END: self.kind.begin})
        if not step:
            return stage
        last, phase = divmod(step - 1, len(phases))
        this = self.rounds[last]
        for done in self.rounds[:last]:
            if done.question == this.question:
                stage.expand(done)
                stage.back_up(done)
        stage.round, stage.number, stage.phase = this, last + 1, phases[phase]
        stage.selected = {this.path[:depth] for depth in range(len(this.path) + 1)}
        if phase >= 1:
            stage.expand(this)
            stage.new = {(*this.path, move) for move, _ in this.grown}
        if phase == len(phases) - 1:
            changes = zip(this.way, this.numbers, strict=True)
            old = {path: stage.numbers[path] for path, new in changes if stage.numbers[path] != new}
            stage.back_up(this)
            stage.before = old
        return stage

    def caption(self, step: int | None = None, levels: int | None = None) -> str:
        """The method, the round and its phase, what is being proved, and what is drawn."""
        return self._caption(self.stage(step), levels)

    def _caption(self, stage: Stage, levels: int | None) -> str:
        check_whole("levels", levels)
        nodes = count(len(stage.numbers), "node")
        words = [f"round {stage.number:,} of {len(self):,}", *filter(None, [stage.phase]), nodes]
        if levels is not None and levels < max(map(len, stage.numbers)):
            words.append(top(levels))
        return f"{self.method}: {', '.join(words)}" if self.method else ", ".join(words)

    def legend(self, step: int | None = None) -> str:
        """How to read the numbers at a step, and what is to be proved, in a few sentences."""
        return " ".join(self._legend(self.stage(step)))

    def _legend(self, stage: Stage) -> list[str]:
        this = stage.round or next(iter(self.rounds), None)
        us, them = self.position.turn.upper(), OTHER[self.position.turn].upper()
        if this is None or this.question is None:
            return ["Points are those of the side that moved here: 1 for a win, 0.5 for a draw."]
        goal = "wins" if this.question == "win" else "does not lose"
        return [
            f"To be proved: {us} {goal}.",
            f"OR: {us} to move, one proved move is enough; AND: {them} to move, all are needed.",
            "Proof: so many leaves at least must be proved for it; disproof: so many disproved.",
        ]

    def text(
        self, step: int | None = None, levels: int | None = None, notation: Notation = ROWS
    ) -> Iterator[str]:
        """The tree as indented lines, the root first; `levels` moves deep, or whole.

        Below `levels` there is still what the round is about.
        """
        stage, rules = self.stage(step), self.position.rules
        check_whole("levels", levels)
        known = isinstance(notation, Notation)
        require(known, "the notation must be one of noughts.notation.NOTATIONS", notation)
        todo = [(END, self.position)]
        while todo:
            path, position = todo.pop()
            label = notation.cell_name(rules, path[-1]) if path else "root"
            yield f"{'  ' * len(path)}{label} {self.explain(stage, path, position, notation)}"
            shown = reversed(stage.shown(path, levels))
            todo.extend((child, position.play(child[-1])) for child in shown)

    def explain(
        self, stage: Stage, path: Path, position: Position, notation: Notation = ROWS
    ) -> str:
        """One node in words; `path` leads to `position`."""
        this, words = stage.round, [self._numbers(stage, path, position)]
        words += ["selected"] * (path in stage.selected) + ["new"] * (path in stage.new)
        if path in stage.before:
            words.append("was {} and {}".format(*map(_plain, stage.before[path])))
        if this is not None and self._is_played_out(stage, path):
            moves = " ".join(notation.cell_names(position.rules, this.playout)) or "none"
            words.append(f"playout {moves}: {_ending(this.winner)}")
        elif position.is_over:
            words.append(_ending(position.winner))
        return ", ".join(words)

    def _is_played_out(self, stage: Stage, path: Path) -> bool:
        this = stage.round
        return this is not None and stage.phase == "simulate" and path == this.way[-1]

    def _numbers(self, stage: Stage, path: Path, position: Position) -> str:
        first, second = stage.numbers[path]
        if self.kind is PLAYOUTS:
            share = f" ({second / first:.2f})" if first else ""
            mover = OTHER[position.turn].upper()
            return f"playouts {_plain(first)}, points of {mover} {_plain(second)}{share}"
        words = f"{'AND' if len(path) % 2 else 'OR'} proof {_plain(first)}, "
        words += f"disproof {_plain(second)}"
        return words + (", proved" if not first else ", disproved" if not second else "")

    def svg(self, step: int | None = None, levels: int | None = None) -> str:
        """The tree as a picture: boards as nodes; what the step is about has a frame."""
        stage = self.stage(step)
        if self.kind is PLAYOUTS:
            sign = "2 of 5: two points of five playouts."
        else:
            sign = "▲ OR, ▼ AND; 2 : 5 is proof 2, disproof 5; 0 : ∞ is proved, ∞ : 0 disproved."
        legend = [self._caption(stage, levels), *self._legend(stage), sign]
        return drawing.growth_svg(self._box(stage, END, self.position, levels), legend)

    def html(self, step: int | None = None, levels: int | None = None) -> str:
        """The picture on a web page of its own, in light and dark."""
        title = f"Search tree of {self.position.rows_text}"
        return drawing.tree_page(self.svg(step, levels), title)

    def _repr_svg_(self) -> str:
        levels = self.levels_within(NOTEBOOK_NODES)
        stage = self.stage()
        while levels and self._width(stage, levels) > NOTEBOOK_WIDTH:
            levels -= 1
        return self.svg(levels=levels)

    def _width(self, stage: Stage, levels: int) -> float:
        return drawing.tree_width([self._box(stage, END, self.position, levels)])

    def levels_within(self, most: int, step: int | None = None) -> int:
        """How many levels below the root fit into `most` nodes."""
        return levels_within(self.stage(step).numbers, most)

    def _box(self, stage: Stage, path: Path, position: Position, levels: int | None) -> drawing.Box:
        shown = stage.shown(path, levels)
        playouts = self.kind is PLAYOUTS
        return drawing.Box(
            rules=position.rules,
            cells=position.cells,
            last=path[-1] if path else None,
            won=position.won,
            up=None if playouts or position.is_over else len(path) % 2 == 0,
            value=_drawn(stage.numbers[path], playouts),
            window=self._small_line(stage, path),
            edge=name(position.rules, path[-1]) if path else "",
            title=self.explain(stage, path, position),
            children=[self._box(stage, child, position.play(child[-1]), levels) for child in shown],
            folded=len(stage.children.get(path, ())) - len(shown),
            frame="new" if path in stage.new else "selected" if path in stage.selected else "",
        )

    def _small_line(self, stage: Stage, path: Path) -> str:
        """What stands below the numbers of a node in a picture."""
        if stage.round is not None and self._is_played_out(stage, path):
            return f"playout: {_ending(stage.round.winner)}"
        if path in stage.before:
            return f"was {_drawn(stage.before[path], self.kind is PLAYOUTS)}"
        return ""

    def json(self) -> Iterator[str]:
        """All rounds, one a line, as the lines of one JSON object; `read` takes them.

        An infinite number is null.
        """
        head = {**self.position.as_json(), "method": self.method}
        yield json.dumps(head)[:-1] + ', "rounds": ['
        cell_names = names(self.position.rules, range(self.position.rules.size))
        for i, done in enumerate(self.rounds):
            entry: dict[str, Any] = {
                **done._asdict(),
                "path": [cell_names[move] for move in done.path],
                "grown": [[cell_names[move], *map(_finite, begin)] for move, begin in done.grown],
                "numbers": [[*map(_finite, numbers)] for numbers in done.numbers],
                "playout": [cell_names[move] for move in done.playout],
            }
            yield json.dumps(entry) + ("," if i + 1 < len(self.rounds) else "")
        yield "]}"

    @classmethod
    def read(cls, lines: Iterable[str]) -> "Growth":
        """The growth that `json` wrote."""
        try:
            data = json.loads("\n".join(lines))
            position = Position(data["game"], data["cells"], data["turn"])
            growth = cls(position, method=data["method"])
            for entry in data["rounds"]:
                growth.add(_read_round(position.rules, entry))
        except (ValueError, TypeError, KeyError) as error:
            raise NotationError(f"{shorten(lines)} is not a growth as JSON: {error}") from None
        return growth


def _read_round(rules: Rules, entry: dict[str, Any]) -> Round:
    def moves(given: list[str]) -> Path:
        return tuple(as_move(rules, move) for move in given)

    return Round(
        moves(entry["path"]),
        tuple((as_move(rules, move), _numbers(begin)) for move, *begin in entry["grown"]),
        tuple(map(_numbers, entry["numbers"])),
        moves(entry["playout"]),
        entry["winner"],
        entry["question"],
    )


def _numbers(given: list[float | None]) -> Numbers:
    first, second = (inf if each is None else each for each in given)
    return first, second


def _finite(value: float) -> float | None:
    return None if value == inf else value


def _ending(winner: Mark | None) -> str:
    return f"{winner} wins" if winner else "a draw"


def _plain(value: float) -> str:
    return number(value).removeprefix("+")


def _drawn(numbers: Numbers, playouts: bool) -> str:
    first, second = (_plain(each).replace("inf", "∞") for each in numbers)
    return f"{second} of {first}" if playouts else f"{first} : {second}"
