"""Write the HTTP API as OpenAPI 3.1: `python docs/openapi.py` makes docs/reference/openapi.json.

Routes and their summaries come from the application, the fields of requests from the types that the
server reads them by. What is answered is written down here; `tests/test_openapi.py` validates the
answers of a server against it, and that the file is the one that this program writes.
"""

import inspect
import json
import tempfile
from collections.abc import Callable
from dataclasses import MISSING, fields
from pathlib import Path
from typing import Any, TypeAlias, get_args, get_type_hints

from starlette.routing import Route

from noughts.web import practising, requests
from noughts.web.app import PREFIX, create_app
from noughts.web.quotas import Quotas

__all__ = ["WRITTEN", "api"]

Schema: TypeAlias = dict[str, Any]
WRITTEN = Path(__file__).parent / "reference" / "openapi.json"
VERSION = "1"  # of the API, as in its addresses

# What is answered

TEXT: Schema = {"type": "string"}
WHOLE: Schema = {"type": "integer"}
NUMBER: Schema = {"type": "number"}
FLAG: Schema = {"type": "boolean"}
ANYTHING: Schema = {}
MARK: Schema = {"enum": ["x", "o"]}


def ref(name: str) -> Schema:
    """A schema that has a name."""
    return {"$ref": f"#/components/schemas/{name}"}


def or_null(schema: Schema) -> Schema:
    """Or nothing."""
    if isinstance(schema.get("type"), str) and len(schema) == 1:
        return {"type": [schema["type"], "null"]}
    if "enum" in schema:
        return {"enum": [*schema["enum"], None]}
    return {"anyOf": [schema, {"type": "null"}]}


def many(schema: Schema) -> Schema:
    """A list."""
    return {"type": "array", "items": schema}


def words(*choices: str) -> Schema:
    """One of a few words."""
    return {"enum": list(choices)}


def by_mark(schema: Schema) -> Schema:
    """One for X, one for O."""
    return has(x=schema, o=schema)


def has(sometimes: Schema | None = None, **always: Schema) -> Schema:
    """An object with these fields and no others, of which some may be left out."""
    return {
        "type": "object",
        "properties": {**always, **(sometimes or {})},
        "required": list(always),
        "additionalProperties": False,
    }


def also(name: str, about: str, **more: Schema) -> Schema:
    """The fields of another object, and more."""
    base = ANSWERS[name]
    return has(
        {key: each for key, each in base["properties"].items() if key not in base["required"]},
        **{key: base["properties"][key] for key in base["required"]},
        **more,
    ) | {"description": about}


OUTCOME = words("win", "draw", "loss")
RULES = {
    "game": TEXT, "rows": WHOLE, "columns": WHOLE, "k": WHOLE, "straight": FLAG, "exact": FLAG,
    "label": TEXT, "notation": words("rows", "gomoku"),
}  # fmt: skip
BOARD = {"cells": TEXT, "turn": MARK, "legal": many(TEXT), "outcome": or_null(ref("Ending"))}
VALUE: dict[str, Schema] = {"outcome": or_null(OUTCOME), "plies": or_null(WHOLE)}
WITHIN = {"within": WHOLE}
COUNTS = has(**dict.fromkeys(("best", "good", "inaccuracy", "mistake", "blunder"), WHOLE))

ANSWERS: dict[str, Schema] = {
    "Error": has({"game": ref("Game")}, error=TEXT)
    | {"description": "What is wrong, in a sentence; a conflict (409) has the game as it is now."},
    "Ending": has(winner=or_null(MARK), reason=TEXT, cells=many(TEXT), words=TEXT)
    | {"description": "How a game ended; `winner` is null after a draw."},
    "Position": has(
        **RULES, **BOARD,
        methods=many(has(name=TEXT, about=TEXT, watch=FLAG, estimates=FLAG, why_not=or_null(TEXT))),
    ),
    "Draft": has(why_not=TEXT)
    | {"description": "With `draft`: why the board is not a position, in a sentence."},
    "About": has(
        version=TEXT,
        addresses=many(TEXT),
        alone=FLAG,
        games=many(has(name=TEXT, **RULES)),
        players=many(has(name=TEXT, about=TEXT, clock=FLAG, kind=words("level", "method"))),
        limits=has(rows=WHOLE, seconds=NUMBER, nodes=WHOLE, bytes=WHOLE),
    ),
    "Variation": has(
        {
            "seconds": many(NUMBER), "name": TEXT, "comments": {"type": "object"},
            "variations": many(ref("Variation")),
        },
        after=WHOLE, moves=many(TEXT),
    ),
    "Clock": has(
        seconds=NUMBER, increment=NUMBER, left=by_mark(NUMBER), runs=or_null(MARK)
    ),
    "Table": has(
        seats=by_mark(FLAG),
        offer=or_null(ref("Offer")),
        declined=or_null(ref("Offer")),
        next=or_null(TEXT),
        clock=or_null(ref("Clock")),
    ) | {"description": "What everybody may know about a game of two people on two machines."},
    "Offer": has(what=words("undo", "draw", "rematch"), by=MARK),
    "Seats": by_mark(has(name=TEXT, seconds=or_null(NUMBER))),
    "Game": has(
        id=TEXT, revision=WHOLE, **RULES,
        start=has(cells=TEXT, turn=MARK),
        **BOARD,
        moves=many(has(move=TEXT, mark=MARK, seconds=NUMBER)),
        undone=many(TEXT),
        decision=or_null(has(number=WHOLE, counts=FLAG)),
        comments={"type": "object", "additionalProperties": TEXT},
        variations=many(ref("Variation")),
        deleted=WHOLE, held=FLAG, title=TEXT,
        players=ref("Seats"),
        called={"type": "object", "additionalProperties": TEXT},
        opened=FLAG, remark=or_null(TEXT), table=or_null(ref("Table")),
    ),
    "ListedGame": has(
        id=TEXT, title=TEXT, **RULES, cells=TEXT, turn=MARK, players=ref("Seats"),
        called={"type": "object", "additionalProperties": TEXT},
        opened=FLAG, table=or_null(ref("Table")), outcome=or_null(ref("Ending")), moves=WHOLE,
        touched=NUMBER,
    ),
    "Games": has(games=many(ref("ListedGame"))),
    "Joined": has(mark=or_null(MARK), game=ref("Game")),
    "Nothing": has(),
    "Record": has(
        {"comments": {"type": "object"}, "variations": many(ref("Variation")),
         "about": {"type": "object"}},
        game=TEXT, cells=TEXT, turn=MARK,
        players=by_mark(TEXT),
        moves=many({"type": "array", "prefixItems": [TEXT, NUMBER], "items": False}),
        outcome=or_null(has(winner=or_null(MARK), reason=TEXT, cells=many(TEXT))),
    ) | {"description": "A game as `noughts play` saves it: a line of a .jsonl file."},
    "ReadFile": has(games=WHOLE, record=ref("Record"), not_kept=many(TEXT)),
    "Code": has(size=WHOLE, path=TEXT),
    "Analysis": has(
        WITHIN,
        game=TEXT, cells=TEXT, turn=MARK, method=TEXT, **VALUE, score=or_null(NUMBER),
        best=many(TEXT),
        moves=many(has(
            WITHIN, move=TEXT, **VALUE, score=or_null(NUMBER),
            bound=words("exact", "at-least", "at-most", "estimate"),
        )),
        line=many(TEXT), nodes=WHOLE, seconds=NUMBER, depth=WHOLE, complete=FLAG,
    ) | {"description": "As `noughts analyse --json` prints it."},
    "Row": has(
        {
            "why_not": TEXT, "move": or_null(TEXT), "outcome": or_null(OUTCOME),
            "score": or_null(NUMBER), "nodes": WHOLE, "seconds": NUMBER, "complete": FLAG,
        },
        method=TEXT,
    ) | {"description": "A method of a comparison: what it found, or `why_not`."},
    "TraceBegins": has(
        method=TEXT, maximiser=MARK, names=or_null(many(TEXT)),
        windows=FLAG, strict=FLAG, shallow=FLAG, root_apart=FLAG, whole_tree_first=FLAG,
        passes=FLAG, deepens=FLAG, null_windows=FLAG, table=FLAG,
        by_depth=FLAG, draw=NUMBER, ends=many(TEXT),
        pseudocode=many(has(text=TEXT, steps=many(TEXT))),
    ),
    "TraceNodes": has(nodes=many({
        "type": "array",
        "prefixItems": [
            {"title": "parent", **WHOLE}, {"title": "cell", **WHOLE},
            {"title": "alpha", **or_null(NUMBER)}, {"title": "beta", **or_null(NUMBER)},
            {"title": "value", **or_null(NUMBER)}, {"title": "bound", **WHOLE},
            {"title": "end", **WHOLE}, {"title": "finished", **WHOLE},
            {"title": "untried", **many(WHOLE)},
        ],
        "items": False,
        "minItems": 9,
    })),
    "TraceDone": has(
        nodes=WHOLE, searched=WHOLE, complete=FLAG, score=or_null(NUMBER), move=or_null(TEXT),
        words=or_null(TEXT),
    ),
    "Worth": has(WITHIN, **VALUE, value=or_null(NUMBER)),
    "Judgement": has(
        number=WHOLE, mark=MARK, move=TEXT,
        verdict=or_null(words("best", "good", "inaccuracy", "mistake", "blunder")),
        score=or_null(NUMBER), depth=or_null(WHOLE), before=ref("Worth"), after=ref("Worth"),
        better=many(TEXT), line=many(TEXT), ends=FLAG, why=or_null(TEXT), words=or_null(TEXT),
    ),
    "Summary": has(turned=or_null(WHOLE), words=TEXT, counts=by_mark(COUNTS)),
    "Place": has({"id": TEXT, "revision": WHOLE}, place=WHOLE),
    "Thought": has(
        WITHIN, id=TEXT, revision=WHOLE, turn=MARK, depth=WHOLE, nodes=WHOLE, **VALUE,
        score=or_null(NUMBER), line=many(TEXT),
    ),
    "Presence": has(x=FLAG, o=FLAG, watching=WHOLE),
    "Exercise": has(
        exercise=TEXT, recipe={"type": "object"}, title=TEXT,
        algorithms=many(has(name=TEXT, title=TEXT, cuts=FLAG)),
        fields=many(words("alpha", "beta", "value")), rules=many(TEXT), cuts=FLAG, backwards=FLAG,
        tree=TEXT, root=words("MAX", "MIN"), seed=or_null(WHOLE),
        game=or_null(has(game=TEXT, cells=TEXT, turn=MARK)),
        nodes=many(has(
            name=TEXT, parent=or_null(TEXT), player=or_null(words("MAX", "MIN")),
            value=or_null(NUMBER), move=or_null(TEXT),
        )),
    ),
    "Marks": has(
        marks=many(has(
            node=TEXT, what=TEXT, reason=TEXT,
            verdict=words("right", "follows", "wrong", "unreadable", "missing"),
        )),
        asked=WHOLE, blank=WHOLE, done=FLAG, answer=or_null(TEXT),
    ),
    "Key": has(
        key=has(
            algorithm=TEXT, value=NUMBER, best=TEXT, line=many(TEXT), entries={"type": "object"},
            cuts=many(has(node=TEXT, after=TEXT, skipped=many(TEXT), source=TEXT, deep=FLAG)),
        ),
        answer=TEXT,
        steps=many(has(node=TEXT, what=words("enter", "leaf", "cut", "value"), words=TEXT)),
    ),
}  # fmt: skip
ANSWERS["PastPosition"] = also(
    "Position", "A position of a game.", id=TEXT, revision=WHOLE, number=WHOLE
)

STREAMS = {  # the events of each, by name
    "GameEvents": {
        "game": "Game", "thinking": "Thought", "queued": "Place", "presence": "Presence",
    },
    "AnalysisEvents": {"queued": "Place", "progress": "Analysis", "done": "Analysis"},
    "ComparisonEvents": {"queued": "Place", "row": "Row", "done": "Nothing"},
    "TraceEvents": {
        "queued": "Place", "begin": "TraceBegins", "nodes": "TraceNodes", "done": "TraceDone",
    },
    "ReviewEvents": {"queued": "Place", "move": "Judgement", "done": "Summary"},
}  # fmt: skip

# What each address reads and answers: a request, and an answer, a stream or a type of file

CHANGE = {
    "moves": requests.MoveRequest, "reply": requests.RevisionRequest,
    "undo": requests.MovesRequest, "redo": requests.MovesRequest,
    "resign": requests.ResignationRequest, "players": requests.PlayersRequest,
    "vary": requests.VariationRequest, "goto": requests.PathRequest,
    "name": requests.NameRequest, "promote": requests.PathRequest,
    "delete": requests.PathRequest, "restore": requests.RevisionRequest,
    "title": requests.TitleRequest, "return": requests.EmptyRequest,
    "offer": requests.OfferRequest, "answer": requests.AnswerRequest,
}  # fmt: skip
ROUTES: dict[str, tuple[type | None, str]] = {
    "GET /about": (None, "About"),
    "POST /position": (requests.PositionRequest, "Position Draft"),
    "POST /games": (requests.NewGame, "Game"),
    "GET /games/{id}": (None, "Game"),
    **{f"POST /games/{{id}}/{what}": (asked, "Game") for what, asked in CHANGE.items()},
    "POST /games/{id}/join": (requests.JoinRequest, "Joined"),
    "POST /games/{id}/remove": (requests.EmptyRequest, "Nothing"),
    "POST /games/{id}/review": (requests.EmptyRequest, "ReviewEvents"),
    "GET /games/{id}/events": (None, "GameEvents"),
    "GET /games/{id}/positions/{number}": (None, "PastPosition"),
    "GET /games/{id}/record": (None, "Record"),
    "GET /games/{id}/sgf": (None, "application/x-go-sgf"),
    "GET /games/{id}/psq": (None, "text/plain"),
    "POST /games/list": (requests.GamesRequest, "Games"),
    "POST /games/files": (requests.GamesRequest, "application/json"),
    "POST /games/sgf": (requests.GamesRequest, "application/x-go-sgf"),
    "POST /record": (requests.FileRequest, "ReadFile"),
    "POST /analysis": (requests.AnalysisRequest, "AnalysisEvents"),
    "POST /trace": (requests.TraceRequest, "TraceEvents"),
    "POST /comparison": (requests.ComparisonRequest, "ComparisonEvents"),
    "POST /practice": (practising.ExerciseRequest, "Exercise"),
    "POST /practice/mark": (practising.MarkRequest, "Marks"),
    "POST /practice/key": (practising.ExerciseRequest, "Key"),
    "GET /practice/sheet": (practising.SheetRequest, "text/html"),
    "GET /practice/moodle": (practising.SheetRequest, "application/xml"),
    "GET /practice/picture": (practising.SheetRequest, "image/svg+xml"),
    "POST /code": (requests.CodeRequest, "Code"),
}

# What is asked: the readers of the fields, as schemas


def of_request(kind: Any) -> Schema:
    """The fields of a request; those with a default may be left out, or null."""
    hints, found, needed = get_type_hints(kind, include_extras=True), {}, []
    for field in fields(kind):
        schema = of_field(hints[field.name])
        if field.default is MISSING:
            needed.append(field.name)
            found[field.name] = schema
        else:
            found[field.name] = or_null(schema)
            if isinstance(field.default, str | int | float) and field.default != "":
                found[field.name]["default"] = field.default
    about = inspect.getdoc(kind)
    return {
        "type": "object", "description": about, "properties": found, "required": needed,
        "additionalProperties": False,
    }  # fmt: skip


def of_field(hint: Any) -> Schema:
    """What the type of a field says it may hold."""
    if hasattr(hint, "__metadata__"):
        return of_reader(hint.__metadata__[0])
    if hint is bool:
        return FLAG
    if isinstance(hint, type):
        return of_request(hint)
    return of_field(get_args(hint)[0])


def of_reader(read: Callable[..., Any]) -> Schema:
    """What a reader of `noughts.web.fields` takes: its name, and what it was made with."""
    kind, given = read.__qualname__.split(".")[0], inspect.getclosurevars(read).nonlocals
    quotas = Quotas()

    def number(name: str) -> Any:
        value = given[name]
        return getattr(quotas, value) if isinstance(value, str) else value

    if kind == "text":
        return {**TEXT, "maxLength": given["most"]}
    if kind in ("whole", "number"):
        base = WHOLE if kind == "whole" else NUMBER
        return {**base, "minimum": number("least"), "maximum": number("most")}
    if kind == "one_of":
        return words(*given["choices"])
    if kind == "list_of":
        return {**many(of_reader(given["each"])), "maxItems": given["most"]}
    if kind == "pair":
        both = [of_reader(given["first"]), of_reader(given["second"])]
        return {"type": "array", "prefixItems": both, "minItems": 2, "items": False}
    return {
        "flag": FLAG,
        "secret": {**TEXT, "pattern": "^[A-Za-z0-9_-]{22}$"},
        "saved_game": ref("Record"),
        "_entries": {"type": "object"},
    }[kind]


# The whole


def api() -> Schema:
    """The API as an OpenAPI document."""
    with tempfile.TemporaryDirectory() as folder:
        app = create_app(Path(folder) / "games.sqlite3")
    served = [route for route in app.routes if isinstance(route, Route)]
    paths: dict[str, Schema] = {}
    schemas = dict(ANSWERS)
    for route in sorted(served, key=lambda route: route.path):
        if not route.path.startswith(PREFIX):
            continue
        path = route.path.removeprefix(PREFIX)
        (verb,) = route.methods or {""}
        asked, answer = ROUTES[f"{verb} {path}"]
        if asked and verb == "POST":
            schemas[asked.__name__] = of_request(asked)
        about = (inspect.getdoc(route.endpoint) or "").split("\n")[0]
        paths.setdefault(path, {})[verb.lower()] = _operation(path, about, asked, answer, verb)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Noughts",
            "version": VERSION,
            "summary": "What the page of Noughts asks its server.",
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "servers": [{"url": f"http://127.0.0.1:8008{PREFIX}"}],
        "paths": paths,
        "components": {"schemas": dict(sorted(schemas.items()))},
    }


def _operation(path: str, about: str, asked: type | None, answer: str, verb: str) -> Schema:
    places = [part.strip("{}") for part in path.split("/") if part.startswith("{")]
    parameters = [{"name": each, "in": "path", "required": True, "schema": TEXT} for each in places]
    found: Schema = {"summary": about}
    if asked and verb == "GET":
        for name, schema in of_request(asked)["properties"].items():
            given = words("yes", "no") if name == "key" else schema["anyOf"][0]
            parameters.append({"name": name, "in": "query", "required": False, "schema": given})
    elif asked:
        body = {"application/json": {"schema": ref(asked.__name__)}}
        found["requestBody"] = {"required": True, "content": body}
    if parameters:
        found["parameters"] = parameters
    error = {"application/json": {"schema": ref("Error")}}
    found["responses"] = {
        "200": {"description": about, "content": _content(answer)},
        "default": {"description": "What is wrong, in a sentence.", "content": error},
    }
    return found


def _content(answer: str) -> Schema:
    if "/" in answer:  # a file
        return {answer: {"schema": TEXT if answer != "application/json" else ANYTHING}}
    if answer in STREAMS:
        named = {event: ref(schema) for event, schema in STREAMS[answer].items()}
        return {"text/event-stream": {"schema": TEXT, "x-events": {**named, "error": ref("Error")}}}
    first, *others = map(ref, answer.split())
    return {"application/json": {"schema": {"anyOf": [first, *others]} if others else first}}


def main() -> None:
    """Write the file."""
    WRITTEN.write_text(json.dumps(api(), indent=1, ensure_ascii=False) + "\n", "utf-8")


if __name__ == "__main__":
    main()
