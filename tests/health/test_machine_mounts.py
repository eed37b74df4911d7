"""What a folder lies on."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.health.machine import Mount, is_volatile, mount_of, mounts

LISTING = r"""22 27 0:21 / /proc rw,nosuid - proc proc rw
27 1 179:2 / / rw,noatime - ext4 /dev/mmcblk0p2 rw
28 27 179:1 / /boot/firmware rw,relatime shared:3 - vfat /dev/mmcblk0p1 rw,fmask=0022,errors=remount-ro
29 27 8:1 / /media/my\040disk ro,relatime shared:4 master:1 - ext4 /dev/sda1 rw
30 27 0:30 / /run rw,nosuid - tmpfs tmpfs rw,size=100k
31 27 8:2 / /srv rw - ext4 /dev/sda2 rw
32 27 8:3 / /srv rw - ext4 /dev/sda3 ro,errors=remount-ro
"""


@pytest.fixture
def listing(tmp_path: Path) -> Path:
    path = tmp_path / "mountinfo"
    path.write_text(LISTING)
    return path


def on(folder: str, listing: Path) -> Mount:
    found = mount_of(Path(folder), mounts(listing))
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("folder", "point"),
    [
        ("/home/pi", "/"),
        ("/boot/firmware/x", "/boot/firmware"),
        ("/boot", "/"),
        ("/media/my disk/a", "/media/my disk"),
    ],
)
def test_a_folder_lies_on_the_deepest_mount_above_it(listing: Path, folder: str, point: str) -> None:
    assert on(folder, listing).point == Path(point)


def test_of_several_mounts_in_one_place_the_last_counts(listing: Path) -> None:
    assert on("/srv/games", listing).read_only, "what has gone read-only in itself"


def test_a_mount_and_what_is_below_it_may_be_read_only(listing: Path) -> None:
    assert on("/media/my disk", listing).read_only
    assert not on("/home", listing).read_only
    assert not on("/boot/firmware", listing).read_only


def test_without_a_listing_nothing_is_known(tmp_path: Path) -> None:
    assert mount_of(Path("/"), mounts(tmp_path / "none")) is None


def test_what_is_in_memory_is_forgotten(listing: Path, tmp_path: Path) -> None:
    nothing = tmp_path / "cmdline"
    assert is_volatile(on("/run/companion", listing), nothing)
    assert not is_volatile(on("/home", listing), nothing)


@pytest.mark.parametrize(
    ("words", "lost"),
    [
        ("boot=overlay console=tty1 root=/dev/mmcblk0p2", True),
        ("console=tty1 overlayroot=tmpfs:recurse=0", True),
        ("console=tty1 overlayroot=disabled", False),
    ],
)
def test_a_card_that_is_kept_from_writing_by_an_overlay_forgets(
    tmp_path: Path, words: str, lost: bool
) -> None:
    boot = tmp_path / "cmdline"
    boot.write_text(words)
    assert is_volatile(Mount(Path("/"), "overlay", frozenset({"rw"})), boot) is lost
