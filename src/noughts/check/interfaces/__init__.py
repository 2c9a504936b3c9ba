"""What a program must offer, how to ask it, and which checks follow.

| module   | what it is                                                |
|----------|-----------------------------------------------------------|
| detect   | the names of the interfaces, and which one a file has     |
| forms    | ways to write a board and a move                          |
| outline  | what the text of a program tells of functions and marks   |
| examiner | what the checks of files and commands have in common      |
| choose   | the checks that `player` and `process` share              |
| cs50_cases | the questions to the eight functions of `cs50`          |
| cs50     | a Python file with eight functions on a list of lists     |
| strings  | a Python file with three functions on nine characters     |
| player   | a Python file with `choose(board, mark)`                  |
| adapter  | `choose` around a program of another shape, as text       |
| candidates | which shapes a program may have                         |
| any_shape | a Python file of any other shape, found by trying        |
| process  | any command: a position in, a cell out                    |
| console  | a program that asks for moves and prints its own          |
| gomocup  | an engine that speaks the Gomocup protocol                |

Each module imports only from the rows above it.
"""
