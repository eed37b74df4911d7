"""Who asks is found out once for the same lines, and never for other ones."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from tests.fakes.sitting import Sitting
from web.callers import Caller, acting_member, caller_of
from web.errors import Problem
from web.membership import holder_of
from web.server.grammar import read
from web.server.preambles import FOUND

HOST = "Host: 127.0.0.1:8080"


def asked(*headers: str, version: str = "1.1") -> dict[str, Any]:
    """What an application is told of a press that says this."""
    words = "\r\n".join((f"POST /api/v1/commands HTTP/{version}", *headers, "", "")).encode()
    ends = {"SERVER_NAME": "127.0.0.1", "SERVER_PORT": "8080", "REMOTE_ADDR": "10.0.0.2"}
    return {**read(words).environ, **ends}


def test_who_asks_is_found_out_once_for_the_same_lines() -> None:
    environ = asked(HOST, "Authorization: Bearer abc")
    found = caller_of(environ)
    assert found.holder == holder_of("abc")
    assert caller_of({**environ, "REMOTE_ADDR": "10.0.0.3"}) is found
    assert environ[FOUND] == {Caller: found}


def test_a_cookie_is_no_header_and_nobody_is_taken_for_another() -> None:
    lines: tuple[tuple[str, ...], ...] = (
        (HOST,),
        (HOST, "Cookie: companion=abc"),
        (HOST, "Cookie: companion=abc", "Origin: http://127.0.0.1:8080"),
        (HOST, "Cookie: companion=abc", "Origin: http://elsewhere.example"),
        (HOST, "Cookie: companion=abc", "Sec-Fetch-Site: cross-site"),
        (HOST, "Authorization: Bearer abc", "Origin: http://elsewhere.example"),
    )
    found = [caller_of(asked(*each)) for each in lines]
    assert [each.holder for each in found] == [None, *[holder_of("abc")] * 5]
    assert [each.foreign for each in found] == [False, False, False, True, True, False]
    assert [each.phone == "" for each in found] == [True, *[False] * 5]


def test_without_a_host_the_address_counts_that_was_asked_each_time() -> None:
    environ = asked("Cookie: companion=abc", "Origin: http://127.0.0.1:8080", version="1.0")
    assert not caller_of(environ).foreign
    assert caller_of({**environ, "SERVER_NAME": "127.0.0.2"}).foreign
    assert environ[FOUND] == {}


def test_who_is_remembered_by_his_lines_is_let_in_no_longer_than_his_token_counts(playing: Sitting) -> None:
    environ = asked(HOST, f"Authorization: Bearer {playing.token()}")

    def tries(environ: Mapping[str, Any]) -> None:
        acting_member(environ, playing.membership)

    tries(environ)
    playing.membership.new_code()
    with pytest.raises(Problem) as refused:
        tries(environ)
    assert refused.value.status == 401
