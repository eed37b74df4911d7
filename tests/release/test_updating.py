"""Installing another version: what is taken, what is refused, and what a broken version or a pulled plug
leaves.

apt, dpkg and systemctl are small programs on the PATH, which note what they are asked and do what a test
says.
"""

from __future__ import annotations

import io
import json
import os
import shutil
import subprocess
import sys
import tarfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from release.layout import updater
from release.updating.box import Refused
from release.updating.incoming import members
from release.updating.packages import READY_WITHIN
from release.updating.run import Updating
from tests.release.updated import Updated

FAKES = {
    "apt-get": """
case "$*" in
  *indextargets*) cat "$BOX/named" ;;
  *" update"*) [ ! -e "$BOX/work/repository/pool" ] || touch "$BOX/unpacked-before-judged"
    [ ! -e "$BOX/judge" ] || { kill -9 $PPID; exit; }
    [ ! -e "$BOX/unsigned" ] || { echo "E: not signed" >&2; exit 100; } ;;
  *--simulate*) cat "$BOX/simulated" ;;
  *) [ ! -e "$BOX/no-room" ] || { echo "E: no room on the card" >&2; exit 100; }
     [ ! -e "$BOX/plug" ] || { echo half > "$BOX/status"; kill -9 $PPID; exit; }
     cp "$BOX/offered" "$BOX/installed"; cp "$BOX/state-after" "$BOX/state" ;;
esac""",
    "apt-cache": """[ ! -e "$BOX/nothing" ] || exit 0
echo " companion | $(cat "$BOX/offered") | file:/x trixie/main arm64 Packages" """,
    "dpkg": """
case "$1" in
  --compare-versions) exec /usr/bin/dpkg "$@" ;;
  --configure) echo installed > "$BOX/status" ;;
  --force-confold) cp "$3" "$BOX/installed"; echo active > "$BOX/state"; echo installed > "$BOX/status"
    [ ! -e "$BOX/old-is-broken" ] || { [ "$(cat "$3")" != 1.0~deb13 ] || echo failed > "$BOX/state"; } ;;
esac""",
    "dpkg-query": """printf '%s %s' "$(cat "$BOX/installed")" "$(cat "$BOX/status")" """,
    "dpkg-deb": """cat "$2" """,
    "systemctl": """case "$1" in show)
  [ "$(cat "$BOX/state")" != crashing ] || echo $(($(cat "$BOX/restarts") + 1)) > "$BOX/restarts"
  echo "ActiveState=$(sed s/crashing/activating/ "$BOX/state")"; echo "NRestarts=$(cat "$BOX/restarts")" ;;
esac""",
    "keep": """[ ! -e "$BOX/full" ] || exit 1
cp "$BOX/installed" "$BOX/cache/replaced.deb" """,
}


class Box(Updated):
    """A machine with version 1.1 of the companion, and 1.0 kept. Packages are files with their version."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        super().__init__(folder, monkeypatch, FAKES, "a key")
        (self.paths.cache / "previous.deb").write_text("1.0~deb13")
        self.write_files(
            installed="1.1~deb13", status="installed", state="active", offered="1.2~deb13", restarts="0",
            named="Companion trixie", simulated="Inst companion [1.1] (1.2)\nConf companion (1.2)",
            **{"state-after": "active"},
        )  # fmt: skip
        self.seconds = 0.0

    def sent(self, names: Mapping[str, bytes] | None = None) -> None:
        """An update has come in."""
        (self.paths.asked / "incoming.update").write_bytes(tar(GOOD if names is None else names))

    def wishes(self, what: str) -> dict[str, Any]:
        (self.paths.asked / "wish").write_text(f"{what}\n")
        return self.runs()

    def runs(self) -> dict[str, Any]:
        """One run of the service; its outcome."""
        Updating(self.paths, self.program, pause=self.passes, monotonic=lambda: self.seconds).run()
        return self.outcome

    def passes(self, seconds: float) -> None:
        self.seconds += HASTE * seconds

    @property
    def left(self) -> list[str]:
        """What lies about once nothing goes on."""
        return sorted(each.name for place in (self.paths.work, self.paths.asked) for each in place.iterdir())


HASTE = 5
"""So much faster does time go by for who waits for a version to become ready."""
GOOD = {
    "dists/": b"", "dists/trixie/": b"", "dists/trixie/InRelease": b"signed", "dists/trixie/main/": b"",
    "dists/trixie/main/binary-arm64/": b"", "dists/trixie/main/binary-arm64/Packages": b"listed",
    "pool/": b"", "pool/trixie/": b"", "pool/trixie/companion_1.2~deb13_arm64.deb": b"package",
}  # fmt: skip


def tar(files: Mapping[str, bytes], change: Any = lambda _each: None) -> bytes:
    made = io.BytesIO()
    with tarfile.open(fileobj=made, mode="w") as archive:
        for name, content in files.items():
            each = tarfile.TarInfo(name.rstrip("/"))
            each.type = tarfile.DIRTYPE if name.endswith("/") else tarfile.REGTYPE
            each.size = len(content)
            change(each)
            archive.addfile(each, io.BytesIO(content))
    return made.getvalue()


@pytest.fixture
def box(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Box:
    return Box(tmp_path, monkeypatch)


def test_a_good_update_is_installed_and_nothing_is_left_about(box: Box) -> None:
    box.sent()
    assert box.wishes("install") == {"what": "installed", "version": "1.2", "why": ""}
    assert box.installed == "1.2~deb13"
    assert box.left == []
    assert not box.paths.lasting.exists()


def test_apt_knows_no_other_repository_and_takes_nothing_unsigned(box: Box) -> None:
    box.sent()
    box.wishes("install")
    for each in (line for line in box.asked if line.startswith("apt-")):
        for option in ("Dir::Etc::SourceList=/dev/null", f"Dir::Etc::SourceParts={box.paths.work}/sources",
                       "Dir::Etc::Trusted=/dev/null", "APT::Get::AllowUnauthenticated=false",
                       "Acquire::AllowInsecureRepositories=false"):  # fmt: skip
            assert f"-o {option} " in each


def test_a_failed_installation_is_reported_with_its_cause(box: Box) -> None:
    box.sent()
    box.write_files(**{"no-room": ""})
    told = box.wishes("install")
    assert told == {"what": "failed", "version": "1.2", "why": "E: no room on the card"}
    assert box.installed == "1.1~deb13"
    assert box.left == []


def test_without_a_wish_or_at_an_unknown_one_nothing_is_done(box: Box) -> None:
    box.sent()
    Updating(box.paths, box.program).run()
    assert box.asked == []
    (box.paths.asked / "wish").write_text("rm -rf /\n")
    Updating(box.paths, box.program).run()
    assert not (box.paths.asked / "wish").exists()
    assert box.asked == []


@pytest.mark.parametrize(
    ("said", "what"),
    [
        ({"unsigned": ""}, "signature"),
        ({"nothing": ""}, "other-machine"),
        ({"offered": "1.1~deb13"}, "same"),
        ({"offered": "1.0.9~deb13"}, "older"),
        ({"simulated": "Inst companion [1.1] (1.2)\nInst evil (9)"}, "needs-more"),
        ({"simulated": "Inst companion [1.1] (1.2)\nRemv openssh-server [1]"}, "needs-more"),
        ({"simulated": ""}, "needs-more"),
        ({"os-release": "VERSION_CODENAME=bookworm\n"}, "other-system"),
        ({"named": "Companion bookworm"}, "other-system"),
        ({"named": "Debian trixie"}, "other-system"),
        ({"named": ""}, "other-machine"),
        ({"full": ""}, "not-kept"),
    ],
)
def test_what_is_not_ours_or_not_for_this_box_is_refused(box: Box, said: dict[str, str], what: str) -> None:
    box.sent()
    box.write_files(**said)
    assert box.wishes("install")["what"] == what
    assert box.installed == "1.1~deb13"
    assert box.left == []
    assert not any("--yes" in each or "--install" in each for each in box.asked)


def test_without_a_key_no_update_is_taken(box: Box) -> None:
    box.paths.key.unlink()
    box.sent()
    assert box.wishes("install")["what"] == "no-key"


@pytest.mark.parametrize(
    "name",
    ["../../etc/passwd", "/etc/passwd", "dists/../../x", "pool/trixie/evil_1_arm64.deb", "pool/../x", "etc/x",
     "dists/trixie/InRelease/x", "pool/trixie/companion_1_arm64.deb\n"],
)  # fmt: skip
def test_a_path_that_no_update_has_is_refused_and_written_nowhere(box: Box, name: str) -> None:
    box.sent({**GOOD, name: b"evil"})
    assert box.wishes("install")["what"] == "not-ours"
    assert not (box.folder / "etc").exists()


@pytest.mark.parametrize(
    "kind",
    [tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.CHRTYPE, tarfile.FIFOTYPE, tarfile.CONTTYPE,
     tarfile.GNUTYPE_SPARSE, tarfile.GNUTYPE_LONGLINK],
)  # fmt: skip
def test_nothing_is_taken_but_plain_files_and_folders(tmp_path: Path, kind: bytes) -> None:
    def change(each: tarfile.TarInfo) -> None:
        if each.name.endswith("InRelease"):
            each.type, each.linkname, each.size = kind, "/etc/shadow", 0

    (tmp_path / "x").write_bytes(tar(GOOD, change))
    with pytest.raises(Refused):
        members(tmp_path / "x")


@pytest.mark.parametrize(("size", "what"), [(b"77777777777", "gigabytes"), (b"\xff" * 11, "less than none")])
def test_contents_that_do_not_lie_within_the_file_are_refused(box: Box, size: bytes, what: str) -> None:
    head = bytearray(tarfile.TarInfo("pool/trixie/companion_9.9~deb13_arm64.deb").tobuf())
    head[124:135] = size
    head[148:156] = b"%06o\0 " % (sum(head[:148]) + sum(head[156:]) + 8 * ord(" "))
    good = tar(GOOD).rstrip(b"\0")
    (box.paths.asked / "incoming.update").write_bytes(good + bytes(-len(good) % 512) + head + bytes(1024))
    assert box.wishes("install")["what"] == "not-ours", what
    assert not any("apt-get" in each for each in box.asked), "nothing of it was looked at"
    assert box.left == []


def test_no_package_is_unpacked_before_the_signature_is_found_good(box: Box) -> None:
    box.sent()
    box.write_files(unsigned="")
    box.wishes("install")
    box.sent()
    (box.folder / "unsigned").unlink()
    assert box.wishes("install")["what"] == "installed"
    assert not (box.folder / "unpacked-before-judged").exists()


def test_an_update_for_which_there_is_no_room_leaves_the_games_theirs(
    box: Box, monkeypatch: pytest.MonkeyPatch
) -> None:
    box.sent()
    full = shutil.disk_usage(box.folder)._replace(free=1 << 20)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: full)
    told = box.wishes("install")
    assert (told["what"], told["why"]) == ("failed", "No space left on device")
    assert box.left == []


@pytest.mark.parametrize(
    "content",
    [
        pytest.param(b"", id="empty"),
        pytest.param(b"nothing", id="words"),
        pytest.param(bytes(20480), id="zeros"),
        pytest.param(b"\x1f\x8b" + b"x" * 99, id="packed"),
        pytest.param(tar(GOOD)[:1000], id="cut off"),
        pytest.param(tar({**GOOD, "dists/trixie/Release": bytes(5 << 20)}), id="megabytes to be signed"),
        pytest.param(
            tar({**GOOD, **{f"pool/trixie/companion_1.{each}_arm64.deb": b"" for each in range(1000)}}),
            id="a thousand members",
        ),
    ],
)
def test_a_file_that_is_no_update_is_refused(box: Box, content: bytes) -> None:
    (box.paths.asked / "incoming.update").write_bytes(content)
    assert box.wishes("install")["what"] == "not-ours"
    assert box.left == []
    assert box.installed == "1.1~deb13"


def test_links_in_the_companions_folder_lead_root_nowhere(box: Box) -> None:
    secret = box.folder / "shadow"
    secret.write_bytes(tar(GOOD))
    (box.paths.asked / "incoming.update").symlink_to(secret)
    assert box.wishes("install")["what"] == "failed"
    elsewhere = box.folder / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "wish").write_text("install\n")
    (box.paths.asked / "incoming.update").unlink(missing_ok=True)
    box.paths.asked.rmdir()
    box.paths.asked.symlink_to(elsewhere)
    (box.folder / "asked").unlink(missing_ok=True)
    box.runs()
    assert (elsewhere / "wish").exists()
    assert box.asked == []


@pytest.mark.parametrize(
    ("said", "within"),
    [
        pytest.param({"state-after": "failed"}, 10 * HASTE, id="it fails"),
        pytest.param({"state-after": "activating"}, READY_WITHIN + 4 * HASTE, id="it never becomes ready"),
        pytest.param({"state-after": "crashing"}, 10 * HASTE, id="systemd starts it again and again"),
        pytest.param(
            {"failed-starts": '{"count": 5}'}, READY_WITHIN + 4 * HASTE, id="it starts in safe mode"
        ),
    ],
)
def test_a_version_that_does_not_start_goes_again_by_itself(
    box: Box, said: dict[str, str], within: float
) -> None:
    """One that crashes is not called failed: it is to be tried again however often that was of no use."""
    box.sent()
    box.write_files(**said)
    assert box.wishes("install")["what"] in {"went-back", "not-well"}
    assert box.seconds <= within
    assert box.installed == "1.1~deb13"
    assert (box.paths.cache / "previous.deb").read_text() == "1.0~deb13", "a broken version is no way back"
    assert box.left == []


def test_starts_of_the_version_before_count_against_no_other(box: Box) -> None:
    """systemd goes on counting where a service was stopped while it waited to be started again."""
    box.sent()
    box.write_files(**{"state-after": "activating", "restarts": "9"})
    box.wishes("install")
    assert box.seconds >= READY_WITHIN


@pytest.mark.parametrize("said", ["[" * 4096, "[]", '{"count": []}'])
def test_no_report_of_the_service_about_its_starts_stops_the_installer(box: Box, said: str) -> None:
    """A broken version may write there what it likes: it goes again all the same, though nobody says that
    the one before is well either.
    """
    box.sent()
    box.write_files(**{"failed-starts": said})
    assert box.wishes("install")["what"] == "not-well"
    assert box.installed == "1.1~deb13"
    assert box.left == []


@pytest.mark.parametrize("kind", [tarfile.XHDTYPE, tarfile.XGLTYPE, tarfile.GNUTYPE_LONGNAME])
def test_a_header_of_megabytes_is_not_read(tmp_path: Path, kind: bytes) -> None:
    head = tarfile.TarInfo("pool")
    head.size, head.type = 2 << 20, kind
    words = b"19 path=pool/trixie\n".ljust(head.size, b"\0")
    content = tar(GOOD)
    (tmp_path / "x").write_bytes(head.tobuf(tarfile.USTAR_FORMAT) + words + content)
    with pytest.raises(Refused):
        members(tmp_path / "x")


def test_the_way_back_installs_the_version_before(box: Box) -> None:
    assert box.wishes("back") == {"what": "back", "version": "1.0", "why": ""}
    assert box.installed == "1.0~deb13"


def test_where_the_version_before_does_not_start_all_is_as_it_was(box: Box) -> None:
    box.write_files(**{"old-is-broken": ""})
    assert box.wishes("back")["what"] == "back-failed"
    assert box.installed == "1.1~deb13"
    assert (box.paths.cache / "previous.deb").read_text() == "1.0~deb13"


def test_without_a_version_before_there_is_no_way_back(box: Box) -> None:
    (box.paths.cache / "previous.deb").unlink()
    assert box.wishes("back")["what"] == "nothing-before"


def test_a_pulled_plug_is_gone_on_from_at_the_next_start(box: Box) -> None:
    box.sent()
    (box.paths.asked / "wish").write_text("install\n")
    box.write_files(plug="")
    child = os.fork()
    if not child:
        Updating(box.paths, box.program, pause=box.passes, monotonic=lambda: box.seconds).run()
        os._exit(0)
    _, status = os.waitpid(child, 0)
    assert os.WTERMSIG(status) == 9
    assert not (box.paths.cache / "updated.json").exists()
    assert box.installed == "1.1~deb13"
    (box.folder / "plug").unlink()
    assert box.runs()["what"] == "installed"
    assert "dpkg --configure --pending --force-confold" in box.asked
    assert box.installed == "1.2~deb13"
    assert box.left == []


def test_a_plug_pulled_while_it_is_judged_changes_nothing_and_is_not_gone_on_from(box: Box) -> None:
    box.sent()
    (box.paths.asked / "wish").write_text("install\n")
    box.write_files(judge="")
    child = os.fork()
    if not child:
        Updating(box.paths, box.program).run()
        os._exit(0)
    assert os.WTERMSIG(os.waitpid(child, 0)[1]) == 9
    (box.folder / "judge").unlink()
    Updating(box.paths, box.program).run()
    assert box.installed == "1.1~deb13"
    assert box.left == []


def test_a_plug_pulled_while_it_goes_back_is_gone_on_from(box: Box) -> None:
    box.paths.work.mkdir()
    (box.paths.work / "back.deb").write_text("1.1~deb13")
    (box.paths.work / "earlier.deb").write_text("1.0~deb13")
    state = {"do": "install", "from": "1.1~deb13", "to": "1.2~deb13", "returning": True}
    (box.paths.work / "state.json").write_text(json.dumps(state))
    box.write_files(installed="1.2~deb13", status="half-installed")
    assert box.runs() == {"what": "went-back", "version": "1.2", "why": ""}
    assert box.installed == "1.1~deb13"


def test_it_is_one_program_that_needs_nothing_but_what_debians_python_has(tmp_path: Path) -> None:
    program = tmp_path / "update"
    program.write_bytes(updater())
    assert program.read_bytes().startswith(b"#!/usr/bin/python3 -I\n")
    loaded = f"import runpy; runpy.run_path({str(program)!r})"
    subprocess.run((sys.executable, "-I", "-S", "-c", loaded), check=True, cwd="/")
    assert not (tmp_path / "__pycache__").exists()
