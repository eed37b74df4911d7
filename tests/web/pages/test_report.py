"""The report of an evening on its page. No browser."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from companion.games import Game
from companion.language.shapes import SHAPES
from companion.storage.entry import Entry
from companion.table.history import History
from tests.fakes.every import every
from tests.fakes.sitting import START, Sitting, act
from tests.games.record import FOLDER, Recording, table_for
from tests.web.pages.rendering import words
from web.pages.pages import FRAGMENT

GAMES: dict[str, Game] = every()


def play(name: str, folder: Path) -> None:
    """A recorded game, played to its end in this folder."""
    played = msgspec.json.decode((FOLDER / f"{name}.json").read_bytes(), type=Recording)
    table = table_for(folder, bytes.fromhex(played.secret))
    for command in played.commands:
        table.perform(table.read(command), source="phone")
    table.close()


@pytest.fixture
def sitting(tmp_path: Path) -> Iterator[Sitting]:
    sitting = Sitting(tmp_path / "data", games=GAMES)
    yield sitting
    sitting.close()


def test_a_player_on_a_plot_is_a_colour_a_shape_and_a_letter(tmp_path: Path) -> None:
    play("called-off", tmp_path / "data")
    with closing(Sitting(tmp_path / "data")) as ended:
        plot = re.findall(r'<svg class="plot.*?</svg>', ended.stranger().get("/report").text, re.DOTALL)[0]
    groups = re.findall(r'<g class="(\w+)">(.*?)</g>', plot, re.DOTALL)
    players = [(colour, drawn) for colour, drawn in groups if colour in SHAPES]
    assert players
    for colour, drawn in players:
        assert ("<polygon" in drawn, "<circle" in drawn) == (
            bool(SHAPES[colour].corners),
            not SHAPES[colour].corners,
        )
        assert re.search(r'<text class="who[^>]*>\w', drawn)


def test_every_running_game_has_a_report_and_tallys_is_empty(sitting: Sitting) -> None:
    phone = sitting.phone()
    assert phone.get("/report").status_code == 422
    for system, game in GAMES.items():
        players = [{"colour": each} for each in game.colours[:2]]
        assert act(phone, {**START, "system": system, "players": players, "replace": True}).status_code == 200
        page = phone.get("/report").get_data(as_text=True)
        assert ("This game tells nothing beyond its log." in page) == (system == "tally")
        assert f"As it stood at entry #{sitting.version}." in page


def test_an_unknown_game_is_reported(sitting: Sitting) -> None:
    answer = sitting.stranger().get("/report/20200101-beef")
    assert answer.status_code == 404
    assert "20200101-beef" in words(answer.get_data(as_text=True))


def test_a_report_fetched_or_rendered_at_each_event_is_the_same(sitting: Sitting) -> None:
    """An open report delays no other phone."""
    phone = sitting.phone()
    act(phone, START)
    phone.get("/report")
    act(phone, {"type": "advance"})
    sitting.clock.seconds += 60
    fetched = phone.get("/report", headers={FRAGMENT: "main"}).get_data(as_text=True)
    assert "entry #1." in fetched
    assert "entry #2." in phone.get("/report").get_data(as_text=True)


def test_while_another_report_is_made_the_page_shows_that_and_retries(
    sitting: Sitting, monkeypatch: pytest.MonkeyPatch
) -> None:
    phone = sitting.phone()
    act(phone, START)
    first = sitting.table.snapshot.body["game"]["id"]
    act(phone, {**START, "replace": True})
    reading, go_on, past = threading.Event(), threading.Event(), sitting.table.history

    def slow(game: str) -> History:
        found = past(game)

        def entries() -> Iterator[tuple[Entry, bool]]:
            reading.set()
            go_on.wait()
            yield from found.entries

        return replace(found, entries=entries())

    monkeypatch.setattr(sitting.table, "history", slow)
    sitting.app = sitting.app_with()
    phone, other = sitting.stranger(), sitting.stranger()
    maker = threading.Thread(target=lambda: other.get(f"/report/{first}"))
    maker.start()
    reading.wait()
    page = phone.get("/report").get_data(as_text=True)
    go_on.set()
    maker.join()
    assert "The report of another game is being worked out." in words(page)
    assert '<meta http-equiv="refresh" content="2">' in page
    assert "As it stood at entry #2." in words(phone.get("/report").get_data(as_text=True))
