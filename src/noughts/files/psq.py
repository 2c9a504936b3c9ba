"""PSQ, the format of Piskvork, the manager of the Gomocup, to and from records.

    Piskvorky 15x15, 0:0, 0
    8,8,1200
    9,8,950
    pbrain-one.exe
    pbrain-two.exe
    0

The header has columns and rows, how the players are set up, and who begins (1: the second). A move
is column and row from 1, and its milliseconds. Files of tournaments then name the players; the last
line says how the game ended: 0 on the board, 15 by time, -2 by an error, -1 if a person saved it.
There is no place for anything else: not even the rules, of which five in a row are the usual ones.
"""

import re
from itertools import zip_longest

from noughts.errors import IllegalMove, NotationError, shorten
from noughts.files.lines import BadLine, as_text
from noughts.files.usual import usual_rules
from noughts.position import Outcome, Position
from noughts.records import Record
from noughts.rules import OTHER, Mark, Move, Rules, as_rules

__all__ = ["is_psq", "lost", "read", "write"]

HEADER = re.compile(r"Piskvorky\s+([0-9]{1,3})x([0-9]{1,3})\s*(?:,[^,]*,\s*([01]))?.*", re.I)
MOVE = re.compile(r"([0-9]{1,4})\s*,\s*([0-9]{1,4})\s*(?:,\s*(-?[0-9]{1,9})\s*)?")
CODE = re.compile(r"-?[0-9]{1,9}")
REASONS = {15: "time", -2: "illegal move"}
CODES = {reason: code for code, reason in REASONS.items()} | {"crash": -2}


def is_psq(text: str) -> bool:
    """Whether a file begins as PSQ does."""
    return HEADER.match(text.lstrip("\ufeff \r\n")) is not None


def read(given: str | bytes, game: Rules | str | None = None) -> list[Record]:
    r"""The game of a file, alone in a list; `game` is what it is, if it is not the usual one.

    >>> print(read("Piskvorky 15x15, 0:0, 0\n8,8,1200\n9,8,950\n-1")[0])
    unknown (X) against unknown (O), 15x15x5: h8 h9
    X to move.
    """
    text = as_text(given).rstrip().rstrip("\0\x1a")
    lines = [(n, line.strip()) for n, line in enumerate(text.split("\n"), 1) if line.strip()]
    number, head = lines[0] if lines else (1, "")
    header = HEADER.fullmatch(head)
    if header is None:
        raise BadLine(
            number, f"{shorten(head)} is not the head of a PSQ file: Piskvorky 15x15, 0:0, 0"
        )
    try:
        rules = _rules(int(header[2]), int(header[1]), game)
    except NotationError as error:
        raise BadLine(number, error) from None
    rest = lines[1:]
    code = int(rest.pop()[1]) if rest and CODE.fullmatch(rest[-1][1]) else 0
    players: dict[Mark, str] = {"x": "unknown", "o": "unknown"}
    if len(rest) > 1 and not all(MOVE.fullmatch(line) for _, line in rest[-2:]):
        players = {"x": rest[-2][1], "o": rest[-1][1]}
        rest = rest[:-2]
    record = Record(Position(rules, turn="o" if header[3] == "1" else "x"), players)
    for number, line in rest:
        record = _played(record, number, line)
    if code in REASONS and record.outcome is None:
        record = record.ended(Outcome(OTHER[record.position.turn], REASONS[code]))
    return [record]


def _rules(rows: int, columns: int, game: Rules | str | None) -> Rules:
    if game is None:
        return usual_rules(rows, columns)
    rules = as_rules(game)
    if (rules.rows, rules.columns) != (rows, columns):
        raise NotationError(f"the board has {rows} rows and {columns} columns, unlike {rules}")
    return rules


def _played(record: Record, number: int, line: str) -> Record:
    """The record after the move of a line."""
    rules, found = record.start.rules, MOVE.fullmatch(line)
    if found is None:
        raise BadLine(number, f"{shorten(line)} is not a move, such as 8,8,1200")
    column, row = int(found[1]), int(found[2])
    if not (1 <= column <= rules.columns and 1 <= row <= rules.rows):
        raise BadLine(
            number,
            f"{column},{row} is not on the board: columns are 1 to {rules.columns}, rows 1 to "
            f"{rules.rows}",
        )
    move = (row - 1) * rules.columns + column - 1
    if reason := record.why_not(move):
        raise BadLine(number, f"{column},{row}: {reason}")
    return record.play(move, max(0, int(found[3] or 0)) / 1000)


def write(records: list[Record]) -> str:
    """The record as the text of a file, which can hold one only."""
    if len(records) != 1:
        raise NotationError(f"a PSQ file holds one game, not {len(records)}")
    record = _from_the_empty_board(records[0])
    rules = record.start.rules
    lines = [f"Piskvorky {rules.columns}x{rules.rows}, 0:0, {int(record.start.turn == 'o')}"]
    for move, seconds in zip(record.moves, record.seconds, strict=True):
        row, column = divmod(move, rules.columns)
        lines.append(f"{column + 1},{row + 1},{round(seconds * 1000)}")
    lines += [" ".join(name.split()) or "unknown" for name in record.players.values()]
    decision = record.decision
    lines.append(str(CODES.get(decision.reason, 0) if decision else 0 if record.outcome else -1))
    return "\n".join(lines) + "\n"


def _from_the_empty_board(record: Record) -> Record:
    """The same game with the stones of its start as its first moves, in turn."""
    start = record.start
    cells: dict[Mark, list[Move]] = {
        mark: [move for move, stone in enumerate(start.cells) if stone == mark] for mark in OTHER
    }
    stones = start.rules.size - start.empty
    first = OTHER[start.turn] if stones % 2 else start.turn
    pairs = zip_longest(cells[first], cells[OTHER[first]])
    placed = [move for pair in pairs for move in pair if move is not None]
    try:
        return Record(
            Position(start.rules, turn=first),
            record.players,
            [*placed, *record.moves],
            [*[0.0] * stones, *record.seconds],
            record.decision,
        )
    except IllegalMove as error:
        raise NotationError(
            f"a PSQ file has only moves, and the stones at the start cannot be played: {error}"
        ) from None


def lost(record: Record) -> list[str]:
    """What a PSQ file does not keep of a record, in a few words each."""
    rules, decision = record.start.rules, record.decision
    found = []
    if record.comments:
        found.append("the comments")
    if record.variations:
        found.append("the variations")
    if record.about:
        found.append(f"what is known about the game ({', '.join(record.about)})")
    if record.start.empty < rules.size:
        found.append("that the first stones were set up, not played")
    if rules != _usual(rules):
        found.append(f"the rules ({rules})")
    if decision and decision.reason not in CODES:
        found.append(f"the end by {decision.reason}")
    return found


def _usual(rules: Rules) -> Rules | None:
    """The game that the size of the board means."""
    try:
        return usual_rules(rules.rows, rules.columns)
    except NotationError:
        return None
