from __future__ import annotations

import secrets
from pathlib import Path

import pytest

from companion.games.registry import registered
from companion.notifier import Notifier
from companion.storage.files import ReadFailed
from companion.storage.storage import Storage, StorageFailed
from companion.table.data_folder import build_table, now


def fresh(folder: Path) -> Storage:
    return Storage(folder, at=now(), entropy=secrets.token_bytes)


def test_what_the_disk_does_not_give_any_more_is_unread_and_the_folder_is_free_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def gone(_storage: Storage, _game: str | None) -> None:
        raise StorageFailed("journal-failed")

    storage = fresh(tmp_path)
    with monkeypatch.context() as disk:
        disk.setattr(Storage, "of", gone)
        with pytest.raises(ReadFailed):
            build_table(storage, registered(), Notifier())
    fresh(tmp_path).close()
