"""Runs on both sides of the sandbox: copies the files of a program, and removes what it leaves.

It also says which folders everybody can enter.
"""

import contextlib
import os
import stat

__all__ = ["copy_tree", "is_open_to_all", "remove_tree"]

# Windows has no such words; there, no sandbox begins.
FOLDER = os.O_RDONLY | getattr(os, "O_DIRECTORY", 0) | getattr(os, "O_NOFOLLOW", 0)
NOT_COPIED = {".git", "__pycache__", "node_modules", ".venv"}  # not the student's work


def is_open_to_all(folder: str) -> bool:
    """Whether every user can enter this folder, which exists, and all those above it."""
    above = os.path.realpath(folder)
    while os.stat(above).st_mode & stat.S_IXOTH:
        if above == os.path.dirname(above):
            return True
        above = os.path.dirname(above)
    return False


def copy_tree(files: str, home: str) -> None:
    """Copy a file, or what is in a folder, into a folder: links as links, devices not at all."""
    os.makedirs(home, exist_ok=True)
    if not os.path.isdir(files):
        _copy_file(files, os.path.join(home, os.path.basename(files)))
        return
    for folder, folders, names in os.walk(files):
        folders[:] = [each for each in folders if each not in NOT_COPIED]
        inside = os.path.join(home, os.path.relpath(folder, files))
        for name in folders:
            source, target = os.path.join(folder, name), os.path.join(inside, name)
            if os.path.islink(source):
                os.symlink(os.readlink(source), target)
            else:
                os.mkdir(target)
        for name in names:
            _copy_file(os.path.join(folder, name), os.path.join(inside, name))


def _copy_file(source: str, target: str) -> None:
    if os.path.islink(source):
        os.symlink(os.readlink(source), target)
    elif os.path.isfile(source):
        with open(source, "rb") as old, open(target, "wb") as new:
            while chunk := old.read(1 << 20):
                new.write(chunk)
        os.chmod(target, os.stat(source).st_mode & 0o777)


def remove_tree(top: str) -> None:
    """Remove a folder, however deep it is and whatever rights are set in it.

    It goes down and up one level at a time, so that no path gets too long, and no call too deep.
    """
    with contextlib.suppress(OSError):
        os.chmod(top, 0o700)
        here = os.open(top, FOLDER)
        left = [_without_files(here)]  # the folders to remove, on each level
        path = [top]
        while left:
            if left[-1]:
                name = left[-1].pop()
                with contextlib.suppress(OSError):
                    os.chmod(name, 0o700, dir_fd=here, follow_symlinks=False)
                with contextlib.suppress(OSError):
                    below = os.open(name, FOLDER, dir_fd=here)
                    os.close(here)
                    here = below
                    path.append(name)
                    left.append(_without_files(here))
            else:
                left.pop()
                above = os.open("..", FOLDER, dir_fd=here)
                os.close(here)
                here = above
                name = path.pop()
                with contextlib.suppress(OSError):
                    os.rmdir(name, dir_fd=here)
        os.close(here)


def _without_files(folder: int) -> list[str]:
    """The folders in a folder, whose files are removed."""
    folders = []
    with contextlib.suppress(OSError), os.scandir(folder) as entries:
        for entry in [*entries]:
            if entry.is_dir(follow_symlinks=False):
                folders.append(entry.name)
            else:
                with contextlib.suppress(OSError):
                    os.unlink(entry.name, dir_fd=folder)
    return folders
