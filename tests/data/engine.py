"""A Gomocup engine that plays the first free cell, and misbehaves when it is told to.

    python engine.py COMMAND ACTION [ARGUMENT] [MARKER]

At COMMAND (such as TURN) it does ACTION, a function below, instead of answering. With MARKER, a
file, it does so only once in its lives: the file remembers. What it reads is added to the file that
the variable ENGINE_LOG names.
"""

import os
import signal
import sys
import time
from collections.abc import Callable

HERE = sys.argv[1] if sys.argv[1:] else ""
ACTION = sys.argv[2] if sys.argv[2:] else ""
ARGUMENT = sys.argv[3] if sys.argv[3:] else ""
MARKER = sys.argv[4] if sys.argv[4:] else ""


def write(data: bytes) -> None:
    while data:
        data = data[os.write(1, data) :]


def say(answer: bytes) -> None:
    """The argument, in which @ stands for the right answer."""
    write(ARGUMENT.encode().decode("unicode_escape").encode("latin-1").replace(b"@", answer))


def many(answer: bytes) -> None:
    """The argument so many times, and then the answer."""
    times, text = ARGUMENT.split(" ", 1)
    write(text.encode().decode("unicode_escape").encode("latin-1") * int(times) + answer + b"\n")


def nothing(answer: bytes) -> None:
    pass


def leave(answer: bytes) -> None:
    os.write(2, b"first\nlast \x1b[31mwords\n")
    os._exit(int(ARGUMENT))


def die(answer: bytes) -> None:
    os.kill(os.getpid(), int(ARGUMENT))


def hang(answer: bytes) -> None:
    time.sleep(60)


def late(answer: bytes) -> None:
    time.sleep(float(ARGUMENT))
    write(answer + b"\n")


def in_parts(answer: bytes) -> None:
    for byte in answer + b"\r\n":
        time.sleep(0.01)
        write(bytes([byte]))


def unflushed(answer: bytes) -> None:
    sys.stdout.write(answer.decode() + "\n")


def close_output(answer: bytes) -> None:
    os.close(1)
    time.sleep(60)


def close_input(answer: bytes) -> None:
    os.close(0)
    write(answer + b"\n")
    time.sleep(60)


def close_errors(answer: bytes) -> None:
    os.close(2)
    write(answer + b"\n")


def stop_reading(answer: bytes) -> None:
    write(answer + b"\n")
    time.sleep(60)


def fork_and_leave(answer: bytes) -> None:
    """The child holds the pipes."""
    if os.fork() == 0:
        time.sleep(60)
    os._exit(4)


def fork_and_answer(answer: bytes) -> None:
    if os.fork() == 0:
        time.sleep(60)
    write(answer + b"\n")


def answer_and_leave(answer: bytes) -> None:
    write(answer + b"\n")
    os._exit(5)


def flood(answer: bytes) -> None:
    """Lines without end; the argument is one of them."""
    line = ARGUMENT.encode().decode("unicode_escape").encode("latin-1") * 1000
    while True:
        write(line)


def flood_errors(answer: bytes) -> None:
    for _ in range(300):
        os.write(2, b"e" * 10_000)
    write(answer + b"\n")


def errors_without_end(answer: bytes) -> None:
    while True:
        os.write(2, b"e" * 10_000)


def stay(answer: bytes) -> None:
    for each in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(each, signal.SIG_IGN)
    while True:
        time.sleep(60)


class Board:
    def __init__(self) -> None:
        self.columns = self.rows = 0
        self.stones: set[str] = set()
        self.told: list[str] | None = None  # the lines of a BOARD

    def answer(self, word: str, rest: str) -> bytes:
        if word == "ABOUT":
            return b'name="First Free", version="1", author="A", country="B"'
        if word in ("START", "RECTSTART", "RESTART"):
            sides = [int(side) for side in rest.split(",")] if rest else [self.columns, self.rows]
            self.columns, self.rows = sides[0], sides[-1]
            self.stones = set()
            return b"OK"
        if word == "TURN":
            self.stones.add(rest)
        return self.move()

    def move(self) -> bytes:
        cells = (f"{x},{y}" for y in range(self.rows) for x in range(self.columns))
        cell = next(cell for cell in cells if cell not in self.stones)
        self.stones.add(cell)
        return cell.encode()


def keep(line: bytes) -> None:
    if log := os.environ.get("ENGINE_LOG"):
        with open(log, "ab") as file:
            file.write(line + b"\n")


def misbehaves(word: str) -> bool:
    if word != HERE or (MARKER and os.path.exists(MARKER)):
        return False
    if MARKER:
        os.close(os.open(MARKER, os.O_CREAT))
    return True


def main() -> None:
    board = Board()
    action: Callable[[bytes], None] = globals()[ACTION] if ACTION else nothing
    if misbehaves(""):
        action(b"")
    pending = b""
    while chunk := os.read(0, 65_536):
        *lines, pending = (pending + chunk).split(b"\r\n")
        for line in lines:
            keep(line)
            word, _, rest = line.decode().partition(" ")
            if word == "BOARD":
                board.told = []
                board.stones = set()
            elif word[:1].isdigit():
                board.stones.add(",".join(word.split(",")[:2]))
            elif word == "INFO":
                if misbehaves(word):
                    action(b"OK")
            elif word == "END":
                if misbehaves(word):
                    action(b"")
                return
            else:
                answer = board.answer(word, rest)
                if misbehaves(word):
                    action(answer)
                else:
                    write(answer + b"\n")


main()
