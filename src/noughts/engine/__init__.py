"""The engine: strong and fast on any board up to 20x20, built on the native module.

`solver` proves the value of positions. `engine` plays: on small boards it lets a solver try first,
and where nothing can be proved it searches as deep as its limit allows. `net` has what it judges
positions of five in a row by.
"""

from noughts.engine.engine import Engine, engine
from noughts.engine.solver import Proof, Solver, solve

__all__ = ["Engine", "Proof", "Solver", "engine", "solve"]
