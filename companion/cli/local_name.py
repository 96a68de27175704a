"""The name under which phones find this machine without a number: springfield.local."""

from __future__ import annotations

import ipaddress
import logging
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Final

from zeroconf import Error, ServiceInfo, Zeroconf

LOCAL_NAME: Final = "springfield.local"

_KIND: Final = "_http._tcp.local."

LOG = logging.getLogger(__name__)


@contextmanager
def announced(addresses: Sequence[str], port: int) -> Iterator[bool]:
    """Answer to the local name while the block runs (mDNS, RFC 6762).

    Args:
        addresses: This machine's addresses that phones reach.
        port: Where the pages are.

    Yields:
        Whether the name is announced; a network that allows none is no fault.
    """
    if not addresses:
        yield False
        return
    zeroconf = None
    try:
        zeroconf = Zeroconf(interfaces=[one for one in addresses if _is_v4(one)] or list(addresses))
        info = ServiceInfo(
            _KIND,
            f"Springfield Companion.{_KIND}",
            addresses=[ipaddress.ip_address(address).packed for address in addresses],
            port=port,
            properties={"path": "/"},
            server=f"{LOCAL_NAME}.",
        )
        zeroconf.register_service(info, allow_name_change=True)
    except (OSError, Error) as error:
        LOG.info("the name %s is not announced: %s", LOCAL_NAME, error)
        if zeroconf is not None:
            zeroconf.close()
        yield False
        return
    try:
        yield True
    finally:
        zeroconf.unregister_all_services()
        zeroconf.close()


def _is_v4(address: str) -> bool:
    return ipaddress.ip_address(address).version == 4
