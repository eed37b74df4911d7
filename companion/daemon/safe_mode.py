"""Safe mode: after too many failed starts the box shows the error and waits for a choice."""

from __future__ import annotations

import logging
import os
import secrets
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager

from msgspec.structs import replace

from companion.config import Config, RfidConfig
from companion.daemon.pending import Action, Restore, Start
from companion.daemon.startup import box_language, check_unlocked
from companion.games.registry import every_colour, folders, registered
from companion.health.network import local_address, reachable
from companion.language.messages import Messages, catalogues
from companion.language.text import Text
from companion.notifier import Notifier
from companion.panel.layout import Layout
from companion.panel.safe_mode import SafeModeContext, SafeModeState, press, screen
from companion.parts import ButtonPressed, Input, Parts
from companion.storage.backup import BackupInfo, latest_backups
from companion.table.data_folder import backup_folders, folder_of
from hardware.box import build
from hardware.part import NONE, SIMULATED
from web.hosts import names_of
from web.safe_mode import SafePage, create_safe_page
from web.server.server import CannotListen, WebServer

log = logging.getLogger(__name__)

CODE_LENGTH = 8
_LETTERS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
"""None that is taken for another. Eight of them are 40 bits: who guesses need not be slowed down."""


@contextmanager
def in_safe_mode(config: Config, reason: Text, request: Callable[[Action], object]) -> Iterator[SafeMode]:
    """Serve safe mode inside the block; the display keeps its last screen.

    reason: why the box does not start. request: called with the chosen action, on any thread. Raises
    `CompanionError` where neither the page nor a display with buttons works, and beside a running companion.
    """
    check_unlocked(folder_of(config))
    with ExitStack() as stack:
        mode = SafeMode(config, reason, request, stack)
        mode.start(stack)
        yield mode


class SafeMode:
    """What answers in safe mode: the display with its buttons, and one page. All stands on the stack."""

    def __init__(
        self, config: Config, reason: Text, request: Callable[[Action], object], stack: ExitStack
    ) -> None:
        games = registered()
        messages = Messages(catalogues(folders(games)))
        self._config = config
        self._request = request
        self._notifier = Notifier()
        self._parts = Parts(self._notifier)
        self._layout = Layout(box_language(messages, config.box.language, os.environ))
        self._pressed = threading.Lock()
        self._state, self._frame = SafeModeState(), 0
        self.code = "".join(secrets.choice(_LETTERS) for _ in range(CODE_LENGTH))
        self._context = SafeModeContext(reason, latest_backups(backup_folders(config)), self.code)
        self.box = build(
            replace(config, rfid=RfidConfig(driver=NONE)),
            self._put,
            self._parts,
            colours=every_colour(games),
            monotonic=time.monotonic,
        )
        stack.callback(self.box.stop, blank=False)
        page = SafePage(
            messages,
            reason,
            self._context.backups,
            self.code,
            self._parts.states,
            self._choose,
            names_of(socket.gethostname(), config.web.names),
        )
        self._server = WebServer(
            create_safe_page(page), self._notifier, host=config.web.host, port=config.web.port
        )

    def start(self, stack: ExitStack) -> None:
        """Let the page answer, and the display say what is wrong."""
        stack.callback(self._server.stop)
        self.has_page = True
        try:
            self._server.start()
        except CannotListen as error:
            if self._config.oled.driver in (NONE, SIMULATED) or self._config.buttons.driver == NONE:
                raise
            log.warning("safe mode has no page: %s", error.__cause__)
            self.has_page = False
        self.alive()
        self.box.start()

    @property
    def port(self) -> int:
        """On which the page answers."""
        return self._server.port

    @property
    def url(self) -> str:
        """Of the page, for this machine's own browser."""
        return f"http://{local_address(self._config.web.host, self.port)}/"

    @property
    def is_headless(self) -> bool:
        """Whether no display shows the code to who stands before the box."""
        return self._config.oled.driver == SIMULATED or self._parts.states()["display"] != "ok"

    def alive(self) -> bool:
        """Let the display follow the addresses of the box, which may come late."""
        with self._pressed:
            addresses = reachable(self._config.web.host, self.port) if self.has_page else ()
            self._context = replace(self._context, addresses=addresses)
            self._show()
        return True

    def _put(self, thing: Input) -> None:
        """Take a press, on the buttons' own thread."""
        if not isinstance(thing, ButtonPressed):
            return
        with self._pressed:
            if thing.button == "select" and self._frame + 1 < self._show():
                self._frame += 1
                chosen = None
            else:
                self._frame = 0
                self._state, chosen = press(self._state, self._context, thing.button)
            self._show()
        if chosen is not None:
            self._choose(chosen.backup)

    def _choose(self, backup: BackupInfo | None) -> None:
        self._request(Start() if backup is None else Restore(backup.name))

    def _show(self) -> int:
        """Show where the panel is; how many frames that has."""
        frames = self._layout.frames(screen(self._state, self._context), None)
        self.box.greet(frames[min(self._frame, len(frames) - 1)])
        return len(frames)
