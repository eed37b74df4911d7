"""The first start: whether the box asks for the language of its display, and what the answer changes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.config import SIMULATED, load
from companion.daemon.configuration import Configuration
from companion.daemon.startup import box_language, languages_to_ask
from companion.language.messages import CatalogueFolders, Messages, catalogues
from tests.daemon.serving import press, screen
from tests.fakes.box import MESSAGES, Box, running
from tests.fakes.supervised import Supervised, supervised


@pytest.fixture
def fresh(tmp_path: Path) -> Iterator[Supervised]:
    """A simulated box at its first start."""
    own = (f"data.folder={tmp_path}", "web.host=127.0.0.1", "web.port=0")
    with supervised(Configuration(None, (*SIMULATED, *own))) as box:
        yield box


def test_the_language_taken_at_the_box_is_kept_and_the_box_serves_on_in_it(fresh: Supervised) -> None:
    first = fresh.next()
    code, box = first.code, first.box
    while not screen(box).startswith("Italiano?"):
        press(box, "select")
    press(box, "advance")
    second = fresh.next()
    assert screen(second.box).startswith("Nessuna partita")
    assert fresh.configuration.overrides() == {"box": {"language": "it"}}
    assert second.code == code, "who has joined stays so"


@pytest.mark.parametrize(
    ("settings", "locale", "asks"),
    [
        ((), "en_GB.UTF-8", True),
        ((), "C.UTF-8", True),
        ((), "de_DE.UTF-8", True),
        ((), "it_IT.UTF-8", False),
        (("box.language=en",), "en_GB.UTF-8", False),
        (("oled.driver=none",), "en_GB.UTF-8", False),
        (("buttons.driver=none",), "en_GB.UTF-8", False),
    ],
)
def test_it_asks_where_neither_owner_nor_system_names_a_language_and_somebody_could_answer(
    settings: tuple[str, ...], locale: str, asks: bool, tmp_path: Path
) -> None:
    config = load(None, (*SIMULATED, *settings))
    spoken = box_language(MESSAGES, config.box.language, {"LANG": locale})
    with running(tmp_path) as box:
        asked = languages_to_ask(config, spoken, MESSAGES, box.table)
    assert asked == (MESSAGES.codes if asks else ())
    assert spoken.code == ("it" if locale.startswith("it") else "en")


def test_it_does_not_ask_where_a_game_was_ever_stored(tmp_path: Path) -> None:
    with running(tmp_path) as played:
        played.play("red", "blue")
    table = Box(tmp_path).table
    assert languages_to_ask(load(None, SIMULATED), MESSAGES.language("en"), MESSAGES, table) == ()
    table.close()


def test_it_does_not_ask_about_a_language_that_has_no_question_of_its_own(tmp_path: Path) -> None:
    (tmp_path / "xx").mkdir()
    messages = Messages(CatalogueFolders((*catalogues({}).common, tmp_path)))
    assert "xx" in messages.codes
    table = Box(tmp_path / "box").table
    asked = languages_to_ask(load(None, SIMULATED), messages.language("en"), messages, table)
    assert asked == MESSAGES.codes
    table.close()


@pytest.mark.parametrize(
    ("code", "locale", "spoken"), [("xx", "C", "en"), ("xx", "it_IT.UTF-8", "it"), ("IT", "C", "it")]
)
def test_a_language_that_there_is_not_counts_as_none_and_is_asked_for(
    code: str, locale: str, spoken: str, tmp_path: Path
) -> None:
    config = load(None, (*SIMULATED, f"box.language={code}"))
    language = box_language(MESSAGES, config.box.language, {"LANG": locale})
    assert language.code == spoken
    with running(tmp_path) as box:
        asked = languages_to_ask(config, language, MESSAGES, box.table)
    assert asked == (MESSAGES.codes if spoken == "en" else ())
