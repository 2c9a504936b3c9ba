"""Noughts plays, explains, proves and grades k-in-a-row games, from tic-tac-toe to Gomoku.

| module   | what it is                                                                    |
|----------|-------------------------------------------------------------------------------|
| harmless | names and texts from strangers, made harmless for each kind of output         |
| machine  | how many cores there are to use                                               |
| errors   | what can be wrong with your input                                             |
| rules    | `Rules`: board, k, which lines count; the one definition of a line            |
| notation | names of cells (`b2`), boards as text                                         |
| drawing  | boards and trees as text and SVG                                              |
| position | `Position`, `Outcome`; `play` is the one definition of a legal move           |
| words    | how values and endings are worded                                             |
| analysis | `Limit`: what a search may use; `Analysis`: what it found                     |
| trace    | `Visit`, `Trace`: what a search did, node by node                             |
| growth   | `Round`, `Growth`: the same of a search that grows its tree best first        |
| textbook | the classic searches, written to be read and watched                          |
| engine   | `Solver`, `Engine`: proofs and a fast search, over the native module          |
| methods  | `METHODS`: the searches by name, and everything about each                    |
| levels   | `LEVELS`: how weaker players choose: what they overlook, what draws them      |
| players  | methods, levels and people, each choosing moves                               |
| notes    | comments, `Variation`s, and what else stands beside the moves of a game       |
| records  | `Record`: the course of a game, as JSON lines                                 |
| files    | games in the files of other programs: SGF, PSQ, openings                      |
| match    | `Match`: a timed game; the only judge of illegal moves and overruns           |
| review   | what each move of a game was worth, in hindsight                              |
| check    | grades other people's programs                                                |
| gomocup  | the Gomocup protocol                                                          |
| arena    | games between programs: matches, tournaments, ratings, leagues                |
| practice | exercises on game trees, with keys and marks                                  |
| web      | the page and its server                                                       |
| notebook | a board and a search tree for Jupyter, VS Code and marimo                     |
| cli      | the command line                                                              |

Each module imports only from the rows above it.
"""

from noughts.analysis import Analysis, Limit, MoveValue
from noughts.engine import Engine, Proof, Solver, solve
from noughts.errors import IllegalMove, NotationError, OutOfReach
from noughts.growth import Growth, Round
from noughts.levels import LEVELS
from noughts.match import Match
from noughts.methods import METHODS, analyse
from noughts.notation import cell, name
from noughts.notes import Variation
from noughts.players import Human, Player, Random, player_named
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
    "Growth",
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
    "Proof",
    "Random",
    "Record",
    "Round",
    "Rules",
    "Solver",
    "Trace",
    "Variation",
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
