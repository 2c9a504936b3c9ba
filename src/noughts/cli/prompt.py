"""Reads what a person types: with line editing, history and Tab where there is a terminal."""

import contextlib
import os
import re
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from types import FrameType, ModuleType

import click

__all__ = ["Leave", "ask", "file_names"]


class Leave(Exception):
    """The person at the keyboard leaves, or has left."""


class _Continued(Exception):
    """The program was suspended, and goes on."""


Complete = Callable[[str], Sequence[str]]  # from the line so far to what its last word may become
WORD_ENDS = " /"  # in a file name, each folder is a word


def ask(
    prompt: str,
    *,
    redraw: Callable[[], None],
    complete: Complete | None = None,
    remember: bool = True,
) -> str:
    """Read a line; `redraw` shows again what stands above it, after Ctrl-Z and `fg`.

    A prompt may have several lines. An answer from a file or a pipe is shown as if it were typed.
    The arrow keys find it again at later prompts, if it is one to `remember`.
    """
    typed = ""
    while True:
        *above, last = prompt.split("\n")
        for each in above:
            click.echo(each)
        try:
            with _raises_when_continued():
                line = _input(f"{last} ", typed, complete, remember)
            break
        except _Continued as continued:
            typed = str(continued)
            click.echo()
            redraw()
        except EOFError:
            click.echo()
            raise Leave from None
        except KeyboardInterrupt:
            click.echo()
            raise
    if not sys.stdin.isatty():
        click.echo(line)
    return line


def _input(prompt: str, typed: str, complete: Complete | None, remember: bool) -> str:
    """As `input` does, but with something typed already."""
    readline = _readline()
    if readline is None:
        return input(prompt)

    fitting: list[str] = []

    def completed(word: str, state: int) -> str | None:
        if state == 0:
            line = readline.get_line_buffer()[: readline.get_endidx()]
            found = complete(line) if complete else ()
            words = [each for each in found if each.startswith((word, word.lower()))]
            fitting[:] = [each if each.endswith("/") else f"{each} " for each in words]
        return fitting[state] if state < len(fitting) else None

    readline.set_auto_history(remember)
    readline.set_completer(completed)
    readline.set_startup_hook(lambda: readline.insert_text(typed))
    try:
        return input(prompt)
    finally:
        readline.set_startup_hook(None)


def file_names(begun: str) -> list[str]:
    """What the last word of a file name may become; only folders end in `/`."""
    quote = begun[:1] if begun[:1] in ("'", '"') else ""
    folder, slash, start = begun.removeprefix(quote).rpartition("/")
    try:
        with os.scandir(os.path.expanduser(folder + slash) or ".") as entries:
            found = sorted((each.name, each.is_dir()) for each in entries)
    except OSError:
        return []
    last_word = len(begun) - len(re.split(f"[{WORD_ENDS}]", begun)[-1])
    return [
        f"{quote}{folder}{slash}{name}{'/' if is_folder else quote}"[last_word:]
        for name, is_folder in found
        if name.startswith(start) and (start or not name.startswith("."))
    ]


def _readline() -> ModuleType | None:
    """The module for line editing, if there is one and a terminal to use it at."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return None
    first = "readline" not in sys.modules
    try:
        import readline
    except ImportError:
        return None
    if first:
        readline.set_completer_delims(WORD_ENDS)
        if "libedit" in (readline.__doc__ or ""):
            readline.parse_and_bind("bind ^I rl_complete")
        else:
            # Pasted lines are lines; and no codes but colours go to the terminal.
            for setting in ("tab: complete", "set enable-bracketed-paste off"):
                readline.parse_and_bind(setting)
    return readline


@contextlib.contextmanager
def _raises_when_continued() -> Iterator[None]:
    """While we wait for input, SIGCONT raises `_Continued` with what has been typed."""
    if not hasattr(signal, "SIGCONT") or not sys.stdin.isatty():
        yield
        return

    def again(number: int, frame: FrameType | None) -> None:
        readline = _readline()
        raise _Continued(readline.get_line_buffer() if readline else "")

    before = signal.signal(signal.SIGCONT, again)
    try:
        yield
    finally:
        signal.signal(signal.SIGCONT, before)
