"""What a start hears from the copies beside a journal: which holds more than what stands, and whether the
journal's disk has forgotten.
"""

from __future__ import annotations

from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from companion.journal.copies import add, kept
from companion.journal.damage import Damage
from companion.journal.folder import replace
from tests.fakes.evening import BEGAN, Entropy
from tests.journal.left import Left, judged, killed, opened

AT = datetime(2026, 11, 21, 18, 3, 11, tzinfo=UTC)


def with_copies(left: Left, folder: Path, *numbers: int) -> None:
    """Copies of the journal as it stood after these entries, whose number is in their names."""
    (folder / "copies").mkdir()
    for minute, number in enumerate(numbers):
        with TemporaryDirectory() as whole:
            source = Path(whole) / "data"
            killed_then = killed(Path(whole) / "then", left.entries[:number])
            killed_then.put(source)
            add(source, folder / "copies", AT.replace(minute=minute), number, 9)


def test_a_copy_that_holds_more_than_what_stands_is_named(left: Left, tmp_path: Path) -> None:
    folder = left.put(tmp_path / "bad", main=b"no journal" * 999, wal=None, last=None)
    with_copies(left, folder, 25, 30)
    damage = judged(left, folder)
    assert damage is not None
    assert (damage.kind, damage.lost) == ("file", None)
    assert (damage.copy, damage.copied) == (kept(folder / "copies")[-1].name, 30)


def test_where_nothing_stands_a_copy_from_before_one_was_put_back_is_named(
    left: Left, tmp_path: Path
) -> None:
    """The copies that are there are of an earlier epoch, and all that is left of the evening."""
    folder = left.put(tmp_path / "data")
    with_copies(left, folder, 25, 40)
    replace(folder, kept(folder / "copies")[-1], AT, Entropy("person"))
    place = folder / "journal.sqlite"
    whole = place.read_bytes()
    place.write_bytes(whole[:3072] + b"\x55" * (len(whole) - 3072))
    with closing(opened(folder)) as journal:
        assert journal.damage is not None
        assert (journal.damage.kind, journal.last) == ("file", 0)
        assert (journal.damage.copy, journal.damage.copied) == (kept(folder / "copies")[-1].name, 40)


def test_a_copy_that_is_damaged_itself_is_not_named(left: Left, tmp_path: Path) -> None:
    folder = left.put(tmp_path / "bad", main=b"no journal" * 999, wal=None, last=None)
    with_copies(left, folder, 25, 30)
    kept(folder / "copies")[-1].write_bytes(b"no copy")
    damage = judged(left, folder)
    assert damage is not None
    assert (damage.copy, damage.copied) == (kept(folder / "copies")[0].name, 25)


def test_a_journal_that_knows_less_than_its_copy_has_forgotten(left: Left, tmp_path: Path) -> None:
    """Its disk said that it had what it had not."""
    folder = killed(tmp_path / "then", left.entries[:25]).put(tmp_path / "behind", last=None)
    with_copies(left, folder, 30)
    with closing(opened(folder)) as journal:
        (copy,) = kept(folder / "copies")
        assert journal.damage == Damage("behind", BEGAN, None, 25, 5, copy.name, 30)
        assert (journal.epoch != left.epoch, journal.next > 31) == (True, True)
        epoch = journal.epoch
    with closing(opened(folder, "third")) as journal:
        assert journal.epoch == epoch, "it is found once"


def test_an_older_copy_that_somebody_put_back_is_what_he_wanted(left: Left, tmp_path: Path) -> None:
    folder = left.put(tmp_path / "data")
    with_copies(left, folder, 25, 40)
    replace(folder, kept(folder / "copies")[0], AT, Entropy("person"))
    with closing(opened(folder)) as journal:
        assert (journal.last, journal.damage) == (25, None)
        assert journal.epoch != left.epoch
        assert journal.next == 41, "no number comes twice"


def test_copies_without_a_journal_are_told(left: Left, tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    with_copies(left, tmp_path / "data", 30)
    with closing(opened(tmp_path / "data")) as journal:
        (copy,) = kept(tmp_path / "data" / "copies")
        assert journal.damage == Damage("gone", BEGAN, None, 0, None, copy.name, 30)
        assert journal.next > 31
