"""A press counts once: late, doubled and unanswered ones are refused, told and done again by one tap."""

from __future__ import annotations

from playwright.sync_api import Page, Route, expect

from tests.fakes.browsing import Box, Phones, changed, stands_still, visit, wait_until_current
from tests.web.pages.la_strada import two

HEADING = "main h1"
CHANGED = "The table has just changed. Look again, then press."


def lose_answer(route: Route) -> None:
    """The box does what it is asked, and its answer is lost."""
    route.fetch(max_redirects=0)
    route.abort()


def without(phone: Page, form: str, field: str) -> None:
    """Send a form as it was before it had this field."""
    phone.evaluate(
        "([form, field]) => { const sent = document.getElementById(form);"
        " sent.elements.namedItem(field).remove(); sent.requestSubmit(); }",
        [form, field],
    )


def test_a_button_that_has_just_changed_its_meaning_takes_no_press(phones: Phones, box: Box) -> None:
    box.start()
    phone = phones.joined()
    stands_still(phone)
    advance = phone.locator("#f-advance button")
    for _ in range(2):  # a thumb that comes down twice
        advance.tap()
        expect(phone.locator(HEADING)).to_have_text("Movement")
    expect(phone.locator("#said")).to_have_text(CHANGED)
    expect(phone.locator("#toast.not")).to_have_text(CHANGED)
    phone.clock.run_for(1000)
    box.act("advance")
    expect(phone.locator(HEADING)).to_have_text("Building")
    advance.tap()
    expect(phone.locator("#toast.not")).to_have_text(CHANGED)
    phone.clock.run_for(1000)
    with changed(phone):
        advance.tap()
    assert box.table()["game"]["phase"] == "wonder"


def test_a_refusal_with_what_it_offers_stands_until_the_next_entry_on_every_phone(
    shared_phones: Phones, shared_box: Box
) -> None:
    shared_box.start()
    phone = shared_phones.joined()
    phone.route("**/api/v1/events*", lambda route: route.abort())
    phone.goto("/act/correct")
    phone.locator("#fix-turn > summary").click()
    form = phone.locator("#f-fix-turn")
    form.get_by_label("Turn").fill("7")
    form.get_by_label("Reason").fill("miscounted")
    shared_box.act("change-fleet", colour="red", transporter="raft", by=1)
    form.get_by_role("button", name="Correct").click()
    alert = phone.get_by_role("alert")
    expect(alert).to_contain_text("Somebody was quicker")
    expect(alert).to_contain_text("What you typed is still there")
    expect(form.get_by_label("Turn")).to_have_value("7")
    form.get_by_role("button", name="Correct").click()
    expect(alert).not_to_be_attached()
    assert shared_box.table()["game"]["turn"] == 7
    phone.unroute_all()
    visit(phone, "/table")
    phone.evaluate(
        "() => { const form = document.getElementById('f-advance');"
        " form.elements.namedItem('expects').value = 0; form.requestSubmit(); }"
    )
    expect(alert).to_contain_text("Somebody was quicker")
    expect(alert).not_to_contain_text("What you typed")
    shared_box.act("build-mine", colour="red", number=7, mixture="standard", late=True)
    pair = phone, shared_phones.joined("blue", name="Dieter")
    for each in pair:
        wait_until_current(each, shared_box)
        without(each, "f-advance-rest", "draw_rest")
        expect(each.locator("#offer-1")).to_be_attached()
    phone.locator("#offer-1 button").tap()
    for each in pair:
        expect(each.locator(HEADING)).to_have_text("Movement")
        expect(each.get_by_role("alert")).not_to_be_attached()
    assert shared_box.table()["game"]["phase"] == "movement"


def test_what_got_no_answer_acts_once_when_it_is_pressed_again(
    shared_phones: Phones, shared_box: Box
) -> None:
    shared_box.start()
    phone = shared_phones.joined(at="/act?for=red&open=fleet")
    phone.route("**/act", lose_answer)
    more = phone.locator("#f-fleet").get_by_role("button", name="One more: Raft")
    rafts = phone.locator("#f-fleet li", has_text="Raft").locator("b")
    more.click()
    expect(phone.get_by_role("alert")).to_contain_text("it will be done only once")
    wait_until_current(phone, shared_box)
    phone.unroute_all()
    more.click()
    expect(phone.get_by_role("alert")).not_to_be_attached()
    expect(rafts).to_have_text("1")
    wait_until_current(phone, shared_box)
    phone.route("**/act", lambda _route: None)
    for _ in range(2):
        more.click()
    phone.unroute_all()
    expect(rafts).to_have_text("3")
    wait_until_current(phone, shared_box)
    phone.route("**/act", lambda route: route.abort())
    phone.locator("#f-advance button").tap()
    expect(phone.locator("#notice .note")).to_be_visible()
    shared_box.act("advance")
    expect(phone.locator(HEADING)).to_have_text("Movement")
    expect(phone.locator("#notice .note")).to_have_count(0)


def test_a_press_on_the_page_of_the_game_before_is_answered_on_the_page_of_the_new_one(
    shared_phones: Phones, shared_box: Box
) -> None:
    two(shared_box)
    phone = shared_phones.joined("black", at="/act?builds=grey&colony=5&plains=1")
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    phone.route("**/act", hold)
    phone.locator("#f-connect button.go").click()
    with phone.expect_response("**/act?*"):
        shared_box.start()
    held[0].continue_()
    alert = phone.get_by_role("alert")
    expect(alert).to_contain_text("Another game is on the table now (Roads & Boats)")
    assert phone.evaluate("scrollY") == 0, "the page's head does not hide it"
    expect(phone.get_by_role("heading", name="Buildings")).to_be_attached()
    phone.reload()
    expect(alert).not_to_be_attached()
