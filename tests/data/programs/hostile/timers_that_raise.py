"""Plays badly, and has a timer raise in whatever runs, every few milliseconds."""

import signal


def raise_it(*_):
    raise SystemExit("time is up")


def choose(board, mark):
    return board.index(".")


signal.signal(signal.SIGPROF, raise_it)
signal.setitimer(signal.ITIMER_PROF, 0.005, 0.005)
