"""What the guides for owners name is there: words of the program, targets, commands, choices and paths."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import polib

from companion.cli import COMMANDS
from companion.config import Config, load
from companion.daemon.build import running_box
from companion.daemon.pending import Start
from docs.case.__main__ import PARTS
from docs.terminal import HEADING
from docs.wiring.wires import READERS, button_wires, display_wires, example_config, reader_wires
from hardware.simulated import SimulatedBox
from tests.daemon.serving import person
from tests.docs.test_readme import CALLED
from tests.tree import ROOT

BUILDING, INSTALLING, TROUBLE, TERMINAL, MQTT, ORGANISERS = (
    (ROOT / "docs" / f"{name}.md").read_text(encoding="utf-8").partition(HEADING)[0]
    for name in ("building", "installing", "trouble", "terminal", "mqtt", "organisers")
)
ON_A_PHONE = (BUILDING, INSTALLING, TROUBLE)
GUIDE = "\n".join((*ON_A_PHONE, TERMINAL))
MOST = 1500
"""Words of the guide to installing: it is read beside the box."""
ENGLISH = ROOT / "companion" / "language" / "catalogues" / "en"
SHOWN = re.compile(r"(display|panel|language|first-start|splash|safe-mode)\.")
"""How the names of sentences begin that the display may show."""
HOLE = re.compile(r"\{\w+\}")
FEWEST = 5
"""Letters that a sentence has beside what is filled in: else it would be any sentence."""


def entries() -> Iterator[polib.POEntry]:
    for path in sorted(ENGLISH.glob("*.po")):
        yield from polib.pofile(str(path))


def unknown(called: list[str], sentences: list[str]) -> list[str]:
    """What no sentence of a catalogue comes to, with something filled in."""
    whole = {each for each in sentences if len(HOLE.sub("", each)) < FEWEST or not HOLE.search(each)}
    filled = [re.compile(r".+".join(map(re.escape, HOLE.split(each)))) for each in {*sentences} - whole]
    return [each for each in called if each not in whole and not any(of.fullmatch(each) for of in filled)]


def test_pages_buttons_and_sentences_are_called_as_the_program_calls_them() -> None:
    called = CALLED.findall(GUIDE)
    assert len(called) > 40
    assert unknown(called, [each.msgstr for each in entries() if each.msgstr]) == []


def test_display_texts_in_the_guide_exist() -> None:
    called = [words for cell in cells("The display says") for words in CALLED.findall(cell)]
    assert len(called) > 30
    assert unknown(called, [each.msgstr for each in entries() if SHOWN.match(each.msgid)]) == []


def cells(heading: str, guide: str = GUIDE) -> Iterator[str]:
    """What stands below this heading in the tables of the guides."""
    for table in re.findall(r"(?:^\|.*\n)+", guide, re.MULTILINE):
        first, _, *rows = ([cell.strip() for cell in row.split("|")] for row in table.splitlines())
        if heading in first:
            yield from (row[first.index(heading)] for row in rows)


def says(box: SimulatedBox, words: str) -> bool:
    """Whether the display says what is quoted there."""
    box.settle()
    shown = box.screen_json()
    return all(each in " ".join([shown["title"], *shown["lines"]]) for each in CALLED.findall(words))


def test_building_the_box_step_by_step_shows_what_the_guide_describes(tmp_path: Path) -> None:
    parts = [f"{part}.driver=simulated" for part in ("oled", "buttons", "rfid")]
    own = (f"data.folder={tmp_path}", "web.host=127.0.0.1", "web.port=0", "web.join_code=4821")
    with running_box(load(None, (*parts, *own)), Start()) as served:
        first = next(each for each in cells("The display says", BUILDING) if "*English?*" in each)
        assert says(person(served.box), first)
    with running_box(load(None, (*parts, *own, "box.language=en")), Start()) as served:
        box = person(served.box)
        done = [*cells("Press", BUILDING), *cells("You do", BUILDING)]
        told = [*cells("The display says", BUILDING)][-len(done) :]
        for what, then in [*zip(done, told, strict=True)][:-1]:  # the last takes the time of a tag's absence
            if button := re.search("Advance|Select|Back", what):
                box.press(button[0].lower())
            else:
                box.scan("0F0184F07B")
            assert says(box, then), (what, box.screen_json())


def test_the_guide_to_installing_stays_short_and_needs_no_terminal() -> None:
    assert len(INSTALLING.split()) <= MOST
    for guide in (BUILDING, INSTALLING):
        assert not re.search(r"^    |```|sudo|ssh ", guide, re.MULTILINE), "a line to be typed"


def test_the_basket_is_what_the_program_drives_as_it_comes_and_its_wires_are_those_of_the_diagrams() -> None:
    config = example_config()
    basket = BUILDING.partition("## The basket")[2].partition("\n## ")[0]
    assert {Config().oled.driver.upper(), Config().rfid.driver.upper()} <= set(re.findall(r"\w+", basket))
    wires = (*display_wires(config), *reader_wires(config, READERS[0]), *button_wires(config))
    may = {
        (
            wire.part.capitalize() if wire.terminal == "leg" else wire.terminal,
            wire.pin.position,
            wire.pin.name,
        )
        for wire in wires
    }
    rows = re.findall(r"^\| (\S+) \| pin (\d+), (\w+)", BUILDING, re.MULTILINE)
    assert len(rows) == 4 + 3 + 3 + 6
    assert {(name, int(position), pin) for name, position, pin in rows} <= may
    grounds = {wire.pin.position for wire in wires if wire.pin.name == "GND"}
    assert {int(each) for each in re.findall(r"pin (\d+)(?:, both)?,? GND", BUILDING)} <= grounds


def test_the_files_to_print_that_the_guide_names_are_those_of_a_release() -> None:
    assert {f"companion-case-{part}.stl" for part in PARTS} == set(re.findall(r"`(\S+\.stl)`", BUILDING))


def test_every_target_command_and_choice_that_is_named_is_there() -> None:
    targets = re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    named = set(re.findall(r"(?:`|^    )make ([a-z-]+)", TERMINAL, re.MULTILINE))
    assert {"card", "release", "apt-repository", "deb"} <= named <= set(targets)
    commands = set(
        re.findall(r"(?:sudo |`|^    )companion ([a-z]+)\b", GUIDE + MQTT + ORGANISERS, re.MULTILINE)
    )
    told = {"setup", "doctor", "report", "backup", "restore", "export", "import", "leave", "hall"}
    assert told <= commands <= set(COMMANDS)
    file = (ROOT / "docs" / "companion.toml").read_text("utf-8")
    pairs = re.findall(r"`(\w+)(?: = [^`]*)?` (?:below|leaves)|`(\w+) = ", TERMINAL + MQTT)
    choices = {each for pair in pairs for each in pair if each}
    assert {"own_wifi", "show_code", "names", "stick"} <= choices
    assert choices <= set(re.findall(r"^#? ?(\w+) = ", file, re.MULTILINE))


def test_every_path_of_ours_is_one_that_the_package_has() -> None:
    written = "".join(
        each.read_text(encoding="utf-8", errors="replace")
        for room in ("release", "systemd", "companion/daemon", "companion/storage", "companion/system")
        for each in (ROOT / room).rglob("*")
        if each.is_file() and each.suffix != ".pyc"
    )
    paths = set(re.findall(r"/((?:etc|usr|var)/[\w./-]*companion[\w./-]*\w)", GUIDE + MQTT))
    assert {path for path in paths if path not in written and str(Path(path).parent) not in written} == set()
