"""Games between programs.

| module       | what it is                                                                |
|--------------|---------------------------------------------------------------------------|
| conversation | a program that is talked to line by line, whatever it does                |
| engines      | `GomocupPlayer`: anybody's engine as a player                             |

Each module imports only from the rows above it.
"""
