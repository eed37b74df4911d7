"""A box is set up from a phone: it hands its parts over, and serves again by what was found."""

from __future__ import annotations

import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from companion.daemon import phone_setup
from companion.daemon.build import RunningBox
from companion.daemon.phone_setup import setup_screen
from companion.games.registry import registered
from companion.language.text import Text, text
from companion.panel.layout import lay_out
from companion.table.data_folder import play_example
from hardware.display.drawing import draw
from tests.fakes.box import MESSAGES
from tests.fakes.faked_box import PORT
from tests.fakes.set_up_box import CHOSEN, HERE, Phone, SetUpBox, set_up_box
from tests.panel.measuring import on_one_leaf
from tests.patience import PATIENCE

TAG, OTHER = "0F0184F07B", "0F0184F07C"


@pytest.fixture
def box(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[SetUpBox]:
    monkeypatch.chdir(tmp_path)
    with set_up_box(tmp_path) as box:
        yield box


def joined(box: SetUpBox) -> Phone:
    phone = Phone(box.port)
    phone.join()
    return phone


def begun(box: SetUpBox) -> Phone:
    """A phone that sets the box up, before the first question."""
    box.next()
    phone = joined(box)
    phone.ask(HERE, sure="1")
    assert "One moment" in phone.said
    phone.comes_to("What shall be set up?")
    return phone


def through_display(phone: Phone) -> None:
    phone.comes_to("the large 2?")
    phone.answer("yes")
    phone.comes_to("as it is built in?")
    phone.answer("yes")
    phone.comes_to("Is it bright enough?")
    phone.answer("Yes, it stays so")


def through_buttons(box: SetUpBox, phone: Phone, *pins: int) -> None:
    for name, pin in zip(("Advance", "Select", "Back"), pins, strict=True):
        phone.comes_to(f"Press {name} now")
        box.tap(pin)
    phone.comes_to("Are there buttons in the players")
    phone.answer("no")


def version(served: RunningBox) -> int:
    return served.table.snapshot.version


def test_all_of_it_with_one_button_on_another_pin_and_two_bags(box: SetUpBox) -> None:
    phone = begun(box)
    phone.answer("All three")
    through_display(phone)
    through_buttons(box, phone, 17, 5, 22)
    phone.comes_to("Lay a bag on the reader now")
    box.lay(TAG)
    phone.comes_to("Keep this in")
    assert "buttons.select = 5" in phone.said
    phone.answer("yes")
    phone.comes_to("learn now which bag is which?")
    assert "GPIO5" in phone.said, "as the doctor sees it now"
    phone.answer("yes")
    for number, tag in ((1, TAG), (2, OTHER)):
        phone.comes_to(f"Lay bag {number} on the reader now.")
        box.lay(tag)
    phone.comes_to("Lay bag 3 on the reader now.")
    phone.answer("Go on without")
    phone.comes_to("That was all of them")
    phone.answer("That was all of them")
    phone.comes_to("The box serves again")
    served = box.next()
    assert box.config.buttons.select == 5
    assert box.file.read_text() == CHOSEN.format(port=PORT), "the owner's file is only read"
    assert dict(served.table.snapshot.tags) == {TAG: 1, OTHER: 2}
    assert not served.service.admin_access.unclaimed, "from now on who stands at the box decides"


def test_wrong_wiring_is_reported_beside_its_diagram(box: SetUpBox) -> None:
    phone = begun(box)
    phone.answer(menu(phone, "The buttons"))
    phone.comes_to("Press Advance now")
    box.faked.parts.kernel.down(17)
    phone.comes_to("Press Advance now")
    box.tap(4)
    phone.comes_to("Press Select now")
    assert "Advance: GPIO4 (J8:7)." in phone.said
    box.tap(4)
    phone.comes_to("both are wired to the same pin")
    assert 'class="note bad gap"' in phone.page
    assert '<details class="fold inner" open>' in phone.page
    assert not box.kept, "a box that ends now serves again by what its owner has written"
    phone.ask(f"{HERE}/wiring-rdm6300.svg")
    assert "<svg" in phone.page


def menu(phone: Phone, words: str) -> str:
    """The whole words of the way that begins with these."""
    return next(each for each in phone.page.split(">") if each.startswith(words)).partition("<")[0]


def test_a_game_in_progress_is_asked_about_first_and_stays_as_it_is(box: SetUpBox) -> None:
    first = box.next()
    play_example(first.table, registered()["roads-and-boats"])
    last, phase = version(first), first.table.snapshot.body["game"]["phase"]
    phone = joined(box)
    phone.ask(HERE, x="")
    assert "A game is being played." in phone.said
    assert box.box.starts.empty()
    phone.ask(HERE, sure="1")
    phone.comes_to("What shall be set up?")
    phone.ask(f"{HERE}/stop", x="")
    phone.comes_to("Nothing was written")
    second = box.next()
    assert version(second) == last
    assert second.table.snapshot.body["game"]["phase"] == phase


def test_stopping_the_box_ends_the_set_up(box: SetUpBox) -> None:
    begun(box)
    box.box.pending.stop()
    assert box.box.ended()
    assert box.box.starts.empty()


def test_a_phone_that_vanishes_gives_the_box_back(box: SetUpBox, monkeypatch: pytest.MonkeyPatch) -> None:
    hasty = partial(phone_setup.set_up_by_phone, answer_timeout=0.0)
    monkeypatch.setattr(phone_setup, "set_up_by_phone", hasty)
    box.next()
    phone = joined(box)
    phone.ask(HERE, sure="1")
    box.next()
    assert not box.kept


def shows(box: SetUpBox, what: Text, phone: Phone) -> None:
    """The display comes to say this; the phone looks on meanwhile."""
    wanted = draw(lay_out(setup_screen(what), MESSAGES.language("en"))[0]).tobytes()
    until = time.monotonic() + PATIENCE
    while box.faked.parts.bus.picture().convert("1").tobytes() != wanted:
        phone.ask(HERE)
        assert time.monotonic() < until, what


def test_the_display_shows_the_phone_that_goes_on_and_the_button_to_press(box: SetUpBox) -> None:
    phone = begun(box)
    shows(box, text("set-up.follow"), phone)
    phone.answer(menu(phone, "The buttons"))
    phone.comes_to("Press Advance now")
    shows(box, text("setup.phone.buttons.press", button=text("setup.button.advance")), phone)


TOLD = (
    text("set-up.follow"),
    text("setup.phone.reader.tap"),
    text("setup.bags.lay", number=21),
    *(
        text(f"setup.phone.buttons.{what}", button=button)
        for what in ("press", "once-more")
        for button in (
            *(text(f"setup.button.{each}") for each in ("advance", "select", "back")),
            *(text("setup.button.colour", colour=each) for each in ("yellow", "purple", "green")),
        )
    ),
)


@pytest.mark.parametrize("language", MESSAGES.codes)
def test_the_displays_texts_during_set_up_fit_one_frame(language: str) -> None:
    for what in TOLD:
        on_one_leaf(setup_screen(what), MESSAGES.language(language))


def test_a_file_by_which_nothing_can_be_served_leaves_the_box_as_it_was(box: SetUpBox) -> None:
    phone = begun(box)
    box.file.write_text(box.file.read_text() + "\n[buttons]\nadvance = 2\n")
    phone.ask(f"{HERE}/stop", x="")
    served = box.next()
    assert served.service.status().code == "4821"
    phone.ask(HERE)
    assert "Press each button once." in phone.said
