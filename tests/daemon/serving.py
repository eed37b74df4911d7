"""A whole simulated box in this process: what a person at it, a phone and a monitor see of it."""

from __future__ import annotations

import html
import json
import re
import urllib.request
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

from companion.config import SIMULATED, Config, load
from companion.daemon.build import RunningBox, running_box
from companion.daemon.pending import Start
from hardware.box import Box
from hardware.simulated import SimulatedBox
from tests.patience import PATIENCE

CODE = "4821"


def config_of(folder: Path, *settings: str) -> Config:
    """A simulated box on a free port of this machine."""
    here = (f"data.folder={folder}", "web.host=127.0.0.1", "web.port=0", f"web.join_code={CODE}")
    return load(None, (*SIMULATED, "box.language=en", *here, *settings))


def serve(folder: Path, *settings: str, example: str | None = None) -> AbstractContextManager[RunningBox]:
    return running_box(config_of(folder, *settings), Start(example))


def person(box: Box) -> SimulatedBox:
    """The person at a simulated box."""
    assert box.simulated is not None
    return box.simulated


def press(box: Box, *buttons: str) -> None:
    for button in buttons:
        person(box).press(button, held=False)


def screen(box: Box) -> str:
    """The display's title and lines."""
    shown = person(box).screen_json()
    return " ".join((shown["title"], *shown["lines"])).strip()


def start_message(served: RunningBox) -> str:
    """What the table's page says of the last start."""
    asked = urllib.request.Request(f"{served.url}table", headers={"Accept-Language": "en"})
    with urllib.request.urlopen(asked, timeout=PATIENCE) as answer:
        came = re.search(r'id="came"[^>]*>(.*?)</div>', answer.read().decode())
    return "" if came is None else html.unescape(came[1])


def health(served: RunningBox) -> dict[str, Any]:
    with urllib.request.urlopen(f"{served.url}healthz", timeout=PATIENCE) as answer:
        told: dict[str, Any] = json.load(answer)
    return told
