"""The recipe "Add a search" of CONTRIBUTING.md, followed: one module, one entry, nothing else.

It is followed in a copy of the package, which then has one method more: everything that chooses
among methods must offer it.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx2 as httpx
import pytest
from browser import Server, Visitor
from playwright.sync_api import Browser, expect
from web import events, ok, post

import noughts
from noughts import _native

MODULE = '''\
"""Negamax: one function for both sides."""

import time
from math import inf

from noughts.analysis import Analysis, Effort, conclude
from noughts.position import Position
from noughts.textbook.pseudocode import Line
from noughts.textbook.scores import WIN_DRAW_LOSS
from noughts.trace import Path, Report, Visitor

__all__ = ["LINES", "toy"]

BOTH = ("max", "min")


def _line(text: str, *kinds: str) -> Line:
    return Line(text, tuple(f"{side} {kind}" for kind in kinds for side in BOTH))


LINES = (
    _line("TOY(board)", "enter"),
    _line("  if the game is over:", "leaf"),
    _line("    return the worth of the board", "leaf"),
    _line("  value ← −∞", "enter"),
    _line("  for each board next:"),
    _line("    value ← max(value, −TOY(next))", "back"),
    _line("  return value", "return"),
    _line(""),
    _line("play the first move that brought TOY(board)"),
)


def toy(position: Position, *, visit: Visitor | None = None) -> Analysis:
    """The value of the position; the side to move maximises."""
    started, report = time.perf_counter(), Report(visit, negamax=True)

    def value(position: Position, path: Path) -> float:
        if position.is_over:
            return report.leaf(path, WIN_DRAW_LOSS.leaf(position, len(path), position.turn))
        best = -inf
        for move in position.legal_moves:
            best = max(best, -value(position.play(move), (*path, move)))
        return report.node(path, best)

    score = value(position, ())
    line = [move for move, (worth, _) in report.roots.items() if worth == score][:1]
    effort = Effort(report.nodes, started)
    return conclude(position, "toy", WIN_DRAW_LOSS, score, report.roots, line, effort)
'''
ENTRY = """\
        Method(
            "toy", "negamax, to try the recipe", toy, frozenset({"visit"}), reach=9,
            manner=Manner(windows=False), pseudocode=LINES,
        ),
"""
# The package that is installed comes by a finder of its own, which would hide the copy.
SEE_THE_COPY = """\
import sys
sys.meta_path = [f for f in sys.meta_path if type(f).__name__ != "ScikitBuildRedirectingFinder"]
"""
STATE = "x.o/o.x/..x"


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("recipe")
    source, package = Path(noughts.__file__).parent, folder / "noughts"
    shutil.copytree(source, package, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(_native.__file__, package)
    (folder / "sitecustomize.py").write_text(SEE_THE_COPY)
    (package / "textbook" / "toy.py").write_text(MODULE)
    methods = package / "methods.py"
    text = methods.read_text(encoding="utf-8")
    first = "        Method(\n"
    assert first in text
    text = text.replace(first, ENTRY + first, 1)
    last_import = "from noughts.trace import Visitor\n"
    text = text.replace(last_import, f"from noughts.textbook.toy import LINES, toy\n{last_import}")
    methods.write_text(text, encoding="utf-8")
    return folder


def run(copy: Path, *words: str, say: str = "") -> str:
    done = subprocess.run(
        [sys.executable, "-m", "noughts", *words],
        env={**os.environ, "PYTHONPATH": str(copy)},
        input=say,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_commands_know_the_new_method(copy: Path) -> None:
    assert "Best: b2." in run(copy, "analyse", STATE, "--method", "toy")
    assert "\ntoy " in f"\n{run(copy, 'compare', STATE)}"
    assert run(copy, "tree", STATE, "--method", "toy").splitlines()[2].startswith("root MAX ")
    played = run(
        copy, "play", "--x", "computer", "--first", "me", "--method", "toy", "--seconds", "1",
        say="b2\nresign\n",
    )  # fmt: skip
    assert "toy plays " in played
    asked = run(copy, "play", say="new\n?\ntoy\nresign\n")
    assert "toy                negamax, to try the recipe" in asked


@pytest.fixture(scope="module")
def server_of_the_copy(copy: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", str(copy))
        started = Server(tmp_path_factory.mktemp("toy") / "games.sqlite3")
    yield started
    started.stop()


def test_the_server_knows_the_new_method(server_of_the_copy: Server) -> None:
    position = {"game": "3x3x3", "cells": STATE.replace("/", "")}
    with httpx.Client(base_url=server_of_the_copy.url, timeout=30) as client:
        players = {each["name"]: each for each in ok(client.get("/api/v1/about"))["players"]}
        assert players["toy"]["about"] == "negamax, to try the recipe"
        trace = events(post(client, "/trace", {**position, "method": "toy"}))
        assert trace[0][1]["pseudocode"][0]["text"].startswith("TOY(board)")
        assert trace[-1][0] == "done"
        rows = [row for event, row in events(post(client, "/comparison", position))]
        assert "toy" in [row.get("method") for row in rows]
        players_of_a_game = {"x": {"name": "human"}, "o": {"name": "toy"}}
        game = ok(post(client, "/games", {**position, "players": players_of_a_game}))
        game = ok(post(client, f"/games/{game['id']}/reply", {"revision": game["revision"]}))
        assert len(game["moves"]) == 1


def test_the_page_knows_the_new_method(browser: Browser, server_of_the_copy: Server) -> None:
    visitor = Visitor(browser, server_of_the_copy)
    page = visitor.open("/?view=watch&game=3x3x3&cells=x.oo.x..x&method=alpha-beta")
    choice = page.locator("select.watch-method")
    expect(choice.locator("option[value=toy]")).to_be_attached()
    choice.select_option("toy")
    expect(page.get_by_text("TOY(board)", exact=True)).to_be_visible()
    visitor.leave()
