"""Two phones may be the first to send the same thing."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path


def test_no_form_is_made_while_requests_are_answered(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.web.api.first_requests", str(tmp_path)],
        capture_output=True,
        text=True,
        check=True,
    ).stdout.splitlines()
    assert done == ["['Seen']", "[]"], "what would be seen is seen"
