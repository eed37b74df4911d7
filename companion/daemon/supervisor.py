"""The process: it serves, performs the pending action, and serves again, until it has to stop.

All in one process: phones, sockets and the service manager find it where it was, and no start is paid twice.
The pending action is kept in memory alone, and performed before the process ends. After a power cut it is as
if it had not been requested, or, once the storage has begun to replace the games, finished by the next start.
"""

from __future__ import annotations

import gc
import logging
import os
from collections.abc import Callable, MutableMapping
from contextlib import AbstractContextManager, ExitStack, suppress
from typing import TypeVar

from msgspec.structs import replace

from companion.config import Config, ConfigError
from companion.daemon.build import running_box
from companion.daemon.configuration import Configuration
from companion.daemon.pending import START, Action, Forget, Pending, Restore, SetUp, Start, StartInterrupted
from companion.daemon.start_failures import StartFailures, failures_folder, service_folder
from companion.daemon.startup import perform_action
from companion.daemon.systemd import ServiceManager, listening_socket, log_to_stderr, power_off
from companion.health.log_tail import LogTail
from companion.language.text import Text
from companion.table.data_folder import folder_of

log = logging.getLogger(__name__)

T = TypeVar("T")

_SAFE_MODE_INTERVAL = 5.0
"""Seconds after which the display in safe mode has followed a new address at the latest."""
_RETRY = 1.0
"""Seconds until what was not alive is looked at again: a slow disk may yet answer before it is too late."""
_GC_THRESHOLD = 5_000
"""As many more things than went may be made, once all is ready, before cycles among them are looked for."""


def run(
    configuration: Configuration,
    *,
    on_ready: Callable[[str, str | None], None],
    on_safe_mode: Callable[[Text, str | None], None],
    example: str | None = None,
) -> None:
    """Serve until SIGTERM, SIGINT or a shutdown on the panel, which may switch the machine off as well.

    on_ready, on_safe_mode: as of `Supervisor`. example: the game to begin with its example. Raises
    `CompanionError` for what the companion cannot do without.
    """
    log_to_stderr(os.environ)
    configuration.load()
    for section, values in configuration.overrides().items():  # else the file seems not to be read
        log.info("%s wins over the owner's file: %s %s", configuration.overlay, section, ", ".join(values))
    lines = LogTail(service_folder(os.environ))
    logging.getLogger().addHandler(lines)
    with Pending() as pending, pending.on_signals():
        supervisor = Supervisor(
            configuration,
            pending,
            os.environ,
            on_ready=on_ready,
            on_safe_mode=on_safe_mode,
            log_lines=lambda: lines.lines,
        )
        supervisor.run(Start(example))
    logging.getLogger().removeHandler(lines)
    if pending.shut_down_on_panel:
        log.info("shut down on the panel")
        if supervisor.config.box.power_off:
            power_off()


class Supervisor:
    """Serves, performs the pending action, and serves again.

    config: by which it serves now. environment: the process's. ready: called once requests are answered the
    first time, with the address and the join code, None in safe mode, where phones cannot join. safe_mode:
    called beside it in safe mode, with what is wrong and the code for its page, None where the display shows
    that. lines: the last ones of the log.
    Raises `ConfigError`.
    """

    def __init__(
        self,
        configuration: Configuration,
        pending: Pending,
        environment: MutableMapping[str, str],
        *,
        on_ready: Callable[[str, str | None], None] = lambda _url, _code: None,
        on_safe_mode: Callable[[Text, str | None], None] = lambda _reason, _code: None,
        log_lines: Callable[[], tuple[str, ...]] = tuple,
    ) -> None:
        self._configuration = configuration
        self._pending = pending
        self._on_ready = on_ready
        self._on_safe_mode = on_safe_mode
        self._log_lines = log_lines
        self.config = configuration.load()
        self._before: Config | None = None
        self._announced = False
        self._manager = ServiceManager(environment)
        self._portal = listening_socket(environment)
        self._failures = StartFailures(failures_folder(environment, folder_of(self.config)))

    def run(self, first: Start) -> None:
        """Serve until the process is to stop. Raises what keeps it from serving."""
        action: Action | None = first
        while action is not None:
            action = self._next(action)

    def _next(self, action: Action) -> Action | None:
        """Do this; give what is to be done then: the same where the start that was to do it failed."""
        safe_mode = self._failures.too_many
        try:
            with suppress(StartInterrupted):
                if safe_mode:
                    self._wait_in_safe_mode()
                elif isinstance(action, SetUp):
                    self._set_up(action)
                else:
                    self._serve(action)
        except Exception:
            if safe_mode:
                raise
            if isinstance(action, SetUp):
                log.exception("the box could not be set up by phone")
            elif self._before is not None:
                log.exception("the box cannot serve by what the file says now, and goes on as before")
                self.config, self._before = self._before, None
            elif self._failures.too_many:
                log.exception("the start failed")
            else:
                raise
            return action if isinstance(action, Restore | Forget) else START
        then = self._pending.take()
        if then is not None:
            self._reload()
            if not safe_mode or then != START:  # else the result is of one that no start has shown yet
                self._pending.result = perform_action(then, self.config)
        return None if self._pending.stopping else then

    def _serve(self, action: Start | Restore | Forget) -> None:
        with ExitStack() as stack:
            with self._failures.counted():
                served = self._enter(
                    stack,
                    running_box(
                        self.config,
                        action,
                        self._pending,
                        configuration=self._configuration,
                        log_lines=self._log_lines,
                        portal=self._portal,
                    ),
                )
            self._before = None
            self._announce(served.url, served.port, served.code)
            self._wait(served.alive, self._manager.watchdog_interval)

    def _set_up(self, action: SetUp) -> None:
        from companion.daemon.phone_setup import set_up_by_phone  # hardly ever wanted

        with ExitStack() as stack:
            setting_up = set_up_by_phone(self.config, self._configuration, action, self._pending.request)
            alive = self._enter(stack, setting_up)
            self._manager.ready()
            self._wait(alive, self._manager.watchdog_interval)

    def _wait_in_safe_mode(self) -> None:
        from companion.daemon.safe_mode import in_safe_mode  # hardly ever wanted, with its page

        reason = self._failures.reason
        log.error("five starts have failed; safe mode waits for a choice")
        with ExitStack() as stack:
            mode = self._enter(stack, in_safe_mode(self.config, reason, self._pending.request))
            if mode.has_page:
                self._announce(mode.url, mode.port, None)
            else:
                self._manager.ready()
            self._on_safe_mode(reason, mode.code if mode.is_headless else None)
            self._wait(
                mode.alive, min(self._manager.watchdog_interval or _SAFE_MODE_INTERVAL, _SAFE_MODE_INTERVAL)
            )
        if not self._pending.stopping:
            self._failures.allow_one()

    def _enter(self, stack: ExitStack, mode: AbstractContextManager[T]) -> T:
        """Start it; a signal breaks that off. Raises `Stopped`."""
        with self._pending.interruptible():
            return stack.enter_context(mode)

    def _announce(self, url: str, port: int, code: str | None) -> None:
        """Say, the first time, that requests are answered; from now on at this very port."""
        if not self._announced:
            self._announced = True
            gc.freeze()  # what a start has made stays, and need not be looked through for what may go
            gc.set_threshold(_GC_THRESHOLD, 10, 10)
            self._on_ready(url, code)
        self.config = replace(self.config, web=replace(self.config.web, port=port))
        self._manager.ready()

    def _wait(self, alive: Callable[[], bool], pulse: float | None) -> None:
        """Tell the service manager that what runs is alive, until it is to stop."""
        well = True
        while not self._pending.wait(pulse if well else _RETRY):
            well = alive()
            if well:
                self._manager.alive()
        if self._pending.stopping:
            self._manager.stopping()
        else:
            self._manager.restarting()

    def _reload(self) -> None:
        """Take what is configured now, or go on as before where that cannot be used; a port that was any
        stays the one that it became.
        """
        before = self.config
        try:
            config = self._configuration.load()
        except ConfigError as error:
            log.warning("the configuration cannot be used as it is now: %s", error.message.code)
            return
        self.config = replace(config, web=replace(config.web, port=config.web.port or before.web.port))
        self._before = before if self.config != before else None
