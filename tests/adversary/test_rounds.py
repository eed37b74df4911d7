"""The long round itself: no attack's own error keeps another from being done, nor goes unsaid."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.adversary.__main__ import attacked, main
from tests.adversary.attacks import ATTACKS, Attack, Bounds
from tests.adversary.forgeries import forgeries
from tests.adversary.toll import Bout, Toll


def broken(library: Path, folder: Path, bounds: Bounds) -> Toll:
    raise TypeError("unhashable type: 'dict'")


def test_an_attack_that_ends_in_an_error_of_its_own_counts_as_broken_with_its_seed(tmp_path: Path) -> None:
    toll = attacked(Attack("", 1, 1, 0, broken), tmp_path, tmp_path, Bounds(90125))
    assert toll.broken == toll.exceptions == 1
    assert "--seed 90125" in toll.broke[0]
    assert "unhashable" in toll.broke[0]


def test_the_seed_is_printed_and_the_attacks_after_a_broken_one_are_done(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(ATTACKS, "malformed", ATTACKS["malformed"]._replace(do=broken))
    monkeypatch.setattr("sys.argv", ["attack", "--only", "malformed", "--only", "forgeries", "--round", "0"])
    with pytest.raises(SystemExit) as ended:
        main()
    said = capsys.readouterr().out
    assert ended.value.code == 1
    assert said.startswith("--seed ")
    assert "malformed --seed" in said
    assert "did not come to its end" not in said
    assert ATTACKS["forgeries"].said in said


def test_files_with_any_undo_target_are_compared_as_well(tmp_path: Path) -> None:
    toll = forgeries(tmp_path, Bout(90125, first=6, rounds=1))
    assert not toll.broken, "\n".join(toll.broke)
