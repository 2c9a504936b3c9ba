"""The files of the page: those in `static/`, and no others."""

import hashlib
import re
from dataclasses import dataclass
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response

from noughts.web.refusal import Refusal

__all__ = ["Files"]

FOLDER = Path(__file__).parent / "static"
PLAIN = re.compile(r"(?:[A-Za-z0-9_-]+/)*[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)+")
KINDS = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".ico": "image/vnd.microsoft.icon",
    ".woff2": "font/woff2",
    ".webmanifest": "application/manifest+json",
}


@dataclass(frozen=True)
class Content:
    """A file, and what tells it from an older one."""

    stamp: tuple[int, int]
    body: bytes
    tag: str


class Files:
    """Answers with files; a browser that has one already is told so."""

    def __init__(self, folder: Path = FOLDER) -> None:
        self._folder = folder
        self._known: dict[str, Content] = {}

    async def page(self, request: Request) -> Response:
        """The page itself."""
        return self._answer("index.html", request)

    async def file(self, request: Request) -> Response:
        """One of its files."""
        return self._answer(request.path_params["path"], request)

    def _answer(self, path: str, request: Request) -> Response:
        kind = KINDS.get(Path(path).suffix)
        content = self._content(path) if kind and PLAIN.fullmatch(path) else None
        if kind is None or content is None:
            raise Refusal(404, f"there is no file {path[:100]!r} here")
        headers = {"cache-control": "no-cache", "etag": content.tag}
        wanted = request.headers.get("if-none-match", "")
        if content.tag in (tag.strip().removeprefix("W/") for tag in wanted.split(",")):
            return Response(status_code=304, headers=headers)
        return Response(content.body, headers={**headers, "content-type": kind})

    def _content(self, path: str) -> Content | None:
        file = self._folder / path
        try:
            if file.resolve() != self._folder.resolve() / path:  # a link to somewhere else
                return None
            state = file.stat()
            stamp = (state.st_mtime_ns, state.st_size)
            known = self._known.get(path)
            if known is None or known.stamp != stamp:
                body = file.read_bytes()
                tag = f'"{hashlib.sha256(body).hexdigest()[:20]}"'
                known = self._known[path] = Content(stamp, body, tag)
        except OSError:
            return None
        return known
