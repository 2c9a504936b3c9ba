"""What runs in the sandboxed process, beside the stranger's code. Nothing is judged here.

`sandbox.py` starts `launcher.py` by its path under `python -I -S`; the launcher imports `host.py`,
which imports `memoise.py`. They import the standard library and each other, nothing of Noughts.

| module | what |
|---|---|
| `launcher` | gives away every right it can, then starts the program |
| `host` | loads a Python file and answers questions about what it does |
| `memoise` | gives functions that only compute a memory |
"""
