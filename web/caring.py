"""What the pages of care work with, as the daemon hands it over."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from companion.language.messages import Language
from companion.language.text import Text

if TYPE_CHECKING:
    from companion.system.changelog import News
    from companion.system.clock import BoxClock
    from companion.system.updates import Updates
    from companion.table.backup_transfer import BackupTransfer


class Amiss(msgspec.Struct, frozen=True):
    """Something that is not as it should be. part: of the box or its machine. cure: what to do, if
    anything.
    """

    part: str
    said: Text
    cure: Text | None


class Caring(msgspec.Struct, frozen=True):
    """carrying: copies that phones take and bring. copies, stick: folders of copies, the second None where
    there is to be none. updates: other versions. news: what is new in one. clock: the box's. check: what is
    amiss, by the last check-up. report: a file for who helps from afar, in that language.
    """

    carrying: BackupTransfer
    copies: Path
    stick: Path | None
    updates: Updates
    news: Callable[[str], tuple[News, ...]]
    clock: BoxClock
    check: Callable[[], tuple[Amiss, ...]]
    report: Callable[[Language], str]
