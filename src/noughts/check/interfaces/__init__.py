"""What a program must offer, how to ask it, and which checks follow.

| module   | what it is                                                |
|----------|-----------------------------------------------------------|
| detect   | the names of the interfaces, and which one a file has     |
| forms    | ways to write a board and a move                          |
| examiner | what the checks of files and commands have in common      |
| choose   | the checks that `player` and `process` share              |
| cs50     | a Python file with eight functions on a list of lists     |
| strings  | a Python file with three functions on nine characters     |
| player   | a Python file with `choose(board, mark)`                  |
| process  | any command: a position in, a cell out                    |
| gomocup  | an engine that speaks the Gomocup protocol                |

Each module imports only from the rows above it.
"""
