"""Who asks, by the headers of a request."""

from __future__ import annotations

import pytest
from flask import Request
from werkzeug.test import create_environ

from tests.fakes.sitting import Sitting
from web.callers import acting_member, holder_in
from web.errors import Problem
from web.membership import holder_of

COOKIE = "companion={}"


def asking(playing: Sitting, **headers: str) -> Request:
    """A form of a phone that has joined. headers: with the token in the place of {}."""
    token = playing.token()
    its = {name.replace("_", "-"): value.format(token) for name, value in headers.items()}
    return Request(create_environ("/", method="POST", headers=its))


@pytest.mark.parametrize(
    "headers",
    [
        {"Cookie": COOKIE},
        {"Cookie": COOKIE, "Origin": "http://localhost"},
        {"Authorization": "Bearer {}", "Origin": "http://elsewhere.example"},
    ],
)
def test_a_token_that_its_own_phone_sent_acts(playing: Sitting, headers: dict[str, str]) -> None:
    assert acting_member(asking(playing, **headers), playing.membership) in playing.membership.present()


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 401),
        ({"Cookie": COOKIE, "Origin": "http://elsewhere.example"}, 403),
        ({"Cookie": COOKIE, "Sec-Fetch-Site": "cross-site"}, 403),
    ],
)
def test_a_token_that_another_site_may_have_sent_does_not(
    playing: Sitting, headers: dict[str, str], status: int
) -> None:
    with pytest.raises(Problem) as refused:
        acting_member(asking(playing, **headers), playing.membership)
    assert refused.value.status == status


def test_a_token_counts_until_there_is_a_new_code(playing: Sitting) -> None:
    token = playing.token()
    environ = create_environ("/", headers={"Authorization": f"Bearer {token}"})
    assert holder_in(environ, playing.membership) == holder_of(token)
    playing.membership.new_code()
    assert holder_in(environ, playing.membership) is None
