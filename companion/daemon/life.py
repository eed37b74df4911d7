"""The life of the process: starts, serving, and between them what keeps it from starting."""

from __future__ import annotations

import gc
import logging
from collections.abc import Callable, Mapping
from contextlib import ExitStack

from msgspec.structs import replace

from companion.config import Config, ConfigError
from companion.daemon.build import serving
from companion.daemon.failures import Failures
from companion.daemon.given import Given
from companion.daemon.service import ServiceManager
from companion.daemon.wishes import Again, End, Forget, Leave, PutBack, SetUp, Wish, Wishes
from companion.games import Game
from companion.language.text import CompanionError, Text

log = logging.getLogger(__name__)

_AGAIN = 1.0
"""Seconds until what was not alive is looked at again: a slow disk may yet answer before it is too late."""
_OFTEN = 5_000
"""As many more things than went may be made, once all is ready, before cycles among them are looked for."""
_LOOK = 5.0
"""Seconds after which the display in safe mode has followed a new address at the latest."""


class Life:
    """From the process's start to its end. The arguments are those of `companion.daemon.process.run`.

    Raises `ConfigError`.
    """

    def __init__(
        self,
        wishes: Wishes,
        manager: ServiceManager,
        failures: Failures,
        ready: Callable[[str, str], None],
        safe_mode: Callable[[Text, str | None], None],
        games: Mapping[str, Game] | None,
        given: Given,
    ) -> None:
        self._given = given
        self._config = given.configuration.load()
        self._wishes = wishes
        self._manager = manager
        self._ready = ready
        self._safe_mode = safe_mode
        self._games = games
        self._configuration = given.configuration
        self._as_it_was: Config | None = None
        self._announced = False
        self._failures = failures

    def live(self, example: str | None) -> bool:
        """Live to the end; whether that was asked for on the panel. Raises `Stopped`, `CompanionError`."""
        wish: Wish = Again()
        chosen = False
        while True:
            if self._failures.enough:
                wish, chosen = self._wait_for_a_choice(), True
                if isinstance(wish, End):
                    return False
                self._failures.allow_one()
            if isinstance(wish, SetUp):
                wish = self._let_be_set_up(wish)
                if isinstance(wish, End):
                    return False
            try:
                wish, off = self._serve(wish, example)
            except Exception:
                if self._as_it_was is not None:
                    log.exception("the box cannot serve by what the file says now, and goes on as before")
                    self._config, self._as_it_was = self._as_it_was, None
                    wish = Again()
                    continue
                if not (chosen and self._failures.enough):
                    raise
                log.exception("the start failed once more")
                continue
            if isinstance(wish, End):
                return off
            example = None

    def _serve(self, why: Wish, example: str | None) -> tuple[Wish, bool]:
        """Start and serve until something else is wished for; give that, and whether the box was shut down.

        why: what was wished for.
        """
        wishes, manager = self._wishes, self._manager
        wishes.forget()
        with ExitStack() as stack:
            with self._failures.counted(), wishes.breaking():
                served = stack.enter_context(
                    serving(
                        self._config,
                        shut_down=lambda: wishes.put(Leave()),
                        example=example,
                        begins=why if isinstance(why, PutBack | Again | Forget) else None,
                        games=self._games,
                        given=self._given,
                    )
                )
            self._answers(served.url, served.port, served.code)
            self._as_it_was = None
            alive = True
            while (wish := wishes.next(manager.pulse if alive else _AGAIN)) is None:
                alive = served.alive()
                if alive:
                    manager.alive()
            wanted, off = served.ending.wanted, served.ending.off
            if isinstance(wish, End) or wanted is None or off:
                manager.stopping()
                return End(), off
            manager.starting_again()
        self._read_anew()
        return wanted, False

    def _let_be_set_up(self, wish: SetUp) -> Wish:
        """Let a phone set the box up; give what is wished for then. Whatever keeps it from that, the box
        serves again.
        """
        wishes, manager = self._wishes, self._manager
        wishes.forget()
        try:
            with ExitStack() as stack:
                with wishes.breaking():
                    from companion.daemon.setting_up import set_up_by_phone  # hardly ever wanted

                    mode = stack.enter_context(
                        set_up_by_phone(self._config, self._configuration, wish, wishes.put)
                    )
                manager.ready()
                while (wanted := wishes.next(min(manager.pulse or _LOOK, _LOOK))) is None:
                    if mode.alive():
                        manager.alive()
                if isinstance(wanted, End):
                    manager.stopping()
                else:
                    manager.starting_again()
        except CompanionError:
            log.exception("the box could not be set up by phone")
            return Again()
        self._read_anew()
        return wanted

    def _read_anew(self) -> None:
        """Take what is configured now, or go on as before where that cannot be used; a port that was any
        stays the one that it became.
        """
        config = self._as_it_was = self._config
        try:
            config = self._configuration.load()
        except ConfigError as error:
            log.warning("the configuration cannot be used as it is now: %s", error.said.code)
        port = config.web.port or self._config.web.port
        self._config = replace(config, web=replace(config.web, port=port))

    def _wait_for_a_choice(self) -> Wish:
        """Safe mode, until something is wished for. Raises `CompanionError` where nobody could be told."""
        said, wishes, manager = self._failures.said, self._wishes, self._manager
        wishes.forget()
        log.error("five starts have failed; safe mode waits for somebody's choice")
        with ExitStack() as stack:
            with wishes.breaking():
                from companion.daemon.safe_mode import in_safe_mode  # hardly ever wanted, with its page

                mode = stack.enter_context(in_safe_mode(self._config, said, wishes.put))
            if mode.listens:
                self._answers(mode.url, mode.port, mode.code)
            else:
                manager.ready()
            self._safe_mode(said, mode.code if mode.unseen else None)
            while (wish := wishes.next(min(manager.pulse or _LOOK, _LOOK))) is None:
                manager.alive()
                mode.look()
            if isinstance(wish, End):
                manager.stopping()
            else:
                manager.starting_again()
            return wish

    def _answers(self, url: str, port: int, code: str) -> None:
        """Say, the first time, that requests are answered; from now on at this very port."""
        if not self._announced:
            self._announced = True
            gc.freeze()  # what a start has made stays, and need not be looked through for what may go
            gc.set_threshold(_OFTEN, 10, 10)
            self._ready(url, code)
        self._config = replace(self._config, web=replace(self._config.web, port=port))
        self._manager.ready()
