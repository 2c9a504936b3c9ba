"""What works without what only Linux and macOS have; `windows.py` takes it away."""

import errno
import io
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from noughts import cli, machine

HERE = Path(__file__).parent
PACKAGE = HERE.parent / "src" / "noughts"


def on_windows(*words: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, str(HERE / "windows.py"), *words],
        capture_output=True, encoding="utf-8", timeout=300, check=False,
    )  # fmt: skip


def modules() -> Iterator[str]:
    """Those that a user's process loads; Ray's cluster and the sandbox's inside are for Linux."""
    for path in sorted(PACKAGE.rglob("*.py")):
        parts = ("noughts", *path.relative_to(PACKAGE).with_suffix("").parts)
        if not {"inside", "cluster", "nodes", "__main__"} & set(parts):
            yield ".".join(parts).removesuffix(".__init__")


def test_every_module_can_be_loaded() -> None:
    done = on_windows("import", *modules())
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("words", [("x.py",), ("--sandbox",)])
def test_strangers_programs_are_refused_in_one_sentence(words: tuple[str, ...]) -> None:
    done = on_windows("noughts", "check", *words)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        "noughts: Windows has no sandbox for other people's programs: run noughts check in WSL\n"
    )


def test_tournaments_are_played() -> None:
    words = ("match", "easy", "hard", "--game", "tic-tac-toe", "--games", "2")
    done = on_windows("noughts", "arena", *words)
    assert "2 of 2 games" in done.stdout, done.stderr


def test_a_pipe_that_nobody_reads(monkeypatch: pytest.MonkeyPatch) -> None:
    class Gone(io.StringIO):
        def fileno(self) -> int:
            return descriptor

        def flush(self) -> None:
            raise OSError(errno.EINVAL, "Invalid argument")

    descriptor = os.open(os.devnull, os.O_WRONLY)
    monkeypatch.setattr(sys, "stdout", Gone())
    with pytest.raises(OSError, match="Invalid"), cli._while_it_is_read():
        pass
    monkeypatch.setattr(sys, "platform", "win32")
    with pytest.raises(SystemExit) as left, cli._while_it_is_read():
        pass
    os.close(descriptor)
    assert left.value.code == cli.UNREAD


def test_a_file_is_locked_for_as_long_as_it_is_open(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    one, two = (os.open(tmp_path / "file", os.O_RDONLY) for _ in range(2))
    assert machine.lock(one)
    assert not machine.lock(two)
    os.close(one)
    assert machine.lock(two)
    os.close(two)


def test_the_lock_of_windows_is_beyond_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import windows

    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setitem(sys.modules, "msvcrt", windows.msvcrt)
    (tmp_path / "file").touch()
    one, two = (os.open(tmp_path / "file", os.O_RDONLY) for _ in range(2))
    assert machine.lock(one)
    assert not machine.lock(two)
    assert os.lseek(one, 0, os.SEEK_CUR) > 1 << 30, "SQLite's own locks are at 1 GB"
    os.close(one)
    os.close(two)
