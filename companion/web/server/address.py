"""Addresses of this machine in its networks, and links made of them.

Asks the operating system only; sends nothing, looks up no name. Knows neither sessions nor the server.
"""

from __future__ import annotations

import platform
import re
import socket
import struct
import sys
from ipaddress import IPv4Address
from urllib.parse import urlsplit

from companion.core.errors import WrongCall

LOOPBACK = "127.0.0.1"
_SOMEWHERE = ("203.0.113.1", 9)  # kept for documentation; only asked which way it would be
_HOST = re.compile(r"(?=.{1,253}$)[a-z0-9]([a-z0-9-]{0,62})(\.[a-z0-9-]{1,63})*")
_SHARED = (IPv4Address("100.64.0.0"), IPv4Address("100.127.255.255"))  # tunnels and large providers


def url(host: str, port: int, path: str = "") -> str:
    """Return `http://HOST:PORT/PATH`."""
    return f"http://{host}/{path}" if port == 80 else f"http://{host}:{port}/{path}"


def lan_addresses() -> list[str]:
    """Return IPv4 addresses of this machine, those of home networks first, link-local ones last.

    Among equals the address of the default route comes first.
    """
    out = outward_address()
    found = dict.fromkeys([*([out] if out else []), *interface_addresses()])
    return sorted(found, key=lambda address: (_reach_rank(IPv4Address(address)), address != out))


def _reach_rank(address: IPv4Address) -> int:
    if address.is_link_local:
        return 2
    return 0 if address.is_private and not _SHARED[0] <= address <= _SHARED[1] else 1


def outward_address() -> str:
    """Return the source address of packets to the internet, empty without a route. Sends none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(_SOMEWHERE)
        except OSError:
            return ""
        address: str = probe.getsockname()[0]
    return "" if _is_local_only(address) else address


def interface_addresses() -> list[str]:
    """Return IPv4 addresses of the network interfaces in their order, without loopback."""
    try:
        import fcntl
    except ImportError:  # Windows lists them under the machine's own name
        rows = [str(row[4][0]) for row in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)]
        return [address for address in rows if not _is_local_only(address)]
    ask = 0xC0206921 if sys.platform == "darwin" else 0x8915  # SIOCGIFADDR
    out = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        for _, name in socket.if_nameindex():
            try:
                answer = fcntl.ioctl(probe, ask, struct.pack("256s", name.encode()[:15]))
            except OSError:  # it has none
                continue
            out.append(socket.inet_ntoa(answer[20:24]))
    return [address for address in out if not _is_local_only(address)]


def _is_local_only(address: str) -> bool:
    parsed = IPv4Address(address)
    return parsed.is_loopback or parsed.is_unspecified


def is_number(link: str) -> bool:
    """Return whether the host of an address is an IPv4 number, which every phone opens."""
    return bool(re.fullmatch(r"\d+(\.\d+){3}", urlsplit(link).hostname or ""))


def local_name() -> str:
    """Return `NAME.local` of this machine, empty if it has no name of its own."""
    name = platform.node().partition(".")[0].lower()
    return f"{name}.local" if _HOST.fullmatch(name) and name != "localhost" else ""


def parse_public_address(word: str) -> str:
    """Return a public address as browsers write it, `https://HOST[:PORT]`. Raises WrongCall."""
    try:
        parts = urlsplit(word)
        port, name = parts.port, (parts.hostname or "").encode("idna").decode()
    except ValueError:  # UnicodeError is one
        raise WrongCall("not_public_address", word) from None
    plain = {"http": 80, "https": 443}.get(parts.scheme)
    rest = (parts.path.strip("/"), parts.query, parts.fragment, parts.username or parts.password or "")
    if plain is None or not _HOST.fullmatch(name) or port == 0 or any(rest):
        raise WrongCall("not_public_address", word)
    return f"{parts.scheme}://{name}" if port in (None, plain) else f"{parts.scheme}://{name}:{port}"
