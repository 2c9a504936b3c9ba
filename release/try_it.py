"""Tries an installed Noughts: it plays, proves, looks, serves the page, grades and speaks Gomocup.

    python release/try_it.py

For a wheel that has just been installed, on any system: nothing of the sources is imported, no
compiler is used, and no other package. It prints what it tries, and ends with 1 at the first thing
that fails.
"""

import json
import subprocess
import sys
import sysconfig
import tempfile
import time
import urllib.request
from pathlib import Path

HERE = Path(__file__).parent
FOLDER = Path(sysconfig.get_path("scripts"))
MINUTE = 60.0

# A player that takes the first free cell.
FIRST_FREE = "def choose(board, mark):\n    return board.index('.')\n"


class Failed(Exception):
    """Something is not as it must be."""


def require(holds: bool, otherwise: str) -> None:
    """Go on only if it holds."""
    if not holds:
        raise Failed(otherwise)


def noughts(
    *words: str, typed: str = "", code: int = 0, program: str = "noughts", folder: str | None = None
) -> str:
    """What a command prints; it must end with `code`."""
    done = subprocess.run(
        [str(FOLDER / program), *words], input=typed, capture_output=True,
        encoding="utf-8", errors="replace", timeout=5 * MINUTE, check=False, cwd=folder,
    )  # fmt: skip
    require(
        done.returncode == code,
        f"{program} {' '.join(words)} ended with {done.returncode}, not {code}: {done.stderr}",
    )
    return done.stdout if code != 2 else done.stderr


def plays() -> None:
    """A game in the terminal, given up after a move."""
    with tempfile.TemporaryDirectory() as folder:
        typed = "b2\nresign\nsave game.jsonl\nquit\n"
        said = noughts("play", "--level", "easy", typed=typed, folder=folder)
        require("b2" in said, f"the game does not show its moves: {said}")
        kept = json.loads((Path(folder) / "game.jsonl").read_text(encoding="utf-8"))
        require(kept["game"] == "3x3x3", f"the record is of another game: {kept}")


def proves() -> None:
    """Four in a line on 8x8 is a win in 13 plies."""
    proof = json.loads(noughts("solve", "8x8x4-straight", "--shortest", "--json"))
    found = proof["outcome"], proof["plies"], proof["proved"]
    require(found == ("win", 13, True), f"8x8x4-straight: {found}")


def looks() -> None:
    """Values by the textbook, and by the net."""
    seen = json.loads(noughts("analyse", "x...o....", "--method", "alpha-beta", "--json"))
    require(seen["outcome"] == "draw", f"x...o....: {seen}")
    seen = json.loads(noughts("analyse", "gomoku", "--seconds", "0.2", "--json"))
    require(len(seen["moves"]) == 225, f"gomoku: {len(seen['moves'])} moves")


def counts() -> None:
    """The engine does the same on every machine."""
    signature = (HERE.parent / "bench" / "signature.txt").read_text(encoding="utf-8")
    require(noughts("bench") == signature, "noughts bench differs from bench/signature.txt")


def serves() -> None:
    """The page and its API answer; the server ends when it is told to."""
    # On Windows, a file is still open for a moment after its process has ended.
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as data:
        server = subprocess.Popen(
            [str(FOLDER / "noughts"), "web", "--no-open", "--port", "0",
             "--database", str(Path(data) / "games.sqlite")],
            stdout=subprocess.PIPE, encoding="utf-8",
        )  # fmt: skip
        try:
            assert server.stdout is not None
            where = server.stdout.readline().split("at ")[1].split()[0]
            with urllib.request.urlopen(where, timeout=MINUTE) as page:
                require(b"Noughts" in page.read(), "the page has no title")
            with urllib.request.urlopen(f"{where}api/v1/about", timeout=MINUTE) as about:
                require("version" in json.load(about), "the API does not say its version")
            values(where)
        finally:
            server.terminate()
            server.wait(MINUTE)
            server.communicate()


def values(where: str) -> None:
    """A search in a process of its own, as the page starts it."""
    asked = {"cells": "x...o....", "turn": "x", "method": "minimax"}
    request = urllib.request.Request(
        f"{where}api/v1/analysis", json.dumps(asked).encode(),
        {"content-type": "application/json"},
    )  # fmt: skip
    with urllib.request.urlopen(request, timeout=MINUTE) as answer:
        require(b'"draw"' in answer.read(), "the page's search does not find the draw")


def grades() -> None:
    """A player that takes the first free cell is legal and loses; Windows has no sandbox."""
    with tempfile.TemporaryDirectory() as folder:
        player = Path(folder) / "player.py"
        player.write_text(FIRST_FREE, encoding="utf-8")
        if sys.platform == "win32":
            require("WSL" in noughts("check", str(player), code=2), "it does not say what to do")
            return
        report = json.loads(noughts("check", str(player), "--json", code=1))
        verdicts = {check["name"]: check["verdict"] for check in report["checks"]}
        require(verdicts["legal moves"] == "passed", f"first free cell: {verdicts}")
        require(verdicts["never loses"] == "failed", f"first free cell: {verdicts}")


def competes() -> None:
    """Gomocup's protocol, and a match of the arena."""
    said = noughts(typed="START 15\nINFO timeout_turn 200\nBEGIN\nEND\n", program="pbrain-noughts")
    require(said.splitlines()[0] == "OK" and "," in said, f"pbrain-noughts: {said}")
    table = noughts("arena", "match", "easy", "hard", "--game", "tic-tac-toe", "--games", "4")
    require("4 of 4 games" in table, f"the arena: {table}")


def main() -> int:
    """Try everything."""
    print(noughts("--version").strip(), "on Python", sys.version.split()[0], sys.platform)
    for step in (plays, proves, looks, counts, serves, grades, competes):
        started = time.perf_counter()
        try:
            step()
        except Failed as failed:
            print(f"{step.__name__}: {failed}", file=sys.stderr)
            return 1
        print(f"{step.__name__:8} {time.perf_counter() - started:6.1f} s", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
