"""The interfaces: what a program must offer, how it is asked, and which checks that makes.

`cs50`, `strings` and `player` are Python files; `process` and `gomocup` are commands. A module an
interface; each makes the `Item`s of its checks, and an `Evidence` that they fill.

| module | what |
|---|---|
| `detect` | the names of the interfaces, and which of them a file has |
| `forms` | the ways to write a board and a move |
| `examiner` | what the checks of all interfaces but `gomocup` have in common |
| `choose` | the checks that `player` and `process` share |
| `cs50` `strings` `player` `process` `gomocup` | the checks of one interface |
"""
