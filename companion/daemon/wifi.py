"""The box's own Wi-Fi, put together: who looks after it, what leads phones from it to the box, and what the
panel says of it.
"""

from __future__ import annotations

import socket
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from companion.bell import Bell
from companion.health.findings import Finding, warned
from companion.panel.wifi import WifiKnown
from companion.storage.settings import Settings
from web.guided import Guided
from web.server.server import WebServer

if TYPE_CHECKING:
    from companion.system.wifi_keeper import WifiKeeper


def wifi_keeper(settings: Settings, bell: Bell, entropy: Callable[[int], bytes]) -> WifiKeeper:
    """Who looks after the Wi-Fi of a box with real parts; a simulated one leaves it to its machine."""
    from companion.system.wifi_keeper import WifiKeeper  # only a box with real parts looks after its Wi-Fi

    return WifiKeeper(settings, bell, entropy=entropy, monotonic=time.monotonic)


def portal_on(
    given: socket.socket,
    guided: Guided,
    wifi: WifiKeeper | None,
    code: Callable[[], str],
    port: Callable[[], int],
) -> WebServer:
    """What answers on port 80. given: that socket, which stays the process's. code: what phones join with.
    port: on which the box answers.
    """
    from web.portal import Portal  # only a box that has port 80

    portal = Portal(
        guided,
        lambda: None if wifi is None else wifi.network,
        code,
        port,
        lambda here: None if wifi is None else wifi.asked_from(here),
    )
    host, at, *_ = given.getsockname()
    return WebServer(portal, Bell(), host=host, port=at, given=given.dup())


def amiss_of(wifi: WifiKeeper | None) -> tuple[Finding, ...]:
    """What is amiss with the machine's Wi-Fi, where the box looks after it."""
    return () if wifi is None or not wifi.radio_off else (warned("network", "radio-off"),)


def known_of(wifi: WifiKeeper) -> WifiKnown | None:
    """What the panel says of the Wi-Fi; None where the machine has none."""
    if not wifi.there:
        return None
    now, own, is_open = wifi.now, wifi.named, wifi.own is not None
    if own is None:
        return WifiKnown()
    moved = now.doing == "home" and now.moved
    return WifiKnown(
        now.choice,
        own.name,
        own.password,
        own.code,
        is_open,
        now.came,
        now.why,
        bool(now.known),
        moved,
        now.stuck,
    )
