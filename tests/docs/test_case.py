"""What would spoil a print is found before it is printed."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from docs.case.mesh import Mesh, faults, read, size, volume
from release.make_release import case
from tests.docs.solids import block, stl
from tests.tree import ROOT

CASE = ROOT / "hardware" / "case" / "companion.scad"
SAID = (10.0, 10.0, 10.0)


def turned(mesh: Mesh) -> Mesh:
    return tuple((a, c, b) for a, b, c in mesh)


HOLLOW = block() + turned(block((2.0, 2.0, 2.0), (6.0, 6.0, 6.0)))


def test_a_mesh_has_the_size_and_the_volume_of_its_walls() -> None:
    assert size(block((5.0, -3.0, 2.0), (1.0, 2.0, 3.0))) == (1.0, 2.0, 3.0)
    assert volume(block()) == pytest.approx(1000)
    assert volume(HOLLOW) == pytest.approx(1000 - 216)


@pytest.mark.parametrize(
    ("mesh", "said", "fault"),
    [
        pytest.param(block(), SAID, "", id="closed"),
        pytest.param(block() + block((20.0, 0.0, 0.0)), (30.0, 10.0, 10.0), "", id="two that do not touch"),
        pytest.param(HOLLOW, SAID, "", id="hollow"),
        pytest.param(
            block()[1:],
            SAID,
            "it is not closed: 3 edges do not join two triangles, one at (0, 0, 0) to (0, 10, 0)",
            id="a triangle missing",
        ),
        pytest.param(
            (*turned(block()[:1]), *block()[1:]),
            SAID,
            "it is not closed: 3 edges",
            id="a triangle the other way",
        ),
        pytest.param(
            block() + block((10.0, 10.0, 0.0)),
            (20.0, 20.0, 10.0),
            "it is not closed: 1 edges",
            id="two that touch along an edge",
        ),
        pytest.param(block() + block()[:1], SAID, "it is not closed: 3 edges", id="a triangle twice"),
        pytest.param(turned(block()), SAID, "it is inside out", id="inside out"),
        pytest.param(
            (*block(), (block()[0][0], block()[0][1], block()[0][1])),
            SAID,
            "1 triangles have no area",
            id="a triangle without area",
        ),
        pytest.param((), SAID, "it is empty", id="empty"),
        pytest.param(block(size=(10.0, 10.0, 10.05)), SAID, "", id="a tenth of a millimetre"),
        pytest.param(
            block(size=(10.0, 10.0, 10.2)), SAID, "z is 10.20 mm and should be 10.00 mm", id="two tenths"
        ),
    ],
)
def test_what_would_spoil_a_print_is_named(mesh: Mesh, said: tuple[float, float, float], fault: str) -> None:
    found = "; ".join(faults(mesh, said))
    assert fault in found
    assert bool(fault) == bool(found)


def test_a_file_as_openscad_writes_it_is_read_to_the_last_triangle() -> None:
    mesh = block((0.5, -1.25, 1e-3))
    assert read(stl(mesh)) == mesh


@pytest.mark.parametrize("cut", [-60, -200, 40])
def test_half_a_file_is_refused(cut: int) -> None:
    words = stl(block())
    with pytest.raises(ValueError, match="STL"):
        read(words[:cut] if cut < 0 else words[cut:])


def openscad(folder: Path, mesh: Mesh, monkeypatch: pytest.MonkeyPatch) -> None:
    """Put a program first in the path that writes this mesh, as OpenSCAD would a part of 10 mm."""
    (folder / "mesh").write_text(stl(mesh), encoding="ascii")
    program = folder / "openscad"
    program.write_text(
        f'#!/bin/sh\ncp "{folder}/mesh" "$2"\necho \'ECHO: "size", "body", [10, 10, 10]\' >&2\n'
    )
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(folder), prepend=":")


@pytest.mark.parametrize("mesh", [block(), block()[1:]], ids=["closed", "open"])
def test_a_release_has_the_case_to_print_where_it_can_be_printed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, mesh: Mesh
) -> None:
    openscad(tmp_path, mesh, monkeypatch)
    (tmp_path / "release").mkdir()
    assert case(tmp_path / "release") == (mesh == block())
    made = {each.name: read(each.read_text("ascii")) for each in (tmp_path / "release").iterdir()}
    assert made == {f"companion-case-{part}.stl": mesh for part in ("body", "lid")}


def test_without_openscad_a_release_reports_its_missing_case(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert not case(tmp_path)
    assert "apt install openscad" in capsys.readouterr().err


def test_the_readme_has_the_size_of_the_case_and_the_choices_at_the_top_of_its_source() -> None:
    source = CASE.read_text(encoding="utf-8")
    readme = (CASE.parents[1] / "README.md").read_text(encoding="utf-8")
    sides = [re.search(rf"^{name} = (\d+);", source, re.MULTILINE) for name in ("width", "depth", "height")]
    assert f"{' x '.join(side[1] for side in sides if side)} mm" in readme
    known = dict(re.findall(r"^(\w+) = (\S+);", source.partition("/* [Hidden] */")[0], re.MULTILINE))
    chosen = {
        each.partition("=")[0] for said in re.findall(r'CASE="([^"]+)"', readme) for each in said.split()
    }
    additions = {"lamps", "strip", "buzzer"}
    assert additions < chosen <= set(known)
    assert {known[each] for each in additions} == {"0"}, "none of them without a choice"
