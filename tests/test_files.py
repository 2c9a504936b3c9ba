"""Games in files: what was written is read again, what others write too, and the rest refused."""

import json
import os
import random
import re
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st
from laws import MARKS, games, often, one_line, rules
from sgfmill import sgf as sgfmill_sgf
from sgfmill import sgf_grammar

from noughts import IllegalMove, NotationError, Outcome, Position, Record, Rules, Variation, files
from noughts.cli import main, noughts_command
from noughts.files import openings, psq, sgf, sgf_tree
from noughts.notes import DEEPEST
from noughts.position import AGREED, DECISIONS, UNTOLD
from noughts.rules import Mark

PLAYERS: dict[Mark, str] = {"x": "Ada", "o": "Otto"}
TEXTS = st.text(st.sampled_from("[]\\:;()\n\t ,éx棋🙂") | st.characters(codec="utf-8"), max_size=20)
LINES = TEXTS.map(lambda text: re.sub(r"[\r\n]", "", text))
KEYS = st.sampled_from([*sgf.FACTS, "rules", "result", "weather", "PB", "a:b]"])
FACTS = TEXTS | st.sampled_from(["2025-01-19", "2025.1.9 at noon", "B+R", "Draw", "?", "300", "1"])


SMALL_AND_LARGE = rules(5) | rules(20)


@st.composite
def records(draw: st.DrawFn, of: st.SearchStrategy[Rules] = SMALL_AND_LARGE) -> Record:
    """The record of a random game with stones at its start, comments, variations and facts."""
    begun, *after = draw(games(of))
    chance = random.Random(draw(st.integers(0, 2**32)))
    moves = [
        next(i for i in range(len(new.cells)) if new.cells[i] != old.cells[i])
        for old, new in pairwise([begun, *after])
    ]
    first = draw(st.integers(0, len(moves)))
    positions, moves = [begun, *after][first:], moves[first:]
    seconds = [chance.choice([0, chance.randrange(100_000) / 1000]) for _ in moves]
    decision = None
    if not positions[-1].is_over and draw(st.booleans()):
        reason = draw(st.sampled_from(DECISIONS))
        decision = Outcome(None if reason == AGREED else chance.choice(MARKS), reason)
    numbers = st.integers(0, len(moves))
    return Record(
        positions[0],
        dict(zip(MARKS, draw(st.tuples(LINES, LINES)), strict=True)),
        moves,
        seconds if draw(st.booleans()) else None,
        decision,
        comments=draw(st.dictionaries(numbers, TEXTS | st.just("12ms"), max_size=4)),
        variations=variations(
            chance, positions, 0, 3, draw(st.lists(TEXTS | st.just("12ms"), max_size=6))
        ),
        about=draw(st.dictionaries(KEYS, FACTS, max_size=4)),
    )


def variations(
    chance: random.Random, line: list[Position], first: int, depth: int, texts: list[str]
) -> list[Variation]:
    """Some variations of a line; of a variation itself they begin after its first move."""
    found = []
    begin = 0 if depth == 3 else 1
    for _ in range(chance.randint(0, depth) if len(line) > begin + 1 else 0):
        after = chance.randrange(begin, len(line) - 1)
        branch = [line[after]]
        while not branch[-1].is_over and len(branch) < 5:
            branch.append(branch[-1].play(chance.choice(branch[-1].legal_moves)))
        moves = [
            next(i for i in range(len(new.cells)) if new.cells[i] != old.cells[i])
            for old, new in pairwise(branch)
        ]
        inner = variations(chance, branch, first + after, depth - 1, texts)
        number, name = first + after + chance.randint(1, len(moves)), texts.pop() if texts else ""
        comments = {number: texts.pop()} if texts else {}
        seconds = [chance.choice([0, chance.randrange(100_000) / 1000]) for _ in moves]
        times = seconds if chance.random() < 0.5 else None
        found.append(Variation(first + after, moves, name, comments, inner, times))
    return found


# There and back


@settings(max_examples=often(60))
@given(records())
def test_sgf_and_json_give_a_record_back(record: Record) -> None:
    text = record.as_sgf()
    again = Record.from_sgf(text)
    assert again == record
    assert (again.position, again.outcome) == (record.position, record.outcome)
    assert again.as_sgf() == text
    assert Record.from_sgf(text.encode()) == record
    line = json.dumps(record.as_json())
    assert one_line(line)
    assert Record.from_json(json.loads(line)) == record
    assert hash(again) == hash(record)


@settings(max_examples=often(30))
@given(records(rules(20)))
def test_undo_and_play_keep_the_notes_that_still_make_sense(record: Record) -> None:
    before = record.undo()
    assert before.about == record.about
    assert before.comments.items() <= record.comments.items()
    assert max(before.comments, default=0) <= len(before.moves)
    assert all(each.after < len(before.moves) for each in before.variations)
    assert Record.from_json(before.as_json()) == before
    if before.outcome is None:
        later = before.play(before.position.legal_moves[0], 1.5)
        assert (later.comments, later.variations) == (before.comments, before.variations)
        assert Record.from_sgf(later.as_sgf()) == later


@settings(max_examples=often(30))
@given(records(), st.lists(LINES.map(str.strip), min_size=2, max_size=2))
def test_psq_gives_the_moves_back(record: Record, names: list[str]) -> None:
    names = [" ".join(name.split()) or "unknown" for name in names]
    wanted = Record(
        record.start,
        dict(zip(MARKS, names, strict=True)),
        record.moves,
        record.seconds,
        record.decision,
    )
    try:
        text = psq.write([wanted])
    except NotationError:
        assert record.start.empty < record.start.rules.size
        return
    (again,) = psq.read(text, wanted.start.rules)
    assert (again.position, again.players) == (wanted.position, wanted.players)
    assert again.moves[len(again.moves) - len(wanted.moves) :] == wanted.moves
    assert sum(again.seconds) == pytest.approx(sum(wanted.seconds))
    if not psq.lost(wanted):
        assert again == wanted


@settings(max_examples=often(30))
@given(st.data())
def test_openings_come_back_and_fit_other_boards(data: st.DataObject) -> None:
    played = [data.draw(games(st.just(Rules(9, 12, 9)))) for _ in range(3)]
    lines = [
        [i for i in range(108) if positions[-1].cells[i] != "."][:20]
        for positions in played
        if len(positions) > 1
    ]
    text = openings.write(lines, "9x12x9")
    assert openings.read(text, "9x12x9") == [tuple(line) for line in lines]
    larger = openings.read(text, "20x20x20")
    assert [len(line) for line in larger] == [len(line) for line in lines]
    assert openings.write(larger, "20x20x20") == text


def test_the_centre_of_an_opening() -> None:
    assert openings.read("0,0, 1,-2\r\n\r\n-10,-10, 9,9,\n", "20x20x5") == [(210, 171), (0, 399)]
    assert openings.read("0,0", "15x15x5") == [(112,)]
    with pytest.raises(NotationError, match="without moves"):
        openings.write([[]], "3x3x3")


# sgfmill, which knows nothing of us


@settings(max_examples=often(30))
@given(records(rules(20).map(lambda each: Rules(each.rows, each.rows, 1 + each.k % each.rows))))
def test_sgfmill_reads_what_we_write(record: Record) -> None:
    text = record.as_sgf()
    game = sgfmill_sgf.Sgf_game.from_bytes(text.encode())
    size = record.start.rules.rows
    assert game.get_size() == size
    assert game.get_root().get_raw("GM") == b"4"
    main = game.get_main_sequence()
    moves = [node.get_move() for node in main if node.has_property("B") or node.has_property("W")]
    assert [(size - 1 - row) * size + column for _, (row, column) in moves] == [*record.moves]
    black, white, _ = main[0].get_setup_stones()
    assert len(black) + len(white) == size * size - record.start.empty
    told = [node.get("C") if node.has_property("C") else "" for node in main]
    for number, comment in enumerate(told):
        assert comment.split() == record.comments.get(number, "").split()
    tree = sgf_grammar.parse_sgf_game(text.encode())
    again = sgf_grammar.serialise_game_tree(tree, wrap=40)
    assert Record.from_sgf(again) == record, "what sgfmill has written anew"


def test_we_read_what_sgfmill_writes() -> None:
    game = sgfmill_sgf.Sgf_game(size=15)
    game.get_root().set("PB", "A]da")
    game.get_root().set_setup_stones([(14, 0), (7, 7)], [(0, 0)])
    game.get_root().set("PL", "w")
    first = game.extend_main_sequence()
    first.set_move("w", (6, 7))
    first.set("C", "a [comment]\nwith \\ and :")
    other = game.get_root().new_child()
    other.set_move("w", (8, 8))
    other.set("N", "other")
    record = Record.from_sgf(game.serialise(), "15x15x5-exact")
    assert record.players["x"] == "A]da"
    assert (record.start.cells[0], record.start.cells[112], record.start.cells[210]) == (
        *("x", "x"),
        "o",
    )
    assert record.moves == (8 * 15 + 7,)
    assert record.comments == {1: "a [comment]\nwith \\ and :"}
    assert record.variations == (Variation(0, (6 * 15 + 8,), "other"),)
    assert str(record.start.rules) == "15x15x5-exact"


# What others write


def only(text: str | bytes, game: str | None = None) -> Record:
    (record,) = sgf.read(text, game)
    return record


def test_a_file_of_a_tournament_manager() -> None:
    record = only(
        "(;FF[4]GM[4]GN[3]EV[one x two]DT[2025.01.19 11:02:33]RO[2.1]RU[1]SZ[15]PB[one]PW[two]"
        "RE[W+1]TE[White win by time forfeit]\n;B[hh]C[opening move]\n"
        ";W[ii]C[250ms];B[gg]C[1040ms])\n\n"
    )
    assert str(record.start.rules) == "15x15x5-exact"
    assert record.outcome == Outcome("o", "time")
    assert [*record.seconds] == [0, 0.25, 1.04]
    assert record.about == {
        **{"name": "3", "event": "one x two", "date": "2025-01-19 11:02:33", "round": "2.1"},
    }
    assert Record.from_sgf(record.as_sgf()) == record
    assert "DT[2025-01-19]" in record.as_sgf()


@pytest.mark.parametrize(
    ("properties", "outcome", "result"),
    [
        ("RE[B+]", Outcome("x", UNTOLD), None),
        ("RE[B+12.5]", Outcome("x", UNTOLD), None),
        ("RE[W+R]", Outcome("o", "resignation"), None),
        ("RE[b+resign]", Outcome("x", "resignation"), None),
        ("RE[White+Time]", Outcome("o", "time"), None),
        ("RE[B+T]", Outcome("x", "time"), None),
        ("RE[W+F]", Outcome("o", UNTOLD), None),
        ("RE[W+F]TE[illegal move]", Outcome("o", "illegal move"), None),
        ("RE[B+1]TE[Black win by opponent illegal move]", Outcome("x", "illegal move"), None),
        ("RE[W+1]TE[Black play forbidden move - overline]", Outcome("o", "illegal move"), None),
        ("RE[B+1]TE[Black win by opponent crash]", Outcome("x", "crash"), None),
        ("RE[0]", Outcome(None, UNTOLD), None),
        ("RE[Draw]", Outcome(None, UNTOLD), None),
        ("RE[0]TE[agreement]", Outcome(None, AGREED), None),
        ("RE[Void]", None, "Void"),
        ("RE[?]", None, None),
        ("RE[*]", None, None),
        ("RE[]", None, None),
        ("", None, None),
        ("RE[Black wins]", None, "Black wins"),
    ],
)
def test_results(properties: str, outcome: Outcome | None, result: str | None) -> None:
    record = only(f"(;GM[4]SZ[15]{properties};B[hh];W[ii])")
    assert record.outcome == outcome
    assert record.about.get("result") == result
    assert Record.from_sgf(record.as_sgf()) == record


def test_the_board_decides_who_has_won() -> None:
    moves = ";B[aa];W[ba];B[ab];W[bb];B[ac]"
    for said in ("B+", "B+R", "?", "B+3"):
        record = only(f"(;GM[4]SZ[3]RE[{said}]{moves})")
        assert record.decision is None
        assert record.outcome == Outcome("x", "line", (0, 3, 6))
    for said in ("W+R", "0"):
        with pytest.raises(NotationError, match=f"line 2: RE.{re.escape(said)}. contradicts"):
            sgf.read(f"(;GM[4]SZ[3]\nRE[{said}]{moves})")


@pytest.mark.parametrize(
    ("properties", "game"),
    [
        ("SZ[3]", "3x3x3"),
        ("", "15x15x5"),
        ("SZ[19]", "19x19x5"),
        ("SZ[7:6]", "6x7x5"),
        ("SZ[15]RU[0]", "15x15x5"),
        ("SZ[15]RU[1]", "15x15x5-exact"),
        ("SZ[15]RU[Standard]", "15x15x5-exact"),
        ("SZ[15]RU[Renju]", "15x15x5"),
        ("SZ[15]RU[4]", "15x15x5"),
        ("SZ[8]RU[8x8x4-straight]", "8x8x4-straight"),
        ("RU[4x4x3]", "4x4x3"),
    ],
)
def test_rules(properties: str, game: str) -> None:
    record = only(f"(;{properties})")
    assert str(record.start.rules) == game
    assert Record.from_sgf(record.as_sgf()) == record


def test_the_caller_says_which_game_it_is() -> None:
    assert str(only("(;GM[11]SZ[6];B[aa])", "6x6x4").start.rules) == "6x6x4"
    assert str(only("(;GM[4]SZ[15]RU[1])", "15x15x5").start.rules) == "15x15x5"


def test_old_and_careless_files() -> None:
    record = only(
        b"From: somebody\r\nSubject: (a game)\r\n\r\n"
        b"( ;GaMe[4]SiZe[ 15 ]PlayerBlack[Ad\\\r\na]PlayerWhite[Ot\r\nto]GameName[first\tgame]\r\n"
        b"\t;Black[hh]Comment[one\\\r\ntwo\r\nthree];White [ii] Comment[a] Comment[b]"
        b" ; b[jj]\r\n)\x1a"
    )
    assert record.players == {"x": "Ada", "o": "Ot to"}
    assert record.about == {"name": "first game"}
    assert record.comments == {1: "onetwo\nthree", 2: "a\nb"}
    assert len(record.moves) == 3
    assert only(b"(;SZ[3];B[aa])\r\n\x1a\0").moves == (0,), (
        "the mark at the end of an old disk file"
    )


def test_charsets() -> None:
    text = "(;CA[{}]GM[4]PB[Zoë]PW[{}];B[hh])"
    for charset, name in (
        ("UTF-8", "黑棋"),
        ("gb2312", "黑棋"),
        ("Shift_JIS", "表"),
        ("latin-1", "ß"),
    ):
        encoding = charset if charset in ("UTF-8", "latin-1") else None
        written = (
            text.format(charset, name) if encoding else text.format(charset, name).replace("ë", "e")
        )
        assert only(written.encode(charset)).players["o"] == name
    without = "(;GM[4]PB[Zoë])"
    for encoding in ("utf-8", "utf-8-sig", "latin-1", "utf-16"):
        assert only(without.encode(encoding)).players["x"] == "Zoë"


def test_times_from_clocks() -> None:
    record = only("(;TM[300];B[hh]BL[290.5];W[ii]WL[299];B[jj]BL[290.25];W[kk]WL[x];B[ll]BL[291])")
    assert [*record.seconds] == [9.5, 1, 0.25, 0, 0]
    assert record.about == {"time": "300"}
    assert "BL[290.250]" in record.as_sgf()
    assert Record.from_sgf(record.as_sgf()) == record
    assert only("(;B[hh]BL[290.5];W[ii];B[jj]BL[290.25])").seconds == (0, 0, 0.25)
    tree = "(;B[hh]BL[290](;W[ii]WL[280](;B[jj]BL[280])(;B[jk]BL[287]))(;W[ij];B[jj]BL[288]C[5ms]))"
    record = only(tree)
    assert [*record.seconds] == [0, 0, 10]
    assert [[*each.seconds] for each in record.variations] == [[0, 0.005], [3]]
    assert Record.from_sgf(record.as_sgf()) == record


def test_stones_at_the_start() -> None:
    record = only("(;SZ[15];AB[aa:ba][dd]C[see];AW[ab:bb]AE[dd]AB[ee];PL[W]C[now];W[oo])")
    assert [i for i, mark in enumerate(record.start.cells) if mark == "x"] == [0, 1, 64]
    assert [i for i, mark in enumerate(record.start.cells) if mark == "o"] == [15, 16]
    assert record.start.turn == "o"
    assert record.comments == {0: "see\nnow"}
    assert only("(;SZ[15];W[aa];B[bb])").start.turn == "o", "White may begin"
    assert only("(;SZ[15]PL[2])").start.turn == "o"


def test_variations() -> None:
    record = only(
        "(;SZ[5]GC[game]N[root]C[start](;B[aa];W[bb]N[named]C[said](;B[cc](;W[dd])(;C[only text]))"
        "(;C[before]N[lost];B[dd]N[second];W[cc](;B[ee])(;B[ae]C[deep])))(;C[split](;B[ee])(;B[ea]))"
        "(;C[no moves]))"
    )
    assert record.comments == {0: "game\nroot\nstart\nno moves", 2: "named\nsaid", 3: "only text"}
    assert record.moves == (0, 6, 12, 18)
    second = Variation(
        *(2, (18, 12, 24), "second", {3: "lost\nbefore"}),
        [Variation(4, (20,), "", {5: "deep"})],
    )
    assert record.variations == (
        Variation(0, (24,), "", {1: "split"}),
        Variation(0, (4,)),
        second,
    )
    assert Record.from_sgf(record.as_sgf()) == record


def test_a_comment_may_come_before_the_moves() -> None:
    record = only("(;SZ[5](;C[nothing played])(;B[aa]))")
    assert record.moves == (0,)
    assert record.comments == {0: "nothing played"}


def test_an_error_does_not_repeat_the_board() -> None:
    with pytest.raises(NotationError) as refusal:
        sgf.read(f"{EASY};B[hh]\n;W[hh])")
    assert str(refusal.value).endswith("W[hh]: h8 is taken by X")
    with pytest.raises(NotationError) as refusal:
        psq.read(f"{HEAD}8,8,0\n8,8,0\n-1")
    assert str(refusal.value).endswith("8,8: h8 is taken by X")


def test_several_games() -> None:
    first, second = sgf.read("(;SZ[3];B[aa])\n\n(;SZ[15];B[oo])\n")
    assert (first.moves, second.moves) == ((0,), (224,))
    assert sgf.read(sgf.write([first, second])) == [first, second]
    assert sgf.one("(;SZ[3];B[aa])(;SZ[15];B[oo])") == (2, second)
    assert sgf.one("(;SZ[3];B[aa])(;SZ[15];B[oo])", number=1) == (2, first)
    with pytest.raises(NotationError, match="there is no game 3: the file has 2 games"):
        sgf.one("(;SZ[3];B[aa])(;SZ[15];B[oo])", number=3)
    assert sgf.one("(;SZ[6];B[aa])", "6x6x4")[1].start.rules == Rules(6, 6, 4)


def test_properties_that_are_not_kept_are_named() -> None:
    text = "(;GM[4]SZ[15]AP[x:1]KM[6.5];B[hh]LB[ii:a];W[ii](;B[jj]TR[jj])(;B[kk]XX[1]))"
    assert sgf.not_kept(text) == ["KM", "LB", "TR", "XX"]
    assert sgf.not_kept(only(text).as_sgf()) == []


def test_a_psq_of_a_tournament_and_one_of_a_person() -> None:
    text = "Piskvorky 20x20, 11:11, 1\n11,11,0\n12,11,250\npbrain-a.exe\npbrain-b.exe\n15\n"
    (record,) = psq.read(text.replace("\n", "\r\n").encode())
    assert record.players == {"x": "pbrain-a.exe", "o": "pbrain-b.exe"}
    assert (record.start.turn, record.moves, record.seconds) == ("o", (210, 211), (0, 0.25))
    assert record.outcome == Outcome("x", "time")
    (record,) = psq.read("Piskvorky 15x15, 0:5, 0\n8,8,10\n9,9\n-1\n")
    assert (record.moves, record.outcome) == ((112, 128), None)
    assert str(Record.from_psq("Piskvorky 7x6, 0:0, 0", "6x7x4").start.rules) == "6x7x4"
    assert Record.from_psq(record.as_psq()) == record


def test_what_a_psq_cannot_hold() -> None:
    assert not psq.lost(played())
    assert psq.lost(Record("3x3x3", PLAYERS, about={"event": "Cup", "round": "2"})) == [
        "what is known about the game (event, round)"
    ]
    assert psq.lost(Record(Position.parse("x..o/.x../..o./....", "4x4x3"), PLAYERS)) == [
        "that the first stones were set up, not played",
        "the rules (4x4x3)",
    ]
    resigned = played().ended(Outcome("x", "resignation"))
    assert psq.lost(resigned) == ["the end by resignation"]
    won = Record(Position.parse("xxx/xoo/o.."), PLAYERS)
    assert "the stones at the start cannot be played" in told(lambda: psq.write([won]))


# What cannot be read

EASY = "(;GM[4]SZ[15]\n"
BAD_SGF: list[tuple[str | bytes, int, str]] = [
    ("", 1, "'' is not SGF"),
    ("hello\nthere\n", 1, "is not SGF"),
    ('{"game": "3x3x3"}', 1, "is not SGF"),
    (f"{EASY};B[hh]\n;W[ii]\n", 1, "the ) for the ( here is missing"),
    (f"{EASY};B[hh]\n(;W[ii]\n;B[jj])\n(;W[jj]", 5, "the ) for the ( here is missing"),
    (f"{EASY};B[hh]))", 2, "there is no ( for the )"),
    (f"{EASY};B[hh)\n;W[ii", 2, "'[hh)' has no ]"),
    (f"{EASY};B;W[ii])", 2, "'B' has no value"),
    (f"{EASY};[hh])", 2, "'[hh]' has no property"),
    (f"{EASY};B[hh]%;W[ii])", 2, "'%;W[ii])' is not SGF"),
    (f"{EASY}();B[hh])", 2, "nothing stands between"),
    (f"{EASY}(;B[hh])\n;W[ii])", 3, "a ; follows the end of a variation"),
    (f"{EASY}((;B[hh])))", 2, "( is followed by another ("),
    (f"{EASY}(B[hh]))", 2, "'B' stands outside a node"),
    (f"{EASY};B[pp])", 2, "'pp' is not a point of a 15x15 board, aa to oo"),
    (f"{EASY};B[h8])", 2, "'h8' is not a point"),
    (f"{EASY};B[hh];W[])", 2, "White passes"),
    (f"{EASY};B[hh]\n;B[ii])", 3, "B[ii] moves, but it is the other side's turn"),
    (f"{EASY};B[hh]\n;W[hh])", 3, "W[hh]: h8 is taken by X"),
    (f"{EASY};B[hh]W[ii])", 2, "two moves in one node"),
    (f"{EASY};B[hh]\n(;W[ii])\n(;W[hh]))", 4, "W[hh]: h8 is taken by X"),
    ("(;SZ[3];B[aa];W[ba];B[ab];W[bb];B[ac]\n;W[cc])", 2, "the game is over"),
    (f"{EASY};B[hh]\n;AB[ii])", 3, "stones are set up after the game has begun"),
    (f"{EASY}AB[hh][ii])", 2, "has 2 x and 0 o"),
    (f"{EASY}AB[hh:ii:jj])", 2, "is not a rectangle"),
    (f"{EASY}PL[green])", 2, "PL[green] is neither Black nor White"),
    ("(;\nGM[1]SZ[19])", 2, "this is a game of Go, GM[1]; expected is Gomoku"),
    ("(;GM[4]\nSZ[big])", 2, "'big' is not a size"),
    ("(;GM[4]\nSZ[4])", 2, "does not say how many in a row win on 4x4"),
    ("(;GM[4]\nSZ[25])", 2, "rows and columns must be from 1 to 20"),
    ("(;GM[4]SZ[15]\nRU[15x15x99])", 2, "k must be from 1"),
    ("(;GM[4]\nSZ[15]\nRU[9x9x5])", 2, "SZ[15] is not the size of the board of 9x9x5"),
    (b"(;GM[4]\nCA[klingon])", 2, "cannot be read as 'klingon': it is unknown"),
    (b"(;GM[4]\nCA[unicode_escape])", 2, "it is unknown"),
    (b"(;GM[4]\nCA[UTF-8]PB[\xff])", 2, "cannot be read as 'UTF-8': it contains other bytes"),
    ("(;SZ[15]" * 1200, 1, "nested more than 1000 deep"),
]
HEAD = "Piskvorky 15x15, 0:0, 0\n"
BAD_PSQ: list[tuple[str | bytes, int, str]] = [
    ("", 1, "is not the head of a PSQ file"),
    ("\nPiskvorky big, 0:0, 0", 2, "'Piskvorky big, 0:0, 0' is not the head"),
    ("Piskvorky 30x30, 0:0, 0", 1, "rows and columns must be from 1 to 20"),
    ("Piskvorky 4x4, 0:0, 0", 1, "does not say how many in a row win on 4x4"),
    (f"{HEAD}8,8,0\n8;9,0\n9,9,0\n9,8,0\n-1", 3, "'8;9,0' is not a move"),
    (f"{HEAD}0,8,0\n1,1,1\n-1", 2, "0,8 is not on the board: columns are 1 to 15"),
    (f"{HEAD}8,8,0\n8,8,0\n-1", 3, "8,8: h8 is taken"),
]
BAD_OPENINGS: list[tuple[str | bytes, int, str]] = [
    ("0,0\n1", 2, "'1' is not an opening"),
    ("0,0, a,1", 1, "is not an opening"),
    ("0,0\n\n8,0", 3, "8,0 is not on a 15x15 board"),
    ("0,0, 0,0", 1, "0,0: h8 is taken"),
]


def told(read: Callable[[], object]) -> str:
    with pytest.raises(NotationError) as refusal:
        read()
    assert one_line(str(refusal.value)), refusal.value
    return str(refusal.value)


@pytest.mark.parametrize(("content", "line", "what"), BAD_SGF)
def test_a_bad_sgf_file(content: str | bytes, line: int, what: str, tmp_path: Path) -> None:
    sentence = told(lambda: sgf.read(content))
    assert sentence.startswith(f"line {line}: ")
    assert what in sentence
    path = tmp_path / "bad.sgf"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    assert told(lambda: files.read(path)) == sentence.replace(": ", f" of {str(path)!r}: ", 1)


@pytest.mark.parametrize(("content", "line", "what"), BAD_PSQ)
def test_a_bad_psq_file(content: str | bytes, line: int, what: str) -> None:
    sentence = told(lambda: psq.read(content))
    assert sentence.startswith(f"line {line}: ")
    assert what in sentence


@pytest.mark.parametrize(("content", "line", "what"), BAD_OPENINGS)
def test_bad_openings(content: str | bytes, line: int, what: str, tmp_path: Path) -> None:
    path = tmp_path / "openings.txt"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    sentence = told(lambda: files.read_openings(path, "gomoku"))
    assert sentence.startswith(f"line {line} of {str(path)!r}: ")
    assert what in sentence


def test_a_game_that_is_not_the_one_of_the_caller() -> None:
    assert "the game is 3x3x3, not 4x4x3" in told(lambda: sgf.read("(;RU[3x3x3])", "4x4x3"))
    assert "is not the size" in told(lambda: sgf.read("(;SZ[19])", "15x15x5"))
    assert "unlike 15x15x5" in told(lambda: psq.read("Piskvorky 20x20, 0:0, 0", "15x15x5"))


PIECES = ["(", ";", ")", "[", "]", "\\", "B", "W", "C", "AB", "SZ[3]", "[aa]", "[bb]", "B[ab]"]
PIECES += ["W[ba]", ";B[cc]", "(;W[ca]", "\n", "RE", "PL", "RU[1]", ":", "Piskvorky 3x3, 0:0, 0\n"]
PIECES += ["1,1,5\n", "-2", "CA[utf-16]", "TM[9]", "MS", "NI"]


def refusal(read: Callable[[Any], object], content: Any) -> str:
    """Why something cannot be read, in a line; empty if it can."""
    try:
        read(content)
    except NotationError as error:
        sentence = str(error)
        return sentence if one_line(sentence) else f"several lines: {sentence}"
    return ""


@settings(max_examples=often(200))
@given(st.binary(max_size=60) | st.text() | st.lists(st.sampled_from(PIECES)).map("".join))
def test_anything_is_read_or_refused_in_a_sentence(content: str | bytes) -> None:
    wrapped = b"(;" + content if isinstance(content, bytes) else f"(;{content}"
    for read in (sgf.read, psq.read, sgf.not_kept, lambda text: openings.read(text, "gomoku")):
        for each in (content, wrapped):
            assert re.match(r"line \d+: |$", refusal(read, each))


def test_nesting_is_limited() -> None:
    def nested(depth: int) -> str:
        """Variations of variations: each move has an alternative in which the next ones are."""
        points = [f"{chr(97 + i % 20)}{chr(97 + i // 20)}" for i in range(2 * depth + 2)]
        opened, closed = "", ""
        for number in range(depth):
            colour, point = "BW"[number % 2], points[2 * number + 1]
            opened += f"(;{colour}[{points[2 * number]}])(;{colour}[{point}]"
            closed += ")"
        return f"(;SZ[20]RU[20x20x20]{opened}{closed})"

    record = only(nested(DEEPEST))
    assert record.variations[0].depth == DEEPEST
    assert Record.from_sgf(record.as_sgf()) == record
    assert Record.from_json(json.loads(json.dumps(record.as_json()))) == record
    sentence = told(lambda: sgf.read(nested(DEEPEST + 1)))
    assert "variations are nested more than 100 deep" in sentence
    data = record.as_json()
    inner = {"after": 0, "moves": ["a1"]}
    for _ in range(300):
        inner = {"after": 0, "moves": ["a1"], "variations": [inner]}
    data["variations"] = [inner]
    assert "nested more than 100 deep" in told(lambda: Record.from_json(data))


# Notes


@pytest.mark.parametrize(
    ("notes", "what"),
    [
        ({"comments": {2: "too late"}}, "one of the moves 0 to 1, not 2"),
        ({"comments": {-1: "too early"}}, "one of the moves 0 to 1, not -1"),
        ({"comments": {True: "one"}}, "not True"),
        ({"comments": {0: 7}}, "a comment must be text, not 7"),
        ({"comments": "text"}, "comments must be"),
        ({"about": {"event": 7}}, "what is said about 'event' must be text, not 7"),
        ({"about": {" ": "7"}}, "about needs names"),
        ({"about": []}, "about must be"),
        ({"variations": "b2"}, "variations must be a list"),
        ({"variations": ["b2"]}, "'b2' is not a Variation"),
        ({"variations": [Variation(1, ["a1"])]}, "begins after 1 moves"),
        ({"variations": [Variation(0, ["z9"])]}, "'z9' is not a cell"),
    ],
)
def test_notes_that_do_not_fit(notes: dict[str, Any], what: str) -> None:
    assert what in told(lambda: Record("3x3x3", PLAYERS, ["b2"], **notes))


@pytest.mark.parametrize(
    ("arguments", "what"),
    [
        ((-1, ["a1"]), "after a number of moves, not -1"),
        ((0, []), "at least one move"),
        ((0, ["a1"], 7), "name of a variation must be text, not 7"),
        ((0, ["a1"], "", {0: "early"}), "one of the moves 1 to 1, not 0"),
        ((0, ["a1"], "", {}, [Variation(0, ["a2"])]), "begins after 0 moves"),
        ((0, ["a1"], "", {}, [Variation(1, ["a2"])]), "begins after 1 moves"),
        ((0, ["a1"], "", {}, (), [1, 2]), "each of 1 move needs its seconds, not [1, 2]"),
        ((0, ["a1"], "", {}, (), ["soon"]), "seconds must be a number, at least 0 and finite"),
    ],
)
def test_variations_that_do_not_fit(arguments: Any, what: str) -> None:
    assert what in told(lambda: Variation(*arguments))


def test_a_variation_is_not_nested_without_end() -> None:
    deep = Variation(DEEPEST, ["a1"])
    for after in reversed(range(1, DEEPEST)):
        deep = Variation(after, ["a1", "a2"], variations=[deep])
    assert deep.depth == DEEPEST
    assert "nested more than 100 deep" in told(lambda: Variation(0, [0, 1], variations=[deep]))


def test_equal_variations_are_one_in_a_set() -> None:
    same = [Variation(0, ["a1"], "name", {1: "text"}, []) for _ in range(2)]
    assert len({*same, Variation(0, ["a2"])}) == 2


def test_an_illegal_variation() -> None:
    with pytest.raises(IllegalMove, match="b2 is taken"):
        Record("3x3x3", PLAYERS, ["b2", "a1"], variations=[Variation(1, ["b2"])])


def test_notes_are_written_only_where_there_are_any() -> None:
    plain = Record("3x3x3", PLAYERS, ["b2"], comments={1: ""}, about={"event": " "})
    assert plain.as_json().keys() == {"game", "cells", "turn", "players", "moves", "outcome"}
    noted = Record("3x3x3", PLAYERS, ["b2"], comments={1: "one\r\ntwo"}, about={"event": "a\nb"})
    assert noted.as_json()["comments"] == {"1": "one\ntwo"}
    assert noted.as_json()["about"] == {"event": "a b"}
    assert noted != plain
    wrongs: list[Any] = [{"x": "text"}, {"1": 7}, [], {"²": "text"}]
    for wrong in wrongs:
        data = noted.as_json() | {"comments": wrong}
        assert refusal(Record.from_json, data)


# Files and the command


def played(**notes: Any) -> Record:
    return Record("15x15x5", PLAYERS, ["h8", "h9"], [1.5, 0.25], **notes)


@pytest.mark.parametrize("suffix", [".sgf", ".psq", ".jsonl", ".SGF"])
def test_a_file_is_read_by_its_name(suffix: str, tmp_path: Path) -> None:
    path = tmp_path / f"game{suffix}"
    files.write(path, [played()])
    assert files.read(str(path)) == [played()]
    files.write(path, [played().play("a1")])
    assert files.read(path, "gomoku") == [played().play("a1")]
    assert os.listdir(tmp_path) == [path.name], "nothing half written"


def test_files_that_are_refused(tmp_path: Path) -> None:
    assert "must end in .sgf, .psq, .jsonl" in told(lambda: files.read(tmp_path / "game.txt"))
    assert "one game, not 2" in told(lambda: files.write(tmp_path / "a.psq", [played(), played()]))
    assert "not the Record" in told(lambda: files.write(tmp_path / "a.sgf", ["b2"]))  # type: ignore[list-item]
    half = played(comments={0: "\ud800"})
    assert "half a character" in told(lambda: files.write(tmp_path / "a.sgf", [half]))
    with pytest.raises(FileNotFoundError):
        files.read(tmp_path / "a.sgf")
    (tmp_path / "a.jsonl").write_text('{"game": "3x3x3"}\n')
    assert "line 1 of " in told(lambda: files.read(tmp_path / "a.jsonl"))
    files.write(tmp_path / "a.jsonl", [played()])
    wrong = told(lambda: files.read(tmp_path / "a.jsonl", "4x4x3"))
    assert "the game is 15x15x5, not 4x4x3" in wrong


def test_a_file_that_is_too_large(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "LARGEST", 10)
    path = tmp_path / "game.sgf"
    files.write(path, [played()])
    assert "files of more than 10 are not read" in told(lambda: files.read(path))


def test_a_file_stays_as_it_is_if_it_cannot_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "game.sgf"
    files.write(path, [played()])
    path.chmod(0o640)
    files.write(path, [played()])
    assert path.stat().st_mode & 0o777 == 0o640

    def full(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left") as failure:
        files.write(path, [played().play("a1")])
    assert failure.value.filename == str(path)
    assert files.read(path) == [played()]
    assert os.listdir(tmp_path) == ["game.sgf"]


def convert(*words: str | Path) -> tuple[int, str, str]:
    done = CliRunner().invoke(noughts_command, ["convert", *map(str, words)])
    message = f"{done.exception}" if done.exception else ""
    return done.exit_code, done.stdout, done.stderr + message


def test_convert_there_and_back(tmp_path: Path) -> None:
    record = played(comments={1: "centre"}, about={"event": "Club evening"})
    start, middle, end = (tmp_path / name for name in ("a.jsonl", "b.sgf", "c.jsonl"))
    files.write(start, [record, record.play("a1")])
    assert convert(start, middle) == (0, f"{middle}: 2 games\n", "")
    assert convert(middle, end) == (0, f"{end}: 2 games\n", "")
    assert end.read_text() == start.read_text()


def test_convert_says_what_is_lost(tmp_path: Path) -> None:
    here, there = tmp_path / "a.sgf", tmp_path / "b.psq"
    here.write_text("(;GM[4]SZ[9]KM[6];B[ee]C[centre]LB[ee:a];W[dd](;B[cc])(;B[ff]))")
    code, stdout, stderr = convert(here, there, "--game", "9x9x4")
    assert (code, stdout) == (0, f"{there}: 1 game\n")
    assert stderr == (
        f"noughts: not read from {here}: KM, LB\n"
        f"noughts: lost in {there}: the comments, the variations, the rules (9x9x4)\n"
    )


def test_convert_refuses(tmp_path: Path) -> None:
    path = tmp_path / "a.sgf"
    path.write_text("(;GM[4]\n;B[zz])")
    _, _, message = convert(path, tmp_path / "b.psq")
    assert f"line 2 of {str(path)!r}: 'zz' is not a point" in message
    with pytest.raises(SystemExit, match="2"):
        main(["convert", str(path), str(tmp_path / "b.psq")])
    path.write_text("(;GM[4];B[aa])")
    (tmp_path / "same.sgf").symlink_to(path)
    assert "is the file to read" in convert(path, tmp_path / "same.sgf")[2]
    assert "must end in" in convert(path, tmp_path / "b.txt")[2]
    (tmp_path / "empty.jsonl").touch()
    assert "does not contain a game" in convert(tmp_path / "empty.jsonl", tmp_path / "b.sgf")[2]
    assert path.read_text() == "(;GM[4];B[aa])"
    assert not (tmp_path / "b.sgf").exists()


def test_the_tree_needs_no_game() -> None:
    (tree,) = sgf_tree.parse("(;AN[x]\n\nQQ[1][2];)")
    assert tree.nodes[0].values == {"AN": ["x"], "QQ": ["1", "2"]}
    assert tree.nodes[0].lines == {"AN": 1, "QQ": 3}
    assert len(tree.nodes) == 2
