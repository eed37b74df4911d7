"""Two phones may be the first to send the same thing."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path


def test_no_form_is_made_while_requests_are_answered_but_of_a_game_that_is_brought_in(tmp_path: Path) -> None:
    told = subprocess.run(
        [sys.executable, "-m", "tests.web.api.first_requests", str(tmp_path)],
        capture_output=True,
        text=True,
        check=True,
    ).stdout.splitlines()
    assert told[0] == "['Seen'] 0", "what would be seen is seen"
    others, _, games = told[1].rpartition(" ")
    assert others == "[]"
    assert int(games) > 50, "games were brought in meanwhile"
