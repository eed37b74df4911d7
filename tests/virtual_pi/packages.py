"""Our own package, one that came before it, and the stick on which the Pi's owner carries them."""

from __future__ import annotations

import re
import shutil
import sys
import tempfile
from pathlib import Path

from release.suites import Suite
from tests.virtual_pi.machines import BUILD, ROOT, Machine
from tests.virtual_pi.running import Failed, NotHere, run

STICK = "/media/stick"
_VERSION = "usr/lib/companion/site/companion/__init__.py"


def ours(suite: Suite, machine: Machine) -> Path:
    """Build the package of this tree. Raises `NotHere` when the parts that it carries cannot be had."""
    out = BUILD / f"package-{suite.name}-{machine.name}"
    shutil.rmtree(out, ignore_errors=True)
    try:
        run(
            sys.executable, "-m", "release.build_deb", "--suite", suite.name, "--arch", machine.name,
            "--out", out, at=ROOT, environment={"PYTHONPATH": str(ROOT)},
        )  # fmt: skip
    except Failed as failed:
        raise NotHere(f"the package cannot be built: {failed}") from failed
    return next(out.glob("companion_*.deb"))


def before(package: Path) -> Path:
    """The same program as a version 0.0.9, where there is no earlier package to come from."""
    with tempfile.TemporaryDirectory() as folder:
        tree = Path(folder) / "tree"
        run("dpkg-deb", "-R", package, tree)
        _replace(tree / "DEBIAN" / "control", r"^Version: [^~]+", "Version: 0.0.9")
        _replace(tree / _VERSION, r'__version__ = "[^"]+"', '__version__ = "0.0.9"')
        total = run("md5sum", _VERSION, at=tree).split()[0]
        _replace(tree / "DEBIAN" / "md5sums", rf"^\w+(?=  {re.escape(_VERSION)}$)", total)
        made = package.with_name(re.sub(r"_[^~]+~", "_0.0.9~", package.name))
        run("dpkg-deb", "--root-owner-group", "-Zgzip", "--build", tree, made)
    return made


def stick(*packages: Path) -> Path:
    """A disk with the packages on it, as on a USB stick."""
    disk = packages[0].with_name("stick.raw")
    with tempfile.TemporaryDirectory() as folder:
        for each in packages:
            shutil.copy(each, folder)
        disk.unlink(missing_ok=True)
        run("truncate", "-s", "64M", disk)
        run("mke2fs", "-q", "-t", "ext4", "-d", folder, disk)
    return disk


def _replace(path: Path, pattern: str, by: str) -> None:
    said, times = re.subn(pattern, by, path.read_text(encoding="utf-8"), count=1, flags=re.MULTILINE)
    if times != 1:
        raise ValueError(f"{path.name} has no {pattern}")
    path.write_text(said, encoding="utf-8")
