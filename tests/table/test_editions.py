"""A game that an earlier edition of the rules began stays provable, and claiming one proves nothing more."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner

from companion.cli.games import verify_command
from companion.games import Refused
from companion.games.registry import registered
from companion.table.chain import SHOWN
from companion.table.verify import verify
from tests.fakes.box import MESSAGES
from tests.fakes.evening import OTHER, TOY, Evening
from tests.table.earlier import LATER, Fewer, Unchanged, of_the_first, plain, said_to_be_of, words
from tests.table.exported import chained, entry, many_faced, set_at, unchained
from tests.table.refusing import refusal

KEPT = Path(__file__).parent / "kept"
"""Files of the version before editions were written down, commit a1c938b, with its chain and its phones."""


@pytest.fixture
def evening(bare: Evening) -> Evening:
    return many_faced(bare)


def kept(name: str) -> dict[str, Any]:
    return plain(msgspec.json.decode((KEPT / f"{name}.json").read_bytes()))


@pytest.mark.parametrize("system", registered())
def test_a_start_writes_down_the_edition_by_which_its_game_is_begun(tmp_path: Path, system: str) -> None:
    box = Evening(tmp_path / "data", registered())
    players = {"roads-and-boats": ("red", "blue"), "la-strada": ("red", "grey")}[system]
    done = box.do({"type": "start", "system": system, "players": [{"colour": each} for each in players]})
    assert {"type": "ruled", "edition": 2} in done.events
    box.do("end")
    file = plain(box.table.export())
    assert (verify(file, registered()).status, verify(file, registered()).earlier) == ("holds", False)
    other = Evening(tmp_path / "other", registered(), seed="other")
    other.do({"type": "resume", "game": other.table.bring_in(file)})
    assert {"type": "ruled", "edition": 2} in other.table.export()["entries"][0]["events"]
    other.table.close()
    box.table.close()


@pytest.mark.parametrize(
    ("name", "status", "draws"),
    [("by-dice", "holds", 8), ("running", "not-ended", 0), ("la-strada", "holds", 0)],
)
def test_a_file_without_an_edition_is_of_the_first_and_proves_what_it_proved(
    tmp_path: Path, name: str, status: str, draws: int
) -> None:
    """One of them was drawn by the dice under a house rule by which hands draw (AMB-23)."""
    file = kept(name)
    verdict = verify(file, registered(), file["head"])
    assert (verdict.status, verdict.draws, verdict.head) == (status, draws, file["head"])
    assert verdict.earlier
    assert "It was begun by an earlier edition of the rules." in words(verdict)
    box = Evening(tmp_path / "data", registered())
    box.do({"type": "resume", "game": box.table.bring_in(file)})
    again = plain(box.table.export())
    assert [
        each["events"] for each in again["entries"] if each["command"]["type"] not in {"undo", "redo"}
    ] == [each["events"] for each in file["entries"] if each["command"]["type"] not in {"undo", "redo"}]
    assert again["head"] == file["head"]
    box.table.close()


@pytest.mark.parametrize("name", ["by-dice", "la-strada"])
def test_a_kept_file_is_still_held_to_its_rolls_and_to_its_chain(name: str) -> None:
    file = kept(name)
    file["entries"][-1]["name"] = "Eva"
    assert verify(file, registered()).reason == "chain"
    if name == "by-dice":
        for kind in ("draw", "draw-all"):
            file = kept(name)
            drawn = entry(file, kind)["events"][0]
            drawn["ore"] = {"gold": "iron", "iron": "gold"}[drawn["ore"]]
            assert verify(chained(file), registered()).status == "forged"
        file = kept(name)
        file["entries"][0]["events"][0]["temple"].reverse()
        assert verify(chained(file), registered()).status == "forged", "the row is rolled as well"


def test_what_today_s_rules_decide_otherwise_is_counted_and_told_and_its_rolls_hold(evening: Evening) -> None:
    file = of_the_first(evening)
    by_its_own = verify(file, TOY)
    assert (by_its_own.status, by_its_own.earlier, by_its_own.otherwise) == ("holds", False, 0)
    verdict = verify(file, LATER)
    assert (verdict.status, verdict.draws) == ("holds", by_its_own.draws)
    assert (verdict.earlier, verdict.otherwise) == (True, 3)
    assert verdict.first_otherwise == entry(file, "roll", 1)["n"]
    earlier, otherwise = words(verdict)[1:3]
    assert earlier == "It was begun by an earlier edition of the rules."
    assert otherwise == (
        f"3 entries would be decided otherwise today, the first of them number {verdict.first_otherwise}: "
        "what they rolled is what the dice give. "
        "For the rest of them only the fingerprint of the game speaks."
    )
    assert words(verdict, "it")[1] == "È stata iniziata con un'edizione precedente delle regole."


def test_of_a_game_without_chance_it_is_said_that_the_rules_of_today_do_not_speak_for_all(
    tmp_path: Path,
) -> None:
    file = kept("la-strada")
    file["entries"][3]["command"] = {"type": "connect-by-an-earlier-edition"}
    verdict = verify(chained(file), registered())
    assert (verdict.status, verdict.otherwise) == ("holds", 1)
    assert words(verdict)[0] == "It holds as far as today’s rules can tell. Nothing is drawn in this game."
    assert words(verdict)[2].startswith("1 entry would be decided otherwise today, number ")
    on_disk = tmp_path / "game.json"
    on_disk.write_text(json.dumps(file))
    assert CliRunner().invoke(verify_command, [str(on_disk)]).exit_code == 0
    on_disk.write_text(json.dumps(said_to_be_of(file, 99)))
    said = CliRunner().invoke(verify_command, [str(on_disk)])
    assert (said.exit_code, said.output.startswith("It was begun by a newer version")) == (3, True)


def test_what_today_s_rules_decide_the_same_is_only_said_to_be_of_an_earlier_edition(
    evening: Evening,
) -> None:
    verdict = verify(of_the_first(evening), {"toy": Unchanged()})
    assert (verdict.status, verdict.earlier, verdict.otherwise, verdict.first_otherwise) == (
        "holds",
        True,
        0,
        None,
    )
    assert words(verdict)[1] == "It was begun by an earlier edition of the rules."


def test_a_command_that_there_is_no_more_is_one_decided_otherwise(evening: Evening) -> None:
    file = of_the_first(evening)
    verdict = verify(file, {"toy": Fewer()})
    assert (verdict.status, verdict.first_otherwise) == ("holds", entry(file, "add")["n"])


def test_options_that_there_are_no_more_are_a_start_decided_otherwise(evening: Evening) -> None:
    file = said_to_be_of(of_the_first(evening), None)
    entry(file, "start")["command"]["options"] = {"gone": True}
    verdict = verify(chained(file), LATER)
    assert (verdict.status, verdict.first_otherwise) == ("holds", file["entries"][0]["n"])
    assert verify(file, TOY).status == "forged"


def test_an_entry_of_the_same_edition_must_be_what_the_rules_make_of_it(evening: Evening) -> None:
    file = said_to_be_of(of_the_first(evening), 2)
    verdict = verify(file, LATER)
    assert (verdict.status, verdict.reason, verdict.otherwise) == ("forged", "refused", 0)


def test_a_game_with_entries_decided_otherwise_is_taken_in_and_keeps_its_edition(
    evening: Evening, tmp_path: Path
) -> None:
    file = of_the_first(evening)
    box = Evening(tmp_path / "later", LATER, seed="later")
    box.do({"type": "resume", "game": box.table.bring_in(file)})
    assert box.game["head"] == file["head"]
    box.restart()
    again = plain(box.table.export())
    assert verify(again, LATER).otherwise == 3
    assert box.table.bring_in(file) == file["game"]
    box.do("undo")
    box.do("advance")
    assert box.game["counter"] == evening.game["counter"] + 1, "it goes on by the rules of today"
    box.table.close()


# What somebody can try who makes all heads anew and claims an earlier edition.


# What is of a newer edition than the one that is installed.


def begun_later(tmp_path: Path, *, over: bool = True) -> tuple[Evening, dict[str, Any]]:
    box = Evening(tmp_path / "later", LATER, seed="later")
    many_faced(box)
    box.do("roll")
    if over:
        box.do("finish")
    return box, plain(box.table.export())


@pytest.mark.parametrize("over", [True, False])
def test_a_file_of_a_newer_edition_is_said_to_be_newer_and_is_not_taken_in(
    evening: Evening, tmp_path: Path, over: bool
) -> None:
    box, file = begun_later(tmp_path, over=over)
    box.table.close()
    verdict = verify(file, TOY, file["head"][:SHOWN])
    assert (verdict.status, verdict.reason, verdict.draws, verdict.fairness) == ("newer", None, 0, None)
    assert (verdict.head, verdict.chained) == (file["head"], True)
    assert words(verdict)[0].startswith("It was begun by a newer version")
    version = evening.table.snapshot.version
    with pytest.raises(Refused, match="game-newer"):
        evening.table.bring_in(file)
    assert evening.table.snapshot.version == version


def test_a_start_of_which_a_newer_edition_wrote_what_nobody_knows_here_is_newer_too(tmp_path: Path) -> None:
    box, file = begun_later(tmp_path)
    box.table.close()
    file["entries"][0]["events"].insert(0, {"type": "drawn-by-lot", "places": [3, 1]})
    file["entries"][1]["command"] = {"type": "roll-twice"}
    assert verify(chained(file), TOY).status == "newer"


def test_claiming_a_newer_edition_hides_neither_a_broken_chain_nor_another_secret(tmp_path: Path) -> None:
    box, file = begun_later(tmp_path)
    box.table.close()
    renamed, other = copy.deepcopy(file), copy.deepcopy(file)
    entry(renamed, "roll")["name"] = "Eva"
    assert verify(renamed, TOY).reason == "chain"
    other["secret"] = "00" * 32
    assert verify(other, TOY).reason == "secret"
    assert verify(file, TOY, "0" * SHOWN).reason == "other-head"


@pytest.mark.parametrize("edition", [0, -1, "2", None, 1.5, True, [], {}])
def test_an_edition_that_is_none_is_forged(evening: Evening, edition: Any) -> None:
    file = of_the_first(evening)
    place = next(n for n, each in enumerate(file["entries"][0]["events"]) if each["type"] == "ruled")
    set_at(file, edition, "entries", 0, "events", place, "edition")
    for rewritten in (chained(file), unchained(file)):
        assert verify(rewritten, TOY).status == "forged"


def test_a_journal_s_game_of_a_newer_edition_is_kept_listed_as_such_and_comes_back(tmp_path: Path) -> None:
    box, file = begun_later(tmp_path, over=False)
    box.games = TOY
    box.restart()
    assert box.body["game"] is None
    (game,) = box.table.games()
    assert (game.readable, game.newer, game.moment.code) == (False, True, "moment.newer")
    assert not game.on_table, "so pages and display list it among those to go on with"
    assert MESSAGES.language("en").say(game.moment) == "made by a newer version: update"
    assert refusal(box, {"type": "resume", "game": game.id}).code == "game-newer"
    for export in (box.table.export, box.table.export_pieces):
        with pytest.raises(Refused, match="game-newer"):
            export()
    for look in (lambda: box.table.then(game.id, 1), lambda: box.table.given(game.id)):
        with pytest.raises(Refused, match="game-newer"):
            look()
    box.do(OTHER)
    assert [each.newer for each in box.table.games()] == [False, True]
    assert refusal(box, {"type": "resume", "game": game.id}).code == "game-newer"
    box.games = LATER
    box.restart()
    box.do({"type": "resume", "game": game.id})
    assert box.game["head"] == file["head"]
    box.table.close()
