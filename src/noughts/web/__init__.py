"""The page: a server for one browser or a whole class, and the API that the page uses.

Each module imports only from those above it; `tests/test_layout.py` checks it.

| module           | what it is                                                            |
|------------------|-----------------------------------------------------------------------|
| quotas           | how much of the machine requests may use                              |
| http_errors      | the answer to a request that is refused or fails                      |
| clients          | who asks: a browser, and its address                                  |
| capacity         | how many at a time, and how often                                     |
| turns            | whose search runs, and who waits                                      |
| fields           | how a request is read: strictly, by the types of its fields           |
| seats            | a table for two people: keys, offers, a clock                         |
| requests         | the requests, as typed values                                         |
| tree             | a game as a tree of moves                                             |
| changes          | a game, and what can be done to it                                    |
| seated           | what two people do in their game: sit down, move in time, ask, answer  |
| responses        | positions and games as the page receives them                         |
| database         | an SQLite file of games, and the one thread that uses it              |
| followers        | those who are told what is new about a game                           |
| games            | the games in memory and on disk, and who follows them                 |
| thinking         | what programs think, or how long they wait, for those who follow them  |
| watching         | a search as the page watches it: its nodes, in the order of the search |
| practising       | exercises, marks and keys for the page, a few at a time               |
| search_process   | a process for searches that cannot be stopped, only killed            |
| search_processes | these processes, seen from the server                                 |
| presence         | who is at a game right now                                            |
| timekeeper       | ends games whose clock has run out                                    |
| codes            | QR codes                                                              |
| streams          | server-sent events                                                    |
| searching        | what can be asked of those who search, and what is refused            |
| searches         | searches outside the event loop, stopped when no longer wanted        |
| reach            | where others find this server                                         |
| wrong_host       | the page for a browser that came under a wrong name                   |
| guard            | which requests are let in, and the headers of every response          |
| app              | the addresses                                                         |
| connections      | time-outs for clients that do not send or do not read                 |
| server           | the socket and the signals                                            |

The API is described in `docs/reference/http-api.md`.
"""
