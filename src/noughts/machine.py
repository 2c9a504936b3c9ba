"""What this machine offers: cores, and locks on files."""

import os
import sys

__all__ = ["lock", "usable_cores"]

# Where Windows locks a byte: nobody can read a locked one, so beyond all that is ever in a file,
# and beyond what SQLite locks.
FAR = 0x7FFF_0000


def usable_cores() -> int:
    """How many cores this process may use: with `taskset` or in a container, not all there are."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def lock(descriptor: int) -> bool:
    """Lock a file for as long as it is open; False if somebody else has locked it.

    Raises OSError where files cannot be locked.
    """
    try:
        if sys.platform == "win32":
            import msvcrt

            os.lseek(descriptor, FAR, os.SEEK_SET)
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):
        return False
    except ImportError as error:
        raise OSError(f"this system has no locks: {error}") from None
    return True
