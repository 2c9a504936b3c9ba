"""The page for a browser that came under a name that is not this server's."""

import base64
import hashlib
from html import escape
from typing import Any

from starlette.responses import HTMLResponse

from noughts.errors import shorten
from noughts.web.reach import origin

__all__ = ["wrong_host_page"]

STYLE = """
:root { color-scheme: light dark; }
body { max-width: 38rem; margin: 12vh auto; padding: 0 1.25rem; font: 1.125rem/1.6 system-ui, sans-serif; }
h1 { font-size: 1.5rem; line-height: 1.3; }
a, code { overflow-wrap: anywhere; }
.address { font-size: 1.25rem; font-weight: 600; }
code { padding: .1em .35em; border-radius: .3em; background: color-mix(in srgb, currentcolor 10%, transparent); }
"""  # noqa: E501
DIGEST = base64.b64encode(hashlib.sha256(STYLE.encode()).digest()).decode()
POLICY = (
    f"default-src 'none'; style-src 'sha256-{DIGEST}'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'"
)
PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Another address, please · Noughts</title>
<style>{style}</style>
</head>
<body>
<h1>Noughts is here, but not under this name</h1>
<p>Your browser asked for <strong>{name}</strong>. So that no other web site can use this server in
your name, it answers only to its own addresses.</p>
{address}
<p>If you run the server and want to use that name, start it with
<code>noughts web --allow-host {name}</code>.</p>
</body>
</html>
"""
ADDRESS = '<p>Open this instead:</p>\n<p class="address"><a href="{0}/">{0}/</a></p>'


def wrong_host_page(given: str, server: Any) -> HTMLResponse:
    """What happened, and what to type: `server` is where the browser connected to."""
    name = escape(shorten(given.rpartition(":")[0] if ":" in given else given).strip("'\""))
    where = ADDRESS.format(escape(origin(*server))) if server and server[1] else ""
    page = PAGE.format(style=STYLE, name=name, address=where)
    return HTMLResponse(page, 403, {"content-security-policy": POLICY, "cache-control": "no-store"})
