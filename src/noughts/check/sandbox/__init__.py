"""Running a stranger's program, and asking it.

| module | what |
|---|---|
| `sandbox` | one process: limited, watched, and ended with all that it started |
| `answers` | what a stranger says, read with suspicion |
| `program` | a Python file in the sandbox, asked thousands of times |
| `inside/` | what runs in that process, beside the stranger's code |
"""
