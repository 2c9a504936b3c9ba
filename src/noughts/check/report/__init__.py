"""Reports for people and for other programs.

| module  | what it is                                            |
|---------|-------------------------------------------------------|
| once    | each thing once: what the checks add to the diagnoses |
| text    | for the terminal                                      |
| html    | one program as one self-contained page                |
| summary | a whole class: the overview, the table, the sheet     |
| exports | JUnit, Gradescope                                     |

Each module imports only from the rows above it.
"""
