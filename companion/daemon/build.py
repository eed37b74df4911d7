"""The composition root: builds a box, starts it and stops it in reverse.

The order: the box's parts, so that the display can show why the rest fails; storage and table; what panel and
pages share; the panel; the web. Each part is passed its dependencies.
"""

from __future__ import annotations

import os
import secrets
import socket
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager, suppress
from functools import partial
from typing import Protocol

import msgspec

from companion.config import Config
from companion.daemon.box_service import BoxService, Switches
from companion.daemon.configuration import ChangeableConfiguration, Configuration
from companion.daemon.monitor import Monitor
from companion.daemon.pending import START, Forget, Pending, Restore, Start
from companion.daemon.start_failures import service_folder
from companion.daemon.startup import (
    box_language,
    check_unlocked,
    languages_to_ask,
    open_table,
    show_delay,
    splash,
    translate_errors,
)
from companion.games import Game, Refused
from companion.games.registry import every_colour, folders, registered
from companion.health.machine import EARLIEST, LATEST, SET_BY_TIMESYNCD
from companion.health.netlink import device_changes
from companion.health.network import local_address
from companion.health.report import report
from companion.language.messages import Language, Messages, catalogues
from companion.language.text import CompanionError, Text, text
from companion.notifier import Notifier
from companion.panel.confirmations import updating_screen
from companion.panel.controller import PanelController
from companion.panel.layout import lay_out
from companion.parts import ButtonPressed, Input, Parts, TagSeen
from companion.storage.backup import BACKUPS
from companion.storage.machine import Machine
from companion.storage.settings import FORGOTTEN
from companion.storage.storage import Storage
from companion.system.changelog import news
from companion.system.clock import BoxClock
from companion.system.machine import this_machine
from companion.system.updates import Updates
from companion.table.backup_transfer import BackupTransfer, clear_received
from companion.table.backups import Backups
from companion.table.commands import PairTag
from companion.table.data_folder import folder_of, now, play_example, stick_of, try_open
from companion.table.organiser import Organiser
from companion.table.table import Table
from hardware.box import Box, build
from hardware.part import NONE
from web.admin_access import AccessMethod, AdminAccess
from web.admin_services import AdminServices
from web.app import create_app
from web.auth import holder_in_environ
from web.confirmations import Confirmations
from web.guided import GuidedPhones
from web.hosts import names_of
from web.membership import Membership
from web.server.server import WebServer
from web.site import Site

_ALIVE_TIMEOUT = 4.0
"""Seconds after which what does not answer is taken for dead."""
_CLOCK_SET = "clock-set"
"""The file that says, until the machine's next start, that its clock was set by hand."""


class _Part(Protocol):
    """What is started, and stopped."""

    def start(self) -> None: ...

    def stop(self) -> None: ...


class Dependencies(msgspec.Struct, frozen=True):
    """What everything is made with.

    configuration: phones may change it. lines: the last ones of the log. language: of the display. pending:
    takes what is to be done next.
    """

    config: Config
    configuration: Configuration
    games: Mapping[str, Game]
    log_lines: Callable[[], tuple[str, ...]]
    messages: Messages
    language: Language
    notifier: Notifier
    parts: Parts
    pending: Pending


class StoredGames(msgspec.Struct, frozen=True):
    """An opened storage. result: of the action before this start, or that the card is from another machine.
    began: the table's version at this start.
    """

    storage: Storage
    table: Table
    backups: Backups
    result: Text | None
    start_version: int

    def start_result(self) -> Text | None:
        """The result, until something new has happened."""
        return self.result if self.table.snapshot.version == self.start_version else None


class RunningBox(msgspec.Struct, frozen=True):
    """A box that answers. url: for this machine's own browser. code: what phones join with."""

    box: Box
    pending: Pending
    table: Table
    service: BoxService
    panel: PanelController
    start_result: Callable[[], Text | None]
    url: str
    port: int

    @property
    def code(self) -> str:
        """What phones join with."""
        return self.service.membership.code

    def alive(self) -> bool:
        """Whether game, journal and panel answer; waits `_ANSWERS_WITHIN` seconds for each that does not."""
        return self.table.is_responsive(_ALIVE_TIMEOUT) and self.panel.alive(_ALIVE_TIMEOUT)


@contextmanager
def running_box(
    config: Config,
    action: Start | Restore | Forget = START,
    pending: Pending | None = None,
    *,
    configuration: Configuration | None = None,
    games: Mapping[str, Game] | None = None,
    log_lines: Callable[[], tuple[str, ...]] = tuple,
    portal: socket.socket | None = None,
    machine: Callable[[], Machine] = this_machine,
) -> Iterator[RunningBox]:
    """Everything, started and answering; stopped in reverse on leaving.

    action: done before this start. games: what can be played, by default the registered ones.
    portal: the socket on port 80, which stays open. machine: on which this is. The others as of
    `Dependencies`. Raises `CompanionError` for what the companion cannot do without.
    """
    with ExitStack() as stack:
        games = registered() if games is None else games
        messages, notifier = Messages(catalogues(folders(games))), Notifier()
        with translate_errors(folder_of(config)):
            dependencies = Dependencies(
                config,
                configuration or Configuration(None, (f"data.folder={config.data.folder}",)),
                games,
                log_lines,
                messages,
                box_language(messages, config.box.language, os.environ),
                notifier,
                Parts(notifier),
                pending or stack.enter_context(Pending()),
            )
            served = _start(dependencies, action, portal, machine, stack)
        yield served


def _start(
    dependencies: Dependencies,
    action: Start | Restore | Forget,
    portal: socket.socket | None,
    machine: Callable[[], Machine],
    stack: ExitStack,
) -> RunningBox:
    """Build everything, then let it run. The stack stops it in reverse: first the notifier closes."""

    def put(thing: Input) -> None:
        # Advance lets phones in: until it works, a box that was wired wrong stays open to be set up.
        if isinstance(thing, ButtonPressed) and thing.button == "advance":
            service.admin_access.claim()
        elif isinstance(thing, TagSeen) and service.broker is not None and not thing.again:
            service.broker.tag(thing.tag)
        panel.put(thing)

    def handled(timeout: float) -> bool:
        return panel.drain(timeout)

    def stop_box() -> None:
        updates = admin.updates.under_way  # another version stops this one
        if updates:
            box.show(lay_out(updating_screen(), dependencies.language)[0])
        box.stop(
            blank=not (updates or dependencies.pending.shut_down_on_panel or dependencies.pending.action)
        )

    config = dependencies.config
    check_unlocked(folder_of(config))
    box = build(
        config,
        put,
        dependencies.parts,
        colours=every_colour(dependencies.games),
        monotonic=time.monotonic,
        handled=handled,
        open_events=device_changes,
        local=lambda: now().astimezone(),
    )
    stack.enter_context(splash(box, dependencies.language))
    stored = build_storage(dependencies, action, machine(), partial(show_delay, box, dependencies.language))
    stack.enter_context(closing(stored.table))
    service = build_service(dependencies, box, stored, action)
    panel = build_panel(dependencies, stored.table, service)
    admin = build_admin_services(dependencies, stored.table, service)
    guided = GuidedPhones(time.monotonic)
    server = build_web(dependencies, stored, service, admin, guided, action)

    _run_part(stack, server)
    if service.broker is not None:
        stack.callback(service.broker.stop)
    _run_part(stack, None if portal is None else build_portal(portal, service, guided, lambda: server.port))
    service.monitor.set_port(server.port)
    stack.callback(stop_box)
    _run_part(stack, panel)
    box.start()
    # at "ready" the display shows where the game stands
    panel.drain(_ALIVE_TIMEOUT)
    service.monitor.start(stack)
    _run_part(stack, service.wifi)
    _run_part(stack, stored.backups)
    if service.broker is not None:
        service.broker.start()
    stack.callback(dependencies.notifier.close)
    url = f"http://{local_address(config.web.host, server.port)}/"
    return RunningBox(
        box, dependencies.pending, stored.table, service, panel, stored.start_result, url, server.port
    )


def _run_part(stack: ExitStack, part: _Part | None) -> None:
    """Start it, if there is one; the stack stops it."""
    if part is not None:
        stack.callback(part.stop)
        part.start()


def build_storage(
    dependencies: Dependencies,
    action: Start | Restore | Forget,
    machine: Machine,
    say: Callable[[Text], object],
) -> StoredGames:
    """Open the games. say: what takes its time. Raises `DataFolderUnusable`."""
    config, folder = dependencies.config, folder_of(dependencies.config)
    result = dependencies.pending.result
    clear_received(folder)
    storage, table = open_table(folder, machine, dependencies.games, dependencies.notifier, say=say)
    if result is None and storage.came:
        result = text("panel.another-machine")
    began = table.snapshot.version
    if isinstance(action, Start) and action.example is not None:
        play_example(table, dependencies.games[action.example])
    backups = Backups(
        folder,
        stick_of(config),
        config.copies.keep,
        dependencies.notifier,
        lambda: table.snapshot,
        ended_games=table.ended_games,
        monotonic=time.monotonic,
        redacted_epochs=storage.settings.get(FORGOTTEN, list[str]) or (),
    )
    return StoredGames(storage, table, backups, result, began)


def build_service(
    dependencies: Dependencies, box: Box, stored: StoredGames, action: Start | Restore | Forget
) -> BoxService:
    """What panel and pages share, with what the action has left to do."""
    config, notifier, settings, table = (
        dependencies.config,
        dependencies.notifier,
        stored.storage.settings,
        stored.table,
    )
    watching = Monitor(
        config,
        table,
        stored.storage,
        stored.backups,
        dependencies.parts,
        dependencies.language,
        notifier,
        clock=now,
    )
    membership = Membership(
        settings,
        configured=config.web.join_code,
        colours=every_colour(dependencies.games),
        entropy=secrets.token_bytes,
        monotonic=time.monotonic,
        notifier=notifier,
    )
    admin_access = AdminAccess(
        membership,
        settings,
        entropy=secrets.token_bytes,
        monotonic=time.monotonic,
        notifier=notifier,
        method=_access_method(config),
    )
    start = action if isinstance(action, Start) else START
    lost = table.snapshot.set_aside is not None
    if isinstance(action, Restore) or start.set_up or lost or admin_access.method == "display":
        admin_access.claim()  # its files may not know that it was
    for tag, number in start.tags:
        with suppress(Refused):  # the rest of the bags all the same
            table.perform(PairTag(tag, number), source="reader")
    wifi = organiser = broker = None
    if config.box.own_wifi and box.simulated is None:
        from companion.system.wifi_keeper import WifiKeeper  # only a box with real parts

        wifi = WifiKeeper(settings, notifier, entropy=secrets.token_bytes, monotonic=time.monotonic)
    if config.mqtt.url:
        from companion.daemon.broker_connection import BrokerConnection  # few boxes have a broker

        if config.mqtt.event:
            organiser = Organiser(settings, config.mqtt.event, config.mqtt.table, notifier, now)
        broker = BrokerConnection(
            config.mqtt,
            table,
            dependencies.parts,
            organiser,
            notifier,
            dependencies.games,
            dependencies.language,
            watching.url,
        )
        watching.add_broker(broker.status)
    return BoxService(
        box,
        membership,
        admin_access,
        Confirmations(monotonic=time.monotonic, notifier=notifier),
        watching,
        wifi,
        dependencies.pending,
        stored.result,
        Switches(settings, config, notifier),
        organiser,
        broker,
        ChangeableConfiguration(dependencies.configuration, config, dependencies.pending.request),
        languages_to_ask(config, dependencies.language, dependencies.messages, table),
    )


def build_panel(dependencies: Dependencies, table: Table, service: BoxService) -> PanelController:
    """The panel, not yet started."""
    return PanelController(
        table,
        dependencies.language,
        dependencies.parts,
        dependencies.notifier,
        service,
        monotonic=time.monotonic,
        dim_after=dependencies.config.oled.dim_after * 60,
        shift_every=dependencies.config.oled.shift_every * 60,
    )


def build_admin_services(dependencies: Dependencies, table: Table, service: BoxService) -> AdminServices:
    """The services of the admin's pages; a simulated box leaves the machine's clock alone."""
    folder, stick = folder_of(dependencies.config), stick_of(dependencies.config)
    checkup, forgets = service.monitor.health, service_folder(os.environ)
    return AdminServices(
        carrying=BackupTransfer(
            folder, lambda: table.snapshot, ended_games=table.ended_games, clock=now, try_open=try_open
        ),
        copies=folder / BACKUPS,
        stick=stick,
        updates=Updates(folder, stick),
        news=news,
        clock=BoxClock(
            now,
            None if service.box.simulated is not None else "SYSTEM",
            None if forgets is None else forgets / _CLOCK_SET,
            plausible=(EARLIEST, LATEST),
            timesync_file=SET_BY_TIMESYNCD,
        ),
        check=lambda: checkup.latest,
        report=lambda language: report(
            language,
            checkup.latest,
            dependencies.log_lines(),
            folder,
            sorted(dependencies.parts.states().items()),
        ),
    )


def build_web(
    dependencies: Dependencies,
    stored: StoredGames,
    service: BoxService,
    admin: AdminServices,
    guided: GuidedPhones,
    action: Start | Restore | Forget,
) -> WebServer:
    """The server of the pages, not yet started."""

    def restore(name: str) -> None:
        """As the panel does, but not once more what was tried before this start: one phone would keep the box
        starting for ever. Raises `CompanionError`, which says why it could not be restored.
        """
        if stored.result is not None and action == Restore(name):
            raise CompanionError(stored.result)
        service.restore(name)

    config, pending = dependencies.config, dependencies.pending
    site = Site(
        table=stored.table,
        parts=dependencies.parts,
        notifier=dependencies.notifier,
        messages=dependencies.messages,
        games=dependencies.games,
        membership=service.membership,
        admin_access=service.admin_access,
        confirmations=service.confirmations,
        admin=admin,
        clock=now,
        put_back=restore,
        forget=lambda name, game: pending.request(Forget(name, game)),
        wifi=service.wifi,
        guided=guided,
        configuration=service.configuration,
        organiser=service.organiser,
        link=service.broker_status,
        settings=stored.storage.settings,
        degraded=service.monitor.degraded,
        came=stored.start_result,
        box=service.box.simulated,
        show_code=config.web.show_code,
        url=service.monitor.url,
        names=names_of(socket.gethostname(), config.web.names),
        language=dependencies.language.code,
    )
    return WebServer(
        create_app(site),
        dependencies.notifier,
        host=config.web.host,
        port=config.web.port,
        streams=config.web.streams,
        member=partial(holder_in_environ, membership=service.membership),
    )


def build_portal(
    portal: socket.socket, service: BoxService, guided: GuidedPhones, port: Callable[[], int]
) -> WebServer:
    """The server on port 80, not yet started, which leads phones to the page. portal: its socket, which stays
    open. port: of the pages.
    """
    from web.portal import Portal  # only a box that has port 80

    wifi = service.wifi
    app = Portal(
        guided,
        lambda: None if wifi is None else wifi.network,
        lambda: service.membership.code,
        port,
        lambda here: None if wifi is None else wifi.asked_from(here),
    )
    host, at, *_ = portal.getsockname()
    return WebServer(app, Notifier(), host=host, port=at, listener=portal.dup())


def _access_method(config: Config) -> AccessMethod:
    """How admin access is granted: by buttons, else by a code on the display."""
    if config.buttons.driver != NONE:
        return "buttons"
    return "none" if config.oled.driver == NONE else "display"
