"""How long a test waits for what is sure to come."""

from __future__ import annotations

PATIENCE = 60.0
"""Seconds: as long as a busy machine may stand still. A test that holds never waits for it to pass."""
