"""What is right, what a program plays, and what is held against it.

| module       | what it is                                                      |
|--------------|-----------------------------------------------------------------|
| exact_values | every position of a small board, and the value of every move    |
| findings     | `Finding`: what a check says; `Report`: all that was found      |
| play         | `Play`: the moves of a program, and what they are worth         |
| checks       | running checks; those that every program that plays must pass   |
| collect      | asking for all moves, and without a memory for what looks wrong |
| evidence     | `Evidence`: what was seen of a program                          |
| large_boards | a sample of positions, judged by what the engine proves         |
| node_counts  | which kind of alpha-beta a program is, by its number of nodes   |

Each module imports only from the rows above it.
"""
