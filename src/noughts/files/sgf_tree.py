r"""SGF (FF[4]) as trees of properties; knows nothing about any game.

    (;SZ[3]PB[Ada];B[bb];W[aa](;B[ca])(;B[cc]C[better]))

A file is a collection of trees. A tree has nodes, each introduced by `;`, and then perhaps several
trees that go on from there, the main line first. A property is a name in capital letters with one
or more values; in a value, a backslash makes the next character an ordinary one.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from noughts.errors import require, shorten
from noughts.files.lines import BadLine, as_text, with_plain_breaks

__all__ = ["Node", "Tree", "parse", "property_text", "wrapped"]

DEEPEST = 1000  # trees within trees: more than twice the moves of the longest game
WIDTH = 80  # characters of a line that we write, where no value is longer

BEGINNING = re.compile(r"\(\s*;")
SPACE = re.compile(r"\s*")
TOKEN = re.compile(
    r"(?P<mark>[;()])|(?P<name>[A-Za-z]+)|\[(?P<value>[^\]\\]*(?:\\.[^\]\\]*)*)\]", re.DOTALL
)
CHARSET = re.compile(rb"(?<![A-Za-z])CA\s*\[([^\]]{0,40})\]")
# Encodings of text; Python knows others, which are not meant for files.
TEXTS = re.compile(r"(?i)(utf|iso|latin|windows|cp|koi8|s?jis|shift|euc|gb|big5|(us-)?ascii|ks)")


@dataclass(slots=True)
class Node:
    """The properties of a node: their values, without escapes, and the lines where they are."""

    line: int
    values: dict[str, list[str]] = field(default_factory=dict)
    lines: dict[str, int] = field(default_factory=dict)

    @property
    def is_move(self) -> bool:
        """Whether somebody moves here."""
        return "B" in self.values or "W" in self.values

    def text(self, *names: str) -> str:
        """All values of these properties, each on lines of its own."""
        found = [value for name in names for value in self.values.get(name, ())]
        return "\n".join(value for value in found if value)

    def first(self, name: str) -> str | None:
        """The first value of a property on one line; None if there is no such property."""
        values = self.values.get(name)
        return None if values is None else " ".join(values[0].split())

    def line_of(self, name: str) -> int:
        """Where the property is, or else the node."""
        return self.lines.get(name, self.line)


@dataclass(slots=True)
class Tree:
    """Nodes, and the trees that go on from the last of them."""

    line: int
    nodes: list[Node] = field(default_factory=list)
    children: list["Tree"] = field(default_factory=list)
    has_moves: bool = False


def parse(given: str | bytes) -> list[Tree]:
    """The trees of a file. Text before the first one, such as a mail's, is skipped.

    >>> [tree] = parse("(;SZ[3];B[bb])")
    >>> [node.values for node in tree.nodes]
    [{'SZ': ['3']}, {'B': ['bb']}]
    """
    text = _decoded(given)
    beginning = BEGINNING.search(text)
    if beginning is None:
        raise BadLine(1, f"{shorten(text[:100])} is not SGF, in which a game begins with (;")
    forest = _Forest()
    for line, kind, token in _tokens(text, beginning.start()):
        forest.add(line, kind, token)
    forest.end()
    return forest.trees


def _tokens(text: str, at: int) -> Iterator[tuple[int, str, str]]:
    """The marks, names and values from there on, with their lines."""
    line = 1 + text.count("\n", 0, at)
    while at < len(text):
        space = SPACE.match(text, at)
        assert space is not None
        line += text.count("\n", at, space.end())
        if (at := space.end()) == len(text):
            return
        token = TOKEN.match(text, at)
        if token is None:
            what = shorten(text[at : at + 30].split("\n")[0])
            why = "has no ] at its end" if text[at] == "[" else "is not SGF"
            raise BadLine(line, f"{what} {why}")
        assert token.lastgroup is not None
        yield line, token.lastgroup, token[token.lastgroup]
        line += text.count("\n", at, token.end())
        at = token.end()


class _Forest:
    """The trees read so far, and where in them the reader is."""

    def __init__(self) -> None:
        self.trees: list[Tree] = []
        self._open: list[Tree] = []
        self._name = ""  # the property whose values come now
        self._named_in = 0
        self._valued = True

    def add(self, line: int, kind: str, token: str) -> None:
        """Go on by a mark, a name or a value."""
        if kind == "value":
            self._value(line, token)
            return
        self._no_more_values()
        if kind == "name":
            self._property(line, token)
        elif token == ";":
            if not self._open or self._open[-1].children:
                raise BadLine(line, "a ; follows the end of a variation or of the game")
            self._open[-1].nodes.append(Node(line))
        elif token == "(":
            self._begin(line)
        else:
            self._close(line)

    def end(self) -> None:
        """The text ends here."""
        self._no_more_values()
        if self._open:
            raise BadLine(self._open[-1].line, "the ) for the ( here is missing")

    def _begin(self, line: int) -> None:
        if len(self._open) >= DEEPEST:
            raise BadLine(line, f"variations are nested more than {DEEPEST} deep")
        if self._open and not self._open[-1].nodes:
            raise BadLine(line, "( is followed by another (, not by ;")
        self._open.append(Tree(line))

    def _close(self, line: int) -> None:
        if not self._open:
            raise BadLine(line, "there is no ( for the ) here")
        tree = self._open.pop()
        if not tree.nodes:
            raise BadLine(line, "nothing stands between ( and )")
        moves = any(node.is_move for node in tree.nodes)
        tree.has_moves = moves or any(child.has_moves for child in tree.children)
        (self._open[-1].children if self._open else self.trees).append(tree)

    def _property(self, line: int, name: str) -> None:
        if not self._open or not self._open[-1].nodes or self._open[-1].children:
            raise BadLine(line, f"{shorten(name)} stands outside a node, which begins with ;")
        # In files of the first versions, only the capitals of a name count: AddBlack is AB.
        self._name = re.sub("[a-z]", "", name) or name.upper()
        self._named_in, self._valued = line, False

    def _value(self, line: int, raw: str) -> None:
        if not self._name:
            raise BadLine(line, f"the value {shorten(f'[{raw}]')} has no property")
        node = self._open[-1].nodes[-1]
        node.values.setdefault(self._name, []).append(_unescaped(raw))
        node.lines.setdefault(self._name, self._named_in)
        self._valued = True

    def _no_more_values(self) -> None:
        if not self._valued:
            raise BadLine(self._named_in, f"the property {shorten(self._name)} has no value")
        self._name = ""


def _unescaped(raw: str) -> str:
    """The value that is meant: an escaped line break is none."""
    if "\\" not in raw:
        return raw
    return re.sub(
        r"\\(.)", lambda found: "" if found[1] == "\n" else found[1], raw, flags=re.DOTALL
    )


def _decoded(given: str | bytes) -> str:
    """The text of a file, in the encoding that it names, or else UTF-8 or Latin 1."""
    require(isinstance(given, str | bytes), "SGF must be text or bytes", given)
    if isinstance(given, bytes) and given[:2] in (b"\xff\xfe", b"\xfe\xff"):
        given = given.decode("utf-16", "replace")
    named = CHARSET.search(given) if isinstance(given, bytes) else None
    if named is None or isinstance(given, str):
        return as_text(given).rstrip().rstrip("\0\x1a")
    line = 1 + with_plain_breaks(given[: named.start()].decode("latin-1")).count("\n")
    charset = named[1].decode("latin-1").strip()
    try:
        if not TEXTS.match(charset):
            raise LookupError
        text = given.decode(charset)
    except (LookupError, ValueError) as error:
        why = "it contains other bytes" if isinstance(error, ValueError) else "it is unknown"
        raise BadLine(line, f"the file cannot be read as {shorten(charset)}: {why}") from None
    return as_text(text).rstrip().rstrip("\0\x1a")


# Writing


def property_text(name: str, *values: str) -> str:
    r"""A property as text.

    >>> print(property_text("C", "[sic]"))
    C[[sic\]]
    """
    escaped = (value.replace("\\", "\\\\").replace("]", "\\]") for value in values)
    return name + "".join(f"[{value}]" for value in escaped)


def wrapped(pieces: Iterable[str]) -> str:
    """The pieces one after the other, in lines of some 80 characters; no piece is broken.

    A piece that begins with a line break begins a line.
    """
    lines = [""]
    for piece in pieces:
        if lines[-1] and (piece.startswith("\n") or len(lines[-1]) + len(piece) > WIDTH):
            lines.append("")
        lines[-1] += piece.removeprefix("\n")
    return "\n".join(lines) + "\n"
