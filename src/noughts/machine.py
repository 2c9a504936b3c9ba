"""What this machine offers."""

import os

__all__ = ["usable_cores"]


def usable_cores() -> int:
    """How many cores this process may use: with `taskset` or in a container, not all there are."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
