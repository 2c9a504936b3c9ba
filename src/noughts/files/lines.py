"""Text from files: which line is wrong, and how bytes become text."""

from noughts.errors import NotationError, require

__all__ = ["BadLine", "as_text", "with_plain_breaks"]


class BadLine(NotationError):
    """What is wrong with a line of a file, in a sentence; lines are counted from 1."""

    def __init__(self, line: int, what: object) -> None:
        super().__init__(f"line {line}: {what}")
        self.line = line
        self.what = str(what)


def as_text(given: str | bytes) -> str:
    """The text of a file that does not say how it is encoded: UTF-8, or else Latin 1."""
    require(isinstance(given, str | bytes), "a file must be text or bytes", given)
    return with_plain_breaks(_decoded(given).removeprefix("\ufeff"))


def _decoded(given: str | bytes) -> str:
    if isinstance(given, str):
        return given
    try:
        return given.decode("utf-8")
    except UnicodeDecodeError:
        return given.decode("latin-1")


def with_plain_breaks(text: str) -> str:
    r"""The text with `\n` for every kind of line break, so that lines can be counted."""
    return text.replace("\r\n", "\n").replace("\r", "\n")
