"""A phone acts for its own player, and a form begun on it stays while others act."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page, Route, expect

from tests.fakes.browsing import Box, Phones, changed, live, stands_still, visit, wait_until_current
from tests.fakes.sitting import Sitting, act

WITHOUT_A_CLOCK = "Date.now = () => 0; Date = class { constructor() { throw new Error('asked') } }"
RAFT = {"type": "change-fleet", "colour": "blue", "transporter": "raft", "by": 1}


def acts_for(phone: Page) -> str:
    """The seat that the acting page enters for."""
    return phone.locator("[data-for] [aria-current]").inner_text().split("\n")[-1].strip()


def order_called(box: Box) -> None:
    """The order of play is determined: green is asked first whether he keeps praying."""
    box.start()
    box.act("call-for-order", colour="yellow")


def gold_of(phone: Page) -> Locator:
    """Where the acting page asks for a player's gold."""
    return phone.locator("#f-count-wealth").get_by_label("Gold")


def test_a_begun_form_keeps_its_player_and_is_filled_in_for_no_other(
    shared_phones: Phones, shared_box: Box
) -> None:
    order_called(shared_box)
    stays = shared_phones.joined("purple", name="Zita", at="/act")
    leaves = shared_phones.joined("black", name="Yves", at="/act")
    for phone in (stays, leaves):
        assert acts_for(phone) == "Green", "nobody's phone acts for who is asked"
        phone.locator("#wealth > summary").click()
        gold_of(phone).fill("7")
    shared_box.act("pray", colour="green", keep=True)
    wait_until_current(stays, shared_box)
    assert acts_for(stays) == "Green"
    expect(gold_of(stays)).to_have_value("7")
    with changed(stays):
        stays.locator("#f-count-wealth button").click()
    expect(stays.locator("#toast")).to_contain_text("Green")
    leaves.goto("about:blank")
    visit(leaves, "/act")
    leaves.reload()
    assert acts_for(leaves) != "Green"
    expect(gold_of(leaves)).to_have_value("0")


def test_a_begun_form_stays_while_others_act_and_is_there_again_when_the_page_is_loaded_anew(
    shared_phones: Phones, shared_box: Box
) -> None:
    shared_box.start()
    for kind in ("advance", "advance", "undo", "advance"):
        shared_box.act(kind)
    phone, reading = shared_phones.joined("red", at="/act"), shared_phones.joined(at="/log")
    phone.locator("#mines > summary").click()
    phone.locator("#f-build-mine select").select_option("7")
    phone.locator("#f-build-mine").get_by_text("Not researched").click()
    phone.locator("#f-build-mine .chip").nth(1).click()
    phone.locator("#wealth > summary").click()
    gold = gold_of(phone)
    gold.fill("4")
    gold.focus()
    reading.get_by_role("link", name="Back to here").last.click()
    expect(reading.get_by_role("button", name="Yes, undo 2 steps")).to_be_visible()
    reading.locator(".gone summary").click()
    wait_until_current(reading, shared_box)
    shared_box.act("build-mine", number=3, colour="blue", mixture="standard")
    wait_until_current(phone, shared_box)
    expect(gold).to_be_focused()
    expect(phone.locator("#f-build-mine select")).to_have_value("7")
    expect(phone.locator("#wealth")).to_have_attribute("open", "")
    expect(reading.get_by_role("button", name="Yes, undo 3 steps")).to_be_visible()
    expect(reading.locator(".gone details")).to_have_attribute("open", "")
    phone.reload()
    live(phone)
    expect(gold).to_be_visible()
    expect(gold).to_have_value("4")
    expect(phone.locator("#f-build-mine select")).to_have_value("7")
    expect(phone.locator("#f-build-mine input:checked")).to_have_value("gold")
    with changed(phone):
        phone.locator("#f-count-wealth button").click()
    shared_box.act("count-wealth", colour="red", gold=9, coins=0, stock=0)
    wait_until_current(phone, shared_box)
    phone.reload()
    expect(gold).to_have_value("9")
    visit(phone, "/act")
    expect(phone.locator("#f-build-mine select")).to_have_value("1")


def test_a_form_names_what_is_missing_in_the_pages_language_and_is_as_it_was_when_it_comes_back(
    shared_phones: Phones, shared_box: Box
) -> None:
    shared_box.start()
    phone = shared_phones.joined("red", language="it", at="/act")
    phone.locator("#seldom > summary").click()
    phone.locator("#leaving > summary").click()
    form = phone.locator("#f-leave")
    form.locator("summary").click()
    form.locator("button").click()
    first, second, *_ = form.locator("[name=colour]").all()
    assert first.evaluate("each => each.validationMessage") == "Qui manca ancora qualcosa."
    second.check(force=True)
    cleared = form.get_by_role("radio").last
    cleared.check()
    shared_box.act("end")
    expect(form).not_to_be_attached()
    shared_box.act("undo")
    expect(cleared).to_be_checked()
    expect(cleared).to_be_visible()
    wait_until_current(phone, shared_box)
    form.locator("summary").click()
    with changed(phone):
        form.locator("button").click()
    assert len(shared_box.table()["game"]["left"]) == 1


def test_what_is_read_stays_where_it_is_while_others_act_and_its_ages_ask_no_clock_of_the_phone(
    shared_phones: Phones, shared_box: Box
) -> None:
    shared_box.start()
    shared_box.act("advance")
    phone = shared_phones.phone()
    phone.add_init_script(WITHOUT_A_CLOCK)
    visit(phone, "/table")
    expect(phone.locator("#ask-undo time")).to_have_text(re.compile(r"^\d+ s ago$"))
    wonder = phone.locator("#wonder h2")
    wonder.scroll_into_view_if_needed()
    phone.evaluate("scrollBy({top: 200, behavior: 'instant'})")
    before = phone.evaluate("document.querySelector('#wonder h2').getBoundingClientRect().top")
    shared_box.act("build-mine", number=1, colour="red", mixture="standard", late=True)
    shared_box.act("correct", field="phase", value="building", reason="so it was")
    wait_until_current(phone, shared_box)
    after = phone.evaluate("document.querySelector('#wonder h2').getBoundingClientRect().top")
    assert abs(after - before) < 2, (before, after)


def test_a_notice_names_what_this_phone_did_until_a_refusal(phones: Phones, box: Box) -> None:
    box.start()
    phone = phones.joined("red", at="/act?open=fleet")
    stands_still(phone)

    def another_is_quicker(route: Route) -> None:
        answer = route.fetch(max_redirects=0)
        box.act("change-fleet", colour="blue", transporter="truck", by=1)
        route.fulfill(response=answer)

    phone.route("**/act", another_is_quicker, times=1)
    phone.get_by_role("button", name="One more: Raft").click()
    expect(phone.locator("#toast")).to_have_text("Anna: raft +1")
    expect(phone.locator("#said")).to_have_text("Anna: raft +1")
    wait_until_current(phone, box)
    phone.locator("#f-fleet [name=type]").evaluate("each => { each.value = 'nothing'; }")
    phone.get_by_role("button", name="One more: Raft").click()
    expect(phone.get_by_role("alert")).to_be_visible()
    expect(phone.locator("#toast")).to_be_hidden()


def test_what_others_undo_redo_or_correct_is_shown_with_who_did_it_until_the_next_entry(
    phones: Phones, box: Box
) -> None:
    box.start()
    box.act("change-fleet", colour="red", transporter="raft", by=1)
    others = [phones.joined("red", at="/act"), phones.joined("green", at="/rules")]
    for phone in others:
        stands_still(phone)
    onlooker = phones.phone()
    visit(onlooker, "/table")

    def all_show(said: str) -> None:
        for phone in others:
            expect(phone.locator("#toast")).to_have_text(said)
            expect(phone.locator("#toast")).to_be_visible()

    box.act("undo")
    all_show("Zoe undid “Anna: raft +1”")
    box.act("redo")
    all_show("Zoe redid “Anna: raft +1”")
    box.post("box/press", {"button": "back", "held": True})
    box.post("box/press", {"button": "advance"})
    all_show("The box undid “Anna: raft +1”")
    box.act("correct", field="turn", value=3, reason="so")
    all_show("Zoe: Corrected, turn 3 (before: 1): so")
    box.act("change-fleet", colour="red", transporter="truck", by=1)
    for phone in others:
        expect(phone.locator("#toast")).to_be_hidden()
    wait_until_current(onlooker, box)
    expect(onlooker.locator("#toast")).to_be_empty()


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
