"""Mines on the pages: drawn by hand, mended, and each with a card of its own."""

from __future__ import annotations

import re

import pytest

from tests.fakes.sitting import START, Sitting, act, shown
from tests.web.pages.rendering import words


@pytest.fixture
def mining(sitting: Sitting) -> Sitting:
    """The first turn's production with mine 7, of a group that draws by hand."""
    phone = sitting.phone()
    for command in (
        {**START, "options": {"amb_23": True}},
        {"type": "build-mine", "number": 7, "colour": "red", "mixture": "standard", "late": True},
    ):
        assert act(phone, command).status_code == 200
    return sitting


def test_a_refused_advance_names_the_missing_entry_and_links_to_it(mining: Sitting) -> None:
    answer = mining.phone().post("/act", data={"type": "advance", "page": "/table"})
    page = answer.get_data(as_text=True)
    assert answer.status_code == 422
    assert "This group draws by hand: draw from the bag and enter the ore." in words(page)
    assert '<a class="btn go" href="/table#mines">Enter 1 draw</a>' in page
    assert "draw_rest" not in page, "the dice are not offered instead"


def test_a_shaft_that_is_not_researched_is_folded(mining: Sitting) -> None:
    fold = '<details class="fold inner gap" id="shaft"'
    assert f"{fold}>" in shown(mining.phone(), "/act?for=red&open=mines")
    assert f"{fold} open>" in shown(mining.phone(), "/act?for=red&open=mines&bag=7"), (
        "the mine's own card leads here"
    )
    act(mining.phone(), {"type": "research", "colour": "red", "subject": "new-shaft"})
    assert f"{fold} open>" in shown(mining.phone(), "/act?for=red&open=mines")


def test_a_new_mine_is_offered_the_next_free_bag(mining: Sitting) -> None:
    act(mining.phone(), {"type": "build-mine", "number": 9, "colour": "red", "mixture": "gold", "late": True})
    act(
        mining.phone(),
        {"type": "build-mine", "number": 3, "colour": "red", "mixture": "standard", "late": True},
    )
    bags = re.findall(r'<select name="number[^>]*>.*?</select>', shown(mining.phone(), "/act"), re.DOTALL)
    chosen = [each for each in bags if "selected" in each]
    assert len(chosen) == 1 < len(bags)
    assert '<option value="1" selected>' in chosen[0]
    for each in set(bags) - {*chosen}:
        assert re.match(r'<select name="[^"]*" required><option value="">– choose –</option>', each)
    assert 'id="f-fix-bag"' not in shown(mining.phone(), "/act/correct?open=fix-bag")
    named = shown(mining.phone(), "/act?open=mines&bag=12")
    assert '<option value="12" selected>' in named


@pytest.mark.parametrize(
    "query", ["", "?number=", "?number=99", "?number=1e999&to=x", "?to=7", "?number=7&to=7"]
)
def test_an_invalid_address_of_a_card_still_shows_the_page(mining: Sitting, query: str) -> None:
    assert shown(mining.phone(), f"/act/mine{query}")


@pytest.mark.parametrize("number", [3, 7])
def test_a_bag_is_corrected_from_its_known_content(mining: Sitting, number: int) -> None:
    big = {
        "type": "correct",
        "field": "bag",
        "value": {"number": 7, "gold": 5, "iron": 1},
        "reason": "counted",
    }
    built = {"type": "build-mine", "number": 3, "colour": "red", "mixture": "standard", "late": True}
    assert [act(mining.phone(), each).status_code for each in (built, big)] == [200, 200]
    page = shown(mining.phone(), f"/act/correct?open=fix-bag&bag={number}")
    form = page[page.index('id="f-fix-bag"') :]
    typed = dict(re.findall(r'name="value\.(\w+):int" value="(\d*)"', form[: form.index("</form>")]))
    assert typed == {
        "number": str(number),
        **({"gold": "5", "iron": "1"} if number == 7 else {"gold": "3", "iron": "3"}),
    }
