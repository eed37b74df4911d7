"""No phone overloads the box: an excess request is refused with the cause, and nothing is lost."""

from __future__ import annotations

from contextlib import suppress

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.fakes.sitting import CODE, START, RecordingBox, Sitting, act, refusal
from web.membership import TooManyCommands, holder_of

ADVANCE = {"type": "advance"}
BURST = 1000


def spend(sitting: Sitting, token: str | None, address: str = "127.0.0.1", times: int = BURST) -> None:
    """As if so much had been asked already."""
    with suppress(TooManyCommands):
        for _ in range(times):
            sitting.membership.count(None if token is None else holder_of(token), address)


def bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


def too_many(answer: TestResponse) -> None:
    error = refusal(answer, 429)
    assert error["code"] == "too-many-commands"
    assert error["params"] == {"count": 1}
    assert answer.headers["Retry-After"] == "1"


def test_a_flooding_phone_has_to_wait_and_others_play_on(playing: Sitting) -> None:
    token, phone = playing.token(), playing.phone()
    spend(playing, token)
    before = playing.version
    flooding = playing.stranger()
    too_many(flooding.post("/api/v1/commands", json=ADVANCE, headers=bearer(token)))
    assert playing.version == before
    assert act(phone, ADVANCE).status_code == 200


def test_refusals_and_repeated_keys_cost_as_much(playing: Sitting) -> None:
    token, phone = playing.token(), playing.stranger()
    spend(playing, token, times=BURST - 4)
    answers = [
        phone.post("/api/v1/commands", json=each, headers=bearer(token)).status_code
        for each in (START, {"type": "nonsense"}, {**ADVANCE, "id": "a"}, {**ADVANCE, "id": "a"}, ADVANCE)
    ]
    assert answers == [422, 400, 200, 200, 429]


def test_the_simulated_box_and_joining_are_bounded_as_commands_are(playing: Sitting) -> None:
    for path in ("box/press", "box/scan", "box/pull", "box/plug", "join"):
        too_many(spent(playing).post(f"/api/v1/{path}", json={"code": CODE} if path == "join" else {}))


def test_a_stranger_is_limited_by_address_and_blocks_no_member(playing: Sitting) -> None:
    phone, stranger = playing.phone(), playing.stranger()
    spend(playing, None)
    for path in ("aids/bag", "commands"):
        too_many(stranger.post(f"/api/v1/{path}", json={}))
        elsewhere = stranger.post(f"/api/v1/{path}", json={}, environ_base={"REMOTE_ADDR": "10.0.0.9"})
        assert elsewhere.status_code in {401, 422}
    assert act(phone, ADVANCE).status_code == 200


@pytest.mark.parametrize("page", [True, False], ids=["page", "api"])
def test_a_phone_that_joins_again_replaces_itself(sitting: Sitting, page: bool) -> None:
    phone = sitting.stranger()
    token = phone.post("/api/v1/join", json={"code": CODE}).get_json()["token"]
    if page:
        assert phone.post("/join", data={"code": CODE}).status_code == 303
    else:
        assert phone.post("/api/v1/join", json={"code": CODE}).status_code == 200
    answer = sitting.stranger().post("/api/v1/commands", json=START, headers=bearer(token))
    assert refusal(answer, 401)["code"] == "not-joined"
    assert act(phone, START).status_code == 200


def test_a_program_that_lets_another_phone_in_stays_in_itself(sitting: Sitting) -> None:
    headers = bearer(sitting.token())
    assert sitting.stranger().post("/api/v1/join", json={"code": CODE}, headers=headers).status_code == 200
    assert sitting.stranger().post("/api/v1/commands", json=START, headers=headers).status_code == 200


def spent(playing: Sitting) -> FlaskClient:
    """A phone that has done all it may."""
    phone = playing.phone()
    cookie = phone.get_cookie("companion")
    assert cookie is not None
    spend(playing, cookie.value)
    return phone


def test_a_form_that_is_one_too_many_is_not_done(playing: Sitting) -> None:
    phone = spent(playing)
    for path in ("/act", "/games/numbers", "/box/press"):
        answer = phone.post(path, data={"type": "advance", "button": "advance", "page": "/act"})
        assert answer.status_code == 429, path
        assert answer.headers["Retry-After"] == "1"
        assert "More comes from here than the box takes" in answer.text
    assert playing.version == 1
    assert isinstance(playing.box, RecordingBox)
    assert playing.box.done == []
