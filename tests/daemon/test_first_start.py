"""What the display says while a first start from the card installs the companion."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.daemon.first_start import STEPS, Displays, Step, follow, languages, read, screen, step_frames
from hardware.display.drawing import draw
from hardware.display.wire import DisplayGone, Wire
from tests.fakes.oleds import MODELS, WatchedBus
from tests.panel.measuring import fits
from tests.tree import ROOT

SCRIPT = (ROOT / "release" / "card" / "vendor-data").read_text(encoding="utf-8")
SAID = sorted(set(re.findall(r"\b(?:say|pass) (\d) ([a-z-]+)", SCRIPT)))
WHY = "E: Unable to correct problems, you have held broken packages."
EVERY = languages({})


class Header:
    """The header's bus 1, with displays that come and go."""

    def __init__(self, *displays: tuple[str, int]) -> None:
        self.buses = {address: WatchedBus(MODELS[kind](), address) for kind, address in displays}
        self.there = set(self.buses)
        self.asked: set[int] = set()

    def wire(self, bus: int, address: int) -> Wire:
        self.asked.add(bus)
        if bus != 1 or address not in self.there:
            raise DisplayGone(bus, address, OSError(121, "nobody"))
        return Wire(bus, address, self.buses[address])


def turns(*each: Callable[[], object]) -> Callable[[float], bool]:
    """Waits that take no time: something happens in each, and after the last it ends."""
    left = list(each)

    def wait(_seconds: float) -> bool:
        if not left:
            return True
        left.pop(0)()
        return False

    return wait


@pytest.mark.parametrize(("step", "code"), SAID)
def test_all_reports_of_the_cards_script_have_texts_that_fit(step: str, code: str) -> None:
    told = Step(int(step), code, WHY if code == "failed" else "")
    assert 1 <= told.number <= STEPS
    for spoken in EVERY:
        assert spoken.has(f"first-start.{code}")
        fits(screen(told), spoken)
        if not told.detail:
            assert len(step_frames(told, [spoken])) == 1, "read at one look"


def test_the_script_reports_every_step() -> None:
    assert {int(step) for step, _ in SAID} == set(range(1, STEPS + 1))


@pytest.mark.parametrize("kind", sorted(MODELS))
@pytest.mark.parametrize("address", [0x3C, 0x3D])
def test_any_kind_of_display_at_any_address_shows_the_step(tmp_path: Path, kind: str, address: int) -> None:
    header = Header((kind, address))
    (tmp_path / "state").write_text("4\ninstalling\n\n")
    follow(tmp_path / "state", EVERY, Displays(header.wire), turns(), list)
    wanted = draw(step_frames(Step(4, "installing"), EVERY)[0])
    assert header.buses[address].picture().tobytes() == wanted.tobytes()


def test_languages_take_turns_and_a_new_step_is_shown_at_once(tmp_path: Path) -> None:
    file, header, shown = tmp_path / "state", Header(("ssd1306", 0x3C)), list[bytes]()

    def look() -> None:
        shown.append(header.buses[0x3C].picture().tobytes())

    def go_on() -> None:
        look()
        file.write_text("2\nrestarting\n\n")

    file.write_text("1\nswitching-on\n\n")
    follow(file, EVERY, Displays(header.wire), turns(look, look, look, go_on, look), list)
    first, second = (
        [draw(each).tobytes() for each in step_frames(Step(number, code), EVERY)]
        for number, code in ((1, "switching-on"), (2, "restarting"))
    )
    assert shown == [*first, first[0], second[0]]


def test_without_a_display_nothing_fails_and_one_that_comes_later_shows_it(tmp_path: Path) -> None:
    header = Header(("ssd1306", 0x3C))
    header.there.clear()
    (tmp_path / "state").write_text("3\nno-network\n\n")
    follow(tmp_path / "state", EVERY[:1], Displays(header.wire), turns(lambda: header.there.add(0x3C)), list)
    assert header.buses[0x3C].picture().getbbox()


def test_a_display_that_lost_its_power_is_set_up_again(tmp_path: Path) -> None:
    header = Header(("ssd1306", 0x3C))
    (tmp_path / "state").write_text("5\nstarting\n\n")
    follow(tmp_path / "state", EVERY[:1], Displays(header.wire), turns(header.buses[0x3C].flicker), list)
    assert header.buses[0x3C].picture().getbbox()


def test_only_the_buses_of_the_header_are_asked() -> None:
    header = Header()
    Displays(header.wire).show(step_frames(Step(1, "switching-on"), EVERY)[0])
    assert header.asked == {0, 1}


@pytest.mark.parametrize("said", [None, "", "soon\n", "\n\n\n"])
def test_a_file_without_a_step_is_waited_for(tmp_path: Path, said: str | None) -> None:
    file = tmp_path / "state"
    if said is not None:
        file.write_text(said)
    assert read(file) is None
    follow(file, EVERY, Displays(Header().wire), turns(), list)


def test_a_shown_step_is_reported_once_and_not_before(tmp_path: Path) -> None:
    header, lit = Header(("ssd1306", 0x3C)), list[bool]()
    (tmp_path / "state").write_text("1\nswitching-on\n\n")

    def looked() -> None:
        lit.append(header.buses[0x3C].picture().getbbox() is not None)

    follow(tmp_path / "state", EVERY, Displays(header.wire), turns(list, list), looked)
    assert lit == [True]


def test_a_step_may_bring_words_of_the_system(tmp_path: Path) -> None:
    (tmp_path / "state").write_text(f"4\nfailed\n{WHY}\n")
    assert read(tmp_path / "state") == Step(4, "failed", WHY)


@pytest.mark.parametrize(
    ("lang", "spoken"),
    [
        ("it_IT.UTF-8", ["it"]), ("fi_FI.UTF-8", ["fi"]), ("en_GB.UTF-8", ["en", "fi", "it"]),
        ("C.UTF-8", ["en", "fi", "it"]), ("de_DE.UTF-8", ["en", "fi", "it"]), ("", ["en", "fi", "it"]),
    ],
)  # fmt: skip
def test_the_cards_locale_sets_the_language_unless_it_is_the_default(lang: str, spoken: list[str]) -> None:
    assert [each.code for each in languages({"LANG": lang})] == spoken
