"""Pages by their addresses: which there are, and how a refused form comes back on its own."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

from werkzeug.test import TestResponse

from tests.fakes.sitting import Sitting

BACK = (
    *("/table", "/act", "/act/bricks", "/log", "/games", "/setup", "/sheet", "/report", "/book", "/box"),
    *("/tv", "/rules", "/rules/RB-MINE-09", "/games/{game}/at/1", "/report/{game}"),
)
"""Pages to which a form leads back."""


def title(answer: TestResponse) -> str:
    assert answer.mimetype == "text/html"
    return answer.get_data(as_text=True).partition("<title>")[2].partition("</title>")[0]


def test_where_no_box_is_simulated_there_is_no_page_of_it(tmp_path: Path) -> None:
    with closing(Sitting(tmp_path)) as sitting:
        phone = sitting.phone()
        assert phone.get("/box").status_code == phone.post("/box/press").status_code == 404


def test_a_refused_form_comes_back_on_a_page_not_requested_before(playing: Sitting) -> None:
    phone = playing.phone()
    for page in BACK:
        at = page.format(game=playing.table.games()[0].id)
        refused = phone.post("/act", data={"type": "build-mine", "number": "none", "page": at})
        assert refused.status_code in {400, 422}, page
        assert title(refused) == title(phone.get(at)), page


def test_a_form_is_refused_in_words_whatever_its_page(sitting: Sitting) -> None:
    for page in ("/table", "/act", "/care", "/games", "/nowhere", ""):
        answer = sitting.phone().post("/act", data={"type": "advance", "page": page})
        assert answer.status_code in {400, 422}, page
        assert "<h1" in answer.get_data(as_text=True)
