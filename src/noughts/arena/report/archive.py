"""The games of a tournament as SGF, in a zip."""

import io
import time
import zipfile
from collections.abc import Sequence

from noughts.arena.report.facts import Facts, Game
from noughts.files import sgf
from noughts.records import Record

__all__ = ["archive"]

EARLIEST = 315_532_800  # 1980, in seconds since 1970: the first time that a zip can hold


def archive(facts: Facts) -> bytes:
    """One file for each game; the same tournament gives the same bytes."""
    out, digits = io.BytesIO(), len(str(facts.planned))
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as file:
        for game in facts.games:
            at = max(game.finished, EARLIEST)
            entry = zipfile.ZipInfo(f"game-{game.number:0{digits}}.sgf", time.gmtime(at)[:6])
            entry.compress_type = zipfile.ZIP_DEFLATED
            file.writestr(entry, sgf.write([_annotated(facts.title, game)]))
    return out.getvalue()


def _annotated(title: str, game: Game) -> Record:
    """The record with the tournament's name, and with what is said about its end."""
    record = game.record
    comments: dict[int, str] = {}
    for number, text in _comments(game):
        comments[number] = "\n".join(filter(None, (comments.get(number), text)))
    about = {
        "event": " ".join(title.split()),
        "name": f"game {game.number}",
        "round": str(game.round),
        "date": time.strftime("%Y-%m-%d", time.gmtime(game.finished)),
    }
    return Record(
        record.start, record.players, record.moves, record.seconds, record.decision,
        comments=comments, about=about,
    )  # fmt: skip


def _comments(game: Game) -> Sequence[tuple[int, str]]:
    found = []
    if game.loss is not None and game.told:
        found.append((game.loss.after or len(game.record.moves), game.told))
    if game.remark:
        found.append((len(game.record.moves), game.remark))
    return found
