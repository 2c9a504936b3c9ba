"""The page: a server for one browser or a whole class, and the API that the page uses.

| module    | what it is                                                              |
|-----------|-------------------------------------------------------------------------|
| refusal   | what is answered when a request is not done                             |
| reading   | requests, read strictly: what a field may hold is written down          |
| answers   | positions and games as the page is told them                            |
| games     | the games, in SQLite                                                    |
| watching  | a search as the page watches it: its nodes, in the order of the search  |
| review    | what each move of a game was worth                                      |
| worker    | a process for searches that cannot be stopped but killed                |
| workers   | such processes, seen from the server                                    |
| searches  | searches outside the event loop: so many at a time, ended when unwanted |
| streams   | server-sent events                                                      |
| guard     | which requests come in at all, and the headers of what goes out         |
| files     | the files of the page                                                   |
| app       | the addresses                                                           |
| server    | the socket, the signals                                                 |

The API is described in `docs/api.md`.
"""
