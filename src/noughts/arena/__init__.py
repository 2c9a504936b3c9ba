"""Games between programs, and numbers at the end that can be believed.

| module       | what it is                                                                     |
|--------------|--------------------------------------------------------------------------------|
| scores       | `Score`: one finished game; points, Buchholz, Sonneborn-Berger; pairs of games |
| ratings      | `rate`: Elo with intervals, the advantage of X, who is probably stronger       |
| sprt         | `Sprt`: plays until it is clear whether a change helped, and not longer        |
| conversation | a program that is talked to line by line, whatever it does                     |
| engines      | `GomocupPlayer`: anybody's engine as a player                                  |
| tournament   | `Tournament`: who plays what against whom, and under which limits              |
| pairings     | round robin, gauntlet, Swiss                                                   |
| openings     | openings for games that would otherwise all be the same                        |
| store        | a tournament in one SQLite file                                                |
| game         | one game, from the task to the record                                          |
| worker       | a process that plays games                                                     |
| crew         | the processes that play, each one game at a time                               |
| nodes        | what a machine must have before games are played on it                         |
| cluster      | other machines: `RayCrew` plays games there                                    |
| grading      | submissions, graded on other machines                                          |
| run          | playing a tournament to its end                                                |
| table        | ratings and points, as text, JSON and CSV                                      |
| report       | a page to look at, with every game on a board                                  |
| league       | a class league: every bot of a folder, and house bots as rungs                 |

Each imports only from the rows above it.
"""

from noughts.arena.engines import GomocupPlayer
from noughts.arena.ratings import Interval, Rating, Ratings, rate
from noughts.arena.scores import Score, Standing, buchholz, pair_points, sonneborn_berger, standings
from noughts.arena.sprt import Sprt, State

__all__ = ["GomocupPlayer", "Interval", "Rating", "Ratings", "Score", "Sprt", "Standing", "State"]
__all__ += ["buchholz", "pair_points", "rate", "sonneborn_berger", "standings"]
