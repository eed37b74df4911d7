"""Pins the versions and hashes of everything that the packages carry.

    python -m release.pins [--upgrade]

What is pinned already stays as it is while it fits; with `--upgrade` everything becomes the newest that fits.
"""

from __future__ import annotations

import argparse
import subprocess
import sys

from release.suites import ROOT, SUITES, Suite

PLATFORM = "aarch64-manylinux_2_36"
"""The Pi's. The hashes are those of every file of a version, for the other machines too."""
LEFT_OUT = "setuptools"
HEAD = f"# Without {LEFT_OUT}: the metadata of colorzero asks for it, its code never does.\n"


def main() -> None:
    """Write the pins of every suite; status 1 when uv could not find any that fit."""
    parser = argparse.ArgumentParser(prog="python -m release.pins", description=__doc__)
    parser.add_argument("--upgrade", action="store_true")
    upgrade = parser.parse_args().upgrade
    for suite in SUITES.values():
        if subprocess.run(command(suite, upgrade=upgrade), cwd=ROOT, check=False).returncode:
            sys.exit(1)
        made = suite.pins.read_text(encoding="utf-8")
        suite.pins.write_text(HEAD + without_remarks(made), encoding="utf-8")
        print(f"{suite.pins.relative_to(ROOT)}: {made.count('==')} parts")


def command(suite: Suite, *, upgrade: bool) -> tuple[str, ...]:
    """What writes the pins of a suite."""
    return (
        sys.executable, "-m", "uv", "pip", "compile", "pyproject.toml", "--all-extras",
        "--python-version", suite.python, "--python-platform", PLATFORM,
        "--generate-hashes", "--no-header", "--no-annotate", "--no-emit-package", LEFT_OUT,
        "--quiet", "--output-file", str(suite.pins),
        *(("--upgrade",) if upgrade else ()),
    )  # fmt: skip


def without_remarks(pins: str) -> str:
    """The pins alone, whatever uv has to say about them."""
    return "".join(line for line in pins.splitlines(keepends=True) if line.strip() and line[0] != "#")


if __name__ == "__main__":
    main()
