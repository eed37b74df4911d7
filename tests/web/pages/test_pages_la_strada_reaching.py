"""La Strada for everybody: small phones, Italian, light and dark, a name for every control, corrections."""

from __future__ import annotations

import re
import urllib.request

import pytest
from playwright.sync_api import Page, expect

from tests.web.pages.browsing import Box, Phones, changed, hears, visit
from tests.web.pages.strada import HEADING, evening, four, link, turn_of, two
from tests.web.pages.test_pages_reaching import CONTRAST, LARGEST, NAMELESS, OVERLAPPING, SMALL, opened

PAGES = [
    "/table",
    "/act",
    "/act?colony=16&plains=2&hills=1",
    "/act/correct",
    "/act/correct?colony=5",
    "/log",
    "/games",
]
UNSAID = re.compile(
    r"(?<![\w/.])(page|ls|did|refused|warning|word|colour|kind|stock|reason|moment)\.[a-z]|\{\w*\}"
)


def fits(phone: Page, page: str) -> None:
    """The page is no wider than the phone; its controls have names and room for a thumb; all is said."""
    visit(phone, page)
    opened(phone)
    wide = phone.evaluate("document.documentElement.scrollWidth - window.innerWidth")
    assert wide <= 0, f"{page} is {wide} px too wide"
    assert phone.evaluate(NAMELESS) == [], page
    assert phone.evaluate(SMALL) == [], page
    assert phone.evaluate(OVERLAPPING, ".ls-head > *, .ls-tiles > div > *, .ls-people .row > *") == [], page
    said = phone.locator("body").inner_text()
    assert not UNSAID.search(said), (page, UNSAID.search(said))


@pytest.mark.parametrize("language", ["en", "it"])
def test_every_page_fits_a_small_phone_and_every_control_has_a_name_and_room_for_a_thumb(
    phones: Phones, box: Box, language: str
) -> None:
    evening(box)
    phone = phones.joined("black", language=language, width=320)
    for page in PAGES:
        fits(phone, page)
    box.act("cannot-connect", colour="black")
    for page in ("/table", "/act"):
        fits(phone, page)


@pytest.mark.parametrize("language", ["en", "it"])
def test_the_pages_of_two_fit_too_with_roads_that_have_no_merchant(
    phones: Phones, box: Box, language: str
) -> None:
    two(box)
    link(box, "grey", 1)
    box.act("end-turn")
    link(box, "black", 1)
    phone = phones.joined("black", language=language, width=320)
    for page in ("/table", "/act?colony=2&plains=9", "/act/correct?colony=1"):
        fits(phone, page)


def test_the_longest_names_of_players_and_colonies_overlap_nowhere(phones: Phones, box: Box) -> None:
    players = [{"colour": colour, "name": "W" * 12} for colour in ("black", "grey", "yellow", "red")]
    names = {str(number): "M" * 12 for number in range(1, 20)}
    box.act("start", system="la-strada", players=players, options={"names": names})
    for player in players:
        link(box, player["colour"], 5, 15)
        box.act("end-turn")
    phone = phones.joined("black", width=320)
    for page in ("/table", "/act?colony=1&plains=1", "/act/correct?colony=5"):
        fits(phone, page)
    box.act("end")
    fits(phone, "/table")
    assert phone.evaluate(OVERLAPPING, ".ls-ranks li > :not(.ls-total)") == []


@pytest.mark.parametrize("page", PAGES)
def test_a_page_is_light(box: Box, page: str) -> None:
    evening(box)
    with urllib.request.urlopen(box.url.rstrip("/") + page) as answer:
        assert len(answer.read()) < LARGEST


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_stands_out_from_its_ground(phones: Phones, box: Box, scheme: str) -> None:
    evening(box)
    phone = phones.joined("black")
    phone.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    for page in ("/table", "/act?colony=16&plains=9", "/act?colony=16&plains=1", "/act/correct", "/games"):
        visit(phone, page)
        opened(phone)
        assert phone.evaluate(CONTRAST) == [], page
    box.act("end")
    visit(phone, "/table")
    assert phone.evaluate(CONTRAST) == []


@pytest.mark.rule("LS-SCORE-01")
def test_the_markets_are_said_in_sentences_and_never_by_colour_alone(phones: Phones, box: Box) -> None:
    evening(box)
    phone = phones.phone()
    visit(phone, "/table")
    town = phone.locator("#colony-5")
    expect(town.locator(".hide")).to_have_text(
        "Town 5, Verona: Anna, Yellow, Bartolomeo and Dieter; pays 1 to each."
    )
    expect(town.locator(".tok")).to_have_text(["K", "Y", "E", "R"])
    expect(phone.locator("#colony-16 .hide")).to_have_text(
        "Hamlet 16: Yellow; pays 2 to each. With one merchant more, 1 to each."
    )
    expect(phone.locator("#colony-2 .hide")).to_have_text("City 2: free, pays 5 to the first.")
    shapes = phone.locator("#colony-5 .tok").evaluate_all(
        "each => each.map((one) => getComputedStyle(one).clipPath + getComputedStyle(one).borderRadius"
        " + one.offsetWidth / one.offsetHeight)"
    )
    assert len(set(shapes)) == 4


def test_a_turn_is_played_in_italian(phones: Phones, box: Box) -> None:
    two(box)
    phone = phones.joined("grey", name="Bruno", language="it-IT")
    expect(phone.locator(HEADING)).to_contain_text("Tocca a Bruno")
    phone.get_by_role("link", name="Collega una colonia").click()
    phone.locator("#connect .chip").first.click()
    phone.get_by_role("button", name=re.compile("Tessere pianura")).last.click()
    with changed(phone):
        phone.get_by_role("button", name="Collega la colonia 1: 2 risorse").click()
    expect(phone.locator("#toast")).to_have_text("Bruno ha collegato la colonia 1 per 2")
    hears(phone, box)
    phone.get_by_role("button", name="Chiudi il turno: tocca a Anna").click()
    expect(phone.locator(HEADING)).to_contain_text("Tocca a Anna")


@pytest.mark.rule("LS-SETUP-04", "LS-SETUP-08")
def test_resources_supplies_and_whose_turn_it_is_are_corrected_with_a_reason(
    phones: Phones, box: Box
) -> None:
    four(box)
    phone = phones.joined("black", name="Anna")
    visit(phone, "/act/correct?for=red")
    for fold in ("resources", "supplies", "active"):
        phone.locator(f"#fix-{fold} > summary").click()
    resources = phone.locator("#f-fix-resources")
    resources.get_by_label("Dieter").fill("9")
    resources.get_by_label("Reason").fill("counted again")
    with changed(phone):
        resources.get_by_role("button", name="Correct").click()
    supplies = phone.locator("#f-fix-supplies")
    supplies.get_by_label("Hill tiles").fill("2")
    with changed(phone):
        supplies.get_by_role("button", name="Correct").click()
    active = phone.locator("#f-fix-active")
    active.get_by_label("Dieter").check()
    with changed(phone):
        active.get_by_role("button", name="Correct").click()
    game = box.table()["game"]
    assert (game["resources"]["red"], game["supplies"]["red"]["hills"], game["active"]) == (9, 2, "red")
    visit(phone, "/log")
    expect(phone.locator(".log")).to_contain_text("Corrected, resources: counted again")


@pytest.mark.parametrize("scripts", [True, False], ids=["script", "no-script"])
@pytest.mark.rule("LS-MKT-02", "LS-2P-05")
def test_a_colony_is_corrected_and_a_refusal_keeps_what_was_ticked(
    phones: Phones, box: Box, scripts: bool
) -> None:
    two(box)
    phone = phones.joined("grey", name="Bruno", scripts=scripts)
    phone.goto("/act/correct?open=fix-colony")
    phone.locator("#fix-colony").get_by_role("link", name="Village 12").click()
    form = phone.locator("#f-fix-colony")
    expect(form.get_by_role("heading", name="Village 12")).to_be_visible()
    for player in ("Anna", "Bruno"):
        form.get_by_role("group", name="Merchants there").get_by_label(player).check()
    form.get_by_role("button", name="Correct").click()
    expect(phone.get_by_role("alert")).to_contain_text("one merchant in all")
    for player in ("Anna", "Bruno"):
        expect(form.get_by_role("group", name="Merchants there").get_by_label(player)).to_be_checked()
    form.get_by_role("group", name="Merchants there").get_by_label("Bruno").uncheck()
    form.get_by_role("group", name="Linked by").get_by_label("Bruno").check()
    form.get_by_role("button", name="Correct").click()
    expect(phone.get_by_role("alert")).not_to_be_attached()
    colony = box.table()["game"]["colonies"][11]
    assert (colony["merchants"], colony["linked"]) == (["black"], ["black", "grey"])


def test_names_of_colonies_and_players_are_changed_and_taken_away(phones: Phones, box: Box) -> None:
    four(box, names={"1": "Milano", "2": "Torino"})
    phone = phones.joined("black", name="Anna")
    visit(phone, "/act/correct")
    for fold in ("names", "players"):
        phone.locator(f"#fix-{fold} > summary").click()
    names = phone.locator("#f-fix-names")
    names.get_by_label("City 1").fill("")
    names.get_by_label("City 3").fill("Genova")
    with changed(phone):
        names.get_by_role("button", name="Correct").click()
    players = phone.locator("#f-fix-players")
    players.get_by_label("Name of player 3").fill("Carla")
    with changed(phone):
        players.get_by_role("button", name="Correct").click()
    game = box.table()["game"]
    assert game["options"]["names"] == {"2": "Torino", "3": "Genova"}
    assert game["players"][2] == {"colour": "yellow", "name": "Carla"}


@pytest.mark.rule("LS-AMB-01", "LS-AMB-03", "LS-AMB-04")
def test_numbers_and_house_rules_are_corrected(phones: Phones, box: Box) -> None:
    two(box)
    phone = phones.joined("black", name="Anna")
    visit(phone, "/act/correct")
    for fold in ("limits", "option", "stuck"):
        phone.locator(f"#fix-{fold} > summary").click()
    limits = phone.locator("#f-fix-limits")
    limits.get_by_role("group", name="Gold for each merchant").get_by_label("Towns").fill("5 3 2 1")
    with changed(phone):
        limits.get_by_role("button", name="Correct").click()
    rules = phone.locator("#f-fix-option")
    rules.get_by_label("Who cannot connect keeps").check()
    with changed(phone):
        rules.get_by_role("button", name="Correct").click()
    stuck = phone.locator("#f-fix-stuck")
    stuck.get_by_label("Bruno").check()
    with changed(phone):
        stuck.get_by_role("button", name="Correct").click()
    game = box.table()["game"]
    assert game["options"]["worth"]["town"] == [5, 3, 2, 1]
    assert game["options"]["amb_03"] is True
    visit(phone, "/table")
    turn_of(phone, "Anna")
    expect(phone.locator("#about")).to_contain_text("Who cannot connect keeps the 6 resources")


@pytest.mark.parametrize("scripts", [True, False], ids=["script", "no-script"])
def test_names_and_numbers_are_kept_for_another_start(phones: Phones, box: Box, scripts: bool) -> None:
    phone = phones.joined(scripts=scripts)
    phone.goto("/games")
    phone.get_by_text("New game: La Strada").click()
    form = phone.locator("#f-new-la-strada")
    form.get_by_text("Names of the colonies").click()
    form.get_by_label("City 1").fill("Milano")
    form.get_by_text("Numbers and names to keep").click()
    form.get_by_label("Name", exact=True).fill("our box")
    form.get_by_role("button", name="Keep these").click()
    phone.goto("/games")
    phone.get_by_text("New game: La Strada").click()
    form.get_by_text("Numbers and names to keep").click()
    form.get_by_role("link", name="our box").click()
    expect(form.get_by_label("First player")).to_have_value("black")
    expect(form.get_by_label("City 1")).to_have_value("Milano")
    form.get_by_role("button", name="Start the game").click()
    expect(phone).to_have_url(re.compile("/table$"))
    assert box.table()["game"]["options"]["names"] == {"1": "Milano"}
