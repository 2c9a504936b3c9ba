"""The page: a server for one browser or a whole class, and the API that the page uses.

Each module imports only from those above it; `tests/test_layout.py` keeps it so.

| module           | what it is                                                            |
|------------------|-----------------------------------------------------------------------|
| quotas           | how much of the machine the requests may use                          |
| http_errors      | what is answered when a request is not done                           |
| capacity         | how many at a time                                                    |
| fields           | how a request is read: strictly, by the types of its fields           |
| requests         | the requests, as typed values                                         |
| changes          | a game, and what can be done to it                                    |
| responses        | positions and games as the page is told them                          |
| database         | a file in SQLite, and the one thread that uses it                     |
| games            | the games in memory and on disk, and who follows them                 |
| watching         | a search as the page watches it: its nodes, in the order of the search |
| review           | what each move of a game was worth                                    |
| search_process   | a process for searches that cannot be stopped but killed              |
| search_processes | such processes, seen from the server                                  |
| streams          | server-sent events                                                    |
| searches         | searches outside the event loop, ended when they are unwanted         |
| guard            | which requests come in at all, and the headers of what goes out       |
| app              | the addresses                                                         |
| server           | the socket, the signals                                               |

The API is described in `docs/api.md`.
"""
