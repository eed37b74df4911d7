"""A backup is restored, or something forgotten, while the box serves: it goes on at the same address."""

from __future__ import annotations

import errno
import http.client
import re
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlencode, urlsplit
from zipfile import ZipFile

import pytest
from msgspec.structs import replace

from companion.config import SIMULATED
from companion.daemon import build, supervisor
from companion.daemon.build import RunningBox
from companion.daemon.configuration import Configuration
from companion.daemon.pending import START, Forget, Restore, StartInterrupted
from companion.daemon.startup import perform_action
from companion.storage.backup import BACKUPS, add_backup, backups_in
from companion.table.data_folder import backup_folders
from tests.daemon.serving import press, screen, start_message
from tests.fakes.box import running
from tests.fakes.damaged import OFFERED, leave
from tests.fakes.folders import failing
from tests.fakes.supervised import Supervised, supervised
from tests.patience import PATIENCE
from web.auth import MEMBER_COOKIE


@pytest.fixture
def configuration(tmp_path: Path) -> Configuration:
    own = (f"data.folder={tmp_path / 'data'}", f"copies.stick={tmp_path / 'stick'}", "web.host=127.0.0.1")
    return Configuration(None, (*SIMULATED, *own, "web.port=0", "web.join_code=4821"))


@pytest.fixture
def box(configuration: Configuration) -> Iterator[Supervised]:
    with supervised(configuration, "roads-and-boats") as box:
        yield box


@pytest.fixture
def damaged(configuration: Configuration) -> Iterator[Supervised]:
    """Its last game is in its first phase, and a backup is offered in which it is in its second."""
    folder = Path(configuration.load().data.folder)
    (folder / BACKUPS).mkdir(parents=True)
    with running(folder) as played:
        played.play("red", "blue")
        played.post(do="advance")
        add_backup(folder, folder / BACKUPS, 5)
        played.post(do="undo")
    (backup,) = backups_in(folder / BACKUPS)
    leave(folder, replace(OFFERED, backup=backup.name, backup_last=2))
    with supervised(configuration) as box:
        yield box


def backed_up(box: Supervised, place: int = 0) -> str:
    """Back the games up as they are; the backup's name. place: 0 is the data folder's own, 1 the stick."""
    folder = backup_folders(box.configuration.load())[place]
    folder.mkdir(exist_ok=True)
    add_backup(box.folder, folder, 8)
    return max(each.name for each in folder.iterdir())


def version(served: RunningBox) -> int:
    return served.table.snapshot.version


def begin(served: RunningBox, first: str) -> None:
    """Begin a game in which red has this name."""
    players = [{"colour": "red", "name": first}, {"colour": "blue", "name": "Anna"}]
    do(served, type="start", system="roads-and-boats", players=players, replace=True)


def result_code(served: RunningBox) -> str | None:
    """What became of what this start was for."""
    result = served.start_result()
    return None if result is None else result.code


def phase(served: RunningBox) -> object:
    return served.table.snapshot.body["game"]["phase"]


def do(served: RunningBox, **command: object) -> None:
    served.table.perform(served.table.read(command), source="panel")


def by_phone(served: RunningBox, backup: str) -> tuple[int, str]:
    """Restore it from the page that tells of the damage; status and body of the answer."""
    token = served.service.membership.join("4821", "Ada", "red", "here")
    headers = {"Content-Type": "application/x-www-form-urlencoded", "Cookie": f"{MEMBER_COOKIE}={token}"}
    address = urlsplit(served.url).netloc
    with closing(http.client.HTTPConnection(address, timeout=PATIENCE)) as phone:
        phone.request("POST", "/copies/put-back", urlencode({"copy": backup, "page": "/log"}), headers)
        answer = phone.getresponse()
        return answer.status, answer.read().decode()


def test_after_damage_the_panel_restores_a_backup_and_the_display_reports_it(damaged: Supervised) -> None:
    first = damaged.next()
    assert screen(first.box).startswith("Damage found")
    press(first.box, "advance", "advance", "select", "advance")
    second = damaged.next()
    assert screen(second.box).startswith("Resumed")
    assert "The copy of" in screen(second.box)
    assert second.table.snapshot.set_aside is None
    assert phase(second) == "movement"


def test_the_games_are_those_of_a_stick_and_phones_find_them_where_they_were(box: Supervised) -> None:
    first = box.next()
    stood, url, epoch = phase(first), first.url, first.table.snapshot.epoch
    backup = backed_up(box, 1)
    do(first, type="advance", draw_rest=True)
    first.service.restore(backup)
    second = box.next()
    assert (second.url, phase(second)) == (url, stood)
    assert second.table.snapshot.epoch != epoch
    assert box.announced == [url], "one line says that it is ready, once"
    assert list(box.folder.glob("replaced-*"))
    do(second, type="advance", draw_rest=True)


def test_a_backup_that_cannot_be_restored_changes_nothing_and_is_reported_on_pages_and_display(
    damaged: Supervised,
) -> None:
    """The page that offers it would else start the box anew for ever; who stands before it may try again."""
    first, (backup,) = damaged.next(), backups_in(damaged.folder / BACKUPS)
    last = version(first)
    backup.write_bytes(b"no backup" * 1000)
    assert by_phone(first, backup.name)[0] == 202
    second = damaged.next()
    assert version(second) == last
    assert not list(damaged.folder.glob("replaced-*"))
    assert "put back" in start_message(second)
    assert by_phone(second, backup.name)[0] == 503
    assert second.pending.action is None
    assert screen(second.box).startswith("Damage found"), "what is not seen yet comes first"
    press(second.box, "advance", "select", "advance")
    said = ""
    for _ in range(5):
        said += f"{screen(second.box)} "
        press(second.box, "select")
    assert "The copy was not put back" in re.sub(" +", " ", said)
    do(second, type="advance", draw_rest=True)
    assert start_message(second) == "", "something new has happened"
    second.service.restore(backup.name)
    assert damaged.next()


@pytest.mark.parametrize("name", ["companion-20261121T180300Z-1.zip", "../box.json", "", "/etc/passwd"])
def test_what_is_no_backup_changes_nothing(configuration: Configuration, name: str, tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    result = perform_action(Restore(name), configuration.load())
    assert result is not None
    assert result.code == "panel.not-back"
    assert not list((tmp_path / "data").iterdir())


def holding(folder: Path) -> list[str]:
    """The files of a folder in which the name is, those in backups as well."""
    files = {each.name: each.read_bytes() for each in folder.rglob("*") if each.is_file()}
    for path in backups_in(folder / BACKUPS):
        with ZipFile(path) as backup:
            files |= {f"{path.name}/{each}": backup.read(each) for each in backup.namelist()}
    return sorted(name for name, content in files.items() if b"quirin" in content.lower())


@pytest.mark.parametrize("end", ["stop", "shut down", "stop in the start"])
def test_a_box_that_is_to_stop_does_what_was_confirmed_and_does_not_come_back_for_it(
    box: Supervised, monkeypatch: pytest.MonkeyPatch, end: str
) -> None:
    def stopped(*_: object, **__: object) -> None:
        box.pending.stop()
        raise StartInterrupted

    first = box.next()
    begin(first, "Quirin")
    if end == "shut down":
        first.service.shut_down()
    elif end == "stop in the start":
        monkeypatch.setattr(build, "build", stopped)
    first.pending.request(Forget(name="quirin"))
    if end == "stop":
        box.pending.stop()
    assert box.ended()
    assert box.starts.empty()
    assert box.pending.shut_down_on_panel == (end == "shut down"), "else the machine stays on"
    assert [each for each in holding(box.folder) if ".zip" not in each] == [], (
        "backups are left to its next start"
    )


@pytest.mark.parametrize("what", ["name", "game"])
def test_what_is_forgotten_is_gone_from_games_members_and_backups(box: Supervised, what: str) -> None:
    first = box.next()
    begin(first, "Quirin")
    do(first, type="end")
    last, url, game = version(first), first.url, first.table.snapshot.body["game"]["id"]
    token = first.service.membership.join("4821", "Quirin", "red", "here")
    backed_up(box)
    first.pending.request(Forget(name="quirin") if what == "name" else Forget(game=game))
    second = box.next()
    assert second.url == url
    assert result_code(second) == f"panel.forgotten-{what}"
    if what == "name":
        assert version(second) == last
        assert [each["name"] for each in second.table.snapshot.body["game"]["players"]] == ["", "Anna"]
        member = second.service.membership.who(token)
        assert member is not None
        assert (member.name, member.colour) == ("", "red"), "the phone stays in, by its colour"
    box.pending.stop()
    assert box.ended()
    assert holding(box.folder) == ([] if what == "name" else ["box.json"]), "a phone's name is no game's"


def test_a_failed_forget_is_reported_with_its_cause(
    configuration: Configuration, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    with running(tmp_path / "data") as played:
        played.play("red", "blue", names=("Eva", "Anna"))
    monkeypatch.setattr("companion.storage.replacing.create", failing(errno.ENOSPC))
    result = perform_action(Forget(name="Eva"), configuration.load())
    assert result is not None
    assert result.code == "panel.not-forgotten"


@pytest.mark.parametrize("fails", ["build", "build_panel"], ids=["before it is done", "after it is done"])
def test_what_was_confirmed_is_done_and_its_result_shown_though_the_first_start_for_it_fails(
    box: Supervised, monkeypatch: pytest.MonkeyPatch, fails: str
) -> None:
    first = box.next()
    begin(first, "Quirin")
    really = getattr(build, fails)

    def once(*given: object, **named: object) -> None:
        monkeypatch.setattr(build, fails, really)
        raise LookupError("by what is configured now")

    monkeypatch.setattr(build, fails, once)
    box.configuration.save({"box": {"language": "it"}})
    first.pending.request(Forget(name="quirin"))
    second = box.next()
    assert result_code(second) == "panel.forgotten-name"
    assert [each["name"] for each in second.table.snapshot.body["game"]["players"]] == ["", "Anna"]
    second.pending.request(START)
    assert box.next().start_result() is None


@pytest.mark.usefixtures("signals")
def test_a_shutdown_switches_the_machine_off_by_what_is_configured_then(
    configuration: Configuration, monkeypatch: pytest.MonkeyPatch
) -> None:
    serving, off = build.running_box, []

    @contextmanager
    def noted(*given: Any, **named: Any) -> Iterator[RunningBox]:
        with serving(*given, **named) as served:
            if configuration.overrides():
                served.service.shut_down()
            else:
                configuration.save({"box": {"power_off": True}})
                served.pending.request(START)
            yield served

    monkeypatch.setattr(supervisor, "running_box", noted)
    monkeypatch.setattr(supervisor, "power_off", lambda: off.append("off"))
    monkeypatch.setattr(supervisor, "log_to_stderr", lambda _: None)
    supervisor.run(configuration, on_ready=lambda _url, _code: None, on_safe_mode=lambda _said, _code: None)
    assert off == ["off"]
