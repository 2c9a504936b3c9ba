"""A review as one HTML page that needs nothing else: curve, moves, a board for each mistake.

It has no scripts, is light or dark as the reader's system is, and prints well.
"""

import re
from collections.abc import Iterable, Sequence
from importlib.resources import files

from noughts.harmless import for_html
from noughts.notation import Notation
from noughts.position import Position
from noughts.review.judgements import BAD, VERDICTS, Judgement, counts, summary
from noughts.review.passes import Review
from noughts.review.text import SIGNS, curve
from noughts.rules import OTHER, Mark, Move, Rules
from noughts.words import ending

__all__ = ["curve_svg", "review_page"]

WIDTH, HEIGHT, EDGE = 720, 200, 26  # of the curve, in pixels; the edge is for its labels
CELL = 20  # of a board, in its own units
MOST_STEPS = 9  # moves of the better line that a board shows: more hide each other
LARGE = 13  # rows and columns: from this many on there are stones on crossings, as on `web`'s page
COLOURS: dict[Mark, str] = {"x": "Black", "o": "White"}


def has_stones(rules: Rules) -> bool:
    """Whether its players use stones, black and white, and not marks in cells."""
    return min(rules.rows, rules.columns) >= LARGE


def _side(rules: Rules, mark: Mark) -> str:
    return COLOURS[mark] if has_stones(rules) else mark.upper()


def _sign_of(rules: Rules, mark: Mark) -> str:
    """A side in a table or list: a stone or a letter."""
    if has_stones(rules):
        return f'<b class="stone {mark}" role="img" aria-label="{COLOURS[mark]}"></b>'
    return f'<b class="{mark}">{mark.upper()}</b>'


def _named(rules: Rules, sentence: str) -> str:
    """A sentence for the page, in which the sides are called as on the board."""
    marks: dict[str, Mark] = {"X": "x", "O": "o"}
    return for_html(re.sub(r"\b[XO]\b", lambda found: _side(rules, marks[found[0]]), sentence))


def review_page(review: Review) -> str:
    """The whole page."""
    record, judged = review.record, review.judgements
    style = files("noughts.review").joinpath("page.css").read_text("utf-8")
    names = {mark: for_html(record.players[mark]) for mark in OTHER}
    outcome, rules = record.outcome, record.start.rules
    title = f"{names['x']} ({_side(rules, 'x')}) against {names['o']} ({_side(rules, 'o')})"
    about = rules.in_words[:1].upper() + rules.in_words[1:]
    end = "The game is not over." if outcome is None else ending(rules, outcome, review.notation)
    mistakes = [each for each in judged if each.verdict in BAD]
    body = (
        f"<header><h1>{title}</h1><p>{for_html(about)}. {_named(rules, end)}</p></header>"
        f'<p class="turned">{_named(rules, summary(judged)["words"])}</p>'
        f"{curve_svg(judged, rules)}{_tally(judged, names, rules)}"
        f"{''.join(_mistake(review, each) for each in mistakes)}"
        f"{_moves(judged, rules)}<p class=note>{_named(rules, NOTE)}</p>"
    )
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width"><title>Review: {title}</title>'
        f"<style>{style}</style></head><body>{body}</body></html>\n"
    )


NOTE = (
    "The curve is the share of the point that X can expect: 100 % is a win, 50 % a draw. Where "
    "nothing is proved, it is what positions with the same score of the engine led to in games."
)


def curve_svg(judgements: Sequence[Judgement], rules: Rules) -> str:
    """What the game was worth to X, move by move, with a sign at each mistake."""
    x, o = (_side(rules, mark) for mark in OTHER)
    above, below = ("side", "side") if has_stones(rules) else OTHER
    points = [
        (number, value) for number, value in enumerate(curve(judgements)) if value is not None
    ]
    if not points:
        return ""
    last = max(1, len(judgements))

    def at(number: int, value: float) -> tuple[float, float]:
        across = EDGE + number * (WIDTH - 2 * EDGE) / last
        return round(across, 1), round(EDGE / 2 + (1 - value) * (HEIGHT - EDGE), 1)

    path = " ".join(f"{x:g},{y:g}" for x, y in (at(*point) for point in points))
    middle = at(0, 0.5)[1]
    dots = "".join(
        _dot(*at(each.number, value), each, rules)
        for each in judgements
        if each.verdict in BAD and (value := dict(points).get(each.number)) is not None
    )
    return (
        f'<svg class="curve" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="The share of '
        f'the point that {x} can expect, move by move; the list below has the mistakes">'
        f'<path class="axis" d="M{EDGE} {middle:g}H{WIDTH - EDGE}"/>'
        f'<text class="{above}" x="4" y="{EDGE / 2 + 5:g}">{x[0]}</text>'
        f'<text class="{below}" x="4" y="{HEIGHT - EDGE / 2 + 5:g}">{o[0]}</text>'
        f'<polyline class="value" points="{path}"/>{dots}</svg>'
    )


def _dot(x: float, y: float, judged: Judgement, rules: Rules) -> str:
    place = f'y="{y - 10:g}"' if y > HEIGHT / 2 else f'y="{y + 8:g}" dy=".86em"'
    about = _named(rules, f"{judged.number}. {judged.mark.upper()} {judged.words}")
    return (
        f'<g class="{judged.verdict}"><title>{about}</title>'
        f'<circle cx="{x:g}" cy="{y:g}" r="5"/>'
        f'<text x="{x:g}" {place}>{_sign(judged)}</text></g>'
    )


def _sign(judged: Judgement) -> str:
    return SIGNS.get(judged.verdict or "best", "")


def _tally(judgements: Sequence[Judgement], names: dict[Mark, str], rules: Rules) -> str:
    found = counts(judgements)
    head = "".join(f'<th scope="col">{each}</th>' for each in VERDICTS)
    rows = "".join(
        f'<tr><th scope="row">{_sign_of(rules, mark)} {names[mark]}</th>'
        + "".join(f"<td>{found[mark][each]}</td>" for each in VERDICTS)
        + "</tr>"
        for mark in OTHER
    )
    return f"<table><thead><tr><th></th>{head}</tr></thead><tbody>{rows}</tbody></table>"


def _mistake(review: Review, judged: Judgement) -> str:
    position = review.seen[judged.number - 1].position
    rules, read = position.rules, review.notation.read
    line = [read(rules, name) for name in judged.line]
    played = review.record.moves[judged.number - 1]
    why = f"<p>{_named(rules, judged.why)}</p>" if judged.why else ""
    better = f"<p>Better: <b>{' '.join(judged.line)}</b></p>" if judged.line else ""
    return (
        f'<section class="bad {judged.verdict}">'
        f"<div><h2>Move {judged.number}, {_side(rules, judged.mark)} {judged.move} "
        f"<small>{_sign(judged)} {judged.verdict}</small></h2>"
        f"<p>{_named(rules, judged.words)}</p>{why}{better}{_values(judged)}</div>"
        f"{_board(position, played, line, review.notation)}</section>"
    )


def _values(judged: Judgement) -> str:
    before, after = judged.before.value, judged.after.value
    if before is None or after is None:
        return ""
    return f'<p class="note">Expected share: {before:.0%} before the move, {after:.0%} after.</p>'


def _moves(judgements: Sequence[Judgement], rules: Rules) -> str:
    rows = "".join(
        f'<li class="{each.verdict}" value="{each.number}">'
        f"{_sign_of(rules, each.mark)} {each.move} "
        f"<small>{_sign(each) or each.verdict or ''}</small></li>"
        for each in judgements
    )
    return f"<h2>All moves</h2><ol>{rows}</ol>" if rows else ""


def _board(position: Position, played: Move, line: Sequence[Move], notation: Notation) -> str:
    """The board before a move: the move in a square, the better line as numbers in rings."""
    rules = position.rules
    width, height = rules.columns * CELL, rules.rows * CELL
    stones = "".join(
        _stone(rules, cell, mark) for cell, mark in enumerate(position.cells) if mark != "."
    )
    x, y = _middle(rules.columns, played)
    square = f'<path class="played" d="M{x - 9:g} {y - 9:g}h18v18h-18z"/>'
    steps = "".join(_steps(rules.columns, line[:MOST_STEPS], position.turn))
    own = _stone(rules, played, position.turn)
    looks = "board wood" if has_stones(rules) else "board"
    return (
        f'<svg class="{looks}" style="--columns:{rules.columns}" '
        f'viewBox="{-CELL} {-CELL} {width + CELL + 2} {height + CELL + 2}" '
        f'role="img" aria-label="The board before the move">{_grid(rules)}'
        f"{_names(rules, notation)}{stones}{own}{square}{steps}</svg>"
    )


def _grid(rules: Rules) -> str:
    """The lines of the board: between the cells or, for stones, through them."""
    width, height = rules.columns * CELL, rules.rows * CELL
    stones = has_stones(rules)
    edge, more = (CELL // 2, 0) if stones else (0, 1)
    columns, rows = range(rules.columns + more), range(rules.rows + more)
    lines = "".join(f"M{edge + c * CELL} {edge}V{height - edge}" for c in columns)
    lines += "".join(f"M{edge} {edge + r * CELL}H{width - edge}" for r in rows)
    wood = f'<path class="plank" d="M0 0H{width}V{height}H0z"/>' if stones else ""
    return f'{wood}<path class="grid" d="{lines}"/>'


def _names(rules: Rules, notation: Notation) -> str:
    """The names of the columns above the board, and those of the rows to the left of it."""
    columns = "".join(
        f'<text x="{(c + 0.5) * CELL:g}" y="-5">{name}</text>'
        for c, name in enumerate(notation.column_names(rules))
    )
    rows = "".join(
        f'<text x="-10" y="{(r + 0.5) * CELL + 4:g}">{name}</text>'
        for r, name in enumerate(notation.row_names(rules))
    )
    return f'<g class="names">{columns}{rows}</g>'


def _steps(columns: int, line: Sequence[Move], first: Mark) -> Iterable[str]:
    marks = (first, OTHER[first])
    for number, move in enumerate(line, 1):
        x, y = _middle(columns, move)
        yield (
            f'<g class="step {marks[(number - 1) % 2]}"><circle cx="{x:g}" cy="{y:g}" r="8"/>'
            f'<text x="{x:g}" y="{y + 3.5:g}">{number}</text></g>'
        )


def _stone(rules: Rules, cell: Move, mark: str) -> str:
    x, y = _middle(rules.columns, cell)
    if has_stones(rules):
        return f'<circle class="{mark}" cx="{x:g}" cy="{y:g}" r="9"/>'
    if mark == "o":
        return f'<circle class="o" cx="{x:g}" cy="{y:g}" r="5.5"/>'
    return f'<path class="x" d="M{x - 5:g} {y - 5:g}l10 10m0-10l-10 10"/>'


def _middle(columns: int, cell: Move) -> tuple[float, float]:
    row, column = divmod(cell, columns)
    return (column + 0.5) * CELL, (row + 0.5) * CELL
