"""Pins the versions and hashes of the packages' dependencies.

    python -m release.pins [--upgrade]

Pinned versions stay while they are compatible; `--upgrade` takes the newest compatible ones.
"""

from __future__ import annotations

import argparse
import subprocess
import sys

from release.suites import ROOT, SUITES, Suite

PLATFORM = "aarch64-manylinux_2_36"
"""The Pi's. The hashes include the files for other machines."""
EXCLUDED = "setuptools"
HEAD = f"# Without {EXCLUDED}: the metadata of colorzero asks for it, its code never does.\n"


def main() -> None:
    """Write the pins of every suite; exit with 1 if uv finds no compatible versions."""
    parser = argparse.ArgumentParser(prog="python -m release.pins", description=__doc__)
    parser.add_argument("--upgrade", action="store_true")
    upgrade = parser.parse_args().upgrade
    for suite in SUITES.values():
        if subprocess.run(uv_command(suite, upgrade=upgrade), cwd=ROOT, check=False).returncode:
            sys.exit(1)
        pins = suite.pins.read_text(encoding="utf-8")
        suite.pins.write_text(HEAD + without_comments(pins), encoding="utf-8")
        print(f"{suite.pins.relative_to(ROOT)}: {pins.count('==')} parts")


def uv_command(suite: Suite, *, upgrade: bool) -> tuple[str, ...]:
    """The command that writes the pins of a suite."""
    return (
        sys.executable, "-m", "uv", "pip", "compile", "pyproject.toml", "--all-extras",
        "--python-version", suite.python, "--python-platform", PLATFORM,
        "--generate-hashes", "--no-header", "--no-annotate", "--no-emit-package", EXCLUDED,
        "--quiet", "--output-file", str(suite.pins),
        *(("--upgrade",) if upgrade else ()),
    )  # fmt: skip


def without_comments(pins: str) -> str:
    """The pins without comments and empty lines."""
    return "".join(line for line in pins.splitlines(keepends=True) if line.strip() and line[0] != "#")


if __name__ == "__main__":
    main()
