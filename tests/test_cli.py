"""The command line: what it prints, and that whatever is wrong is said in one line."""

import json
import os
import random
import re
import resource
import shlex
import shutil
import signal
import stat
import subprocess
import sys
import time
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner
from laws import BOOKS, Terminal, noughts, one_line

from noughts import (
    GOMOKU,
    METHODS,
    TIC_TAC_TOE,
    Analysis,
    Growth,
    Limit,
    Position,
    Trace,
    analyse,
    cell,
)
from noughts.cli import COMMANDS, noughts_command
from noughts.methods import Method
from noughts.notation import GOMOKU_PLAYERS, names
from noughts.textbook import alpha_beta, mcts

ESCAPE = "\x1b"


# analyse


def test_analyse_as_json() -> None:
    done = noughts("analyse", ".x.......", "--method", "alpha-beta", "--json")
    assert (done.returncode, done.stderr) == (0, "")
    assert one_line(done.stdout)
    found = json.loads(done.stdout)
    assert list(found) == [
        *("game", "cells", "turn", "method", "outcome", "plies", "score", "best", "moves"),
        *("line", "nodes", "seconds", "depth", "complete"),
    ]
    expected = {
        "game": "3x3x3",
        "cells": ".x.......",
        "turn": "o",
        "method": "alpha-beta",
        "outcome": "draw",
        "plies": 8,
        "score": 0,
        "best": ["a1", "a3", "b2", "c2"],
        "depth": 8,
        "complete": True,
    }
    assert {key: found[key] for key in expected} == expected
    assert found["moves"][0] == {
        "move": "a1",
        "outcome": "draw",
        "plies": 8,
        "score": 0,
        "bound": "exact",
    }
    assert {move["bound"] for move in found["moves"]} == {"exact"}


def test_analyse_in_words() -> None:
    done = noughts("analyse", "xx./oo./...", "--method", "alpha-beta", "--scores", "by-depth")
    assert (done.returncode, done.stderr) == (0, "")
    board = """\
     1      2      3
  ┌──────┬──────┬──────┐
a │  X   │  X   │win 1 │
  ├──────┼──────┼──────┤
b │  O   │  O   │ draw │
  ├──────┼──────┼──────┤
c │loss 2│loss 2│loss 2│
  └──────┴──────┴──────┘
X to move: X wins in 1 ply. Best: a3.
method """
    assert done.stdout.startswith(board)
    assert re.search(
        r"method +nodes +seconds +depth +complete\nalpha-beta .* 5  yes\n$", done.stdout
    )


@pytest.mark.parametrize("method", BOOKS)
def test_every_method_analyses(method: str) -> None:
    depth = [] if method == "strings" else ["--depth", "9"]
    done = noughts("analyse", "x.o/.x./o..", "--method", method, "--json", *depth)
    found = json.loads(done.stdout)
    assert (found["method"], found["outcome"]) == (method, "win")


@pytest.mark.parametrize(
    ("words", "cells", "turn", "game"),
    [
        (["XO..X...."], "xo..x....", "o", "3x3x3"),
        (["xo./.x./..."], "xo..x....", "o", "3x3x3"),
        ([".........", "--turn", "o"], ".........", "o", "3x3x3"),
        ([".........", "--turn", "O"], ".........", "o", "3x3x3"),
        (["xo.......", "--turn", "o"], "xo.......", "o", "3x3x3"),
        (["x...o....", "--game", "3x3x3-straight"], "x...o....", "x", "3x3x3-straight"),
        (["x..o/...x", "--game", "2X4X3"], "x..o...x", "o", "2x4x3"),
        (["x........", "--game", "Tic-Tac-Toe"], "x........", "o", "3x3x3"),
    ],
)
def test_how_a_state_may_be_written(words: list[str], cells: str, turn: str, game: str) -> None:
    found = json.loads(noughts("analyse", *words, "--json").stdout)
    assert (found["cells"], found["turn"], found["game"]) == (cells, turn, game)


@pytest.mark.parametrize(
    "text", ["xo.\n.x.\n...\n", "x o . / . x . / . . .", "XO.\r\n.X.\r\n...\r\n"]
)
def test_a_state_from_stdin(text: str) -> None:
    found = json.loads(noughts("analyse", "-", "--json", given=text).stdout)
    assert (found["cells"], found["turn"]) == ("xo..x....", "o")


def test_a_large_board_is_analysed_under_a_limit() -> None:
    words = ("analyse", "." * 64, "--method", "four-in-a-line", "--seconds", "0.2")
    found = json.loads(noughts(*words, "--json").stdout)
    assert (found["game"], found["method"]) == ("8x8x4-straight", "four-in-a-line")
    assert (found["outcome"], found["complete"]) == (None, False)
    assert found["best"]
    assert "X to move: undecided" in noughts(*words).stdout
    by_default = noughts("analyse", "." * 225, "--depth", "1")
    assert "X to move: undecided" in by_default.stdout


def test_a_search_that_deepens_has_two_seconds_unless_told_otherwise(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    search, limits = Method.analyse, list[Limit]()

    def quick(method: Method, position: Position, limit: Limit, **options: Any) -> Analysis:
        limits.append(limit)
        return search(method, position, Limit(depth=1), **options)

    monkeypatch.setattr(Method, "analyse", quick)
    words = ["analyse", "four-in-a-line", "--method", "four-in-a-line"]
    for more in ([], ["--seconds", "9"]):
        noughts_command.main([*words, *more], standalone_mode=False)
    assert limits == [Limit(seconds=2), Limit(seconds=9)]
    assert capsys.readouterr().out.count("X to move: undecided") == 2


def test_a_finished_game_is_analysed() -> None:
    assert "The game is over: X has won." in noughts("analyse", "xxxoo....").stdout
    assert "The game is over: a draw." in noughts("analyse", "xoxxoooxx").stdout


def test_limits_scores_and_order() -> None:
    def nodes(*words: str) -> int:
        found = json.loads(noughts("analyse", ".........", "--json", *words).stdout)
        count: int = found["nodes"]
        return count

    assert nodes("--method", "alpha-beta") == 30_710
    assert nodes("--method", "alpha-beta", "--scores", "by-depth") == 34_203
    assert nodes("--method", "minimax", "--nodes", "100") == 100
    assert nodes("--method", "minimax", "--depth", "1") == 10
    assert nodes("--method", "alpha-beta", "--order", "most-lines") < 30_710
    deeper = ("--method", "deepening", "--depth", "9")
    assert nodes(*deeper) == 6_257
    assert nodes(*deeper, "--no-killers", "--no-history") == 8_845
    refused = noughts("analyse", "x........", "--method", "pvs", "--no-killers")
    assert refused.returncode == 2
    assert "pvs does not take the option 'killers'" in refused.stderr


# compare


def test_compare_in_json() -> None:
    done = noughts("compare", "x...o....", "--json")
    assert done.returncode == 0
    rows = json.loads(done.stdout)
    keys = ["method", "move", "outcome", "score", "nodes", "seconds", "complete"]
    assert [list(row) for row in rows] == [keys] * len(rows)
    books = {row["method"]: row for row in rows if row["method"] in BOOKS}
    assert [*books] == [*BOOKS]
    nodes = {"minimax": 7332, "alpha-beta": 844, "alpha-beta-strict": 2503}
    nodes |= {"stepwise": 1156, "game-tree": 7332, "strings": 1520}
    assert {name: books[name]["nodes"] for name in nodes} == nodes
    assert [books[name]["score"] for name in nodes] == [0, 0, 0, 0, 2, 0]
    assert {row["outcome"] for row in rows if row["complete"]} == {"draw"}, "the same answer"
    assert [row["method"] for row in rows if not row["complete"]] == ["mcts"]
    assert {row["complete"] for row in books.values()} == {True}


def test_compare_in_words() -> None:
    done = noughts("compare", "xx./oo./...")
    head, *rows = done.stdout.splitlines()
    assert head.split() == ["method", "move", "outcome", "score", "nodes", "seconds", "complete"]
    words = {row.split()[0]: row.split()[1:] for row in rows}
    assert [*words] == [*METHODS]
    assert words.pop("mcts")[:2] == ["a3", "open"]
    assert {tuple(row[:2]) for row in words.values()} == {("a3", "win")}
    for name in BOOKS:  # one that deepens looks no further than the win
        assert words[name][-1] == ("no" if METHODS[name].manner.deepens else "yes")


def test_compare_repeats_game_tree_s_choice_with_a_seed() -> None:
    def choice(seed: str) -> str:
        rows = json.loads(noughts("compare", ".x.xo.o..", "--json", "--seed", seed).stdout)
        move: str = next(row["move"] for row in rows if row["method"] == "game-tree")
        return move

    best = analyse(Position.parse(".x.xo.o.."), "game-tree").best
    assert choice("1") == choice("1")
    assert {choice(seed) for seed in "1234"} <= set(names(TIC_TAC_TOE, best))


def test_compare_leaves_out_what_cannot_finish() -> None:
    done = noughts("compare", "." * 64, "--json", "--seconds", "0.2")
    assert {row["method"] for row in json.loads(done.stdout)} & {*BOOKS} == {
        "four-in-a-line",
        "deepening",
    }
    left_out = "left out (they would not finish without --depth): minimax, alpha-beta"
    assert done.stderr.splitlines()[0].startswith(left_out)
    shallow = noughts("compare", "." * 64, "--json", "--depth", "1")
    took_part = {row["method"] for row in json.loads(shallow.stdout)}
    assert {*BOOKS} - took_part == {"strings"}


# tree


def test_tree_as_text() -> None:
    done = noughts("tree", "xx./.o./...", "--turn", "o")
    assert (done.returncode, done.stderr) == (0, "")
    assert "(cut: value 1 >= beta 0, 3 moves not tried)\n" in done.stdout
    trace = Trace(Position.parse("xx./.o./...", turn="o"))
    alpha_beta(trace.position, visit=trace.add)
    caption, legend, *lines = done.stdout.splitlines()
    assert caption == f"alpha-beta: {len(trace)} nodes."
    assert legend == "MAX is O, MIN is X; >= 1 is a value of at least 1, <= 1 of at most 1."
    assert lines == list(trace.text())


def test_a_tree_that_stops_early_says_so() -> None:
    caution = "Values are exact only within depth 2, where the search stopped."
    first, second, *_ = noughts("tree", "4x4x3", "--levels", "0").stdout.splitlines()
    assert re.fullmatch(r"four-in-a-line, depth 2: \d+ nodes in 2 passes, the root only\.", first)
    assert second.endswith(caution)
    for form in ("svg", "html"):
        picture = noughts("tree", "4x4x3", "--levels", "1", "--format", form).stdout
        assert re.search(
            r">four-in-a-line, depth 2: \d+ nodes in 2 passes, the root and 1 level below", picture
        )
        assert caution in picture
    assert "exact only" not in noughts("tree", "xx./.o./...", "--turn", "o").stdout


def test_tree_as_json_holds_every_visit() -> None:
    data = json.loads(noughts("tree", ".........", "--format", "json").stdout)
    assert (data["nodes"], len(data["visits"])) == (18_297, 18_297)
    assert list(data) == ["game", "cells", "turn", "maximiser", "nodes", "visits"]
    assert list(data["visits"][0]) == [
        *("path", "alpha", "beta", "value", "bound", "ended"),
        "untried",
    ]


@pytest.mark.parametrize("method", BOOKS)
def test_every_method_can_be_watched(method: str) -> None:
    words = ("tree", "x.o/.x./o..", "--turn", "x", "--method", method)
    done = noughts(*words)
    assert (done.returncode, done.stderr) == (0, "")
    root = done.stdout.splitlines()[2]
    assert re.match(r"(root|pass 1) MAX alpha (-inf|-1) beta (\+inf|0) value ", root)
    ElementTree.fromstring(noughts(*words, "--format", "svg", "--levels", "2").stdout)


# Trees that grow best first


def test_a_tree_that_grows_is_shown_at_any_step(tmp_path: Path) -> None:
    words = ("tree", "x.o/o.x/..x", "--method", "mcts", "--nodes", "12", "--seed", "3")
    growth = Growth("x.o/o.x/..x", method="mcts")
    chance, limit = random.Random(3), Limit(nodes=12)
    mcts(growth.position, limit=limit, chance=chance, follow=growth.add)
    done = noughts(*words, "--step", "46")
    assert (done.returncode, done.stderr) == (0, "")
    caption, legend, *lines = done.stdout.splitlines()
    assert caption == f"{growth.caption(46)}." == "mcts: round 12 of 12, expand, 13 nodes."
    assert (legend, lines) == (growth.legend(46), [*growth.text(46)])
    for form in ("svg", "html", "json", "txt"):
        noughts(*words, "-o", f"tree.{form}", folder=tmp_path)
    written = {path.suffix: path.read_text(encoding="utf-8") for path in tmp_path.iterdir()}
    assert written[".svg"] == growth.svg() + "\n"
    assert growth.svg() in written[".html"]
    assert Growth.read(written[".json"].splitlines()).rounds == growth.rounds
    assert written[".txt"].splitlines()[2:] == [*growth.text()]


def test_a_proof_is_shown_question_by_question() -> None:
    words = ("tree", "x.o/o.x/..x", "--method", "proof-number")
    last, first = noughts(*words).stdout, noughts(*words, "--step", "1").stdout
    assert "To be proved: O does not lose." in last
    assert "\nroot OR proof 0, disproof inf, proved, selected" in last
    assert "To be proved: O wins." in first
    assert first.endswith("\nroot OR proof 1, disproof 1, selected\n")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--method", "mcts", "--format", "dot"], "has no dot"),
        (["--method", "mcts", "--step", "5000"], "the step must be a whole number from 0 to 4000"),
        (["--method", "mcts", "--depth", "2"], "mcts does not take a depth limit"),
        (["--step", "3"], "--step is for trees that grow best first"),
        (["--seed", "3"], "--seed is for --method mcts"),
        (["--method", "minimax", "--seed", "3"], "--seed is for --method mcts"),
        (["--method", "minimax", "--exploration", "3"], "does not take the option 'exploration'"),
        (["--method", "mcts", "--exploration", "-1"], "exploration must be a number, at least 0"),
        (["--method", "mcts", "--order", "most-lines"], "does not take the option 'order'"),
    ],
)
def test_options_that_do_not_fit_the_method_are_refused(words: list[str], sentence: str) -> None:
    done = noughts("tree", "x.o/o.x/..x", *words)
    check_that_it_is_refused(done, sentence)


def test_a_method_that_estimates_says_so() -> None:
    words = ("analyse", "xx.oo....", "--method", "mcts", "--seed", "1")
    done = noughts(*words)
    assert "~+1" in done.stdout
    assert "X to move: undecided, score +1. Best: a3." in done.stdout
    found = json.loads(noughts(*words, "--json").stdout)
    assert (found["outcome"], found["complete"], found["best"]) == (None, False, ["a3"])
    assert {move["bound"] for move in found["moves"]} == {"estimate"}


def test_strings_shows_o_as_the_minimiser() -> None:
    done = noughts("tree", "x../.o./..x", "--method", "strings")
    assert done.stdout.splitlines()[1].startswith("MAX is X, MIN is O; ")
    assert "\nroot MIN " in done.stdout


def test_the_strict_convention_is_told() -> None:
    done = noughts("tree", "xx./oo./.x.", "--turn", "o", "--method", "alpha-beta-strict")
    assert "(cut: value -1 < alpha 1, 2 moves not tried)" in done.stdout


def test_a_file_s_name_says_what_it_is(tmp_path: Path) -> None:
    for name, opening in (
        ("tree.svg", "<svg "),
        ("tree.SVG", "<svg "),
        ("tree.html", "<!doctype html>"),
        ("tree.dot", "digraph search {"),
        ("tree.gv", "digraph search {"),
        ("tree.json", '{"game": '),
        ("tree.txt", "alpha-beta: 60 nodes.\nMAX is X, MIN is O; "),
    ):
        done = noughts("tree", "xo./xo./...", "-o", name, folder=tmp_path)
        assert (done.returncode, done.stdout) == (0, "")
        assert done.stderr == f"wrote {name}\n"
        assert (tmp_path / name).read_text(encoding="utf-8").startswith(opening)
    assert not list(tmp_path.glob("*.part"))


@pytest.mark.parametrize("name", ["tree.gif", "tree.svgz", "tree", "tree."])
def test_an_unknown_ending_is_refused_and_nothing_is_written(name: str, tmp_path: Path) -> None:
    done = noughts("tree", "xo./xo./...", "-o", name, folder=tmp_path)
    check_that_it_is_refused(done, repr(name))
    assert done.stderr.endswith("choose one of .svg, .html, .png, .dot, .json, .gv, .txt\n"), (
        done.stderr
    )
    assert not list(tmp_path.iterdir())


def test_the_format_and_the_ending_must_agree(tmp_path: Path) -> None:
    words = ("tree", "xo./xo./...", "--format")
    differ = noughts(*words, "svg", "-o", "tree.txt", folder=tmp_path)
    check_that_it_is_refused(differ, "'tree.txt' ends in .txt, but --format is svg")
    assert not list(tmp_path.iterdir())
    for form, name in (("dot", "tree.gv"), ("text", "tree.txt"), ("svg", "picture")):
        assert noughts(*words, form, "-o", name, folder=tmp_path).returncode == 0
    ElementTree.parse(tmp_path / "picture")


CONVERTER = """#!/bin/sh
# A stand-in: it writes what it was asked to convert behind the name of the format.
[ "$1" = --output ] || exit 9
{ printf 'PNG '; cat "$3"; } > "$2"
"""


def with_programs(folder: Path, **programs: str) -> dict[str, str]:
    """A PATH on which nothing else is installed."""
    for name, script in programs.items():
        program = folder / name.replace("_", "-")
        program.write_text(script)
        program.chmod(0o755)
    for tool in ("sh", "cat"):
        found = shutil.which(tool)
        assert found
        (folder / tool).symlink_to(found)
    return {"PATH": str(folder)}


def test_a_png_is_made_by_a_program_that_is_installed(tmp_path: Path) -> None:
    path = with_programs(tmp_path, rsvg_convert=CONVERTER)
    done = noughts("tree", "xo./xo./...", "-o", "tree.png", folder=tmp_path, **path)
    assert (done.returncode, done.stderr) == (0, "wrote tree.png\n")
    picture = (tmp_path / "tree.png").read_bytes()
    assert picture.startswith(b"PNG <svg ")
    ElementTree.fromstring(picture[4:])


def test_without_such_a_program_a_png_is_refused(tmp_path: Path) -> None:
    path = with_programs(tmp_path)
    done = noughts("tree", "xo./xo./...", "-o", "tree.png", folder=tmp_path, **path)
    check_that_it_is_refused(done, "a .png needs one of rsvg-convert, inkscape, cairosvg")
    assert "apt install librsvg2-bin" in done.stderr
    assert not (tmp_path / "tree.png").exists()


def test_a_program_that_makes_no_png_is_quoted(tmp_path: Path) -> None:
    path = with_programs(tmp_path, rsvg_convert="#!/bin/sh\necho cannot >&2\nexit 3\n")
    done = noughts("tree", "xo./xo./...", "-o", "tree.png", folder=tmp_path, **path)
    check_that_it_is_refused(done, "rsvg-convert could not make a .png: cannot; try .svg or .html")
    assert not (tmp_path / "tree.png").exists()


def test_a_picture_of_too_many_nodes_shows_the_top_and_says_so() -> None:
    done = noughts("tree", ".........", "--format", "svg")
    assert one_line(done.stderr)
    assert done.stderr.startswith(
        "18,297 nodes are too many for a picture: drawing the root and 5 levels below it ("
    )
    titles = list(ElementTree.fromstring(done.stdout).iter("{http://www.w3.org/2000/svg}title"))
    assert 10 < len(titles) <= 2_000


def test_what_is_no_plain_file_is_written_to_and_not_replaced(tmp_path: Path) -> None:
    # As with -o /dev/stdout, or -o /dev/null in the hands of root.
    path = tmp_path / "pipe"
    os.mkfifo(path)
    reader = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    try:
        noughts("tree", "xo./xo./...", "--depth", "1", "-o", str(path))
        assert stat.S_ISFIFO(path.lstat().st_mode)
        assert os.read(reader, 65536).startswith(b"alpha-beta, depth 1: 6 nodes.\nMAX is X, ")
    finally:
        os.close(reader)


def test_a_reader_that_leaves_early_is_no_error(tmp_path: Path) -> None:
    path = tmp_path / "pipe"
    os.mkfifo(path)
    command = [sys.executable, "-m", "noughts", "tree", NINE, "-o", str(path)]
    process = subprocess.Popen(command, stderr=subprocess.PIPE)
    with open(path, "rb") as reader:
        assert reader.read(1)
    assert process.communicate(timeout=60)[1] == b""
    assert process.returncode == 141


def test_a_tree_under_a_limit_may_be_unfinished() -> None:
    done = noughts("tree", ".........", "--nodes", "50")
    assert "\nroot MAX not finished\n" in done.stdout
    deepening = noughts("tree", "four-in-a-line", "--depth", "1")
    assert len(deepening.stdout.splitlines()) == 2 + 65


# Everything that is wrong: one line, no traceback, the input quoted, exit code 2

NINE = "........."
WRONG: dict[str, tuple[list[str], str]] = {
    "an unknown game": (["analyse", NINE, "--game", "chess"], "'chess'"),
    "an unknown game to play": (["play", "chess"], "'chess'"),
    "half a game": (["analyse", NINE, "--game", "3x3"], "'3x3'"),
    "no rows": (["play", "0x3x3"], "'0x3x3'"),
    "too many rows": (["play", "21x3x3"], "'21x3x3'"),
    "too many columns": (["analyse", NINE, "--game", "3x21x3"], "'3x21x3'"),
    "k too long": (["play", "3x3x4"], "'3x3x4'"),
    "k too short": (["play", "3x3x0"], "'3x3x0'"),
    "a size of many digits": (["play", "9" * 6000 + "x3x3"], "'99999999"),
    "impossible stones": (["analyse", "xx......."], "'xx.......'"),
    "impossible stones to compare": (["compare", "oo.o....."], "'oo.o.....'"),
    "impossible stones in a tree": (["tree", "xxxx....."], "'xxxx.....'"),
    "the wrong turn": (["analyse", "x........", "--turn", "x"], "'x........'"),
    "two winners": (["analyse", "xxxooo..."], "'xxxooo...'"),
    "a winner to move": (["analyse", "xxxoo.o..", "--turn", "x"], "'xxxoo.o..'"),
    "a wrong sign": (["analyse", "xo?......"], "'xo?......'"),
    "a line break in quotes": (["analyse", "xo?\n\n\n......"], r"'xo?\n\n\n......'"),
    "an escape code": (["analyse", "\x1b[31mxo"], r"'\x1b[31mxo'"),
    "too few cells": (["analyse", "xo"], "'xo'"),
    "no game": (["analyse", "." * 16], "name the game, such as 4x4x3, with --game"),
    "no game, and no option for it": (["practice", "." * 16], "such as 4x4x3\n"),
    "too many cells": (["analyse", NINE + "."], "'..........'"),
    "cells that do not fit the game": (["analyse", NINE, "--game", "4x4x3"], "'.........'"),
    "rows of wrong lengths": (["analyse", "xo/...../.."], "'xo/...../..'"),
    "no cells": (["analyse", ""], "''"),
    "no state": (
        ["analyse"],
        "STATE is missing: noughts analyse [OPTIONS] STATE. Write a board such as x...o...., or",
    ),
    "no file": (["review"], "FILE is missing: noughts review [OPTIONS] FILE"),
    "a tournament that is not there": (
        ["arena", "run", "no.toml"],
        "file 'no.toml' does not exist",
    ),
    "a method of another command": (["tree", NINE, "--method", "engine"], "'engine' is not one of"),
    "two states": (["analyse", NINE, "extra"], "extra"),
    "nobody's turn": (["analyse", NINE, "--turn", "z"], "'z'"),
    "an unknown method": (["analyse", NINE, "--method", "oracle"], "'oracle'"),
    "an unknown score": (["analyse", NINE, "--scores", "gold"], "'gold'"),
    "an unknown order": (["tree", NINE, "--order", "spiral"], "'spiral'"),
    "an unknown form": (["tree", NINE, "--format", "gif"], "'gif'"),
    "an unknown level": (["play", "--level", "divine"], "'divine'"),
    "an unknown option": (["analyse", NINE, "--bogus"], "'--bogus'"),
    "an unknown option of all": (["--bogus"], "'--bogus'"),
    "an unknown command": (["frobnicate"], "'frobnicate'"),
    "a negative depth": (["analyse", NINE, "--depth", "-1"], "-1"),
    "no depth": (["analyse", NINE, "--depth", "0"], "0"),
    "a depth that is a word": (["analyse", NINE, "--depth", "deep"], "'deep'"),
    "negative nodes": (["compare", NINE, "--nodes", "-5"], "-5"),
    "negative seconds": (["tree", NINE, "--seconds", "-0.5"], "-0.5"),
    "no number of seconds": (["analyse", NINE, "--seconds", "nan"], "nan"),
    "endless seconds": (["analyse", NINE, "--seconds", "1e999"], "inf"),
    "negative levels": (["tree", NINE, "--levels", "-2"], "-2"),
    "a number of many digits": (["analyse", NINE, "--depth", "9" * 6000], "999"),
    "a seed that is a word": (["play", "--seed", "x"], "'x'"),
    "negative seconds to play": (["play", "--seconds", "-1"], "-1"),
    "no depth to play": (["play", "--depth", "0"], "0"),
    "who is X": (["play", "--x", "nobody"], "'nobody'"),
    "who starts": (["play", "--first", "nobody"], "'nobody'"),
    "a level of chance": (["play", "--level", "easy", "--method", "random"], "'random'"),
    "a method out of reach": (["analyse", "." * 64, "--method", "minimax"], "minimax"),
    "strings on another board": (
        ["analyse", "." * 16, "--game", "4x4x3", "--method", "strings"],
        "4x4x3",
    ),
    "scores that cannot be chosen": (
        ["tree", NINE, "--method", "strings", "--scores", "runs"],
        "strings does not take the option 'scores'",
    ),
    "a finished game to compare": (["compare", "xxxoo...."], "X has won"),
    "a png in the terminal": (["tree", NINE, "--format", "png"], "name a file with -o"),
    "a directory as output": (["tree", "xo./xo./...", "-o", "/"], "'/'"),
    "an output that cannot be": (["tree", "xo./xo./...", "-o", "/no/such/x.svg"], "/no/such/x.svg"),
    "a file that is not there": (["play", "--resume", "/no/such/file"], "'/no/such/file'"),
    "a directory to resume": (["play", "--resume", "/"], "'/'"),
    "the home of nobody": (["play", "--resume", "~nobody-here/file"], "~nobody-here"),
    "nothing to resume": (["play", "--resume"], "no unfinished game"),
    "a port that is a word": (
        ["web", "--port", "abc"],
        "'--port': 'abc' is not a whole number from 0 to 65535",
    ),
    "a port that is too large": (["web", "--port", "70000"], "a whole number from 0 to 65535"),
    "seconds that are a word": (["play", "--seconds", "abc"], "'abc' is not a number"),
    "levels that are a word": (["tree", NINE, "--levels", "x"], "is not a whole number from 0"),
    "a strange character": (
        ["analyse", "x.o/o.x/..q"],
        "'x.o/o.x/..q' is not a board: 'q' is not x, o or . (an empty cell)",
    ),
    "a tree of numbers": (
        ["tree", "((3 5) (2 9))"],
        "'((3 5) (2 9))' is a tree of numbers, not a board: give it to noughts practice",
    ),
    "an option for a command": (["--", "-x"], "unknown option '-x'"),
}


def check_that_it_is_refused(done: subprocess.CompletedProcess[str], quoted: str) -> None:
    assert "Traceback" not in done.stderr
    assert one_line(done.stderr), done.stderr
    assert quoted in done.stderr
    assert done.stderr.startswith("noughts: ")
    assert done.stderr.endswith("\n")
    assert done.returncode == 2
    assert done.stdout == ""


@pytest.mark.parametrize("kind", WRONG)
def test_what_is_wrong_is_said_in_one_line(kind: str) -> None:
    words, quoted = WRONG[kind]
    check_that_it_is_refused(noughts(*words), quoted)


@pytest.mark.parametrize(
    "junk",
    [b"\xff\xfe\x00\x01\x80", bytes(range(256)), b"", b"\n\n\n", b"x" * 100_000, "⭕❌".encode()],
    ids=["binary", "all bytes", "nothing", "blank lines", "too much", "pictures"],
)
@pytest.mark.parametrize("command", ["analyse", "compare", "tree"])
def test_junk_on_stdin(command: str, junk: bytes) -> None:
    check_that_it_is_refused(noughts(command, "-", given=junk), "'")


def test_junk_as_an_argument() -> None:
    check_that_it_is_refused(noughts("analyse", b"\xff\xfe"), r"'\udcff\udcfe'")


@pytest.mark.parametrize(
    "content",
    [b"", b"hello\n", b"{}\n", b"[]\n", b"\xff\xfe\x00", b'{"game": "3x3x3"', b"[" * 200_000],
    ids=["empty", "text", "object", "list", "binary", "torn", "nested"],
)
def test_a_corrupted_save_file(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    path.write_bytes(content)
    check_that_it_is_refused(noughts("play", "--resume", str(path)), repr(str(path)))


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_file_that_may_not_be_read(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    path.write_text("{}")
    path.chmod(0)
    check_that_it_is_refused(noughts("play", "--resume", str(path)), repr(str(path)))


TWO_PEOPLE = ("--method", "human", "--x", "me", "--first", "me")


def test_a_finished_game_cannot_be_resumed(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    noughts("play", *TWO_PEOPLE, given=f"a1\nsave {path}\nquit\n")
    record = json.loads(path.read_text())
    record["moves"] = [[name, 0] for name in ("a1", "b1", "a2", "b2", "a3")]
    record["outcome"] = {"winner": "x", "reason": "line", "cells": ["a1", "a2", "a3"]}
    path.write_text(json.dumps(record))
    check_that_it_is_refused(noughts("play", "--resume", str(path)), "is over")


def test_a_save_file_of_an_unknown_player(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    noughts("play", *TWO_PEOPLE, given=f"a1\nsave {path}\nquit\n")
    text = path.read_text()
    path.write_text(text.replace('"o": "human"', '"o": "hal9000"'))
    check_that_it_is_refused(noughts("play", "--resume", str(path)), "'hal9000'")
    path.write_text(text.replace('"human"', '"perfect"'))
    check_that_it_is_refused(noughts("play", "--resume", str(path)), "no human plays")


@pytest.mark.parametrize("words", [["analyse", "-"], ["play"], ["compare", "-"]], ids=" ".join)
def test_a_closed_stdin(words: list[str]) -> None:
    done = subprocess.run(
        ["sh", "-c", 'exec "$@" <&-', "sh", sys.executable, "-m", "noughts", *words],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert "Traceback" not in done.stderr
    assert len(done.stderr.splitlines()) <= 1


@pytest.mark.parametrize("redirected", [">&-", ">/dev/full"])
def test_a_stdout_that_takes_nothing(redirected: str) -> None:
    script = f'exec "$@" {redirected}'
    done = subprocess.run(
        ["sh", "-c", script, "sh", sys.executable, "-m", "noughts", "analyse", NINE],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert "Traceback" not in done.stderr
    assert len(done.stderr.splitlines()) <= 1


def test_a_stderr_that_is_closed() -> None:
    command = [sys.executable, "-m", "noughts", "solve", "3x3x3"]
    done = subprocess.run(
        ["sh", "-c", 'exec "$@" 2>&-', "sh", *command],
        stdout=subprocess.PIPE,
        text=True,
        timeout=60,
    )
    assert done.returncode == 0
    assert done.stdout.startswith("3x3x3: a draw.\n")


# Misspelt words


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        (
            ["anaylse", NINE],
            "unknown command 'anaylse' (did you mean 'analyse'?): choose play, web",
        ),
        (["Tree", NINE], "(did you mean 'tree'?)"),
        (
            ["analyse", NINE, "--metod", "engine"],
            "unknown option '--metod' (did you mean '--method'?)",
        ),
        (["analyse", NINE, "--meth", "engine"], "(did you mean '--method'?)"),
        (["compare", NINE, "--methods", "a,b"], "'--methods' (compare always shows all methods; "),
        (["compare", NINE, "--method", "a"], "'--method' (compare always shows all methods; "),
        (["analyse", NINE, "--not", "rows"], "(did you mean '--notation'?)"),
        (["analyse", NINE, "--moves", "5"], "unknown option '--moves': noughts analyse --help"),
        (["solve", NINE, "--method", "a"], "unknown option '--method': noughts solve --help"),
        (
            ["play", "--game", "gomoku"],
            "(the game is named without an option, as in noughts play gomoku)",
        ),
        (["play", "--two"], "(a second person is --method human)"),
        (["play", "--opponent", "human"], "--method human is a second person)"),
        (["analyse", NINE, "--method", "alphabeta"], "(did you mean 'alpha-beta'?)"),
        (["analyse", NINE, "--method", "mini-max"], "(did you mean 'minimax'?)"),
        (["analyse", NINE, "--notation", "gomuko"], "(did you mean 'gomoku'?)"),
        (["tree", NINE, "--scores", "bydepth"], "(did you mean 'by-depth'?)"),
        (["play", "--level", "eazy"], "(did you mean 'easy'?)"),
        (["play", "tictactoe"], "(did you mean 'tic-tac-toe'?)"),
        (["play", "connect4"], "(did you mean '6x7x4', which has no gravity?)"),
        (["solve", "tictactoe"], "(did you mean 'tic-tac-toe'?)"),
        (["solve", "Connect-Four"], "(did you mean '6x7x4', which has no gravity?)"),
        (["analyse", "xo.", "--game", "tictactoe"], "(did you mean 'tic-tac-toe'?)"),
        (["compare", "noughts and crosses"], "(did you mean 'tic-tac-toe'?)"),
        (["check", "x.py", "--interface", "cs5"], "(did you mean 'cs50'?)"),
    ],
    ids=str,
)
def test_a_misspelt_word_is_recognised(words: list[str], meant: str) -> None:
    check_that_it_is_refused(noughts(*words), meant)


def test_analyze_is_analyse() -> None:
    american, british = noughts("analyze", "xx.oo....", "--json"), noughts("analyse", "xx.oo....")
    assert json.loads(american.stdout)["best"] == ["a3"]
    assert british.returncode == 0
    assert "analyze" not in noughts("--help").stdout
    told = noughts("analyse", "--help").stdout
    assert noughts("analyze", "--help").stdout == told
    assert "--nodes N" in told
    assert "<=" not in told, "a number without bounds"


def test_words_may_be_in_upper_case() -> None:
    done = noughts("analyse", "xx.oo....", "--method", "Alpha-Beta", "--json")
    assert json.loads(done.stdout)["method"] == "alpha-beta"


def test_a_game_is_its_empty_board() -> None:
    for command in ("analyse --json", "compare --json --depth 2", "tree --depth 2", "solve --json"):
        name, *options = command.split()
        whole, game = noughts(name, NINE, *options), noughts(name, "tic-tac-toe", *options)
        times = re.compile(r'"seconds": [\d.e-]+')
        assert game.returncode == 0
        assert times.sub("", game.stdout) == times.sub("", whole.stdout)
    assert json.loads(noughts("solve", "4x3x3", "--turn", "o", "--json").stdout)["turn"] == "o"


# The notation of Gomoku players


def test_gomoku_is_written_as_its_players_do() -> None:
    position = Position(GOMOKU).play(112).play(0)
    words = (position.cells, "--depth", "1")
    best = names(GOMOKU, analyse(position, limit=Limit(depth=1)).best)
    turned = [GOMOKU_PLAYERS.cell_name(GOMOKU, cell(GOMOKU, each)) for each in best]
    said = re.search(r"Best: (.*)\.", noughts("analyse", *words).stdout)
    rows = re.search(r"Best: (.*)\.", noughts("analyse", *words, "--notation", "rows").stdout)
    assert said
    assert rows
    assert set(turned) <= set(said[1].split(", "))
    assert set(best) <= set(rows[1].split(", "))
    assert json.loads(noughts("analyse", *words, "--json").stdout)["best"][0] in best


def test_every_command_can_use_another_notation() -> None:
    board = "xx./oo./..."  # a3 wins, which Gomoku players call c3
    gomoku = ("--notation", "gomoku")
    assert "Best: c3." in noughts("analyse", board, *gomoku).stdout
    assert "Line: c3\n" in noughts("solve", board, *gomoku).stdout
    rows = noughts("compare", board, *gomoku).stdout.splitlines()[1:]
    assert {row.split()[1] for row in rows} == {"c3"}
    assert "\n  c3 MIN " in noughts("tree", board, *gomoku).stdout
    assert json.loads(noughts("solve", board, *gomoku, "--json").stdout)["line"] == ["a3"]


# Where files go


def test_an_unwritable_home_is_answered_with_the_option_for_another_place(tmp_path: Path) -> None:
    (tmp_path / "home").write_text("a file, so that there can be no folder in it")
    home = str(tmp_path / "home")
    done = noughts("web", "--no-open", HOME=home, XDG_DATA_HOME="")
    check_that_it_is_refused(done, "games.sqlite3' cannot be written: ")
    assert done.stderr.endswith(" (--database FILE keeps the games elsewhere)\n")


def test_a_full_disk_is_answered_with_the_option_for_another_place() -> None:
    done = noughts("tree", "xo./xo./...", "-o", "/dev/full")
    check_that_it_is_refused(done, "'/dev/full' cannot be written: No space left on device; ")
    assert done.stderr.endswith("; choose another file with -o\n")


@pytest.mark.parametrize("option", ["--junit", "--html", "--gradescope"])
def test_a_report_that_cannot_be_written_is_refused_before_the_check(option: str) -> None:
    done = noughts("check", __file__, option, "/no/such/folder/report")
    check_that_it_is_refused(
        done, "'/no/such/folder/report' cannot be written: its folder does not"
    )
    assert done.stderr.endswith(f"; choose another file with {option}\n")


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_may_not_be_written_to(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    done = noughts("tree", "xo./xo./...", "-o", "tree.svg", folder=tmp_path)
    check_that_it_is_refused(done, "'tree.svg' cannot be written: you may not write there; ")


# What is proved


def test_analyse_says_what_solve_proves() -> None:
    done = noughts("analyse", "8x8x4-straight")
    best = re.search(r"^X to move: X wins in 13 plies\. Best: (.*)\.$", done.stdout, re.M)
    assert best
    assert sorted(best[1].split(", ")) == ["d4", "d5", "e4", "e5"]
    line = re.search("^Line: (.*)$", done.stdout, re.M)
    assert line
    assert len(line[1].split()) == 13


def test_a_line_is_whole() -> None:
    """To the end of the game: eight moves to a draw, five to a win."""
    for board, moves in ((".x.......", 8), ("4x4x3", 5)):
        line = re.search("^Line: (.*)$", noughts("analyse", board).stdout, re.M)
        assert line
        assert len(line[1].split()) == moves


# Pipes, colours, progress


def test_ctrl_c_where_stderr_is_closed_ends_a_search_all_the_same() -> None:
    program = """
import signal
from noughts import engine
from noughts.cli import main
class Interrupted(engine.Solver):
    def solve(self, *position, **how):
        signal.raise_signal(signal.SIGINT)
        return super().solve(*position, **how)
engine.Solver = Interrupted
main(["solve", "3x3x3"])
"""
    done = subprocess.run(
        ["sh", "-c", 'exec "$@" 2>&-', "sh", sys.executable, "-c", program],
        stdout=subprocess.PIPE,
        text=True,
        timeout=60,
        check=False,
    )
    assert (done.stdout[:6], done.returncode) == ("3x3x3:", 0)


@pytest.mark.parametrize("words", [["tree", NINE], ["tree", NINE, "--format", "json"]], ids=str)
def test_a_pipe_that_is_closed_early_is_no_error(words: list[str]) -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "noughts", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdout is not None
    assert process.stderr is not None
    assert process.stdout.readline()
    process.stdout.close()
    assert process.stderr.read() == b""
    process.stderr.close()
    assert process.wait(60) == 141, "as after SIGPIPE; 1 would be a negative answer"


def test_a_pipe_into_head_is_silent() -> None:
    """In a real shell, also where help is cut short."""
    command = f"{shlex.quote(sys.executable)} -m noughts"
    script = f"{command} tree {NINE} | head -n 2; {command} --help | head -n 1"
    done = subprocess.run(
        ["sh", "-c", script], capture_output=True, text=True, timeout=120, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert len(done.stdout.splitlines()) == 3


def test_a_pipe_gets_no_escape_codes() -> None:
    for words in (["analyse", "x...o...."], ["compare", "xx./oo./..."], ["tree", "xo.xo...."]):
        done = noughts(*words)
        assert ESCAPE not in done.stdout + done.stderr


def test_a_terminal_gets_colours_unless_no_color_is_set() -> None:
    with Terminal("analyse", "x...o....") as terminal:
        assert terminal.end() == 0
        assert ESCAPE in terminal.seen
    with Terminal("analyse", "x...o....", NO_COLOR="1") as terminal:
        assert terminal.end() == 0
        assert ESCAPE not in terminal.seen
        assert "Best: " in terminal.seen


def test_a_terminal_without_line_signs_gets_plain_ones() -> None:
    done = noughts("analyse", "xx./oo./...", PYTHONIOENCODING="ascii")
    assert done.returncode == 0
    assert done.stdout.isascii()
    assert "  +------+------+------+\n" in done.stdout
    tree = noughts("tree", "xo.xo....", PYTHONIOENCODING="ascii")
    assert (tree.returncode, tree.stderr) == (0, "")
    assert tree.stdout.isascii()
    assert "?" not in tree.stdout
    for form in ("svg", "html", "dot"):  # what programs read is always UTF-8
        drawn = noughts("tree", "xo.xo....", "--format", form, PYTHONIOENCODING="ascii").stdout
        assert "≥" in drawn


LONG = ("analyse", "." * 10, "--game", "2x5x5", "--method", "minimax")


def test_progress_is_for_terminals_only() -> None:
    """A file or a program that reads stderr wants what went wrong, and nothing else."""
    done = noughts(*LONG, "--seconds", "2", "--json")
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout)["complete"] is False
    proved = noughts("solve", "8x8x5", "--seconds", "2")
    assert (proved.returncode, proved.stderr) == (1, "")


@pytest.mark.parametrize("variables", [{}, {"NO_COLOR": "1"}], ids=["colour", "no colour"])
def test_a_terminal_s_progress_is_one_line_that_is_wiped(variables: dict[str, str]) -> None:
    with Terminal(*LONG, "--seconds", "2", "--json", **variables) as terminal:
        assert terminal.end() == 0
    assert re.search(r"\rminimax: 1 s, [\d,]+ nodes", terminal.seen)
    progress, answer = terminal.seen.split("{", 1)
    assert "\n" not in progress
    assert progress.endswith("\r\x1b[K"), "the answer starts on a clean line"
    assert json.loads("{" + answer)["method"] == "minimax"


def test_ctrl_c_ends_a_search_with_one_line() -> None:
    with Terminal(*LONG) as terminal:
        terminal.wait_for("minimax: ")
        terminal.process.send_signal(signal.SIGINT)
        assert terminal.end() == 130
    assert terminal.seen.splitlines()[-1] == "noughts: stopped"
    assert "Traceback" not in terminal.seen


def test_ctrl_c_that_is_ignored_ends_nothing() -> None:
    """As after nohup, or in the background of a script."""
    script = 'trap "" INT; echo ready; exec "$@"'
    command = [sys.executable, "-m", "noughts", "analyse", "gomoku", "--seconds", "0.5"]
    process = subprocess.Popen(
        ["sh", "-c", script, "sh", *command], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert process.stdout is not None
    assert process.stdout.readline() == b"ready\n"
    time.sleep(0.4)
    process.send_signal(signal.SIGINT)
    shown, errors = process.communicate(timeout=60)
    assert (process.returncode, errors) == (0, b"")
    assert b"\nX to move: undecided" in shown


def test_a_terminal_is_told_what_is_proved_so_far() -> None:
    with Terminal("solve", "." * 14 + "x" + "." * 21, "--game", "6x6x4-straight") as terminal:
        assert terminal.end() == 0
    assert terminal.seen.count("proved: o cannot force a win\r\n") == 1
    assert "6x6x4-straight, this position: a draw, O to move." in terminal.seen


@pytest.mark.parametrize(
    ("arguments", "code", "says"),
    [
        (["analyse", "." * 225, "--seconds", "60"], 0, r"\nengine +[\d,]+ +[1-9]\.\d+ "),
        (["analyse", "8x8x5", "--seconds", "90"], 0, r"\nengine +[\d,]+ "),
        (["solve", "8x8x5"], 1, r"8x8x5: not proved.*\.\nnodes [\d,]+, seconds "),
    ],
)
def test_ctrl_c_ends_the_engine_with_what_it_has_found(
    arguments: list[str], code: int, says: str
) -> None:
    with Terminal(*arguments) as terminal:
        terminal.wait_for(" s")  # progress
        terminal.process.send_signal(signal.SIGINT)
        assert terminal.end() == code
    seen = terminal.seen.replace("\r\n", "\n")
    assert re.search(says, seen), seen
    assert seen.count("noughts: stopped; this is what it has found so far\x1b[K\n") == 1


# The command itself


def test_help_is_quick() -> None:
    noughts("--help")  # once, so that everything is compiled
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = noughts("--help")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    assert done.returncode == 0
    assert spent < 1, "0.2 s on a quiet machine"


def test_help_loads_no_command() -> None:
    script = """
import sys
from noughts.cli import main
try:
    main(["--help"])
except SystemExit:
    print([name for name in sys.modules if name.startswith(("noughts.cli.", "noughts.check"))])
"""
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, timeout=60, check=True
    )
    assert re.search(
        r"\n  bench +Node counts and a signature that CI compares\.\n\[\]\n$", done.stdout
    )


def test_help_names_every_command() -> None:
    done = noughts("--help")
    for command in ("play", "analyse", "compare", "tree"):
        assert re.search(rf"^  {command}  ", done.stdout, re.MULTILINE)
        assert f"Usage: noughts {command} " in noughts(command, "--help").stdout
    assert noughts("-h").stdout == noughts().stdout == noughts("help").stdout == done.stdout
    assert noughts("help", "analyze").stdout == noughts("analyse", "--help").stdout
    for command in ("", *COMMANDS):
        asked = [*command.split(), "--help"]
        text = CliRunner(env={"COLUMNS": "80"}).invoke(noughts_command, asked).stdout
        assert text.startswith("Usage: ")
        assert max(map(len, text.splitlines())) <= 80, command


def test_the_version() -> None:
    done = noughts("--version")
    assert re.fullmatch(r"noughts \d+\.\d+\.\d+\S*\n", done.stdout)


def test_the_console_script_is_the_same_program() -> None:
    script = Path(sys.executable).parent / "noughts"
    done = subprocess.run(
        [script, "analyse", "xx./oo./...", "--json"],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert json.loads(done.stdout)["best"] == ["a3"]
    wrong = subprocess.run(
        [script, "analyse", "xx"], capture_output=True, text=True, timeout=60, check=False
    )
    check_that_it_is_refused(wrong, "'xx'")


VARIANTS = ("", "-straight", "-exact", "-straight-exact")


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_completion_script_can_be_generated(shell: str) -> None:
    done = noughts(_NOUGHTS_COMPLETE=f"{shell}_source")
    assert done.returncode == 0
    assert "_noughts_completion" in done.stdout
    assert "Traceback" not in done.stderr


def completed(words: str) -> list[str]:
    """What bash offers for the last of the words."""
    count = len(words.split(" ")) - 1
    done = noughts(_NOUGHTS_COMPLETE="bash_complete", COMP_WORDS=words, COMP_CWORD=str(count))
    assert done.stderr == ""
    return done.stdout.split()


@pytest.mark.parametrize(
    ("words", "offers"),
    [
        ("noughts pl", ["plain,play"]),
        ("noughts anal", ["plain,analyse"]),
        ("noughts play --lev", ["plain,--level"]),
        ("noughts play --level e", ["plain,easy"]),
        ("noughts play g", ["plain,gomoku"]),
        ("noughts play 4x4x3", [f"plain,4x4x3{end}" for end in VARIANTS]),
        ("noughts solve t", ["plain,tic-tac-toe"]),
        ("noughts analyse xo", []),
        ("noughts analyse --game f", ["plain,four-in-a-line"]),
        ("noughts analyse --method s", ["plain,stepwise", "plain,strings"]),
        ("noughts tree --notation g", ["plain,gomoku"]),
        ("noughts tree xo.xo.... -o tree.s", ["plain,tree.svg"]),
        ("noughts tree xo.xo.... -o my", ["file,my"]),
        ("noughts check --interface p", ["plain,player", "plain,process"]),
        ("noughts check my", ["file,my"]),
        ("noughts web --database my", ["file,my"]),
    ],
)
def test_completion(words: str, offers: list[str]) -> None:
    assert completed(words) == offers


def test_memory_that_is_not_there() -> None:
    done = noughts("solve", "3x3x3", "--table", "1048576")
    assert done.returncode in (0, 2)  # some systems promise any amount
    assert "Traceback" not in done.stderr


def test_a_folder_that_is_not_there_is_said_before_the_search() -> None:
    done = noughts("tree", NINE, "-o", "nowhere/tree.svg")
    assert (done.returncode, done.stderr) == (
        2,
        "noughts: 'nowhere/tree.svg' cannot be written: its folder does not exist; "
        "choose another file with -o\n",
    )


def test_solve() -> None:
    done = noughts("solve", "4x3x3", "--json")
    found = json.loads(done.stdout)
    assert list(found) == [
        *("game", "cells", "turn", "outcome", "plies", "line", "nodes", "seconds", "proved"),
    ]
    assert (found["game"], found["outcome"], found["plies"]) == ("4x3x3", "win", 7)
    solved = noughts("solve", "xx./oo./...").stdout
    assert solved.startswith("3x3x3, this position: X, to move, wins in 1 ply.\n")
    drawn = noughts("solve", "x.o/o.x/..x").stdout
    assert drawn.startswith("3x3x3, this position: a draw, O to move.\n")
    assert noughts("solve", "-", given="xxx/oo./...").stdout == "The game is over: X has won.\n"
    unproved = noughts("solve", "8x8x5", "--nodes", "1000")
    assert (unproved.returncode, unproved.stdout[:19]) == (1, "8x8x5: not proved.\n")


@pytest.mark.parametrize(
    "words",
    [
        ["solve", "3x3x3", "--game", "4x4x3"],
        ["solve", "21x3x3"],
        ["solve", "xxxx.....", "--seconds", "-1"],
        ["solve", "3x3x3", "--table", "-5"],
        ["analyse", NINE, "--method", "strings", "--depth", "2"],
        ["tree", NINE, "--method", "engine"],
        ["play", "--resume", "nowhere.jsonl", "--x", "me"],
    ],
    ids=" ".join,
)
def test_what_does_not_go_together(words: list[str]) -> None:
    done = noughts(*words)
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1
    assert done.stderr.startswith("noughts: ")
