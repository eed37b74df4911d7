"""A game as a file, proved by its secret."""

from __future__ import annotations

import json
from functools import partial

import pytest

from companion.table.verification import verify
from tests.fakes.evening import TOY, Evening
from tests.table.exported import a_game, many_faced
from tests.table.refusing import refused


@pytest.fixture
def evening(bare: Evening) -> Evening:
    return many_faced(bare)


def test_a_file_has_the_fields_of_the_contract(evening: Evening) -> None:
    file = a_game(evening)
    assert list(file) == ["format", "game", "system", "commitment", "secret", "head", "entries"]
    assert (file["format"], file["system"]) == ("companion-game", "toy")
    assert file["secret"] == evening.game["secret"]
    kinds = [entry["command"]["type"] for entry in file["entries"]]
    assert kinds[:3] == ["start", "roll", "add"]
    assert "pair-tag" not in kinds
    log = {entry["n"]: entry for entry in evening.table.log()}
    assert all({**log[each["n"]], "head": each["head"]} == each for each in file["entries"])
    assert file["head"] == evening.game["head"]


def test_a_running_game_s_file_holds_no_secret(evening: Evening) -> None:
    file = a_game(evening, over=False)
    secret = evening.journal.secret(evening.game["id"])
    assert secret is not None
    assert file["secret"] is None
    assert secret.hex() not in json.dumps(file)
    assert verify(file, TOY).status == "not-ended"


def test_a_true_file_is_verified_with_its_number_of_rolls(evening: Evening) -> None:
    verdict = verify(a_game(evening), TOY)
    assert (verdict.status, verdict.reason, verdict.known_early, verdict.unproven) == (
        "holds",
        None,
        False,
        0,
    )
    assert verdict.draws == 3, "who begins, and two rolls: what came again was no roll of its own"


def test_a_roll_with_the_secret_known_is_marked(evening: Evening) -> None:
    evening.do("finish")
    evening.do("undo")
    evening.do("finish")
    assert not verify(evening.table.export(), TOY).known_early
    evening.do("undo")
    evening.do("roll")
    assert verify(evening.table.export(), TOY).status == "not-ended"
    evening.do("finish")
    verdict = verify(evening.table.export(), TOY)
    assert (verdict.status, verdict.known_early) == ("holds", True)


def test_an_export_of_a_game_that_is_not_there_is_refused(bare: Evening) -> None:
    for game, code in ((None, "no-game"), ("nobody", "no-such-game")):
        assert refused(partial(bare.table.export, game)).code == code


@pytest.mark.parametrize(
    "game",
    [
        "",
        "-",
        "box",
        "a\r\nX-Evil: 1",
        "../../etc/passwd",
        "a/b",
        "..",
        "//evil.example",
        "a?b#c",
        "\x00",
        "%2e",
        "x" * 65,
    ],
)
def test_a_file_with_an_id_unfit_for_an_address_is_refused(evening: Evening, game: str) -> None:
    file = evening.table.export()
    file["game"] = game
    for entry in file["entries"]:
        entry["game"] = game
    assert refused(lambda: evening.table.import_game(file)).code == "not-an-export"
