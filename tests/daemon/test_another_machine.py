"""A card that was copied, or put into another machine: there it is a box of its own, and says so once."""

from __future__ import annotations

import json
import shutil
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from companion.config import SIMULATED, load
from companion.daemon.build import RunningBox, running_box
from companion.storage.machine import UNKNOWN, Machine
from tests.daemon.serving import screen, start_message
from tests.patience import PATIENCE

HERE, THERE = Machine("100000003d1d1c36"), Machine("10000000a3b4c5d6")
START = {"type": "start", "system": "roads-and-boats", "players": [{"colour": "red"}, {"colour": "blue"}]}


@contextmanager
def box(folder: Path, machine: Machine) -> Iterator[RunningBox]:
    """A box on a machine, its join code made by itself."""
    config = load(None, (*SIMULATED, f"data.folder={folder}", "web.host=127.0.0.1", "web.port=0"))
    with running_box(config, machine=lambda: machine) as served:
        yield served


def ask(served: RunningBox, path: str, body: Any = None, token: str = "") -> Any:
    headers = {"Content-Type": "application/json", "Authorization": f"Bearer {token}"}
    sent = None if body is None else json.dumps(body).encode()
    asked = urllib.request.Request(f"{served.url}api/v1/{path}", sent, headers)
    with urllib.request.urlopen(asked, timeout=PATIENCE) as answer:
        return json.load(answer)


def refused(served: RunningBox, path: str, body: Any, token: str = "") -> int:
    try:
        ask(served, path, body, token)
    except urllib.error.HTTPError as refusal:
        return refusal.code
    return 200


def test_two_boxes_from_one_card_share_their_games_and_nothing_that_lets_in_or_is_promised(
    tmp_path: Path,
) -> None:
    with box(tmp_path / "card", HERE) as first:
        code, token = first.code, ask(first, "join", {"code": first.code})["token"]
        ask(first, "commands", START, token)
        one = ask(first, "table")
    shutil.copytree(tmp_path / "card", tmp_path / "copy")
    with box(tmp_path / "copy", THERE) as second:
        two = ask(second, "table")
        for each in ("box", "epoch"):
            assert one[each] != two[each]
        assert one["next"]["commitment"] != two["next"]["commitment"]
        assert (one["game"], one["version"]) == (two["game"], two["version"])
        assert second.code != code
        assert refused(second, "join", {"code": code}) == 403
        assert refused(second, "commands", {"type": "advance"}, token) == 401
        joined = ask(second, "join", {"code": second.code})["token"]
        ask(second, "commands", {"type": "advance", "draw_rest": True}, joined)
    with box(tmp_path / "card", HERE) as first:
        assert ask(first, "table") == one
        assert first.code == code
        ask(first, "commands", {"type": "advance", "draw_rest": True}, token)


def test_page_and_display_show_it_until_the_next_entry_and_not_at_the_next_start(tmp_path: Path) -> None:
    with box(tmp_path, HERE) as first:
        assert start_message(first) == ""
    with box(tmp_path, THERE) as second:
        assert "Card of another box" in start_message(second)
        assert "Card of another box" in screen(second.box)
        ask(second, "commands", START, ask(second, "join", {"code": second.code})["token"])
        assert start_message(second) == ""
    with box(tmp_path, THERE) as again:
        assert start_message(again) == ""
        assert "another box" not in screen(again.box)


def test_on_a_machine_without_an_identity_every_start_is_the_same_box(tmp_path: Path) -> None:
    seen = []
    for _ in range(3):
        with box(tmp_path, UNKNOWN) as served:
            table = ask(served, "table")
            assert start_message(served) == ""
            seen.append((served.code, table["box"], table["epoch"], table["next"]["commitment"]))
    assert len(set(seen)) == 1
