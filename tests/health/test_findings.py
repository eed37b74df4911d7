"""The doctor's report, in words and for programs."""

from __future__ import annotations

import re
from typing import get_args

import pytest

from companion.games.screen import Screen
from companion.health.findings import Finding, Report, degraded_codes, examine, fine, missing, off, warned
from companion.health.probes import HealthCheck
from companion.language.messages import Language
from companion.language.text import text
from companion.notifier import Notifier
from companion.panel.layout import lay_out
from companion.parts import Parts
from hardware.display.wire import Trouble
from tests.fakes.box import MESSAGES
from tests.tree import ROOT

ENGLISH, ITALIAN = MESSAGES.language("en"), MESSAGES.language("it")
FULL = missing("disk", "full", folder="/home/pi/games", free=3)
LONG = missing("display", "nobody", address="0x3C", bus=1, sda="GPIO2 (J8:3)", scl="GPIO3 (J8:5)")
SPACE = "Delete what is not needed, or choose another folder with --data."
REPORT = Report((LONG, off("power", "unknown"), FULL, fine("port", "free", port=8080)))


def test_each_finding_is_one_line_with_its_cure() -> None:
    assert REPORT.lines(ENGLISH)[1:] == (
        "off      power    This machine does not tell its voltage.",
        "MISSING  disk     The disk of /home/pi/games is full: 3 MB are free. " + SPACE,
        "ok       port     8080 is free.",
    )


def test_in_a_terminal_a_long_line_goes_on_below_itself() -> None:
    lines = REPORT.lines(ITALIAN, width=80)
    assert max(map(len, lines)) <= 80
    heads = [line[:18] for line in lines]
    assert [bool(head.strip()) for head in heads[:3]] == [True, False, False]
    assert " ".join(line.strip() for line in lines).count("J8:3") == 1


def test_only_what_is_missing_makes_the_box_unwell() -> None:
    assert not REPORT.well
    assert examine([lambda: warned("power", "low"), lambda: off("power", "unknown")]).well


def test_for_programs_there_are_codes_and_parameters() -> None:
    plain = REPORT.plain(ENGLISH)
    assert plain["well"] is False
    assert plain["findings"][2] == {
        "part": "disk",
        "state": "missing",
        "code": "doctor.disk.full",
        "params": {"folder": "/home/pi/games", "free": 3},
        "said": "The disk of /home/pi/games is full: 3 MB are free",
        "cure": SPACE,
    }
    assert plain["findings"][3]["cure"] is None
    nested = fine("journal", "whole-and-playing", entries=2, count=1, moment=text("moment.turn"))
    listed = fine("network", "named", addresses=("a", "b"), name="n")
    told = Report((nested, listed)).plain(ENGLISH)["findings"]
    assert told[0]["params"]["moment"] == "moment.turn"
    assert told[1]["params"]["addresses"] == ["a", "b"]


def named() -> set[tuple[str, str, str]]:
    """Every finding that a probe can give: how, of what, and what."""
    pattern = re.compile(r'\b(fine|warned|missing|off)\(\s*"(\w+)",\s*"([\w-]+)"')
    files = [
        ROOT / name
        for name in ("companion/health/probes.py", "companion/health/machine.py", "hardware/part_probes.py")
    ]
    by_name = {each for file in files for each in pattern.findall(file.read_text(encoding="utf-8"))}
    return (
        by_name
        | {("missing", "display", trouble) for trouble in get_args(Trouble)}
        | {("missing", "port", what) for what in ("busy", "no-rights", "elsewhere", "broken")}
        | {("missing", "buttons", what) for what in ("no-rights", "no-chip", "ours")}
        | {("fine", "network", what) for what in ("named", "nameless")}
    )


def test_every_finding_has_its_sentence_and_what_is_ill_its_cure() -> None:
    assert len(named()) > 40
    ill = {each[1:] for each in named() if each[0] in {"warned", "missing"}}
    for _, part, what in named():
        assert ENGLISH.has(f"doctor.{part}.{what}"), (part, what)
        assert ENGLISH.has(f"doctor.{part}.{what}.cure") is ((part, what) in ill), (part, what)


def test_what_the_box_finds_by_itself_has_few_words_for_the_display() -> None:
    of_the_box = {"buttons", "reader", "power", "disk", "clock", "copies"}
    for how, part, what in named():
        if how in {"warned", "missing"} and part in of_the_box and what not in {"alone", "ours"}:
            for language in (ENGLISH, ITALIAN):
                code = f"display.doctor.{part}.{what}"
                assert language.has(code), code
                params = {"by": "spi0 CS0", "pin": "GPIO17 (J8:11)", "port": "/dev/ttyAMA0"}
                frames = lay_out(Screen(text("panel.box"), (text(code[8:], **params),)), language)
                assert len(frames) == 1, code


class Probe:
    """A probe with a given finding, which counts its calls."""

    def __init__(self, finding: Finding) -> None:
        self.finding = finding
        self.asked = 0

    def __call__(self) -> Finding:
        self.asked += 1
        return self.finding


def test_the_box_looks_at_the_machine_and_at_parts_that_are_missing(caplog: pytest.LogCaptureFixture) -> None:
    parts = Parts(Notifier())
    parts.report("reader", "ok")
    reader, disk = Probe(missing("reader", "ours-silent")), Probe(fine("disk", "free"))
    check = HealthCheck(parts, {"reader": reader}, [disk], ENGLISH)
    assert check() == ()
    assert reader.asked == 0, "a reader at work is left alone"
    parts.report("reader", "missing")
    disk.finding = FULL
    assert check() == (reader.finding, FULL)
    assert check() == (reader.finding, FULL)
    assert caplog.text.count("The disk of /home/pi/games is full: 3 MB are free. Delete") == 1
    disk.finding = fine("disk", "free")
    check()
    disk.finding = FULL
    check()
    assert caplog.text.count("is full") == 2, "what comes again is told again"


def test_only_what_an_evening_may_be_lost_by_degrades_the_box() -> None:
    found = (
        LONG,
        warned("disk", "nearly-full", folder="/", free=50),
        FULL,
        missing("clock", "unset", now=""),
    )
    assert degraded_codes(found) == ("disk-full",)
    gone = missing("journal", "gone")
    assert degraded_codes((gone, gone, missing("copies", "failing"))) == ("journal-gone", "copies-failing")


@pytest.mark.parametrize("what", ["full", "read-only", "failed", "unsure", "gone", "damaged"])
@pytest.mark.parametrize("language", [ENGLISH, ITALIAN], ids=lambda language: language.code)
def test_each_trouble_of_the_journal_has_its_sentence_cure_and_few_words(
    what: str, language: Language
) -> None:
    code = f"doctor.journal.{what}"
    assert all(language.has(each) for each in (code, f"{code}.cure", f"display.{code}"))
    assert len(lay_out(Screen(text("panel.box"), (text(code),)), language)) == 1
