"""Noughts plays, explains, proves and grades k-in-a-row games, from tic-tac-toe to Gomoku."""

from noughts.analysis import Analysis, Limit, MoveValue
from noughts.engine import Engine, Solver, solve
from noughts.errors import IllegalMove, NotationError, OutOfReach
from noughts.match import Match
from noughts.methods import METHODS, analyse
from noughts.notation import cell, name
from noughts.players import LEVELS, Human, Player, Random, player_named
from noughts.position import Outcome, Position
from noughts.records import Record
from noughts.rules import FOUR_IN_A_LINE, GOMOKU, TIC_TAC_TOE, Rules
from noughts.trace import Trace, Visit

__all__ = [
    "FOUR_IN_A_LINE",
    "GOMOKU",
    "LEVELS",
    "METHODS",
    "TIC_TAC_TOE",
    "Analysis",
    "Engine",
    "Human",
    "IllegalMove",
    "Limit",
    "Match",
    "MoveValue",
    "NotationError",
    "OutOfReach",
    "Outcome",
    "Player",
    "Position",
    "Random",
    "Record",
    "Rules",
    "Solver",
    "Trace",
    "Visit",
    "analyse",
    "cell",
    "name",
    "player_named",
    "solve",
]


def __getattr__(attribute: str) -> str:
    if attribute == "__version__":
        from importlib import metadata  # slow to import, seldom needed

        return metadata.version("noughts")
    raise AttributeError(f"module 'noughts' has no attribute {attribute!r}")
