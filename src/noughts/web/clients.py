"""Who asks: a browser, and the address that it asks from.

A whole class may sit behind one address, so the page gives itself a random name and sends it with
every request (`Noughts-Client`). A program may make names up, so each address has limits as well,
wider ones. A request without a name counts for its connection.
"""

import ipaddress
import re
from dataclasses import dataclass
from functools import lru_cache

from starlette.types import Scope

__all__ = ["HEADER", "NOBODY", "Client", "client_of", "network"]

HEADER = b"noughts-client"
NAME = re.compile(rb"[A-Za-z0-9_-]{8,40}")
V6_PREFIX = 64  # bits of an IPv6 address: all the addresses below it usually belong to one customer


@dataclass(frozen=True)
class Client:
    """One browser, or whatever else asks."""

    address: str
    name: str


NOBODY = Client("", "")


def client_of(scope: Scope) -> Client:
    """Who sent a request."""
    host, port = scope.get("client") or ("", 0)
    given = next((value for header, value in scope.get("headers", ()) if header == HEADER), b"")
    named = NAME.fullmatch(given) is not None
    return Client(network(host), given.decode() if named else f"port {port}")


@lru_cache(4096)
def network(host: str) -> str:
    """The address as limits count it: of IPv6, only the part that its owner cannot choose."""
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if isinstance(address, ipaddress.IPv4Address):
        return str(address)
    if address.ipv4_mapped:
        return str(address.ipv4_mapped)
    return str(ipaddress.ip_network((address, V6_PREFIX), strict=False))
