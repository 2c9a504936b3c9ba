"""The way from games to the numbers that the engine was built with."""

import random
import re
import sys
from pathlib import Path

import numpy as np
import pytest

from noughts import Position, Rules

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "training"))

import selfplay  # noqa: E402
import tables  # noqa: E402

SMALL = Rules(9, 9, 5)


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("games") / "games.txt"
    chance = random.Random(1)
    lines = [selfplay.play(SMALL, 200, chance) for _ in range(30)]
    file.write_text("".join(f"{line}\n" for line in lines if line), encoding="ascii")
    return file


def test_a_game_can_be_replayed(games: Path) -> None:
    played = list(tables.read_games([games]))
    assert len(played) > 10
    assert any(turn.best != turn.played for game in played for turn in game.turns)  # a slip
    for game in played:
        position = Position(SMALL)
        for cell in (*game.begun, *(turn.played for turn in game.turns)):
            position = position.play(cell)
        assert (abs(game.turns[-1].score) > tables.DECIDED) == (game.result != 0)


def test_what_a_position_is_worth() -> None:
    sure, even = tables.DECIDED + 1, 0
    turns = [
        tables.Turn(0, even, 0),  # what comes behind it is due to the slip
        tables.Turn(1, even, 2),  # the slip
        tables.Turn(3, even, 3),
        tables.Turn(4, -sure, 4),
    ]
    game = tables.Game([], turns, result=1)
    assert list(game.targets(search_share=0.5)) == pytest.approx([0.5, 0.5, 0.75, 0], abs=1e-6)


def test_the_same_seed_gives_the_same_game() -> None:
    first, again = (selfplay.play(SMALL, 200, random.Random(5)) for _ in range(2))
    assert first == again


def test_a_net_is_learned_and_verified(
    games: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    pytest.importorskip("torch", reason="make net installs PyTorch")
    import net

    out, large = tmp_path / "net.bin", tmp_path / "games.txt"
    chance = random.Random(2)
    lines = [selfplay.play(net.RULES, 300, chance) for _ in range(60)]
    large.write_text("".join(f"{line}\n" for line in lines if line), encoding="ascii")
    words = ["net.py", str(large), "--write", str(out), "--passes", "30"]
    monkeypatch.setattr("sys.argv", [*words, "--learned", str(ROOT / "native" / "learned_5.inc")])
    net.main()
    said = capsys.readouterr().out
    assert "the engine is off by" in said
    learned = out.read_bytes()
    assert len(learned) == len((ROOT / "src/noughts/engine/net.bin").read_bytes())

    again = net.Net(net.Lines())
    net.begin_with(again, out)
    net.export(again, out)
    assert out.read_bytes() == learned


def test_tables_are_learned_and_written(
    games: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    out = tmp_path / "learned.inc"
    monkeypatch.setattr("sys.argv", ["tables.py", "9x9x5", str(games), "--write", str(out)])
    tables.main()
    losses = re.findall(r"(value|policy) (1|12): loss ([\d.]+)", capsys.readouterr().out)
    loss = {(what, epoch): float(number) for what, epoch, number in losses}
    assert loss["policy", "12"] < loss["policy", "1"]
    assert shape_of(out) == shape_of(ROOT / "native" / "learned_5.inc") == (1820, 4)


def test_numbers_of_an_earlier_run_are_the_start(tmp_path: Path) -> None:
    learned = ROOT / "native" / "learned_5.inc"
    values, policy = tables.read_table(learned)
    assert tables.table(values, policy) == learned.read_text(encoding="ascii")
    assert not any(map(np.any, tables.read_table(None)))


def shape_of(file: Path) -> tuple[int, int]:
    """How many rows there are, and how many numbers in each."""
    comment, *rows = file.read_text(encoding="ascii").splitlines()
    assert comment.startswith("// Written by training/tables.py")
    lengths = {len(re.findall(r"-?\d+", row)) for row in rows}
    assert len(lengths) == 1
    return len(rows), lengths.pop()
