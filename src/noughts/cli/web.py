"""`noughts web`: the page."""

import ipaddress
import re
import threading
import webbrowser
from typing import Any

import click

from noughts.cli import arguments
from noughts.errors import NotationError, shorten

__all__ = ["command"]

PORT = 8008
NEXT_PORTS = 21


class Site(click.ParamType):  # type: ignore[type-arg]
    """A web site: scheme and host, perhaps a port, and nothing else."""

    name = "site"

    def convert(self, value: str, param: Any, ctx: Any) -> str:
        """The site without its final slash."""
        site = value.removesuffix("/")
        if not re.fullmatch(r"https?://[A-Za-z0-9.\-\[\]:*]+", site):
            self.fail(f"{shorten(value)} is not a site: write one such as https://example.org")
        return site


@click.command("web")
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on.")
@click.option(
    "--port", type=arguments.Whole(0, 65535), metavar="N",
    help=f"Port to listen on [{PORT}, or the next free one].",
)  # fmt: skip
@click.option(
    "--database", type=click.Path(), metavar="FILE",
    help="File to keep games in [in your data folder].",
)  # fmt: skip
@click.option(
    "--allow-host", "hosts", multiple=True, metavar="NAME",
    help="Another name that browsers may use for this server.",
)  # fmt: skip
@click.option(
    "--embed", "embedders", type=Site(), multiple=True, metavar="SITE",
    help="A site such as https://example.org that may show the page in a frame [none].",
)  # fmt: skip
@click.option("--no-open", is_flag=True, help="Do not open a browser.")
def command(
    host: str,
    port: int | None,
    database: str | None,
    hosts: tuple[str, ...],
    embedders: tuple[str, ...],
    no_open: bool,
) -> None:
    """Open the page in your browser: play, see what every move is worth, watch the search.

    Games are saved: stop the server, start it again, and play on. It listens on this computer
    only, unless --host says otherwise; --host 0.0.0.0 lets everyone on your network join, and
    prints the address that they type.
    """
    from noughts.web.app import create_app
    from noughts.web.database import default_database
    from noughts.web.reach import origins
    from noughts.web.server import address, listen, serve

    path = arguments.read_path(database) if database else default_database()
    try:
        app = create_app(path, hosts=(host, *hosts), embedders=embedders)
    except (OSError, NotationError) as error:
        why = str(error)
        if isinstance(error, OSError):
            why = f"{str(path)!r} cannot be written: {error.strerror or error}"
        raise click.UsageError(f"{why} (--database FILE keeps the games elsewhere)") from None
    listener = listen(host, PORT, NEXT_PORTS) if port is None else listen(host, port)
    where = address(listener)
    app.state.api.addresses = lambda: origins(listener, hosts)

    def ready() -> None:
        click.echo(f"Noughts is at {where} (Ctrl-C stops it)")
        for other in origins(listener, hosts):
            click.echo(f"On other machines, type {other}/")
        if not _is_loopback(host):
            click.echo("Everyone on your network can reach it and see all games.", err=True)
        if not no_open:
            threading.Thread(target=webbrowser.open, args=[where], daemon=True).start()

    serve(app, listener, ready)


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
