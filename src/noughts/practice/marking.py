"""A student's entries, marked one by one, each with its reason.

An entry that is not in the key may still be right, given what the student wrote earlier. To find
out, the search runs once more and goes on with the student's own numbers wherever there are some.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from math import inf
from typing import Any, Literal, TypeAlias

from noughts.analysis import Bound
from noughts.errors import NotationError, did_you_mean, is_whole, require, shorten
from noughts.practice.keys import Key, Sheet, bound_of, span_at
from noughts.practice.reasons import WORDS, reason
from noughts.practice.trees import LARGEST, Node
from noughts.trace import Span, number

__all__ = ["Given", "Mark", "Unread", "Verdict", "Where", "mark", "read_entries"]

Verdict: TypeAlias = Literal["right", "follows", "wrong", "missing", "unreadable"]
Where: TypeAlias = tuple[str, str]  # the name of a node, and a field
FIELDS = ("alpha", "beta", "value", "cut")
SIGNS: dict[str, Bound] = {"<=": "at-most", "≤": "at-most", ">=": "at-least", "≥": "at-least"}
NUMBER = re.compile(r"(<=|>=|≤|≥|=)?\s*([-−–+]?)\s*([0-9]{1,9}|inf|infinity|oo|∞)", re.IGNORECASE)
MINUS = "-−–"


@dataclass(frozen=True)
class Given:
    """One entry of a student: a number, perhaps as a bound, or whether a node is cut."""

    value: float
    bound: Bound | None = None

    def __str__(self) -> str:
        return f"{WORDS[self.bound or 'exact']}{number(self.value)}"


@dataclass(frozen=True)
class Unread:
    """An entry that cannot be read, and what could be."""

    why: str


Entries: TypeAlias = Mapping[Where, Given]
NOT_CUT = Given(False)


@dataclass(frozen=True)
class Mark:
    """The verdict on one entry.

    "right"; "follows" if it is right given an earlier mistake; "wrong"; "missing" if the key has
    something there and the student has not; "unreadable" if what stands there is not a number.
    """

    node: str
    what: str
    verdict: Verdict
    reason: str

    def as_json(self) -> dict[str, Any]:
        """For programs."""
        return vars(self).copy()


def mark(key: Key, told: Mapping[str, Mapping[str, object]]) -> list[Mark]:
    """Mark what a student wrote at each node, as `read_entries` reads it.

    >>> from noughts.practice import Tree, key_of
    >>> key = key_of(Tree.parse("((3 5) (2 9 1) (7 4))"))
    >>> marks = mark(key, {"B": {"value": 5}, "C": {"alpha": 5}, "C2": {"cut": True}})
    >>> for each in marks[:3]:
    ...     print(each.node, each.what, each.verdict, each.reason)
    A alpha missing alpha is -inf at A: nothing is known at the beginning.
    A beta missing beta is +inf at A: nothing is known at the beginning.
    A value missing A is 4: MAX takes the highest of B = 3, C ≤ 2 and D = 4.
    >>> [(each.node, each.what, each.verdict) for each in marks if each.verdict != "missing"]
    [('B', 'value', 'wrong'), ('C', 'alpha', 'follows'), ('C2', 'cut', 'right')]
    >>> print(next(each.reason for each in marks if each.verdict == "follows"))
    It follows from your value 5 at B. By the key, alpha is 3 at C: MAX at A already has 3 from B.
    """
    written = read_entries(told, key)
    entries = {where: given for where, given in written.items() if isinstance(given, Given)}
    right = {where: _fits(_of_key(key, where), given) for where, given in entries.items()}
    following = _Following(key, entries)
    follows = following.run()
    decided = {**entries, **dict.fromkeys(following.looked_at, NOT_CUT)}
    # What follows from one entry alone; a student may have many that follow from the same one.
    alone = cache(lambda where: _Following(key, {where: decided[where]}).run())
    asked = [
        (node.name, what)
        for node in key.tree.nodes
        for what in FIELDS
        if _is_asked(key, node, what)
    ]
    wrong = [each for each in follows if each in decided and not right.get(each)]
    marks = []
    for where in asked:
        blank = where not in written
        if blank and not _is_due(key, entries, where):
            continue
        # Who does not cross out a branch has not cut it.
        own = NOT_CUT if blank and where[1] == "cut" else written.get(where)
        if isinstance(own, Unread):
            marks.append(Mark(*where, "unreadable", own.why))
        elif right.get(where):
            marks.append(Mark(*where, "right", reason(key, *where)))
        elif own and where in follows and _fits(follows[where], own):
            source = _source(key, {**decided, where: own}, where, wrong, alone)
            why = f"It follows from {source}. By the key, {reason(key, *where)}"
            marks.append(Mark(*where, "follows", why))
        elif own is None or blank:
            marks.append(Mark(*where, "missing", reason(key, *where)))
        else:
            marks.append(Mark(*where, "wrong", _why_it_is_wrong(key, where, own)))
    return marks


def _is_asked(key: Key, node: Node, what: str) -> bool:
    if what == "cut":
        return key.algorithm.cuts and bool(node.place)
    known = ("alpha", "beta", "value") if key.algorithm.cuts else ("value",)
    return what in known and not node.is_leaf


def _is_due(key: Key, entries: Entries, where: Where) -> bool:
    """Whether a blank is a mistake.

    What is cut must be crossed out, but not once more below that; the rest must have numbers.
    """
    name, what = where
    path = [name, *(above.name for above, _ in key.tree.ancestors(name))]
    crossed = any((each, "cut") in entries and entries[each, "cut"].value for each in path)
    return (what == "cut") == key[name].cut and not crossed


def _of_key(key: Key, where: Where) -> Given | None:
    name, what = where
    entry = key[name]
    if what == "cut":
        return Given(entry.cut)
    value = getattr(entry, what)
    return None if value is None else Given(value, entry.bound if what == "value" else None)


def _fits(right: Given | None, given: Given) -> bool:
    """Whether a number is the right one; whether it is a bound may be left out."""
    return right is not None and right.value == given.value and given.bound in (None, right.bound)


class _Following(Sheet):
    """The search as the student did it: what is right at each step, given the steps before."""

    def __init__(self, key: Key, entries: Entries) -> None:
        self.key = key
        self.entries = entries
        self.touched = {name for name, what in entries if what != "cut"}
        self.windows: dict[str, tuple[float, float]] = {}
        self.worths: dict[str, float] = {}
        self.spans: dict[str, Span] = {}
        self.passed: set[str] = set()
        self.looked_at: list[Where] = []  # cuts that the student has passed by without a word
        self.found: dict[Where, Given] = {}

    def run(self) -> dict[Where, Given]:
        """What follows for each entry that the search comes to, in its order."""
        self.key.algorithm.search(self.key.tree, self)
        return self.found

    def _own(self, where: Where, found: Given) -> float:
        self.found[where] = found
        return self.entries.get(where, found).value

    def window(self, node: Node, alpha: float, beta: float) -> tuple[float, float]:
        own = (
            self._own((node.name, "alpha"), Given(alpha)),
            self._own((node.name, "beta"), Given(beta)),
        )
        self.windows[node.name] = own
        return own

    def cut(self, node: Node, is_cut: bool) -> bool:
        for each in (node, *node.below) if is_cut else (node,):
            self.found[each.name, "cut"] = Given(is_cut)
        if (node.name, "cut") in self.entries:
            passes = bool(self.entries[node.name, "cut"].value)
        else:
            passes = is_cut and not self._is_looked_at(node)
            if is_cut and not passes:
                self.looked_at.append((node.name, "cut"))
        if passes:
            self.passed.add(node.name)
        elif node.is_leaf:
            self.worths[node.name] = node.value
        return passes

    def _is_looked_at(self, node: Node) -> bool:
        """Whether the entries show that the student went on where the search stops.

        Who writes numbers at a node has looked at it, and at what comes before it. A leaf has no
        numbers; it shows in the value of its parent.
        """
        parent = self.key.tree.parent(node.name)
        order = self.key.order(parent)
        ahead = order[order.index(node) :]
        if any(map(self._is_touched, ahead)):
            return node.is_leaf or self._is_touched(node)
        own = self.entries.get((parent.name, "value"))
        if own is None or not node.is_leaf:
            return False
        best = max if parent.player == "MAX" else min
        seen = [self.worths[each.name] for each in order if each.name in self.worths]
        if not seen:
            return False
        value = best(seen)
        if value == own.value:
            return False
        for leaf in ahead:
            if leaf.is_leaf and (leaf.name, "cut") not in self.entries:
                value = best(value, leaf.value)
            if value == own.value:
                return True
        return False

    def _is_touched(self, node: Node) -> bool:
        return not self.touched.isdisjoint(each.name for each in (node, *node.below))

    def value(self, node: Node, value: float) -> float:
        span = span_at(node, self.passed, self.spans)
        bound = bound_of(value, self.windows.get(node.name, (-inf, inf)), span)
        own = self.worths[node.name] = self._own((node.name, "value"), Given(value, bound))
        if own != value:  # the search goes on with the student's number
            span = (-inf if bound == "at-most" else own), (inf if bound == "at-least" else own)
        self.spans[node.name] = span
        return own


def _source(
    key: Key,
    entries: Entries,
    where: Where,
    wrong: Sequence[Where],
    alone: Callable[[Where], Mapping[Where, Given]],
) -> str:
    """The one earlier mistake that is enough to explain an entry, in words, if one is."""
    for each in wrong:
        if each == where:
            break
        found = alone(each)
        if where in found and _fits(found[where], entries[where]):
            name, what = each
            if what == "cut":
                return f"your cut at {name}" if entries[each].value else f"looking at {name}"
            return f"your {what} {entries[each]} at {name}"
    name, what = where
    return f"looking at {name}" if key[name].cut and what != "cut" else "your earlier entries"


def _why_it_is_wrong(key: Key, where: Where, given: Given) -> str:
    name, what = where
    entry, why = key[name], reason(key, *where)
    if what != "value" or entry.cut or entry.value is None:
        return why
    if entry.value == given.value:
        told = f"{WORDS[entry.bound]}that: what is cut could still change it"
        if entry.bound == "exact":
            told = "exact: nothing that is cut could change it"
        return f"The number is right, but it is {told}. {why}"
    limit = entry.alpha if entry.bound == "at-most" else entry.beta
    if entry.bound != "exact" and given.value == limit:
        return f"{number(given.value)} is the bound itself; write what the node has found. {why}"
    return why


# Reading


def read_entries(told: object, key: Key) -> dict[Where, Given | Unread]:
    """Entries as a form or a file has them: `{"C": {"alpha": "-inf", "value": "<= 2"}}`.

    Numbers may be text; a bound may have its sign. Blank texts and None are left out. A text that
    is not a number says so; nodes and fields that do not exist are refused.
    """
    require(isinstance(told, Mapping), "entries are an object of nodes", told)
    assert isinstance(told, Mapping)
    read: dict[Where, Given | Unread] = {}
    for name, fields in told.items():
        node = key.tree[name]
        require(isinstance(fields, Mapping), f"the entries of {name} are an object", fields)
        for what, given in fields.items():
            _check_field(key, node, what)
            if given is None or (isinstance(given, str) and not given.strip()):
                continue
            read[name, what] = _read(name, what, given, key.algorithm.cuts)
    return read


def _check_field(key: Key, node: Node, what: object) -> None:
    if not _is_asked(key, node, str(what)):
        known = [each for each in FIELDS if _is_asked(key, node, each)]
        close = did_you_mean(str(what), known)
        allowed = ", ".join(known) if known else "nothing"
        raise NotationError(
            f"{shorten(what)} is not asked at {node.name}{close}: fill in {allowed}"
        )


def _read(name: str, what: str, given: object, cuts: bool) -> Given | Unread:
    if what == "cut":
        require(isinstance(given, bool), f"cut at {name} must be true or false", given)
        return Given(bool(given))
    if is_whole(given) or given in (inf, -inf):
        assert isinstance(given, int | float)
        fits = abs(given) <= LARGEST or abs(given) == inf
        return Given(given) if fits else Unread(f"{shorten(given)} is too large.")
    found = NUMBER.fullmatch(given.strip()) if isinstance(given, str) else None
    if found is None or (found[1] and what != "value"):
        more = {"value": ", or a bound, <= 3 or >= 3"}.get(what, ", or -inf or inf") if cuts else ""
        return Unread(
            f"{shorten(given)} cannot be read: write a whole number, such as 3 or -4{more}."
        )
    value = float(found[3]) if found[3].isdigit() else inf
    return Given(-value if found[2] and found[2] in MINUS else value, SIGNS.get(found[1] or ""))
