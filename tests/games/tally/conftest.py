"""What the tests of a whole companion share."""

from __future__ import annotations

from tests.fakes.on_disk import tmp_path

__all__ = ["tmp_path"]
