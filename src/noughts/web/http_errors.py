"""The answer to a request that is refused or fails: a code and a sentence, as in Starlette."""

import logging

from starlette.exceptions import HTTPException

from noughts.errors import IllegalMove, NotationError, OutOfReach

__all__ = ["CODES", "UNEXPECTED", "http_error", "stopping", "too_many_listeners"]
__all__ += ["too_many_searches"]

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


def too_many_searches(again: int) -> HTTPException:
    """No slot is free for another search; `again` is how many seconds to wait."""
    return _too_many("searches are waiting", again)


def too_many_listeners() -> HTTPException:
    """No place is free for another stream of events."""
    return _too_many("clients are listening", again=5)


def _too_many(what: str, again: int) -> HTTPException:
    sentence = f"too many {what}: try again in {again} seconds"
    return HTTPException(429, sentence, {"retry-after": str(again)})


def stopping() -> HTTPException:
    """The server is shutting down."""
    return HTTPException(503, "the server is stopping")
