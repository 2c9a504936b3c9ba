"""Runs inside the sandbox: tries what a program there must not be able to do.

`promises.py`, outside, loads this file as if it were somebody's program, calls its functions, and
gives them decoys to reach for. Each function returns what it could do; an empty list is right.
"""

import ctypes
import fcntl
import os
import socket
import struct
import sys
import time
from collections.abc import Callable
from functools import partial
from typing import Any

__all__ = ["calls", "capabilities", "cpu", "disk", "files", "keys", "leave", "memory", "modes"]
__all__ += ["network", "processes", "reading", "signals", "sockets", "terminal", "writing"]

# System calls by their numbers on x86_64 and aarch64
CALLS = {
    "keyctl": (250, 219),
    "add_key": (248, 217),
    "io_uring_setup": (425, 425),
    "userfaultfd": (323, 282),
    "ptrace": (101, 117),
    "process_vm_readv": (310, 270),
    "unshare": (272, 97),
    "setns": (308, 268),
    "mount": (165, 40),
    "bpf": (321, 280),
    "perf_event_open": (298, 241),
    "personality": (135, 92),
    "memfd_create": (319, 279),
    "shmget": (29, 194),
}
SET_LEASE = 1024
FAMILIES = ("AF_UNIX", "AF_INET", "AF_INET6", "AF_NETLINK", "AF_PACKET", "AF_VSOCK", "AF_ALG")


def _done(what: str, attempt: Callable[[], Any]) -> list[str]:
    """The name of an attempt in a list, if it works; what is refused raises."""
    try:
        attempt()
    except (OSError, MemoryError, AttributeError, OverflowError):
        return []
    return [what]


def _call(name: str, *arguments: Any) -> None:
    number = CALLS[name][os.uname().machine == "aarch64"]
    if ctypes.CDLL(None, use_errno=True).syscall(number, *arguments) < 0:
        raise OSError(ctypes.get_errno(), name)


def reading(paths: list[str]) -> list[str]:
    return [each for path in paths for each in _done(path, partial(_open, path, "r"))]


def _open(path: str, mode: str) -> None:
    open(path, mode).close()


def writing(path: str) -> list[str]:
    folder = os.path.dirname(path)
    return [
        *_done("append", lambda: _open(path, "a")),
        *_done("create", lambda: _open(f"{path}-new", "x")),
        *_done("rename", lambda: os.rename(path, f"{path}-old")),
        *_done("remove", lambda: os.unlink(path)),
        *_done("folder", lambda: os.mkdir(os.path.join(folder, "new"))),
    ]


def modes(path: str) -> list[str]:
    return [
        *_done("chmod", lambda: os.chmod(path, 0)),
        *_done("utime", lambda: os.utime(path, (0, 0))),
        *_done("setxattr", lambda: os.setxattr(path, "user.noughts", b"x")),
        *_done("chown", lambda: os.chown(path, os.getuid(), os.getgid())),
    ]


def network(port: int) -> list[str]:
    return _done("tcp", lambda: socket.create_connection(("127.0.0.1", port), 2).close())


def sockets(path: str, abstract: str) -> list[str]:
    def connect(address: str) -> None:
        with socket.socket(socket.AF_UNIX) as own:
            own.connect(address)

    def make(family: str, kind: int = socket.SOCK_STREAM, protocol: int = 0) -> None:
        socket.socket(getattr(socket, family), kind, protocol).close()

    made = [each for name in FAMILIES for each in _done(name, partial(make, name))]
    made += _done("datagrams", lambda: make("AF_NETLINK", socket.SOCK_DGRAM))
    made += _done("raw", lambda: make("AF_INET", socket.SOCK_RAW, 1))
    made += _done("pair", socket.socketpair)
    made += _done("connect", lambda: connect(path))
    return made + _done("connect by name", lambda: connect("\0" + abstract))


def signals(pid: int) -> list[str]:
    return [*_done("kill", lambda: os.kill(pid, 0)), *_done("priority", lambda: _priority(pid))]


def _priority(pid: int) -> None:
    os.setpriority(os.PRIO_PROCESS, pid, 19)


def terminal(name: str) -> list[str]:
    def take() -> None:
        own = os.open(name, os.O_RDWR | os.O_NOCTTY)
        os.close(own)

    return [
        *_done(name, take),
        *_done("/dev/tty", lambda: os.close(os.open("/dev/tty", os.O_RDWR))),
    ]


def keys() -> list[str]:
    return [
        *_done("read", lambda: _call("keyctl", 0, -3, 0)),
        *_done("add", lambda: _call("add_key", b"user", b"noughts", b"x", 1, -3)),
    ]


def capabilities() -> list[str]:
    """The rights of root that are left."""
    who, held = struct.pack("II", 0x20080522, 0), ctypes.create_string_buffer(24)
    number = (125, 90)[os.uname().machine == "aarch64"]
    if ctypes.CDLL(None).syscall(number, who, held) < 0:
        return []
    return [f"{each:x}" for each in struct.unpack("6I", held.raw) if each]


def calls() -> list[str]:
    arguments: dict[str, tuple[Any, ...]] = {
        "shmget": (0, 1 << 20, 0o1600),
        "personality": (0,),
        "memfd_create": (b"x", 0),
        "unshare": (0x10000000,),
        "userfaultfd": (1,),
    }
    room = ctypes.create_string_buffer(256)
    return [
        each
        for name in CALLS
        if name not in ("keyctl", "add_key", "ptrace")
        for each in _done(name, partial(_call, name, *arguments.get(name, (1, room, 0, 0, 0))))
    ] + [
        *_done("ptrace", _be_traced),
        *_done("lease", lambda: fcntl.fcntl(_own_file(), SET_LEASE, fcntl.F_RDLCK)),
        *_done("flock", lambda: fcntl.flock(_own_file(), fcntl.LOCK_SH)),
    ]


def _own_file() -> int:
    return os.open("leased", os.O_CREAT | os.O_RDONLY, 0o600)


def _be_traced() -> None:
    """In a child, which would stop at every signal from then on."""
    child = os.fork()
    if child == 0:
        os._exit(bool(not _done("ptrace", lambda: _call("ptrace", 0, 0, 0, 0))))
    if os.waitpid(child, 0)[1]:
        raise PermissionError


def processes(most: int) -> list[str]:
    """Start many, all at a time; they end with this one."""
    started = 0
    try:
        while started <= 2 * most:
            if os.fork() == 0:
                time.sleep(5)
                os._exit(0)
            started += 1
    except OSError:
        return []
    time.sleep(1)  # whoever counts them does so now
    return [str(started)]


def memory(most: int) -> list[str]:
    return _done("memory", lambda: bytearray(2 * most))


def disk(most: int) -> list[str]:
    """Write much, in files of less than the size of one that is allowed."""

    def write() -> None:
        written = 0
        while written <= 2 * most:
            with open(f"disk-{written}", "wb") as file:
                written += file.write(bytes(4 << 20))
        time.sleep(1)

    return _done("disk", write)


def files(most: int) -> list[str]:
    def make() -> None:
        for number in range(2 * most):
            open(f"file-{number}", "w").close()
        time.sleep(1)

    return _done("files", make)


def cpu() -> None:
    while True:
        pass


def leave(marker: str) -> list[str]:
    """Leave a process behind that tries to escape; the marker shows it to whoever looks."""
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            os.execv(
                sys.executable,
                [sys.executable, "-I", "-S", "-c", "import time\ntime.sleep(60)", marker],
            )
        os._exit(0)
    return []
