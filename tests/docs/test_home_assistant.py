"""The page for Home Assistant names what the box presents there, all of it and nothing else."""

from __future__ import annotations

import re

import pytest

from companion.games.registry import registered
from companion.mqtt.commands import read_command
from companion.mqtt.home_assistant import discovery, published_by
from tests.fakes.words import messages
from tests.mqtt.discovered import Entity, Event, discovered
from tests.tree import ROOT

PAGE = (ROOT / "docs" / "mqtt.md").read_text(encoding="utf-8")
TOLD = published_by(registered())


@pytest.fixture(scope="module")
def entities() -> list[Entity]:
    words = messages(registered()).language("en")
    message = discovery("0badcafe", "Companion", None, TOLD, words, commands=True)
    return [each for each in discovered(message).components.values() if isinstance(each, Entity)]


def test_the_page_names_every_entity_and_every_colour_and_no_other(entities: list[Entity]) -> None:
    named = set(re.findall(r"\b[a-z_]+\.companion_[a-z_]+\b", PAGE))
    assert named == {each.default_entity_id for each in entities}
    assert {colour for colour in TOLD.colours if f"'{colour}': [" not in PAGE} == set()


def test_what_happens_in_it_can_happen(entities: list[Entity]) -> None:
    (event,) = (each for each in entities if isinstance(each, Event))
    named = re.findall(r"event_type == '([a-z-]+)'", PAGE)
    told = re.findall(
        r"`([a-z-]+)`", next(line for line in PAGE.splitlines() if event.default_entity_id in line)
    )
    assert named
    assert {*named, *told} <= set(event.event_types)


def test_the_message_for_a_program_of_ones_own_asks_something() -> None:
    (message,) = re.findall(r"^\{.*\}$", PAGE, re.MULTILINE)
    wish = read_command(message.encode())
    assert wish is not None
    assert (wish.do, wish.expects) == ("advance", 57)
