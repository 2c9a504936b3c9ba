"""QR codes, drawn here."""

from itertools import groupby
from typing import Any

import segno
from starlette.exceptions import HTTPException

__all__ = ["qr_code"]

QUIET = 4  # modules of white around it: readers need them to find the code


def qr_code(text: str) -> dict[str, Any]:
    """The code as an SVG path of its dark modules, in a square of `size` modules."""
    try:
        code = segno.make_qr(text, error="m")
    except segno.DataOverflowError:
        raise HTTPException(400, "text: it is too long for a code") from None
    rows = code.matrix_iter(border=QUIET)
    path = "".join(_path_of_row(y, list(row)) for y, row in enumerate(rows))
    return {"size": len(code.matrix) + 2 * QUIET, "path": path}


def _path_of_row(y: int, row: list[int]) -> str:
    """One rectangle for each run of dark modules."""
    path, x = "", 0
    for dark, run in groupby(row, bool):
        width = len(list(run))
        if dark:
            path += f"M{x} {y}h{width}v1h-{width}z"
        x += width
    return path
