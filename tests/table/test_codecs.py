"""Several threads may be the first to want a game."""

from __future__ import annotations

import subprocess
import sys

TOGETHER = """
import threading
from companion.games.registry import registered
from companion.table.codec import Codecs
codecs, together, got = Codecs(registered()), threading.Barrier(8), []

def want(systems):
    together.wait(10)
    for system in systems:
        codec = codecs[system]
        codec.options({})
        codec.command({"type": "undo"})
        got.append((system, id(codec)))

threads = [threading.Thread(target=want, args=(list(codecs)[::way],)) for way in (1, -1) * 4]
for each in threads:
    each.start()
for each in threads:
    each.join(10)
print(len(got), len(set(got)), len(codecs), "no-game" in codecs, codecs.get("no-game"))
"""
"""Only a process that has read nothing yet can tell: each form is made once for the process."""


def test_those_who_want_a_game_first_share_what_reads_it() -> None:
    told = subprocess.run((sys.executable, "-c", TOGETHER), check=True, capture_output=True, text=True).stdout
    assert told == "16 2 2 False None\n"
