"""A phone acts for its own player, and a form begun on it stays while others act."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, Route, expect

from tests.fakes.browsing import Box, Phones, changed, live, stands_still, visit, wait_until_current
from tests.fakes.sitting import Sitting, act

SCRIPTS = pytest.mark.parametrize("scripts", [True, False], ids=["script", "no-script"])
RAFT = {"type": "change-fleet", "colour": "blue", "transporter": "raft", "by": 1}


def acts_for(phone: Page) -> str:
    """The seat that the acting page enters for."""
    return phone.locator("[data-for] [aria-current]").inner_text().split("\n")[-1].strip()


def order_called(box: Box) -> None:
    """The order of play is determined: green is asked first whether he keeps praying."""
    box.start()
    box.act("call-for-order", colour="yellow")


@SCRIPTS
def test_a_phone_enters_for_its_own_player_in_every_turn(phones: Phones, box: Box, scripts: bool) -> None:
    order_called(box)
    while box.table()["game"]["order"]:
        order = box.table()["game"]["order"]
        if order["step"] == "praying":
            box.act("pray", colour=order["asks"], keep=True)
        else:
            box.act("take-position", colour=order["asks"], position=order["free"][0])
    assert box.table()["game"]["acting"] == "yellow"
    phone = phones.joined("red", scripts=scripts, at="/act")
    expect(phone.locator("[data-for] [aria-current]")).to_contain_text("Anna")
    expect(phone.locator("#f-fleet input[name=colour]")).to_have_value("red")
    phone.locator("[data-for]").get_by_role("link", name="Dieter").click()
    expect(phone.locator("#f-fleet input[name=colour]")).to_have_value("blue")


@SCRIPTS
def test_a_player_who_left_is_shown_that_and_chooses_a_seat_or_comes_back(
    phones: Phones, box: Box, scripts: bool
) -> None:
    box.start()
    phone = phones.joined("red", scripts=scripts)
    box.act("leave", colour="red")
    wait_until_current(phone, box) if scripts else phone.reload()
    expect(phone.locator("#now-bar")).to_contain_text("You have left the game")
    phone.locator("#now-bar").get_by_role("link").click()
    expect(phone.locator("#left")).to_contain_text("acts for nobody")
    expect(phone.locator("[data-for]")).to_have_count(0)
    phone.get_by_role("link", name="Dieter").click()
    assert acts_for(phone) == "Dieter"
    phone.goto(f"{box.url}act")
    phone.get_by_role("button", name="Come back to the game").click()
    expect(phone.locator("#left")).to_have_count(0)
    assert acts_for(phone) == "Anna"
    assert not box.table()["game"]["left"]


@pytest.mark.parametrize("tile", ["bricks", "mines", "research", "fleet", "wealth"])
def test_a_tile_names_its_player(playing: Sitting, tile: str) -> None:
    page = playing.phone().get(f"/act?for=blue&open={tile}").get_data(as_text=True)
    assert ">Blue</span></summary>" in page[page.index(f'id="{tile}" open') :]


def test_a_begun_form_keeps_its_player(phones: Phones, box: Box) -> None:
    order_called(box)
    phone = phones.joined("purple", name="Zita", at="/act")
    assert acts_for(phone) == "Green", "nobody's phone acts for who is asked"
    phone.locator("#wealth > summary").click()
    gold = phone.locator("#f-count-wealth").get_by_label("Gold")
    gold.fill("7")
    box.act("pray", colour="green", keep=True)
    wait_until_current(phone, box)
    assert acts_for(phone) == "Green"
    expect(gold).to_have_value("7")
    with changed(phone):
        phone.locator("#f-count-wealth button").click()
    expect(phone.locator("#toast")).to_contain_text("Green")


def test_what_was_chosen_stays_chosen_when_others_take_what_stood_before_it(phones: Phones, box: Box) -> None:
    box.start()
    box.phase("building")
    phone = phones.joined("red", at="/act")
    phone.locator("#mines > summary").click()
    bag = phone.locator("#f-build-mine select")
    bag.select_option("7")
    phone.locator("#f-build-mine").get_by_text("Not researched").click()
    phone.locator("#f-build-mine .chip", has_text="4 gold").click()
    box.act("build-mine", number=3, colour="blue", mixture="standard")
    box.act("advance")
    wait_until_current(phone, box)
    expect(bag).to_have_value("7")
    expect(phone.locator("#f-build-mine input:checked")).to_have_value("gold")
    expect(phone.locator("#mines")).to_have_attribute("open", "")


def test_what_is_read_stays_where_it_is_while_others_act(phones: Phones, box: Box) -> None:
    box.start()
    phone = phones.joined("red", at="/table")
    wonder = phone.locator("#wonder h2")
    wonder.scroll_into_view_if_needed()
    phone.evaluate("scrollBy({top: 200, behavior: 'instant'})")
    before = phone.evaluate("document.querySelector('#wonder h2').getBoundingClientRect().top")
    box.act("build-mine", number=1, colour="red", mixture="standard", late=True)
    box.act("correct", field="phase", value="building", reason="so it was")
    wait_until_current(phone, box)
    after = phone.evaluate("document.querySelector('#wonder h2').getBoundingClientRect().top")
    assert abs(after - before) < 2, (before, after)


@SCRIPTS
@pytest.mark.parametrize("language", ["en", "it"])
def test_a_question_to_another_player_is_confirmed_first(
    phones: Phones, box: Box, scripts: bool, language: str
) -> None:
    order_called(box)
    phone = phones.joined("red", scripts=scripts, language=language)
    green, keep, first = {
        "en": ("Answer for Green?", "Keep praying", "Position 1"),
        "it": ("Rispondi per Verde?", "Continua a pregare", "Posizione 1"),
    }[language]
    expect(phone.get_by_role("button", name=keep)).to_be_hidden()
    phone.get_by_text(green).click()
    with changed(phone):
        phone.get_by_role("button", name=keep).click()
    wait_until_current(phone, box)
    assert box.table()["game"]["order"]["asks"] == "red"
    with changed(phone):
        phone.get_by_role("button", name=keep).click()
    expect(phone.locator("main")).to_contain_text("Dieter")
    box.act("pray", colour="blue", keep=True)
    wait_until_current(phone, box) if scripts else phone.reload()
    expect(phone.get_by_role("button", name=first)).to_be_hidden()


def test_a_notice_of_success_names_what_this_phone_did(phones: Phones, box: Box) -> None:
    box.start()
    phone = phones.joined("red", at="/act?open=fleet")

    def another_is_quicker(route: Route) -> None:
        answer = route.fetch(max_redirects=0)
        box.act("change-fleet", colour="blue", transporter="truck", by=1)
        route.fulfill(response=answer)

    phone.route("**/act", another_is_quicker, times=1)
    phone.get_by_role("button", name="One more: Raft").click()
    expect(phone.locator("#toast")).to_have_text("Anna: raft +1")
    expect(phone.locator("#said")).to_have_text("Anna: raft +1")


UNDONE = {
    "en": (
        "Zoe undid “Anna: raft +1”",
        "Zoe redid “Anna: raft +1”",
        "The box undid “Anna: raft +1”",
        "Zoe: Corrected, turn 3 (before: 1): so",
    ),
    "it": (
        "Zoe ha annullato «Anna: zattera +1»",
        "Zoe ha rifatto «Anna: zattera +1»",
        "La scatola ha annullato «Anna: zattera +1»",
        "Zoe: Corretto, turno 3 (prima: 1): so",
    ),
}


@pytest.mark.parametrize("language", ["en", "it"])
def test_what_others_undo_redo_or_correct_is_shown_with_who_did_it_until_the_next_entry(
    phones: Phones, box: Box, language: str
) -> None:
    box.start()
    box.act("change-fleet", colour="red", transporter="raft", by=1)
    others = [
        phones.joined(colour, language=language, at=page)
        for colour, page in (("red", "/act"), ("green", "/rules"))
    ]
    for phone in others:
        stands_still(phone)
    toasts = [phone.locator("#toast") for phone in others]
    onlooker = phones.phone(language=language)
    visit(onlooker, "/table")

    def all_show(said: str) -> None:
        for toast in toasts:
            expect(toast).to_have_text(said)
            expect(toast).to_be_visible()

    undone, redone, at_the_box, corrected = UNDONE[language]
    box.act("undo")
    all_show(undone)
    box.act("redo")
    all_show(redone)
    box.post("box/press", {"button": "back", "held": True})
    box.post("box/press", {"button": "advance"})
    all_show(at_the_box)
    box.act("correct", field="turn", value=3, reason="so")
    all_show(corrected)
    box.act("change-fleet", colour="red", transporter="truck", by=1)
    for toast in toasts:
        expect(toast).to_be_hidden()
    wait_until_current(onlooker, box)
    expect(onlooker.locator("#toast")).to_be_empty()


def test_a_refusal_ends_the_notice_of_what_was_done_before(phones: Phones, box: Box) -> None:
    box.start()
    phone = phones.joined("red", at="/act?open=fleet")
    stands_still(phone)
    phone.get_by_role("button", name="One more: Raft").click()
    expect(phone.locator("#toast")).to_have_text("Anna: raft +1")
    phone.locator("#f-fleet [name=type]").evaluate("each => { each.value = 'nothing'; }")
    phone.get_by_role("button", name="One more: Raft").click()
    expect(phone.get_by_role("alert")).to_be_visible()
    expect(phone.locator("#toast")).to_be_hidden()


def test_without_a_script_the_page_shows_what_was_done(playing: Sitting) -> None:
    phone, other = playing.phone(), playing.phone("Bea", "blue")
    form = {"type": "change-fleet", "colour": "red", "transporter": "raft", "by": "1", "page": "/act"}
    done = phone.post("/act", data=form)
    assert (done.status_code, done.headers["Location"]) == (303, "/act?did=2")
    assert act(other, RAFT).status_code == 200
    page = phone.get("/act?did=2").get_data(as_text=True)
    assert '<p class="note good nojs" role="status">Rosa: raft +1</p>' in page
    assert 'data-url="/act"' in page
    for nothing in ("/act", "/act?did=99", "/act?did=", "/act?did=-1", "/act?did=x"):
        assert "note good nojs" not in phone.get(nothing).get_data(as_text=True)


def test_a_form_that_was_begun_is_there_again_when_the_page_is_loaded_anew(phones: Phones, box: Box) -> None:
    box.start()
    box.phase("building")
    phone = phones.joined("red", at="/act")
    phone.locator("#mines > summary").click()
    phone.locator("#f-build-mine select").select_option("7")
    phone.locator("#f-build-mine").get_by_text("Not researched").click()
    phone.locator("#f-build-mine .chip").nth(1).click()
    phone.locator("#wealth > summary").click()
    gold = phone.locator("#f-count-wealth").get_by_label("Gold")
    gold.fill("4")
    phone.reload()
    live(phone)
    expect(gold).to_be_visible()
    expect(gold).to_have_value("4")
    expect(phone.locator("#f-build-mine select")).to_have_value("7")
    expect(phone.locator("#f-build-mine input:checked")).to_have_value("gold")
    box.act("change-fleet", colour="blue", transporter="raft", by=1)
    wait_until_current(phone, box)
    expect(gold).to_have_value("4")
    with changed(phone):
        phone.locator("#f-count-wealth button").click()
    box.act("count-wealth", colour="red", gold=9, coins=0, stock=0)
    wait_until_current(phone, box)
    phone.reload()
    expect(gold).to_have_value("9")
    visit(phone, "/act")
    expect(phone.locator("#f-build-mine select")).to_have_value("1")


def test_what_was_begun_for_one_is_not_filled_in_for_another(phones: Phones, box: Box) -> None:
    order_called(box)
    phone = phones.joined("purple", name="Zita", at="/act")
    assert acts_for(phone) == "Green"
    phone.locator("#wealth > summary").click()
    gold = phone.locator("#f-count-wealth").get_by_label("Gold")
    gold.fill("7")
    box.act("pray", colour="green", keep=True)
    phone.goto("about:blank")
    visit(phone, "/act")
    phone.reload()
    assert acts_for(phone) != "Green"
    expect(gold).to_have_value("0")


def test_what_was_begun_in_a_form_that_goes_is_there_again_when_the_form_comes_back(
    phones: Phones, box: Box
) -> None:
    box.start()
    phone = phones.joined("red", at="/act")
    phone.locator("#seldom > summary").click()
    phone.locator("#leaving > summary").click()
    form = phone.locator("#f-leave")
    cleared = form.get_by_role("radio").last
    cleared.check()
    box.act("end")
    expect(form).not_to_be_attached()
    box.act("undo")
    expect(cleared).to_be_checked()
    expect(cleared).to_be_visible()
