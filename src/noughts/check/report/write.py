"""A report becomes a file: whole or not at all, and never through a link."""

import contextlib
import os
import secrets
from pathlib import Path

__all__ = ["is_replaced", "write_file"]


def is_replaced(path: Path) -> bool:
    """Whether a file takes the place of another; what lies in /dev stays what it is."""
    return not os.path.abspath(path).startswith("/dev/")


def write_file(path: Path, content: str | bytes) -> None:
    """Write a file beside its place and move it there; a link in its place is replaced."""
    data = content if isinstance(content, bytes) else content.encode("utf-8", "backslashreplace")
    if not is_replaced(path):
        path.write_bytes(data)
        return
    fresh = path.parent / f".noughts-{secrets.token_hex(8)}"
    try:
        with open(fresh, "xb") as file:
            file.write(data)
        os.replace(fresh, path)
    except BaseException as error:
        with contextlib.suppress(OSError):
            fresh.unlink()
        if isinstance(error, OSError) and error.filename == str(fresh):
            error.filename, error.filename2 = str(path), None  # the name that the user knows
        raise
