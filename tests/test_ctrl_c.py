"""Ctrl-C reaches whoever calls the library, whatever is running."""

import signal
import subprocess
import sys
import time

SEARCHES = {
    "an analysis": "engine.analyse('gomoku', Limit(seconds=100))",
    "an analysis of every move": "engine.analyse('gomoku', Limit(seconds=100), every_move=True)",
    "a proof": "solve('9x9x5', Limit(seconds=100))",
    "a match of engines": "Match('engine', 'perfect', 'gomoku', Limit(seconds=100)).run()",
    "a match of textbook searches": "Match('alpha-beta', 'minimax').run()",
    "the clock of the textbook": "analyse('gomoku', 'four-in-a-line', Limit(seconds=100))",
}
PROGRAM = """
import signal
from noughts import Engine, Limit, Match, analyse, solve
signal.signal(signal.SIGINT, signal.default_int_handler)
engine, done = Engine('gomoku', 16), 0
print('ready', flush=True)
try:
    while True:
        {search}
        done += 1
except KeyboardInterrupt:
    print('stopped', flush=True)
"""


def test_ctrl_c_ends_a_loop_of_searches() -> None:
    running = {
        what: subprocess.Popen(
            [sys.executable, "-c", PROGRAM.format(search=search)],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for what, search in SEARCHES.items()
    }
    try:
        for process in running.values():
            assert process.stdout is not None
            assert process.stdout.readline() == "ready\n"
        time.sleep(1)  # now they all search; one that does not yet is stopped all the same
        for process in running.values():
            process.send_signal(signal.SIGINT)
        for what, process in running.items():
            out, errors = process.communicate(timeout=60)
            assert (out, errors, process.returncode) == ("stopped\n", "", 0), what
    finally:
        for process in running.values():
            process.kill()
            process.communicate()
