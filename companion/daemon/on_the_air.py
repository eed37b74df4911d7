"""The box's own Wi-Fi, put together: who looks after it, what leads phones from it to the box, and what the
panel says of it.
"""

from __future__ import annotations

import socket
import time
from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING

from companion.bell import Bell
from companion.journal.journal import Journal
from companion.panel.wifi import WifiKnown
from web.led import Led
from web.server.server import WebServer

if TYPE_CHECKING:
    from companion.system.wireless import Wireless
    from web.portal import Portal


def on_the_air(settings: Journal, bell: Bell, entropy: Callable[[int], bytes]) -> Wireless:
    """Who looks after the Wi-Fi of a box with real parts; a simulated one leaves it to its machine."""
    made: type[Wireless] = import_module("companion.system.wireless").Wireless
    return made(settings, bell, entropy=entropy, monotonic=time.monotonic)


def answering(
    given: socket.socket,
    led: Led,
    wireless: Wireless | None,
    code: Callable[[], str],
    port: Callable[[], int],
) -> WebServer:
    """What answers on port 80. given: that socket, which stays the process's. code: what phones join with.
    port: on which the box answers.
    """
    portal: Portal = import_module("web.portal").Portal(
        led,
        lambda: None if wireless is None else wireless.network,
        code,
        port,
        lambda here: None if wireless is None else wireless.asked_from(here),
    )
    host, at, *_ = given.getsockname()
    return WebServer(portal, Bell(), host=host, port=at, given=given.dup(), threads=2)


def known_of(wireless: Wireless) -> WifiKnown | None:
    """What the panel says of the Wi-Fi; None where the machine has none."""
    if not wireless.there:
        return None
    wifi, own, is_open = wireless.wifi, wireless.named, wireless.own is not None
    if own is None:
        return WifiKnown()
    moved = wifi.doing == "home" and wifi.moved
    return WifiKnown(
        wifi.choice, own.name, own.password, own.code, is_open, wifi.came, wifi.why, bool(wifi.known), moved
    )
