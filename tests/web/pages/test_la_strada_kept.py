"""La Strada's colonies and players are drawn anew when they have changed, and never later."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.fakes.sitting import Sitting, act
from tests.web.pages.test_sent import Phone, bare
from web.server.server import WebServer

BEGUN: dict[str, Any] = {
    "type": "start",
    "replace": True,
    "system": "la-strada",
    "players": [{"colour": colour} for colour in ("black", "grey", "yellow")],
}
NEXT: dict[str, Any] = {"type": "end-turn"}
CHANGES: tuple[dict[str, Any], ...] = (
    {"type": "connect", "colour": "black", "colony": 5, "plains": 1},
    NEXT,
    {"type": "connect", "colour": "grey", "colony": 5, "plains": 1, "hills": 1},
    {"type": "undo"},
    {"type": "redo"},
    NEXT,
    {"type": "correct", "field": "option", "value": {"names": {"3": "Vinci"}}, "reason": "test"},
    {
        "type": "correct",
        "field": "players",
        "value": [{"colour": "black", "name": "Ada"}, {"colour": "grey"}, {"colour": "yellow"}],
        "reason": "test",
    },
    {"type": "leave", "colour": "grey", "board": "stays"},
    {"type": "end"},
    {"type": "undo"},
    BEGUN,
)
"""Each changes something that the markets, the players or the form for a link show."""


@pytest.fixture(params=["/table", "/act", "/tv"])
def both(request: pytest.FixtureRequest, sitting: Sitting, web: WebServer) -> Iterator[list[Phone]]:
    """The same page for somebody who plays, and in Italian for somebody who looks on."""
    assert act(sitting.phone(), BEGUN).status_code == 200
    token = sitting.membership.join("4821", "", "grey", "here")
    made = [Phone(sitting, web, request.param, token), Phone(sitting, web, request.param, language="it")]
    yield made
    for each in made:
        each.line.close()


def shown(phone: Phone, etag: str) -> dict[str, Any]:
    """What a phone is told of the page at last."""
    told = phone.told()
    while told["etag"] != etag:
        told = phone.told()
    return told


def test_whatever_changes_what_is_sent_is_what_would_be_fetched(sitting: Sitting, both: list[Phone]) -> None:
    by = sitting.phone()
    for change in CHANGES:
        answer = act(by, change)
        assert answer.status_code == 200, (change, answer.get_data(as_text=True))
        for phone in both:
            told = shown(phone, sitting.table.snapshot.etag)
            assert bare(told["main"].replace(told["mark"], "")) == bare(phone.fetched()), change


@pytest.mark.parametrize("both", ["/table"], indirect=True)
def test_a_link_draws_the_colonies_of_its_kind_alone_anew_and_the_end_of_a_turn_none(
    sitting: Sitting, both: list[Phone], drawn: list[tuple[str, str]]
) -> None:
    by, kinds = sitting.phone(), []
    for change in CHANGES[:3]:
        drawn.clear()
        assert act(by, change).status_code == 200
        for phone in both:
            shown(phone, sitting.table.snapshot.etag)
        kinds.append({which for name, which in drawn if name == "market_kind.html"})
    play = sitting.table.snapshot.play
    assert play is not None
    every = {group["kind"] for group in play.picture["market"]}
    assert kinds == [every, set(), {play.picture["colonies"][5]["kind"]}]
