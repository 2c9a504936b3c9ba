"""Exercises as the page sets and marks them.

The key stays here until the student asks for it: neither the exercise nor a mark gives away what
the student has not filled in.
"""

import asyncio
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any, TypeAlias, TypeVar
from weakref import WeakValueDictionary

from starlette.responses import Response

from noughts.practice.exercise import Exercise
from noughts.practice.keys import ALGORITHMS, as_json
from noughts.practice.marking import Given, Mark, Unread, Where, mark, read_entries
from noughts.practice.moodle import moodle_xml
from noughts.practice.picture import tree_svg
from noughts.practice.recipe import Recipe
from noughts.practice.sheet import sheet_page
from noughts.practice.trees import Node
from noughts.practice.walk import walk
from noughts.web.clients import Client
from noughts.web.fields import Unfit, flag, pair, text, whole
from noughts.web.quotas import Quotas
from noughts.web.responses import NO_STORE

__all__ = ["ExerciseRequest", "MarkRequest", "Practising", "SheetRequest", "Writer"]
__all__ += ["moodle", "picture", "sheet"]

T = TypeVar("T")

MOST_EXERCISES = 30  # on one sheet
REMEMBERED = 500  # exercises that need not be generated again to be marked
# A sheet has its style inside, and no scripts.
SHEET_POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
SHEET_POLICY += "; frame-ancestors 'none'"

ExerciseText = Annotated[str, text(2_000)]


def _entries(value: Any, quotas: Quotas) -> dict[str, Any]:
    """Any object; `noughts.practice.marking` knows what it may hold."""
    if not isinstance(value, dict):
        raise Unfit("entries are an object of nodes")
    return value


@dataclass(frozen=True)
class ExerciseRequest:
    """An exercise, in the one line that `Recipe` reads."""

    exercise: ExerciseText = ""


@dataclass(frozen=True)
class MarkRequest:
    """What a student has written; `only` is the node and the field to be marked."""

    exercise: ExerciseText
    entries: Annotated[Mapping[str, Any], _entries]
    only: Annotated[tuple[str, str], pair(text(10), text(10))] | None = None


@dataclass(frozen=True)
class SheetRequest:
    """A sheet of exercises, in the query of an address."""

    exercise: ExerciseText = ""
    number: Annotated[int, whole(1, MOST_EXERCISES)] = 1
    key: Annotated[bool, flag] = False


class Practising:
    """Makes and marks exercises, one of each at a time, and remembers the latest.

    Each client has one place in the queue, so that all get their turn, however much one asks for.
    """

    def __init__(self) -> None:
        self._making, self._reading = asyncio.Lock(), asyncio.Lock()
        self._clients: WeakValueDictionary[Client, asyncio.Lock] = WeakValueDictionary()
        self._known: dict[str, Exercise] = {}
        self._chance = random.Random()

    async def set(self, asked: ExerciseRequest, client: Client) -> dict[str, Any]:
        """An exercise without its key."""
        recipe = await self._read(asked.exercise, client)
        return _question(recipe, await self._made(recipe, client))

    async def mark(self, asked: MarkRequest, client: Client) -> dict[str, Any]:
        """What is right and wrong in what the student has written."""
        exercise = await self._made(await self._read(asked.exercise, client), client)
        return await self._work(self._reading, client, lambda: _marked(exercise, asked))

    async def key(self, asked: ExerciseRequest, client: Client) -> dict[str, Any]:
        """The key, and the way to it."""
        exercise = await self._made(await self._read(asked.exercise, client), client)
        return {
            "key": as_json(exercise.key),
            "answer": exercise.answer,
            "steps": [step.as_json() for step in walk(exercise.key)],
        }

    async def several(self, asked: SheetRequest, client: Client) -> list[Exercise]:
        """The exercises of a sheet."""
        recipe = await self._read(asked.exercise, client)
        return [await self._made(each, client) for each in recipe.several(asked.number)]

    async def _read(self, line: str, client: Client) -> Recipe:
        """The recipe, with a seed; the tree of a game takes a moment."""
        recipe = await self._work(self._reading, client, lambda: Recipe.parse(line))
        return recipe.seeded(self._chance)

    async def _made(self, recipe: Recipe, client: Client) -> Exercise:
        name = str(recipe)
        if name not in self._known:
            exercise = await self._work(self._making, client, recipe.exercise)
            while len(self._known) >= REMEMBERED:
                del self._known[next(iter(self._known))]
            self._known[name] = exercise
        return self._known[name]

    async def _work(self, queue: asyncio.Lock, client: Client, work: Callable[[], T]) -> T:
        """Do it beside the event loop: some trees take two seconds to find."""
        own = self._clients.setdefault(client, asyncio.Lock())
        async with own, queue:
            return await asyncio.to_thread(work)


Writer: TypeAlias = Callable[[Sequence[Exercise], SheetRequest], Response]


def sheet(exercises: Sequence[Exercise], asked: SheetRequest) -> Response:
    """Exercises to be printed."""
    headers = {"content-security-policy": SHEET_POLICY, **NO_STORE}
    return Response(sheet_page(exercises, asked.key), headers=headers, media_type="text/html")


def moodle(exercises: Sequence[Exercise], asked: SheetRequest) -> Response:
    """Exercises as questions for Moodle; their keys are always there."""
    return _file("exercises.xml", moodle_xml(exercises), "application/xml")


def picture(exercises: Sequence[Exercise], asked: SheetRequest) -> Response:
    """The tree of the first exercise."""
    exercise = exercises[0]
    drawn = tree_svg(exercise.tree, exercise.key if asked.key else None)
    return _file("key.svg" if asked.key else "tree.svg", drawn, "image/svg+xml")


def _question(recipe: Recipe, exercise: Exercise) -> dict[str, Any]:
    algorithm = ALGORITHMS[exercise.algorithm]
    return {
        "exercise": str(recipe),
        "recipe": recipe.as_json(),
        "title": exercise.title,
        "algorithms": [
            {"name": each.name, "title": each.title, "cuts": each.cuts}
            for each in ALGORITHMS.values()
        ],
        "fields": exercise.fields,
        "rules": exercise.rules,
        "cuts": algorithm.cuts,
        "backwards": algorithm.backwards,
        **exercise.question(),
    }


def _marked(exercise: Exercise, asked: MarkRequest) -> dict[str, Any]:
    """The marks. Of what is not there, only cuts that the student has passed by."""
    marks = mark(exercise.key, asked.entries)
    sheet = _Written(exercise, read_entries(asked.entries, exercise.key))
    if asked.only:
        given = [each for each in marks if (each.node, each.what) == asked.only]
        given = [each for each in given if asked.only in sheet.entries]
    else:
        given = [sheet.in_whole(each) for each in marks if sheet.is_marked(each)]
    blank = sum(where not in sheet.entries for where in sheet.empty)
    counted = [each for each in marks if sheet.counts(each)]
    done = not blank and all(each.verdict == "right" for each in counted)
    return {
        "marks": [each.as_json() for each in given],
        "asked": len(sheet.asked),
        "blank": blank,
        "done": done,
        "answer": exercise.answer if done else None,
    }


class _Written:
    """What a student has written, beside what the key asks for: one cause, one mark."""

    def __init__(self, exercise: Exercise, entries: Mapping[Where, Given | Unread]) -> None:
        self.key = exercise.key
        self.entries = entries
        self.asked = list(_asked(exercise, exercise.tree.root))
        self.empty = [where for where in self.asked if where[1] != "cut" and self._is_empty(where)]

    def _is_empty(self, where: Where) -> bool:
        """Whether a field has no number, at a node that the student has not crossed out."""
        if isinstance(self.entries.get(where), Given):
            return False
        path = [where[0], *(above.name for above, _ in self.key.tree.ancestors(where[0]))]
        return all(self.entries.get((name, "cut")) != Given(True) for name in path)

    def counts(self, mark: Mark) -> bool:
        """At and below a node that is cut, only the cut itself counts."""
        return (mark.node, mark.what) in self.asked or not self.key[mark.node].cut

    def is_marked(self, mark: Mark) -> bool:
        """Whether the student is told: what is written counts, or a cut was passed by."""
        where = mark.node, mark.what
        if where in self.entries or mark.what != "cut":
            return where in self.entries and self.counts(mark)
        return where in self.asked and (self._is_used(mark.node) or self._is_passed(where))

    def in_whole(self, mark: Mark) -> Mark:
        """With a word on what the student wrote where a cut is missing."""
        if mark.verdict != "missing" or not self._is_used(mark.node):
            return mark
        return replace(mark, reason=f"{mark.reason} What you wrote there does not count.")

    def _is_used(self, name: str) -> bool:
        """Whether something is written at a node or below it."""
        node = self.key.tree[name]
        names = {each.name for each in (node, *node.below)}
        return any(each in names for each, _ in self.entries)

    def _is_passed(self, where: Where) -> bool:
        """Whether all before a cut is filled in, and its parent has its value."""
        before = self.asked[: self.asked.index(where)]
        parent = self.key.tree.parent(where[0]).name, "value"
        return parent not in self.empty and not set(before) & set(self.empty)


def _asked(exercise: Exercise, node: Node) -> Iterator[Where]:
    """What the key asks for, in the order of the search."""
    key, name = exercise.key, node.name
    if key[name].cut:
        yield name, "cut"
    elif not node.is_leaf:
        yield from ((name, what) for what in exercise.fields if what != "value")
        for child in key.order(node):
            yield from _asked(exercise, child)
        yield name, "value"


def _file(name: str, content: str, kind: str) -> Response:
    headers = {"content-disposition": f'attachment; filename="{name}"', **NO_STORE}
    return Response(content, headers=headers, media_type=kind)
