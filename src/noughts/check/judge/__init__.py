"""Judging what a program says: what is right, what it plays, and what is held against it.

| module | what |
|---|---|
| `exact_values` | every position of a small board, and the value of every move |
| `findings` | what a check has found; the report of all of them |
| `play` | the moves of a program, and what they are worth |
| `checks` | running checks; those that every program that plays must pass |
| `collect` | asking for all moves, and once more without a memory for what looks wrong |
| `evidence` | what was seen of a program, before conclusions are drawn |
| `large_boards` | a sample of positions, judged by what the engine proves |
| `node_counts` | which kind of alpha-beta a program is, by its number of nodes |
"""
