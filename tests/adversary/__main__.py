"""The long round: every attack, an hour in all, and a table of what held and what broke.

    python -m tests.adversary [--minutes 60] [--seed N] [--only NAME]... [--round N]

The seed is another one at each run unless one is given, and is printed first. What broke is told with it
and the round, by which it is done again. Status 1 when anything broke.
"""

from __future__ import annotations

import argparse
import logging
import random
import sys
import tempfile
import threading
from pathlib import Path

from tests.adversary.attacks import ATTACKS, Attack, Bounds
from tests.adversary.toll import Toll
from tests.fakes.disk import compiled

log = logging.getLogger(__name__)

COLUMNS = (
    ("how often", "times"), ("kills", "kills"), ("acknowledged", "acknowledged"), ("lost, and said", "told"),
    ("said, none lost", "alarms"), ("lost silently", "silent"), ("refused, and there", "returned"),
    ("done twice", "twice"), ("wrong",
    "wrong"),
    ("old taken for new", "again"), ("exceptions", "exceptions"), ("unanswered", "unanswered"), ("broke",
    "broken"),
)  # fmt: skip


def main() -> None:
    asked = _asked()
    print(f"--seed {asked.seed}", flush=True)
    wanted = {name: attack for name, attack in ATTACKS.items() if not asked.only or name in asked.only}
    tolls: dict[str, Toll] = {}
    with tempfile.TemporaryDirectory(prefix="attack-") as where:
        library = compiled(Path(where))
        lanes = [
            threading.Thread(target=_lane, args=(lane, wanted, library, Path(where), asked, tolls))
            for lane in sorted({attack.lane for attack in wanted.values()})
        ]
        for lane in lanes:
            lane.start()
        for lane in lanes:
            lane.join()
    print(table({name: tolls[name] for name in wanted if name in tolls}))
    for name, toll in tolls.items():
        for each in toll.broke:
            print(f"{name} {each}")
    missing = wanted.keys() - tolls.keys()
    for name in sorted(missing):
        print(f"{name} did not come to its end")
    sys.exit(1 if missing or any(toll.broken for toll in tolls.values()) else 0)


def _asked() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m tests.adversary", description=(__doc__ or "").splitlines()[0]
    )
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--seed", type=int, default=random.randrange(1_000_000))
    parser.add_argument("--only", action="append", choices=list(ATTACKS))
    parser.add_argument("--round", type=int, help="do this one alone")
    return parser.parse_args()


def _lane(
    lane: int,
    wanted: dict[str, Attack],
    library: Path,
    where: Path,
    asked: argparse.Namespace,
    tolls: dict[str, Toll],
) -> None:
    mine = {name: attack for name, attack in wanted.items() if attack.lane == lane}
    shares = sum(attack.share for attack in mine.values())
    for name, attack in mine.items():
        folder = where / name
        folder.mkdir()
        seconds = asked.minutes * 60 * attack.share / shares
        bounds = Bounds(asked.seed, seconds=seconds)
        if asked.round is not None:
            bounds = Bounds(asked.seed, first=asked.round, rounds=1)
        toll = tolls[name] = attacked(attack, library, folder, bounds)
        print(
            f"{name}: {toll.times} in {toll.seconds:.0f} s, {toll.broken} broke", file=sys.stderr, flush=True
        )


def attacked(attack: Attack, library: Path, folder: Path, bounds: Bounds) -> Toll:
    """What an attack came to; one that ends in an error of its own keeps no other from being done."""
    try:
        return attack.do(library, folder, bounds)
    except Exception as error:
        log.exception("an attack ended in an error of its own")
        toll = Toll(exceptions=1)
        toll.breaks(f"--seed {bounds.seed}: the attack itself ended in {error!r}")
        return toll


def table(tolls: dict[str, Toll]) -> str:
    """What the attacks came to, a line each, as the documentation has it."""
    rows = [["attack", *(title for title, _ in COLUMNS)]]
    rows += [
        [ATTACKS[name].said, *(f"{getattr(toll, field):,}" for _, field in COLUMNS)]
        for name, toll in tolls.items()
    ]
    whole = Toll()
    for toll in tolls.values():
        whole.add(toll)
    rows.append(["all", *(f"{getattr(whole, field):,}" for _, field in COLUMNS)])
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    lines = [
        "| " + " | ".join(cell.ljust(width) if not at else cell.rjust(width) for at, (cell,
        width) in enumerate(
            zip(row, widths, strict=True))) + " |"
        for row in rows
    ]  # fmt: skip
    rule = "|" + "|".join(
        "-" * (width + 2) if not at else "-" * (width + 1) + ":" for at, width in enumerate(widths)
    )
    return "\n".join([lines[0], f"{rule}|", *lines[1:]])


if __name__ == "__main__":
    main()
