"""Runs what a page of the documentation shows, the way its reader would.

    python tests/pages.py docs/how-to/use-the-library.md     runs one page, block by block

CONTRIBUTING.md ("Write a page") says what kinds of blocks there are. All blocks of a page share one
working directory, empty at first, and all its Python blocks one namespace.
"""

import contextlib
import difflib
import doctest
import importlib
import io
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from noughts.cli import noughts_command

__all__ = ["PAGES", "ROOT", "Block", "Page", "all_fit", "blocks_of", "fits"]

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]

FENCE = re.compile(
    r"(?P<notes>(?:^ *<!--.*?-->\n)*)"
    r"^(?P<indent> *)```(?P<kind>[\w{}-]*)\n(?P<text>.*?)^(?P=indent)```$",
    re.M | re.S,
)
NOTE = re.compile(r"<!-- (slow|(not run|file): ([^\n]+)) -->")
SAVED = re.compile(r"(?:#|//|;|%) ([\w/-]+\.\w+)(, continued)?\n")
# What a clock says: in JSON the number of that name; elsewhere nothing else has these decimals.
SECONDS = re.compile(r'(?<="seconds": )[\d.e-]+|\d+\.\d{3}(?:\d{3})?\b')
UNPROTECTED = re.compile(r"^Not protected on this system: .*\n?", re.M)
TYPED = re.compile(r"^(?:[XO] to move|.*\[\w+\]): ?(.*)$", re.M)
LONGEST = 300.0  # seconds for one command
DOCTEST = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


@dataclass(frozen=True)
class Block:
    """A fenced block: its kind, its lines, and the comments that stand right above it."""

    page: Path
    line: int
    kind: str
    text: str
    slow: bool = False
    not_run: str = ""
    files: tuple[tuple[str, str], ...] = ()

    @property
    def place(self) -> str:
        """Where it stands, as an editor understands it."""
        return f"{self.page.relative_to(ROOT)}:{self.line}"

    @property
    def saved_as(self) -> str:
        """The file as which the reader saves it, if its first line says so."""
        found = SAVED.match(self.text)
        return found[1] if found else ""

    def commands(self) -> Iterator[tuple[str, str]]:
        """Each command after a `$`, with what is shown below it."""
        for part in re.split(r"^\$ ", self.text, flags=re.M)[1:]:
            found = re.match(r"((?:.*\\\n)*.*)\n?", part)
            assert found
            yield found[1], part[found.end() :]


def blocks_of(page: Path) -> list[Block]:
    """The fenced blocks of a page, in order."""
    text, found = page.read_text(encoding="utf-8"), []
    for each in FENCE.finditer(text):
        line = text.count("\n", 0, each.start("text")) + 1
        lines = each["text"].splitlines()
        inner = "".join(f"{row.removeprefix(each['indent'])}\n" for row in lines)
        notes = list(NOTE.finditer(each["notes"]))
        assert len(notes) == each["notes"].count("<!--"), f"{page}:{line}: unknown comment"
        files = [note[3].split(" as ") for note in notes if note[2] == "file"]
        found.append(
            Block(
                page, line, each["kind"], inner,
                slow=any(note[1] == "slow" for note in notes),
                not_run="".join(note[3] for note in notes if note[2] == "not run"),
                files=tuple((one, other) for one, other in files),
            )
        )  # fmt: skip
    return found


class Page:
    """A reader of one page: a folder, a Python session and a terminal."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.names: dict[str, Any] = {"__name__": "__page__"}

    def run(self, block: Block) -> None:
        """Do what a block says; an AssertionError says what was different."""
        for source, name in block.files:
            shutil.copy(ROOT / source, self.folder / name)
        if block.not_run:
            return
        if block.saved_as:
            self.save(block)
        elif block.kind == "python":
            with self.in_folder():
                self.python(block)
        elif block.kind == "console":
            for command, shown in block.commands():
                self.command(block, command, shown)
        elif block.kind == "toml":
            tomllib.loads(block.text)
        elif block.kind == "json" and "..." not in block.text:
            json.loads(block.text)
        elif block.kind == "sh":
            for line in block.text.replace("\\\n", " ").splitlines():
                assert_understood(line, block.place)

    def save(self, block: Block) -> None:
        """What the reader saves, or adds to the end of a file."""
        found = SAVED.match(block.text)
        assert found
        path = self.folder / found[1]
        path.parent.mkdir(parents=True, exist_ok=True)
        before = path.read_text("utf-8") + "\n\n" if found[2] else ""
        path.write_text(before + block.text, "utf-8")
        sys.modules.pop(path.stem, None)

    def python(self, block: Block) -> None:
        """A session with prompts, each answer compared, or a program."""
        if ">>> " not in block.text:
            padded = "\n" * (block.line - 1) + block.text
            with contextlib.redirect_stdout(io.StringIO()):
                exec(compile(padded, str(block.page), "exec"), self.names)
            return
        test = doctest.DocTestParser().get_doctest(
            block.text, {}, block.place, str(block.page), block.line - 1
        )
        test.globs = self.names
        said = io.StringIO()
        result = doctest.DocTestRunner(optionflags=DOCTEST).run(
            test, out=said.write, clear_globs=False
        )
        assert not result.failed, said.getvalue()

    def command(self, block: Block, command: str, shown: str) -> None:
        """Run a command; what it prints is what is shown."""
        playing = command.startswith("noughts play")
        typed = "".join(f"{each}\n" for each in TYPED.findall(shown)) if playing else None
        done = subprocess.run(
            command, shell=True, cwd=self.folder, env=self.environment(), input=typed or "",
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=LONGEST,
        )  # fmt: skip
        want, got = alike(shown), alike(done.stdout)
        if playing:  # who stops reading does not see the goodbye
            want.append("...")
        where = f"{block.place}: $ {command}"
        assert all_fit(want, got), f"{where}\nshown and printed differ:\n{beside(want, got)}"

    def environment(self) -> dict[str, str]:
        """That of a plain terminal of 80 columns, with nothing kept from before."""
        home = str(self.folder.parent / f"{self.folder.name}-home")
        path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
        mine = {"PATH": path, "HOME": home, "COLUMNS": "80", "NO_COLOR": "1", "LC_ALL": "C.UTF-8"}
        mine |= {"XDG_DATA_HOME": f"{home}/data", "XDG_CACHE_HOME": f"{home}/cache"}
        return {**os.environ, **mine}

    @contextlib.contextmanager
    def in_folder(self) -> Iterator[None]:
        """Python's working directory and first place of modules are the page's folder."""
        before, path, modules = Path.cwd(), list(sys.path), set(sys.modules)
        environment = dict(os.environ)
        os.environ.update(self.environment())
        cached, sys.dont_write_bytecode = sys.dont_write_bytecode, True
        os.chdir(self.folder)
        sys.path.insert(0, str(self.folder))
        importlib.invalidate_caches()
        try:
            yield
        finally:
            os.chdir(before)
            os.environ.clear()
            os.environ.update(environment)
            sys.path[:] = path
            sys.dont_write_bytecode = cached
            for name in set(sys.modules) - modules:
                if str(getattr(sys.modules[name], "__file__", "")).startswith(str(self.folder)):
                    del sys.modules[name]


def alike(text: str) -> list[str]:
    """The lines of a text, without what is allowed to differ: what a clock says, wide gaps.

    What the checker cannot protect depends on the system, too.
    """
    blank = SECONDS.sub("0.000", UNPROTECTED.sub("", text).rstrip("\n"))
    return [re.sub(r"(?<=\S)\s+", " ", line.rstrip()) for line in blank.splitlines()]


def fits(want: str, got: str) -> bool:
    """Whether a line is the one that is shown, where `...` stands for any text."""
    first, *others = want.split("...")
    if not others:
        return want == got
    last = others.pop()
    if len(got) < len(first) + len(last) or not (got.startswith(first) and got.endswith(last)):
        return False
    at, end = len(first), len(got) - len(last)
    for part in others:  # the leftmost place is as good as any
        at = got.find(part, at, end)
        if at < 0:
            return False
        at += len(part)
    return True


def all_fit(want: list[str], got: list[str]) -> bool:
    """The same for lines, of which `...` alone stands for any number."""
    parts: list[list[str]] = [[]]
    for line in want:
        if line == "...":
            parts.append([])
        else:
            parts[-1].append(line)

    def stands_at(part: list[str], at: int) -> bool:
        there = got[at : at + len(part)]
        return len(there) == len(part) and all(map(fits, part, there))

    first, *others = parts
    if not others:
        return len(want) == len(got) and stands_at(first, 0)
    last, at = others.pop(), len(first)
    if not stands_at(first, 0):
        return False
    for part in others:
        while not stands_at(part, at):
            at += 1
            if at > len(got):
                return False
        at += len(part)
    return at <= len(got) - len(last) and stands_at(last, len(got) - len(last))


def beside(want: list[str], got: list[str]) -> str:
    """What was shown (-) and what was printed (+)."""
    return "\n".join(difflib.unified_diff(want, got, "shown", "printed", n=2, lineterm=""))


def assert_understood(line: str, place: str) -> None:
    """A command that is shown and not run: there is one of that name, with these options."""
    words = shlex.split(line, comments=True)
    if words[:1] == ["make"]:
        targets = (ROOT / "Makefile").read_text("utf-8")
        for target in (word for word in words[1:] if "=" not in word):
            assert f"\n{target}:" in targets, f"{place}: no make {target}"
    if words[:1] != ["noughts"]:
        return
    command: click.Command = noughts_command
    for word in words[1:]:
        if not isinstance(command, click.Group):
            break
        inner = command.get_command(click.Context(command), word)
        assert inner or word.startswith("-"), f"{place}: there is no command {word!r}"
        command = inner or command
    known = {option for each in command.params for option in (*each.opts, *each.secondary_opts)}
    for word in words[1:]:
        option = re.fullmatch(r"(--?[a-z][a-z-]*)(=.*)?", word)
        assert not option or option[1] in {*known, "--help", "-h"}, f"{place}: no {option[1]}"


def main(pages: list[str]) -> None:
    """Run pages, and say of each block what became of it."""
    for page in pages:
        with tempfile.TemporaryDirectory() as folder:
            reader = Page(Path(folder) / "page")
            reader.folder.mkdir()
            for block in blocks_of(Path(page).resolve()):
                try:
                    reader.run(block)
                except Exception as error:
                    print(f"{block.place}: {block.kind}: {type(error).__name__}: {error}")
                else:
                    what = f"not run: {block.not_run}" if block.not_run else "good"
                    print(f"{block.place}: {block.kind or 'no kind'}: {what}")


if __name__ == "__main__":
    main(sys.argv[1:])
