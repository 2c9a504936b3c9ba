"""A class league: every bot of a folder, and house bots as rungs of a ladder.

Each bot first plays two games against chance, one with each mark. One that cannot be started, or
does not get through them with legal moves in time, does not take part; the league says why.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from noughts.analysis import Limit
from noughts.arena.crew import Crew, Lost
from noughts.arena.report import Facts, archive, page, player_page
from noughts.arena.store import Played, Task
from noughts.arena.table import FORFEITS
from noughts.arena.tournament import SUBMISSION, Entrant, Form, Tournament
from noughts.check.submissions import shown_names, submissions
from noughts.errors import NotationError
from noughts.records import MARKS
from noughts.rules import OTHER, TIC_TAC_TOE, Mark, Rules

__all__ = ["HOUSE", "League", "bots", "qualify", "write_pages"]

HOUSE = ("random", "easy", "medium", "hard", "perfect")  # from the lowest rung to the highest
HOUSE_NAME = "house {}".format
TICK = 0.25  # seconds


@dataclass(frozen=True)
class League:
    """How a league is played."""

    folder: Path
    rules: Rules = TIC_TAC_TOE
    form: Form = "swiss"
    games: int = 2  # of each pairing
    rounds: int = 10
    seconds: float = 30.0  # a move: plain minimax in Python takes 3 to 10 for its first one
    memory: int = 70  # megabytes
    house: Sequence[str] = HOUSE
    seed: int = 1

    def tournament(self, bots: Sequence[Entrant]) -> Tournament:
        """The tournament of these bots and the house."""
        limit = Limit(seconds=self.seconds)
        house = [Entrant(HOUSE_NAME(name), name, limit) for name in self.house]
        return Tournament(
            (*bots, *house), self.rules, self.form, self.games, self.rounds, seed=self.seed
        )


def bots(league: League) -> list[Entrant]:
    """Everything in the folder that may be a bot."""
    found = shown_names(submissions(league.folder))
    if not found:
        raise NotationError(f"there is no program in {str(league.folder)!r}")
    limit = Limit(seconds=league.seconds)
    return [
        Entrant(_title(name), f"{SUBMISSION}{path.resolve()}", limit, league.memory)
        for path, name in found.items()
    ]


def _title(name: str) -> str:
    """What a bot is called; a bot cannot pass for one of the house."""
    stem = name.removesuffix(".py").removesuffix(".zip")
    return f"{stem} (bot)" if stem in map(HOUSE_NAME, HOUSE) else stem


def qualify(
    league: League,
    bots: Sequence[Entrant],
    crew: Crew,
    tell: Callable[[int, int], None] = lambda done, total: None,
) -> dict[str, str]:
    """Why bots may not take part, by name; those that are not there may."""
    chance = Entrant("chance", "random")
    waiting = [
        Task(2 * number + place, str(league.rules), (), *pair, None, league.seed)
        for number, bot in enumerate(bots)
        for place, pair in enumerate([(bot, chance), (chance, bot)])
    ][::-1]
    total, done, refused = len(waiting), 0, dict[str, str]()
    while done < total:
        while waiting and crew.free:
            crew.begin(waiting.pop())
        for game in crew.finished(TICK):
            done += 1
            number = game.task.number if isinstance(game, Lost) else game.number
            if why := _why_not(game, MARKS[number % 2]):
                refused.setdefault(bots[number // 2].name, why)
        tell(done, total)
    return refused


def write_pages(facts: Facts, place: Path, write: Callable[[Path, str], object]) -> int:
    """Write the table for the wall and a page for each bot into a folder; return how many."""
    place.mkdir(exist_ok=True)
    house = {*map(HOUSE_NAME, HOUSE)}
    bots = [name for name in facts.names if name not in house]
    links = {name: f"bot-{number}.html" for number, name in enumerate(sorted(bots), 1)}
    for name, link in links.items():
        write(place / link, player_page(facts, name))
    write(place / "index.html", page(facts, archive(facts), links))
    return len(links)


def _why_not(game: Played | Lost, mark: Mark) -> str | None:
    """Why a bot that played this game so may not take part."""
    if isinstance(game, Lost):
        return str(game)
    outcome = game.record["outcome"]
    if outcome["reason"] in FORFEITS and outcome["winner"] == OTHER[mark]:
        return game.remark or outcome["reason"]
    return None
