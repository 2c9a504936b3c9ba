"""What is in a zip, unpacked with suspicion: no names that lead elsewhere, no links, no bombs."""

import io
import os
import stat
from pathlib import Path, PurePosixPath
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile, ZipInfo

from noughts.check.gather.copies import (
    DEEPEST,
    LARGEST,
    LINK,
    MOST_BYTES,
    TOO_DEEP,
    TOO_LARGE,
    Copies,
    is_ignored,
    open_plain,
)

__all__ = ["unzip"]

LARGEST_ZIP = MOST_BYTES
MOST_ENTRIES = 20_000
ENTRY = b"PK\x01\x02"  # how each entry of the list of contents begins


def unzip(path: Path, copies: Copies, below: Path = Path()) -> None:
    """Unpack a zip into `copies`, in the folder `below`; what cannot be unpacked is told."""
    name = below / path.name
    file = open_plain(path.parent, Path(path.name))
    if isinstance(file, str):
        return copies.skip(name, file)
    try:
        with file:
            if os.fstat(file.fileno()).st_size > LARGEST_ZIP:
                return copies.skip(name, TOO_LARGE)
            content = file.read(LARGEST_ZIP)
        if content.count(ENTRY) > MOST_ENTRIES:  # before Python makes objects of them
            return copies.skip(name, "the zip holds too many files")
        with ZipFile(io.BytesIO(content)) as archive:
            entries = [entry for entry in archive.infolist() if not entry.is_dir()]
            for entry in sorted(entries, key=_python_first):
                _unpack(archive, entry, copies, below)
    except Exception:  # a damaged zip may raise anything
        copies.skip(name, "it is not a zip, or a damaged one")


def _python_first(entry: ZipInfo) -> tuple[bool, int, str]:
    return not entry.filename.endswith(".py"), entry.filename.count("/"), entry.filename


def _unpack(archive: ZipFile, entry: ZipInfo, copies: Copies, below: Path) -> None:
    parts = PurePosixPath(entry.filename.replace("\\", "/")).parts
    if is_ignored(parts):
        return
    if why := _why_not(entry, parts):
        copies.skip(entry.filename, why)
        return
    try:
        with archive.open(entry) as source:
            executable = bool(entry.external_attr >> 16 & stat.S_IXUSR)
            copies.add(below.joinpath(*parts), source, executable)
    except Exception:
        copies.skip(entry.filename, "it cannot be unpacked")


def _why_not(entry: ZipInfo, parts: tuple[str, ...]) -> str:
    """Why a file of a zip is left out; empty if it is not."""
    if not parts or ".." in parts or parts[0].startswith("/") or ":" in parts[0]:
        return "its name leads out of the zip"
    if any(len(part.encode("utf-8", "replace")) > 200 for part in parts):
        return "its name is too long"
    if len(parts) > DEEPEST + 1:
        return TOO_DEEP.format(DEEPEST)
    if stat.S_ISLNK(entry.external_attr >> 16):
        return LINK
    if entry.flag_bits & 1:
        return "it is encrypted"
    if entry.compress_type not in (ZIP_STORED, ZIP_DEFLATED):  # others need much memory
        return "its kind of compression is not supported"
    return TOO_LARGE if entry.file_size > LARGEST else ""
