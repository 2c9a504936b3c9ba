"""Plays badly, and lowers its own limits so that the kernel ends it."""

import resource

resource.setrlimit(resource.RLIMIT_NOFILE, (3, 3))
resource.setrlimit(resource.RLIMIT_CPU, (1, 1))


def choose(board, mark):
    if board.count(".") == 1:
        while True:
            pass
    return board.index(".")
