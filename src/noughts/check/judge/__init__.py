"""What is right, what a program plays, and what counts against it.

| module       | what it is                                                      |
|--------------|-----------------------------------------------------------------|
| exact_values | every position of a small board, and the value of every move    |
| cells        | how a program names the cells                                   |
| findings     | `Finding`: what a check says; `Report`: everything found        |
| play         | `Play`: the moves of a program, and what they are worth         |
| checks       | running checks, and the checks that all programs share          |
| collect      | asking for all moves; without a memory where one looks wrong    |
| evidence     | `Evidence`: what the checker has seen of a program              |
| large_boards | a sample of positions, judged by what the engine can prove      |
| node_counts  | which kind of alpha-beta a program uses, by its number of nodes |

Each module imports only from the rows above it.
"""
