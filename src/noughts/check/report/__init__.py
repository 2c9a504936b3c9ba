"""Reports for people and for other programs.

| module  | what it is                                          |
|---------|-----------------------------------------------------|
| text    | for the terminal                                    |
| html    | one self-contained page, for one program or for all |
| exports | JUnit, Gradescope                                   |

Each module imports only from the rows above it.
"""
