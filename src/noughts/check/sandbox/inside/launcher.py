"""Runs inside the sandbox's own process: gives up every right it can, then starts the program.

`sandbox.py`, outside, starts this file and reads what it says. Where there is bubblewrap, the
program has a root folder of its own, and this file already runs in it:

    checker ── bwrap (outside) ── bwrap, pid 1 ── launcher, which becomes the program

Elsewhere the launcher makes what it can by itself:

    checker ── launcher (stays outside, waits for the end) ── the program, below its own pid 1

When pid 1 of a pid namespace ends, the kernel ends everything it has started, even processes that
try to escape. Where there are no namespaces, the launcher adopts the processes that try to escape
(PR_SET_CHILD_SUBREAPER) and ends them itself.
"""

import contextlib
import ctypes
import importlib
import json
import os
import resource
import select
import signal
import stat
import sys
from types import SimpleNamespace
from typing import Any

__all__ = ["main"]

NEW_USER, NEW_PID, NEW_NET, NEW_IPC = 0x10000000, 0x20000000, 0x40000000, 0x08000000
NEW_UTS, NEW_CGROUP = 0x04000000, 0x02000000
SET_PDEATHSIG, SET_NO_NEW_PRIVS, SET_CHILD_SUBREAPER, DROP_FROM_BOUND = 1, 38, 36, 24
KEYCTL = {"x86_64": 250, "aarch64": 219}
CAPSET = {"x86_64": 126, "aarch64": 91}
JOIN_SESSION, CAPABILITIES, LAST_CAPABILITY = 1, 0x20080522, 63
CREATE_RULESET, ADD_RULE, RESTRICT_SELF = 444, 445, 446  # the same on every architecture

# Landlock's rights, with the version that introduced them
READ = 1 << 2 | 1 << 3
WRITE = 1 << 1 | 0b1_1111_1111 << 4
REFER, TRUNCATE = (2, 1 << 13), (3, 1 << 14)
NETWORK = (4, 0b11)  # bind and connect TCP
DEVICES = (5, 1 << 15)  # ioctl on them
SCOPE = (6, 0b11)  # abstract sockets, and signals to other processes
SYSTEM = (
    *("/usr", "/lib", "/lib32", "/lib64", "/bin", "/sbin"),
    *("/etc/ld.so.cache", "/etc/localtime", "/etc/mime.types"),
    *("/dev/null", "/dev/zero", "/dev/random", "/dev/urandom"),
)

STRANGER = 2_000_000_000  # plus the process id: a user that no other process has


def main(text: str) -> None:
    """Start what the settings say, and stay until it ends or the checker ends."""
    settings = SimpleNamespace(**json.loads(text))
    settings.filter_calls = _load("syscalls").filter_calls
    entry = None if settings.command else _load("host").main
    if settings.own_root:
        _load("trees").copy_tree(settings.files, settings.scratch)
        protected = dict.fromkeys(("user", "root", "processes", "network"), True)
        _become_the_program(settings, entry, protected)
    protected = {"user": _become_nobody(settings), "root": False} | _enter_namespaces()
    _prctl(SET_CHILD_SUBREAPER, 1)
    child = os.fork()
    if child == 0:
        if protected["processes"]:
            _be_the_first(settings)
        _become_the_program(settings, entry, protected)
    _close_ends(settings)
    code = _wait(child, settings.lifeline)
    _sweep()
    if code == 128 + signal.SIGKILL:  # if the checker was killed, nothing else tidies up
        _load("trees").remove_tree(os.path.dirname(settings.scratch))
    os._exit(code)


# Outside: waiting for the end


def _be_the_first(settings: Any) -> None:
    """Pid 1 collects the dead, and ends with the program; only the program's process returns."""
    _prctl(SET_PDEATHSIG, signal.SIGKILL)
    program = os.fork()
    if program == 0:
        return
    _close_ends(settings)
    os.close(settings.lifeline)
    while True:
        done, status = os.waitpid(-1, 0)
        if done == program:
            os._exit(_exit_code(status))


def _wait(child: int, lifeline: int) -> int:
    """The exit code of the child, which ends when the checker ends or closes the lifeline."""
    ends = [lifeline]
    with contextlib.suppress(AttributeError, OSError):
        ends.append(os.pidfd_open(child))
    patience = None if len(ends) == 2 else 0.01
    while True:
        done, status = os.waitpid(child, os.WNOHANG)
        if done == child:
            return _exit_code(status)
        if lifeline in select.select(ends, [], [], patience)[0]:
            os.kill(child, signal.SIGKILL)
            ends.remove(lifeline)


def _exit_code(status: int) -> int:
    """As in a shell: 128 plus the signal."""
    code = os.waitstatus_to_exitcode(status)
    return code if code >= 0 else 128 - code


def _close_ends(settings: Any) -> None:
    for end in (settings.questions, settings.answers, settings.output, settings.status):
        os.close(end)


def _sweep() -> None:
    """End the processes that the program has left behind; they are our children now."""
    while True:
        for pid in _children(os.getpid()):
            with contextlib.suppress(OSError):
                os.kill(pid, signal.SIGKILL)
        try:
            os.waitpid(-1, 0)
        except ChildProcessError:
            return


def _children(parent: int) -> list[int]:
    try:
        with open(f"/proc/{parent}/task/{parent}/children", encoding="ascii") as file:
            return [int(pid) for pid in file.read().split()]
    except OSError:
        return []


# Giving up rights


def _become_nobody(settings: Any) -> bool:
    """Root becomes a user that owns only the scratch folder; other users stay as they are."""
    if os.getuid() != 0:
        return False
    if not all(_readable_by_all(path) for path in (os.__file__, sys.executable)):
        return False
    for user in (STRANGER + os.getpid(), 65534):
        with contextlib.suppress(AttributeError, OSError):  # macOS cannot set all ids at once
            for folder, _, files in os.walk(settings.scratch):
                for path in (folder, *(os.path.join(folder, name) for name in files)):
                    os.chown(path, user, user, follow_symlinks=False)
            os.setgroups([])
            os.setresgid(user, user, user)
            os.setresuid(user, user, user)
            return True
    return False


def _readable_by_all(path: str) -> bool:
    path = os.path.realpath(path)
    readable = os.stat(path).st_mode & stat.S_IROTH
    return bool(readable and _load("trees").is_open_to_all(os.path.dirname(path)))


def _enter_namespaces() -> dict[str, bool]:
    """Enter new namespaces for processes and the network, where the system allows it."""
    with contextlib.suppress(AttributeError, OSError):
        spaces = NEW_USER | NEW_PID | NEW_NET | NEW_IPC | NEW_UTS | NEW_CGROUP
        libc = ctypes.CDLL(None)
        entered = libc.unshare(spaces) == 0
        if entered:
            libc.sethostname(b"sandbox", 7)
        return {"processes": entered, "network": entered}
    return {"processes": False, "network": False}


def _become_the_program(settings: Any, entry: Any, protected: dict[str, bool]) -> None:
    _prctl(SET_PDEATHSIG, signal.SIGKILL)
    _prctl(SET_NO_NEW_PRIVS, 1)
    _leave_keys()
    os.chdir(settings.scratch)
    # The kernel does not limit root's processes.
    stranger = protected["user"] and not settings.own_root
    counted = stranger or (protected["processes"] and not settings.root)
    protected |= _limit(settings, counted)
    protected |= _restrict(settings, protected)
    protected["capabilities"] = _drop_capabilities()
    protected["calls"] = settings.filter_calls()
    os.write(settings.status, json.dumps(protected).encode())
    os.close(settings.status)
    os.close(settings.lifeline)
    _wire(settings)
    try:
        if entry is None:
            os.execvp(settings.command[0], settings.command)
        entry(settings.questions, settings.answers)
    except BaseException:  # there is nowhere to report it
        os._exit(127)
    os._exit(0)


def _limit(settings: Any, counted: bool) -> dict[str, bool]:
    """Limit seconds, memory, files and, where it has its own count, processes."""
    limits = {"CPU": settings.cpu_seconds, "FSIZE": settings.file_bytes, "NOFILE": 128, "CORE": 0}
    if settings.memory_bytes and sys.platform != "darwin":
        limits["AS"] = settings.memory_bytes
    if counted:
        limits["NPROC"] = settings.processes
    done = {}
    for name, most in limits.items():
        with contextlib.suppress(AttributeError, OSError, ValueError):
            hard = most + (name == "CPU")  # at the hard limit, SIGKILL comes instead of SIGXCPU
            resource.setrlimit(getattr(resource, f"RLIMIT_{name}"), (most, hard))
            done[name] = True
    return {"cpu": "CPU" in done, "memory": "AS" in done, "forks": "NPROC" in done}


def _restrict(settings: Any, protected: dict[str, bool]) -> dict[str, bool]:
    """Landlock: write only in the scratch folder, read only what Python needs, send no signals."""
    with contextlib.suppress(AttributeError, OSError):
        libc = _linux()
        version = libc.syscall(CREATE_RULESET, None, 0, 1)
        if version >= 1:
            _landlock(libc, version, settings)
            tcp = protected["network"] or version >= NETWORK[0]
            read = settings.readable is not None or settings.own_root
            return {"writing": True, "reading": read, "tcp": tcp}
    own = settings.own_root
    return {"writing": own, "reading": own, "tcp": protected["network"]}


def _landlock(libc: Any, version: int, settings: Any) -> None:
    more = (REFER, TRUNCATE, DEVICES)
    write = WRITE | sum(right for since, right in more if version >= since)
    read = READ if settings.readable is not None else 0
    handled = (ctypes.c_uint64 * 3)(
        write | read,
        NETWORK[1] if version >= NETWORK[0] else 0,
        SCOPE[1] if version >= SCOPE[0] else 0,
    )
    size = 8 if version < NETWORK[0] else 16 if version < SCOPE[0] else 24
    ruleset = _checked(libc.syscall(CREATE_RULESET, ctypes.byref(handled), size, 0))
    own = write & ~DEVICES[1]
    allowed = {settings.scratch: own | read, os.devnull: 1 << 1 | read & 1 << 2}
    if settings.readable is not None:
        for path in (*SYSTEM, *settings.readable):
            allowed[path] = allowed.get(path, 0) | READ
    for path, rights in allowed.items():
        if os.path.exists(path):
            _allow(libc, ruleset, path, rights)
    _checked(libc.syscall(RESTRICT_SELF, ruleset, 0))
    os.close(ruleset)


def _allow(libc: Any, ruleset: int, path: str, rights: int) -> None:
    class Beneath(ctypes.Structure):
        _pack_ = 1
        _layout_ = "ms"
        _fields_ = (("rights", ctypes.c_uint64), ("folder", ctypes.c_int32))

    if not os.path.isdir(path):
        rights &= 1 << 1 | 1 << 2 | TRUNCATE[1]  # the rights that apply to a file
    folder = os.open(path, os.O_RDONLY | getattr(os, "O_PATH", 0))
    rule = Beneath(rights, folder)
    _checked(libc.syscall(ADD_RULE, ruleset, 1, ctypes.byref(rule), 0))
    os.close(folder)


def _drop_capabilities() -> bool:
    """Whether it has no rights left that belong to root, not even within its namespace."""
    with contextlib.suppress(AttributeError, OSError, KeyError):
        libc = _linux()
        for capability in range(LAST_CAPABILITY + 1):
            libc.prctl(DROP_FROM_BOUND, capability, 0, 0, 0)
        who = (ctypes.c_uint32 * 2)(CAPABILITIES, 0)
        none = (ctypes.c_uint32 * 6)()
        return bool(libc.syscall(CAPSET[os.uname().machine], who, none) == 0)
    return False


def _leave_keys() -> None:
    """A new and empty keyring in the place of the user's."""
    with contextlib.suppress(AttributeError, OSError, KeyError):
        _linux().syscall(KEYCTL[os.uname().machine], JOIN_SESSION, None, 0, 0, 0)


def _linux() -> ctypes.CDLL:
    """The C library, if a system call has Linux's number here."""
    if sys.platform != "linux":
        raise OSError("other systems have other numbers")
    return ctypes.CDLL(None, use_errno=True)


def _checked(result: int) -> int:
    if result < 0:
        raise OSError(ctypes.get_errno(), "a system call was refused")
    return result


def _prctl(option: int, value: int) -> None:
    with contextlib.suppress(AttributeError, OSError):
        ctypes.CDLL(None).prctl(option, value, 0, 0, 0)


# The program's files and streams


def _wire(settings: Any) -> None:
    """Nothing on stdin; what it prints goes to a pipe that the checker reads but does not trust.

    A command talks over its stdin and stdout instead.
    """
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(settings.questions if settings.command else nothing, 0)
    os.dup2(settings.answers if settings.command else settings.output, 1)
    os.dup2(settings.output, 2)
    kept = set() if settings.command else {settings.questions, settings.answers}
    for end in range(3, 64):
        if end not in kept:
            with contextlib.suppress(OSError):
                os.close(end)
    for end in kept:
        os.set_inheritable(end, False)  # programs that it starts cannot use them


def _load(name: str) -> Any:
    """A module beside this file, loaded while the files are still readable.

    Here it is in a separate package, not in Noughts, and the program cannot import it.
    """
    folder = os.path.dirname(os.path.abspath(__file__))
    package = os.path.basename(folder)
    sys.path.append(os.path.dirname(folder))  # last, so that it hides nothing else
    module = importlib.import_module(f"{package}.{name}")
    sys.path.pop()
    for loaded in [each for each in sys.modules if each.split(".")[0] == package]:
        del sys.modules[loaded]
    return module


if __name__ == "__main__":
    main(sys.argv[1])
