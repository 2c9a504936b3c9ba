"""What is answered when a request is not done: a code and a sentence, as Starlette raises them."""

import logging

from starlette.exceptions import HTTPException

from noughts.errors import IllegalMove, NotationError, OutOfReach

__all__ = ["CODES", "UNEXPECTED", "http_error", "stopping", "too_many_listeners"]
__all__ += ["too_many_searches"]

CODES = {OutOfReach: 422, NotationError: 400, IllegalMove: 400}  # of the errors of the library
UNEXPECTED = "something went wrong here that should not; the server has logged it"

log = logging.getLogger("noughts.web")


def http_error(error: Exception) -> HTTPException:
    """The same with a code; an error that nobody expected is logged."""
    if isinstance(error, HTTPException):
        return error
    for kind, code in CODES.items():
        if isinstance(error, kind):
            return HTTPException(code, str(error))
    log.error("a request failed", exc_info=error)
    return HTTPException(500, UNEXPECTED)


def too_many_searches(again: int) -> HTTPException:
    """There is no slot for another one; `again` is when to try again, in seconds."""
    return _too_many("searches are waiting", again)


def too_many_listeners() -> HTTPException:
    """There is no room for another stream of events."""
    return _too_many("are listening", again=5)


def _too_many(what: str, again: int) -> HTTPException:
    sentence = f"too many {what}: try again in {again} seconds"
    return HTTPException(429, sentence, {"retry-after": str(again)})


def stopping() -> HTTPException:
    """The server has been told to leave."""
    return HTTPException(503, "the server is stopping")
