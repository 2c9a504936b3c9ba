"""A tournament as one page to look at: what `noughts arena report` writes.

| module   | what it is                                                             |
|----------|------------------------------------------------------------------------|
| losses   | after which move a game was lost, as the engine sees it                |
| facts    | everything that a page says about a tournament, read from its store    |
| archive  | the games as SGF, in a zip                                             |
| pictures | ratings with their intervals, and small boards, as SVG                 |
| page     | the page itself; `look.css` and `replay.js` become part of it          |

Each imports only from the rows above it.
"""

from noughts.arena.report.archive import archive
from noughts.arena.report.facts import Facts, gather
from noughts.arena.report.page import page, player_page

__all__ = ["Facts", "archive", "gather", "page", "player_page"]
