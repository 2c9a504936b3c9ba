"""What each move of a game was worth, in hindsight, and why.

| module     | what it is                                                                  |
|------------|-----------------------------------------------------------------------------|
| rows       | rows of stones that threaten to become a line                               |
| shares     | the expected share of the point, from the engine's score; the thresholds    |
| judgements | `Judgement`: one move; `summary`: the whole game                            |
| reasons    | why a move was bad, from the board and the proofs                           |
| seen       | `Seen`: what searches say about one position                                |
| lines      | the lines that are shown                                                    |
| passes     | `Review`: the searches behind it, quick ones first                          |
| text       | a review as text, with a curve                                              |
| page       | a review as one HTML page                                                   |
"""

from noughts.review.judgements import Judgement, Worth, as_json, summary
from noughts.review.passes import Review, Task, usual_limit

__all__ = ["Judgement", "Review", "Task", "Worth", "as_json", "summary", "usual_limit"]
