"""Which requests are let in, and the headers of every response.

The server has no passwords: anyone who can reach it may use it. So a web page from elsewhere must
not reach it through its reader's browser, neither under another name (Host) nor from another page
(Origin). And no request may be so large or slow that it becomes a burden.
"""

import asyncio
import ipaddress
from collections.abc import Collection, Mapping
from functools import lru_cache
from urllib.parse import urlsplit

from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from noughts.errors import shorten
from noughts.web.responses import error_response
from noughts.web.wrong_host import wrong_host_page

__all__ = ["Guard", "headers_for"]

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors"
)
READING = ("GET", "HEAD")
OPENER_POLICY = (b"cross-origin-opener-policy", b"same-origin")


class WrongHost(HTTPException):
    """The client thinks that it talks to another server."""

    def __init__(self, host: str) -> None:
        sentence = f"{shorten(host)} is not the name of this server"
        super().__init__(403, f"{sentence} (noughts web --allow-host adds one)")
        self.host = host


def headers_for(embedders: Collection[str]) -> dict[str, str]:
    """The headers of every response; `embedders` are the sites that may show it in a frame."""
    sites = " ".join(embedders) or "'none'"
    return {
        "content-security-policy": f"{POLICY} {sites}",
        "x-content-type-options": "nosniff",
        "referrer-policy": "no-referrer",
        "cross-origin-resource-policy": "same-origin",
    }


class Guard:
    """Checks each request before the application gets it."""

    def __init__(
        self,
        app: ASGIApp,
        hosts: Collection[str],
        headers: Mapping[str, str],
        most_bytes: int,
        seconds: float,
    ) -> None:
        self._app = app
        self._headers = [(name.encode(), value.encode()) for name, value in headers.items()]
        self._hosts = {"localhost", *(host.lower() for host in hosts)}
        self._most_bytes = most_bytes
        self._seconds = seconds

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let the request through, or refuse it."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                own = [*message.get("headers", ())]
                named = {name for name, _ in own}  # some pages have a policy of their own
                rest = [each for each in self._headers if each[0] not in named]
                message["headers"] = [*own, *rest, *_opener_policy(scope)]
            await send(message)

        try:
            headers = dict(scope["headers"])
            self._check_host(scope, headers)
            self._check_origin(scope, headers)
            if scope["method"] not in READING:
                receive = _replay(await self._body(headers, receive), receive)
        except HTTPException as error:
            response = _refusal(error, scope)
            response.headers["connection"] = "close"
            await response(scope, receive, with_headers)
            return
        await self._app(scope, receive, with_headers)

    def _check_host(self, scope: Scope, headers: Mapping[bytes, bytes]) -> None:
        given = headers.get(b"host", b"").decode("latin-1")
        host = _name(given)
        several = sum(name == b"host" for name, _ in scope["headers"]) > 1
        if host is None or several or not (host in self._hosts or _is_address(host)):
            raise WrongHost(given)

    def _check_origin(self, scope: Scope, headers: Mapping[bytes, bytes]) -> None:
        if scope["method"] in READING and not scope["path"].startswith("/api"):
            return
        origin = headers.get(b"origin")
        if origin is not None and _netloc(origin.decode("latin-1")) != headers[b"host"].lower():
            sentence = f"pages from {shorten(origin.decode('latin-1'))} may not use this server"
            raise HTTPException(403, sentence)
        if headers.get(b"sec-fetch-site", b"none") not in (b"none", b"same-origin"):
            raise HTTPException(403, "pages from other servers may not use this one")

    async def _body(self, headers: Mapping[bytes, bytes], receive: Receive) -> bytes:
        length = headers.get(b"content-length", b"0")
        if not length.isdigit() or int(length) > self._most_bytes:
            raise self._too_large()
        try:
            async with asyncio.timeout(self._seconds):
                return await self._whole(receive)
        except TimeoutError:
            raise HTTPException(
                400, f"the request was still incomplete after {self._seconds:g} seconds"
            ) from None

    async def _whole(self, receive: Receive) -> bytes:
        body = bytearray()
        while True:
            message = await receive()
            if message["type"] == "http.disconnect":
                raise HTTPException(400, "the request is incomplete")
            body += message.get("body", b"")
            if len(body) > self._most_bytes:
                raise self._too_large()
            if not message.get("more_body", False):
                return bytes(body)

    def _too_large(self) -> HTTPException:
        return HTTPException(413, f"the request is too large: at most {self._most_bytes} bytes")


def _opener_policy(scope: Scope) -> list[tuple[bytes, bytes]]:
    """The header that no window from elsewhere may hold on to the page, where it has an effect.

    Browsers heed it on origins that they trust (https, this computer) and complain about it on
    others. To the trusted ones alone they send the Sec-Fetch headers.
    """
    trusted = any(name == b"sec-fetch-dest" for name, _ in scope["headers"])
    return [OPENER_POLICY] if trusted else []


def _refusal(error: HTTPException, scope: Scope) -> Response:
    """The refusal as JSON; as a page where a person has typed a wrong name."""
    accepted = dict(scope["headers"]).get(b"accept", b"")
    person = scope["method"] in READING and b"text/html" in accepted
    if isinstance(error, WrongHost) and person and not scope["path"].startswith("/api"):
        return wrong_host_page(error.host, scope.get("server"))
    return error_response(error)


def _replay(body: bytes, receive: Receive) -> Receive:
    """A channel that gives the body first, and then everything that follows."""
    waiting = [body]

    async def again() -> Message:
        if waiting:
            return {"type": "http.request", "body": waiting.pop(), "more_body": False}
        return await receive()

    return again


@lru_cache(256)
def _netloc(origin: str) -> bytes | None:
    """The `host:port` of an origin; None for `null` and anything that is not an origin."""
    try:
        parts = urlsplit(origin)
    except ValueError:
        return None
    return parts.netloc.lower().encode("latin-1") if parts.scheme in ("http", "https") else None


@lru_cache(256)
def _name(host: str) -> str | None:
    """The name in a Host header, without its port."""
    try:
        parts = urlsplit(f"//{host}")
        _ = parts.port
    except ValueError:
        return None
    return parts.hostname if parts.netloc == host and "@" not in host else None


@lru_cache(256)
def _is_address(host: str) -> bool:
    """Whether it is an IP address: unlike a name, it cannot be made to mean another server."""
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True
