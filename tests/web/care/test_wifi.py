"""The page of the box's Wi-Fi: who sees it, what it says and asks, and what it takes from nobody."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from companion.system.wifi import OPENS_AFTER
from tests.fakes.on_the_air import OnTheAir, on_the_air
from tests.fakes.sitting import CODE, START, Sitting, act

HOME, PASSWORD = "Home", "correct horse"
AIR = {HOME: PASSWORD, "Free": None, "Firm": "x", 'A"<b>&\u202e': "12345678"}


@pytest.fixture
def air(tmp_path: Path) -> Iterator[OnTheAir]:
    """A box that knows no network."""
    (tmp_path / "air").mkdir()
    with on_the_air(tmp_path / "air", air=AIR) as box:
        box.air.enterprise.add("Firm")
        box.start("waiting")
        box.passes(OPENS_AFTER)
        box.until("own")
        yield box


@pytest.fixture
def sitting(tmp_path: Path) -> Iterator[Sitting]:
    sitting = Sitting(tmp_path)
    sitting.caretaking.pressed()
    yield sitting
    sitting.close()


@pytest.fixture
def phone(sitting: Sitting, air: OnTheAir) -> FlaskClient:
    """One that looks after the box."""
    client = joined(sitting, air)
    client.post("/care/ask")
    sitting.caretaking.answer(sitting.caretaking.asking[0], yes=True)
    return client


def joined(sitting: Sitting, air: OnTheAir | None) -> FlaskClient:
    client = sitting.app_with(wifi=None if air is None else air.keeper).test_client()
    assert client.post("/api/v1/join", json={"code": CODE, "name": "Ada", "colour": "red"}).status_code == 200
    return client


def asks(phone: FlaskClient, **fields: str) -> str:
    answer = phone.post("/care/wifi", data=fields)
    assert answer.status_code == 200, answer.text
    return answer.text


def test_it_says_how_it_stands_and_why(phone: FlaskClient) -> None:
    page = phone.get("/care/wifi").text
    assert "The box has its own Wi-Fi open: Companion-7F3A." in page
    assert "The box knows no Wi-Fi yet, so it has opened its own." in page


def test_networks_stand_by_strength_with_how_they_are_locked_in_words(phone: FlaskClient) -> None:
    page = phone.get("/care/wifi").text
    assert page.index(f"<strong>{HOME}") < page.index("<strong>Free") < page.index("<bdi>Firm")
    assert "strong, locked, with a password" in page
    assert "strong, open, without a password" in page
    assert 'value="Firm"' not in page, "what cannot be joined is not offered"
    assert "<bdi>Firm</bdi>: locked for people with a name of their own" in page


def test_the_name_of_a_network_is_nobodys_way_into_the_page(phone: FlaskClient) -> None:
    page = phone.get("/care/wifi").text
    assert "<b>" not in page
    assert "\u202e" not in page


def test_before_the_box_goes_the_page_says_what_will_happen(phone: FlaskClient, air: OnTheAir) -> None:
    page = asks(phone, do="join", network=HOME, password=PASSWORD)
    assert "This phone loses the box" in page
    assert "display shows the new address" in page
    assert "Companion-7F3A is open again within a minute" in page
    assert air.wifi.doing == "own"
    page = asks(phone, do="join", name=HOME, password=PASSWORD, sure="1")
    assert "The box joins Home now" in page
    air.until("home")
    assert air.air.network == HOME


def test_the_answer_is_out_before_the_box_goes(phone: FlaskClient, air: OnTheAir) -> None:
    air.keeper._goes_after = 2.0
    asks(phone, do="join", name=HOME, password=PASSWORD, sure="1")
    air.passes(1)
    asks(phone, do="join", network=HOME, password=PASSWORD)
    assert air.wifi.doing == "own"
    air.passes(5)
    air.until("home")


def test_a_game_in_progress_is_told_of_before_and_stays(sitting: Sitting, phone: FlaskClient) -> None:
    act(phone, START)
    page = asks(phone, do="join", network=HOME, password=PASSWORD)
    assert "A game is on the table. Nothing of it is lost" in page
    assert "A game is on the table" in phone.get("/care/wifi").text
    version = sitting.version
    asks(phone, do="join", name=HOME, password=PASSWORD, sure="1")
    assert sitting.version == version


def test_a_wrong_password_is_told_in_words_with_what_to_do(phone: FlaskClient, air: OnTheAir) -> None:
    asks(phone, do="join", name=HOME, password="wrong password", sure="1")
    air.await_that(lambda: air.why == "password" and air.wifi.doing == "own")
    assert "The password for Home was not the right one. Type it once more" in phone.get("/care/wifi").text


@pytest.mark.parametrize("password", ["", "short", "x" * 64, "x" * 65, "tab\tin it, long"])
def test_what_is_no_password_is_refused_before_the_box_goes(phone: FlaskClient, password: str) -> None:
    answer = phone.post("/care/wifi", data={"do": "join", "network": HOME, "password": password})
    assert answer.status_code == 400
    assert "A Wi-Fi password has 8 to 63 letters" in answer.text
    assert 'aria-invalid="true"' in answer.text
    assert password == "" or password not in answer.text, "it is not sent back"


@pytest.mark.parametrize("name", ["", " ", "n" * 33, "è" * 17, "new\nline"])
def test_what_is_no_name_is_refused(phone: FlaskClient, name: str) -> None:
    answer = phone.post("/care/wifi", data={"do": "join", "name": name, "password": PASSWORD})
    assert answer.status_code == 400
    assert "type the name of another one" in answer.text


def test_a_network_for_persons_is_refused_with_another_way(phone: FlaskClient) -> None:
    answer = phone.post("/care/wifi", data={"do": "join", "name": "Firm", "password": PASSWORD})
    assert answer.status_code == 400
    assert "the box cannot join it. Take another network" in answer.text


@pytest.mark.parametrize("do", ["", "open", "join;reboot"])
def test_what_nobody_offers_is_refused(phone: FlaskClient, do: str) -> None:
    assert phone.post("/care/wifi", data={"do": do, "sure": "1"}).status_code == 400


def test_an_open_network_is_joined_without_a_password(phone: FlaskClient, air: OnTheAir) -> None:
    asks(phone, do="join", name="Free", password="ignored words", sure="1")
    air.until("home")
    assert air.air.network == "Free"


def test_a_network_with_a_name_that_breaks_things_is_joined_by_that_name(
    phone: FlaskClient, air: OnTheAir
) -> None:
    asks(phone, do="join", name="A'; reboot #", password="12345678", sure="1")
    air.await_that(lambda: air.why == "not-heard" and air.wifi.doing == "own")
    profile = air.air.service.calls("AddAndActivateConnection2")[1][2]
    assert profile["802-11-wireless"]["ssid"] == ("ay", b"A'; reboot #")


def test_the_own_wifi_is_chosen_for_the_evening_or_always(phone: FlaskClient, air: OnTheAir) -> None:
    assert "No phone loses the box by this" in asks(phone, do="always")
    assert air.wifi.choice == "home"
    asks(phone, do="always", sure="1")
    air.await_that(lambda: air.wifi.choice == "always")
    assert "Now: always." in phone.get("/care/wifi").text


def test_to_listen_is_asked_once_more_as_the_own_wifi_goes_for_it(phone: FlaskClient, air: OnTheAir) -> None:
    assert "After ten seconds Companion-7F3A is open again" in asks(phone, do="listen")
    assert air.wifi.doing == "own"
    asks(phone, do="listen", sure="1")
    air.until("listening")
    assert 'http-equiv="refresh"' in phone.get("/care/wifi").text


def test_to_listen_promises_no_other_network_and_no_new_address(
    sitting: Sitting, phone: FlaskClient, air: OnTheAir
) -> None:
    act(phone, START)
    before, after = asks(phone, do="listen"), asks(phone, do="listen", sure="1")
    assert "every phone has to join Companion-7F3A again" in before
    assert "into the other Wi-Fi" not in before
    for page in (before, after):
        assert "new address" not in page


def test_where_no_network_stands_the_page_says_why_and_how_one_comes(
    sitting: Sitting, phone: FlaskClient, tmp_path: Path
) -> None:
    so_far = "No network has been heard since the box started: press “Listen once more”."
    deaf = "While Companion-7F3A is open the box hears no networks: press “Listen once more”."
    page = phone.get("/care/wifi").text
    assert so_far not in page
    assert deaf not in page
    (tmp_path / "alone").mkdir()
    with on_the_air(tmp_path / "alone", air={}) as alone:
        alone.start("waiting")
        looking = sitting.app_with(wifi=alone.keeper).test_client()
        cookie = phone.get_cookie("companion")
        assert cookie is not None
        looking.set_cookie("companion", cookie.value)
        assert so_far in looking.get("/care/wifi").text
        alone.passes(OPENS_AFTER)
        alone.until("own")
        assert deaf in looking.get("/care/wifi").text


def test_where_there_is_no_radio_and_where_it_is_not_ours_the_page_says_so(
    sitting: Sitting, air: OnTheAir, phone: FlaskClient
) -> None:
    air.air.stop()
    air.await_that(lambda: not air.keeper.there)
    assert "The box finds no Wi-Fi that it could look after" in phone.get("/care/wifi").text
    assert phone.post("/care/wifi", data={"do": "always", "sure": "1"}).status_code == 409
    fresh = joined(sitting, None)
    fresh.post("/care/ask")
    sitting.caretaking.answer(sitting.caretaking.asking[0], yes=True)
    assert "not the box’s affair" in fresh.get("/care/wifi").text


def test_the_first_page_of_care_leads_to_it(phone: FlaskClient) -> None:
    assert 'href="/care/wifi"' in phone.get("/care").text
