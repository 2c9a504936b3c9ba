"""A large net that knows more than the engine's could, and teaches it; needs PyTorch and a GPU.

A residual net over the whole board, with a value and a probability for each move. It learns from
the same games, sees each position in all eight ways to turn the board, and is right more often:
where a game ended by chance, it says what usually happens. `net.py` learns from what it says about
the positions of the games and about others, which it reaches by moves of its own.
"""

from collections.abc import Iterator

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

SIDE = 15
BLOCKS, WIDTH, SUMMARY = 8, 128, 128
WIDE_VIEW = 3  # every third block also sees the board as a whole
BATCH, RATE, WARM_UP, DECAY = 2048, 2e-3, 300, 1e-4
POLICY_SHARE = 0.5  # of the loss
REPORT = 500  # steps
TAKEN = -1e9  # the logarithm of the odds of a move that is not possible


def symmetries() -> Tensor:
    """For each way to turn the board: which cell comes to each place."""
    cells = torch.arange(SIDE * SIDE).view(SIDE, SIDE)
    ways = [torch.rot90(each, turns) for each in (cells, cells.T) for turns in range(4)]
    return torch.stack([way.reshape(-1) for way in ways])


def summary(planes: Tensor) -> Tensor:
    """The mean and the largest of each plane."""
    return torch.cat((planes.mean((2, 3)), planes.amax((2, 3))), dim=1)


class Block(nn.Module):  # type: ignore[misc]  # where PyTorch is not installed
    """Two convolutions around which there is a way past."""

    def __init__(self, wide_view: bool) -> None:
        super().__init__()
        self.one = nn.Conv2d(WIDTH, WIDTH, 3, padding=1, bias=False)
        self.two = nn.Conv2d(WIDTH, WIDTH, 3, padding=1, bias=False)
        self.norm_one, self.norm_two = nn.BatchNorm2d(WIDTH), nn.BatchNorm2d(WIDTH)
        self.view = nn.Linear(2 * WIDTH, WIDTH) if wide_view else None

    def forward(self, planes: Tensor) -> Tensor:
        """The planes with what this block adds to them."""
        found = self.norm_one(self.one(planes))
        if self.view is not None:
            found = found + self.view(summary(functional.relu(found)))[:, :, None, None]
        return functional.relu(planes + self.norm_two(self.two(functional.relu(found))))


class Teacher(nn.Module):  # type: ignore[misc]
    """See the top of this file."""

    def __init__(self) -> None:
        super().__init__()
        self.stem = nn.Conv2d(3, WIDTH, 5, padding=2, bias=False)
        self.norm = nn.BatchNorm2d(WIDTH)
        self.blocks = nn.Sequential(*(Block(n % WIDE_VIEW == 2) for n in range(BLOCKS)))
        self.move, self.move_view = nn.Conv2d(WIDTH, 32, 1), nn.Linear(2 * WIDTH, 32)
        self.move_out = nn.Conv2d(32, 1, 1)
        self.value, self.value_out = nn.Linear(2 * WIDTH, SUMMARY), nn.Linear(SUMMARY, 1)

    def forward(self, boards: Tensor) -> tuple[Tensor, Tensor]:
        """The logarithm of the odds of the side to move, and of each move."""
        cells = boards.view(-1, SIDE, SIDE)
        planes = torch.stack((cells == 1, cells == 2, torch.ones_like(cells) > 0), dim=1).float()
        planes = planes.contiguous(memory_format=torch.channels_last)
        planes = self.blocks(functional.relu(self.norm(self.stem(planes))))
        seen = summary(planes)
        moves = functional.relu(self.move(planes) + self.move_view(seen)[:, :, None, None])
        value = self.value_out(functional.relu(self.value(seen))).squeeze(1)
        return value.float(), self.move_out(moves).flatten(1).float().masked_fill(boards > 0, TAKEN)


def batches(count: int, size: int, passes: float, device: str) -> Iterator[tuple[float, Tensor]]:
    """How much is done, and some of the numbers below `count`: all of them in each pass."""
    size = min(size, count)
    each_pass = count // size
    steps = max(1, round(passes * each_pass))
    for step in range(steps):
        at = step % each_pass * size
        if at == 0:
            order = torch.randperm(count, device=device)
        yield step / steps, order[at : at + size]


def rate(done: float, step: int, warm_up: int) -> float:
    """How much of the learning rate counts: it rises at first, and falls to zero along a cosine."""
    return min(1.0, (step + 1) / warm_up) * (0.5 + 0.5 * float(np.cos(np.pi * done)))


def learn(boards: Tensor, moves: Tensor, won: Tensor, passes: float, device: str) -> Teacher:
    """A teacher that has learned from positions, the moves chosen, and who won."""
    teacher = Teacher()
    teacher.to(device, memory_format=torch.channels_last)
    adam = torch.optim.AdamW(teacher.parameters(), lr=RATE, weight_decay=DECAY)
    turned = symmetries().to(device)
    back = turned.argsort(dim=1)
    sums = torch.zeros(2, device=device)
    for step, (done, some) in enumerate(batches(len(boards), BATCH, passes, device)):
        adam.param_groups[0]["lr"] = RATE * rate(done, step, WARM_UP)
        way = int(torch.randint(len(turned), ()))
        with torch.autocast(device, dtype=torch.bfloat16):
            value, promise = teacher(boards[some][:, turned[way]])
        losses = torch.stack((
            functional.binary_cross_entropy_with_logits(value, won[some]),
            functional.cross_entropy(promise, back[way][moves[some]]),
        ))  # fmt: skip
        adam.zero_grad()
        (losses[0] + POLICY_SHARE * losses[1]).backward()
        adam.step()
        sums += losses.detach()
        if step % REPORT == REPORT - 1:
            value_loss, policy_loss = (sums / REPORT).tolist()
            sums.zero_()
            print(f"teacher: step {step + 1}, {done:.0%}, learning {value_loss:.4f} "
                  f"{policy_loss:.4f}", flush=True)  # fmt: skip
    teacher.eval()
    return teacher


def ask(teacher: Teacher, boards: Tensor) -> tuple[Tensor, Tensor]:
    """The probability that the side to move wins, and of each move."""
    with torch.no_grad(), torch.autocast(boards.device.type, dtype=torch.bfloat16):
        value, promise = teacher(boards)
    return value.sigmoid(), promise.softmax(dim=1)
