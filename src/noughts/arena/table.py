"""The table of a tournament: for programs (JSON, CSV), and as lines of text."""

import csv
import io
from collections import Counter
from collections.abc import Iterator
from typing import Any

from noughts.arena.ratings import Ratings, rate
from noughts.arena.store import Store
from noughts.harmless import for_csv, for_terminal
from noughts.position import LOSSES
from noughts.rules import OTHER

__all__ = ["COLUMNS", "as_csv", "as_json", "as_lines", "ratings_of", "rows"]

FORFEITS = {*LOSSES} - {"resignation"}
COLUMNS = ("name", "elo", "low", "high", "games", "won", "drawn", "lost", "forfeits")


def ratings_of(store: Store) -> Ratings:
    """Everybody's rating, with those who have not played yet."""
    return rate(store.scores(), players=[player.name for player in store.players])


def rows(store: Store, ratings: Ratings) -> list[dict[str, Any]]:
    """A row for each player, the strongest first."""
    forfeits: Counter[str] = Counter()
    for row in store.rows():
        if row.reason in FORFEITS and row.winner is not None:
            forfeits[{"x": row.x, "o": row.o}[OTHER[row.winner]]] += 1
    return [
        {
            "name": each.name,
            "elo": round(each.elo, 1),
            "low": round(each.low, 1),
            "high": round(each.high, 1),
            "games": each.standing.games,
            "won": each.standing.won,
            "drawn": each.standing.drawn,
            "lost": each.standing.lost,
            "forfeits": forfeits[each.name],
        }
        for each in ratings.players
    ]


def as_json(store: Store) -> dict[str, Any]:
    """The table as plain data."""
    ratings, games = ratings_of(store), store.rows()
    advantage = ratings.x_advantage
    return {
        "game": str(store.rules),
        "games": sum(row.over for row in games),
        "planned": len(games),
        "players": rows(store, ratings),
        "x_advantage": {key: round(value, 1) for key, value in advantage._asdict().items()},
        "draws": round(ratings.draws, 4),
        "notes": list(ratings.notes),
        "refused": store.refused,
    }


def as_csv(store: Store) -> str:
    """The table for a spreadsheet."""
    out = io.StringIO()
    writer = csv.DictWriter(out, COLUMNS, lineterminator="\n")
    writer.writeheader()
    for row in rows(store, ratings_of(store)):
        writer.writerow(row | {"name": for_csv(row["name"])})
    return out.getvalue()


def as_lines(store: Store) -> Iterator[str]:
    """The table to read."""
    found = as_json(store)
    names = [for_terminal(row["name"]) for row in found["players"]]
    width = max(map(len, ["player", *names]))
    yield f"{'player':{width}}   Elo  95 % interval  games   won drawn  lost"
    for name, row in zip(names, found["players"], strict=True):
        between = f"{row['low']:+.0f} to {row['high']:+.0f}"
        numbers = f"{row['games']:5}  {row['won']:4}  {row['drawn']:4}  {row['lost']:4}"
        yield (
            f"{name:{width}} {row['elo']:+5.0f}  {between:>13}  {numbers}"
            f"{_forfeits(row['forfeits'])}"
        )
    low, high = (found["x_advantage"][key] for key in ("low", "high"))
    if found["games"]:
        yield (
            f"{found['games']} of {found['planned']} games; {found['draws']:.0%} drawn; "
            f"X is worth {found['x_advantage']['elo']:+.0f} Elo ({low:+.0f} to {high:+.0f})"
        )
    yield from map(for_terminal, found["notes"])
    for name, why in store.refused.items():
        yield for_terminal(f"{name} does not take part: {why}")


def _forfeits(number: int) -> str:
    return f"  ({number} by time, crash or an illegal move)" if number else ""
