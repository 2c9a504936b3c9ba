"""The page: a server for one browser or a whole class, and the API that the page uses.

Each module imports only from those above it; `tests/test_layout.py` checks it.

| module           | what it is                                                            |
|------------------|-----------------------------------------------------------------------|
| quotas           | how much of the machine requests may use                              |
| http_errors      | the answer to a request that is refused or fails                      |
| capacity         | how many searches and streams at a time                               |
| fields           | how a request is read: strictly, by the types of its fields           |
| requests         | the requests, as typed values                                         |
| changes          | a game, and what can be done to it                                    |
| responses        | positions and games as the page receives them                         |
| database         | an SQLite file, and the one thread that uses it                       |
| games            | the games in memory and on disk, and who follows them                 |
| watching         | a search as the page watches it: its nodes, in the order of the search |
| search_process   | a process for searches that cannot be stopped, only killed            |
| search_processes | these processes, seen from the server                                 |
| streams          | server-sent events                                                    |
| searches         | searches outside the event loop, stopped when no longer wanted        |
| guard            | which requests are let in, and the headers of every response          |
| app              | the addresses                                                         |
| server           | the socket and the signals                                            |

The API is described in `docs/api.md`.
"""
