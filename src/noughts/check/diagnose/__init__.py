"""From evidence to words: what kind of mistake it is, and where to look for it.

| module | what |
|---|---|
| `mistakes` | searches with a mistake built in, and which of them explains a program's moves |
| `advice` | what to tell a student about each kind of mistake |
| `diagnoses` | which mistakes a program makes, the one that explains most first |
"""
