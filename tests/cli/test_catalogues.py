"""`companion catalogues`: how much of each language there is, and every fault of one."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from companion.cli import catalogues as cli
from companion.cli import companion_command
from companion.cli.catalogues import faults
from companion.language.comparison import CatalogueUnreadable
from companion.language.messages import CatalogueFolders, Messages
from tests.fakes.box import MESSAGES

HEADER = (
    'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n'
    '"Plural-Forms: nplurals=2; plural=(n != 1);\\n"\n'
)
SAYS = MESSAGES.language("en").say
LONG = "Kahdeksankymmentäkuusi"
ROWS_AND_MORE = "Mitään ei tapahdu nyt eikä sitten eikä koskaan enää toistekaan ehkä."


def entry(code: str, *forms: str, above: str = "") -> str:
    """An entry of a catalogue; several forms are those for numbers."""
    if len(forms) == 1:
        return f'\n{above}msgid "{code}"\nmsgstr "{forms[0]}"\n'
    numbered = "".join(f'msgstr[{number}] "{form}"\n' for number, form in enumerate(forms))
    return f'\n{above}msgid "{code}"\nmsgid_plural "{code}"\n{numbered}'


@pytest.mark.parametrize(
    ("english", "finnish", "told"),
    [
        pytest.param([entry("x.a", "Yes")], [], ["x.a: missing. In English: “Yes”"], id="missing"),
        pytest.param(
            [entry("x.a", "Yes")],
            [entry("x.a", "Yes", above="#, fuzzy\n")],
            ["x.a: missing. In English: “Yes”"],
            id="not translated yet",
        ),
        pytest.param(
            [entry("x.b", "Yes")],
            [entry("x.a", "Ei"), entry("x.b", "Joo")],
            ["x.a: unused, English has it no more. Delete it."],
            id="unused",
        ),
        pytest.param(
            [entry("x.a", "Of {who}, {n}")],
            [entry("x.a", "Kuka {whom}")],
            ["x.a: lacks {n} and {who}", "x.a: has {whom}, which is not filled in; English has other names"],
            id="other parameters",
        ),
        pytest.param(
            [entry("x.a", "Of {who}")],
            [entry("x.a", "Kuka {who")],
            ["x.a: a brace stands alone or holds more than a name"],
            id="a brace",
        ),
        pytest.param(
            [entry("x.a", "Of {who}"), entry("x.b", "Of {who}")],
            [entry("x.a", "Kuka {who:zz}"), entry("x.b", "Kuka {who!q}")],
            [f"x.{each}: a brace stands alone or holds more than a name" for each in "ab"],
            id="more than a name in braces",
        ),
        pytest.param(
            [entry("x.a", "One", "Many")],
            [entry("x.a", "Monta")],
            ["x.a: has one form, English has one for each number"],
            id="one form for all numbers",
        ),
        pytest.param(
            [entry("x.a", "Many")],
            [entry("x.a", "Yksi", "Monta")],
            ["x.a: has a form for each number, English has one for all"],
            id="forms for numbers",
        ),
        pytest.param(
            [entry("x.a", "One", "Many")],
            [entry("x.a", "Yksi", "Kaksi", "Monta")],
            ["x.a: has 3 forms for numbers; by the head of the file the language has 2"],
            id="a form too many",
        ),
        pytest.param(
            [entry("panel.a", "End the game now?")],
            [entry("panel.a", "Lopetetaanko peli nyt?")],
            ["panel.a: 1 letter too long for its row of 21 on the display: “Lopetetaanko peli nyt?”"],
            id="longer than a row",
        ),
        pytest.param(
            [entry("panel.a", "End: {colour}"), entry("colour.red", "Red"), entry("colour.blue", "Blue")],
            [
                entry("panel.a", "Lopettaa: {colour}"),
                entry("colour.red", "Punainen"),
                entry("colour.blue", "S"),
            ],
            [],
            id="as long as a row with the longest word",
        ),
        pytest.param(
            [entry("panel.a", "End: {colour}"), entry("colour.red", "Red")],
            [entry("panel.a", "Lopettaa nyt: {colour}"), entry("colour.red", "Punainen")],
            ["panel.a: 1 letter too long for its row of 21 on the display: “Lopettaa nyt: Punainen”"],
            id="too long with the longest word",
        ),
        pytest.param(
            [entry("panel.a", "End it?", above="#. May take 2 rows.\n")],
            [entry("panel.a", "Lopetetaanko peli nyt?")],
            [],
            id="rows that a comment allows",
        ),
        pytest.param(
            [entry("panel.a", "Code", above="#. Beside a code: 10 letters.\n")],
            [entry("panel.a", "Koodi tässä")],
            ["panel.a: 1 letter too long for its row of 10 on the display: “Koodi tässä”"],
            id="longer than a row beside a code",
        ),
        pytest.param(
            [entry("panel.a", "Nothing happens.")],
            [entry("panel.a", ROWS_AND_MORE)],
            [f"panel.a: takes 4 rows of the display and has 3, 16 letters too long: “{ROWS_AND_MORE}”"],
            id="more rows than there are",
        ),
        pytest.param(
            [entry("refused.a", "No.")],
            [entry("refused.a", f"{LONG}.")],
            [f"refused.a: a word is 2 letters longer than its row of 21 on the display: “{LONG}.”"],
            id="a long word",
        ),
        pytest.param(
            [entry("refused.a", "No."), entry("display.refused.a", "No.")],
            [entry("refused.a", f"{LONG}."), entry("display.refused.a", "Ei.")],
            [],
            id="a long word that the display says otherwise",
        ),
        pytest.param(
            [entry("panel.a", "Of {good}"), entry("good.iron", "iron")],
            [entry("panel.a", "Of {good}"), entry("good.iron", "鉄")],
            ["good.iron: the display’s font lacks 鉄"],
            id="letters of a word that the display shows",
        ),
        pytest.param(
            [entry("x.a", "Price of {good}"), entry("good.iron", "iron")],
            [entry("x.a", "{good_of} hinta"), entry("good.iron", "rauta"), entry("good_of.iron", "raudan")],
            [],
            id="a word in a form of its own",
        ),
        pytest.param([entry("x.a", "iron")], [entry("x.a", "鉄")], [], id="letters of the pages"),
    ],
)
def test_what_is_amiss_is_said_with_its_code(
    tmp_path: Path, english: list[str], finnish: list[str], told: list[str]
) -> None:
    for code, entries in (("en", english), ("fi", finnish)):
        (tmp_path / code).mkdir()
        (tmp_path / code / "all.po").write_text(HEADER + "".join(entries), encoding="utf-8")
    found = list(faults(CatalogueFolders((tmp_path,)), "fi"))
    assert [SAYS(each.what) for each in found] == told
    assert {each.path for each in found} <= {str(tmp_path / "fi" / "all.po")}


def test_a_file_that_english_does_not_have_is_unused_and_one_that_cannot_be_read_is_named(
    tmp_path: Path,
) -> None:
    for code in ("en", "fi"):
        (tmp_path / code).mkdir()
    (tmp_path / "fi" / "old.po").write_text(HEADER + entry("x.a", "Vanha"), encoding="utf-8")
    (fault,) = faults(CatalogueFolders((tmp_path,)), "fi")
    assert SAYS(fault.what) == "unused: English has no file of this name. Delete it."
    (tmp_path / "fi" / "old.po").write_text(HEADER + entry("x.a", 'Van"ha'), encoding="utf-8")
    with pytest.raises(CatalogueUnreadable) as raised:
        list(faults(CatalogueFolders((tmp_path,)), "fi"))
    assert "old.po cannot be read: " in SAYS(raised.value.message)
    assert "line 6" in SAYS(raised.value.message)


@pytest.mark.parametrize(
    ("plurals", "told"),
    [
        ("nplurals=2; plural=n;", "is no rule, or leads to a form that nplurals does not count: “"),
        ("nplurals=2; plural=(n != 1;", "is no rule, or leads to a form that nplurals does not count: “"),
        ("nplurals=2; plural=n > 1;", "is not the one of "),
    ],
)
def test_each_file_of_a_language_has_the_same_rule_for_numbers_and_one_that_holds(
    plurals: str, told: str, tmp_path: Path
) -> None:
    for code in ("en", "fi"):
        (tmp_path / code).mkdir()
        for name in ("a.po", "b.po", "c.po"):
            (tmp_path / code / name).write_text(HEADER + entry(f"x.{name}", "One", "Many"), encoding="utf-8")
    file = tmp_path / "fi" / "c.po"
    file.write_text(file.read_text(encoding="utf-8").replace("nplurals=2; plural=(n != 1);", plurals))
    (fault,) = faults(CatalogueFolders((tmp_path,)), "fi")
    assert fault.path == str(file)
    assert SAYS(fault.what).startswith(f"Plural-Forms in the head of the file {told}")
    assert Messages(CatalogueFolders((tmp_path,))).language("fi").phrase("x.a.po", {"count": 7}) == "Many"


def test_what_a_language_lacks_of_its_own_name_is_asked_for_in_the_english_file_of_names(
    tmp_path: Path,
) -> None:
    for code in ("en", "fi"):
        (tmp_path / code).mkdir()
    names = entry("language.en", "English") + entry("language.en.next", "Select: {next}")
    (tmp_path / "en" / "languages.po").write_text(
        HEADER + names + entry("language.fi.next", "Selaa: {seuraava}"), encoding="utf-8"
    )
    assert list(faults(CatalogueFolders((tmp_path,)), "en")) == []
    found = list(faults(CatalogueFolders((tmp_path,)), "fi"))
    assert [SAYS(each.what) for each in found] == [
        "language.fi: missing. In English: “English”",
        "language.fi.next: lacks {next}",
        "language.fi.next: has {seuraava}, which is not filled in; English has other names",
    ]
    assert {each.path for each in found} == {str(tmp_path / "en" / "languages.po")}


def test_the_command_says_how_much_there_is_of_each_language_and_that_a_complete_one_is_well() -> None:
    runner = CliRunner(env={"LC_ALL": "en_GB.UTF-8"})
    lines = runner.invoke(companion_command, ["catalogues"]).stdout.splitlines()
    whole = [line.partition(":")[0] for line in lines if line.endswith("100 %")]
    assert whole == ["English (en)", "Suomi (fi)", "Italiano (it)"]
    well = runner.invoke(companion_command, ["catalogues", "it"])
    assert (well.exit_code, well.stdout.splitlines()[1:]) == (0, ["Nothing is amiss."])
    unknown = runner.invoke(companion_command, ["catalogues", "xx"])
    assert (unknown.exit_code, "make language CODE=xx" in unknown.stderr) == (1, True)


def test_the_command_names_the_file_of_a_fault_and_ends_with_status_1(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for code, said in (("en", "Yes"), ("fi", "")):
        (tmp_path / code).mkdir()
        (tmp_path / code / "all.po").write_text(HEADER + entry("x.a", said), encoding="utf-8")
    for name, folders in (("catalogues", (tmp_path,)), ("rulebook_catalogues", ())):
        monkeypatch.setattr(cli, name, lambda _games, folders=folders: CatalogueFolders(folders))
    monkeypatch.chdir(tmp_path)
    told = CliRunner(env={"LC_ALL": "en_GB.UTF-8"}).invoke(companion_command, ["catalogues", "fi"])
    assert told.exit_code == 1
    assert told.stdout.splitlines() == [
        str(Path("fi", "all.po")),
        "  x.a: missing. In English: “Yes”",
        "Suomi (fi): 0 of 1 messages, 0 %",
        "1 thing to mend.",
    ]
