"""The pages tell what proves a game, what was done to chance, and let each phone add to the dice."""

from __future__ import annotations

from tests.fakes.sitting import Sitting, shown


def test_the_page_about_the_game_shows_all_of_both_fingerprints(playing: Sitting) -> None:
    game = playing.table.snapshot.body["game"]
    page = shown(playing.phone(), "/about")
    assert f'<dd class="num">{game["head"]}</dd>' in page
    assert f'<dd class="num">{game["commitment"]}</dd>' in page
    assert "The dice are the box&#39;s alone" in page
    assert 'id="luck"' not in page, "chance was left alone"
    assert 'id="luck"' not in shown(playing.phone(), "/log")
    assert "data-adds" not in shown(playing.phone(), "/games"), "while a game runs no phone adds by itself"


def test_without_a_script_a_phone_adds_what_it_types(sitting: Sitting) -> None:
    phone = sitting.phone()
    page = phone.get("/games").get_data(as_text=True)
    promised = sitting.table.snapshot.body["next"]["commitment"]
    assert promised in page
    assert 'id="f-add-seed"' in page
    assert "So far the dice are the box&#39;s alone." in page
    added = phone.post("/act", data={"type": "add-seed", "seed": "a die on my table", "page": "/games"})
    assert added.status_code == 303
    page = phone.get("/games").get_data(as_text=True)
    assert "This phone has added: a die on my table" in page
    assert "1 phone has added something." in page
    assert 'id="f-add-seed"' not in page
    other = sitting.phone().get("/games").get_data(as_text=True)
    assert 'id="own-seed"' not in other
    assert 'id="f-add-seed"' in other
    assert 'id="f-add-seed"' not in sitting.stranger().get("/games").get_data(as_text=True)
