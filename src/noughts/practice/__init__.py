"""Exercises on game trees, as exams set them: trees, their keys, marks for a student's entries.

| module   | what it is                                                                    |
|----------|-------------------------------------------------------------------------------|
| trees    | `Tree`: nested brackets, the rest of a small game; names of nodes             |
| keys     | `Key`: what minimax and alpha-beta find at each node                          |
| reasons  | why the key says so, in a sentence for each entry                             |
| marking  | a student's entries, marked one by one                                        |
| generate | trees by chance, with as many cut-offs as wanted                              |
| walk     | a walk through the solution, step by step                                     |
| exercise | `Exercise`: a tree and what is asked about it; as text and JSON               |
| recipe   | `Recipe`: an exercise in one line of text, for links                          |
| picture  | trees as SVG, with and without the key                                        |
| sheet    | exercises to be printed, with their keys                                      |
| moodle   | exercises as questions for Moodle                                             |

Each imports only from the rows above it.
"""

from noughts.practice.exercise import Exercise
from noughts.practice.generate import Wishes, generate
from noughts.practice.keys import ALGORITHMS, Cut, Entry, Key, key_of
from noughts.practice.marking import Mark, mark
from noughts.practice.moodle import moodle_xml
from noughts.practice.picture import tree_svg
from noughts.practice.reasons import reason
from noughts.practice.recipe import Recipe
from noughts.practice.sheet import sheet_page
from noughts.practice.trees import Node, Tree, tree_of_game
from noughts.practice.walk import Step, walk

__all__ = ["ALGORITHMS", "Cut", "Entry", "Exercise", "Key", "Mark", "Node", "Recipe", "Step"]
__all__ += ["Tree", "Wishes", "generate", "key_of", "mark", "moodle_xml", "reason", "sheet_page"]
__all__ += ["tree_of_game", "tree_svg", "walk"]
