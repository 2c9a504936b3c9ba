"""What the sandbox promises: tried with each kind of walls, and without any."""

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from noughts import check
from noughts.check.judge.findings import Check, Report
from noughts.check.sandbox import cgroup, promises, sandbox
from noughts.check.sandbox.answers import Answer
from noughts.check.sandbox.inside import attempts, syscalls
from noughts.check.sandbox.inside.trees import copy_tree, remove_tree
from noughts.check.sandbox.own_root import bubblewrap
from noughts.check.sandbox.program import Program, Submission
from noughts.check.sandbox.sandbox import ResourceLimits
from noughts.cli.check import command

LINUX = pytest.mark.skipif(sys.platform != "linux", reason="this is for Linux")


@LINUX
@pytest.mark.skipif(bubblewrap() is None, reason="there is no bubblewrap")
def test_with_bubblewrap_every_promise_is_kept() -> None:
    assert promises.kept_promises() == dict.fromkeys(promises.PROMISES, True)
    assert promises.walls().startswith("bubblewrap")


@LINUX
def test_what_is_kept_without_bubblewrap(monkeypatch: pytest.MonkeyPatch) -> None:
    """Some of it needs a recent kernel; the rest holds on every Linux."""
    for module in (sandbox, promises):
        monkeypatch.setattr(module, "bubblewrap", lambda: None)
    kept = promises.kept_promises()
    assert [*kept] == [*promises.PROMISES]
    assert all(kept[name] for name in ("keys", "calls", "sockets", "capabilities", "leftovers"))
    assert promises.walls().startswith("built in")


@LINUX
def test_where_no_terminal_can_be_made_the_promises_are_tried_all_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As in a chroot without /dev/pts."""

    def no_terminals() -> tuple[int, int]:
        raise OSError(19, "No such device")

    monkeypatch.setattr(os, "openpty", no_terminals)
    kept = promises.kept_promises()
    assert [*kept] == [*promises.PROMISES]
    assert kept["terminal"]


WITHOUT_WALLS = """
import sys
from pathlib import Path
from noughts.check.sandbox import promises
from noughts.check.sandbox.inside import attempts
with promises._decoys(Path(sys.argv[1])) as decoys:
    print(attempts.reading([decoys.file]))
    print(attempts.modes(decoys.file))
    print(attempts.network(decoys.port))
    print(attempts.sockets(decoys.socket, decoys.abstract))
    print(attempts.signals(decoys.pid))
    print(attempts.terminal(decoys.terminal))
    print(attempts.calls())
    print(attempts.memory(1 << 20))
    print(attempts.disk(1))
    print(attempts.files(1))
    print(attempts.processes(1))
    print(attempts.writing(decoys.file))
"""


@LINUX
def test_the_attempts_would_succeed_without_walls(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT_WALLS, str(tmp_path)],
        cwd=tmp_path, capture_output=True, text=True, timeout=60,
    )  # fmt: skip
    assert done.stderr == ""
    lines = done.stdout.splitlines()
    assert len(lines) == 12
    assert "[]" not in lines
    assert lines[3].count("connect") == 2


@LINUX
def test_a_container_without_user_namespaces(tmp_path: Path) -> None:
    """Bubblewrap does not work there; the rest of the walls must hold."""
    script = 'echo 0 > /proc/sys/user/max_user_namespaces && exec "$@"'
    inside = ["unshare", "-Ur", "sh", "-c", script, "sh"]
    if shutil.which("unshare") is None or subprocess.run([*inside, "true"]).returncode:
        pytest.skip("user namespaces cannot be forbidden here")
    code = "from noughts.check.sandbox import promises, sandbox\n"
    code += "print(promises.bubblewrap(), sandbox.probe()['processes'])\n"
    code += "print(*[name for name, kept in promises.kept_promises().items() if kept])\n"
    done = subprocess.run(
        [*inside, sys.executable, "-c", code], capture_output=True, text=True, timeout=100
    )
    assert done.stderr == ""
    first, kept = done.stdout.splitlines()
    assert first == "None False"
    assert {"keys", "calls", "sockets", "capabilities", "cpu"} <= {*kept.split()}


def test_a_promise_that_is_not_kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    kept = dict.fromkeys(promises.PROMISES, True) | {"signals": False}
    monkeypatch.setattr(check, "kept_promises", lambda: kept)
    (tmp_path / "mine.py").write_text("x = 1")
    refused = CliRunner().invoke(command, [str(tmp_path / "mine.py"), "--require-sandbox"])
    assert refused.exit_code == 2
    assert "missing: signals" in refused.output
    told = CliRunner().invoke(command, ["--sandbox"]).output.splitlines()
    assert told[0].startswith("sandbox: ")
    assert [line.split()[:2] for line in told[1:]] == [
        [name, "yes" if value else "NO"] for name, value in kept.items()
    ]


def test_where_every_promise_is_kept_programs_are_graded(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    report = Report("mine.py", "player", (Check("loads", "passed", 100, "it loads"),))
    monkeypatch.setattr(check, "kept_promises", lambda: dict.fromkeys(promises.PROMISES, True))
    monkeypatch.setattr(check, "check_program", lambda *_: report)
    (tmp_path / "mine.py").write_text("x = 1")
    graded = CliRunner().invoke(command, [str(tmp_path / "mine.py"), "--require-sandbox"])
    assert graded.exit_code == 0
    assert "it loads" in graded.output


@LINUX
def test_what_is_left_behind_is_found_and_ended(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """As if there were no walls: what it starts lives on."""
    left = []

    class Leaves(Program):
        def ask(self, function: str, questions: Any, *_: Any, **__: Any) -> list[Answer]:
            words = [sys.executable, "-I", "-S", "-c", "import time\ntime.sleep(60)"]
            left.append(subprocess.Popen([*words, *questions[0]]))
            while not promises._processes_with(questions[0][0]):
                time.sleep(0.01)  # until it can be seen
            return [Answer("value")]

    monkeypatch.setattr(promises, "Program", Leaves)
    monkeypatch.setattr(promises, "GONE", 0.01)
    assert not promises._leaves_nothing(Submission(tmp_path, "program.py"))
    assert [process.wait(20) for process in left] == [-9]


def test_machines_whose_calls_are_not_known() -> None:
    assert syscalls._steps("riscv64") == []
    assert len(syscalls._steps("aarch64")) > 300


@pytest.mark.parametrize("machine", syscalls.MACHINES)
def test_what_the_filter_refuses(machine: str) -> None:
    """Run the filter as the kernel does, for calls that must not get through."""
    column = [*syscalls.MACHINES].index(machine)
    steps = syscalls._steps(machine)

    def run(number: int, first: int = 0, second: int = 0) -> int:
        known = {0: number, 4: syscalls.MACHINES[machine][1], 16: first, 24: second}
        at, found = 0, 0
        while True:
            kind, yes, no, value = steps[at]
            if kind == syscalls.RETURN:
                return value
            if kind == syscalls.LOAD:
                found, at = known[value], at + 1
                continue
            true = {syscalls.EQUAL: found == value, syscalls.AT_LEAST: found >= value,
                    syscalls.ANY_BIT: bool(found & value)}[kind]  # fmt: skip
            at += 1 + (yes if true else no)

    for numbers in attempts.CALLS.values():
        assert run(numbers[column]) == syscalls.REFUSE
    # A socket, a pair of them, a mode, a time, a watch
    for numbers in ((41, 198), (53, 199), (90, 52), (91, 52), (280, 88), (294, 26)):
        assert run(numbers[column]) == syscalls.REFUSE
    assert run((0, 63)[column]) == syscalls.ALLOW
    assert run(syscalls.CLONE[column], 0x11) == syscalls.ALLOW
    assert run(syscalls.CLONE[column], 0x10000000) == syscalls.REFUSE
    assert run(syscalls.CLONE3[column]) == syscalls.UNKNOWN
    assert run(syscalls.IOCTL[column], 0, 0x5401) == syscalls.ALLOW
    assert run(syscalls.IOCTL[column], 0, 0x5412) == syscalls.REFUSE
    assert run(syscalls.IOCTL[column], 0, 0x541C) == syscalls.REFUSE
    assert run(syscalls.PRLIMIT[column], 0) == syscalls.ALLOW
    assert run(syscalls.PRLIMIT[column], 1) == syscalls.REFUSE
    assert run(syscalls.X32) == syscalls.REFUSE
    steps[1] = (syscalls.EQUAL, 1, 0, 1)
    assert run((0, 63)[column]) == syscalls.REFUSE, "a call in the numbers of another machine"


# Files


def test_a_deep_tree_is_removed(tmp_path: Path) -> None:
    top = tmp_path / "top"
    top.mkdir()
    here = os.open(top, os.O_RDONLY)
    for _ in range(1_100):
        os.mkdir("deeper", dir_fd=here)
        below = os.open("deeper", os.O_RDONLY, dir_fd=here)
        os.close(here)
        here = below
    os.close(os.open("file", os.O_CREAT | os.O_WRONLY, dir_fd=here))
    os.close(here)
    (top / "link").symlink_to(tmp_path)
    (top / "locked").mkdir()
    (top / "locked" / "file").write_text("x")
    (top / "locked").chmod(0)
    (tmp_path / "beside").write_text("mine")
    remove_tree(str(top))
    assert sorted(path.name for path in tmp_path.iterdir()) == ["beside"]
    remove_tree(str(top))


def test_files_are_copied_as_they_are(tmp_path: Path) -> None:
    files = tmp_path / "files"
    (files / "folder").mkdir(parents=True)
    (files / "folder" / "run").write_text("x")
    (files / "folder" / "run").chmod(0o755)
    (files / "link").symlink_to("folder/run")
    (files / "there").symlink_to("folder")
    (files / ".git").mkdir()
    os.mkfifo(files / "pipe")
    copy_tree(str(files), str(tmp_path / "home"))
    home = tmp_path / "home"
    assert sorted(path.name for path in home.iterdir()) == ["folder", "link", "there"]
    assert os.readlink(home / "link") == "folder/run"
    assert os.readlink(home / "there") == "folder"
    assert os.access(home / "folder" / "run", os.X_OK)
    copy_tree(str(files / "folder" / "run"), str(tmp_path / "other"))
    assert (tmp_path / "other" / "run").read_text() == "x"


# Control groups


def test_where_groups_are_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cgroup, "TREE", tmp_path)
    monkeypatch.setattr(cgroup, "_own_groups", lambda: {"": "/user/shell", "memory": "/mine"})
    old = [(tmp_path / "memory" / "mine", {"memory": "memory.limit_in_bytes"}),
           (tmp_path / "pids", {"pids": "pids.max"})]  # fmt: skip
    assert cgroup._places() == old
    (tmp_path / "cgroup.controllers").write_text("memory pids")
    new = {"memory": "memory.max", "pids": "pids.max"}
    assert cgroup._places() == [(tmp_path / "user", new)], "beside the shell, not below it"


def test_a_user_who_may_make_no_groups(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cgroup, "TREE", tmp_path / "nothing")
    monkeypatch.setattr(cgroup, "_works", {})
    assert not cgroup.Group().make(1, 1)
    monkeypatch.setattr(cgroup, "TREE", tmp_path)
    assert not cgroup.Group().make(1, 1), "it is not tried again"


def test_a_group_that_cannot_be_joined(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder that is no group: what is made in it is removed."""
    (tmp_path / "memory").mkdir()
    (tmp_path / "pids").mkdir()
    monkeypatch.setattr(cgroup, "TREE", tmp_path)
    monkeypatch.setattr(cgroup, "_own_groups", dict)
    monkeypatch.setattr(cgroup, "_works", {})
    monkeypatch.setattr(cgroup, "EMPTY", 0.0)
    monkeypatch.setattr(cgroup, "_can_be_joined", lambda _: False)
    assert not cgroup.Group().make(1, 1)


def test_who_took_too_much_memory(tmp_path: Path) -> None:
    group = cgroup.Group([tmp_path])
    assert not group.ran_out_of_memory()
    (tmp_path / "memory.events").write_text("low 0\noom 1\noom_kill 0\n")
    assert not group.ran_out_of_memory()
    (tmp_path / "memory.events").write_text("low 0\noom 1\noom_kill 1\n")
    assert group.ran_out_of_memory()


HUNGRY = """
import os, time
def f():
    for _ in range(4):
        if os.fork() == 0:
            held = bytearray(b"x") * (90 << 20)
            time.sleep(20)
            os._exit(0)
    time.sleep(20)
"""


@LINUX
def test_processes_that_take_too_much_together(tmp_path: Path) -> None:
    (tmp_path / "program.py").write_text(HUNGRY)
    limits = ResourceLimits(memory_bytes=128 << 20, scratch_bytes=1 << 20)
    with Program(Submission(tmp_path, "program.py", limits)) as program:
        (answer,) = program.ask("f", [[]], lambda _: 15.0)
    assert answer.text == "it used more than 128 MB of memory"
