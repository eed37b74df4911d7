"""The report of an evening on its page: in both languages, by day and night, and printed."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace
from playwright.sync_api import expect

from companion.games import Game
from companion.language.shapes import SHAPES
from companion.storage.entry import Entry
from companion.table.history import History
from tests.fakes.browsing import Box, Phones, box_in, visit
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
def box(tmp_path: Path) -> Iterator[Box]:
    """A box with a recorded game that has ended."""
    play("called-off", tmp_path / "data")
    with box_in(str(tmp_path / "data")) as box:
        yield box


@pytest.fixture
def sitting(tmp_path: Path) -> Iterator[Sitting]:
    sitting = Sitting(tmp_path / "data", games=GAMES)
    yield sitting
    sitting.close()


def test_a_player_on_a_plot_is_a_colour_a_shape_and_a_letter(onlookers: Phones) -> None:
    phone = onlookers.phone()
    visit(phone, "/report")
    for group in phone.locator("svg.plot").first.locator("g:not(.grid)").all():
        colour = group.get_attribute("class") or ""
        shapes = group.locator("polygon, circle").count()
        assert group.locator("polygon").count() == (shapes if SHAPES[colour].corners else 0)
        assert group.locator("text.who").text_content()


@pytest.mark.parametrize("scripts", [True, False], ids=["script", "no-script"])
def test_each_moment_leads_to_the_table_as_it_was_and_that_leads_back(phones: Phones, scripts: bool) -> None:
    phone = phones.phone(scripts=scripts)
    phone.goto("/report")
    moments = phone.locator("section[aria-labelledby=moments] li")
    assert moments.count() == moments.get_by_role("link").count() > 0
    last = moments.last.get_by_role("link")
    number = last.inner_text().removeprefix("#")
    last.click()
    expect(phone).to_have_url(re.compile(rf"/games/[^/]+/at/{number}$"))
    phone.get_by_role("link", name="Report", exact=True).click()
    expect(phone).to_have_url(re.compile(r"/report/[^/]+$"))
    expect(phone.get_by_role("heading", level=1)).to_have_text("Report")


def test_every_running_game_has_a_report_and_tallys_is_empty(sitting: Sitting) -> None:
    phone = sitting.phone()
    assert phone.get("/report").status_code == 422
    for system, game in GAMES.items():
        players = [{"colour": each} for each in game.colours[:2]]
        assert act(phone, {**START, "system": system, "players": players, "replace": True}).status_code == 200
        page = phone.get("/report").get_data(as_text=True)
        assert ("This game tells nothing beyond its log." in page) == (system == "tally")
        assert f"As it stood at entry #{sitting.version}." in page


def test_games_and_log_and_the_table_of_a_game_that_is_over_lead_to_it(sitting: Sitting) -> None:
    phone = sitting.phone()
    act(phone, START)
    first = sitting.table.snapshot.body["game"]["id"]
    for page in ("/log", "/games"):
        assert 'href="/report">Report so far' in phone.get(page).get_data(as_text=True)
    act(phone, {"type": "end"})
    for page in ("/log", "/games", "/table"):
        assert 'href="/report">Read the report' in phone.get(page).get_data(as_text=True)
    act(phone, START)
    assert f'href="/report/{first}"' in phone.get("/games").get_data(as_text=True)
    shown = words(phone.get(f"/report/{first}").get_data(as_text=True))
    assert "The group ended the game." in shown
    assert "As it stood at entry" not in shown


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
