"""The package's files beside the program and its dependencies, and where they are installed."""

from __future__ import annotations

import gzip
import io
import zipfile
from pathlib import Path

from release.control import DEBIAN, DNSMASQ_CONF, changelog, copyright_file
from release.project import ProjectUrls
from release.suites import HERE, ROOT, Suite
from release.update_source import KEY, SOURCES_FILE, sources_file

SYSTEMD = ROOT / "systemd"
MOSQUITTO = ROOT / "docs" / "mosquitto"
EXAMPLES = "usr/share/doc/companion/examples"
"""Configuration for an organiser's MQTT broker."""
DEFAULT_CONFIG = "usr/lib/companion/companion.toml"
"""The default configuration, which is copied to /etc once."""
_DEFAULT_SOURCES = "usr/lib/companion/companion.sources"
"""The default of `SOURCES_FILE`, for `keep-version`: the owner may have changed the one in /etc."""
_SETTINGS = {
    "power_off = false ": "power_off = true  ",
    "own_wifi = false ": "own_wifi = true  ",
    'folder = "~/.local/share/companion"': 'folder = "/var/lib/companion"',
    '# stick = "/media/stick"  ': 'stick = "/media/companion/games"  ',
}


def lay_out(tree: Path, suite: Suite, version: str, when: str, urls: ProjectUrls, key: str | None) -> None:
    """Install the files into a tree. when: for Debian's changelog, in RFC 5322's format.

    key: the public key. Without it, or without a URL of updates, apt gets no source of updates.
    """
    for source, place, mode in (
        (HERE / "installed.py", "usr/bin/companion", 0o755),
        (DEBIAN / "keep-version", "usr/lib/companion/keep-version", 0o755),
        (SYSTEMD / "companion.service", f"{suite.units}/systemd/system/companion.service", 0o644),
        (SYSTEMD / "companion-hall.service", f"{suite.units}/systemd/system/companion-hall.service", 0o644),
        (
            SYSTEMD / "companion-update.service",
            f"{suite.units}/systemd/system/companion-update.service",
            0o644,
        ),
        (SYSTEMD / "companion-update.path", f"{suite.units}/systemd/system/companion-update.path", 0o644),
        (
            SYSTEMD / "companion-portal.socket",
            f"{suite.units}/systemd/system/companion-portal.socket",
            0o644,
        ),
        (SYSTEMD / "companion.dnsmasq.conf", DNSMASQ_CONF, 0o644),
        (SYSTEMD / "60-companion.rules", f"{suite.units}/udev/rules.d/60-companion.rules", 0o644),
        (SYSTEMD / "90-companion-stick.rules", f"{suite.units}/udev/rules.d/90-companion-stick.rules", 0o644),
        (SYSTEMD / "companion.modules", "usr/lib/modules-load.d/companion.conf", 0o644),
        (SYSTEMD / "companion.sysusers", "usr/lib/sysusers.d/companion.conf", 0o644),
        (SYSTEMD / "companion.tmpfiles", "usr/lib/tmpfiles.d/companion.conf", 0o644),
        (SYSTEMD / "companion.polkit.rules", "usr/share/polkit-1/rules.d/50-companion.rules", 0o644),
        (MOSQUITTO / "companion.conf", f"{EXAMPLES}/companion.conf", 0o644),
        (MOSQUITTO / "companion.acl", f"{EXAMPLES}/companion.acl", 0o644),
        (DEBIAN / "lintian-overrides", "usr/share/lintian/overrides/companion", 0o644),
    ):
        put(tree / place, source.read_bytes(), mode)
    put(tree / "usr/lib/companion/update", updater(), 0o755)
    put(tree / "usr/share/doc/companion/copyright", copyright_file(urls).encode(), 0o644)
    if key is not None:
        put(tree / KEY, key.encode(), 0o644)
        if urls.updates:
            for place in (SOURCES_FILE, _DEFAULT_SOURCES):
                put(tree / place, sources_file(suite, urls.updates, key).encode(), 0o644)
    config = configuration((ROOT / "docs" / "companion.toml").read_text(encoding="utf-8")).encode()
    put(tree / DEFAULT_CONFIG, config, 0o644)
    news = (ROOT / "CHANGELOG.md").read_bytes()
    put(tree / "usr/share/doc/companion/changelog.gz", _gzip(news), 0o644)
    for_debian = changelog(suite, version, when).encode()
    put(tree / "usr/share/doc/companion/changelog.Debian.gz", _gzip(for_debian), 0o644)
    manual = (DEBIAN / "companion.1").read_text(encoding="utf-8").replace("@VERSION@", version)
    put(tree / "usr/share/man/man1/companion.1.gz", _gzip(manual.encode()), 0o644)


def configuration(example: str) -> str:
    """The commented example with the package's settings. Raises ValueError if it lacks a line."""
    for line, replacement in _SETTINGS.items():
        if example.count(line) != 1:
            raise ValueError(f"docs/companion.toml lacks the line with {line!r}")
        example = example.replace(line, replacement)
    return example


def updater() -> bytes:
    """`release.updating` as an executable zip file of Python modules."""
    file = io.BytesIO()
    file.write(b"#!/usr/bin/python3 -I\n")
    with zipfile.ZipFile(file, "w") as archive:
        for path in (HERE / "__init__.py", *sorted((HERE / "updating").glob("*.py"))):
            archive.writestr(zipfile.ZipInfo(path.relative_to(ROOT).as_posix()), path.read_bytes())
        archive.writestr(
            zipfile.ZipInfo("__main__.py"), b"from release.updating.__main__ import main\n\nmain()\n"
        )
    return file.getvalue()


def put(path: Path, content: bytes, mode: int) -> None:
    """Write a file, and create its folders."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
    path.chmod(mode)


def _gzip(content: bytes) -> bytes:
    return gzip.compress(content, 9, mtime=0)
