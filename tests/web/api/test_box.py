"""The simulated box by HTTP: each endpoint answers as far as its own part is simulated."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from companion.parts import PartName
from tests.fakes.sitting import RecordingBox, Sitting, refusal

PRESS = "/api/v1/box/press"
SCAN = "/api/v1/box/scan"


def done(sitting: Sitting) -> list[tuple[str, ...]]:
    assert isinstance(sitting.box, RecordingBox)
    return sitting.box.done


def test_a_press_is_short_or_held_and_a_tag_is_laid_down_in_capitals(sitting: Sitting) -> None:
    phone = sitting.phone()
    for path, body in (
        (PRESS, {"button": "advance"}),
        (PRESS, {"button": "red", "held": True}),
        (SCAN, {"tag": "0f0184f07b"}),
        ("/api/v1/box/pull", {"part": "reader"}),
        ("/api/v1/box/plug", {"part": "reader"}),
    ):
        answer = phone.post(path, json=body)
        assert answer.status_code == 200
        assert answer.get_json() == {"version": 0}
    assert done(sitting) == [
        ("press", "advance", "short"),
        ("press", "red", "held"),
        ("scan", "0F0184F07B"),
        ("pull", "reader"),
        ("plug", "reader"),
    ]


def test_display_lamps_and_buzzer_are_public(sitting: Sitting) -> None:
    stranger = sitting.stranger()
    png = stranger.get("/api/v1/box/screen.png")
    assert (png.mimetype, png.get_data()[:4]) == ("image/png", b"\x89PNG")
    assert png.headers["Cache-Control"] == "no-store"
    assert set(stranger.get("/api/v1/box/screen.json").get_json()) == {"title", "lines", "hint"}
    lit = stranger.get("/api/v1/box/lamps.json").get_json()
    assert lit["red"] == {"state": "asked", "level": 0.5, "pixel": [136, 0, 0]}
    assert stranger.get("/api/v1/box/sounds.json").get_json() == [
        {"word": "go", "at": "2026-11-21T18:00:00Z"},
        {"word": "rare", "at": "2026-11-21T18:00:02Z"},
    ]


def test_bad_input_for_the_box_names_the_field(sitting: Sitting) -> None:
    phone = sitting.phone()
    wrong: dict[str, Any]
    for path, wrong, field in (
        (PRESS, {}, "button"),
        (PRESS, {"button": "fly"}, "button"),
        (PRESS, {"button": 1}, "button"),
        (PRESS, {"button": "advance", "held": "yes"}, "held"),
        (PRESS, {"button": "advance", "long": True}, "long"),
        (SCAN, {"tag": "0F0184F0"}, "tag"),
        (SCAN, {"tag": "not hex at all"}, "tag"),
        ("/api/v1/box/pull", {"part": "buttons"}, "part"),
        ("/api/v1/box/plug", {"part": "wheel"}, "part"),
    ):
        assert refusal(phone.post(path, json=wrong), 400)["params"]["field"] == field, wrong
    assert done(sitting) == []


@pytest.mark.parametrize(
    ("part", "method", "path", "body"),
    [
        ("buttons", "POST", PRESS, {"button": "advance"}),
        ("reader", "POST", SCAN, {"tag": "0F0184F07B"}),
        ("reader", "POST", "/api/v1/box/pull", {"part": "reader"}),
        ("display", "GET", "/api/v1/box/screen.png", None),
        ("display", "GET", "/api/v1/box/screen.json", None),
        ("lamps", "GET", "/api/v1/box/lamps.json", None),
        ("buzzer", "GET", "/api/v1/box/sounds.json", None),
    ],
)
def test_a_part_that_is_not_simulated_is_not_found(
    tmp_path: Path, part: PartName, method: str, path: str, body: dict[str, Any] | None
) -> None:
    for box in (None, RecordingBox()):
        if box is not None:
            box.simulated -= {part}
        sitting = Sitting(tmp_path / f"data {box is None}", box)
        error = refusal(sitting.phone().open(path, method=method, json=body), 404)
        assert (error["code"], error["params"]) == ("not-simulated", {"part": part})
        sitting.close()
