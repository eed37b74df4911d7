"""Questions and answers, a line at a time, in both languages."""

from __future__ import annotations

import pytest

from companion.health.findings import Finding
from companion.language.text import text
from hardware.setup.terminal import TerminalConversation
from tests.fakes.box import MESSAGES
from tests.fakes.person import ENTER, LATE, Person, talk

QUESTION = text("setup.display.bright")


@pytest.mark.parametrize(
    ("language", "typed", "default", "meant"),
    [
        ("en", "y", False, True),
        ("en", "YES", False, True),
        ("en", "n", True, False),
        ("en", "No", True, False),
        ("en", ENTER, True, True),
        ("en", ENTER, False, False),
        ("it", "s", False, True),
        ("it", "sì", False, True),
        ("it", "si", False, True),
        ("it", "y", False, True),
        ("it", "no", True, False),
    ],
)
def test_yes_and_no_in_the_person_s_own_words(language: str, typed: str, default: bool, meant: bool) -> None:
    assert talk(Person(typed), language).yes(QUESTION, default=default) is meant


def test_the_default_stands_in_capitals() -> None:
    person = Person(ENTER, ENTER)
    talk(person, "en").yes(QUESTION, default=True)
    talk(person, "it").yes(QUESTION, default=False)
    assert "[Y/n]" in person.words
    assert "[s/N]" in person.words


def test_an_answer_that_is_none_is_asked_for_again() -> None:
    person = Person("perhaps", "y")
    assert talk(person).yes(QUESTION, default=False)
    assert "Please answer y or n, then Enter." in person.words
    person = Person("0", "4", "two", "2")
    assert talk(person).choose(QUESTION, [QUESTION] * 3) == 1
    assert person.words.count("a number from 1 to 3") == 3


@pytest.mark.parametrize("width", [40, 80])
def test_every_line_fits_the_terminal(width: int) -> None:
    person = Person(ENTER, ENTER, width=width)
    conversation = TerminalConversation(MESSAGES.language("it"), person, lambda: 0.0)
    long = text("setup.reader.silent-header")
    conversation.say(long, indent=2)
    conversation.title(text("setup.display"))
    conversation.found(Finding("reader", "missing", long, long))
    conversation.yes(long, default=True)
    conversation.choose(long, [long, long])
    assert max(map(len, person.shown)) <= width
    assert len(person.shown) > 10


def test_patience_ends_with_time_or_with_enter() -> None:
    late, skipping = talk(Person(LATE)).begin_wait(30.0), talk(Person(ENTER)).begin_wait(30.0)
    assert (late.over, skipping.over) == (False, False)
    assert late.next(()) == skipping.next(()) == frozenset()
    assert [(each.over, each.skipped) for each in (late, skipping)] == [(True, False), (True, True)]


def test_patience_waits_no_longer_than_it_is_asked_to() -> None:
    person = Person()
    patience = talk(person).begin_wait(30.0)
    began = person.now
    patience.next((), 0.5)
    assert person.now == began + 0.5
    assert not patience.over


def test_a_closed_terminal_ends_the_conversation() -> None:
    with pytest.raises(EOFError):
        talk(Person()).yes(QUESTION, default=True)
    with pytest.raises(EOFError):
        talk(Person()).begin_wait(30.0).next(())
