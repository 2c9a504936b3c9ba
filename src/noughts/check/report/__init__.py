"""Reports for people and for other programs.

| module | what |
|---|---|
| `text` | for the terminal |
| `html` | one self-contained page, for one program or for all |
| `exports` | JUnit, Gradescope |
"""
