"""A copy is put back while the box serves: it goes on in the same process, at the same address."""

from __future__ import annotations

import queue
import re
import threading
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

from companion.config import SIMULATED, Config
from companion.daemon import life
from companion.daemon.build import Served, serving
from companion.daemon.configuration import Configuration
from companion.daemon.failures import Failures
from companion.daemon.given import Given
from companion.daemon.life import Life
from companion.daemon.service import ServiceManager
from companion.daemon.wishes import Forget, Stopped, Wishes
from companion.language.text import CompanionError
from companion.storage.backup import add_backup
from companion.table.opening import copies_of
from tests.patience import PATIENCE


class Box:
    """A box whose life runs on a thread of its own. starts: each of its starts, as soon as it answers."""

    def __init__(self, configuration: Configuration, starts: queue.SimpleQueue[Served]) -> None:
        self.config = configuration.load()
        self.starts = starts
        self.wishes = Wishes()
        self.told: list[str] = []

        def ready(url: str, _: str) -> None:
            self.told.append(url)

        failures = Failures(Path(self.config.data.folder))
        lives = Life(
            self.wishes,
            ServiceManager({}),
            failures,
            ready,
            lambda *_: None,
            None,
            Given(configuration),
        )

        def live() -> None:
            with self.wishes, suppress(Stopped):
                lives.live("roads-and-boats")

        self.thread = threading.Thread(target=live)

    def next(self) -> Served:
        return self.starts.get(timeout=PATIENCE)


@pytest.fixture
def configuration(tmp_path: Path) -> Configuration:
    own = (f"data.folder={tmp_path / 'data'}", f"copies.stick={tmp_path / 'stick'}", "web.host=127.0.0.1")
    return Configuration(None, (*SIMULATED, *own, "web.port=0", "web.join_code=4821"))


@pytest.fixture
def config(configuration: Configuration) -> Config:
    return configuration.load()


@pytest.fixture
def box(configuration: Configuration, monkeypatch: pytest.MonkeyPatch) -> Iterator[Box]:
    starts: queue.SimpleQueue[Served] = queue.SimpleQueue()

    @contextmanager
    def noted(*given: Any, **named: Any) -> Iterator[Served]:
        with serving(*given, **named) as served:
            starts.put(served)
            yield served

    monkeypatch.setattr(life, "serving", noted)
    box = Box(configuration, starts)
    box.thread.start()
    yield box
    box.wishes.end()
    box.thread.join(PATIENCE)
    assert not box.thread.is_alive()


def copied(served: Served, config: Config, place: int = 0) -> str:
    """Copy the games as they are; the copy's name. place: 0 is the data folder's own copies, 1 the stick."""
    folder = copies_of(config)[place]
    folder.mkdir(exist_ok=True)
    add_backup(Path(config.data.folder), folder, 8)
    return max(each.name for each in folder.iterdir())


def version(served: Served) -> int:
    return served._table.snapshot.version


def advance(served: Served) -> None:
    command = served._table.read({"type": "advance", "draw_rest": True})
    served._table.perform(command, source="panel")


def page(served: Served, language: str) -> str:
    """What the page of the table says of a copy."""
    asked = urllib.request.Request(f"{served.url}table", headers={"Accept-Language": language})
    with urllib.request.urlopen(asked, timeout=PATIENCE) as answer:
        came = re.search(r'id="came"[^>]*>(.*?)</div>', answer.read().decode())
    return "" if came is None else came[1]


@pytest.mark.parametrize("place", [0, 1], ids=["the card", "the stick"])
def test_the_games_are_those_of_the_copy_and_everybody_finds_them_where_they_were(
    box: Box, config: Config, place: int
) -> None:
    first = box.next()
    phase = first._table.snapshot.body["game"]["phase"]
    name, url, epoch = copied(first, config, place), first.url, first._table.snapshot.body["epoch"]
    advance(first)
    first.keeper.put_back(name)
    second = box.next()
    assert second.url == url
    assert second._table.snapshot.body["game"]["phase"] == phase
    assert second._table.snapshot.body["epoch"] != epoch
    assert box.told == [url], "one line says that it is ready, once"
    assert list(Path(config.data.folder).glob("replaced-*"))
    advance(second)


@pytest.mark.parametrize("name", ["companion-20261121T180300Z-1.zip", "../box.json", "", "/etc/passwd"])
def test_what_is_no_copy_changes_nothing_and_the_pages_say_so(box: Box, config: Config, name: str) -> None:
    first = box.next()
    advance(first)
    last = version(first)
    first.keeper.put_back(name)
    second = box.next()
    assert version(second) == last
    assert "put back" in page(second, "en")
    assert "rimessa" in page(second, "it")
    advance(second)
    assert "put back" not in page(second, "en"), "something new has happened"
    assert not list(Path(config.data.folder).glob("replaced-*"))


def test_a_damaged_copy_changes_nothing(box: Box, config: Config) -> None:
    first = box.next()
    name, last = copied(first, config), version(first)
    (copies_of(config)[0] / name).write_bytes(b"not a copy" * 1000)
    first.keeper.put_back(name)
    assert version(box.next()) == last


def test_two_who_want_it_at_once_put_it_back_once(box: Box, config: Config) -> None:
    first = box.next()
    name = copied(first, config)
    for _ in range(3):
        first.keeper.put_back(name)
    second = box.next()
    advance(second)
    assert version(second) > 0
    assert box.starts.empty()
    assert box.thread.is_alive()


def test_who_stops_the_box_meanwhile_is_heard(box: Box, config: Config) -> None:
    first = box.next()
    first.keeper.put_back(copied(first, config))
    box.wishes.end()
    box.thread.join(PATIENCE)
    assert not box.thread.is_alive()


def test_a_phone_gets_no_second_start_for_a_copy_that_could_not_be_put_back(box: Box, config: Config) -> None:
    """What was found wrong still stands, and offers that copy: the box would start anew for ever."""
    first = box.next()
    name = copied(first, config)
    (copies_of(config)[0] / name).write_bytes(b"not a copy" * 1000)
    first.put_back_for_a_phone(name)
    second = box.next()
    with pytest.raises(CompanionError) as refused:
        second.put_back_for_a_phone(name)
    assert refused.value.said.code == "panel.not-back"
    advance(second)
    assert second.ending.wanted is None
    second.keeper.put_back(name)
    assert box.next(), "who stands before the box may try again"


def test_a_box_that_was_shut_down_does_not_come_back_for_a_copy(box: Box, config: Config) -> None:
    first = box.next()
    name = copied(first, config)
    first.keeper.shut_down()
    first.keeper.put_back(name)
    box.thread.join(PATIENCE)
    assert not box.thread.is_alive()
    assert box.starts.empty()
    assert not list(Path(config.data.folder).glob("replaced-*"))


def test_a_name_is_forgotten_while_the_box_serves_and_it_goes_on_at_the_same_address(
    box: Box, config: Config
) -> None:
    served = box.next()
    players = [{"colour": "red", "name": "Quirin"}, {"colour": "blue", "name": "Anna"}]
    start = {"type": "start", "system": "roads-and-boats", "players": players, "replace": True}
    served._table.perform(served._table.read(start), source="phone")
    served._table.perform(served._table.read({"type": "end"}), source="phone")
    before, address = version(served), served.url
    token = served._membership.join("4821", "Quirin", "red", "here")
    served.ending.give_way(Forget(name="quirin"))
    again = box.next()
    assert (again.url, version(again)) == (address, before)
    assert [each["name"] for each in again._table.snapshot.body["game"]["players"]] == ["", "Anna"]
    member = again._membership.who(token)
    assert member is not None
    assert (member.name, member.colour) == ("", "red"), "the phone stays in, by its colour"
    box.wishes.end()
    box.thread.join(PATIENCE)
    again._copying._thread.join(PATIENCE)  # the copies are in order then
    files = (each for each in Path(config.data.folder).rglob("*") if each.is_file())
    assert [each.name for each in files if b"quirin" in each.read_bytes().lower()] == []
