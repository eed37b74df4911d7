"""What lintian, Debian's own judge of packages, says of ours."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterable
from pathlib import Path


def lint(packages: Iterable[Path]) -> bool:
    """Say what lintian says; whether it finds no error. Where it is not installed, that is said."""
    if shutil.which("lintian") is None:
        print("NOT CHECKED: lintian is not installed (apt install lintian)")
        return True
    wrong = [each for each in packages if not _judged(each)]
    for each in wrong:
        print(f"FAULTS: lintian refuses {each.name}")
    return not wrong


def _judged(package: Path) -> bool:
    command = ("lintian", "--fail-on", "error", "--allow-root", "--tag-display-limit", "0", str(package))
    done = subprocess.run(command, check=False)
    print(f"lintian: {package.name}: {'no errors' if not done.returncode else 'errors, see above'}")
    return not done.returncode
