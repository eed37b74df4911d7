"""Every game is looked back at: its table as it was, whole, and nothing on it that does something."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import closing
from itertools import cycle
from pathlib import Path

import pytest

from companion.games import Game
from companion.table.data_folder import games_with_example, play_example
from tests.fakes.every import every
from tests.fakes.sitting import START, Sitting, act
from tests.web.test_every_game import TAG, UNTRANSLATED

GAMES = every()
DOES = re.compile(r'<button(?![^>]*(walk-play|nojs))|<form(?![^>]*walking)|href="/act', re.ASCII)


@pytest.fixture(params=GAMES)
def sitting(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Sitting]:
    game: Game = GAMES[request.param]
    sitting = Sitting(tmp_path / "data", games=GAMES)
    if games_with_example({game.system: game}):
        play_example(sitting.table, game)
    else:
        players = [{"colour": each} for each in game.colours[:2]]
        act(sitting.phone(colour=None), {"type": "start", "system": game.system, "players": players})
    yield sitting
    sitting.close()


def test_each_step_is_drawn_whole_and_does_nothing(sitting: Sitting) -> None:
    game, guest = sitting.table.snapshot.body["game"]["id"], sitting.stranger()
    own = [each["n"] for each in sitting.table.log() if each["game"] == game]
    languages = cycle(("en", "it"))
    for n in sorted({*own[:3], own[len(own) // 3], own[len(own) // 2], *own[-3:]}):
        answer = guest.get(f"/games/{game}/at/{n}", headers={"Accept-Language": next(languages)})
        page = answer.get_data(as_text=True)
        main = page[page.index("<main") : page.index("</main>")]
        assert answer.status_code == 200, n
        assert not UNTRANSLATED.search(TAG.sub(" ", main)), (n, UNTRANSLATED.search(TAG.sub(" ", main)))
        assert not DOES.search(main), (n, DOES.search(main))


def test_the_steps_of_one_game_are_looked_at_while_another_is_on_the_table(sitting: Sitting) -> None:
    game = sitting.table.snapshot.body["game"]["id"]
    own = [each["n"] for each in sitting.table.log() if each["game"] == game]
    act(sitting.phone(), {**START, "replace": True})
    alone = sitting.stranger().get(f"/games/{game}/at/{own[-1]}").get_data(as_text=True)
    assert f'"/games/{game}/at/{own[0]}"' in alone or len(own) == 1
    assert not DOES.search(alone[alone.index("<main") : alone.index("</main>")])


@pytest.fixture
def started(tmp_path: Path) -> Iterator[Sitting]:
    """A game just begun."""
    with closing(Sitting(tmp_path / "started")) as sitting:
        act(sitting.phone(), START)
        yield sitting


def test_a_step_is_found_by_its_place_and_one_that_is_not_there_is_a_page(started: Sitting) -> None:
    game, guest = started.table.snapshot.body["game"]["id"], started.stranger()
    for asked in (f"/games/{game}/at?step=1", f"/games/{game}/replay"):
        answer = guest.get(asked)
        assert (answer.status_code, answer.headers["Location"]) == (303, f"/games/{game}/at/1")
    part = guest.get(f"/games/{game}/at?step=1", headers={"X-Fragment": "main"})
    assert part.status_code == 200
    assert f'data-url="/games/{game}/at/1"' in part.get_data(as_text=True)
    for at, status in (("at/0", 404), ("at/99999", 404), ("at/x", 400), ("at?step=0", 404), ("at", 400)):
        answer = guest.get(f"/games/{game}/{at}")
        assert (answer.status_code, answer.mimetype) == (status, "text/html"), at
    for at in ("at/1", "at?step=1", "replay"):
        answer = guest.get(f"/games/nothing/{at}")
        assert (answer.status_code, answer.mimetype) == (404, "text/html"), at
