"""Setting the box up from a phone: instead of the games it serves that phone the walk through its parts."""

from __future__ import annotations

import logging
import os
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace

from msgspec import structs

from companion.config import ButtonsConfig, BuzzerConfig, Config, LampsConfig, RfidConfig
from companion.daemon import diagnostics
from companion.daemon.configuration import Configuration
from companion.daemon.pending import Action, SetUp, Start
from companion.daemon.startup import box_language
from companion.games.registry import folders, registered
from companion.games.screen import Screen
from companion.language.messages import Language, Messages, catalogues
from companion.language.text import Text, text
from companion.notifier import Notifier
from companion.panel.layout import lay_out
from companion.parts import Frame, Parts
from hardware.box import Box, build
from hardware.part import NONE
from hardware.setup.phone import ANSWER_TIMEOUT, PhoneConversation
from web.hosts import names_of
from web.server.server import WebServer
from web.setup_page import SetupPage, create_setup_page

log = logging.getLogger(__name__)

LAST_PAGE_TIMEOUT = 10.0
"""Seconds that the phone has for taking the last page."""
_HUNG_AFTER = 120.0
"""Seconds beyond those of a question after which a silent wizard counts as hung."""
_WIRING = ("rdm6300", "id-12la", "pn532", "parallax", "pn532-i2c", "rc522")
"""The readers that have a wiring picture; the ID-12LA is driven as an RDM6300."""


@contextmanager
def set_up_by_phone(
    config: Config,
    configuration: Configuration,
    action: SetUp,
    request: Callable[[Action], object],
    *,
    answer_timeout: float = ANSWER_TIMEOUT,
) -> Iterator[Callable[[], bool]]:
    """Serve the setup wizard inside the block; leaving it ends the wizard at any step.

    Yields a function: whether the wizard is alive, not silent for longer than `answer_timeout` allows.
    request: called with the next action once the wizard is over, on another thread. answer_timeout: in
    seconds, as of `PhoneConversation`. Raises `CompanionError` where the page cannot be served.
    """
    messages = Messages(catalogues(folders(registered())))
    notifier = Notifier()
    parts = Parts(notifier)
    display = _SetupDisplay(parts, box_language(messages, config.box.language, os.environ))
    talk = PhoneConversation(messages.language(action.language), time.monotonic, display.say, answer_timeout)
    last_page_sent = threading.Event()
    tags: dict[str, int] = {}

    def walk() -> None:
        """Go through the parts; in any case the box serves again."""
        completed, connected = False, True
        try:
            wizard = replace(
                diagnostics.setup_wizard(configuration, talk),
                others=dict,
                doctor=diagnostics.probes_of_parts,
                setup_display=display,
                pair=tags.__setitem__,
            )
            completed = wizard.run(configuration.without_options(), configuration.load())
        except EOFError:
            connected = talk.hung_up
            log.info("the setting up was broken off")
        except Exception:
            log.exception("the setting up failed")
        finished = completed and talk.page().section is not None
        talk.end()
        if connected:
            last_page_sent.wait(LAST_PAGE_TIMEOUT)
        request(Start(tags=tuple(tags.items()), set_up=finished))

    page = SetupPage(
        messages=messages,
        holder=action.by,
        wiring=_wiring(config),
        states=parts.states,
        look=talk.page,
        answer=talk.answer,
        stop=talk.hang_up,
        seen=last_page_sent.set,
        names=names_of(socket.gethostname(), config.web.names),
    )
    server = WebServer(create_setup_page(page), notifier, host=config.web.host, port=config.web.port)
    walking = threading.Thread(target=walk, name="set-up")
    with ExitStack() as stack:
        stack.callback(talk.close)
        stack.callback(display.close)
        stack.callback(server.stop)
        server.start()
        display.open(config)
        walking.start()
        stack.callback(walking.join)
        stack.callback(last_page_sent.set)
        stack.callback(talk.hang_up)
        yield lambda: talk.idle_seconds < answer_timeout + _HUNG_AFTER


class _SetupDisplay:
    """Shows on the box's display that a phone sets it up, and the present question."""

    def __init__(self, parts: Parts, language: Language) -> None:
        self._parts = parts
        self._language = language
        self._lock = threading.Lock()
        self._box: Box | None = None

    def open(self, config: Config) -> None:
        """Open the display of this configuration."""
        self.close()
        with self._lock:
            self._box = build(
                structs.replace(
                    config,
                    buttons=ButtonsConfig(driver="none"),
                    rfid=RfidConfig(driver=NONE),
                    lamps=LampsConfig(),
                    buzzer=BuzzerConfig(),
                ),
                lambda _thing: None,
                self._parts,
                colours=(),
                monotonic=time.monotonic,
            )
            self._box.greet(self._frame(text("set-up.follow")))

    def say(self, message: Text) -> None:
        """Show the message, while the display is free."""
        with self._lock:
            if self._box is not None:
                self._box.show(self._frame(message))

    def close(self) -> None:
        """Release the bus of the display."""
        with self._lock:
            box, self._box = self._box, None
        if box is not None:
            box.stop(blank=False)

    def _frame(self, message: Text) -> Frame:
        return lay_out(setup_screen(message), self._language)[0]


def setup_screen(message: Text) -> Screen:
    """What the display says while the box is set up."""
    return Screen(text("set-up.title"), (message,))


def _wiring(config: Config) -> tuple[str, ...]:
    """The pictures of the wiring, that of the reader as it is configured first."""
    first = config.rfid.driver if config.rfid.driver in _WIRING else _WIRING[0]
    return (first, *(each for each in _WIRING if each != first))
