"""The addresses under which other devices reach this machine."""

from __future__ import annotations

import ipaddress
import socket

# Documentation addresses (RFC 5737, RFC 3849): nothing is ever sent to them. Connecting a UDP
# socket sends no packet either; it only makes the system choose the address it would send from.
_ANY_REMOTE = ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1"))


def addresses_of_this_machine() -> tuple[str, ...]:
    """List addresses of this machine that phones in the same network may reach, likeliest first.

    Loopback and link-local addresses are left out: a phone reaches neither by typing it.
    """
    found: list[str] = []
    for family, remote in _ANY_REMOTE:
        try:
            with socket.socket(family, socket.SOCK_DGRAM) as probe:
                probe.connect((remote, 9))
                found.append(probe.getsockname()[0])
        except OSError:
            continue
    try:
        for _, _, _, _, where in socket.getaddrinfo(socket.gethostname(), None):
            found.append(str(where[0]))
    except OSError:
        pass
    return tuple(dict.fromkeys(address for address in found if _is_for_phones(address)))


def address_to_open(host: str, port: int, scheme: str = "http") -> str:
    """Write an address for a browser.

    Example:
        >>> address_to_open("192.168.0.7", 8080), address_to_open("fd00::7", 8080)
        ('http://192.168.0.7:8080/', 'http://[fd00::7]:8080/')
    """
    return f"{scheme}://{f'[{host}]' if ':' in host else host}:{port}/"


def _is_for_phones(address: str) -> bool:
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return False
    return not (parsed.is_loopback or parsed.is_link_local or parsed.is_unspecified)
