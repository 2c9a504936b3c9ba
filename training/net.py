"""Learn the net that corrects the tables, from games; needs PyTorch (`pip install torch`).

    python training/net.py FILE... --write src/noughts/engine/net.bin [--passes N] [--device cuda]

The net sees what `native/net.hpp` describes: for each empty cell, each of the four lines through it
is a row of a table. From the features of the cells come how promising each move is, and, summed up
over the board, through a layer of hidden units, a correction to what the tables of `learned.inc`
say about the position.

The value is learned from how the game ended and from what the search thought; the order of moves
from the moves that the search chose. Every tenth game is not learned from: on those the losses are
measured. At the end the weights are rounded to the whole numbers that the engine uses, and the
engine is asked whether it finds the same with them.
"""

import argparse
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import cast

import numpy as np
import torch
from numpy.typing import NDArray
from tables import POINTS, SHAPES, VALUE_SCALE, WAY_OF, Game, read_games, read_table
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
CERTAIN = 1_000_000  # a win in n plies scores CERTAIN - n
SHORT_WIN = 5  # plies: what wins sooner is found by every search
CHANNELS, HIDDEN = 32, 32
# The last channels are for the order of moves alone. The others are learned from the value alone,
# though the order of moves may use them: when both learned them, the value learned next to nothing.
POLICY_CHANNELS = 8
VALUE_CHANNELS = CHANNELS - POLICY_CHANNELS
BATCH = 1024
RATE, WARM_UP = 3e-3, 300
REPORT, MEASURED = 500, 30_000
POLICY_SHARE = 0.5  # of the loss

# How numbers become whole, and how large they may be; native/net.cpp has the same.
ROW_SCALE, MOST_IN_ROW = 64, 255
WEIGHT_SCALE = 512
BIAS_SCALE = WEIGHT_SCALE * ROW_SCALE * 16 // 8  # a sixteenth of a pool, without its last 3 bits
POLICY_SCALE = 100 * 1024 / ROW_SCALE  # 100 make a move e times as likely; the last 10 bits go

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


class Samples:
    """Positions, as the side to move sees them, with what was found out about them."""

    def __init__(self, games: Sequence[Game], lines: Lines, worth: Tensor) -> None:
        count = sum(len(game.turns) for game in games)
        boards = np.zeros((count, RULES.size), dtype=np.uint8)
        moves, won = np.zeros(count, dtype=np.int64), np.zeros(count, dtype=np.float32)
        at = 0
        for game in games:
            board, mark = np.zeros(RULES.size, dtype=np.uint8), 1
            for cell in game.begun:
                board[cell], mark = mark, 3 - mark
            for turn, value in zip(game.turns, game.targets(SEARCH_SHARE), strict=True):
                if abs(turn.score) < CERTAIN - SHORT_WIN:
                    boards[at] = board if mark == 1 else SWAPPED[board]
                    moves[at], won[at] = turn.best, value
                    at += 1
                board[turn.played], mark = mark, 3 - mark
        self.boards, self.won = torch.from_numpy(boards[:at]), torch.from_numpy(won[:at])
        self._find_rows(torch.from_numpy(moves[:at]), lines, worth)

    def __len__(self) -> int:
        return len(self.boards)

    def _find_rows(self, moves: Tensor, lines: Lines, worth: Tensor) -> None:
        """The rows of all cells that count, and where those of each position begin.

        Which of them was chosen, and what the tables say.
        """
        row, rows, counts, chosen, given = torch.from_numpy(lines.row), [], [], [], []
        for start in range(0, len(self), BATCH):
            boards = self.boards[start : start + BATCH]
            codes, empty = line_codes(boards), boards == 0
            given.append(tables_say(codes, empty, lines, worth))
            found = row[codes.long()]
            active = cells_that_count(found, empty)
            rows.append(found[active].to(torch.int16))
            counts.append(active.sum(dim=1))
            move = moves[start : start + BATCH, None]
            before = active.cumsum(dim=1).gather(1, move).squeeze(1) - 1
            chosen.append(torch.where(active.gather(1, move).squeeze(1), before, -1))
        self.rows, self.given = torch.cat(rows), torch.cat(given)
        self.counts, self.chosen = torch.cat(counts), torch.cat(chosen)
        self.starts = self.counts.cumsum(0) - self.counts

    def batch(self, numbers: Tensor, device: str) -> "Batch":
        """Some of them."""
        counts, starts = self.counts[numbers], self.starts[numbers]
        begin = counts.cumsum(0) - counts
        of = torch.repeat_interleave(torch.arange(len(numbers)), counts)
        cells = torch.arange(int(counts.sum())) + (starts - begin)[of]
        width = int(counts.max())
        return Batch(
            rows=self.rows[cells].long().to(device),
            of=of.to(device),
            place=(torch.arange(len(cells)) - begin[of] + of * width).to(device),
            given=self.given[numbers].to(device),
            won=self.won[numbers].to(device),
            chosen=self.chosen[numbers].to(device),
            width=width,
        )


@dataclass(frozen=True)
class Batch:
    """Rows of cells, the position of each cell and its place in a table with `width` columns."""

    rows: Tensor
    of: Tensor
    place: Tensor
    given: Tensor
    won: Tensor
    chosen: Tensor
    width: int


def cells_that_count(rows: Tensor, empty: Tensor) -> Tensor:
    """The empty cells with a stone on one of their lines."""
    return empty & (rows > 0).any(dim=2)


def tables_say(codes: Tensor, empty: Tensor, lines: Lines, worth: Tensor) -> Tensor:
    """The value of positions by the tables alone."""
    shift, total = 4 * torch.arange(4), torch.zeros(len(codes))
    for part, shape in zip(worth, (lines.shape, lines.swapped_shape), strict=True):
        made = (torch.from_numpy(shape)[codes.long()] << shift).sum(dim=2)
        total += (part[made] * empty).sum(dim=1)
    return total


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


SHORT = torch.from_numpy(short_diagonals())


def line_codes(boards: Tensor) -> Tensor:
    """The codes of the four lines through each cell, by position."""
    count, wide = len(boards), SIDE + 2 * REACH
    padded = torch.full((count, wide, wide), EDGE, dtype=torch.int32)
    padded[:, REACH:-REACH, REACH:-REACH] = boards.view(count, SIDE, SIDE)
    codes = torch.zeros((count, SIDE, SIDE, len(STEPS)), dtype=torch.int32)
    for direction, (down, right) in enumerate(STEPS):
        for place in range(PLACES):
            away = place - REACH if place < REACH else place - REACH + 1
            r, c = REACH + away * down, REACH + away * right
            codes[..., direction] += padded[:, r : r + SIDE, c : c + SIDE] << 2 * place
    return codes.view(count, RULES.size, len(STEPS)).masked_fill(SHORT, CODES - 1)


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
        self.policy = nn.Parameter(0.1 * torch.randn(2, CHANNELS))
        self.hidden = nn.Linear(2 * VALUE_CHANNELS, HIDDEN)
        self.out = nn.Linear(HIDDEN, 1)
        nn.init.normal_(self.out.weight, std=0.05)
        shapes = np.stack((lines.shape[codes], lines.swapped_shape[codes]))
        self.register_buffer("shape_of_row", torch.from_numpy(shapes))
        self.register_buffer("swapped_row", torch.from_numpy(lines.swapped_row[codes]))

    def table(self) -> Tensor:
        """The rows; the first one stays zero."""
        rows = self.own + self.common[0][self.shape_of_row[0]]
        rows = rows + self.common[1][self.shape_of_row[1]]
        rows = rows.clamp(-MOST_IN_ROW / ROW_SCALE, MOST_IN_ROW / ROW_SCALE)
        return torch.cat((torch.zeros_like(rows[:1]), rows[1:]))

    def forward(self, batch: Batch) -> tuple[Tensor, Tensor]:
        """The logarithm of the odds, and how promising the cells of each position are."""
        table, count = self.table(), len(batch.won)
        pools, promise = [], torch.zeros(len(batch.rows), device=batch.rows.device)
        for rows, policy in ((batch.rows, self.policy[0]),
                             (self.swapped_row[batch.rows], self.policy[1])):  # fmt: skip
            sums = functional.embedding_bag(rows, table, mode="sum")
            features = functional.relu(sums)
            apart = features.detach()[:, :VALUE_CHANNELS] @ policy[:VALUE_CHANNELS]
            promise = promise + apart + features[:, VALUE_CHANNELS:] @ policy[VALUE_CHANNELS:]
            empty = torch.zeros(count, VALUE_CHANNELS, device=rows.device)
            pools.append(empty.index_add(0, batch.of, features[:, :VALUE_CHANNELS]))
        pooled = torch.cat(pools, dim=1) / 16
        value = batch.given + self.out(functional.relu(self.hidden(pooled))).squeeze(1)
        spread = torch.full((count * batch.width,), -1e9, device=promise.device)
        return value, spread.index_put((batch.place,), promise).view(count, batch.width)


def losses(net: Net, batch: Batch) -> tuple[Tensor, Tensor, Tensor]:
    """Of the value and of the policy, and how often the likeliest move was chosen."""
    value, promise = net(batch)
    value_loss = functional.binary_cross_entropy_with_logits(value, batch.won)
    policy_loss = functional.cross_entropy(promise, batch.chosen, ignore_index=-1)
    return value_loss, policy_loss, (promise.argmax(dim=1) == batch.chosen).float().mean()


def measured(net: Net, samples: Samples, device: str) -> list[float]:
    """The mean losses on positions that were not learned from."""
    with torch.no_grad():
        numbers = torch.arange(min(len(samples), MEASURED))
        found = [[float(each) for each in losses(net, samples.batch(some, device))]
                 for some in numbers.split(BATCH)]  # fmt: skip
    return [float(np.mean(column)) for column in zip(*found, strict=True)]


def learn(net: Net, learned: Samples, unseen: Samples, passes: float, device: str) -> None:
    """Adam, warmed up, with a rate that falls to zero along a cosine."""
    steps = max(1, round(passes * len(learned) / BATCH))
    adam = torch.optim.Adam(net.parameters(), lr=RATE)
    schedule = torch.optim.lr_scheduler.LambdaLR(
        adam,
        lambda step: min(1.0, step / WARM_UP) * (0.5 + 0.5 * np.cos(np.pi * min(1, step / steps))),
    )
    step, began, sums = 0, time.monotonic(), np.zeros(2)
    while step < steps:
        for numbers in torch.randperm(len(learned)).split(BATCH)[: steps - step]:
            value_loss, policy_loss, _ = losses(net, learned.batch(numbers, device))
            adam.zero_grad()
            (value_loss + POLICY_SHARE * policy_loss).backward()
            adam.step()
            schedule.step()
            step += 1
            sums += value_loss.item(), policy_loss.item()
            if step % REPORT == 0 or step == steps:
                value, policy, top = measured(net, unseen, device)
                learning = sums / (step % REPORT or REPORT)
                sums[:] = 0
                print(
                    f"step {step} of {steps}, {time.monotonic() - began:.0f} s: learning "
                    f"{learning[0]:.4f} {learning[1]:.4f}, unseen value {value:.4f}, "
                    f"policy {policy:.4f}, the move in {top:.1%}",
                    flush=True,
                )


def whole(numbers: Tensor, scale: float, most: int, kind: str = "<i2") -> bytes:
    """Rounded, as the engine reads them."""
    scaled = (numbers.detach().cpu().double() * scale).round()
    print(f"largest {scaled.abs().max():.0f} of {most}")
    return cast(bytes, scaled.clamp(-most, most).numpy().astype(kind).tobytes())


def padded(weights: Tensor) -> Tensor:
    """With zeros for the channels that are for the order of moves alone."""
    both = weights.view(HIDDEN, 2, VALUE_CHANNELS)
    return functional.pad(both, (0, POLICY_CHANNELS))


def export(net: Net, path: Path) -> None:
    """Write the weights in the order in which native/net.cpp reads them."""
    rows = net.table()[1:]
    head = np.array([CHANNELS, HIDDEN, len(rows)], dtype="<u2")
    parts = (
        head.tobytes(),
        whole(rows, ROW_SCALE, MOST_IN_ROW),
        whole(net.policy, POLICY_SCALE, 16_383),
        whole(padded(net.hidden.weight), WEIGHT_SCALE, 4_095),
        whole(net.hidden.bias, BIAS_SCALE, 1 << 28, "<i4"),
        whole(net.out.weight, VALUE_SCALE / 2, 8_191),
        whole(net.out.bias, VALUE_SCALE, 1 << 20, "<i4"),
    )
    path.write_bytes(b"".join(parts))


def verify(net: Net, samples: Samples, lines: Lines, path: Path) -> None:
    """Ask the engine about some positions; an error if it does not find what was learned."""
    engine = _native.Net(path.read_bytes())
    numbers = torch.arange(min(len(samples), VERIFIED))
    batch = samples.batch(numbers, "cpu")
    with torch.no_grad():
        values, promises = net.cpu()(batch)
    value_off, promise_off = [], []
    row = torch.from_numpy(lines.row)
    for number in numbers.tolist():
        board = samples.boards[number]
        cells = "".join(".xo"[each] for each in board.tolist())
        value, promise = engine.opinions(bare(cells))[0]
        learned = float(values[number] - batch.given[number])
        value_off.append(POINTS * abs(value / VALUE_SCALE - learned))
        rows = row[line_codes(board[None]).long()]
        found = torch.tensor(promise)[cells_that_count(rows, board[None] == 0)[0]]
        promise_off.append(float((found - 100 * promises[number][: len(found)]).abs().mean()))
    off = float(np.mean(value_off)), float(np.mean(promise_off))
    print(f"the engine is off by {off[0]:.2f} points, and by {off[1]:.2f} for promises")
    if off[0] > NEAR_VALUE or off[1] > NEAR_PROMISE:
        raise SystemExit("the engine does not find what was learned")


def main() -> None:
    """Read, learn, write."""
    words = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    words.add_argument("files", type=Path, nargs="+")
    words.add_argument("--write", type=Path, required=True)
    words.add_argument("--learned", type=Path, default=Path("native/learned.inc"))
    words.add_argument("--passes", type=float, default=6)
    words.add_argument("--threads", type=int, default=1)
    words.add_argument("--device", default="cpu")
    given = words.parse_args()
    torch.manual_seed(1)
    torch.set_num_threads(given.threads)
    games = list(read_games(given.files))
    lines, worth = Lines(), read_worth(given.learned)
    unseen = Samples(games[::10], lines, worth)
    learned = Samples([game for n, game in enumerate(games) if n % 10], lines, worth)
    print(f"{len(games)} games: {len(learned)} positions, {len(unseen)} unseen", flush=True)
    net = Net(lines).to(given.device)
    learn(net, learned, unseen, given.passes, given.device)
    export(net, given.write)
    verify(net, unseen, lines, given.write)


if __name__ == "__main__":
    main()
