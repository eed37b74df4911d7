"""What a guest can do to the box by the addresses of looking after it: nothing."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from tests.fakes.sitting import Sitting

PAGES = ("/care/copies", "/care/forget", "/care/update", "/care/clock", "/care/help")
FORMS = (
    "/care/copies/take", "/care/copies/bring", "/care/copies/restore", "/care/copies/forget",
    "/care/update/bring", "/care/update/stick", "/care/update/install", "/care/update/back",
    "/care/forget/sure", "/care/forget/now", "/care/update/forget", "/care/clock/set", "/care/help/report",
)  # fmt: skip


@pytest.fixture
def sitting(tmp_path: Path) -> Iterator[Sitting]:
    sitting = Sitting(tmp_path)
    sitting.caretaking.pressed()
    yield sitting
    sitting.close()


def rules(sitting: Sitting) -> set[tuple[str, str]]:
    return {
        (method, each.rule)
        for each in sitting.app.url_map.iter_rules()
        for method in (each.methods or set()) & {"GET", "POST"}
        if each.rule.startswith("/care/")
    }


def test_this_list_has_every_address_of_these_pages(sitting: Sitting) -> None:
    ours = {("GET", each) for each in PAGES} | {("POST", each) for each in FORMS}
    found = {
        (method, rule) for method, rule in rules(sitting) if any(rule.startswith(page) for page in PAGES)
    }
    assert found == ours


@pytest.mark.parametrize("address", PAGES)
def test_a_guest_is_sent_to_ask_first(sitting: Sitting, address: str) -> None:
    for guest in (sitting.phone(), sitting.stranger()):
        answer = guest.get(address)
        assert (answer.status_code, answer.headers["Location"]) == (303, "/care")


@pytest.mark.parametrize("address", FORMS)
def test_a_guests_form_changes_nothing(sitting: Sitting, address: str) -> None:
    before = sorted(sitting.folder.iterdir())
    for guest, where in ((sitting.phone(), "/care"), (sitting.stranger(), "/join?back=/care")):
        answer = guest.post(address, data={"file": (BytesIO(b"x"), "x"), "sure": "1"})
        assert (answer.status_code, answer.headers["Location"]) == (303, where)
    assert sorted(sitting.folder.iterdir()) == before
    assert sitting.confirming.standing is None


@pytest.mark.parametrize("address", FORMS)
def test_another_sites_page_sends_nothing_with_a_caretakers_cookie(sitting: Sitting, address: str) -> None:
    phone = caretaker(sitting)
    for headers in ({"Sec-Fetch-Site": "cross-site"}, {"Origin": "http://evil.example"}):
        answer = phone.post(address, data={"file": (BytesIO(b"x"), "x"), "sure": "1"}, headers=headers)
        assert answer.status_code == 403
    assert sitting.confirming.standing is None


@pytest.mark.parametrize("address", FORMS)
def test_nothing_is_done_by_following_a_link(sitting: Sitting, address: str) -> None:
    assert caretaker(sitting).get(address).status_code == 405


def test_who_was_let_in_may_come_and_after_a_new_code_no_longer(sitting: Sitting) -> None:
    phone = caretaker(sitting)
    assert all(phone.get(each).status_code == 200 for each in PAGES)
    sitting.membership.new_code()
    assert all(phone.get(each).status_code == 303 for each in PAGES)


@pytest.mark.parametrize("address", ["/care/copies/restore", "/care/update/install", "/care/clock/set"])
def test_what_is_refused_is_said_once(sitting: Sitting, address: str) -> None:
    answer = caretaker(sitting).post(address, data={})
    assert answer.status_code == 422
    assert answer.text.count('role="alert"') == 1


def caretaker(sitting: Sitting) -> FlaskClient:
    phone = sitting.phone()
    phone.post("/care/ask")
    sitting.caretaking.answer(sitting.caretaking.asking[0], yes=True)
    return phone
