"""The engine: strong and fast on any board up to 20x20, over the native module.

`solver` proves the value of positions, `engine` plays: it lets a solver try first where the board
is small enough, and searches as deep as its limit allows where nothing can be proved.
"""

from noughts.engine.engine import Engine, engine
from noughts.engine.solver import Proof, Solver, solve

__all__ = ["Engine", "Proof", "Solver", "engine", "solve"]
