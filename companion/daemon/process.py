"""Serving until told to stop: signals in, life told to the service manager, the machine switched off."""

from __future__ import annotations

import logging
import os
import signal
import threading
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Protocol

from companion.daemon.service_manager import NotPoweredOff, ServiceManager, power_off

log = logging.getLogger(__name__)


class Serves(Protocol):
    """What answers now; see `companion.daemon.Served`."""

    @property
    def url(self) -> str:
        """For this machine's own browser."""

    @property
    def code(self) -> str:
        """For joining."""

    @property
    def alive(self) -> Callable[[], bool]:
        """Whether game, journal and panel have just been seen to answer."""

    @property
    def off(self) -> Callable[[], bool]:
        """Whether somebody has shut the box down on its panel."""


def until_told(
    serving: Callable[[Callable[[], object]], AbstractContextManager[Serves]],
    ready: Callable[[str, str], None],
    *,
    switch_off: bool,
) -> None:
    """Serve until SIGTERM, SIGINT or a shutdown on the panel.

    serving: builds everything; it is handed what stops it. ready: called once requests are answered, with the
    address and the join code. switch_off: a shutdown on the panel switches the machine off as well.
    """
    stop = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: stop.set())
    manager = ServiceManager(os.environ)
    with serving(stop.set) as served:
        ready(served.url, served.code)
        manager.ready()
        while not stop.wait(manager.pulse):
            if served.alive():
                manager.alive()
        manager.stopping()
        if served.off():
            log.info("shut down on the panel")
    if switch_off and served.off():
        try:
            power_off()
        except NotPoweredOff as error:
            log.warning("the machine was not switched off: %s", error.why)
