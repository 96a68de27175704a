"""The server: gevent's, without monkey patching, so that camera threads stay plain threads."""

from __future__ import annotations

import errno
import gc
import logging
import os
import ssl
from collections.abc import Callable
from pathlib import Path
from socket import AI_PASSIVE, SO_REUSEADDR, SOCK_STREAM, SOL_SOCKET, getaddrinfo
from typing import Final

import gevent
import gevent.socket
from flask import Flask
from gevent.pool import Pool
from gevent.pywsgi import WSGIServer

from companion.errors import UsageError

HIGHEST_PORT: Final = 65535

WAITING_CONNECTIONS: Final = 256
"""A cafe's phones all come back at once when its Wi-Fi does."""

_LOG = logging.getLogger(__name__)


def serve(
    app: Flask,
    host: str,
    port: int,
    *,
    on_listening: Callable[[int], None] | None = None,
    stop_after_s: float | None = None,
    tls: tuple[Path, Path] | None = None,
) -> None:
    """Serve `app` until the process is interrupted.

    Args:
        app: What `create_app` gave.
        host: Address to listen on; `"0.0.0.0"` lets phones in.
        port: Port to listen on; 0 takes a free one.
        on_listening: Called once with the port, when the first request could be answered.
        stop_after_s: Leave after so many seconds; None stays.
        tls: Certificate and key for safe pages, PEM files; None serves plain ones.

    Raises:
        UsageError: The port is taken, or the address is not this machine's.
    """
    server = listen(app, host, port, tls=tls)
    # What is loaded by now stays. Left in the collector's hands, it is looked through again each
    # time that many phones have come, and the pages stand still for a third of a second.
    gc.collect()
    gc.freeze()
    # Ctrl-C is how an evening ends: gevent need not print it on its way to us.
    hub = gevent.get_hub()
    hub.NOT_ERROR = (*hub.NOT_ERROR, KeyboardInterrupt)
    try:
        if on_listening is not None:
            on_listening(server.server_port)
        if stop_after_s is not None:
            gevent.spawn_later(stop_after_s, server.stop, 0)
        server.serve_forever()
    except KeyboardInterrupt:
        _LOG.info("interrupted: the pages close")
    finally:
        server.stop(timeout=0)
        gc.unfreeze()


def listen(app: Flask, host: str, port: int, *, tls: tuple[Path, Path] | None = None) -> WSGIServer:
    """Open the port; the server answers as soon as gevent's hub runs.

    Raises:
        UsageError: The port is taken, or the address is not this machine's.
    """
    if not 0 <= port <= HIGHEST_PORT:
        raise UsageError(f"--port {port!r}: a port is a number from 0 to {HIGHEST_PORT}")
    try:
        listener = _open_listener(host, port)
    except OSError as error:
        raise UsageError(_why_not(error, host, port)) from error
    # No access log: addresses hold no secret, and still nobody needs a list of who looked when.
    safe = {}
    if tls is not None:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.minimum_version = ssl.TLSVersion.TLSv1_2
        context.load_cert_chain(*tls)
        safe = {"ssl_context": context}
    # In a pool, so that streams end with the server and pages notice at once.
    server = WSGIServer(listener, app, log=None, error_log=_LOG, spawn=Pool(), **safe)
    server.start()
    return server


def check_port(host: str, port: int) -> None:
    """See that a port could be opened now, without keeping it.

    Raises:
        UsageError: The port is taken, or the address is not this machine's.
    """
    try:
        _open_listener(host, port).close()
    except OSError as error:
        raise UsageError(_why_not(error, host, port)) from error


def _open_listener(host: str, port: int) -> gevent.socket.socket:
    family, kind, protocol, _name, address = getaddrinfo(
        host, port, type=SOCK_STREAM, flags=AI_PASSIVE
    )[0]
    listener = gevent.socket.socket(family, kind, protocol)
    try:
        # Elsewhere than on Windows a port that was just left may be taken again at once; there
        # the same option would let two programs have one port.
        if os.name == "posix":
            listener.setsockopt(SOL_SOCKET, SO_REUSEADDR, 1)
        listener.bind(address)
        listener.listen(WAITING_CONNECTIONS)
    except OSError:
        listener.close()
        raise
    return listener


def _why_not(error: OSError, host: str, port: int) -> str:
    if error.errno == errno.EADDRINUSE:
        return (
            f"port {port} on {host!r} is in use, perhaps by a companion that still runs: "
            f"close it, or choose another with --port"
        )
    if error.errno == errno.EACCES:
        return f"port {port} may not be opened by this user: choose one above 1023 with --port"
    return (
        f"cannot listen on {host!r} port {port} ({error.strerror or error}): "
        f"give an address of this machine with --host, such as 127.0.0.1 or 0.0.0.0"
    )


def do_beside(work: Callable[[int], object], port: int) -> None:
    """Do something slow in a thread of its own while the pages are served.

    Args:
        work: What is to be done; it is told the port.
        port: The port that the pages are served at.
    """
    gevent.get_hub().threadpool.spawn(work, port)
