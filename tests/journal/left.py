"""What a kill leaves of a journal, and how a start on it is judged."""

from __future__ import annotations

from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from companion.journal.damage import Damage
from companion.journal.entry import Entry
from companion.journal.journal import Journal
from companion.journal.names import LAST, NAME, SEAL
from tests.fakes.evening import BEGAN, Entropy

WAL = f"{NAME}-wal"


@dataclass(frozen=True)
class Left:
    """What a kill has left of a journal: its files, its entries, and its epoch."""

    files: dict[str, bytes]
    entries: list[Entry]
    epoch: str

    def put(self, folder: Path, **instead: bytes | None) -> Path:
        """Put the files into a folder, some of them others: main, wal, last, seal; None for none at all."""
        folder.mkdir()
        names = {"main": NAME, "wal": WAL, "last": LAST, "seal": SEAL}
        files = {**self.files, **{names[each]: content for each, content in instead.items()}}
        for name, content in files.items():
            if content is not None:
                (folder / name).write_bytes(content)
        return folder


def opened(folder: Path, seed: str = "again") -> Journal:
    return Journal(folder, at=BEGAN, entropy=Entropy(seed))


def killed(folder: Path, entries: list[Entry]) -> Left:
    """What lies in a folder while a sealed journal is open there."""
    opened(folder, "first").close()
    with closing(opened(folder, "second")) as journal:
        for each in entries[:20]:
            journal.append([(each, bytes(32) if each.n == 1 else None)])
        journal.fold()
        for each in entries[20:]:
            journal.append([(each, None)])
        files = {name: (folder / name).read_bytes() for name in (NAME, WAL, LAST, SEAL)}
        return Left(files, journal.entries(), journal.epoch)


def judged(left: Left, folder: Path) -> Damage | None:
    """Start on what lies in the folder: all stands, or the start says how much does not."""
    with closing(opened(folder)) as journal:
        there, damage = journal.entries(), journal.damage
        assert there == left.entries[: len(there)]
        if damage is None:
            assert there == left.entries
            assert journal.epoch == left.epoch
            return None
        assert damage.last == journal.last == len(there)
        assert damage.lost in {None, len(left.entries) - len(there)}
        assert journal.epoch != left.epoch
        assert journal.next > len(left.entries)
        assert damage.aside == journal.aside
        return damage
