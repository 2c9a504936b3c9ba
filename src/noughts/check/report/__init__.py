"""Reports for people and for other programs.

| module  | what it is                                            |
|---------|-------------------------------------------------------|
| write   | a report becomes a file                               |
| once    | each thing once: what the checks add to the diagnoses |
| text    | for the terminal                                      |
| html    | one program as one self-contained page                |
| summary | a whole class on one page                             |
| sheet   | a whole class as a table for a spreadsheet            |
| exports | JUnit, Gradescope                                     |

Each module imports only from the rows above it.
"""
