"""From a path to a program that can be run: a file and what it needs, a folder, a zip."""

import secrets
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from noughts.check.gather.beside import files_beside, read_text
from noughts.check.gather.choice import choose_main
from noughts.check.gather.copies import Copies, printable, some_of, walk
from noughts.check.gather.unzip import unzip
from noughts.check.interfaces.detect import Interface, detect
from noughts.errors import NotationError

__all__ = ["Gathered", "gather", "is_zip"]

MOST_ZIPS = 5  # in a folder without a Python file


@dataclass(frozen=True)
class Gathered:
    """A program, with what to tell about how it was found."""

    files: Path  # to be copied into the sandbox: a file, or a folder
    main: Path  # the file to load, or the command's folder
    notes: tuple[str, ...] = ()


def is_zip(path: Path) -> bool:
    """Whether to look inside."""
    return path.suffix.lower() == ".zip" and path.is_file()


@contextmanager
def gather(
    path: Path,
    interface: Interface | None = None,
    alone: bool = False,
    with_command: bool = False,
) -> Iterator[Gathered]:
    """The program that a path leads to.

    `alone`: what lies beside a file is not its own. `with_command`: a command says what to run, so
    there is no main file to look for.
    """
    if not path.exists():
        raise NotationError(f"{str(path)!r} does not exist")
    if not is_zip(path) and (with_command or not (path.is_dir() or path.suffix == ".py")):
        yield Gathered(path, path)
        return
    # Named before it is there: a signal that comes meanwhile leaves nothing behind.
    place = Path(tempfile.gettempdir()) / f"noughts-check-{secrets.token_hex(8)}"
    try:
        place.mkdir(mode=0o700)
        copies = Copies(place / "files")
        copies.folder.mkdir()
        if path.is_file() and not is_zip(path):
            yield _with_neighbours(path, interface, alone, copies)
        else:
            _copy(path, copies)
            yield _whole(copies) if with_command else _chosen(path, copies)
    finally:
        shutil.rmtree(place, ignore_errors=True)


def _with_neighbours(
    path: Path, interface: Interface | None, alone: bool, copies: Copies
) -> Gathered:
    """One Python file, and the files beside it that it needs."""
    names = [] if alone else files_beside(path, interface or detect(path), copies)
    with open(path, "rb") as source:
        copies.add(Path(path.name), source)
    copies.add_from(path.parent, names)
    came = [printable(name) for name in copies.files if name in names]
    if not came or len(copies.files) == len(came):  # nothing came along, or the file is too large
        return Gathered(path, path, copies.notes)
    notes = (f"came along from the same folder: {some_of(came)}", *copies.notes)
    return Gathered(copies.folder, copies.folder / path.name, notes)


def _copy(path: Path, copies: Copies) -> None:
    """Copy a folder or unpack a zip; also the zips inside if there is no Python file."""
    if path.is_dir():
        copies.add_from(path, list(walk(path, copies)))
    else:
        unzip(path, copies)
    if any(name.suffix == ".py" for name in copies.files):
        return
    zips = [name for name in copies.files if name.suffix.lower() == ".zip"]
    for name in zips[:MOST_ZIPS]:
        unzip(copies.folder / name, copies, name.with_suffix(""))
    for name in zips[MOST_ZIPS:]:
        copies.skip(name, "too many zips")


def _whole(copies: Copies) -> Gathered:
    return Gathered(copies.folder, copies.folder, copies.notes)


def _chosen(path: Path, copies: Copies) -> Gathered:
    """The program of a folder; its own folder becomes the one in which it runs."""
    try:
        name = choose_main(path.name, copies.files, lambda file: read_text(copies.folder, file))
    except NotationError as error:
        raise NotationError("; ".join([str(error), *copies.notes])) from None
    notes = (f"graded {printable(name)}",) if len(name.parts) > 1 or is_zip(path) else ()
    main = copies.folder / name
    return Gathered(main.parent, main, (*notes, *copies.notes))
