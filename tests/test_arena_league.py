"""A class league: who takes part, what hostile bots can do, and the pages."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner
from programs import FOLDER

from noughts.arena.crew import LocalCrew, Lost
from noughts.arena.league import League, bots, qualify, write_pages
from noughts.arena.report import gather
from noughts.arena.run import Runner
from noughts.arena.store import Played, Store, Task
from noughts.cli import noughts_command
from noughts.errors import NotationError

ALL = bool(os.environ.get("NOUGHTS_CORPUS"))
GOOD = "def choose(board, mark):\n    return board.index('.')\n"
LAST = "def choose(board, mark):\n    return board.rindex('.')\n"
# Each behaves in most games against chance, and misbehaves where X begins in the centre, as in all
# games of the league.
LATER = """
def choose(board, mark):
    if board.lower() == "....x....":
        {}
    return board.index(".")
"""
HOSTILE = {
    "forks": "import os\n        for _ in range(60): os.fork() or os._exit(0)",
    "remembers": "x = [bytearray(1 << 20) for _ in range(400)]",
    "hangs": "while True: pass",
    "exits": "import os; os._exit(3)",
    "raises": "raise ValueError('\\x1b[31m<script>')",
    "cheats": "return 99",
    "reads": "return len(open({other!r}).read())",
    "writes": "open({other!r}, 'w').write('def choose(b, m): return 0')",
    "kills": "import os\n        os.kill(1, 9); os.kill(-1, 9)",
    "prints": "print('4\\n' * 100_000)",
}


def a_class(folder: Path) -> Path:
    folder.mkdir()
    other = str(folder / "ada.py")
    (folder / "ada.py").write_text(GOOD)
    (folder / "bob.py").write_text(LAST)
    for name, does in HOSTILE.items():
        (folder / f"{name}.py").write_text(LATER.format(does.replace("{other!r}", repr(other))))
    (folder / "unwritten.py").write_text(
        "def choose(board, mark):\n    raise NotImplementedError\n"
    )
    (folder / "broken.py").write_text("def choose(board, mark) return 1\n")
    (folder / "notes.txt").write_text("not a bot")
    return folder


def played(league: League, crew: LocalCrew) -> Store:
    """The store of a league that is over."""
    found = bots(league)
    refused = qualify(league, found, crew)
    tournament = league.tournament([bot for bot in found if bot.name not in refused])
    store = Store(None, new=True)
    store.begin(tournament, lambda: [(4,)])
    store.refuse(refused)
    assert Runner(tournament, store, crew).run()
    return store


def test_hostile_bots_lose_their_games_and_change_nobody_else_s(tmp_path: Path) -> None:
    folder = a_class(tmp_path / "class")
    names = [
        "ada",
        "bob",
        "broken",
        "unwritten",
        *(HOSTILE if ALL else ("cheats",)),
    ]
    for file in folder.glob("*.py"):
        if file.stem not in names:
            file.unlink()
    before = {file.name: file.read_text() for file in folder.iterdir()}
    crew = LocalCrew(2)
    try:
        store = played(
            League(
                folder,
                games=2,
                rounds=2,
                seconds=2,
                house=["random"],
            ),
            crew,
        )
    finally:
        crew.close()
    assert {file.name: file.read_text() for file in folder.iterdir()} == before
    with store:
        assert {"broken", "unwritten"} <= {*store.refused}
        assert "NotImplementedError" in store.refused["unwritten"]
        assert "ada" not in store.refused
        for row in store.rows():
            assert row.over
            if {row.x, row.o} <= {"ada", "bob"}:
                assert row.reason in ("line", "full board"), "nobody disturbed them"
        losers = {
            {"x": row.o, "o": row.x}[row.winner]
            for row in store.rows()
            if row.winner and row.reason not in ("line", "full board")
        }
        caught = losers | {*store.refused} - {"broken", "unwritten"}
        assert caught == {*names} & {*HOSTILE} - {"prints"}, "nobody listens to what is printed"
        facts = gather(store, None)
        written: dict[str, str] = {}
        number = write_pages(
            facts, tmp_path / "pages", lambda path, text: written.update({path.name: text})
        )
        assert number == len(facts.names) - 1
        assert len(written) == number + 1
        assert "broken: it cannot be started" in written["index.html"]
        known = str(folder / "ada.py")  # to two bots, which say so
        told = [text.replace(known, "") for text in written.values()]
        assert not any(str(tmp_path) in text for text in told), "folders stay private"
        assert all(
            "<script>" not in text.replace('<script type="', "") for text in written.values()
        )
        for name in facts.names[:-1]:
            assert any(f"<h1>{name}</h1>" in text for text in written.values()) or "house" in name


def test_a_bot_cannot_pass_for_one_of_the_house(tmp_path: Path) -> None:
    (tmp_path / "house perfect.py").write_text(GOOD)
    (found,) = bots(League(tmp_path))
    assert found.name == "house perfect (bot)"


def test_a_folder_without_bots(tmp_path: Path) -> None:
    with pytest.raises(NotationError, match="there is no program in"):
        bots(League(tmp_path))


class Dying:
    """A crew whose processes all die."""

    def __init__(self) -> None:
        self.free = 1
        self.lost: list[Played | Lost] = []

    def begin(self, task: Task) -> None:
        self.lost.append(Lost(task, "its process was ended by SIGKILL"))

    def finished(self, seconds: float) -> list[Played | Lost]:
        lost, self.lost = self.lost, []
        return lost

    def close(self) -> None:
        pass


def test_plain_minimax_has_time_for_its_first_move(tmp_path: Path) -> None:
    """It searches 549,946 boards: the usual time must do, also on a slow machine."""
    shutil.copy(FOLDER / "right" / "cs50_plain_deepcopy.py", tmp_path / "ada.py")
    league = League(tmp_path)
    crew = LocalCrew(2)
    try:
        assert qualify(league, bots(league), crew) == {}
    finally:
        crew.close()


def test_a_bot_whose_process_dies_does_not_take_part(tmp_path: Path) -> None:
    (tmp_path / "ada.py").write_text(GOOD)
    league = League(tmp_path)
    assert qualify(league, bots(league), Dying()) == {"ada": "its process was ended by SIGKILL"}


@pytest.mark.parametrize(
    ("store", "pages"), [("class.sqlite3", "class-league"), ("kept", "kept-league"), ("a.b", "a")]
)
def test_where_the_pages_are_and_what_is_told(
    store: str, pages: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not among the bots, and not in the place of the games."""
    (tmp_path / "class").mkdir()
    (tmp_path / "class" / "ada.py").write_text(GOOD)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("noughts.cli.arena.LocalCrew", lambda size: Dying())
    monkeypatch.setattr("noughts.cli.arena.is_live", lambda: True)
    monkeypatch.setattr("noughts.cli.arena.balanced", lambda *given: [()])
    command = ["arena", "league", "class", "--rounds", "1", "--games", "1", "--store", store]
    done = CliRunner().invoke(noughts_command, command, standalone_mode=False)
    assert done.exception is None
    assert done.stderr.startswith("\rqualifying: 2 of 2 games\x1b[K\r\x1b[K")
    assert sorted(os.listdir(tmp_path)) == sorted(["class", store, pages])
    assert os.listdir(tmp_path / "class") == ["ada.py"]
    assert os.listdir(tmp_path / pages) == ["index.html"]


def test_the_command(tmp_path: Path) -> None:
    folder = tmp_path / "class"
    folder.mkdir()
    for name, text in (("ada", GOOD), ("bob", LAST)):
        (folder / f"{name}.py").write_text(text)
    command = [sys.executable, "-m", "noughts", "arena", "league", "class", "--rounds", "1"]
    for _ in range(2):
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=120)
        assert (done.returncode, done.stderr) == (0, "")
        assert "6 of 6 games" in done.stdout
    assert sorted(os.listdir(tmp_path)) == ["class", "class-league", "class.sqlite3"]
    assert sorted(os.listdir(tmp_path / "class-league")) == [
        "bot-1.html",
        "bot-2.html",
        "index.html",
    ]
    assert sorted(os.listdir(folder)) == ["ada.py", "bob.py"]
