"""A gathered program as bytes, for a machine that does not see the folder of submissions."""

import secrets
import shutil
import stat
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from noughts.check.gather.gather import Gathered

__all__ = ["Parcel"]


@dataclass(frozen=True)
class Parcel:
    """All files of a program, each with its name, whether it can be run, and its bytes."""

    name: str  # of the submission
    key: str  # to what is graded, as in `kept`
    folder: str  # the name of the folder in which the program runs
    main: str
    notes: tuple[str, ...]
    files: tuple[tuple[str, bool, bytes], ...]

    @classmethod
    def of(cls, name: str, key: str, found: Gathered) -> "Parcel":
        """Pack a program."""
        files = tuple(
            (
                str(file.relative_to(found.files)),
                bool(file.stat().st_mode & stat.S_IXUSR),
                file.read_bytes(),
            )
            for file in sorted(found.files.rglob("*"))
            if file.is_file()
        )
        main = str(found.main.relative_to(found.files))
        return cls(name, key, found.files.name, main, found.notes, files)

    @contextmanager
    def opened(self) -> Iterator[Gathered]:
        """The program as it was gathered, until the end of the block."""
        place = Path(tempfile.gettempdir()) / f"noughts-check-{secrets.token_hex(8)}"
        try:
            place.mkdir(mode=0o700)
            folder = place / self.folder
            folder.mkdir()
            for name, executable, content in self.files:
                file = folder / name
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_bytes(content)
                file.chmod(0o755 if executable else 0o644)
            yield Gathered(folder, folder / self.main, self.notes)
        finally:
            shutil.rmtree(place, ignore_errors=True)
