"""Running an untrusted program, and asking it questions.

| module    | what it is                                                               |
|-----------|--------------------------------------------------------------------------|
| inside    | what runs in the sandboxed process                                       |
| cgroup    | limits for all processes of a program together                           |
| own_root  | a root folder of its own for a program, by bubblewrap                    |
| reading   | what comes out of it, within limits, before anything is built from it    |
| sandbox   | `Sandbox`: one process, limited, watched, ended with all it has started  |
| answers   | `Answer`: what the program says, read with suspicion                     |
| reference | the functions of a `cs50` program as they should be                      |
| program   | `Program`: a Python file in the sandbox, asked thousands of times        |
| promises  | what the sandbox promises here, each found out by trying                 |

Each module imports only from the rows above it.
"""
