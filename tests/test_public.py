"""Everything public, called with everything: it works, or one of our errors says why not.

What is called is found by looking: the names in `noughts.__all__`, and what their objects can do.
"""

import inspect
import random
import re
import typing
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from math import inf, nan
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from laws import often, one_line

import noughts
from noughts import (
    LEVELS,
    METHODS,
    Analysis,
    Engine,
    Growth,
    Human,
    Limit,
    Match,
    MoveValue,
    Outcome,
    Position,
    Proof,
    Random,
    Record,
    Round,
    Rules,
    Solver,
    Trace,
    Variation,
    Visit,
    analyse,
    records,
    solve,
    textbook,
)
from noughts.errors import IllegalMove, NotationError, OutOfReach
from noughts.levels import Level
from noughts.methods import Method
from noughts.position import GAME_OVER
from noughts.textbook.order import most_lines_first
from noughts.textbook.scores import BY_DEPTH

OURS = (NotationError, IllegalMove, OutOfReach)
SHORT = Limit(nodes=50)


def growth() -> Growth:
    made = Growth("x...o....")
    textbook.mcts(made.position, limit=SHORT, chance=random.Random(1), follow=made.add)
    return made


# One of each, made anew for each call, as some of them change.
MADE: dict[type, Callable[[], Any]] = {
    Analysis: lambda: analyse("x...o....", "alpha-beta", SHORT),
    Engine: lambda: Engine("3x3x3", 1),
    Growth: growth,
    Human: lambda: Human(lambda position: "b2"),
    Level: lambda: LEVELS["easy"],
    Limit: lambda: SHORT,
    Match: lambda: Match("random", "random", limits=SHORT),
    Method: lambda: METHODS["alpha-beta"],
    MoveValue: lambda: MoveValue(4, 1.0),
    Outcome: lambda: Outcome("x", "line", (0, 1, 2)),
    Position: lambda: Position.parse("x.o/.../..."),
    Proof: lambda: solve("xx.oo....", SHORT, table_mb=1),
    Random: lambda: Random(random.Random(1)),
    Record: lambda: Record("3x3x3", {"x": "anna", "o": "otto"}).play("b2"),
    Round: lambda: growth().rounds[-1],
    Rules: lambda: Rules(3, 3, 3),
    Solver: lambda: Solver("3x3x3", 1),
    Trace: lambda: Trace("x...o...."),
    Variation: lambda: Variation(1, ["a2", "a1"], "an edge", {2: "why not"}),
    Visit: lambda: Visit((4,), -inf, inf, 0, "exact", "terminal"),
}

# What a person might pass, rightly or wrongly; nothing here lets a search run for long.
ZOO: list[Any] = [
    *(None, True, 0, 4, -1, 9, 10**30, 10**400, 4.0, -0.5, nan, inf, b"b2", object()),
    *("", "b2", "z9", "2,2", "x", "o", "X", "3x3x3", "2x2x2", "gomoku", "tictactoe", "0x9x9"),
    *("x...o....", "xx.oo....", "xxxoo....", "xxxxxxxxx", "x.o\nx.o", ".", "\0", "é", "x" * 500),
    *("easy", "random", "Easy", "alpha-beta", "engine", "minimax:easy", "time", "resignation"),
    *([], [4], ["b2"], ["b2", "b2"], [None], (), (0, 1, 2), {}, set(), {"x": "random"}),
    *({"x": "random", "o": "random"}, {"x": SHORT, "o": SHORT}, {"x": 1, "o": None}),
    *(Path("games.jsonl"), random.Random(3), BY_DEPTH, SHORT, Limit(depth=1, nodes=9)),
    *(make() for make in MADE.values()),
]
# Here a value must be given, because the usual one takes time or memory.
ALWAYS: dict[str, list[Any]] = {
    "limit": [SHORT, Limit(depth=1, nodes=50), Limit(nodes=1, seconds=1e300)],
    "limits": [SHORT, {"x": SHORT, "o": SHORT}],
    "table_mb": [0, 1, 0.5],
    "record": [MADE[Record]()],
}
# What is called back is only ever something that can be called back, or cannot be called at all.
CALLED_BACK: dict[str, Callable[..., Any]] = {
    "visit": lambda visit: None,
    "follow": lambda done: None,
    "order": most_lines_first,
    "on_progress": lambda found: None,
    "clock": lambda: 0.0,
    "ask": lambda position: "b2",
}
# You read what a search returns and never make it; these methods take what only the search has.
RETURNED = {Analysis, MoveValue, Proof, Round, Visit}
INNER = {"Solver.prove", "Solver.can_win", "Solver.line"}
INNER |= {"Trace.role", "Trace.explain", "Trace.why_cut", "Growth.explain"}
SPECIAL = (
    "__contains__",
    "__getitem__",
    "__iter__",
    "__repr__",
    "__str__",
    "__hash__",
    "__eq__",
    "_repr_svg_",
)


def not_made(kind: Any) -> bool:
    return issubclass(kind, Exception) or bool(getattr(kind, "_is_protocol", False))


def public() -> Iterator[tuple[str, Callable[..., Any], type | None]]:
    """Whatever can be called, by name; of methods also the class whose object they need."""
    for module in (noughts, records):
        for name in module.__all__:
            thing = getattr(module, name)
            if inspect.isfunction(thing):
                yield name, thing, None
            elif inspect.isclass(thing) and not not_made(thing):
                if thing not in RETURNED:
                    yield name, thing, None
                yield from methods(thing)
    yield from methods(Method)
    yield from methods(Level)


def methods(kind: type) -> Iterator[tuple[str, Callable[..., Any], type | None]]:
    assert kind in MADE, f"{kind.__name__} is public: say here how to make one"
    for name in dir(kind):
        thing = inspect.getattr_static(kind, name)
        title = f"{kind.__name__}.{name}"
        if (name.startswith("_") and name not in SPECIAL) or title in INNER:
            continue
        if isinstance(thing, classmethod | staticmethod):
            yield title, getattr(kind, name), None
        elif inspect.isfunction(thing):
            yield title, thing, kind


PUBLIC = {name: (call, kind) for name, call, kind in public()}


def signatures(call: Callable[..., Any]) -> list[inspect.Signature]:
    made = call.__init__ if inspect.isclass(call) else call
    overloads = typing.get_overloads(made) if inspect.isfunction(made) else []
    return [inspect.signature(each) for each in overloads or [call]]


def named(parameter: inspect.Parameter) -> Iterable[str]:
    """The names that stand behind `**options`."""
    kind = typing.get_args(parameter.annotation)
    if kind and typing.is_typeddict(kind[0]):
        return [*kind[0].__annotations__]
    best_first = ["follow", "chance", "exploration", "goal"]
    return ["every_move", "scores", "order", "visit", "engine", "nonsense", *best_first]


@st.composite
def arguments(draw: st.DrawFn, call: Callable[..., Any], bound: bool) -> tuple[list[Any], Any]:
    """Something for each parameter; the optional ones now and then."""
    signature = draw(st.sampled_from(signatures(call)))
    given: list[Any] = []
    by_name: dict[str, Any] = {}

    def value(name: str) -> Any:
        usual = ALWAYS.get(name, []) + ([CALLED_BACK[name]] if name in CALLED_BACK else [])
        return draw(
            st.sampled_from(usual) | st.sampled_from(ZOO) if usual else st.sampled_from(ZOO)
        )

    skipped = 1 if bound or "self" in signature.parameters else 0
    for each in list(signature.parameters.values())[skipped:]:
        if each.kind is each.VAR_KEYWORD:
            by_name |= {name: value(name) for name in named(each) if draw(st.booleans())}
        elif each.kind is each.POSITIONAL_ONLY:
            given.append(value(each.name))
        elif each.default is each.empty or each.name in ALWAYS or draw(st.booleans()):
            by_name[each.name] = value(each.name)
    return given, by_name


def leaves(value: Any) -> Iterator[Any]:
    yield value
    if isinstance(value, dict):
        value = [*value, *value.values()]
    if isinstance(value, list | tuple | set):
        for each in value:
            yield from leaves(each)


def quotes(message: str, values: Iterable[Any]) -> bool:
    """Whether one of the values, or the beginning of it, can be read in the message.

    A message about a file says in which line of it something is wrong.
    """
    small = [each for value in values for each in leaves(value)]
    quoted = any(form(each)[:30].strip("'") in message for each in small for form in (repr, str))
    return quoted or re.match(r"line \d+: ", message) is not None


# Sentences about the state of things, in which no argument is at fault.
STATE = [
    GAME_OVER,
    "a match needs two players",
    "this match has no players",
    "a match goes on from its record",
]
STATE += ["this engine plays 3x3x3, not ", "is taken by "]  # the game and the cell by their names


@pytest.mark.parametrize("name", PUBLIC)
@settings(max_examples=often(40))
@given(data=st.data())
def test_whatever_is_called_works_or_is_refused_in_one_line(
    name: str, tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    call, kind = PUBLIC[name]
    given, by_name = data.draw(arguments(call, kind is not None), label="arguments")
    assume(not isinstance(by_name.get("x"), dict))  # two players, one of which is two players
    with pytest.MonkeyPatch.context() as there:
        there.chdir(tmp_path_factory.getbasetemp())
        made = [MADE[kind]()] if kind else []
        try:
            result = call(*made, *given, **by_name)
            if isinstance(result, Iterator):
                result = list(islice(result, 1000))
        except OURS as error:
            message = str(error)
            assert one_line(message), message
            assert len(message) < 600
            if not any(state in message for state in STATE):
                assert quotes(message, [*made, *given, *by_name.values()]), message
            return
        except OSError:
            assert name in records.__all__, "only files can fail like this"
            return
        if name != "Human.choose" and type(result).__module__.startswith("noughts"):
            assert one_line(repr(result))
            str(result)


@pytest.mark.parametrize("kind", MADE, ids=lambda kind: kind.__name__)
def test_everything_can_be_looked_at(kind: type) -> None:
    made = MADE[kind]()
    for name in dir(made):
        if not name.startswith("_"):
            getattr(made, name)
    assert one_line(repr(made))
    assert len(repr(made)) < 250
    assert " object at 0x" not in repr(made)
    assert str(made)


@pytest.mark.parametrize("name", textbook.__all__)
def test_a_textbook_search_reads_a_position_or_refuses_it(name: str) -> None:
    search = getattr(textbook, name)
    assert search("xx.oo....").position == Position.parse("xx.oo....")
    assert search("xx.oo....").best[:1] == (2,)
    wrongs: list[Any] = ["b2", "tictactoe", "", "x..", "xxxxxxxxx", None, 4, 4.5, [], b"...", {}]
    for wrong in wrongs:
        with pytest.raises(OURS) as refusal:
            search(wrong)
        assert one_line(str(refusal.value))
