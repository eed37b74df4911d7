"""Lighthouse's figures for a phone with a quarter of this machine's speed: `make lighthouse`.

Node and npm are asked for, and the network at the first run: Lighthouse is kept in npm's own cache.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path

from tests.fakes.browsing import FLAGS, Box, box_in

PACKAGE = "lighthouse@12"
PAGES = ("/table", "/act", "/games", "/rules")
GOALS = {"performance": 95, "accessibility": 100, "best-practices": 100}
SLOWER = 4
"""Times that the page's processor is slowed down."""


def judge(box: Box, page: str, folder: str) -> Mapping[str, object]:
    """What Lighthouse says of a page, as its report has it."""
    into = Path(folder) / "report.json"
    asked = (
        "npx", "--yes", PACKAGE, box.url.rstrip("/") + page, "--quiet", "--output=json",
        f"--output-path={into}", f"--only-categories={','.join(GOALS)}", "--form-factor=mobile",
        f"--throttling.cpuSlowdownMultiplier={SLOWER}",
        f"--chrome-flags=--headless=new {' '.join(FLAGS)}",
    )  # fmt: skip
    chromium = shutil.which("chromium") or shutil.which("chromium-headless-shell") or ""
    subprocess.run(asked, check=True, env={**os.environ, "CHROME_PATH": chromium})
    report: Mapping[str, object] = json.loads(into.read_text(encoding="utf-8"))
    return report


def figures(report: Mapping[str, object]) -> dict[str, int]:
    """Points of each category, 0 to 100."""
    categories = report["categories"]
    assert isinstance(categories, Mapping)
    return {name: round(100 * (categories[name]["score"] or 0)) for name in GOALS}


def faults(report: Mapping[str, object]) -> list[str]:
    """What is not right, or slow."""
    audits = report["audits"]
    assert isinstance(audits, Mapping)
    return [
        f"{name}: {each['title']} {each.get('displayValue', '')}".rstrip()
        for name, each in audits.items()
        if each["scoreDisplayMode"] in {"binary", "numeric", "metricSavings"} and (each["score"] or 0) < 0.9
    ]


def main() -> int:
    """Print a table, and beneath it what cost points; 1 if a goal is missed, 2 without what is needed."""
    if shutil.which("npx") is None:
        print("Lighthouse needs Node 18 or newer with npm: apt install nodejs npm, then run again.")
        return 2
    missed = False
    with tempfile.TemporaryDirectory() as folder, box_in(f"{folder}/data") as box:
        box.start()
        print("".join(f"{each:>16}" for each in ("page", *GOALS)))
        for page in PAGES:
            report = judge(box, page, folder)
            reached = figures(report)
            missed |= any(reached[name] < goal for name, goal in GOALS.items())
            print(f"{page:>16}" + "".join(f"{reached[each]:>16}" for each in GOALS), flush=True)
            print("".join(f"    {each}\n" for each in faults(report)), end="")
    goals = ", ".join(f"{name} {goal}" for name, goal in GOALS.items())
    print(f"Goals: {goals}; {'missed' if missed else 'met'}.")
    return int(missed)


if __name__ == "__main__":
    sys.exit(main())
