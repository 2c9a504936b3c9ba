"""Plays badly, and a thread interrupts the main one as if somebody pressed Ctrl-C."""

import _thread
import threading
import time


def interrupt():
    for _ in range(1_000):
        time.sleep(0.002)
        _thread.interrupt_main()


def choose(board, mark):
    return board.index(".")


threading.Thread(target=interrupt, daemon=True).start()
