"""La Strada set right by thumb: every correction with its reason, and what is kept for another start."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.fakes.browsing import Box, Phones, changed
from tests.web.pages.la_strada import link, two


def correct(phone: Page, form: Locator) -> None:
    """The form is sent, and the page shows what has changed."""
    with changed(phone):
        form.get_by_role("button", name="Correct").click()


@pytest.mark.parametrize("scripts", [True, False], ids=["script", "no-script"])
def test_a_colony_is_corrected_and_a_refusal_keeps_what_was_ticked(
    phones: Phones, box: Box, scripts: bool
) -> None:
    two(box)
    phone = phones.joined("grey", name="Bruno", scripts=scripts, at="/act/correct?open=fix-colony")
    phone.locator("#fix-colony").get_by_role("link", name="Village 10").click()
    form = phone.locator("#f-fix-colony")
    expect(form.get_by_role("heading", name="Village 10")).to_be_visible()
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
    colony = box.table()["game"]["colonies"][9]
    assert (colony["merchants"], colony["linked"]) == (["black"], ["black", "grey"])


def test_page_log_and_display_say_what_of_a_road_has_changed(phones: Phones, box: Box) -> None:
    two(box)
    link(box, "grey", 10)
    phone = phones.joined("grey", name="Bruno", at="/act/correct?open=fix-road")
    form = phone.locator("#f-fix-road")
    form.get_by_label("Plain tiles").fill("0")
    form.get_by_label("Forest tiles").fill("1")
    correct(phone, form)
    changes = "Bruno’s road to colony 10: plain 0 (before: 1) and forest 1 (before: 0)"
    expect(phone.locator("#toast")).to_have_text(f"Corrected, {changes}: wrong entry")
    assert box.screen()["lines"] == ["E▬ to 10: plain 0", "(was 1) and forest 1"]
    phone.goto("/log")
    expect(phone.locator("main")).to_contain_text(changes)
