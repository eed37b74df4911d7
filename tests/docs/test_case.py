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


def said_of(mesh: Mesh, said: tuple[float, float, float] = SAID) -> str:
    return "; ".join(faults(mesh, said))


def turned(mesh: Mesh) -> Mesh:
    return tuple((a, c, b) for a, b, c in mesh)


def test_a_block_has_no_fault() -> None:
    assert said_of(block()) == ""
    assert volume(block()) == pytest.approx(1000)
    assert size(block((5.0, -3.0, 2.0), (1.0, 2.0, 3.0))) == (1.0, 2.0, 3.0)


def test_a_block_in_two_pieces_that_do_not_touch_has_none() -> None:
    assert said_of(block() + block((20.0, 0.0, 0.0)), (30.0, 10.0, 10.0)) == ""


def test_a_hollow_block_is_as_much_as_its_walls() -> None:
    hollow = block() + turned(block((2.0, 2.0, 2.0), (6.0, 6.0, 6.0)))
    assert said_of(hollow) == ""
    assert volume(hollow) == pytest.approx(1000 - 216)


def test_a_missing_triangle_leaves_it_open_and_the_place_is_named() -> None:
    assert said_of(block()[1:]) == (
        "it is not closed: 3 edges do not join two triangles, one at (0, 0, 0) to (0, 10, 0)"
    )


def test_a_triangle_that_looks_the_other_way_leaves_it_open() -> None:
    mesh = block()
    assert "it is not closed: 3 edges" in said_of((*turned(mesh[:1]), *mesh[1:]))


def test_two_blocks_that_touch_along_an_edge_cannot_be_printed() -> None:
    assert "it is not closed: 1 edges" in said_of(block() + block((10.0, 10.0, 0.0)), (20.0, 20.0, 10.0))


def test_a_triangle_twice_cannot_be_printed() -> None:
    mesh = block()
    assert "it is not closed: 3 edges" in said_of(mesh + mesh[:1])


def test_a_block_inside_out_cannot_be_printed() -> None:
    assert said_of(turned(block())) == "it is inside out"


def test_a_triangle_without_area_cannot_be_printed() -> None:
    a, b, _ = block()[0]
    assert "1 triangles have no area" in said_of((*block(), (a, b, b)))


def test_an_empty_mesh_cannot_be_printed() -> None:
    assert said_of(()) == "it is empty"


@pytest.mark.parametrize(("height", "fault"), [(10.05, ""), (10.2, "z is 10.20 mm and should be 10.00 mm")])
def test_a_side_may_differ_by_a_tenth_of_a_millimetre(height: float, fault: str) -> None:
    assert said_of(block(size=(10.0, 10.0, height))) == fault


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


def test_the_readme_has_the_size_of_the_case() -> None:
    source = CASE.read_text(encoding="utf-8")
    sides = [re.search(rf"^{name} = (\d+);", source, re.MULTILINE) for name in ("width", "depth", "height")]
    said = " x ".join(side[1] for side in sides if side)
    readme = (CASE.parents[1] / "README.md").read_text(encoding="utf-8")
    assert f"{said} mm" in readme


def test_what_the_readme_lets_people_choose_stands_at_the_top_of_the_source() -> None:
    head = CASE.read_text(encoding="utf-8").partition("/* [Hidden] */")[0]
    known = set(re.findall(r"^(\w+) = ", head, re.MULTILINE))
    readme = (CASE.parents[1] / "README.md").read_text(encoding="utf-8")
    chosen = {
        each.partition("=")[0] for said in re.findall(r'CASE="([^"]+)"', readme) for each in said.split()
    }
    assert {"lamps", "strip", "buzzer"} < chosen <= known


def test_without_a_choice_there_are_neither_lamps_nor_strip_nor_buzzer() -> None:
    source = CASE.read_text(encoding="utf-8")
    for name in ("lamps", "strip", "buzzer"):
        assert f"\n{name} = 0;" in source
