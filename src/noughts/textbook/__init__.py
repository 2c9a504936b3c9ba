"""The classic searches as textbooks print them, to read, watch and compare.

| module          | what it is                                                          |
|-----------------|---------------------------------------------------------------------|
| minimax         | plain minimax                                                       |
| alphabeta       | ALPHA-BETA-SEARCH, MAX-VALUE, MIN-VALUE, with a value for each move |
| stepwise        | alpha-beta without recursion: states, `descend` and `ascend`        |
| gametree        | the whole tree first, then values passed up, 5 / 2 / 0              |
| strings         | boards as strings of nine characters                                |
| four_in_a_line  | depth limit, heuristic, iterative deepening under a clock           |
| negamax         | alpha-beta without MIN                                              |
| alphabeta_table | alpha-beta with a table of positions                                |
| pvs             | one move is searched, the others are scouted with null windows      |
| mtd_f           | null windows close in on the value, pass after pass                 |
| deepening       | deeper and deeper; table's move, killers and history come first     |
| mcts            | Monte Carlo tree search: UCT, in four phases                        |
| proof_number    | proof-number search: the cheapest proof or disproof first           |
| scores          | what a leaf is worth                                                |
| order           | the order in which moves are tried                                  |
| options         | what the searches share, refused if it makes no sense               |

Each search reports every node it finishes to the callback `visit`; one that grows its tree best
first reports every round to `follow`. An exception raised there ends the search and reaches the
caller. That callback, and a look at the arguments, are all that they add to the books.
"""

from noughts.textbook.alphabeta import alpha_beta
from noughts.textbook.alphabeta_table import alpha_beta_table
from noughts.textbook.deepening import deepening
from noughts.textbook.four_in_a_line import four_in_a_line
from noughts.textbook.gametree import game_tree
from noughts.textbook.mcts import mcts
from noughts.textbook.minimax import minimax
from noughts.textbook.mtd_f import mtd_f
from noughts.textbook.negamax import negamax
from noughts.textbook.proof_number import proof_number
from noughts.textbook.pvs import pvs
from noughts.textbook.stepwise import stepwise
from noughts.textbook.strings import strings

__all__ = ["alpha_beta", "alpha_beta_table", "deepening", "four_in_a_line", "game_tree", "mcts"]
__all__ += ["minimax", "mtd_f", "negamax", "proof_number", "pvs", "stepwise", "strings"]
