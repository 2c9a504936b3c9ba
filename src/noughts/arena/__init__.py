"""Games between programs, and numbers at the end that can be believed.

| module  | what it is                                                                       |
|---------|----------------------------------------------------------------------------------|
| scores  | `Score`: one finished game; points, Buchholz, Sonneborn-Berger; pairs of games   |
| ratings | `rate`: Elo with intervals, the advantage of X, who is probably stronger         |
| sprt    | `Sprt`: plays until it is clear whether a change helped, and not longer          |

Each imports only from the rows above it.
"""

from noughts.arena.ratings import Interval, Rating, Ratings, rate
from noughts.arena.scores import Score, Standing, buchholz, pair_points, sonneborn_berger, standings
from noughts.arena.sprt import Sprt, State

__all__ = ["Interval", "Rating", "Ratings", "Score", "Sprt", "Standing", "State", "buchholz"]
__all__ += ["pair_points", "rate", "sonneborn_berger", "standings"]
