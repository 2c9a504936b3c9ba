"""How long `noughts check` takes for one program.

    python bench/check.py [FOLDER]

Each Python file in the folder is graded by itself, by a new process on one core, as a student would
do it. Without a folder, every third of our own programs with the CS50 functions is. The result is
written to bench/check.md. On a busy machine, `sudo nice -n -20` in front of it gives it a core.
"""

import os
import statistics
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

HERE = Path(__file__).parent
OWN = HERE.parent / "tests" / "data" / "programs"
REPORT = HERE / "check.md"
LONGEST = 300.0  # seconds; what takes longer is ended, and counts as that


def seconds_for(file: Path) -> float:
    """How long it takes to grade a file, with everything that belongs to it."""
    command = [sys.executable, "-m", "noughts", "check", str(file), "--json"]
    started = time.perf_counter()
    with suppress(subprocess.TimeoutExpired):
        subprocess.run(command, stdout=subprocess.DEVNULL, timeout=LONGEST, check=False)
    return time.perf_counter() - started


def main() -> None:
    """Measure, and write the report."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else None
    files = sorted(folder.glob("*.py")) if folder else sorted(OWN.rglob("cs50_*.py"))[::3]
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})  # and all that it starts
    before = os.getloadavg()[0]
    taken = sorted(map(seconds_for, files))
    at = [statistics.median(taken), *(taken[int(len(taken) * part)] for part in (0.9, 0.95))]
    lines = [
        "# How long `noughts check` takes for one program",
        "",
        f"`python bench/check.py{' FOLDER' if folder else ''}`, {len(files)} programs, one core, "
        f"Python {sys.version.split()[0]}. Before it began, the load of the machine was "
        f"{before:.1f}{f', its own priority {os.nice(0)}' if os.nice(0) else ''}.",
        "",
        "| seconds | median | p90 | p95 | longest |",
        "|---|---:|---:|---:|---:|",
        f"| | {at[0]:.1f} | {at[1]:.1f} | {at[2]:.1f} | {taken[-1]:.1f} |",
        "",
    ]
    REPORT.write_text("\n".join(lines))
    print("\n".join(lines))


if __name__ == "__main__":
    main()
