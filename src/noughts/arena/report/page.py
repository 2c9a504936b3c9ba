"""The page itself: self-contained, with everything from strangers made harmless.

The tables are HTML. The games are JSON, as small as can be, from which `replay.js` draws the board;
Python has already said everything in it that needs the rules of the game.
"""

import base64
import hashlib
import json
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib.resources import files
from types import MappingProxyType
from typing import Any

from noughts.arena.report.facts import Facts, Game, OpeningScore
from noughts.arena.report.pictures import grid, rating_plot, small_board
from noughts.arena.tournament import ENGINE, Entrant
from noughts.harmless import for_html, for_terminal, for_xml
from noughts.notation import ROWS, names
from noughts.rules import OTHER, Mark, Move
from noughts.words import count

__all__ = ["LARGEST_ARCHIVE", "page", "player_page"]

LARGEST_ARCHIVE = 1_000_000  # bytes of a zip that becomes part of the page
SHOWN_OPENINGS = 12  # the others are there when somebody asks for them
DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
STRONGEST_COLOUR = (
    40  # % of a cell's colour that is not the page's own, for 0 and 100 % of the points
)

FORMS = {"round-robin": "round robin", "gauntlet": "gauntlet", "swiss": "Swiss"}


def page(
    facts: Facts, archive: bytes | None = None, links: Mapping[str, str] = MappingProxyType({})
) -> str:
    """The whole page; a small `archive` becomes part of it, and players link to their own pages."""
    parts = {"Ratings": _ratings(facts, links)}
    if facts.games:
        parts["Crosstable"] = _crosstable(facts)
        parts["Openings"] = _openings(facts)
        parts["Games"] = _games(facts, archive)
    return _document(facts, parts, [*_about(facts)])


def player_page(facts: Facts, name: str) -> str:
    """The page of one player: where it stands, which games it lost and why, all its games."""
    own = facts.of(name)
    place, row = next((n, row) for n, row in enumerate(facts.table, 1) if row["name"] == name)
    about = [
        ("Place", f"{place} of {len(facts.table)}"),
        ("Elo", f"{row['elo']:+.0f} ({row['low']:+.0f} to {row['high']:+.0f})"),
        ("Games", f"{row['won']} won, {row['drawn']} drawn, {row['lost']} lost"),
    ]
    parts = {"Lost": _lost(own, name)}
    if own.games:
        parts["Games"] = _games(own, None)
    return _document(own, parts, about)


def _lost(facts: Facts, name: str) -> str:
    """The games that a player lost, and why."""
    rows = ""
    for game in facts.games:
        if game.is_lost_by(name):
            mark: Mark = "x" if game.record.players["x"] == name else "o"
            against = _line(game.record.players[OTHER[mark]])
            why = " ".join(filter(None, (game.ending, game.remark, game.told)))
            rows += (
                f"<li>Game {game.number}, as {mark.upper()} against {against}: {_line(why)}</li>"
            )
    body = f"<ul>{rows}</ul>" if rows else "<p>It lost no game.</p>"
    return f'<section aria-labelledby="lost"><h2 id="lost">Lost games, and why</h2>{body}</section>'


def _document(facts: Facts, parts: Mapping[str, str], about: Sequence[tuple[str, str]]) -> str:
    own = files("noughts.arena.report")
    style = own.joinpath("look.css").read_text("utf-8")
    script = own.joinpath("replay.js").read_text("utf-8")
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    allowed = f"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{digest}'"
    return (
        f'<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">'
        f'<meta name="color-scheme" content="light dark">'
        f'<meta http-equiv="Content-Security-Policy" content="{allowed}">'
        f"<title>{_line(facts.title)}</title><style>{style}</style></head><body>"
        f"{_head(facts, parts, about)}<main>{''.join(parts.values())}</main>{_data(facts)}"
        f'<script type="module">{script}</script></body></html>\n'
    )


# The head


def _head(facts: Facts, parts: Iterable[str], about: Sequence[tuple[str, str]]) -> str:
    listed = "".join(f'<li><a href="#{part.lower()}">{part}</a></li>' for part in parts)
    told = "".join(f"<div><dt>{key}</dt><dd>{text}</dd></div>" for key, text in about)
    return (
        f"<header><h1>{_line(facts.title)}</h1><dl>{told}</dl>"
        f'<nav aria-label="Parts of this page"><ul>{listed}</ul></nav></header>'
    )


def _about(facts: Facts) -> Iterator[tuple[str, str]]:
    settings = facts.settings
    yield "Game", for_html(facts.rules.in_words)
    form = FORMS.get(settings["form"], settings["form"])
    yield "Form", f"{for_html(form)}, {count(len(facts.players), 'player')}"
    limits = _limits(facts)
    yield "For a move", for_html(limits.pop()) if len(limits) == 1 else "each player its own limit"
    if settings["total"] is not None:
        yield "For a game", f"{settings['total']:g} s a player"
    yield "Seed", f"{settings['seed']}"
    over = f"{len(facts.games):,} of {count(facts.planned, 'game')}"
    yield "Played", over if len(facts.games) < facts.planned else count(facts.planned, "game")
    if facts.games:
        times = [game.finished for game in facts.games]
        first, last = _when(min(times)), _when(max(times))
        yield "When", first if first == last else f"{first} to {last}"
    yield "Page made", _when(facts.made)


def _limits(facts: Facts) -> set[str]:
    return {str(player.limit) for player in facts.players}


def _when(at: float) -> str:
    clock = time.gmtime(at)
    machine, people = "%Y-%m-%dT%H:%MZ", "%Y-%m-%d %H:%M UTC"
    return f'<time datetime="{time.strftime(machine, clock)}">{time.strftime(people, clock)}</time>'


# Ratings


def _ratings(facts: Facts, links: Mapping[str, str]) -> str:
    forfeits = any(row["forfeits"] for row in facts.table)
    head = ["", "player", "Elo", "95 % interval", "above next", "games", "won", "drawn", "lost"]
    head += ["forfeits"] if forfeits else []
    entrants = {player.name: player for player in facts.players}
    above: list[float | None] = [*facts.above_next(), None]
    body = ""
    for place, (row, sure) in enumerate(zip(facts.table, above, strict=True), 1):
        numbers = [
            f"{row['elo']:+.0f}", f"{row['low']:+.0f} to {row['high']:+.0f}",
            "" if sure is None else f"{sure:.1%}",
            *(f"{row[key]:,}" for key in ("games", "won", "drawn", "lost")),
            *([f"{row['forfeits']:,}"] if forfeits else []),
        ]  # fmt: skip
        cells = "".join(f"<td>{number}</td>" for number in numbers)
        what = _entrant(entrants[row["name"]], limits=len(_limits(facts)) > 1)
        name = _line(row["name"])
        if link := links.get(row["name"]):
            name = f'<a href="{for_html(link)}">{name}</a>'
        body += f'<tr><td>{place}</td><th scope="row">{name}{what}</th>{cells}</tr>'
    heads = "".join(f'<th scope="col">{text}</th>' if text else "<td></td>" for text in head)
    return (
        f'<section aria-labelledby="ratings"><h2 id="ratings">Ratings</h2>{_sums(facts)}'
        f'<div class="beside">{rating_plot(facts.table)}'
        f'<div class="scroll" tabindex="0" role="region" aria-label="Table of ratings">'
        f'<table class="ratings"><thead><tr>{heads}</tr></thead><tbody>{body}</tbody></table></div>'
        f'</div><p class="soft">The bar is the interval that holds the true rating in 95 of 100 '
        f"such tournaments; the mean of all players is 0. <em>Above next</em> is how likely a "
        f"player is stronger than the one below.</p>{_refused(facts)}</section>"
    )


def _refused(facts: Facts) -> str:
    """Who does not take part, and why."""
    if not facts.refused:
        return ""
    rows = "".join(f"<li>{_line(f'{name}: {why}')}</li>" for name, why in facts.refused.items())
    return f"<h3>Not taking part</h3><ul>{rows}</ul>"


def _sums(facts: Facts) -> str:
    """What X is worth, how many draws there were, and what the numbers cannot tell."""
    if not facts.games:
        return "<p>No game is over yet.</p>"
    x = facts.ratings.x_advantage
    notes = "".join(f"<li>{_line(note)}</li>" for note in facts.ratings.notes)
    return (
        f"<p>To play X is worth <strong>{x.elo:+.0f} Elo</strong> ({x.low:+.0f} to {x.high:+.0f}). "
        f"<strong>{facts.ratings.draws:.0%}</strong> of the games were drawn.</p>"
        f"{f'<ul>{notes}</ul>' if notes else ''}"
    )


def _entrant(entrant: Entrant, limits: bool) -> str:
    """What a player is, where its name does not say it. Commands and folders stay private."""
    if entrant.kind:
        what = "Gomocup engine" if entrant.kind == ENGINE else "program in a sandbox"
    else:
        what = entrant.player if entrant.player != entrant.name else ""
    told = ", ".join(filter(None, (what, str(entrant.limit) if limits else "")))
    return f"<small>{for_html(told)}</small>" if told else ""


# Crosstable


def _crosstable(facts: Facts) -> str:
    players, against = facts.names, facts.against()
    points = {row.name: row.standing.points for row in facts.ratings.players}
    heads = "".join(
        f'<th scope="col"><span aria-hidden="true">{place}</span>'
        f'<span class="unseen">{_line(player)}</span></th>'
        for place, player in enumerate(players, 1)
    )
    body = ""
    for place, one in enumerate(players, 1):
        cells = "".join(
            '<td class="self">–</td>' if one == two else _score(against.get((one, two)))
            for two in players
        )
        body += (
            f'<tr><th scope="row"><span>{place}</span> {_line(one)}</th>{cells}'
            f"<td>{_number(points[one])}</td></tr>"
        )
    return (
        f'<section aria-labelledby="crosstable"><h2 id="crosstable">Crosstable</h2>'
        f'<p class="soft">The points of each player (row) against each of the others '
        f"(column): 1 for a win, ½ for a draw.</p>"
        f'<div class="scroll" tabindex="0" role="region" aria-label="Table of points">'
        f'<table class="cross"><thead><tr><td></td>{heads}<th scope="col">points</th></tr></thead>'
        f"<tbody>{body}</tbody></table></div></section>"
    )


def _score(found: tuple[float, int] | None) -> str:
    """A cell of the crosstable, with more colour for more than half of the points, or for less."""
    if found is None:
        return '<td><span class="unseen">no games</span></td>'
    points, games = found
    share = points / games
    side = "over" if share > 0.5 else "under" if share < 0.5 else "even"
    strength = abs(share - 0.5) * 2 * STRONGEST_COLOUR
    return (
        f'<td class="{side}" style="--strength:{strength:.0f}%">{_number(points)}'
        f"<small> of {games:,}</small></td>"
    )


def _number(points: float) -> str:
    """12½ instead of 12.5."""
    whole, half = divmod(points, 1)
    return f"{whole:,.0f}" if not half else f"{whole:,.0f}½" if whole else "½"


# Openings


def _openings(facts: Facts) -> str:
    scores = facts.opening_scores()
    cards = [_opening(facts, each) for each in scores]
    shown, more = cards[:SHOWN_OPENINGS], cards[SHOWN_OPENINGS:]
    others = ""
    if more:
        summary = f"{len(more):,} more, down to {scores[-1].share:.0%}"
        others = f"<details><summary>{summary}</summary><ul>{''.join(more)}</ul></details>"
    return (
        f'<section aria-labelledby="openings" class="openings"><h2 id="openings">Openings</h2>'
        f'<p class="soft">The part of the points that X got from each opening, the best for X '
        f"first.</p>{grid(facts.rules)}<ul>{''.join(shown)}</ul>{others}</section>"
    )


def _opening(facts: Facts, opening: OpeningScore) -> str:
    moves = " ".join(names(facts.rules, opening.moves)) or "no moves"
    return (
        f"<li>{small_board(facts.rules, opening.moves)}"
        f'<div><strong>{opening.share:.0%}</strong> for X<br><span class="soft">'
        f"{opening.won:,} won, {opening.drawn:,} drawn, {opening.lost:,} lost<br>{moves}</span><br>"
        f'<button type="button" class="text" data-opening="{opening.number}">'
        f'{count(opening.games, "game")}<span class="unseen"> of opening {opening.number}</span>'
        f"</button></div></li>"
    )


# Games


def _games(facts: Facts, archive: bytes | None) -> str:
    effort = "The engine has not looked at the losses."
    if facts.nodes is not None:
        effort = (
            f"For each loss, the engine looked from the end of the game backwards for the move "
            f"after which it was lost, with {facts.nodes:,} nodes for each position."
        )
    download = ""
    if archive is not None and len(archive) < LARGEST_ARCHIVE:
        data = base64.b64encode(archive).decode()
        download = (
            f'<p><a download="games.zip" href="data:application/zip;base64,{data}">All games as '
            f"SGF (zip, {max(1, round(len(archive) / 1000)):,} kB)</a></p>"
        )
    body = files("noughts.arena.report").joinpath("replay.html").read_text("utf-8")
    return (
        f'<section aria-labelledby="games"><h2 id="games" tabindex="-1">Games</h2>'
        f'<p class="soft">{effort}</p>{download}{body}</section>'
    )


FIELDS = (
    *("number", "round", "x", "o", "opening", "winner", "forfeit", "finished"),
    *("moves", "times", "line", "ending", "lost", "told", "remark"),
)


def _data(facts: Facts) -> str:
    """The games for `replay.js`, in a form that cannot end the script it stands in."""
    if not facts.games:
        return ""
    told = {
        "rows": [*ROWS.row_names(facts.rules)],
        "columns": [*ROWS.column_names(facts.rules)],
        "players": [for_terminal(name) for name in facts.names],
        "openings": len(facts.openings),
        "swiss": facts.settings["form"] == "swiss",
        "fields": FIELDS,
        "games": [_as_list(game, facts.names) for game in facts.games],
    }
    text = json.dumps(told, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    return f'<script type="application/json" id="data">{text}</script>'


def _as_list(game: Game, players: list[str]) -> list[Any]:
    """What FIELDS says, in its order."""
    record = game.record
    assert record.outcome is not None
    return [
        game.number,
        game.round,
        players.index(record.players["x"]),
        players.index(record.players["o"]),
        game.opening,
        game.winner or "",
        int(game.forfeit),
        round(game.finished),
        _cells(record.moves),
        ".".join(_base36(round(each * 1000)) for each in record.seconds),
        _cells(record.outcome.cells),
        game.ending,
        game.loss and game.loss.after,
        game.told,
        for_xml(game.remark or ""),
    ]


def _cells(moves: Sequence[Move]) -> str:
    """Two digits of base 36 for each cell.

    >>> _cells([0, 35, 36, 399])
    '000z10b3'
    """
    return "".join(_base36(move).rjust(2, "0") for move in moves)


def _base36(number: int) -> str:
    """A number as JavaScript's parseInt(text, 36) reads it."""
    text = DIGITS[number % 36]
    while number := number // 36:
        text = DIGITS[number % 36] + text
    return text


def _line(text: str) -> str:
    """A name or a sentence from strangers, on one line."""
    return for_html(for_terminal(text))
