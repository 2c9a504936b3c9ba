"""What runs in the sandboxed process, beside the student's code. It judges nothing.

| module    | what it is                                                   |
|-----------|--------------------------------------------------------------|
| look      | the boards that a program keeps, and how they are laid out   |
| hoist     | takes functions out of the functions that define them        |
| memoise   | gives a memory to functions that only compute                |
| stand_ins | takes the place of missing packages, and of a person         |
| host      | loads a Python file and answers questions about what it does |
| trees     | copies the files of a program, removes what it leaves        |
| syscalls  | a filter that refuses the system calls that no program needs |
| attempts  | tries what a program in the sandbox must not be able to do   |
| launcher  | gives up every right it can, then starts the program         |

`sandbox.py` starts `launcher.py` by its path under `python -I -S`, and the launcher imports the
others. They import the standard library and the rows above them, but nothing else of
Noughts.
"""
