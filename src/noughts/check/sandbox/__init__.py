"""Running a stranger's program, and asking it.

| module  | what it is                                                               |
|---------|--------------------------------------------------------------------------|
| inside  | what runs in the sandboxed process; nothing imports it but the tests     |
| sandbox | `Sandbox`: one process, limited, watched, ended with all that it started |
| answers | `Answer`: what a stranger says, read with suspicion                      |
| program | `Program`: a Python file in the sandbox, asked thousands of times        |

Each module imports only from the rows above it.
"""
