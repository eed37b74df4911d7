"""What lies where once the package is installed, beside the program and the parts that it carries."""

from __future__ import annotations

import gzip
import io
import zipfile
from pathlib import Path

from release.control import DEBIAN, NAMES, changelog, copyright_file
from release.home import Home
from release.source import KEY, LISTED, listed
from release.suites import HERE, ROOT, Suite

UNITS = ROOT / "systemd"
BROKER = ROOT / "docs" / "mosquitto"
EXAMPLES = "usr/share/doc/companion/examples"
"""Where an organiser finds what his broker needs."""
PRISTINE = "usr/lib/companion/companion.toml"
"""The configuration as it comes: the one in /etc begins as this, and is the owner's own from then on."""
_AS_IT_CAME = "usr/lib/companion/companion.sources"
"""The source as it came, for `keep-version`: the one in /etc may hold the owner's choices."""
_SETTINGS = {
    "power_off = false ": "power_off = true  ",
    "own_wifi = false ": "own_wifi = true  ",
    'folder = "~/.local/share/companion"': 'folder = "/var/lib/companion"',
    '# stick = "/media/stick"  ': 'stick = "/media/companion/games"  ',
}


def lay_out(tree: Path, suite: Suite, version: str, when: str, home: Home, key: str | None) -> None:
    """Put every file of ours into its place in a tree. when: as Debian's changelog has it.

    key: the public one, by which updates are known. Without it, or an address, apt is told of none.
    """
    for source, place, mode in (
        (HERE / "installed.py", "usr/bin/companion", 0o755),
        (DEBIAN / "keep-version", "usr/lib/companion/keep-version", 0o755),
        (UNITS / "companion.service", f"{suite.units}/systemd/system/companion.service", 0o644),
        (UNITS / "companion-hall.service", f"{suite.units}/systemd/system/companion-hall.service", 0o644),
        (UNITS / "companion-update.service", f"{suite.units}/systemd/system/companion-update.service", 0o644),
        (UNITS / "companion-update.path", f"{suite.units}/systemd/system/companion-update.path", 0o644),
        (
            UNITS / "companion-portal.socket",
            f"{suite.units}/systemd/system/companion-portal.socket",
            0o644,
        ),
        (UNITS / "companion.dnsmasq.conf", NAMES, 0o644),
        (UNITS / "60-companion.rules", f"{suite.units}/udev/rules.d/60-companion.rules", 0o644),
        (UNITS / "90-companion-stick.rules", f"{suite.units}/udev/rules.d/90-companion-stick.rules", 0o644),
        (UNITS / "companion.modules", "usr/lib/modules-load.d/companion.conf", 0o644),
        (UNITS / "companion.sysusers", "usr/lib/sysusers.d/companion.conf", 0o644),
        (UNITS / "companion.tmpfiles", "usr/lib/tmpfiles.d/companion.conf", 0o644),
        (UNITS / "companion.polkit.rules", "usr/share/polkit-1/rules.d/50-companion.rules", 0o644),
        (BROKER / "companion.conf", f"{EXAMPLES}/companion.conf", 0o644),
        (BROKER / "companion.acl", f"{EXAMPLES}/companion.acl", 0o644),
        (DEBIAN / "lintian-overrides", "usr/share/lintian/overrides/companion", 0o644),
    ):
        put(tree / place, source.read_bytes(), mode)
    put(tree / "usr/lib/companion/update", updater(), 0o755)
    put(tree / "usr/share/doc/companion/copyright", copyright_file(home).encode(), 0o644)
    if key is not None:
        put(tree / KEY, key.encode(), 0o644)
        if home.updates:
            for place in (LISTED, _AS_IT_CAME):
                put(tree / place, listed(suite, home.updates, key).encode(), 0o644)
    own = configuration((ROOT / "docs" / "companion.toml").read_text(encoding="utf-8")).encode()
    put(tree / PRISTINE, own, 0o644)
    told = (ROOT / "CHANGELOG.md").read_bytes()
    put(tree / "usr/share/doc/companion/changelog.gz", _packed(told), 0o644)
    for_debian = changelog(suite, version, when).encode()
    put(tree / "usr/share/doc/companion/changelog.Debian.gz", _packed(for_debian), 0o644)
    manual = (DEBIAN / "companion.1").read_text(encoding="utf-8").replace("@VERSION@", version)
    put(tree / "usr/share/man/man1/companion.1.gz", _packed(manual.encode()), 0o644)


def configuration(example: str) -> str:
    """The commented example, with what holds for a box of its own. Raises ValueError when it has changed."""
    for line, own in _SETTINGS.items():
        if example.count(line) != 1:
            raise ValueError(f"docs/companion.toml has no longer the line with {line!r}")
        example = example.replace(line, own)
    return example


def updater() -> bytes:
    """`release.updating` as one program: an archive that Python runs, whose modules can be read in it."""
    made = io.BytesIO()
    made.write(b"#!/usr/bin/python3 -I\n")
    with zipfile.ZipFile(made, "w") as archive:
        for path in (HERE / "__init__.py", *sorted((HERE / "updating").glob("*.py"))):
            archive.writestr(zipfile.ZipInfo(path.relative_to(ROOT).as_posix()), path.read_bytes())
        archive.writestr(
            zipfile.ZipInfo("__main__.py"), b"from release.updating.__main__ import main\n\nmain()\n"
        )
    return made.getvalue()


def put(path: Path, content: bytes, mode: int) -> None:
    """Write a file, and the folders that it needs."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
    path.chmod(mode)


def _packed(content: bytes) -> bytes:
    return gzip.compress(content, 9, mtime=0)
