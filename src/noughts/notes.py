"""What can stand beside the moves of a game: times, comments, variations, facts about the game.

Moves are numbered from the start of the game, in variations too: the comment 0 is about the start,
the comment 3 about the third move.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypedDict

from noughts.analysis import FINITE
from noughts.errors import NotationError, is_number, is_whole, require, shorten
from noughts.notation import as_move, names
from noughts.position import Position
from noughts.rules import Move, Rules
from noughts.words import count

__all__ = ["DEEPEST", "Notes", "Variation", "checked_notes", "checked_seconds", "checked_times"]
__all__ += ["notes_as_json", "notes_from_json", "notes_until"]

DEEPEST = 100  # variations within variations; reading, comparing and writing them is recursive


class Notes(TypedDict, total=False):
    """What a record may hold beside the course of its game."""

    comments: Mapping[int, str]  # by the number of the move, 0 for the start
    variations: Iterable["Variation"]
    about: Mapping[str, str]  # event, date, place, ...: each on one line


@dataclass(frozen=True)
class Variation:
    """Moves that could have been played instead of those of the game, after some of its moves.

    >>> Variation(2, ["c3", "a1"], "the corner", {3: "stops the diagonal"}).depth
    1

    Its own variations branch from it later on. Moves may be names until a record knows its board.
    `seconds` are what its moves took, if they were played before they became a variation.
    """

    after: int  # how many moves were played before its first one
    moves: tuple[Move, ...]
    name: str = ""
    comments: Mapping[int, str] = field(default_factory=dict)
    variations: tuple["Variation", ...] = ()
    seconds: tuple[float, ...] = ()
    depth: int = field(init=False, compare=False, repr=False)  # 1 without variations of its own

    def __init__(
        self,
        after: int,
        moves: Iterable[Move | str],
        name: str = "",
        comments: Mapping[int, str] | None = None,
        variations: Iterable["Variation"] = (),
        seconds: Iterable[float] | None = None,
    ) -> None:
        require(is_whole(after) and after >= 0, "a variation begins after a number of moves", after)
        played = tuple(_listed(moves, "the moves of a variation"))
        require(bool(played), "a variation needs at least one move", moves)
        require(isinstance(name, str), "the name of a variation must be text", name)
        last = after + len(played)
        inner = _in_order(variations, after + 1, last)
        depth = 1 + max((each.depth for each in inner), default=0)
        if depth > DEEPEST:
            raise NotationError(f"variations are nested more than {DEEPEST} deep")
        vars(self).update(
            after=after,
            moves=played,
            name=_one_line(name),
            comments=_checked_comments({} if comments is None else comments, after + 1, last),
            variations=inner,
            seconds=checked_times(seconds, len(played)),
            depth=depth,
        )

    def __hash__(self) -> int:
        return hash((self.after, self.moves, self.name, self.variations))

    def as_json(self, rules: Rules) -> dict[str, Any]:
        """The variation as plain data; what is empty is left out."""
        name = {"name": self.name} if self.name else {}
        times = {"seconds": list(self.seconds)} if any(self.seconds) else {}
        notes = notes_as_json(rules, self.comments, self.variations, {})
        return {"after": self.after, "moves": names(rules, self.moves), **times, **name, **notes}


def checked_times(given: Iterable[float] | None, moves: int) -> tuple[float, ...]:
    """What each of so many moves took; without `given`, they took no time."""
    times = [0.0] * moves if given is None else _listed(given, "seconds")
    if len(times) != moves:
        raise NotationError(
            f"each of {count(moves, 'move')} needs its seconds, not {shorten(times)}"
        )
    return tuple(map(checked_seconds, times))


def checked_seconds(given: float) -> float:
    """The seconds, rounded to milliseconds, as records keep them; everything else is refused."""
    fits = is_number(given) and 0 <= given <= FINITE
    require(fits, "seconds must be a number, at least 0 and finite", given)
    return round(float(given), 3)


def checked_notes(
    positions: Sequence[Position],
    comments: Mapping[int, str] | None = None,
    variations: Iterable[Variation] = (),
    about: Mapping[str, str] | None = None,
) -> dict[str, Any]:
    """The notes of a game that went through these positions; those that do not fit are refused."""
    last = len(positions) - 1
    return {
        "comments": _checked_comments({} if comments is None else comments, 0, last),
        "variations": _placed(_in_order(variations, 0, last), positions, 0),
        "about": _checked_about({} if about is None else about),
    }


def notes_until(
    number: int, comments: Mapping[int, str], variations: Iterable[Variation]
) -> dict[str, Any]:
    """The comments and variations that still make sense if only so many moves are left."""
    return {
        "comments": {each: text for each, text in comments.items() if each <= number},
        "variations": tuple(each for each in variations if each.after < number),
    }


def notes_as_json(
    rules: Rules,
    comments: Mapping[int, str],
    variations: Iterable[Variation],
    about: Mapping[str, str],
) -> dict[str, Any]:
    """The notes as plain data; those that are empty are left out."""
    written = {
        "comments": {str(number): text for number, text in comments.items()},
        "variations": [each.as_json(rules) for each in variations],
        "about": dict(about),
    }
    return {key: notes for key, notes in written.items() if notes}


def notes_from_json(data: Mapping[str, Any]) -> Notes:
    """Read what `notes_as_json` wrote."""
    return {
        "comments": {_number(key): text for key, text in data.get("comments", {}).items()},
        "variations": [_variation(each, 1) for each in data.get("variations", ())],
        "about": data.get("about", {}),
    }


def _variation(data: Mapping[str, Any], depth: int) -> Variation:
    if depth > DEEPEST:
        raise NotationError(f"variations are nested more than {DEEPEST} deep")
    comments = {_number(key): text for key, text in data.get("comments", {}).items()}
    inner = [_variation(each, depth + 1) for each in data.get("variations", ())]
    name, seconds = data.get("name", ""), data.get("seconds")
    return Variation(data["after"], data["moves"], name, comments, inner, seconds)


def _number(key: str) -> int:
    text = isinstance(key, str)
    fits = text and key.isascii() and key.isdigit() and len(key) < 6
    require(fits, "a comment needs the number of its move", key)
    return int(key)


def _listed(given: Iterable[Any], what: str) -> list[Any]:
    several = isinstance(given, Iterable)
    fits = several and not isinstance(given, str | bytes)
    require(fits, f"{what} must be a list", given)
    return list(given)


def _in_order(variations: Iterable[Variation], first: int, last: int) -> tuple[Variation, ...]:
    """The variations, sorted by where they branch, if they replace one of the moves there are."""
    listed = _listed(variations, "variations")
    for each in listed:
        if not isinstance(each, Variation):
            raise NotationError(f"{shorten(each)} is not a Variation")
        if not first <= each.after < last:
            raise NotationError(
                f"a variation begins after {each.after} moves, where there is no move that it "
                f"could replace"
            )
    return tuple(sorted(listed, key=lambda each: each.after))


def _placed(
    variations: Sequence[Variation], positions: Sequence[Position], first: int
) -> tuple[Variation, ...]:
    """The variations with legal moves, as numbers; `positions` begin after `first` moves."""
    placed = []
    for each in variations:
        line = [positions[each.after - first]]
        moves = [as_move(line[0].rules, move) for move in each.moves]
        for move in moves:
            line.append(line[-1].play(move))
        inner = _placed(each.variations, line, each.after)
        placed.append(replace(each, moves=tuple(moves), variations=inner))
    return tuple(placed)


def _checked_comments(given: Mapping[int, str], first: int, last: int) -> dict[int, str]:
    """The comments in the order of the moves, with one kind of line break; empty ones go."""
    known = isinstance(given, Mapping)
    require(known, "comments must be texts by the number of their move", given)
    for number, text in given.items():
        fits = is_whole(number) and first <= number <= last
        require(fits, f"a comment belongs to one of the moves {first} to {last}", number)
        require(isinstance(text, str), "a comment must be text", text)
    return {number: _lines(given[number]) for number in sorted(given) if given[number]}


def _lines(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _checked_about(given: Mapping[str, str]) -> dict[str, str]:
    known = isinstance(given, Mapping)
    require(known, "about must be texts by name, such as {'event': 'Club evening'}", given)
    for key, text in given.items():
        named = isinstance(key, str)
        require(named and bool(key.strip()), "about needs names as text", key)
        require(isinstance(text, str), f"what is said about {shorten(key)} must be text", text)
    return {_one_line(key): _one_line(text) for key, text in given.items() if text.strip()}


def _one_line(text: str) -> str:
    return " ".join(text.split())
