"""From evidence to words: what kind of mistake it is, and where to look for it.

| module        | what it is                                                            |
|---------------|-----------------------------------------------------------------------|
| endings       | ways of playing that count every reply, not the best one              |
| lines         | the eight lines: their names, and which ones a program misses         |
| mistakes      | `Mistake`: a way of playing, and which one explains a program's moves |
| advice        | what to tell a student about each kind of mistake                     |
| edits         | small edits of a program's text                                       |
| cause         | what kind of mistake an edit mends                                    |
| shared_move   | a best move that every level of the search writes to                  |
| rule_mistakes | the mistakes of the functions that know the rules                     |
| play_mistakes | the mistakes of the function that chooses a move                      |
| repair        | which edit makes a function right                                     |
| unloaded      | why a program could not be loaded, or lacks a package                 |
| weight        | which mistake explains most                                           |
| diagnoses     | the mistakes of a program, the one that explains most first           |
| examples      | to each mistake a call to paste, and the line that makes it           |

Each module imports only from the rows above it.
"""
