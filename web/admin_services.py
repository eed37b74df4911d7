"""Services that the admin's pages work with, as the daemon hands them over."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from companion.health.findings import Finding
from companion.language.messages import Language

if TYPE_CHECKING:
    from companion.system.changelog import News
    from companion.system.clock import BoxClock
    from companion.system.updates import Updates
    from companion.table.backup_transfer import BackupTransfer


class AdminServices(msgspec.Struct, frozen=True):
    """Services of the box.

    carrying: downloads and uploads of backups. copies, stick: folders of backups; stick is None if none is
    configured. news: what is new in a version. check: the findings that need action, of the last health
    check. report: the text that a helper needs, in this language.
    """

    carrying: BackupTransfer
    copies: Path
    stick: Path | None
    updates: Updates
    news: Callable[[str], tuple[News, ...]]
    clock: BoxClock
    check: Callable[[], tuple[Finding, ...]]
    report: Callable[[Language], str]
