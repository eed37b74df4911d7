"""The pages of La Strada in states that no recorded game comes to, its forms and its help. No browser."""

from __future__ import annotations

import re
from html import unescape

import pytest

from tests.fakes.sitting import START as BOATS
from tests.fakes.sitting import Sitting, act
from tests.web.pages.rendering import form_of

SEATS = [{"colour": "red"}, {"colour": "grey"}, {"colour": "black"}]
START = {"type": "start", "system": "la-strada", "players": SEATS}


def test_a_choice_that_cannot_be_is_drawn_as_none(sitting: Sitting) -> None:
    phone = sitting.phone(colour="grey")
    act(phone, START)
    for query in (
        "colony=999",
        "colony=x&plains=x",
        "plains=-4&hills=99999999999",
        "way=nobody-1&colony=2",
        "colony=",
        "colony=2",
        "forests=1",
    ):
        drawn = phone.get(f"/act?{query}")
        assert drawn.status_code == 200, query
        assert "Choose a colony and the tiles of the road" in drawn.get_data(as_text=True)
        assert 'id="f-connect"' not in drawn.get_data(as_text=True)


def test_a_new_colony_that_another_player_reaches_first_is_asked_about_and_its_road_kept(
    sitting: Sitting,
) -> None:
    phone = sitting.phone(colour="grey")
    act(phone, START)
    plan = "/act?builds=grey&colony=new-1&plains=2&hills=1"
    assert "City 1, new" in phone.get(plan).text
    act(phone, {"type": "connect", "colour": "red", "colony": 1, "plains": 1})
    act(phone, {"type": "end-turn"})
    sent = {"type": "connect", "page": "/act", "form": "connect", "colour": "grey", "colony": "1"}
    refused = phone.post("/act", data={**sent, "plains": "2", "hills": "1", "new": "true"})
    assert refused.status_code == 422
    for drawn in (phone.get(plan), refused):
        asked = unescape(drawn.text)
        assert "Red has just reached a city: it is number 1." in asked
        offered = re.findall(r'<a class="btn" href="(/act\?[^"]*)">(.*?)</a>', asked)
        road = "plains=2&forests=0&hills=1"
        assert [(label, address.endswith(road)) for address, label in offered] == [
            ("The same: City 1", True), ("Another one: City 2, new", True),
        ]  # fmt: skip
        same, other = [phone.get(address).text for address, _ in offered]
        assert "Link colony 1 for 8" in same
        assert "Link colony 2 for 8" in other


def test_all_that_was_done_since_a_form_was_drawn_stands_above_it_and_what_was_typed_in_it(
    sitting: Sitting,
) -> None:
    phone = sitting.phone(colour="grey")
    act(phone, START)
    act(phone, {"type": "connect", "colour": "red", "colony": 1, "plains": 1})
    drawn = str(sitting.table.snapshot.version)
    for turn in range(2, 7):
        act(phone, {"type": "correct", "field": "turn", "value": turn, "reason": "counted"})
    named = {"field": "option", "value.names.1:text": "Milano", "reason": "first-contact"}
    sent = {"type": "correct", "page": "/act", "form": "name", "expects": drawn, **named}
    refused = phone.post("/act", data=sent)
    assert refused.status_code == 409
    alert, _, below = refused.text.partition('role="alert"')[2].partition("</div>")
    assert [re.findall(r"turn \d", each)[0] for each in re.findall("<li>.*?</li>", alert)] == [
        f"turn {turn}" for turn in range(2, 7)
    ]
    assert 'name="value.names.1:text" value="Milano"' in below


def test_a_link_is_loud_on_turn_asks_the_next_player_and_is_not_offered_to_others(sitting: Sitting) -> None:
    phones = [sitting.phone(each["colour"], each["colour"]) for each in SEATS]
    act(phones[0], START)
    plan = "/act?colony=new-1&plains=1"
    assert ['<a class="btn go" href="/act#connect">' in each.get("/table").text for each in phones] == [
        True, False, False,
    ]  # fmt: skip
    for phone, button in zip(phones, ('<button class="go">', '<summary class="btn ">', None), strict=True):
        drawn = phone.get(plan).text
        assert f"{button}Link colony 1 for 2" in drawn if button else "Link colony 1" not in drawn


def test_a_link_that_ends_a_turn_is_for_the_moment_it_was_shown_in(sitting: Sitting) -> None:
    phone = sitting.phone(colour="grey")
    act(phone, START)
    form = phone.get("/act?colony=new-1&plains=1").text.partition('id="f-connect"')[2].partition("</form>")[0]
    fields = dict(re.findall(r'name="([^"]*)" value="([^"]*)"', form))
    act(phone, {"type": "correct", "field": "resources", "value": {"red": 9}, "reason": "counted"})
    assert (fields["end_turn"], phone.post("/act", data=fields).status_code) == ("true", 409)


def test_a_turn_that_would_end_the_game_is_not_offered(sitting: Sitting) -> None:
    phone = sitting.phone(colour="grey")
    act(phone, START)
    sent = {"type": "connect", "page": "/act", "form": "connect", "colour": "black", "colony": "1"}
    for merchants, offered in ((1, True), (0, False)):
        supplies = {"black": {"merchants": merchants}}
        act(phone, {"type": "correct", "field": "supplies", "value": supplies, "reason": "counted"})
        refused = phone.post("/act", data={**sent, "plains": "1"})
        assert refused.status_code == 422
        assert ('id="f-still"' in refused.text) == offered


def test_what_is_linked_in_anothers_turn_first_shows_what_its_end_loses_and_ends_it(sitting: Sitting) -> None:
    phone = sitting.phone("Bruno", "grey")
    act(phone, START)
    act(phone, {"type": "correct", "field": "active", "value": "red", "reason": "he was forgotten"})
    act(phone, {"type": "correct", "field": "resources", "value": {"red": 6}, "reason": "counted"})
    sent = {"type": "connect", "page": "/act", "form": "connect", "colour": "grey", "colony": "1"}
    for drawn in (
        phone.get("/act?builds=grey&colony=new-1&plains=1"),
        refused := phone.post("/act", data={**sent, "plains": "1"}),
    ):
        assert "Red loses 2 resources of the next income by that." in unescape(drawn.text)
    assert "End that turn, and go on with this" in refused.text
    assert phone.post("/act", data=form_of(refused.text, "offer-1")).status_code == 303
    assert (sitting.game["active"], sitting.game["colonies"][0]["linked"]) == ("grey", ["grey"])


def test_a_correction_that_is_refused_keeps_what_was_ticked(sitting: Sitting) -> None:
    phone = sitting.phone(colour="grey")
    act(phone, {**START, "players": SEATS[:2]})
    page = "/act/correct?open=fix-colony&colony=10"
    ticked = {"value.kind": "village", "value.merchants.@0": "red", "value.merchants.@1": "grey"}
    sent = {**form_of(phone.get(page).text, "f-fix-colony"), **ticked, "reason": "counted"}
    refused = phone.post("/act", data=sent)
    assert refused.status_code == 422
    assert "one merchant in all" in refused.text
    for name, value in ticked.items():
        assert f'name="{name}" value="{value}" checked' in refused.text
    del sent["value.merchants.@1"]
    assert phone.post("/act", data=sent).status_code == 303
    assert sitting.game["colonies"][9]["merchants"] == ["red"]


def test_a_reached_colony_without_a_name_offers_one_in_its_card_to_everybody(sitting: Sitting) -> None:
    phones = [sitting.phone(each, each) for each in ("red", "grey")]
    act(phones[0], START)
    act(phones[0], {"type": "connect", "colour": "red", "colony": 1, "plains": 1})
    act(phones[0], {"type": "connect", "colour": "red", "colony": 5, "plains": 1})
    for phone in phones:
        assert phone.get("/act?colony=1").text.count('name="value.names.1:text"') == 1
        assert "value.names.2" not in phone.get("/act?colony=new-2").text
    name = {"type": "correct", "field": "option", "value": {"names": {"1": "Siena"}}, "reason": "reached"}
    assert act(phones[1], name).status_code == 200
    assert "value.names.1" not in phones[0].get("/act?colony=1").text


def test_television_says_when_the_game_ends_why_it_has_and_what_puts_equals_in_order(
    sitting: Sitting,
) -> None:
    phone = sitting.phone()
    act(phone, START)
    gold = [("red", 1), ("grey", 2), ("black", 15)]
    for colour, colony in gold:
        act(phone, {"type": "connect", "colour": colour, "colony": colony, "plains": 1})
        act(phone, {"type": "end-turn"})
    none = {"type": "correct", "field": "supplies", "value": {"grey": {"merchants": 0}}, "reason": "counted"}
    assert act(phone, none).status_code == 200
    assert "The game ends when Grey’s turn begins." in phone.get("/tv").text
    act(phone, {"type": "end-turn"})
    drawn = phone.get("/tv").text
    assert "Grey has no merchants left." in drawn
    assert "Equal in gold (5): unspent resources decide" in drawn


def test_the_bar_says_that_a_turn_is_the_players_last_and_that_the_game_ends_with_it(
    sitting: Sitting,
) -> None:
    phone = sitting.phone()
    act(phone, START)
    act(phone, {"type": "correct", "field": "supplies", "value": {"black": {"merchants": 0}}, "reason": "so"})
    assert "· last turn" in phone.get("/act").text
    act(phone, {"type": "end-turn"})
    assert "· then the game ends" in phone.get("/act").text


def test_a_player_without_a_merchant_on_a_colony_is_not_among_those_a_link_pays(sitting: Sitting) -> None:
    phone = sitting.phone(colour="grey")
    act(phone, START)
    act(phone, {"type": "connect", "colour": "red", "colony": 1, "plains": 1})
    for colony, there in (("1", ["grey", "red"]), ("new-2", ["grey"])):
        worth = phone.get(f"/act?colony={colony}").text.partition('class="ls-worth"')[2].partition("</ul>")[0]
        assert re.findall(r'class="tok (\w+)"', worth) == there


@pytest.mark.parametrize(
    ("address", "language", "expected"),
    [
        ("/aids/road?form=0&plains=1&forests=1&hills=1", "en", "It costs 9 resources."),
        ("/aids/road?form=0&hills=3", "en", "nobody ever has more than 10"),
        ("/aids/colony?form=0&kind=hamlet&merchants=3", "en", "With 3 merchants nobody earns anything."),
        ("/aids/colony?form=0&number=3", "en", "its colonies have no numbers"),
        ("/aids/road?form=0&plains=many", "en", "plains"),
        ("/aids/colony?form=0", "it", "Villaggio"),
        ("/rules/LS-END-01?", "it", "Chi non può raggiungere colonie tiene le 6 risorse"),
    ],
)
def test_the_help_of_a_game_has_its_words_while_another_is_played(
    sitting: Sitting, address: str, language: str, expected: str
) -> None:
    assert act(sitting.phone(), BOATS).status_code == 200
    headers = {"Accept-Language": language}
    assert expected in sitting.stranger().get(f"{address}&system=la-strada", headers=headers).text
