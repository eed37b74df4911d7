"""The captured screens: every scene is there, and with every part missing."""

from __future__ import annotations

import re
from xml.etree import ElementTree as ET

from docs.terminal import HEADING, PAGE, PICTURE, SCENES, picture

WORDS = PAGE.read_text(encoding="utf-8").partition(HEADING)[2]
SCREENS = re.findall(r"^```text\n(.*?)\n```$", WORDS, re.MULTILINE | re.DOTALL)


def test_the_page_has_every_scene_in_its_order() -> None:
    assert re.findall(r"^### (.*)$", WORDS, re.MULTILINE) == [scene.title for scene in SCENES]
    assert len(SCREENS) == sum(step.shown for scene in SCENES for step in scene.steps)


def test_setting_up_and_the_doctor_are_shown_with_everything_there_and_with_each_part_missing() -> None:
    for command in ("setup", "doctor"):
        amiss = {scene.fault for scene in SCENES if scene.command[0] == command}
        assert {"", "display", "bus", "buttons", "reader"} <= amiss


def test_the_picture_is_one_of_the_screens() -> None:
    drawn = ET.parse(PICTURE).getroot()
    lines = [each.text or "" for each in drawn.iter("{http://www.w3.org/2000/svg}text")]
    assert "\n".join(lines) in SCREENS
    assert PICTURE.read_text(encoding="utf-8") == picture(lines)
