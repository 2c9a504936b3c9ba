"""Where others find this server: the addresses of this machine on its networks."""

import contextlib
import ipaddress
import socket
import struct
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TypeAlias

__all__ = ["also_ipv4", "origin", "origins"]

IP: TypeAlias = ipaddress.IPv4Address | ipaddress.IPv6Address

# Addresses for documentation: the way to them is the way to everywhere, and nothing is sent.
FAR_AWAY = ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1"))
SIOCGIFADDR = 0x8915  # asks Linux for the IPv4 address of an interface
IF_INET6 = Path("/proc/net/if_inet6")


def origins(listener: socket.socket, names: Iterable[str] = ()) -> list[str]:
    """What others type, the likeliest first; nothing if only this computer can connect."""
    host, port = listener.getsockname()[:2]
    bound = ipaddress.ip_address(host)
    if bound.is_loopback:
        return []
    if not bound.is_unspecified:
        return [*(origin(name, port) for name in names), origin(host, port)]
    found = [address for address in _addresses() if _listens(listener, address)]
    return [origin(str(each), port) for each in (*names, *found)]


def origin(host: str, port: int) -> str:
    """The address of a server, without a slash at its end."""
    host = host.removeprefix("::ffff:") if "." in host else host  # IPv4 at an IPv6 socket
    return f"http://{f'[{host}]' if ':' in host else host}:{port}"


def _listens(listener: socket.socket, address: IP) -> bool:
    """Whether a socket for all addresses is there for this one."""
    return also_ipv4(listener) if address.version == 4 else listener.family == socket.AF_INET6


def also_ipv4(listener: socket.socket) -> bool:
    """Whether a client with an IPv4 address can connect."""
    if listener.family == socket.AF_INET:
        return True
    return not listener.getsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY)


def _addresses() -> list[IP]:
    """The addresses of this machine that others can use, the likeliest first."""
    texts = [*_towards_others(), *_of_interfaces()]
    found = _useful(texts) or _useful(_of_this_name())
    return sorted(found, key=lambda address: (address.is_link_local, address.version))


def _useful(texts: Iterable[str]) -> list[IP]:
    addresses = dict.fromkeys(ipaddress.ip_address(text) for text in texts)
    return [address for address in addresses if _is_for_others(address)]


def _is_for_others(address: IP) -> bool:
    """A local IPv6 address needs the name of an interface, which is another one elsewhere."""
    if address.is_loopback or address.is_unspecified or address.is_multicast:
        return False
    return not (address.version == 6 and address.is_link_local)


def _towards_others() -> Iterator[str]:
    """The addresses that packets to other networks would carry."""
    for family, far in FAR_AWAY:
        with contextlib.suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((far, 9))
            yield probe.getsockname()[0]


def _of_interfaces() -> Iterator[str]:
    """The addresses of all interfaces, where the system tells them."""
    with contextlib.suppress(ImportError, OSError):
        from fcntl import ioctl

        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            for _, name in socket.if_nameindex():
                with contextlib.suppress(OSError):
                    asked = struct.pack("256s", name.encode()[:15])
                    yield socket.inet_ntoa(ioctl(probe, SIOCGIFADDR, asked)[20:24])
    with contextlib.suppress(OSError):
        for line in IF_INET6.read_text().splitlines():
            yield socket.inet_ntop(socket.AF_INET6, bytes.fromhex(line.split()[0]))


def _of_this_name() -> Iterator[str]:
    """The addresses of this machine's name; may take time, so this is asked last."""
    with contextlib.suppress(OSError):
        for *_, where in socket.getaddrinfo(socket.gethostname(), None):
            yield str(where[0]).partition("%")[0]
