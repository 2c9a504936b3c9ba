"""What runs in the sandboxed process, beside the stranger's code. Nothing is judged here.

| module   | what it is                                                   |
|----------|--------------------------------------------------------------|
| memoise  | gives functions that only compute a memory                   |
| host     | loads a Python file and answers questions about what it does |
| launcher | gives away every right it can, then starts the program       |

`sandbox.py` starts `launcher.py` by its path under `python -I -S`, and the launcher imports the
others. They import the standard library and the rows above them, nothing of Noughts.
"""
