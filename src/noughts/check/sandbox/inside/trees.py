"""Runs on both sides of the sandbox: copies the files of a program, and removes what it leaves."""

import contextlib
import os

__all__ = ["copy_tree", "remove_tree"]

NOT_COPIED = {".git", "__pycache__", "node_modules", ".venv"}  # not the student's work


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

    What lies deeper is moved up first, so that no path gets too long.
    """
    moved, stuck = 0, set[str]()
    while folders := [each for each in _without_files(top) if each not in stuck]:
        for folder in folders:
            for deeper in _without_files(folder):
                moved += 1
                with contextlib.suppress(OSError):
                    os.rename(deeper, os.path.join(top, f"moved-up-{moved}"))
            try:
                os.rmdir(folder)
            except OSError:
                stuck.add(folder)
    with contextlib.suppress(OSError):
        os.rmdir(top)


def _without_files(folder: str) -> list[str]:
    """The folders in a folder, whose files are removed."""
    folders = []
    with contextlib.suppress(OSError):
        os.chmod(folder, 0o700)
        for entry in [*os.scandir(folder)]:
            if entry.is_dir(follow_symlinks=False):
                folders.append(entry.path)
            else:
                with contextlib.suppress(OSError):
                    os.unlink(entry.path)
    return folders
