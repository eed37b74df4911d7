"""The first page of looking after the box: who may, how to be let in, and what others are told."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.fakes.sitting import Sitting
from tests.web.pages.drawn import words


@pytest.fixture
def sitting(tmp_path: Path) -> Iterator[Sitting]:
    sitting = Sitting(tmp_path)
    sitting.caretaking.pressed()
    yield sitting
    sitting.close()


def test_who_has_not_joined_is_led_to_joining_and_back(sitting: Sitting) -> None:
    stranger = sitting.stranger()
    assert "/join?back=/care" in stranger.get("/care").text
    answer = stranger.post("/care/ask")
    assert (answer.status_code, answer.headers["Location"]) == (303, "/join?back=/care")


def test_a_member_asks_sees_his_number_and_then_that_he_may(sitting: Sitting) -> None:
    phone = sitting.phone()
    assert "I am at the box" in phone.get("/care").text
    assert phone.post("/care/ask").headers["Location"] == "/care"
    (number,) = sitting.caretaking.asking
    page = phone.get("/care").text
    assert f'id="number">{number}<' in page
    assert 'http-equiv="refresh"' in page, "it looks again by itself, also without a script"
    sitting.caretaking.answer(number, yes=True)
    page = phone.get("/care").text
    assert "This phone looks after the box" in page
    assert "http-equiv" not in page


def test_who_looks_after_the_box_reads_what_a_broker_knows_it_by(sitting: Sitting) -> None:
    phone = sitting.phone()
    phone.post("/care/ask")
    sitting.caretaking.answer(*sitting.caretaking.asking, yes=True)
    assert "At a broker this box is 0a1b2c3d." in phone.get("/care/help").text


@pytest.mark.parametrize(("box", "called"), [("en", "The box"), ("it", "La scatola")])
@pytest.mark.parametrize("phone", ["en", "it"])
def test_the_page_to_look_for_is_called_as_the_display_calls_it(
    sitting: Sitting, phone: str, box: str, called: str
) -> None:
    sitting.app = sitting.app_with(language=box)
    client = sitting.phone()
    client.post("/care/ask")
    page = client.get("/care", headers={"Accept-Language": phone}).text
    assert re.search(f"[“«]{called}[”»]", page)


def test_others_see_nothing_of_it(sitting: Sitting) -> None:
    sitting.phone().post("/care/ask")
    (number,) = sitting.caretaking.asking
    page = sitting.phone("Ada", "blue").get("/care").text
    assert not re.search(rf"\b{number}\b", words(page.split("<main", 1)[1]))


def test_whoever_was_sent_away_is_told_to_wait(sitting: Sitting) -> None:
    phone = sitting.phone()
    phone.post("/care/ask")
    sitting.caretaking.answer(sitting.caretaking.asking[0], yes=False)
    answer = phone.post("/care/ask")
    assert (answer.status_code, answer.headers["Retry-After"]) == (429, "60")
    assert "Try again in 60 seconds." in answer.text


def test_a_caretaker_may_leave_it(sitting: Sitting) -> None:
    phone = sitting.phone()
    phone.post("/care/ask")
    sitting.caretaking.answer(sitting.caretaking.asking[0], yes=True)
    phone.post("/care/leave")
    assert "I am at the box" in phone.get("/care").text


def test_a_box_on_which_no_button_was_pressed_says_that_everybody_may(tmp_path: Path) -> None:
    sitting = Sitting(tmp_path)
    assert "No button of this box has ever been pressed" in sitting.phone().get("/care").text
    sitting.close()
