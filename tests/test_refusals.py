"""No, in one sentence: what you wrote, and what is allowed."""

import inspect
import re
from collections.abc import Callable

import pytest

from noughts import (
    LEVELS,
    METHODS,
    TIC_TAC_TOE,
    Engine,
    IllegalMove,
    Limit,
    Match,
    Outcome,
    OutOfReach,
    Position,
    Random,
    Record,
    Rules,
    Solver,
    Trace,
    analyse,
    name,
    player_named,
    records,
    solve,
)
from noughts.errors import NotationError, did_you_mean
from noughts.textbook import alpha_beta, four_in_a_line, game_tree, minimax, stepwise, strings

GAME = Record("3x3x3", {"x": "anna", "o": "otto"}, ["b2", "a1"])
OVER = Record("3x3x3", {"x": "anna", "o": "otto"}, ["a1", "b1", "a2", "b2", "a3"])


class Hasty:
    """A player that has not heard of limits."""

    name = "hasty"

    def choose(self, position: Position) -> str:
        """Never called."""
        raise AssertionError


REFUSED: dict[str, Callable[[], object]] = {
    "a number of thousands of digits is not a cell of a 3x3x3 board (0 to 8)": lambda: (
        Position().play(10**5000)
    ),
    "b2 is taken by X in '.../.x./...'": lambda: Position().play("b2").play("b2"),
    f"rows must be from 1 to 20, not {10**15}": lambda: Rules(10**15, 3, 3),
    f"'{10**15 - 1}x3x3' is not a board": lambda: Rules(10**15 - 1, 3, 3),
    "True is not a cell of a 3x3x3 board (0 to 8)": lambda: Position().play(True),
    "False is not a cell of a 3x3x3 board (0 to 8)": lambda: Position().play(False),
    "'abxo' is neither a board of x, o and . nor a game": lambda: analyse("abxo"),
    "'xoa' is not a board: 'a' is not x, o or .": lambda: analyse("xoa"),
    "'abcxo.o.o' is not a board: 'a' is not x, o or .": lambda: analyse("abcxo.o.o"),
    "False is not a cell": lambda: analyse("x...o....", "alpha-beta")[False],
    "'x.o/o.x/..q' is not a board: 'q' is not x, o or . (an empty cell)": (
        lambda: analyse("x.o/o.x/..q")
    ),
    "'x.o/o.x/..x' is a board, not a game: Position.parse reads boards": (
        lambda: Position("x.o/o.x/..x")
    ),
    "is not a game: give its rules, as in position.rules": (
        lambda: Engine(Position())  # type: ignore[arg-type]
    ),
    "'3x3x3', 'x') is not a game: give its rules": lambda: name(Position(), 4),  # type: ignore[arg-type]
    "unknown game '3x3' (did you mean '3x3x3'?): choose tic-tac-toe": lambda: Engine("3x3"),
    "unknown game '19x20' (did you mean '19x20x5'?)": lambda: analyse("19x20"),
    "Limit(seconds=1) is not a method: write limit=Limit(seconds=1)": (
        lambda: analyse("3x3x3", Limit(seconds=1))  # type: ignore[arg-type]
    ),
    "order must give a list of all legal moves, each once, not []": (
        lambda: analyse("x...o....", order=lambda position: [])
    ),
    "order must give a list of all legal moves, each once, not 5": (
        lambda: alpha_beta("x...o....", order=lambda position: 5)  # type: ignore[arg-type,return-value]
    ),
    "order must give a list of all legal moves, each once, not [2, 2, 5, 6, 7]": (
        lambda: four_in_a_line("xo.xo....", order=lambda position: [2, 2, 5, 6, 7])
    ),
    "a trace takes the visits of a search, not 5": (
        lambda: Trace("3x3x3").add(5)  # type: ignore[arg-type]
    ),
    "is not a node of '.../.../...': give the trace and the search the same position": (
        lambda: alpha_beta("x.o/o.x/..x", visit=Trace("3x3x3").add)
    ),
    "is not a node of 'x.o/o.x/..x'": (lambda: alpha_beta("3x3x3", visit=Trace("x.o/o.x/..x").add)),
    "is not a node of 'x../.../...'": (
        lambda: minimax("3x3x3", visit=Trace("x../.../...").add, depth=2)
    ),
    "is not a node of 'xxx/oo./...'": (
        lambda: alpha_beta("xxo/oo./xx.", visit=Trace("xxx/oo./...").add)
    ),
    "no line of 'x' through 9 in '.........': 3x3x3 has the cells 0 to 8 and the marks x and o": (
        lambda: TIC_TAC_TOE.completes("." * 9, "x", 9)
    ),
    "no line of None through 0 in '.........': 3x3x3 has": (
        lambda: TIC_TAC_TOE.completes("." * 9, None, 0)  # type: ignore[arg-type]
    ),
    "no line of 'x' in '': 3x3x3 has 9 cells": lambda: TIC_TAC_TOE.winning_cells("", "x"),
    "no line of 'z' in '.........': 3x3x3 has 9 cells": (
        lambda: TIC_TAC_TOE.winning_cells("." * 9, "z")  # type: ignore[arg-type]
    ),
    "no line of 'x' in ['.', '.', '.', '.', '.', '.', '.', '.', '.']: 3x3x3 has 9 cells": (
        lambda: TIC_TAC_TOE.winning_cells(["."] * 9, "x")  # type: ignore[arg-type]
    ),
    "exact must be True or False, not 'yes'": lambda: Rules(3, 3, 3, exact="yes"),  # type: ignore[arg-type]
    "unknown game 'gomoko' (did you mean 'gomoku'?): choose tic-tac-toe": lambda: Engine("gomoko"),
    "'tictactoe' is neither a board of x, o and . nor a game (did you mean 'tic-tac-toe'?)": (
        lambda: solve("tictactoe")
    ),
    "unknown method 'alphabeta' (did you mean 'alpha-beta'?): choose minimax": (
        lambda: METHODS["alphabeta"]
    ),
    "unknown level 'hrad' (did you mean 'hard'?): choose easy, medium, hard, perfect": (
        lambda: LEVELS["hrad"]
    ),
    "unknown player 'perfct' (did you mean 'perfect'?): choose a level": (
        lambda: Match("easy", "perfct")
    ),
    "a person is Human(ask), where ask(position) returns a move": lambda: Match("human", "easy"),
    "Engine is a class, not a player: make an object of it first": (
        lambda: Match(Engine, "easy")  # type: ignore[call-overload]
    ),
    "must take a position and a limit: choose(position, limit)": (
        lambda: Match("easy", Hasty())  # type: ignore[call-overload]
    ),
    "a match does not take 'game', only start (a game or a position), limits, chance": (
        lambda: Match("easy", "hard", game="gomoku")  # type: ignore[call-overload]
    ),
    "a match needs two players, X and then O, as in Match('easy', 'perfect'), not 'easy'": (
        lambda: Match("easy", None)  # type: ignore[call-overload]
    ),
    "a match needs the players x and o, as in {'x': 'easy', 'o': 'perfect'}, not {'x': 'easy'}": (
        lambda: Match({"x": "easy"})
    ),
    "grace must be a number of seconds, not '1'": (
        lambda: Match("easy", "easy", grace="1")  # type: ignore[call-overload]
    ),
    "grace must be a number of seconds, not -0.5": lambda: Match("easy", "easy", grace=-0.5),
    "limits must be one for both or as in {'x': Limit(seconds=1), 'o': Limit(depth=2)}, not {}": (
        lambda: Match("easy", "easy", limits={})
    ),
    "limits must be one for both": lambda: Match(
        "easy",
        "easy",
        limits={"x": Limit(), "o": Limit(), "z": Limit()},  # type: ignore[dict-item]
    ),
    "order must give a list of all legal moves, each once, not [1, 5, 6, 7, 8, 1, 5, 6, 7, 8]": (
        lambda: alpha_beta("x.xoo....", order=lambda position: position.legal_moves * 2)
    ),
    "this engine plays 5x5x4, not 4x4x3": lambda: Solver("5x5x4", 1).solve("4x4x3"),
    "b3 was not examined by engine, only a3: set every_move=True": lambda: Engine(
        "3x3x3", 1
    ).analyse("xx.oo....")["b3"],
    "strings does not take the option 'order', only limit, visit": lambda: analyse(
        "x...o....", "strings", order=lambda position: position.legal_moves
    ),
    "a match goes on from its record: leave out the start": lambda: Match(
        "easy", "easy", "3x3x3", record=GAME
    ),
    "this match has no players: tell it the moves with receive": lambda: Match({}).step(),
    "nothing can be played: the game is over in 'xxx/oo./...'": lambda: Match(
        "easy", "easy", record=OVER
    ).step(),
    "can be played: the game is over in 'xxx/oo./...'": lambda: Match(
        "easy", "easy", record=OVER
    ).receive("c3", 1),
    "the game is over in 'xxx/oo./...'": lambda: Random().choose("xxxoo...."),
    "each of 2 moves needs its seconds, not [1.0]": lambda: Record(
        "3x3x3", {"x": "anna", "o": "otto"}, ["b2", "a1"], [1.0]
    ),
    "cannot end a game before the board does": lambda: GAME.ended(Outcome(None, "time")),
    "the name of a player must be text, not 7": lambda: Random(name=7),  # type: ignore[arg-type]
    "'' is not a file name: write text or a Path": lambda: records.last(""),
    "minimax follows every game to its end": lambda: analyse("gomoku", "minimax"),
    "225 is not a cell of a 15x15x5 board (0 to 224)": lambda: name("gomoku", 225),
    "depth must be a whole number, not True": lambda: Limit(depth=True),
    "5 is not a limit: write one such as Limit(seconds=2)": lambda: four_in_a_line(
        "3x3x3",
        limit=5,  # type: ignore[arg-type]
    ),
    "engine must be an Engine, not 'engine'": lambda: player_named("easy", engine="engine"),  # type: ignore[arg-type]
    "engine must be an Engine, not 'my engine'": lambda: METHODS["engine"].analyse(
        "3x3x3", engine="my engine"
    ),
    "clock must be a function, not 0.5": lambda: Match("easy", "easy", clock=0.5),  # type: ignore[call-overload]
    "limits must be one for both or as in {'x': Limit(seconds=1), 'o': Limit(depth=2)}, not {'x'": (
        lambda: Match("easy", "easy", limits={"x": Limit(depth=1)})
    ),
    "moves must be a list of moves, not 'b2 a1'": lambda: Record("3x3x3", GAME.players, "b2 a1"),
    "the name of a player must be text, not None": lambda: Record(
        "3x3x3",
        {"x": "anna", "o": None},  # type: ignore[dict-item]
    ),
}


@pytest.mark.parametrize("sentence", REFUSED)
def test_what_is_refused_is_quoted_with_what_is_allowed(sentence: str) -> None:
    with pytest.raises((NotationError, IllegalMove, OutOfReach), match=re.escape(sentence)):
        REFUSED[sentence]()


def test_names_may_be_in_upper_case() -> None:
    assert METHODS["Minimax"] is METHODS["minimax"]
    assert LEVELS["EASY"] is LEVELS["easy"]
    assert player_named("Stepwise:Easy").name == "stepwise:easy"
    assert analyse("x...o....", "Alpha-Beta").method == "alpha-beta"
    assert Match("Easy", " Random ").record.players == {"x": "easy", "o": "random"}
    with pytest.raises(NotationError, match="a person is"):
        Match("Human", "easy")


def test_a_player_without_a_signature_is_not_checked() -> None:
    class Choose:
        __signature__ = "unknown"

        def __call__(self, position: Position, limit: Limit) -> int:
            return position.legal_moves[0]

    class Odd:
        name = "odd"
        choose = Choose()

    with pytest.raises(TypeError, match="signature"):
        inspect.signature(Odd.choose)
    assert Match(Odd(), "random").run().moves[0] == 0


def test_a_record_that_was_given_up_keeps_its_end() -> None:
    given_up = GAME.ended(Outcome("o", "resignation"))
    again = Record(GAME.start, GAME.players, GAME.moves, GAME.seconds, given_up.decision)
    assert again == given_up
    with pytest.raises(IllegalMove):
        OVER.ended(Outcome("o", "resignation"))


def test_only_words_that_are_close_are_suggested() -> None:
    assert did_you_mean("solv", ["solve", "play"]) == " (did you mean 'solve'?)"
    assert did_you_mean("chess", ["solve", "play"]) == ""
    assert did_you_mean("", ["solve", "play"]) == ""


def test_nothing_else_is_said_before_the_sentence() -> None:
    """Python prints the context of an error, if it has one, before the error itself."""
    for move in ("d9", "b2", None, (1, 1), 4.0):
        with pytest.raises((NotationError, IllegalMove)) as refused:
            Position().play("b2").play(move)  # type: ignore[arg-type]
        error = refused.value
        assert error.__suppress_context__ or error.__context__ is None, move


@pytest.mark.parametrize("search", [minimax, alpha_beta, stepwise, game_tree])
def test_a_textbook_search_refuses_options_that_make_no_sense(
    search: Callable[..., object],
) -> None:
    wrong = [("depth", 0), ("depth", -1), ("depth", "2"), ("depth", 1.5), ("scores", "by-depth")]
    wrong += [("scores", None), ("order", None)]
    for option, value in wrong:
        with pytest.raises(NotationError, match=rf"^{option} must be .*, not {value!r}$"):
            search("xx.oo....", **{option: value})
    for option, value in [("order", "most-lines"), ("visit", Trace("3x3x3"))]:
        with pytest.raises(NotationError, match=rf"^{option} must be a function "):
            search("xx.oo....", **{option: value})
    with pytest.raises(NotationError, match=r"^visit must be a function "):
        strings("xx.oo....", visit=3)  # type: ignore[arg-type]


def test_an_engine_is_a_player() -> None:
    record = Match(Engine("4x4x3", table_mb=1), "random", "4x4x3", Limit(nodes=500)).run()
    assert record.outcome is not None
    assert record.outcome.winner == "x"
    assert record.players == {"x": "engine", "o": "random"}
    with pytest.raises(IllegalMove, match="the game is over"):
        Engine("3x3x3").choose("xxxoo....")
