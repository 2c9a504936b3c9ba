"""SGF, the format of most programs for Go and Gomoku (FF[4], GM[4]), to and from records.

    (;FF[4]GM[4]CA[UTF-8]SZ[3]RU[3x3x3]PB[Ada]PW[Otto]RE[B+]
    ;B[bb];W[ba]C[an edge];B[aa];W[cc];B[ac];W[ca];B[ab])

X is Black. A point is two letters, column and row from the top left; comments are in `C`, stones
that stand there from the start in `AB` and `AW`. `RU` begins with the name of our game. What SGF
has no word for stands in two properties of our own, which others skip: `MS`, the milliseconds of a
move, and `NI`, facts about the game as name, text, name, text.

Others write less, and other things. Without a game of ours in `RU`, five in a row win (three on
3x3), exactly five if `RU` is 1 or "standard". Of a win or a draw
that neither the board nor the file explains, the reason is unknown. Marks that others draw on the
board (letters, triangles) are not kept.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from noughts import notes
from noughts.errors import NotationError, shorten
from noughts.files.lines import BadLine
from noughts.files.sgf_tree import Node, Tree, parse, property_text, wrapped
from noughts.files.usual import usual_rules
from noughts.notes import Variation
from noughts.position import AGREED, LOSSES, UNTOLD, Outcome, Position
from noughts.records import Record
from noughts.rules import OTHER, Mark, Move, Rules, as_rules
from noughts.words import count

__all__ = ["not_kept", "one", "read", "write"]

COLOURS: dict[Mark, str] = {"x": "B", "o": "W"}
MARKS: dict[str, Mark] = {"B": "x", "W": "o"}
TURNS: dict[str, Mark] = {**MARKS, "1": "x", "2": "o"}
FULL = {"B": "Black", "W": "White"}
LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
# What a record knows about its game, and the properties for it; rules and result go their own ways.
FACTS = {
    **{"name": "GN", "event": "EV", "round": "RO", "date": "DT", "place": "PC", "time": "TM"},
    **{"overtime": "OT", "opening": "ON", "source": "SO", "annotator": "AN", "user": "US"},
    **{"copyright": "CP", "x rank": "BR", "o rank": "WR", "x team": "BT", "o team": "WT"},
}
READ = {"FF", "GM", "CA", "AP", "ST", "SZ", "RU", "PB", "PW", "RE", "TE", "AB", "AW", "AE", "PL"}
READ |= {"B", "W", "C", "N", "GC", "MS", "NI", "BL", "WL", "OB", "OW", *FACTS.values()}
SET_UP = {"AB": "x", "AW": "o", "AE": "."}

GAMES = {  # the numbers of other games in SGF
    **{"1": "Go", "2": "Othello", "3": "chess", "5": "Nine Men's Morris", "6": "backgammon"},
    **{"7": "Chinese chess", "8": "shogi", "9": "Lines of Action", "11": "Hex"},
}

OWN_GAME = re.compile(r"[0-9]+x[0-9]+x[0-9]+[a-z-]*")
EXACT = {"1", "standard", "exact", "exact five", "exactly five", "standard gomoku"}
WON = re.compile(r"(?i)(b|w)(?:lack|hite)?\s*\+\s*([a-z]?)")
DRAWN = {"0", "d", "draw", "jigo"}
UNKNOWN = {"", "?", "*"}
LETTER_OF = {"resignation": "R", "time": "T", UNTOLD: ""}  # all other reasons are F, a forfeit
REASON_OF = {"r": "resignation", "t": "time"}
NUMBER = re.compile(r"[0-9]{1,9}(\.[0-9]{0,9})?")
MILLISECONDS = re.compile(r"([0-9]{1,9})ms")  # a comment of c-gomoku-cli
FORMS = {"date": re.compile(r"[0-9]{4}(-[0-9]{2}){0,2}(,[0-9,-]+)?"), "time": NUMBER}


# Reading


def read(given: str | bytes, game: Rules | str | None = None) -> list[Record]:
    """The games of a file; `game` is what they are if they do not say it.

    >>> print(read("(;GM[4]SZ[3]PB[Ada]PW[Otto];B[bb];W[ba])")[0])
    Ada (X) against Otto (O), 3x3x3: b2 a2
    X to move.
    """
    rules = None if game is None else as_rules(game)
    return [_record(tree, rules) for tree in parse(given)]


def one(
    given: str | bytes, game: Rules | str | None = None, number: int | None = None
) -> tuple[int, Record]:
    """How many games a file has, and one of them, by its number from 1; without, the last."""
    trees = parse(given)
    which = len(trees) if number is None else number
    if not 1 <= which <= len(trees):
        raise NotationError(f"there is no game {which}: the file has {count(len(trees), 'game')}")
    return len(trees), _record(trees[which - 1], None if game is None else as_rules(game))


def not_kept(given: str | bytes) -> list[str]:
    """The names of the properties in a file that records do not keep."""
    found, todo = set[str](), parse(given)
    for tree in todo:
        found.update(*(node.values for node in tree.nodes))
        todo.extend(tree.children)
    return sorted(found - READ)


def _record(tree: Tree, game: Rules | None) -> Record:
    root = tree.nodes[0]
    rules, other_rules = _rules(root, game)
    clocks: dict[str, float | None] = dict.fromkeys(FULL, _number(root.first("TM")))
    line = _read_line(tree, _Line(_start(tree, rules), clocks))
    decision, other_result = _ending(root, line.position)
    about = {key: root.first(name) or "" for key, name in FACTS.items()}
    about["date"] = re.sub(r"^(\d{4})[./](\d\d?)[./](\d\d?)", _iso_date, about["date"])
    about |= {"rules": other_rules, "result": other_result}
    told = root.values.get("NI", [])
    about |= {key: text for key, text in zip(told[::2], told[1::2], strict=False) if key.strip()}
    players: dict[Mark, str] = {
        mark: root.values.get(f"P{colour}", ["unknown"])[0].replace("\n", " ")
        for mark, colour in COLOURS.items()
    }
    return Record(
        line.start,
        players,
        line.moves,
        line.seconds,
        decision,
        comments=line.comments,
        variations=line.variations,
        about=about,
    )


def _iso_date(found: re.Match[str]) -> str:
    return f"{found[1]}-{int(found[2]):02}-{int(found[3]):02}"


def _rules(root: Node, game: Rules | None) -> tuple[Rules, str]:
    """The rules, and what the file says about them that they do not hold."""
    gm, size = root.first("GM"), _size(root)
    if gm not in (None, "4") and game is None:
        raise BadLine(
            root.line_of("GM"),
            f"this is a game of {GAMES[gm]}, GM[{gm}]; expected is Gomoku or another k in a row, "
            f"GM[4]"
            if gm in GAMES
            else f"GM[{gm}] is another game than GM[4], Gomoku or another k in a row",
        )
    said = root.first("RU") or ""
    own, _, rest = said.partition(" ")
    try:
        if OWN_GAME.fullmatch(own.lower()):
            rules, said = Rules.parse(own), rest
            if game not in (None, rules):
                raise NotationError(f"the game is {rules}, not {game}")
        else:
            rules = game or usual_rules(*(size or (15, 15)), exact=said.lower() in EXACT)
            said = "" if said in ("0", "1") else said
    except NotationError as error:
        raise BadLine(root.line_of("RU" if own else "SZ"), error) from None
    if size not in (None, (rules.rows, rules.columns)):
        raise BadLine(
            root.line_of("SZ"), f"SZ[{root.first('SZ')}] is not the size of the board of {rules}"
        )
    return rules, said


def _size(root: Node) -> tuple[int, int] | None:
    """The rows and columns; SGF names the columns first."""
    said = root.first("SZ")
    if said is None:
        return None
    found = re.fullmatch(r"([0-9]{1,3})(?:[:x]([0-9]{1,3}))?", said)
    if found is None:
        raise BadLine(
            root.line_of("SZ"), f"{shorten(said)} is not a size, such as 15 or 7:6 (columns:rows)"
        )
    return int(found[2] or found[1]), int(found[1])


def _start(tree: Tree, rules: Rules) -> Position:
    """The position before the first move of the main line."""
    cells, turn, line = ["."] * rules.size, None, tree.line
    for node in _main_line(tree):
        for name, mark in SET_UP.items():
            for value in node.values.get(name, ()):
                line = node.line_of(name)
                for point in _points(value, rules, line):
                    cells[point] = mark
        if (player := node.first("PL")) is not None:
            line, turn = node.line_of("PL"), TURNS.get(player[:1].upper())
            if turn is None:
                raise BadLine(line, f"PL[{player}] is neither Black nor White")
        if node.is_move:
            turn = turn or MARKS["B" if "B" in node.values else "W"]
            break
    try:
        return Position(rules, "".join(cells), turn)
    except NotationError as error:
        raise BadLine(line, error) from None


def _main_line(tree: Tree) -> Iterator[Node]:
    while True:
        yield from tree.nodes
        if not tree.children:
            return
        tree = _main(tree.children)


def _main(children: list[Tree]) -> Tree:
    """The first one with moves: a comment may stand in a branch of its own."""
    return next((child for child in children if child.has_moves), children[0])


def _points(value: str, rules: Rules, line: int) -> list[Move]:
    """The point, or all points of the rectangle between two of them."""
    corners = [_point(each, rules, line) for each in value.split(":")]
    if len(corners) > 2:
        raise BadLine(line, f"{shorten(value)} is not a rectangle of two points")
    (row, column), (last_row, last_column) = (
        divmod(corner, rules.columns) for corner in (corners[0], corners[-1])
    )
    return [
        r * rules.columns + c
        for r in range(row, last_row + 1)
        for c in range(column, last_column + 1)
    ]


def _point(text: str, rules: Rules, line: int) -> Move:
    point = text.strip()
    column, row = (LETTERS.find(letter) for letter in point) if len(point) == 2 else (-1, -1)
    if not (0 <= column < rules.columns and 0 <= row < rules.rows):
        last = f"{LETTERS[rules.columns - 1]}{LETTERS[rules.rows - 1]}"
        raise BadLine(
            line,
            f"{shorten(text)} is not a point of a {rules.rows}x{rules.columns} board, aa to {last}",
        )
    return row * rules.columns + column


@dataclass
class _Line:
    """The moves of the game, or of a variation, as far as they are read."""

    start: Position
    clocks: dict[str, float | None]  # what is left, by colour
    after: int = 0  # how many moves were played before it
    depth: int = 0  # 0 for the game itself
    name: str = ""
    moves: list[Move] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)  # of each move
    comments: dict[int, str] = field(default_factory=dict)
    variations: list[Variation] = field(default_factory=list)
    position: Position = field(init=False)

    def __post_init__(self) -> None:
        self.position = self.start

    @property
    def number(self) -> int:
        """How many moves of the game have been played."""
        return self.after + len(self.moves)

    def take(self, node: Node) -> None:
        """Go on by a node: perhaps a move, perhaps text."""
        if not SET_UP.keys().isdisjoint(node.values) and (self.depth or self.moves):
            line = min(node.line_of(name) for name in SET_UP if name in node.values)
            raise BadLine(
                line, "stones are set up after the game has begun, where only moves may be"
            )
        if node.is_move:
            self._move(node)
        names = ["GC", "N", "C"]
        if self.depth and len(self.moves) == 1 and node.is_move:
            self.name = node.first("N") or ""
            names.remove("N")
        self.comment(self.number, node.text(*names))

    def _move(self, node: Node) -> None:
        colour = "B" if "B" in node.values else "W"
        line, values = node.line_of(colour), node.values[colour]
        if len(values) > 1 or {"B", "W"} <= node.values.keys():
            raise BadLine(line, "there are two moves in one node")
        if not values[0].strip():
            raise BadLine(line, f"{FULL[colour]} passes, which the rules do not allow")
        move = _point(values[0], self.start.rules, line)
        if not self.position.is_over and MARKS[colour] != self.position.turn:
            raise BadLine(line, f"{colour}[{values[0]}] moves, but it is the other side's turn")
        if reason := self.position.why_not(move):
            raise BadLine(line, f"{colour}[{values[0]}]: {reason}")
        self.position = self.position.play(move)
        self.moves.append(move)
        self.seconds.append(self._time(node, colour))

    def _time(self, node: Node, colour: str) -> float:
        """What a move took: as we write it, as a comment such as `250ms`, or by the clock."""
        before, now = self.clocks[colour], _number(node.first(f"{colour}L"))
        self.clocks[colour] = now
        if (told := _number(node.first("MS"))) is not None:
            return told / 1000
        if by_comment := MILLISECONDS.fullmatch(node.text("C")):
            return int(by_comment[1]) / 1000
        return max(0.0, before - now) if before is not None and now is not None else 0.0

    def comment(self, number: int, text: str) -> None:
        """Add a comment to those of the move."""
        if text:
            before = self.comments.get(number)
            self.comments[number] = f"{before}\n{text}" if before else text

    def branch(self, other: "_Line") -> None:
        """Add a variation, or its text if it has no moves."""
        first = other.after + 1
        early = other.comments.pop(other.after, "")  # what stands before its first move
        if not other.moves:
            self.comment(other.after, early)
            return
        if early:
            other.comments[first] = "\n".join(filter(None, [early, other.comments.get(first)]))
        inner = [each for each in other.variations if each.after >= first]
        self.variations.append(
            Variation(other.after, other.moves, other.name, other.comments, inner, other.seconds)
        )
        self.variations += [each for each in other.variations if each.after < first]


def _read_line(tree: Tree, line: _Line) -> _Line:
    """Read the nodes of a tree into a line, and its variations."""
    if line.depth > notes.DEEPEST:
        raise BadLine(tree.line, f"variations are nested more than {notes.DEEPEST} deep")
    others: list[tuple[Tree, _Line]] = []
    while True:
        for node in tree.nodes:
            line.take(node)
        if not tree.children:
            break
        main = _main(tree.children)
        others += [
            (child, _Line(line.position, {**line.clocks}, line.number, line.depth + 1))
            for child in tree.children
            if child is not main
        ]
        tree = main
    for child, begun in others:
        line.branch(_read_line(child, begun))
    return line


def _number(text: str | None) -> float | None:
    return float(text) if text is not None and NUMBER.fullmatch(text) else None


def _ending(root: Node, position: Position) -> tuple[Outcome | None, str]:
    """How the game ended if not on the board, and a result that no outcome can hold."""
    said, outcome = root.first("RE") or "", position.outcome
    won = WON.match(said)
    winner = MARKS[won[1].upper()] if won else None
    if outcome is None and won and winner:
        return Outcome(winner, _reason(won[2].lower(), root.text("TE").lower())), ""
    drawn = said.lower() in DRAWN
    if outcome is None and drawn:
        return Outcome(None, AGREED if AGREED in root.text("TE").lower() else UNTOLD), ""
    if outcome and (won or drawn) and outcome.winner != winner:
        raise BadLine(root.line_of("RE"), f"RE[{said}] contradicts the moves: {outcome}")
    return None, "" if said in UNKNOWN or (outcome and (won or drawn)) else said


def _reason(letter: str, explained: str) -> str:
    """Why a game was won that goes on on the board; others explain it in words."""
    if letter in REASON_OF:
        return REASON_OF[letter]
    told = {**{each: each for each in LOSSES}, "forbidden": "illegal move"}
    return next((told[word] for word in told if word in explained), UNTOLD)


# Writing


def write(records: Iterable[Record]) -> str:
    """The records as the text of a file."""
    return "\n".join(wrapped(_pieces(record)) for record in records)


def _pieces(record: Record) -> Iterator[str]:
    """The text of a game, in pieces that stay on their lines."""
    yield "(;"
    yield from _header(record)
    yield "\n"
    yield from _line_pieces(record, record, _clocks(record))
    yield ")"


def _header(record: Record) -> Iterator[str]:
    rules, start = record.start.rules, record.start
    about, others = _facts(record)
    square = rules.rows == rules.columns
    yield "FF[4]GM[4]CA[UTF-8]"
    yield f"SZ[{rules.rows if square else f'{rules.columns}:{rules.rows}'}]"
    yield property_text("RU", f"{rules} {record.about.get('rules', '')}".strip())
    for mark, colour in COLOURS.items():
        yield property_text(f"P{colour}", record.players[mark])
    yield from (property_text(name, text) for name, text in about.items())
    if others:
        yield property_text("NI", *(each for pair in others.items() for each in pair))
    for mark, colour in COLOURS.items():
        points = [
            _point_name(rules, move) for move in range(rules.size) if start.cells[move] == mark
        ]
        if points:
            yield property_text(f"A{colour}", *points)
    if start.empty < rules.size or start.turn != "x":
        yield f"PL[{COLOURS[start.turn]}]"
    if 0 in record.comments:
        yield property_text("C", record.comments[0])


def _facts(record: Record) -> tuple[dict[str, str], dict[str, str]]:
    """What is known about a game, by properties of SGF, and what SGF has no property for."""
    facts, others = dict[str, str](), dict[str, str]()
    for key, text in sorted(record.about.items()):
        if key in FACTS and (key not in FORMS or FORMS[key].fullmatch(text)):
            facts[FACTS[key]] = text
        elif key == "result" and record.outcome is None and _is_no_outcome(text):
            facts["RE"] = text
        elif key != "rules":
            others[key] = text
    if date := FORMS["date"].match(others.get("date", "")):
        facts["DT"] = date[0]
    if outcome := record.outcome:
        winner, reason = outcome.winner, outcome.reason
        letter = LETTER_OF.get(reason, "F") if record.decision else ""
        facts["RE"] = f"{COLOURS[winner]}+{letter}" if winner else "0"
        if letter == "F":
            facts["TE"] = reason
    return facts, others


def _is_no_outcome(text: str) -> bool:
    """Whether a result says something, but not who has won."""
    return text not in UNKNOWN and text.lower() not in DRAWN and not WON.match(text)


def _clocks(record: Record) -> dict[int, str]:
    """What the clock shows after each move of the game, if there was one, by their numbers."""
    clock = _number(record.about.get("time"))
    if not clock or not _is_timed(record):
        return {}
    left, shown = dict.fromkeys(COLOURS.values(), clock), dict[int, str]()
    for number, seconds in enumerate(record.seconds, 1):
        colour = _colour(record, number)
        left[colour] -= seconds
        shown[number] = f"{colour}L[{left[colour]:.3f}]"
    return shown


def _is_timed(line: Record | Variation) -> bool:
    """Whether its times are written: if there are any, or if a comment looks like one."""
    return any(line.seconds) or any(map(MILLISECONDS.fullmatch, line.comments.values()))


def _line_pieces(
    record: Record, line: Record | Variation, clocks: Mapping[int, str]
) -> Iterator[str]:
    """The moves of the game, or of a variation, and the variations that branch from there."""
    rules, unwritten, timed = record.start.rules, list[list[Variation]](), _is_timed(line)
    after, name = (line.after, line.name) if isinstance(line, Variation) else (0, "")
    for number, (move, seconds) in enumerate(zip(line.moves, line.seconds, strict=True), after + 1):
        if instead := [each for each in line.variations if each.after == number - 1]:
            yield "\n("
            unwritten.append(instead)
        piece = f";{_colour(record, number)}[{_point_name(rules, move)}]"
        if timed:
            piece += f"MS[{round(seconds * 1000)}]{clocks.get(number, '')}"
        if name and number == after + 1:
            piece += property_text("N", name)
        if number in line.comments:
            piece += property_text("C", line.comments[number])
        yield piece
    for instead in reversed(unwritten):
        yield ")"
        for each in instead:
            yield "\n("
            yield from _line_pieces(record, each, {})
            yield ")"


def _colour(record: Record, number: int) -> str:
    """Who makes the move of that number."""
    first = record.start.turn
    return COLOURS[first if number % 2 else OTHER[first]]


def _point_name(rules: Rules, move: Move) -> str:
    row, column = divmod(move, rules.columns)
    return f"{LETTERS[column]}{LETTERS[row]}"
