"""Forgetting on a phone: for who looks after the box, asked twice, and staying comes first."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from companion.storage.backup import BACKUPS, write_backup
from companion.storage.settings import FORGOTTEN
from tests.fakes.sitting import START, Sitting, act

HERE = "/care/forget"


@pytest.fixture
def sitting(tmp_path: Path) -> Iterator[Sitting]:
    """A game of Rosa and Blue has ended, and is on the table."""
    sitting = Sitting(tmp_path)
    act(sitting.phone(), START)
    act(sitting.phone(), {"type": "end"})
    yield sitting
    sitting.close()


@pytest.fixture
def phone(sitting: Sitting) -> FlaskClient:
    """One that looks after the box."""
    return sitting.phone("Ada", "blue")


def game_of(sitting: Sitting) -> str:
    game: str = sitting.table.snapshot.body["game"]["id"]
    return game


def test_a_name_is_asked_for_twice_staying_first_and_then_forgotten(
    sitting: Sitting, phone: FlaskClient
) -> None:
    asked = phone.post(f"{HERE}/sure", data={"name": " Rosa "}).get_data(as_text=True)
    assert "Forget Rosa?" in asked
    assert asked.index("No, forget nothing") < asked.index("Forget it")
    assert sitting.forgotten == []
    assert phone.post(f"{HERE}/now", data={"name": "Rosa"}).status_code == 422
    assert sitting.forgotten == [], "the box was not ticked"
    assert phone.post(f"{HERE}/now", data={"name": "Rosa", "sure": "1"}).status_code == 200
    assert sitting.forgotten == [("Rosa", "")]


def test_a_game_is_chosen_from_those_that_are_here(sitting: Sitting, phone: FlaskClient) -> None:
    game = game_of(sitting)
    assert f'<option value="{game}">' in phone.get(HERE).get_data(as_text=True)
    asked = phone.post(f"{HERE}/sure", data={"game": game}).get_data(as_text=True)
    assert "Forget this game?" in asked
    assert "Rosa" in asked
    phone.post(f"{HERE}/now", data={"game": game, "sure": "1"})
    assert sitting.forgotten == [("", game)]


def test_who_forgets_the_game_on_the_table_is_told_that_the_one_before_comes_back(
    sitting: Sitting, phone: FlaskClient
) -> None:
    said = "the game that was there before comes back"
    first = game_of(sitting)
    assert said not in phone.post(f"{HERE}/sure", data={"game": first}).get_data(as_text=True), (
        "there is none"
    )
    act(sitting.phone(), START)
    act(sitting.phone(), {"type": "end"})
    second = game_of(sitting)
    assert said in phone.post(f"{HERE}/sure", data={"game": second}).get_data(as_text=True)
    assert said not in phone.post(f"{HERE}/sure", data={"game": first}).get_data(as_text=True)


def test_the_game_that_goes_on_and_who_plays_it_are_not_forgotten(
    sitting: Sitting, phone: FlaskClient
) -> None:
    act(sitting.phone(), START)
    game = game_of(sitting)
    assert game not in phone.get(HERE).get_data(as_text=True)
    for wish in ({"game": game}, {"name": "ROSA"}):
        answer = phone.post(f"{HERE}/now", data={**wish, "sure": "1"})
        assert answer.status_code == 422
    assert sitting.forgotten == []
    assert "A game is being played" in phone.post(f"{HERE}/sure", data={"name": "Eva"}).get_data(as_text=True)


@pytest.mark.parametrize(
    "wish", [{}, {"name": " "}, {"game": "nothing"}, {"name": "Rosa", "game": "x"}, {"name": "x" * 200}]
)
def test_what_is_nothing_or_too_much_is_refused_in_words(
    sitting: Sitting, phone: FlaskClient, wish: dict[str, str]
) -> None:
    answer = phone.post(f"{HERE}/now", data={**wish, "sure": "1"})
    assert answer.status_code == 422
    assert "nothing was forgotten" in answer.get_data(as_text=True)
    assert sitting.forgotten == []


def test_a_name_is_in_no_address(sitting: Sitting, phone: FlaskClient) -> None:
    answer = phone.post(f"{HERE}/sure", data={"name": "Rosa"})
    assert "Location" not in answer.headers
    assert "name=Rosa" not in answer.get_data(as_text=True)


def test_what_still_holds_it_is_said_until_it_is_gone(sitting: Sitting, phone: FlaskClient) -> None:
    assert 'id="remains"' not in phone.get(HERE).get_data(as_text=True)
    stick, own = sitting.folder / "stick", sitting.folder / BACKUPS
    for place in (stick, own):
        place.mkdir()
        write_backup(sitting.folder, place / "companion-20261121T180000Z-2.zip")
    sitting.journal.settings.set(FORGOTTEN, [sitting.journal.epoch])
    (sitting.folder / "damaged-20261121T180000Z").touch()
    said = phone.get(HERE).get_data(as_text=True)
    assert 'id="still-box"' in said
    assert 'id="still-stick"' in said
    assert "damaged-20261121T180000Z" in said
    (stick / "companion-20261121T180000Z-2.zip").unlink()
    (own / "companion-20261121T180000Z-2.zip").unlink()
    assert "No copy that this box can see now." in phone.get(HERE).get_data(as_text=True)


def test_no_phone_is_given_its_name_to_keep(sitting: Sitting) -> None:
    phone = sitting.stranger()
    phone.post("/join", data={"code": "4821", "name": "Rosa", "colour": "red"})
    kept = [each.value for each in (phone._cookies or {}).values()]
    assert kept
    assert not any("rosa" in each.casefold() for each in kept)
