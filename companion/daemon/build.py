"""The composition root: everything is put together, started and, in reverse, stopped here and nowhere else.

In this order: the box, whose display says what keeps the rest from starting; storage and table; what looks on
in the background; the panel; the web. Each is handed what it needs, and looks for nothing itself.
"""

from __future__ import annotations

import secrets
import socket
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager, suppress
from functools import partial
from typing import TYPE_CHECKING

from companion.bell import Bell
from companion.config import Config
from companion.daemon.configuration import Configuration, InHand
from companion.daemon.keeper import BoxKeeper
from companion.daemon.pending import START, Forget, Pending, Restore, Start
from companion.daemon.starting import (
    box_language,
    forget,
    greeting,
    in_a_word,
    keep_out,
    open_storage,
    patiently,
    put_back,
    say_meanwhile,
    tell_of,
)
from companion.daemon.switches import Switches
from companion.daemon.watching import Watching
from companion.daemon.wifi import portal_on, wifi_keeper
from companion.games import Game, Refused
from companion.games.registry import every_colour, folders, registered
from companion.health.kernel import of_devices
from companion.health.network import here
from companion.language.messages import Messages, catalogues
from companion.language.text import CompanionError, Text, text
from companion.panel.confirming import updating
from companion.panel.front import Front
from companion.panel.layout import lay_out
from companion.parts import ButtonPressed, Input, Parts, TagSeen
from companion.storage.machine import Machine
from companion.storage.settings import FORGOTTEN
from companion.storage.storage import Storage
from companion.system.machine import this_machine
from companion.table.commands import PairTag
from companion.table.copying import Copying
from companion.table.opening import copies_of, folder_of, now, play_example, stick_of, table_on
from companion.table.organiser import Organiser
from companion.table.received import RECEIVED, clear
from companion.table.table import Table
from hardware.box import build
from hardware.part import NONE
from web.app import create_app
from web.callers import holder_in
from web.caretaking import Caretaking, WayIn
from web.confirming import Confirming
from web.guided import Guided
from web.hosts import names_of
from web.membership import Membership
from web.server.server import WebServer
from web.site import Site

if TYPE_CHECKING:
    from companion.daemon.at_broker import AtBroker
    from companion.health.broker_status import BrokerStatus
    from web.caring import Caring

_ANSWERS_WITHIN = 4.0
"""Seconds after which what does not answer is taken for dead."""


@contextmanager
def serving(
    config: Config,
    action: Start | Restore | Forget = START,
    pending: Pending | None = None,
    *,
    configuration: Configuration | None = None,
    games: Mapping[str, Game] | None = None,
    lines: Callable[[], tuple[str, ...]] = tuple,
    portal: socket.socket | None = None,
    machine: Callable[[], Machine] = this_machine,
) -> Iterator[Served]:
    """Everything, started and answering; stopped in reverse on leaving.

    action: done before the games are opened. pending: takes what is to be done next. configuration: phones
    may change it. games: what can be played, by default the registered ones. lines: the last ones of the log.
    portal: the socket on port 80, which stays open. machine: on which this is. Raises `CompanionError` for
    what the companion cannot do without.
    """
    with ExitStack() as stack:
        games = registered() if games is None else games
        pending = pending or stack.enter_context(Pending())
        configuration = configuration or Configuration(None, (f"data.folder={config.data.folder}",))
        with in_a_word(folder_of(config)):
            served = Served(config, action, pending, configuration, games, lines, machine, stack)
            served.start(stack, portal)
        yield served


class Served:
    """What answers now.

    box: its parts. pending: the action that all is to stop for. All that has to be stopped stands on the
    stack that it was made with.
    """

    def __init__(
        self,
        config: Config,
        action: Start | Restore | Forget,
        pending: Pending,
        configuration: Configuration,
        games: Mapping[str, Game],
        lines: Callable[[], tuple[str, ...]],
        machine: Callable[[], Machine],
        stack: ExitStack,
    ) -> None:
        """Put everything together, each after what it needs. Of all this only the display runs yet."""
        folder, host = folder_of(config), config.web.host
        messages = Messages(catalogues(folders(games)))
        language = box_language(messages, config.box.language)
        colours = every_colour(games)
        self._config = config
        self._language = language
        self.pending = pending
        self._bell = Bell()
        parts = Parts(self._bell)

        keep_out(folder)
        self.box = build(
            config,
            self._put,
            parts,
            colours=colours,
            monotonic=time.monotonic,
            handled=self._handled,
            told=of_devices,
            local=lambda: now().astimezone(),
        )
        stack.enter_context(greeting(self.box, language))

        self._action = action
        came = self._done_first(action)
        clear(folder)

        def opening() -> tuple[Storage, Table]:
            storage = open_storage(folder, machine())
            return storage, table_on(storage, games, self._bell)

        storage, self.table = patiently(opening, say=partial(say_meanwhile, self.box, language))
        stack.enter_context(closing(self.table))
        self._came = came or (text("panel.another-machine") if storage.came else None)
        tell_of(self.table.snapshot)
        self._began = self.table.snapshot.version
        if isinstance(action, Start) and action.example is not None:
            play_example(self.table, games[action.example])

        self.copying = Copying(
            folder,
            stick_of(config),
            config.copies.keep,
            self._bell,
            lambda: self.table.snapshot,
            told=self.table.told,
            monotonic=time.monotonic,
            forgotten=storage.settings.get(FORGOTTEN, list[str]) or (),
        )
        self.watching = Watching(
            config,
            self.table,
            storage,
            self.copying,
            parts,
            language,
            self._bell,
            clock=now,
        )

        self.membership = Membership(
            storage.settings,
            configured=config.web.join_code,
            colours=colours,
            entropy=secrets.token_bytes,
            monotonic=time.monotonic,
            bell=self._bell,
        )
        self.caretaking = Caretaking(
            self.membership,
            storage.settings,
            entropy=secrets.token_bytes,
            monotonic=time.monotonic,
            bell=self._bell,
            way=_way_in(config),
        )
        self._begin_with(action)
        self._confirming = Confirming(monotonic=time.monotonic, bell=self._bell)
        self._cared: Caring | None = None
        making = threading.Lock()  # two phones may open the first page of care at once

        def caring() -> Caring:
            with making:
                if self._cared is None:
                    from companion.daemon.caring import caring_for  # few starts see its pages

                    self._cared = caring_for(
                        config,
                        self.table,
                        self.watching,
                        parts,
                        simulated=self.box.simulated is not None,
                        clock=now,
                        lines=lines,
                    )
                return self._cared

        self._wifi = (
            wifi_keeper(storage.settings, self._bell, secrets.token_bytes)
            if config.box.own_wifi and self.box.simulated is None
            else None
        )
        self._organiser = (
            Organiser(storage.settings, config.mqtt.event, config.mqtt.table, self._bell, now)
            if config.mqtt.url and config.mqtt.event
            else None
        )
        self._broker: AtBroker | None = None
        if config.mqtt.url:
            from companion.daemon.at_broker import AtBroker  # few boxes have a broker

            self._broker = AtBroker(
                config.mqtt,
                self.table,
                parts,
                self._organiser,
                self._bell,
                games,
                language,
                self.watching.url,
            )
            self.watching.look_at_broker(self._broker.link)
        self.keeper = BoxKeeper(
            self.box,
            self.membership,
            self.caretaking,
            self._confirming,
            self.watching,
            self._wifi,
            pending,
            self._came,
            Switches(storage.settings, config, self._bell),
            self._organiser,
            self._link,
            None if self._broker is None else self._broker.pictured,
        )
        self.panel = Front(
            self.table,
            language,
            parts,
            self._bell,
            self.keeper,
            monotonic=time.monotonic,
            dim_after=config.oled.dim_after * 60,
            shift_every=config.oled.shift_every * 60,
        )

        self._guided = Guided(time.monotonic)
        site = Site(
            table=self.table,
            parts=parts,
            bell=self._bell,
            messages=messages,
            games=games,
            membership=self.membership,
            caretaking=self.caretaking,
            confirming=self._confirming,
            caring=caring,
            clock=now,
            put_back=self.put_back_for_a_phone,
            forget=lambda name, game: pending.request(Forget(name, game)),
            wifi=self._wifi,
            guided=self._guided,
            own=InHand(configuration, config, pending.request),
            organiser=self._organiser,
            link=self._link,
            settings=storage.settings,
            degraded=self.watching.degraded,
            came=self.came,
            box=self.box.simulated,
            show_code=config.web.show_code,
            names=names_of(socket.gethostname(), config.web.names),
            language=language.code,
        )
        self._server = WebServer(
            create_app(site),
            self._bell,
            host=host,
            port=config.web.port,
            streams=config.web.streams,
            member=partial(holder_in, membership=self.membership),
        )

    def start(self, stack: ExitStack, portal: socket.socket | None) -> None:
        """Let everything run. The stack stops it in reverse: first the bell rings for the last time.

        portal: the socket on port 80, if there is one.
        """
        stack.callback(self._server.stop)
        self._server.start()
        if self._broker is not None:
            stack.callback(self._broker.stop)
        if portal is not None:
            leading = portal_on(portal, self._guided, self._wifi, lambda: self.code, lambda: self.port)
            stack.callback(leading.stop)
            leading.start()
        self.watching.look(self.port)
        stack.callback(self._stop_box)
        stack.callback(self.panel.stop)
        self.panel.start()
        self.box.start()
        # who hears that all is ready finds on the display where the game stands
        self.panel.settle(_ANSWERS_WITHIN)
        self.watching.start(stack)
        if self._wifi is not None:
            stack.callback(self._wifi.stop)
            self._wifi.start()
        stack.callback(self.copying.stop)
        self.copying.start()
        if self._broker is not None:
            self._broker.start()
        stack.callback(self._bell.close)

    @property
    def url(self) -> str:
        """For this machine's own browser."""
        return f"http://{here(self._config.web.host, self._server.port)}/"

    @property
    def port(self) -> int:
        """On which it answers."""
        return self._server.port

    @property
    def code(self) -> str:
        """What phones join with."""
        return self.membership.code

    def alive(self) -> bool:
        """Whether game, journal and panel answer; waits `_ANSWERS_WITHIN` seconds for each that does not."""
        return self.table.alive(_ANSWERS_WITHIN) and self.panel.alive(_ANSWERS_WITHIN)

    def came(self) -> Text | None:
        """What this start has changed: what came of a copy that was put back, or that the card is in another
        machine now; until something new has happened."""
        return self._came if self.table.snapshot.version == self._began else None

    def put_back_for_a_phone(self, name: str) -> None:
        """As the keeper does, but not once more for a copy that could not be put back before this start: one
        phone would keep the box starting for ever. Raises `CompanionError`, which says why it could not.
        """
        if self._came is not None and self._action == Restore(name):
            raise CompanionError(self._came)
        self.keeper.put_back(name)

    def _done_first(self, action: Start | Restore | Forget) -> Text | None:
        """Do what is to be done before the games are opened; what came of it."""
        folder = folder_of(self._config)
        if isinstance(action, Forget):
            return forget(folder, action)
        places = (folder / RECEIVED, *copies_of(self._config))
        return put_back(folder, places, action.name) if isinstance(action, Restore) else None

    def _begin_with(self, action: Start | Restore | Forget) -> None:
        """Do what the setting up has left to do."""
        if isinstance(action, Forget):
            return
        lost = self.table.snapshot.set_aside is not None
        if isinstance(action, Restore) or action.set_up or lost or self.caretaking.way == "display":
            self.caretaking.pressed()  # a hand has been at this box, whatever its files still know of it
        if isinstance(action, Restore):
            return
        for tag, number in action.tags:
            with suppress(Refused):  # the rest of the bags all the same
                self.table.perform(PairTag(tag, number), source="reader")

    def _put(self, thing: Input) -> None:
        if isinstance(thing, ButtonPressed):
            self.caretaking.pressed()
        elif isinstance(thing, TagSeen) and self._broker is not None and not thing.again:
            self._broker.tag(thing.tag)
        self.panel.put(thing)

    def _link(self) -> BrokerStatus | None:
        return None if self._broker is None else self._broker.link()

    def _handled(self, timeout: float) -> bool:
        return self.panel.settle(timeout)

    def _stop_box(self) -> None:
        if self._cared is not None and self._cared.updates.under_way:  # another version stops this one
            self.box.show(lay_out(updating(), self._language)[0])
            self.box.stop(blank=False)
            return
        self.box.stop(blank=not (self.pending.off or self.pending.action is not None))


def _way_in(config: Config) -> WayIn:
    """How somebody who stands before the box shows it: he presses a button, else he reads the display."""
    if config.buttons.driver != NONE:
        return "buttons"
    return "none" if config.oled.driver == NONE else "display"
