"""Ask a new table for everything once, and print the types with decoders made only then.

    python -m tests.web.api.first_requests FOLDER

Only a process that has read nothing yet can tell.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from types import FrameType
from typing import Any

import msgspec

from tests.fakes.sitting import CODE, START, RecordingBox, Sitting, act

MAKES = "get_class_annotations"
"""What msgspec calls for each struct whose form it makes; its own Python modules call it for other ends."""
CORRECTED = ("bag", "colony", "players", "option", "fleet", "turn")


def made_during(asking: Callable[[], object]) -> list[str]:
    """The types with decoders made while this runs, on this thread."""
    made: list[str] = []

    def look(frame: FrameType, event: str, _: object) -> None:
        if event == "call" and frame.f_code.co_name == MAKES:
            asks = frame.f_back.f_globals["__name__"] if frame.f_back else ""
            if not asks.startswith("msgspec"):
                made.append(frame.f_locals["obj"].__qualname__)

    sys.setprofile(look)
    try:
        asking()
    finally:
        sys.setprofile(None)
    return made


def ask_for_everything(sitting: Sitting) -> None:
    """Every command, every aid and many pages; most are refused, after their form was looked for."""
    phone = sitting.phone()
    for system in sitting.games:
        phone.post("/api/v1/commands", json=START | {"system": system, "replace": True})
        game = sitting.games[system]
        for each in game.commands:
            act(phone, {"type": str(each.__struct_config__.tag)})
        for name in CORRECTED:
            act(phone, {"type": "correct", "field": name, "value": {}, "reason": "wrong"})
        for aid in game.aids:
            phone.post(f"/api/v1/aids/{aid}?system={game.system}", json={})
    for path in ("/table", "/act", "/log", "/games", "/rules", "/start", "/box", "/api/v1/log?after=0"):
        phone.get(path)
    for path, body in (("press", {"button": "red"}), ("scan", {"tag": "0F0184F07B"}), ("part", {})):
        phone.post(f"/api/v1/box/{path}", json=body)
    phone.post("/api/v1/join", json={"code": CODE})
    file: Any = (BytesIO(phone.get("/api/v1/export").data), "game.json")
    phone.post("/games/import", data={"file": file})


def main() -> None:
    fresh = msgspec.defstruct("Seen", [])
    print(made_during(lambda: msgspec.json.Decoder(fresh)))
    sitting = Sitting(Path(sys.argv[1]), RecordingBox())
    print(made_during(lambda: ask_for_everything(sitting)))
    sitting.close()


if __name__ == "__main__":
    main()
