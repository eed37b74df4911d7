"""Whatever the phones of both games send between presses: what the display asks is what the game would ask
now, and it comes home.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any, TypeAlias

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.games import Answer, Decline, Player, Question, Refused
from companion.panel.context import PanelContext
from companion.panel.layout import Layout, lay_out
from companion.panel.questions import CODE_TIMEOUT, TIMEOUT
from companion.table.commands import Redo, Start, Undo
from tests.fakes.box import GAMES, MESSAGES, Box, running, tag_of
from tests.games.random_walk import Walk, presses

OPTIONS: dict[str, dict[str, Any]] = {"roads-and-boats": {"more_players": True}, "la-strada": {}}
OWN = ("Undo?", "Redo?", "Leave", "Shut", "Keep", "New join code?", "Really")
"""Questions that are the panel's, and not the game's."""
Words: TypeAlias = tuple[str, tuple[str, ...]]
happenings = st.lists(
    st.tuples(st.sampled_from(("advance", "advance", "select", "select", "back", "red")), st.booleans())
    | st.sampled_from(("phone", "phone", "phone", "undo", "redo", "wait", tag_of(3))),
    min_size=10,
    max_size=40,
)


class Phone(Walk):
    """Sends what chance makes of the game's commands, whatever the table's game is then."""

    def __init__(self, box: Box, seed: int) -> None:
        assert box.table.snapshot.play is not None
        super().__init__(box.table.snapshot.play.game, 0, 0)
        self._box = box
        self._random = random.Random(seed)

    def send(self) -> None:
        """Send one; the rules may refuse it."""
        play = self._box.table.snapshot.play
        assert play is not None
        self.states = [play.state]
        command = self._pressed() if self._often() else self._made()
        if command is not None:
            self._box.phone(command, just_now=self._often())


def asked(answer: Answer | Decline) -> Iterator[Question]:
    """A question and those that its choices lead to."""
    if isinstance(answer, Question):
        yield answer
        for choice in answer.choices:
            yield from asked(choice.then)


def true_now(box: Box) -> Iterator[Words]:
    """The words of every question that the game would ask now."""
    play = box.table.snapshot.play
    assert play is not None
    language = MESSAGES.language("en", play.game.system)
    context = PanelContext(box.table.snapshot, {}, box.status(), (), Layout(language))
    given = (play.game.press(play.view, *each) for each in presses(play.game, play.state))
    for question in (each for answer in (play.question, *given, play.tap(3)) for each in asked(answer)):
        for choice in question.choices:
            for leaf in lay_out(context.with_name(choice.screen), language):
                yield leaf.title, leaf.lines


@pytest.mark.parametrize("system", OPTIONS)
@given(happenings, st.integers(0, 1000))
@settings(max_examples=12, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_what_is_asked_after_a_phone_acted_is_what_the_game_would_ask_now(
    tmp_path_factory: pytest.TempPathFactory, system: str, happening: list[tuple[str, bool] | str], seed: int
) -> None:
    colours = GAMES[system].colours[:3]
    with running(tmp_path_factory.mktemp("box")) as box:
        box.phone(Start(system, tuple(Player(each) for each in colours), OPTIONS[system]))
        box.pair(3)
        if system == "la-strada":
            box.post(do="correct", field="resources", value={colours[0]: 8}, reason="test")
        else:
            box.post(do="build-mine", number=3, colour=colours[0], mixture="standard", late=True)
        phone = Phone(box, seed)
        for thing in happening:
            version, asked_before = box.table.snapshot.version, box.asks
            happens(box, phone, thing)
            stands = (box.frame.title, box.frame.lines)
            if version == box.table.snapshot.version or not asked_before:
                continue
            if thing == "phone" and box.asks and not box.frame.title.startswith(OWN):
                assert stands in set(true_now(box)), stands
        box.passes(CODE_TIMEOUT + TIMEOUT + 1)
        assert box.asks or box.frame.hint != "Advance: table", box.shown_text


def happens(box: Box, phone: Phone, thing: tuple[str, bool] | str) -> None:
    """Do it; what is refused is not done."""
    try:
        match thing:
            case "phone":
                phone.send()
            case "undo" | "redo":
                box.phone(Undo() if thing == "undo" else Redo())
            case "wait":
                box.passes(7)
            case str():
                box.tap(thing)
            case (button, held):
                box.press(button, held=held)
    except Refused:
        pass
