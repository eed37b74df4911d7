"""Who may act: the code for a token, the token as header or cookie, and requests from other sites."""

from __future__ import annotations

import logging

import pytest

from tests.fakes.sitting import CODE, START, Sitting, act, refusal

JOIN = "/api/v1/join"
POSTED = ("commands", "box/press", "box/scan", "box/pull", "box/plug")


def test_the_code_gives_a_token_and_the_same_as_a_cookie_no_script_can_read(sitting: Sitting) -> None:
    joined = sitting.stranger().post(JOIN, json={"code": CODE, "name": "Rosa", "colour": "red"})
    assert joined.status_code == 200
    token = joined.get_json()["token"]
    cookie = joined.headers["Set-Cookie"]
    assert cookie.startswith(f"companion={token};")
    assert "HttpOnly" in cookie
    assert "SameSite=Strict" in cookie
    assert joined.headers["Cache-Control"] == "no-store"


def test_name_and_colour_may_be_left_out(sitting: Sitting) -> None:
    assert sitting.stranger().post(JOIN, json={"code": CODE}).status_code == 200
    assert sitting.stranger().post(JOIN, json={"code": CODE, "name": None, "colour": None}).status_code == 200


def test_a_command_needs_the_token_as_header_or_as_cookie(sitting: Sitting) -> None:
    stranger = sitting.stranger()
    for path in POSTED:
        answer = stranger.post(f"/api/v1/{path}", json=START)
        assert refusal(answer, 401)["code"] == "not-joined", path
        assert answer.headers["WWW-Authenticate"] == "Bearer"
    for wrong in ("Bearer nobody", "Basic cmVkOnJlZA==", "Bearer", "", "nonsense \xff"):
        answer = stranger.post("/api/v1/commands", json=START, headers={"Authorization": wrong})
        assert refusal(answer, 401)["code"] == "not-joined", wrong
    assert sitting.version == 0
    assert act(sitting.phone(), START).status_code == 200
    header = {"Authorization": f"Bearer {sitting.token()}"}
    answer = sitting.stranger().post("/api/v1/commands", json={"type": "advance"}, headers=header)
    assert answer.status_code == 200


def test_wrong_codes_are_refused_and_slowed_down_and_the_right_one_is_taken(sitting: Sitting) -> None:
    phone = sitting.stranger()
    for _ in range(5):
        assert refusal(phone.post(JOIN, json={"code": "0000"}), 403)["code"] == "wrong-code"
    answer = phone.post(JOIN, json={"code": "0000"})
    assert refusal(answer, 429)["code"] == "too-many-wrong-codes"
    assert answer.headers["Retry-After"] == "15"
    assert "15" in answer.get_json()["error"]["message"]
    assert phone.post(JOIN, json={"code": CODE}).status_code == 200


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({}, "code"),
        ({"code": 4821}, "code"),
        ({"code": "4" * 41}, "code"),
        ({"code": CODE, "name": "thirteen char"}, "name"),
        ({"code": CODE, "colour": "beige"}, "colour"),
        ({"code": CODE, "colour": 1}, "colour"),
        ({"code": CODE, "nickname": "Rosa"}, "nickname"),
    ],
)
def test_a_join_of_the_wrong_form_names_the_field(
    sitting: Sitting, body: dict[str, object], field: str
) -> None:
    error = refusal(sitting.stranger().post(JOIN, json=body), 400)
    assert error["params"]["field"] == field
    assert "field “" in error["message"], "by its name on the page, else by this one"


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://elsewhere.example"},
        {"Origin": "http://localhost:8081"},
        {"Origin": "null"},
        {"Origin": "http://[broken"},
        {"Origin": "ftp://localhost"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site", "Origin": "http://localhost"},
    ],
)
def test_another_site_cannot_act_with_a_members_cookie(playing: Sitting, headers: dict[str, str]) -> None:
    phone = playing.phone()
    for path in ("join", *POSTED):
        answer = phone.post(f"/api/v1/{path}", json={"type": "advance"}, headers=headers)
        assert refusal(answer, 403)["code"] == "other-site", path
    assert phone.post("/act", data={"type": "advance"}, headers=headers).status_code == 403
    assert playing.version == 1


def test_our_own_page_no_page_at_all_and_any_page_with_the_token_may_act(playing: Sitting) -> None:
    phone, stranger = playing.phone(), playing.stranger()
    bearer = {"Authorization": f"bearer {playing.token()}", "Origin": "http://elsewhere.example"}
    sent: dict[str, str]
    for client, sent in (
        (phone, {}),
        (phone, {"Origin": "http://localhost"}),
        (phone, {"Origin": "http://LOCALHOST:80"}),
        (phone, {"Origin": "https://localhost", "Sec-Fetch-Site": "same-origin"}),
        (phone, {"Sec-Fetch-Site": "none"}),
        (stranger, bearer),
    ):
        answer = client.post("/api/v1/commands", json={"type": "advance", "draw_rest": True}, headers=sent)
        assert answer.status_code == 200, sent


def test_a_join_that_cannot_be_stored_is_refused(
    sitting: Sitting, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    phone = sitting.stranger()
    caplog.set_level(logging.CRITICAL)
    sitting.table.close()
    error = refusal(phone.post(JOIN, json={"code": CODE}), 503)
    assert error["code"] in {"journal-failed", "journal-read-only"}


def test_no_phone_is_given_its_name_to_keep(sitting: Sitting) -> None:
    phone = sitting.stranger()
    answer = phone.post("/join", data={"code": CODE, "name": "Rosa", "colour": "red"})
    kept = answer.headers.getlist("Set-Cookie")
    assert kept
    assert not any("rosa" in each.casefold() for each in kept)
