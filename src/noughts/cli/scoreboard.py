"""The live table of a tournament in the terminal: ratings, what is being played, time left."""

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from noughts.arena import table
from noughts.arena.run import Runner
from noughts.arena.store import Played
from noughts.harmless import for_terminal

__all__ = ["scoreboard"]

SLOWLY = 1.0  # seconds between two looks at the ratings
MOST_SHOWN = 12  # games that are being played


@contextmanager
def scoreboard(runner: Runner, live: bool) -> Iterator[Callable[[Sequence[Played]], None]]:
    """Show how the tournament stands while it is played, if somebody watches `live`."""
    if not live:
        yield lambda games: None
        return
    from rich.console import Console  # takes a while to import
    from rich.live import Live
    from rich.text import Text

    board = Board(runner)
    with Live(console=Console(stderr=True), auto_refresh=False, transient=True) as screen:

        def changed(games: Sequence[Played]) -> None:
            if board.is_due(games):
                screen.update(Text("\n".join(board.lines())), refresh=True)

        yield changed


class Board:
    """What the terminal shows, and when it was shown last."""

    def __init__(self, runner: Runner) -> None:
        self.runner = runner
        self.started = time.monotonic()
        self.shown = 0.0
        self.played = 0

    def is_due(self, games: Sequence[Played]) -> bool:
        """Whether it is time to show it again."""
        self.played += len(games)
        if time.monotonic() < self.shown + SLOWLY:
            return False
        self.shown = time.monotonic()
        return True

    def lines(self) -> Iterator[str]:
        """The table, the games that are being played, and the time left."""
        yield from table.as_lines(self.runner.store)
        tasks = list(self.runner.running.values())
        for task in tasks[:MOST_SHOWN]:
            yield for_terminal(f"  playing game {task.number + 1}: {task.x.name} - {task.o.name}")
        if len(tasks) > MOST_SHOWN:
            yield f"  and {len(tasks) - MOST_SHOWN} more"
        yield self._time()

    def _time(self) -> str:
        """How long it has taken, and may take."""
        passed = time.monotonic() - self.started
        text = f"{_clock(passed)} passed"
        left = sum(not row.over for row in self.runner.store.rows())
        if self.played and left:
            text += f", about {_clock(passed / self.played * left)} left"
        test = self.runner.test()
        if test is not None:
            text += f"; test: LLR {test.llr:.2f} ({test.lower:.2f} to {test.upper:.2f})"
        return text


def _clock(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
