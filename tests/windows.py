"""Python as it is on Windows, as far as that can be simulated: modules and names are missing.

    python tests/windows.py import NAME...   imports modules
    python tests/windows.py noughts WORD...  runs a command

The standard library is loaded first, so that it works as it does here.
"""

import asyncio.subprocess
import multiprocessing
import os
import pty
import runpy
import select
import selectors
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import types
from importlib import import_module

MODULES = ("fcntl", "grp", "pty", "pwd", "readline", "resource", "syslog", "termios", "tty")
NAMES: dict[types.ModuleType, tuple[str, ...]] = {
    os: (
        *("O_CLOEXEC", "O_DIRECTORY", "O_NOCTTY", "O_NOFOLLOW", "O_NONBLOCK", "fork", "forkpty"),
        *("getpgid", "getpriority", "getuid", "geteuid", "killpg", "mkfifo", "openpty"),
        *("sched_getaffinity", "setpriority", "setsid", "setresuid", "ttyname", "uname"),
    ),
    select: ("epoll", "poll"),
    selectors: ("EpollSelector", "PollSelector"),
    signal: (
        *("SIGALRM", "SIGCONT", "SIGHUP", "SIGPIPE", "SIGSTOP", "SIGTSTP", "SIGUSR1"),
        *("SIGWINCH", "SIGXCPU", "alarm", "pthread_sigmask", "setitimer"),
    ),
    socket: ("AF_UNIX",),
}
LOADED = (asyncio.subprocess, multiprocessing, pty, runpy, sqlite3, subprocess, tempfile)


def leave_out() -> None:
    """From now on, what Windows lacks is not there."""
    for name in ("httptools", "h11", "uvicorn", "platformdirs", "click", "rich.console"):
        try:
            import_module(name)  # they ask which system this is while they are loaded
        except ImportError:
            continue
    for name in MODULES:
        vars(sys)["modules"][name] = None
    for module, names in NAMES.items():
        for name in names:
            vars(module).pop(name, None)
    vars(sys)["modules"]["msvcrt"] = msvcrt
    vars(sys)["platform"] = "win32"


def _locking(descriptor: int, mode: int, amount: int) -> None:
    """The lock of one byte: as far as two locks of one process exclude each other."""
    file = os.fstat(descriptor).st_ino
    if file in _locked:
        raise PermissionError(13, "Permission denied")
    _locked.add(file)


_locked: set[int] = set()
msvcrt = types.SimpleNamespace(LK_NBLCK=2, locking=_locking)


if __name__ == "__main__":
    leave_out()
    if sys.argv[1] == "noughts":
        from noughts.cli import main

        sys.argv.pop(0)
        main()
    for each in sys.argv[2:]:
        import_module(each)
