"""Catalogues are read as gettext reads them."""

from __future__ import annotations

from pathlib import Path

from companion.language.catalogue import Catalogue

ODD = r"""# A remark before everything.
#, fuzzy
msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\n"
"Plural-Forms: nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 ? 1 : 2);\n"

#. what it is for
#: web/pages/log.py:12
msgid "plain"
msgstr "Plain \"words\", a back\\slash\tand\nmore: “È”"

msgid "long"
msgstr ""
"One line, "
"and another."
msgid "no-blank-line-before"
msgstr "Here."

#, fuzzy, python-brace-format
#| msgid "before"
msgid "guessed"
msgstr "Guessed"

#, python-brace-format
msgid "many"
msgid_plural "many"
msgstr[0] "{count} jeden"
msgstr[1] "{count} dwa"
msgstr[2] "{count} wiele"

msgid "half"
msgid_plural "half"
msgstr[0] "one"
msgstr[1] ""
msgstr[2] ""

msgid "empty"
msgstr ""

#~ msgid "gone"
#~ msgstr "Gone"

#, fuzzy
#~ msgid "gone-and-guessed"
#~ msgstr "Gone"
"""


def test_untranslated_fuzzy_and_obsolete_entries_are_skipped(tmp_path: Path) -> None:
    (tmp_path / "odd.po").write_text(ODD, encoding="utf-8")
    odd = Catalogue(tmp_path)
    assert set(odd.forms) == {"plain", "long", "no-blank-line-before", "many"}
    assert odd.get("plain") == 'Plain "words", a back\\slash\tand\nmore: “È”'
    assert [odd.get("many", count) for count in (1, 3, 5, 11, None)] == [
        "{count} jeden", "{count} dwa", "{count} wiele", "{count} wiele", "{count} jeden",
    ]  # fmt: skip
    assert odd.get("gone") is odd.get("") is None


def test_line_ends_of_windows_change_nothing(tmp_path: Path) -> None:
    ends = tmp_path / "lines"
    ends.mkdir()
    (tmp_path / "odd.po").write_text(ODD, encoding="utf-8")
    (ends / "odd.po").write_bytes(ODD.replace("\n", "\r\n").encode())
    assert Catalogue(ends).forms == Catalogue(tmp_path).forms


def test_a_missing_folder_has_no_texts(tmp_path: Path) -> None:
    assert Catalogue(tmp_path / "nowhere").get("plain") is None
