"""The sandbox, asked directly: what a program can reach, and what is left of it afterwards."""

import io
import json
import os
import re
import signal
import sys
import tempfile
import time
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from noughts.check.sandbox import sandbox as sandboxes
from noughts.check.sandbox.inside.host import pack, unpack
from noughts.check.sandbox.own_root import bubblewrap
from noughts.check.sandbox.program import UNASKED, Program, Submission
from noughts.check.sandbox.sandbox import Ended, Late, ResourceLimits, Sandbox, probe

PROTECTED = probe()


@pytest.fixture(autouse=True, params=["bubblewrap", "built in"])
def walls(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Every test runs with bubblewrap, if it is installed, and without it."""
    if request.param == "built in":
        monkeypatch.setattr(sandboxes, "bubblewrap", lambda: None)
    elif bubblewrap() is None:
        pytest.skip("there is no bubblewrap")
    return str(request.param)


def program(folder: Path, text: str, **settings: Any) -> Program:
    file = folder / "program.py"
    file.write_text(text, encoding="utf-8")
    return Program(Submission(file, file.name, **settings))


def ask(folder: Path, text: str, function: str = "f") -> object:
    with program(folder, text) as asked:
        (answer,) = asked.ask(function, [[]], lambda _: 20.0)
        return answer.value if answer.ok else answer.text


def test_what_is_protected_is_told_by_name() -> None:
    assert {"network", "tcp", "writing", "reading", "processes", "memory", "cpu", "forks"} <= {
        *PROTECTED
    }
    assert all(type(value) is bool for value in PROTECTED.values())


def test_a_temporary_folder_of_one_s_own_will_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The program may run as another user, who cannot enter it."""
    own = tmp_path / "own"
    own.mkdir(mode=0o700)
    monkeypatch.setattr(tempfile, "tempdir", str(own))
    assert ask(tmp_path, "def f():\n    return 5") == 5
    assert [*own.iterdir()] == []


@pytest.mark.skipif(not PROTECTED["writing"], reason="this system has no Landlock")
def test_nothing_is_written_outside_the_scratch_folder(tmp_path: Path) -> None:
    target = tmp_path / "written.txt"
    said = ask(tmp_path, f"def f():\n    open({str(target)!r}, 'w').write('x')")
    assert "PermissionError" in str(said) or "FileNotFoundError" in str(said)
    assert not target.exists()
    assert ask(tmp_path, "def f():\n    return open('own.txt', 'w').write('x')") == 1


@pytest.mark.skipif(not PROTECTED["reading"], reason="this system has no Landlock")
def test_neighbours_are_not_read(tmp_path: Path) -> None:
    neighbour = tmp_path / "neighbour.py"
    neighbour.write_text("secret = 1")
    said = ask(tmp_path, f"def f():\n    return open({str(neighbour)!r}).read()")
    assert "PermissionError" in str(said) or "FileNotFoundError" in str(said)


@pytest.mark.skipif(not PROTECTED["network"], reason="this system has no network namespaces")
def test_the_network_is_out_of_reach(tmp_path: Path) -> None:
    text = "import socket\ndef f():\n    socket.create_connection(('192.0.2.1', 80), 3)"
    assert "OSError" in str(ask(tmp_path, text)) or "PermissionError" in str(ask(tmp_path, text))


@pytest.mark.skipif(not PROTECTED["processes"], reason="this system has no pid namespaces")
def test_what_runs_away_is_caught(tmp_path: Path) -> None:
    text = """
import os, time
def f():
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            os.chdir("/")
            os.execvp("sleep", ["sleep", "987654"])
        os._exit(0)
    time.sleep(0.2)
    return 1
"""
    assert ask(tmp_path, text) == 1
    deadline = time.monotonic() + 10
    while _is_running("987654") and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not _is_running("987654")


def _is_running(word: str) -> bool:
    for process in Path("/proc").glob("[0-9]*"):
        try:
            if word.encode() in (process / "cmdline").read_bytes().split(b"\0"):
                return True
        except OSError:
            continue
    return False


def test_the_environment_is_clean(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SECRET", "42")
    text = "import os\ndef f():\n    return sorted(os.environ)"
    names = ask(tmp_path, text)
    assert isinstance(names, list)
    assert "SECRET" not in names
    assert "DISPLAY" not in names


def test_noughts_cannot_be_imported(tmp_path: Path) -> None:
    assert "ModuleNotFoundError" in str(ask(tmp_path, "def f():\n    import noughts"))


def test_answers_that_come_quickly_are_read_together(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    waits, wait = [], Sandbox._wait_for_answers

    def counted(self: Sandbox, deadline: float) -> bool:
        waits.append(deadline)
        return wait(self, deadline)

    monkeypatch.setattr(Sandbox, "_wait_for_answers", counted)
    with program(tmp_path, "def f(n):\n    return n\n") as asked:
        assert [answer.value for answer in asked.ask("f", [[n] for n in range(300)])] == [
            *range(300)
        ]
    assert len(waits) < 150


def test_a_hanging_question_costs_that_question_only(tmp_path: Path) -> None:
    with program(tmp_path, "def f(n):\n    while n == 1: pass\n    return n") as asked:
        answers = asked.ask("f", [[0], [1], [2]], lambda _: 1.0)
        assert [answer.kind for answer in answers] == ["value", "late", "not asked"]
        assert asked.ask("f", [[3]])[0].value == 3


def test_a_death_costs_that_question_only(tmp_path: Path) -> None:
    with program(
        tmp_path, "import os\ndef f(n):\n    return os._exit(7) if n == 1 else n"
    ) as asked:
        answers = asked.ask("f", [[0], [1], [2]])
        assert [answer.kind for answer in answers] == ["value", "ended", "value"]
        assert "exit code 7" in answers[1].text


def test_memory_is_limited(tmp_path: Path) -> None:
    text = "def f():\n    return len(bytearray(1 << 29))"
    with program(tmp_path, text, limits=ResourceLimits(memory_bytes=1 << 28)) as asked:
        (answer,) = asked.ask("f", [[]])
    assert not answer.ok


def test_the_memory_of_a_command_is_limited(tmp_path: Path) -> None:
    if not os.path.isdir("/proc/self/fd"):
        pytest.skip("this system has no /proc")
    command = [sys.executable, "-c", "x = b'x' * (200 << 20)\nwhile True: pass"]
    limits = ResourceLimits(memory_bytes=64 << 20)
    with (
        Sandbox(tmp_path, command, limits) as sandbox,
        pytest.raises(Ended, match=r"^it used more than 64 MB of memory$"),
    ):
        sandbox.read_line(20)


@pytest.mark.skipif(not PROTECTED["cpu"], reason="this system does not limit processor time")
def test_processor_time_is_limited(tmp_path: Path) -> None:
    text = "def f():\n    while True: pass"
    with program(tmp_path, text, limits=ResourceLimits(cpu_seconds=1)) as asked:
        (answer,) = asked.ask("f", [[]], lambda _: 20.0)
    assert (answer.kind, answer.text) == ("ended", "it used more than 1 s of processor time")


def test_output_is_bounded(tmp_path: Path) -> None:
    text = "def f():\n    for _ in range(20_000): print('x' * 1000)\n    return 1"
    with program(tmp_path, text) as asked:
        (answer,) = asked.ask("f", [[]], lambda _: 60.0)
    assert answer.value == 1
    assert len(asked.printed) == ResourceLimits().output_bytes


def test_a_file_that_does_not_load_answers_nothing(tmp_path: Path) -> None:
    with program(tmp_path, "1 / 0") as asked:
        answers = asked.ask("f", [[0], [1]])
    assert [answer.kind for answer in answers] == ["ended", "not asked"]
    assert answers[0].text == "it raises ZeroDivisionError: division by zero (line 1)"


def test_ctrl_c_ends_all_processes_at_once(tmp_path: Path) -> None:
    def press(*_: object) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, press)  # Ctrl-C itself is ignored in the background
    try:
        with program(tmp_path, "def f(n):\n    while True: pass", workers=2) as asked:
            started = time.monotonic()
            signal.setitimer(signal.ITIMER_REAL, 0.5)
            with pytest.raises(KeyboardInterrupt):
                asked.ask_in_parallel("f", [[0], [1]], lambda _: 60.0, budget=60.0)
            assert time.monotonic() - started < 20
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


@pytest.mark.parametrize("seconds", [0.0, 0.01, 0.05, 0.2])
def test_ctrl_c_while_a_sandbox_starts_ends_it_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seconds: float
) -> None:
    started = []

    def press(status: int) -> None:
        time.sleep(seconds)
        os.close(status)
        started.append(time.monotonic())
        raise KeyboardInterrupt

    monkeypatch.setattr(sandboxes, "_first_words", press)
    with pytest.raises(KeyboardInterrupt):
        Sandbox(tmp_path).__enter__()
    assert time.monotonic() - started[0] < sandboxes.STARTING / 2


def test_changes_are_seen_deeply(tmp_path: Path) -> None:
    text = "def f(b):\n    b[1][2] = 'X'\ndef g(b):\n    b[1] = list(b[1])\n"
    board = ["list", *[["list", None, None, None]] * 3]
    with program(tmp_path, text) as asked:
        assert asked.ask("f", [[board]])[0].changed
        assert not asked.ask("g", [[board]])[0].changed


@pytest.mark.parametrize(
    "value", [None, True, 3, "x", [1, [2]], (1, 2), {(0, 1)}, frozenset({1}), {"a": (1,)}]
)
def test_what_is_packed_can_be_unpacked(value: object) -> None:
    packed = json.loads(json.dumps(pack(value)))
    assert unpack(packed) == value
    assert type(unpack(packed)) is type(value)


def test_a_subclass_is_no_number() -> None:
    class Liar(int):
        def __eq__(self, other: object) -> bool:
            return True

        __hash__ = int.__hash__

    assert pack(Liar(3))[0] == "other"


def test_a_command_that_does_not_exist(tmp_path: Path) -> None:
    with Sandbox(tmp_path, ["no-such-command-of-noughts"]) as sandbox, pytest.raises(Ended):
        sandbox.read_line(10)


def test_a_command_that_says_nothing(tmp_path: Path) -> None:
    with Sandbox(tmp_path, ["sleep", "60"]) as sandbox, pytest.raises(Late):
        sandbox.read_line(0.3)
    assert not sandbox._scratch.exists()


def test_a_sandbox_that_does_not_start_says_why(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, walls: str
) -> None:
    (tmp_path / "launcher.py").write_text("print('no room for a process')")
    seen = Path("/submission") if walls == "bubblewrap" else tmp_path
    monkeypatch.setattr(sandboxes, "LAUNCHER", seen / "launcher.py")
    with pytest.raises(OSError, match=r"^the sandbox did not start: no room for a process$"):
        Sandbox(tmp_path).__enter__()
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "nowhere"))
    if walls == "built in":
        with pytest.raises(FileNotFoundError):
            Sandbox(tmp_path).__enter__()


def test_what_a_program_does_not_read_at_once_waits_for_it(tmp_path: Path) -> None:
    sandbox = Sandbox(tmp_path)
    reading, sandbox._questions = os.pipe()
    os.set_blocking(sandbox._questions, False)
    sandbox.send("x" * (1 << 20), last=True)
    for _ in range(3):
        sandbox._write()  # there is no room for all of it
    told = b""
    while chunk := os.read(reading, 1 << 16):
        told += chunk
        sandbox._write()
    assert told == b"x" * (1 << 20) + b"\n"
    os.close(reading)
    os.close(sandbox._questions)


def test_processes_without_end_are_not_all_looked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    children = ["7 " * 600] * 4
    monkeypatch.setattr(sandboxes, "os", SimpleNamespace(listdir=lambda _: ["1"]))
    monkeypatch.setattr(
        sandboxes,
        "open",
        lambda *_, **__: io.StringIO(children.pop() if children else ""),
        raising=False,
    )
    assert len(sandboxes._tree(1)) == 1201


def test_the_checker_leaves_no_open_files(tmp_path: Path) -> None:
    if not os.path.isdir("/proc/self/fd"):
        pytest.skip("this system has no /proc")
    with program(tmp_path, "def f(): return 1") as asked:
        asked.ask("f", [[]])
    before = len(os.listdir("/proc/self/fd"))
    for _ in range(3):
        with program(tmp_path, "def f(): return 1") as asked:
            asked.ask("f", [[]])
    assert len(os.listdir("/proc/self/fd")) == before


def test_the_same_python_runs_inside(tmp_path: Path) -> None:
    text = "import sys\ndef f(): return list(sys.version_info[:3])"
    assert ask(tmp_path, text) == [*sys.version_info[:3]]


def test_devices_keep_their_rights(tmp_path: Path) -> None:
    """Also for root, who owns them; with the rights that they have, so that nothing can happen."""
    for call in ("os.chmod('/dev/null', 0o666)", "os.fchmod(0, 0o666)", "os.utime('/dev/zero')"):
        assert "PermissionError" in str(ask(tmp_path, f"import os\ndef f():\n    {call}"))


UNLINKED = """
import os, time
def f():
    kept = []
    for number in range(6):
        kept.append(open(f"file-{number}", "wb"))
        os.unlink(f"file-{number}")
        kept[-1].write(bytes(4 << 20))
        kept[-1].flush()
    time.sleep(10)
"""
DEEP = """
import os, time
def f():
    for _ in range(300):
        os.mkdir("deeper")
        os.chdir("deeper")
    time.sleep(10)
"""


@pytest.mark.parametrize(
    ("text", "said"),
    [(UNLINKED, "it wrote more than|No space left"), (DEEP, "folders inside each other|100 files")],
)
def test_what_is_written_is_limited(text: str, said: str, tmp_path: Path) -> None:
    limits = ResourceLimits(scratch_bytes=8 << 20, scratch_files=100)
    with program(tmp_path, text, limits=limits) as asked:
        (answer,) = asked.ask("f", [[]], lambda _: 9.0)
    assert re.search(said, answer.text)


def test_nothing_in_the_environment_is_the_teachers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", f"/home/a-decoy/bin{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setenv("A_DECOY", "secret")
    text = "import os\ndef f():\n    return [*os.environ, *os.environ.values(), os.getcwd()]"
    with Sandbox(tmp_path, ["env"]) as sandbox:
        seen = [sandbox.read_line(10).partition("=") for _ in range(6)]
    assert all("decoy" not in name + value for name, _, value in seen)
    told: Any = ask(tmp_path, text)
    assert "HOME" in told
    assert all(word not in " ".join(told) for word in ("DECOY", "decoy", os.getcwd()))


def test_patience_comes_to_an_end(tmp_path: Path) -> None:
    """However many questions there are, a slow program is not waited for without end."""
    (tmp_path / "program.py").write_text("def f(n):\n    return n\n")
    with Program(Submission(tmp_path, "program.py")) as program:
        program.patience.left = 60.0
        assert [answer.value for answer in program.ask("f", [[1], [2]])] == [1, 2]
        assert 0 < program.patience.left < 60
        replace(program).patience.left = 0.0
        assert program.ask("f", [[1], [2]]) == [UNASKED, UNASKED], "copies share it"
