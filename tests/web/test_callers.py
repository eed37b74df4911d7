"""Who asks, by the headers of a request."""

from __future__ import annotations

import pytest
from werkzeug.test import create_environ

from tests.fakes.sitting import Sitting
from web.callers import caller_of, holder_in
from web.membership import holder_of

COOKIE = {"Cookie": "companion=abc"}


@pytest.mark.parametrize(
    ("headers", "joined", "foreign"),
    [
        ({}, False, False),
        (COOKIE, True, False),
        ({**COOKIE, "Origin": "http://localhost"}, True, False),
        ({**COOKIE, "Origin": "http://elsewhere.example"}, True, True),
        ({**COOKIE, "Sec-Fetch-Site": "cross-site"}, True, True),
        ({"Authorization": "Bearer abc", "Origin": "http://elsewhere.example"}, True, False),
    ],
)
def test_a_token_that_another_site_may_have_sent_is_seen(
    headers: dict[str, str], joined: bool, foreign: bool
) -> None:
    found = caller_of(create_environ("/", method="POST", headers=headers))
    assert (found.holder, found.foreign) == (holder_of("abc") if joined else None, foreign)
    assert bool(found.phone) is joined


def test_a_token_counts_until_there_is_a_new_code(playing: Sitting) -> None:
    token = playing.token()
    environ = create_environ("/", headers={"Authorization": f"Bearer {token}"})
    assert holder_in(environ, playing.membership) == holder_of(token)
    playing.membership.new_code()
    assert holder_in(environ, playing.membership) is None
