"""Learn the net that corrects the tables, from games; needs PyTorch (`pip install torch`).

    python training/net.py FILE... --write src/noughts/engine/net.bin [--passes N] [--rate R]
                           [--start NET] [--teacher N] [--device cuda]

The net sees what `native/net.hpp` describes: for each empty cell, each of the four lines through it
is a row of a table. The features of the cells, summed up over the board, go through two layers of
hidden units and become a correction to what the tables of `learned_5.inc` say about the position.
How promising a move is depends on the features of its cell, and on the hidden units.

The value is learned from how the game ended and from what the search thought; the order of moves
from the moves that the search chose. With `--teacher`, a larger net learns both first, in so many
passes (`teacher.py`), and what it says counts half. It also judges positions that it reaches from
those of the games by moves of its own, good and bad ones. With `--start`, the net begins with the
weights of an earlier one. Every twentieth game is not learned from: on those the losses are
measured. At the end the weights are rounded to the whole numbers that the engine uses, and the
engine is asked whether it finds the same with them.
"""

import argparse
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

import numpy as np
import teacher
import torch
from numpy.typing import NDArray
from tables import (
    FIVE,
    OPEN_FOUR,
    POINTS,
    SHAPES,
    VALUE_SCALE,
    WAY_OF,
    Game,
    read_games,
    read_table,
)
from torch import Tensor, nn
from torch.nn import functional

from noughts import Position, Rules, _native

RULES = Rules(15, 15, 5)
SIDE, REACH = 15, 4
PLACES = 2 * REACH
CODES = 4**PLACES
STEPS = ((0, 1), (1, 0), (1, 1), (1, -1))
DIAGONAL = 2  # of the steps
SIDES = slice(0, REACH), slice(REACH, PLACES)  # of a line, before and after the cell
EDGE = 3
SEARCH_SHARE = 0.7  # of the value's target; the rest is how the game ended
TEACHER_SHARE = 0.5  # of both targets, where a teacher is asked
STRAYS = 3  # positions that the teacher reaches from each one of the games, one behind the other
BOLDNESS = 0.5, 2.5  # by how much the odds of the moves are evened out for that
CERTAIN = 1_000_000  # a win in n plies scores CERTAIN - n
SHORT_WIN = 5  # plies: what wins sooner is found by every search
# The value is made of the first channels. The others are for the order of moves alone, which uses
# all, but changes only those: when both learned them, the value learned next to nothing.
CHANNELS, JUDGED, HIDDEN, SECOND = 64, 48, 64, 32
RATE, WARM_UP = 4e-3, 300
BATCH = {"cpu": 512, "cuda": 8192}
AT_ONCE = 4096  # positions, where nothing is learned from them
UNSEEN = 20  # one game in so many
REPORTS, MEASURED = 10, 30_000
POLICY_SHARE = 0.5  # of the loss

# How numbers become whole, and how large they may be; native/net.cpp has the same.
ROW_SCALE, MOST_IN_ROW = 64, 255
POOL = 16  # so much of the sum over the board is one
UNIT = 128  # of pools and hidden units
MOST_POOLED, MOST_HIDDEN = 4_095 / UNIT, 2_047 / UNIT
WEIGHT_SCALE, MOST_WEIGHT = 512, 4_095
BIAS_SCALE, MOST_BIAS = WEIGHT_SCALE * UNIT, 1 << 28
# For the order of moves: 100 make one e times as likely; the last 10 bits go.
COUNT_SCALE, MOST_COUNT = 100 * 1024 / ROW_SCALE, 16_383
COUNT_BIAS_SCALE = COUNT_SCALE * 64  # the last 6 bits go
COUNT_WEIGHT_SCALE, MOST_IN_COUNTS = COUNT_BIAS_SCALE / UNIT, 8_191

SWAPPED = np.array([0, 2, 1], dtype=np.uint8)

VERIFIED = 256  # positions
# How far the engine may be from what was learned, on average: in points, and in hundredths of e.
NEAR_VALUE, NEAR_PROMISE = 8.0, 3.0


class Lines:
    """What can stand around an empty cell along a line, and which row of the table that is.

    A code has two bits for each of the eight places: 0 empty, 1 own, 2 the other side's, 3 beyond
    the edge. A line and its reverse have the same row; a line without stones has row 0, which stays
    zero. So the net is the same for all symmetries of the board.
    """

    def __init__(self) -> None:
        digits = (np.arange(CODES)[:, None] >> 2 * np.arange(PLACES)) & 3
        beyond = np.ones(CODES, dtype=bool)  # beyond the edge there is nothing but the edge
        for place in range(REACH - 1):
            beyond &= (digits[:, place + 1] != EDGE) | (digits[:, place] == EDGE)
            mirrored = PLACES - 1 - place
            beyond &= (digits[:, mirrored - 1] != EDGE) | (digits[:, mirrored] == EDGE)
        stones = ((digits == 1) | (digits == 2)).any(axis=1)
        weights = 4 ** np.arange(PLACES)
        reverse = (digits[:, ::-1] * weights).sum(axis=1)
        folded = np.minimum(np.arange(CODES), reverse)
        used = beyond & stones
        self.codes = np.unique(folded[used])  # of each row from 1 on
        self.row = np.zeros(CODES, dtype=np.int64)
        self.row[used] = 1 + np.searchsorted(self.codes, folded[used])
        swapped = (np.array([0, 2, 1, 3])[digits] * weights).sum(axis=1)
        self.swapped_row = self.row[swapped]
        shapes = self._shapes(digits, beyond)
        self.shape = shapes
        self.swapped_shape = shapes[swapped]

    @staticmethod
    def _shapes(digits: NDArray[np.int64], possible: NDArray[np.bool_]) -> NDArray[np.int64]:
        """The shape that an own stone makes of each line, as the engine tells it."""
        found = np.zeros(CODES, dtype=np.int64)
        for code in np.flatnonzero(possible):
            before, after = (int((digits[code, part] != EDGE).sum()) for part in SIDES)
            if before + after < REACH:
                continue  # too short for a line
            # The line stands on a diagonal, which is as short as it has to be.
            length = before + 1 + after if max(before, after) < REACH else SIDE
            here = before if before < REACH else SIDE - 1 - after if after < REACH else REACH
            diagonal = [(SIDE - length + i) * SIDE + i for i in range(length)]
            cells = ["."] * RULES.size
            for place in range(PLACES):
                away = place - REACH if place < REACH else place - REACH + 1
                if digits[code, place] in (1, 2):
                    cells[diagonal[here + away]] = ".xo"[digits[code, place]]
            made = _native.shapes(bare("".join(cells)))
            found[code] = made[diagonal[here]][0] >> 4 * DIAGONAL & 15
        return found


@dataclass(frozen=True)
class Bare:
    """As much of a position as the native side asks for: any stones, X to move."""

    cells: str
    rules: Rules = RULES
    turn: str = "x"


def bare(cells: str) -> Position:
    """Stones that no game may lead to."""
    return cast(Position, Bare(cells))


@dataclass(frozen=True)
class Samples:
    """Positions, as the side to move sees them, and what is to be said of them."""

    boards: Tensor  # 0 empty, 1 own, 2 the other side's
    moves: Tensor  # what the search chose
    won: Tensor  # how likely the side to move is to win

    @classmethod
    def of(cls, games: Sequence[Game], device: str) -> "Samples":
        """The positions in which no side wins soon."""
        count = sum(len(game.turns) for game in games)
        boards = np.zeros((count, RULES.size), dtype=np.uint8)
        moves, won = list[int](), list[float]()
        for game in games:
            board, mark = np.zeros(RULES.size, dtype=np.uint8), 1
            for cell in game.begun:
                board[cell], mark = mark, 3 - mark
            for turn, value in zip(game.turns, game.targets(SEARCH_SHARE), strict=True):
                if abs(turn.score) < CERTAIN - SHORT_WIN:
                    boards[len(moves)] = board if mark == 1 else SWAPPED[board]
                    moves.append(turn.best)
                    won.append(value)
                board[turn.played], mark = mark, 3 - mark
        return cls(
            torch.from_numpy(boards[: len(moves)]).to(device),
            torch.tensor(moves, device=device),
            torch.tensor(won, dtype=torch.float32, device=device),
        )


@dataclass(frozen=True)
class View:
    """What the net and the tables see of some positions."""

    rows: Tensor  # four for each cell that counts: empty, with a stone on one of its lines
    of: Tensor  # the position of each of these cells
    cells: Tensor
    given: Tensor  # what the tables say
    settled: Tensor  # where a four or a win in three decides, and nobody asks for more


class Eye:
    """Sees positions so."""

    def __init__(self, lines: Lines, worth: Tensor, device: str) -> None:
        self.row, self.shape, self.swapped_shape, self.worth, self.short = (
            torch.as_tensor(each).to(device)
            for each in (lines.row, lines.shape, lines.swapped_shape, worth, short_diagonals())
        )

    def see(self, boards: Tensor) -> View:
        """All of it."""
        codes, empty = self._codes(boards), boards == 0
        rows = self.row[codes]
        active = empty & (rows > 0).any(dim=2)
        of, cells = active.nonzero(as_tuple=True)
        given = torch.zeros(len(boards), device=boards.device)
        settled = torch.zeros(len(boards), dtype=torch.bool, device=boards.device)
        shift = 4 * torch.arange(len(STEPS), device=boards.device)
        for worth, shapes, least in zip(
            self.worth, (self.shape, self.swapped_shape), (OPEN_FOUR, FIVE), strict=True
        ):
            made = shapes[codes]
            given += (worth[(made << shift).sum(dim=2)] * empty).sum(dim=1)
            settled |= ((made >= least).any(dim=2) & empty).any(dim=1)
        return View(rows[active], of, cells, given, settled)

    def _codes(self, boards: Tensor) -> Tensor:
        """The codes of the four lines through each cell, by position."""
        count, wide = len(boards), SIDE + 2 * REACH
        padded = torch.full((count, wide, wide), EDGE, dtype=torch.int32, device=boards.device)
        padded[:, REACH:-REACH, REACH:-REACH] = boards.view(count, SIDE, SIDE)
        codes = padded.new_zeros((count, SIDE, SIDE, len(STEPS)))
        for direction, (down, right) in enumerate(STEPS):
            for place in range(PLACES):
                away = place - REACH if place < REACH else place - REACH + 1
                r, c = REACH + away * down, REACH + away * right
                codes[..., direction] += padded[:, r : r + SIDE, c : c + SIDE] << 2 * place
        return codes.view(count, RULES.size, len(STEPS)).masked_fill(self.short, CODES - 1).long()


@dataclass(frozen=True)
class Lessons:
    """Positions that are not settled, how likely the side to move is to win, and each move."""

    boards: Tensor
    won: Tensor
    chances: Tensor

    @classmethod
    def of(cls, samples: Samples, eye: Eye, taught_by: "teacher.Teacher | None") -> "Lessons":
        """What the games say; with a teacher, what both say, and the teacher of more positions."""
        parts = list[tuple[Tensor, Tensor, Tensor]]()
        for numbers in torch.arange(len(samples.boards), device=samples.boards.device).split(
            AT_ONCE
        ):
            boards, won = samples.boards[numbers], samples.won[numbers]
            chances = functional.one_hot(samples.moves[numbers], RULES.size).half()
            open_ = ~eye.see(boards).settled
            boards, won, chances = boards[open_], won[open_], chances[open_]
            if taught_by is not None:
                value, promises = teacher.ask(taught_by, boards)
                won, chances = (
                    old + TEACHER_SHARE * (new - old)
                    for old, new in ((won, value), (chances, promises))
                )
            parts.append((boards, won, chances.half()))
            if taught_by is None:
                continue
            for _ in range(STRAYS):
                boards = astray(boards, promises)
                boards = boards[~eye.see(boards).settled]
                value, promises = teacher.ask(taught_by, boards)
                parts.append((boards, value, promises.half()))
        return cls(*(torch.cat(each) for each in zip(*parts, strict=True)))


def astray(boards: Tensor, promises: Tensor) -> Tensor:
    """The positions one move later, with moves that may be worse than the likeliest."""
    low, high = BOLDNESS
    boldness = low + (high - low) * torch.rand(len(boards), 1, device=boards.device)
    move = torch.multinomial((promises + 1e-9) ** (1 / boldness) * (boards == 0), 1)
    after = boards.scatter(1, move, 1)
    return torch.where(after == 0, after, 3 - after)


def read_worth(path: Path) -> Tensor:
    """What the tables say that shapes are worth, own and the other side's, by `Shapes`."""
    values, ways = read_table(path)[0], torch.from_numpy(WAY_OF)
    worth = torch.from_numpy(values).float()
    return torch.stack((worth[ways], worth[ways + (len(values) - 1) // 2]))


def short_diagonals() -> NDArray[np.bool_]:
    """Where a line is too short for five, by cell and direction."""
    found = np.zeros((SIDE, SIDE, len(STEPS)), dtype=bool)
    for r in range(SIDE):
        for c in range(SIDE):
            found[r, c, 2] = SIDE - abs(r - c) <= REACH
            found[r, c, 3] = SIDE - abs(r + c - SIDE + 1) <= REACH
    return found.reshape(RULES.size, len(STEPS))


class SumOfRows(torch.autograd.Function):  # type: ignore[misc]
    """As `embedding_bag`, but learning does not sort the rows, which takes long on a GPU."""

    @staticmethod
    def forward(ctx: Any, table: Tensor, rows: Tensor) -> Tensor:
        """For each four rows their sum."""
        ctx.save_for_backward(rows)
        ctx.shape = table.shape
        return functional.embedding_bag(rows, table, mode="sum")

    @staticmethod
    def backward(ctx: Any, gradient: Tensor) -> tuple[Tensor, None]:
        """Each row gets what its sum gets."""
        (rows,) = ctx.saved_tensors
        each = gradient.repeat_interleave(rows.shape[1], dim=0)
        return gradient.new_zeros(ctx.shape).index_add_(0, rows.flatten(), each), None


def whole(weights: Tensor, scale: float) -> Tensor:
    """The weights as the engine will see them, whole numbers of 1 / scale.

    They are learned as if they were not whole. Many of them move together: if they became whole
    only at the end, what all have moved by less than a half would be lost.
    """
    return weights + ((scale * weights).round() / scale - weights).detach()


def applied(layer: nn.Linear, scale: float, numbers: Tensor) -> Tensor:
    """What a layer makes of these numbers, with weights that are whole."""
    return functional.linear(numbers, whole(layer.weight, scale), layer.bias)


class Net(nn.Module):  # type: ignore[misc]  # where PyTorch is not installed
    """See the top of this file."""

    swapped_row: Tensor
    shape_of_row: Tensor

    def __init__(self, lines: Lines) -> None:
        super().__init__()
        codes = np.concatenate(([0], lines.codes))
        self.own = nn.Parameter(0.02 * torch.randn(len(codes), CHANNELS))
        # Rows whose shapes are the same have a part in common: the rare learn from the frequent.
        self.common = nn.Parameter(0.1 * torch.randn(2, SHAPES, CHANNELS))
        self.hidden, self.second = nn.Linear(2 * JUDGED, HIDDEN), nn.Linear(HIDDEN, SECOND)
        self.out = nn.Linear(SECOND, 1)
        nn.init.normal_(self.out.weight, std=0.05)
        self.policy = nn.Linear(HIDDEN, 2 * CHANNELS)
        nn.init.normal_(self.policy.weight, std=0.01)
        nn.init.normal_(self.policy.bias, std=0.1)
        shapes = np.stack((lines.shape[codes], lines.swapped_shape[codes]))
        self.register_buffer("shape_of_row", torch.from_numpy(shapes))
        self.register_buffer("swapped_row", torch.from_numpy(lines.swapped_row[codes]))

    def table(self) -> Tensor:
        """The rows; the first one stays zero."""
        rows = self.own + self.common[0][self.shape_of_row[0]]
        rows = rows + self.common[1][self.shape_of_row[1]]
        rows = rows.clamp(-MOST_IN_ROW / ROW_SCALE, MOST_IN_ROW / ROW_SCALE)
        return whole(torch.cat((torch.zeros_like(rows[:1]), rows[1:])), ROW_SCALE)

    def forward(self, view: View) -> tuple[Tensor, Tensor]:
        """The logarithm of the odds, and how promising each cell is that counts."""
        rows = torch.cat((view.rows, self.swapped_row[view.rows]))
        features = functional.relu(SumOfRows.apply(self.table(), rows)).chunk(2)
        empty = torch.zeros(len(view.given), JUDGED, device=rows.device)
        pools = [empty.index_add(0, view.of, each[:, :JUDGED]) for each in features]
        pooled = (torch.cat(pools, dim=1) / POOL).clamp(max=MOST_POOLED)
        hidden = applied(self.hidden, WEIGHT_SCALE, pooled).clamp(0, MOST_HIDDEN)
        second = applied(self.second, WEIGHT_SCALE, hidden).clamp(0, MOST_HIDDEN)
        value = view.given + self.out(second).squeeze(1)
        most = MOST_COUNT / COUNT_SCALE
        counts = applied(self.policy, COUNT_WEIGHT_SCALE, hidden.detach())
        counts = counts.clamp(-most, most).chunk(2, dim=1)
        promise = torch.zeros(len(view.of), device=rows.device)
        for each, count in zip(features, counts, strict=True):
            known = torch.cat((each[:, :JUDGED].detach(), each[:, JUDGED:]), dim=1)
            promise = promise + (known * count.index_select(0, view.of)).sum(dim=1)
        return value, promise


def losses(net: Net, view: View, won: Tensor, chances: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """Of the value and of the order of moves, and how often the likeliest move is the one."""
    value, promise = net(view)
    value_loss = functional.binary_cross_entropy_with_logits(value, won)
    spread = torch.full_like(chances, teacher.TAKEN, dtype=torch.float32)
    spread = spread.index_put((view.of, view.cells), promise)
    possible = chances.float() * (spread > teacher.TAKEN)
    share = possible.sum(dim=1, keepdim=True)  # less than all: a move far from all stones
    policy_loss = -(possible * spread.log_softmax(dim=1)).sum() / share.sum().clamp(min=1e-6)
    right = spread.argmax(dim=1) == chances.argmax(dim=1)
    return value_loss, policy_loss, right.float().mean()


def measured(net: Net, eye: Eye, unseen: Lessons) -> list[float]:
    """The mean losses on positions that were not learned from."""
    with torch.no_grad():
        found = [
            torch.stack(losses(net, eye.see(boards), won, chances))
            for boards, won, chances in zip(
                unseen.boards[:MEASURED].split(AT_ONCE),
                unseen.won[:MEASURED].split(AT_ONCE),
                unseen.chances[:MEASURED].split(AT_ONCE),
                strict=True,
            )
        ]
    return cast(list[float], torch.stack(found).mean(dim=0).tolist())


def learn(
    net: Net, eye: Eye, lessons: Lessons, unseen: Lessons, passes: float, rate: float
) -> None:
    """Adam, warmed up, with a rate that falls to zero along a cosine."""
    adam = torch.optim.Adam(net.parameters(), lr=rate)
    began, reports, device = time.monotonic(), 0, lessons.boards.device.type
    all_of_it = teacher.batches(len(lessons.boards), BATCH[device], passes, device)
    for step, (done, some) in enumerate(all_of_it):
        if done * REPORTS >= reports:
            report(f"step {step}, {done:.0%}, {time.monotonic() - began:.0f} s", net, eye, unseen)
            reports += 1
        adam.param_groups[0]["lr"] = rate * teacher.rate(done, step, WARM_UP)
        view = eye.see(lessons.boards[some])
        value_loss, policy_loss, _ = losses(net, view, lessons.won[some], lessons.chances[some])
        adam.zero_grad()
        (value_loss + POLICY_SHARE * policy_loss).backward()
        adam.step()
    report(f"after {time.monotonic() - began:.0f} s", net, eye, unseen)


def report(when: str, net: Net, eye: Eye, unseen: Lessons) -> None:
    """Tell how well it does."""
    value, policy, right = measured(net, eye, unseen)
    print(f"{when}: unseen value {value:.4f}, policy {policy:.4f}, the move in {right:.1%}",
          flush=True)  # fmt: skip


@dataclass(frozen=True)
class Numbers:
    """Some weights, and how they become whole: times `scale`, and at most `most`."""

    weights: Tensor
    scale: float
    most: int
    kind: str = "<i2"

    def whole(self) -> bytes:
        """As the engine reads them."""
        scaled = (self.weights.detach().cpu().double() * self.scale).round()
        print(f"largest {scaled.abs().max():.0f} of {self.most}")
        cut = scaled.clamp(-self.most, self.most).numpy().astype(self.kind)
        return cast(bytes, cut.tobytes())

    def fill(self, numbers: bytes) -> bytes:
        """Take the weights from the front of these; return the others."""
        count = self.weights.numel()
        scaled = np.frombuffer(numbers, self.kind, count) / self.scale
        with torch.no_grad():
            self.weights.copy_(torch.from_numpy(scaled).view_as(self.weights))
        return numbers[count * np.dtype(self.kind).itemsize :]


def layout(net: Net, rows: Tensor) -> list[Numbers]:
    """All weights, in the order in which native/net.cpp reads them."""
    return [
        Numbers(rows, ROW_SCALE, MOST_IN_ROW),
        Numbers(net.hidden.weight, WEIGHT_SCALE, MOST_WEIGHT),
        Numbers(net.hidden.bias, BIAS_SCALE, MOST_BIAS, "<i4"),
        Numbers(net.second.weight, WEIGHT_SCALE, MOST_WEIGHT),
        Numbers(net.second.bias, BIAS_SCALE, MOST_BIAS, "<i4"),
        Numbers(net.out.weight, VALUE_SCALE / 2, 8_191),
        Numbers(net.out.bias, VALUE_SCALE, 1 << 20, "<i4"),
        Numbers(net.policy.weight, COUNT_WEIGHT_SCALE, MOST_IN_COUNTS),
        Numbers(net.policy.bias, COUNT_BIAS_SCALE, MOST_BIAS, "<i4"),
    ]


def head(net: Net) -> bytes:
    """The shape of the net, with which its weights begin."""
    shape = [CHANNELS, JUDGED, HIDDEN, SECOND, len(net.own) - 1]
    return np.array(shape, dtype="<u2").tobytes()


def export(net: Net, path: Path) -> None:
    """Write the weights."""
    rows = net.table()[1:]
    path.write_bytes(head(net) + b"".join(each.whole() for each in layout(net, rows)))


def begin_with(net: Net, path: Path) -> None:
    """Read the weights that `export` wrote."""
    first, numbers = head(net), path.read_bytes()
    if not numbers.startswith(first):
        raise SystemExit(f"{path} has the weights of another net")
    net.common.data.zero_()
    numbers = numbers[len(first) :]
    for each in layout(net, net.own[1:]):
        numbers = each.fill(numbers)


def verify(net: Net, eye: Eye, unseen: Lessons, path: Path) -> None:
    """Ask the engine about some positions; an error if it does not find what was learned."""
    engine = _native.Net(path.read_bytes())
    boards = unseen.boards[:VERIFIED]
    view = eye.see(boards)
    with torch.no_grad():
        values, promises = (each.cpu() for each in net(view))
    values, of, cells = values - view.given.cpu(), view.of.cpu(), view.cells.cpu()
    value_off, promise_off = [], []
    for number, board in enumerate(boards.tolist()):
        value, promise = engine.opinions(bare("".join(".xo"[each] for each in board)))[0]
        value_off.append(POINTS * abs(value / VALUE_SCALE - float(values[number])))
        here = of == number
        found = torch.tensor(promise)[cells[here]]
        promise_off.append(float((found - 100 * promises[here]).abs().mean()))
    off = float(np.mean(value_off)), float(np.mean(promise_off))
    print(f"the engine is off by {off[0]:.2f} points, and by {off[1]:.2f} for promises")
    if off[0] > NEAR_VALUE or off[1] > NEAR_PROMISE:
        raise SystemExit("the engine does not find what was learned")


def main() -> None:
    """Read, learn, write."""
    words = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    words.add_argument("files", type=Path, nargs="+")
    words.add_argument("--write", type=Path, required=True)
    words.add_argument("--learned", type=Path, default=Path("native/learned_5.inc"))
    words.add_argument("--passes", type=float, default=4)
    words.add_argument("--rate", type=float, default=RATE)
    words.add_argument("--start", type=Path, metavar="NET", help="weights of an earlier run")
    words.add_argument("--teacher", type=float, default=0, metavar="PASSES")
    words.add_argument("--threads", type=int, default=1)
    words.add_argument("--device", default="cpu")
    given = words.parse_args()
    torch.manual_seed(1)
    torch.set_num_threads(given.threads)
    games = list(read_games(given.files))
    lines = Lines()
    eye = Eye(lines, read_worth(given.learned), given.device)
    samples = Samples.of([game for n, game in enumerate(games) if n % UNSEEN], given.device)
    unseen = Lessons.of(Samples.of(games[::UNSEEN], given.device), eye, None)
    print(f"{len(games)} games: {len(samples.boards)} positions", flush=True)
    taught_by = None
    if given.teacher:
        taught_by = teacher.learn(
            samples.boards, samples.moves, samples.won, given.teacher, given.device
        )
    lessons = Lessons.of(samples, eye, taught_by)
    print(f"learning from {len(lessons.boards)}, {len(unseen.boards)} unseen", flush=True)
    net = Net(lines).to(given.device)
    if given.start:
        begin_with(net, given.start)
    learn(net, eye, lessons, unseen, given.passes, given.rate)
    export(net, given.write)
    verify(net, eye, unseen, given.write)


if __name__ == "__main__":
    main()
