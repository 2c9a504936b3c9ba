"""From a path to a program that can be run: a file and what it needs, a folder, a zip."""

import hashlib
import os
import secrets
import shutil
import stat
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, TypeAlias

from noughts.check.gather.beside import files_beside, read_text
from noughts.check.gather.choice import choose_main
from noughts.check.gather.copies import (
    DEEPEST,
    LINK,
    MOST_BYTES,
    NOT_PLAIN,
    Copies,
    some_of,
    walk,
)
from noughts.check.gather.unzip import unzip
from noughts.check.interfaces.detect import Interface, detect
from noughts.check.sandbox.sandbox import require_walls
from noughts.errors import NotationError
from noughts.harmless import short_name

__all__ = ["Gathered", "gather", "is_zip"]

Kind: TypeAlias = Literal["file", "folder", "zip"]
MOST_ZIPS = 5  # in a folder without a Python file
AS_DEEP_AS_PACKAGES = 20  # folders inside each other, as Java's compiler makes them


@dataclass(frozen=True)
class Gathered:
    """A program, with what to tell about how it was found."""

    files: Path  # the folder to be copied into the sandbox
    main: Path  # the file to load, or the command's folder
    notes: tuple[str, ...] = ()

    def content(self) -> str:
        """A hash of everything about it that a report can depend on."""
        found = hashlib.sha256(repr((self.main.relative_to(self.files), self.notes)).encode())
        for file in sorted(file for file in self.files.rglob("*") if file.is_file()):
            with open(file, "rb") as opened:
                told = hashlib.file_digest(opened, "sha256").digest(), file.stat().st_mode
            found.update(repr((file.relative_to(self.files), told)).encode())
        return found.hexdigest()


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
    """The program that a path leads to, as a copy: plain files within limits, and all ours.

    `alone`: it is one of many in a folder of submissions, so what lies beside a file is not its
    own, and a link is not followed; else a file may be a link within its folder, and a folder may
    be any link. `with_command`: a command says what to run, so there is no main file to look for.
    """
    require_walls()
    kind = _kind(path, alone)
    real = path if alone else path.resolve()
    # Named before it is there: a signal that comes meanwhile leaves nothing behind.
    place = Path(tempfile.gettempdir()) / f"noughts-check-{secrets.token_hex(8)}"
    try:
        place.mkdir(mode=0o700)
        copies = Copies(place / (path.resolve().name or "files"))
        copies.folder.mkdir()
        if kind == "file":
            names = path.suffix == ".py" and not alone and not with_command
            neighbours = files_beside(path, interface or detect(path), copies) if names else []
            yield _with_neighbours(path, real, neighbours, copies)
        else:
            _copy(real, kind, copies, AS_DEEP_AS_PACKAGES if with_command else DEEPEST)
            yield _whole(copies) if with_command else _chosen(path, copies)
    finally:
        shutil.rmtree(place, ignore_errors=True)


def _kind(path: Path, alone: bool) -> Kind:
    """What lies there; what is neither a file nor a folder is refused."""
    try:
        mode = os.stat(path, follow_symlinks=not alone).st_mode
    except FileNotFoundError:
        raise NotationError(f"{str(path)!r} does not exist") from None
    except OSError as error:
        raise NotationError(f"{str(path)!r} cannot be read: {error.strerror}") from None
    if stat.S_ISDIR(mode):
        return "folder"
    if not stat.S_ISREG(mode):
        why = LINK if stat.S_ISLNK(mode) else NOT_PLAIN
        raise NotationError(f"{str(path)!r} cannot be graded: {why}")
    if not path.resolve().is_relative_to(path.parent.resolve()):
        # The checker itself would read it, and quote from it to whoever has made the link.
        raise NotationError(f"{str(path)!r} is a link that leads elsewhere: name the file itself")
    return "zip" if is_zip(path) else "file"


def _with_neighbours(
    path: Path, real: Path, neighbours: Sequence[Path], copies: Copies
) -> Gathered:
    """One file, and the files beside it that it needs."""
    own = Path(path.name)
    largest = None if path.suffix == ".py" else MOST_BYTES  # a compiled program may be large
    copies.add_plain(real.parent, Path(real.name), own, largest)
    if own not in copies.files:
        raise NotationError(f"'{short_name(own)}' cannot be graded: {'; '.join(copies.skipped)}")
    copies.add_from(path.parent, neighbours)
    came = [short_name(name) for name in copies.files if name in neighbours]
    told = [f"came along from the same folder: {some_of(came)}"] if came else []
    return Gathered(copies.folder, copies.folder / own, (*told, *copies.notes))


def _copy(path: Path, kind: Kind, copies: Copies, deepest: int) -> None:
    """Copy a folder or unpack a zip; also the zips inside if there is no Python file."""
    if kind == "folder":
        copies.add_from(path, list(walk(path, copies, deepest)))
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
    notes = (f"graded {short_name(name)}",) if len(name.parts) > 1 or is_zip(path) else ()
    main = copies.folder / name
    return Gathered(main.parent, main, (*notes, *copies.notes))
