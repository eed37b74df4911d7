"""The style sheets: one scale of type and space, and none of a game's touches what is not its own."""

from __future__ import annotations

import re
from importlib.resources import files
from itertools import combinations

import pytest

from tests.fakes.every import every
from web.pages.assets import game_folder

SHEETS = {
    system: re.sub(r"/\*.*?\*/", "", sheet.read_text(encoding="utf-8"), flags=re.DOTALL)
    for system, game in every().items()
    if (sheet := game_folder(game).joinpath("style.css")).is_file()
}
COMMON = "".join(
    each.read_text(encoding="utf-8")
    for folder in ("static", "templates")
    for each in files("web").joinpath(folder).iterdir()
    if each.name.endswith((".css", ".html"))
)
SCALED = {
    **SHEETS,
    **{
        name: files("web").joinpath("static", f"{name}.css").read_text(encoding="utf-8")
        for name in ("companion", "report", "box", "hall")
    },
}
"""The sheets of pages on a phone. A television and paper have units of their own."""
CLASS = re.compile(r"\.(-?[A-Za-z_][\w-]*)")
NAMED = {
    *CLASS.findall(" ".join(re.findall(r"([^{}]+)\{", COMMON))),
    *(word for words in re.findall(r'class="([^"]*)"', COMMON) for word in re.findall(r"[\w-]+", words)),
}
"""The classes of common pages."""


def selectors(sheet: str) -> list[str]:
    """Each selector of a sheet by itself."""
    found = [each for each in re.findall(r"([^{}]+)\{", sheet) if not each.strip().startswith("@")]
    return [one.strip() for each in found for one in each.split(",")]


def own(sheet: str) -> set[str]:
    """The classes that are not the common pages'."""
    return {name for each in selectors(sheet) for name in CLASS.findall(each)} - NAMED


def test_every_stylesheet_is_found() -> None:
    assert SHEETS
    assert {"tok", "card", "chip", "row"} <= NAMED


@pytest.mark.parametrize("system", SHEETS)
def test_a_game_styles_only_what_is_its_own(system: str) -> None:
    mine = own(SHEETS[system])
    for selector in selectors(SHEETS[system]):
        assert selector == ":root" or mine & set(CLASS.findall(selector)), selector


@pytest.mark.parametrize("system", SHEETS)
def test_a_games_root_holds_nothing_but_colours_of_its_own(system: str) -> None:
    taken = set(re.findall(r"--[\w-]+(?=\s*:)", COMMON))
    for rules in re.findall(r":root\s*\{([^}]*)\}", SHEETS[system]):
        names = [each.partition(":")[0].strip() for each in rules.split(";") if each.strip()]
        assert all(name.startswith("--") for name in names)
        assert not taken & set(names)


def test_no_two_games_style_the_same() -> None:
    for one, other in combinations(SHEETS, 2):
        assert own(SHEETS[one]) & own(SHEETS[other]) == set(), (one, other)


def steps(sheet: str) -> list[tuple[str, str, str]]:
    """Selector, property and value of what has a size on the scale."""
    screen = re.sub(r"@media print \{.*?\n\}|/\*.*?\*/", "", sheet, flags=re.DOTALL)
    return [
        (selector.strip(), name, value.strip())
        for selector, rules in re.findall(r"([^{}]+)\{([^{}]*)\}", screen)
        if not re.search(r"\bat-(hall-)?tv\b|\.tv-|(^|\s)(html|:root)", selector)
        for name, value in re.findall(
            r"(?:^|;)\s*(font(?:-size)?|(?:gap|padding|margin)[\w-]*):([^;]*)", rules
        )
    ]


@pytest.mark.parametrize("sheet", SCALED)
def test_every_letter_and_every_space_is_a_step_of_the_scale(sheet: str) -> None:
    sizes = steps(SCALED[sheet])
    assert any(re.search(r"var\(--s\d\)", value) for _, _, value in sizes)
    for selector, name, value in sizes:
        if name.startswith("font"):
            token = re.search(r"\.tok(\.|$)|\bi$|-road$", selector) and re.search(r"[\d.]em\b", value)
            drawn = selector.startswith(".plot")
            assert token or drawn or re.search(r"var\(--t\d\)|inherit|min\(1em,", value), (selector, value)
        assert "rem" not in value or "100%" in value, (selector, name, value)
