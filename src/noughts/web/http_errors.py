"""The answer to a request that is refused or fails: a code and a sentence, as in Starlette."""

import logging

from starlette.exceptions import HTTPException

from noughts.errors import IllegalMove, NotationError, OutOfReach

__all__ = ["CODES", "UNEXPECTED", "http_error", "stopping", "too_many"]

CODES = {OutOfReach: 422, NotationError: 400, IllegalMove: 400}  # for the library's errors
UNEXPECTED = "something went wrong unexpectedly; the server has logged it"

log = logging.getLogger("noughts.web")


def http_error(error: Exception) -> HTTPException:
    """The same error with a code; an unexpected one is logged."""
    if isinstance(error, HTTPException):
        return error
    for kind, code in CODES.items():
        if isinstance(error, kind):
            return HTTPException(code, str(error))
    log.error("a request failed", exc_info=error)
    return HTTPException(500, UNEXPECTED)


def too_many(what: str, again: int) -> HTTPException:
    """Nothing is left; `again` is how many seconds to wait."""
    seconds = "1 second" if again == 1 else f"{again} seconds"
    sentence = f"too many {what}: try again in {seconds}"
    return HTTPException(429, sentence, {"retry-after": str(again)})


def stopping() -> HTTPException:
    """The server is shutting down."""
    return HTTPException(503, "the server is stopping")
