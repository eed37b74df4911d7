"""What the package says of itself, and what lies where once it is installed."""

from __future__ import annotations

import gzip
import hashlib
import re
import subprocess
import tomllib
import zipfile
from fnmatch import fnmatch
from pathlib import Path

import pytest
from click import Context
from hatchling.builders.wheel import WheelBuilder

from companion.cli import COMMANDS, companion_command
from companion.config import Config, load
from companion.system import updates
from companion.system.changelog import PLACES as NEWS
from companion.system.updates import FOLDER, UpdatePaths
from release import build_deb
from release.control import (
    CONFFILES,
    DEBIAN,
    DNSMASQ_CONF,
    SCRIPTS,
    changelog,
    control,
    installed_size,
    md5sums,
)
from release.layout import DEFAULT_CONFIG, configuration, lay_out
from release.pins import EXCLUDED, HEAD, uv_command, without_comments
from release.project import ProjectUrls, version
from release.suites import MACHINES, ROOT, SUITES, Suite, platforms
from release.update_source import KEY, SOURCES_FILE
from release.updating import incoming
from release.updating.box import Paths

WHEN = "Sat, 21 Nov 2026 18:00:00 -0000"
SHELL = [DEBIAN / name for name in (*SCRIPTS, "keep-version")]


@pytest.fixture(params=sorted(SUITES))
def suite(request: pytest.FixtureRequest) -> Suite:
    return SUITES[request.param]


@pytest.fixture
def tree(tmp_path: Path, suite: Suite) -> Path:
    lay_out(tmp_path, suite, "1.2.3", WHEN, ProjectUrls(), None)
    return tmp_path


def test_the_wheel_carries_every_file_of_the_program(tmp_path: Path) -> None:
    (made,) = WheelBuilder(str(ROOT)).build(directory=str(tmp_path))
    with zipfile.ZipFile(made) as wheel:
        carried = set(wheel.namelist())
    said = subprocess.run(
        ("git", "ls-files", "companion", "hardware", "web"),
        cwd=ROOT, check=True, capture_output=True, text=True,
    )  # fmt: skip
    ours = [name for name in said.stdout.splitlines() if (ROOT / name).exists()]
    assert any(name.endswith(".po") for name in ours)
    assert [name for name in ours if name not in carried] == []


@pytest.mark.parametrize("architecture", sorted(MACHINES))
def test_the_control_file_describes_the_package(suite: Suite, architecture: str) -> None:
    said = control(suite, architecture, "1.2.3", 4321, ProjectUrls())
    fields = dict(line.split(": ", 1) for line in said.splitlines() if not line.startswith(" "))
    assert fields["Package"] == "companion"
    assert fields["Version"] == f"1.2.3~{suite.name}"
    assert fields["Architecture"] == architecture
    assert fields["Installed-Size"] == "4321"
    assert "@" not in said.replace("<companion@", "")


def test_it_asks_for_the_very_python_that_its_parts_are_made_for() -> None:
    said = control(SUITES["deb12"], "arm64", "1.2.3", 1, ProjectUrls())
    assert "Depends: python3 (>= 3.11), python3 (<< 3.12), libc6 (>= 2.34), polkitd, systemd\n" in said


def test_debians_changelog_names_the_version_as_dpkg_does(suite: Suite) -> None:
    first, *_, last = changelog(suite, "1.2.3", WHEN).rstrip().splitlines()
    assert first == f"companion (1.2.3~{suite.name}) stable; urgency=medium"
    assert re.fullmatch(rf" -- .+ <.+@.+>  {re.escape(WHEN)}", last)


def test_wheels_for_an_older_system_serve_and_for_a_newer_one_do_not(suite: Suite) -> None:
    named = platforms(suite, "arm64")
    assert named[0] == f"manylinux_2_{suite.glibc}_aarch64"
    assert named[-2:] == ("manylinux_2_17_aarch64", "manylinux2014_aarch64")


def test_the_sums_are_those_of_every_file(tmp_path: Path) -> None:
    (tmp_path / "usr").mkdir()
    (tmp_path / "usr" / "b").write_bytes(b"two")
    (tmp_path / "a").write_bytes(b"one" * 1024)
    assert md5sums(tmp_path) == (
        f"{hashlib.md5(b'one' * 1024).hexdigest()}  a\n{hashlib.md5(b'two').hexdigest()}  usr/b\n"
    )
    assert installed_size(tmp_path) == 3


def test_what_the_services_run_is_installed_and_the_configuration_is_only_read(
    tree: Path, suite: Suite
) -> None:
    units = tree / suite.units / "systemd/system"
    unit, update = ((units / f"companion{each}.service").read_text() for each in ("", "-update"))
    program, *words = re.findall(r"^ExecStart=(.*)$", unit, re.MULTILINE)[0].split()
    (updater,) = re.findall(r"^ExecStart=(.*)$", update, re.MULTILINE)
    for each in (program, updater):
        assert (tree / each[1:]).stat().st_mode & 0o777 == 0o755
    assert "User=" not in update, "root installs"
    laid = (tree / "usr/lib/tmpfiles.d/companion.conf").read_text()
    assert f"\nC {words[-1]} 0644 root root - /{DEFAULT_CONFIG}\n" in laid
    assert (tree / DEFAULT_CONFIG).is_file()
    assert "/etc" not in " ".join(re.findall(r"^ReadWritePaths=(.*)$", unit, re.MULTILINE))
    assert "d /etc/companion 0755 root root" in laid.splitlines()


def test_the_files_for_an_organisers_broker_are_where_the_guide_places_them(tree: Path) -> None:
    (place,) = re.findall(
        r"^    cp /(\S+)\.\* \.$", (ROOT / "docs/organisers.md").read_text("utf-8"), re.MULTILINE
    )
    for kind in ("conf", "acl"):
        there = (tree / f"{place}.{kind}").read_bytes()
        assert there == (ROOT / f"docs/mosquitto/companion.{kind}").read_bytes()


def test_the_configuration_is_the_example_as_it_is_for_a_box_of_its_own(tree: Path) -> None:
    config = load(tree / DEFAULT_CONFIG)
    assert config.box.power_off
    assert config.box.own_wifi
    assert config.data.folder == "/var/lib/companion"
    assert config.copies.stick == "/media/companion/games"
    assert config.web == Config().web


def test_every_file_in_etc_is_a_conffile_and_the_configuration_is_none(tree: Path) -> None:
    """dpkg asks about a changed conffile: the owner's configuration is laid by systemd."""
    there = {str(each.relative_to(tree)) for each in (tree / "etc").rglob("*") if each.is_file()}
    assert there == set(CONFFILES) == {DNSMASQ_CONF}


def test_an_example_without_the_lines_to_be_set_is_an_error() -> None:
    example = (ROOT / "docs" / "companion.toml").read_text(encoding="utf-8")
    with pytest.raises(ValueError, match="power_off"):
        configuration(example.replace("power_off", "poweroff"))


@pytest.mark.parametrize("updates", ["", "https://example.org/apt"])
def test_what_its_owner_may_change_is_kept_apts_source_too(
    tmp_path: Path, suite: Suite, updates: str
) -> None:
    lay_out(tmp_path, suite, "1.2.3", WHEN, ProjectUrls(updates=updates), "a key\n")
    build_deb.write_control_files(tmp_path, suite, "arm64")
    kept = (tmp_path / "DEBIAN" / "conffiles").read_text().split()
    assert kept == [f"/{each}" for each in (*CONFFILES, *((SOURCES_FILE,) if updates else ()))]
    assert [each for each in kept if not (tmp_path / each[1:]).is_file()] == []


def test_the_manual_page_names_every_command_and_option(tree: Path) -> None:
    page = gzip.decompress((tree / "usr/share/man/man1/companion.1.gz").read_bytes()).decode()
    told = set(re.findall(r"(?:^\.B |\\fB)([a-z]+)", page, re.MULTILINE))
    assert told >= set(COMMANDS)
    assert '"companion 1.2.3"' in page
    context = Context(companion_command)
    commands = [companion_command, *(companion_command.get_command(context, name) for name in COMMANDS)]
    options = {name for command in commands if command for option in command.params for name in option.opts}
    page = page.replace("\\-", "-")
    assert [each for each in options if each.startswith("--") and each not in page] == []


def test_every_file_of_systemd_has_its_place(tree: Path) -> None:
    installed = {each.read_bytes() for each in tree.rglob("*") if each.is_file()}
    assert all(each.read_bytes() in installed for each in (ROOT / "systemd").iterdir())


@pytest.mark.parametrize("script", SHELL, ids=lambda path: path.name)
def test_the_scripts_can_be_read_by_the_plainest_shell_and_stop_at_a_fault(script: Path) -> None:
    subprocess.run(("sh", "-n", script), check=True)
    assert script.read_text().startswith("#!/bin/sh\n")
    assert "\nset -e\n" in script.read_text()


@pytest.fixture
def tools(tmp_path: Path) -> Path:
    """A folder with all that the scripts call, in its place: each writes down that it was called."""
    folder = tmp_path / "tools"
    folder.mkdir()
    called = ("systemd-sysusers", "systemd-tmpfiles", "python3", "deb-systemd-helper", "deb-systemd-invoke")
    for name in (*called, "systemctl", "modprobe", "udevadm", "mv", "rm"):
        (folder / name).write_text(f'#!/bin/sh\necho "{name} $*" >> "{folder}/called"\n')
        (folder / name).chmod(0o755)
    return folder


def called_by(script: str, word: str, tools: Path) -> str:
    subprocess.run(("/bin/sh", DEBIAN / script, word), check=True, env={"PATH": str(tools)})
    called = tools / "called"
    return called.read_text() if called.exists() else ""


@pytest.mark.parametrize("word", ["configure", "abort-upgrade", "abort-remove", "abort-deconfigure"])
def test_what_did_not_come_about_leaves_the_service_as_it_was(tools: Path, word: str) -> None:
    called = called_by("postinst", word, tools)
    assert "python3 -m compileall" in called
    assert "compile_all(registered())" in called
    assert "deb-systemd-helper enable companion.service" in called
    undone = "rm -f /var/cache/companion/replaced.deb" in called
    assert undone == word.startswith("abort"), "what was not replaced is nothing to go back to"


def test_systemd_reads_the_units_anew_once_they_are_enabled_and_before_they_start() -> None:
    """Else it would know only after the machine's next start what that start wants."""
    script = (DEBIAN / "postinst").read_text()
    steps = ("deb-systemd-helper enable", "systemctl daemon-reload", "deb-systemd-invoke")
    assert [script.count("systemctl daemon-reload"), sorted(steps, key=script.index)] == [1, list(steps)]


@pytest.mark.parametrize("tool", ["systemd-tmpfiles", "python3"])
def test_it_is_installed_also_where_it_cannot_be_prepared(tools: Path, tool: str) -> None:
    """While an image is built there is no /proc for the one, and a full disk takes nothing of the other. A
    trigger changes nothing.
    """
    assert called_by("postinst", "triggered", tools) == ""
    (tools / tool).write_text("#!/bin/sh\nexit 1\n")
    assert "deb-systemd-helper enable companion.service" in called_by("postinst", "configure", tools)


def test_the_copyright_file_covers_everything_in_the_package_with_each_licence(suite: Suite) -> None:
    told = (DEBIAN / "copyright").read_text(encoding="utf-8")
    places = re.findall(r"usr/lib/companion/site/(\S+)", told.partition("\nLicense: Expat\n Permission")[0])
    pins = suite.pins.read_text(encoding="utf-8")
    carried = [name.replace("-", "_") for name in re.findall(r"^([a-z0-9-]+)==", pins, re.MULTILINE)]
    assert carried
    assert [each for each in carried if not any(fnmatch(f"{each}/", place) for place in places)] == []
    named = re.findall(r"^License: (.+)\n(?! )", told, re.MULTILINE)
    assert set(named) <= set(re.findall(r"^License: (.+)\n ", told, re.MULTILINE))


def test_the_wheel_is_asked_for_by_name_so_that_no_path_gets_in(
    tmp_path: Path, suite: Suite, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[tuple[str, ...]] = []
    monkeypatch.setattr(build_deb, "_pip", lambda *words: asked.append(words))
    wheel = tmp_path / "companion-1.2.3-py3-none-any.whl"
    build_deb.install_program(tmp_path / "site", suite, "arm64", wheel)
    parts, ours = asked
    assert "--require-hashes" in parts
    assert ours[-4:] == ("--no-index", "--find-links", str(tmp_path), f"companion=={version()}")


def test_the_description_names_its_games() -> None:
    said = control(SUITES["deb13"], "arm64", "1.2.3", 1, ProjectUrls())
    short, _, long = said.partition("Description: ")[2].partition("\n")
    assert len(short) <= 80
    for game in ("Roads & Boats", "La Strada"):
        assert game in short
    assert all(line.startswith(" ") and len(line) <= 80 for line in long.splitlines())


def test_everything_that_is_carried_is_pinned_with_its_hashes_for_the_suites_python(suite: Suite) -> None:
    said = suite.pins.read_text(encoding="utf-8")
    assert said.startswith(HEAD)
    assert f"{EXCLUDED}==" not in said
    parts = [line.split() for line in said.replace("\\\n", " ").splitlines() if not line.startswith("#")]
    assert all("==" in name and hashes for name, *hashes in parts)
    assert all(each.startswith("--hash=sha256:") for _, *hashes in parts for each in hashes)
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    needed = {re.split(r"[<>=!~; \[]", each)[0].lower().replace(".", "-") for each in project["dependencies"]}
    assert needed <= {name.partition("==")[0] for name, *_ in parts}
    assert without_comments("# left out: a\nb==1\n    --hash=c\n\n") == "b==1\n    --hash=c\n"
    words = uv_command(suite, upgrade=False)
    assert words[words.index("--python-version") + 1] == suite.python
    assert words[words.index("--output-file") + 1] == str(suite.pins)
    assert [uv_command(suite, upgrade=each)[-1] == "--upgrade" for each in (False, True)] == [False, True]


def test_what_the_pages_look_for_lies_where_the_package_puts_it(tree: Path) -> None:
    places, paths = UpdatePaths(), Paths()
    assert (tree / places.installer.relative_to("/")).is_file()
    assert (tree / NEWS[0].relative_to("/")).is_file()
    assert places.key == Path("/") / KEY == paths.key
    assert (places.outcome.parent, places.previous.parent) == (paths.cache, paths.cache)
    assert paths.asked == Path("/var/lib/companion") / FOLDER
    assert updates.MAX_SIZE == incoming.MOST
    assert paths.keep.relative_to("/") == Path("usr/lib/companion/keep-version")
