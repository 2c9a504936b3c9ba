"""A process that plays games: tasks come in as lines of JSON, games go out as lines of JSON.

    python -m noughts.arena.worker

It ends when its input does, even in the middle of a game: it never outlives whoever started it.
"""

import json
import os
import signal
import threading
import traceback
from queue import SimpleQueue

from noughts.arena.game import Table
from noughts.arena.store import Task

__all__ = ["serve"]


def serve() -> None:
    """Play until the input ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for whoever gives the tasks
    answers = os.dup(1)
    os.dup2(2, 1)  # nobody else may write where the answers go
    tasks: SimpleQueue[str] = SimpleQueue()
    with Table() as table, open(answers, "w", encoding="utf-8") as out:
        threading.Thread(target=_read, args=(tasks, table), daemon=True).start()
        try:
            while True:
                played = table.play(Task.from_json(json.loads(tasks.get())))
                out.write(json.dumps(played.as_json()) + "\n")
                out.flush()
        except BaseException:
            traceback.print_exc()
            table.close()
            os._exit(1)  # at once: when the output is closed, the other thread leaves with 0


def _read(tasks: "SimpleQueue[str]", table: Table) -> None:
    """Take in tasks; at the end of the input, leave at once."""
    with open(0, encoding="utf-8") as lines:
        for line in lines:
            tasks.put(line)
    table.close()
    os._exit(0)


if __name__ == "__main__":
    serve()
