"""A rude and clever guest on the Wi-Fi tries every address of looking after the box. One box for all."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from io import BytesIO
from itertools import product

import pytest
from flask.testing import FlaskClient

from companion.daemon.configuration import OVERLAY, Configuration
from companion.storage.recovery import GAMES
from tests.fakes.sitting import CODE, Sitting
from tests.web.admin.scenes import installed
from web.auth import MEMBER_COOKIE

OPEN_TO_ALL = frozenset({"/care", "/care/ask", "/care/type", "/care/leave"})
"""Of these the first page says nothing but how to be let in, and the others are about who asks."""
OWN = "# Mine.\n[oled]\ncontrast = 160  # bright enough\n"
CHOSEN = {
    "box.language": "en", "oled.contrast": "160", "oled.rotate": "0", "oled.dim_after": "10",
    "oled.dim_contrast": "1", "copies.keep": "8",
}  # fmt: skip
FIELDS = {
    **CHOSEN, "oled.contrast": "30", "sure": "1", "do": "always", "network": "Home", "version": "9.9",
    "password": "correct horse", "copy": "companion-20261121T180300Z-1.sqlite", "now": "1790000000000",
    "asked": "1", "way": "0",
}  # fmt: skip
"""What the forms of all these pages would say."""


@dataclass
class Attacked:
    """A box that was set up, with a key for updates, and a phone that looks after it."""

    sitting: Sitting
    admin: str

    def phone(self, token: str | None = None) -> FlaskClient:
        client = self.sitting.app.test_client(use_cookies=False)  # a browser's bounds are none for a guest
        if token is not None:
            client.environ_base["HTTP_COOKIE"] = f"{MEMBER_COOKIE}={token}"
        return client

    @property
    def addresses(self) -> list[tuple[str, str]]:
        """Every address of looking after the box that is not open to all, with each method."""
        return [
            (method, each.rule)
            for each in self.sitting.app.url_map.iter_rules()
            for method in sorted((each.methods or set()) & {"GET", "HEAD", "POST"})
            if each.rule.startswith("/care/") and each.rule not in OPEN_TO_ALL
        ]

    @property
    def forms(self) -> list[str]:
        return [rule for method, rule in self.addresses if method == "POST"]

    def untouched(self) -> bool:
        """Whether no attempt has changed anything."""
        admin = self.sitting.admin
        return (
            not (self.sitting.folder / OVERLAY).exists()
            and (self.sitting.wished, self.sitting.put_back) == ([], [])
            and self.sitting.confirmations.pending is None
            and (admin.carrying.received, admin.updates.found) == (None, None)
            and not [each for each in self.sitting.folder.iterdir() if each.is_dir() and each.name != GAMES]
        )


@pytest.fixture(scope="module")
def box(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Attacked]:
    folder = tmp_path_factory.mktemp("box")
    file, paths = folder / "companion.toml", installed(folder)
    (folder / "data").mkdir()
    file.write_text(OWN)
    configuration = Configuration(file, (f"data.folder={folder / 'data'}",))
    sitting = Sitting(folder / "data", paths=paths, configuration=configuration)
    sitting.admin_access.claim()
    token = sitting.membership.join(CODE, "Rosa", "red", "10.42.0.2")
    sitting.admin_access.answer(sitting.admin_access.request(token, "10.42.0.2"), yes=True)
    yield Attacked(sitting, token)
    sitting.close()


def sent(rule: str) -> dict[str, object]:
    """A whole form for this address."""
    file = {"file": (BytesIO(b"SQLite format 3\0" * 40), "evening.sqlite")} if rule.endswith("/bring") else {}
    return {**FIELDS, **file}


FORGED: dict[str, Callable[[str], str | None]] = {
    "none": lambda _: None,
    "the hash that is kept of an admin's": lambda token: hashlib.sha256(token.encode()).hexdigest(),
    "an admin's, cut short": lambda token: token[:-1],
    "an admin's in capitals": lambda token: token.upper(),
    "an admin's behind another": lambda token: f"x; {MEMBER_COOKIE}={token[:-2]}",
    "bytes that are no text": lambda _: "\xff\xfe",
    "very long": lambda _: "a" * 30_000,
}


@pytest.mark.parametrize("who", FORGED)
def test_a_forged_token_opens_nothing_and_changes_nothing(box: Attacked, who: str) -> None:
    forged = FORGED[who](box.admin)
    header = {} if forged is None else {"Authorization": f"Bearer {forged}"}
    for method, rule in box.addresses:
        body = sent(rule) if method == "POST" else None
        answer = box.phone(forged).open(rule, method=method, data=body, headers=header)
        where = answer.headers.get("Location", "")
        assert (answer.status_code, where.partition("?")[0]) in ((303, "/care"), (303, "/join")), rule
    assert box.untouched()


def test_a_member_is_let_in_by_no_header(box: Attacked) -> None:
    guest = box.phone(box.sitting.membership.join(CODE, "Eve", None, "10.42.0.66"))
    claims = {
        "X-Forwarded-For": "127.0.0.1", "X-Real-IP": "127.0.0.1", "X-Original-URL": "/care",
        "X-HTTP-Method-Override": "GET", "X-Forwarded-Host": "localhost", "Host": "localhost",
        "Sec-Fetch-Site": "none", "Origin": "http://localhost", "Referer": "http://localhost/care",
    }  # fmt: skip
    for method, rule in box.addresses:
        body = sent(rule) if method == "POST" else None
        answer = guest.open(rule, method=method, data=body, headers=claims)
        assert (answer.status_code, answer.headers["Location"]) == (303, "/care"), rule
    assert box.untouched()


@pytest.mark.parametrize(
    "headers",
    [{"Origin": "http://localhost.evil.example"}, {"Origin": "http://evil.example#localhost"},
     {"Origin": "file://"}, {"Origin": ""}, {"Sec-Fetch-Site": "SAME-ORIGIN"}, {"Sec-Fetch-Site": ""}],
    ids=str,
)  # fmt: skip
def test_a_page_of_another_site_or_port_sends_nothing_with_an_admins_cookie(
    box: Attacked, headers: dict[str, str]
) -> None:
    for rule in [*box.forms, "/care/ask", "/care/type", "/care/leave"]:
        answer = box.phone(box.admin).post(rule, data=sent(rule), headers=headers)
        assert answer.status_code == 403, rule
    assert box.untouched()
    assert box.sitting.admin_access.is_admin(box.admin)


def test_a_foreign_host_name_opens_none_of_these_pages(box: Attacked) -> None:
    for method, rule in [*box.addresses, ("GET", "/care"), ("POST", "/care/ask")]:
        body = sent(rule) if method == "POST" else None
        answer = box.phone(box.admin).open(rule, method=method, data=body, headers={"Host": "evil.example"})
        assert answer.status_code == 421, rule
    assert box.untouched()


def test_another_spelling_of_an_address_opens_no_page(box: Attacked) -> None:
    guest = box.phone(box.sitting.membership.join(CODE, "Eve", None, "10.42.0.66"))
    for rule in box.forms:
        for other in (
            f"{rule}/",
            rule.replace("/care", "/care/."),
            rule.replace("/care", "/CARE"),
            rule.replace("/care", "/x/../care"),
            rule.replace("/care", "/%63are"),
            f"{rule}%00",
        ):
            assert guest.post(other, data=sent(rule)).status_code in (303, 308, 400, 404, 405), other
    assert box.untouched()


DIGITS = "1" * 5000
NASTY = (
    "", "-1", "1e400", "nan", "inf", "-inf", "0x10", "1_0", '160\n[web]\njoin_code = "0000"', '160"\n',
    "160 # c", "true", "[1]", '"x"', "\0", "\ud7ff\ufffd", "x" * 5000, DIGITS, f"-{DIGITS}", "../x", "%s",
    "{0}", "{{7*7}}", "45", "1e-400", "7,5,5",
)  # fmt: skip


def test_no_value_breaks_the_configuration_or_a_page(box: Attacked) -> None:
    """Of what fits nothing but this one value is written."""
    phone = box.phone(box.admin)
    for key, value in product(CHOSEN, NASTY):
        answer = phone.post("/care/settings", data={**CHOSEN, key: value})
        assert (answer.status_code, 'role="alert"' in answer.text) in ((422, True), (200, False)), value[:40]
        if answer.status_code == 200:
            overlay = box.sitting.folder / OVERLAY
            section, _, name = key.partition(".")
            assert json.loads(overlay.read_bytes())[section] == {name: float(value)}
            overlay.unlink()
            box.sitting.wished.clear()
        assert box.untouched(), value[:40]
    assert box.sitting.membership.code == CODE


FORM = "multipart/form-data; boundary=a"
HEAD = b'--a\r\nContent-Disposition: form-data; name="file"; filename='
BODIES = {
    "no boundary": ("multipart/form-data", b"x"),
    "a boundary that is no text": ("multipart/form-data; boundary=\xe9", b"x"),
    "a boundary of 70,000 letters": (f"multipart/form-data; boundary={'b' * 70_000}", b"--b"),
    "a name that is no text": (FORM, HEAD + b'"\xff\xfe\0"\r\n\r\nxx\r\n--a--\r\n'),
    "a name of half a letter": (
        FORM, HEAD[:-1] + b"*=utf-8''%ed%a0%80\r\n\r\nxx\r\n--a--\r\n",
    ),
    "a name that climbs": (FORM, HEAD + b'"../../journal.sqlite"\r\n\r\nxx\r\n--a--\r\n'),
    "a part without a name": (
        FORM,
        b'--a\r\nContent-Disposition: form-data; filename="x"\r\n\r\nxx\r\n--a--\r\n',
    ),
    "a part without a head": (FORM, b"--a\r\nX\r\n\r\nxx\r\n--a--\r\n"),
    "two files": (
        FORM, HEAD + b'"x"\r\n\r\nxx\r\n' + HEAD + b'"y"\r\n\r\nyy\r\n--a--\r\n',
    ),
    "fifty fields": (
        FORM,
        b'--a\r\nContent-Disposition: form-data; name="f"\r\n\r\nx\r\n' * 50 + b"--a--\r\n",
    ),
    "a field of 200,000 letters": (
        FORM,
        b'--a\r\nContent-Disposition: form-data; name="f"\r\n\r\n' + b"x" * 200_000 + b"\r\n--a--\r\n",
    ),
    "no end": (FORM, HEAD + b'"x"\r\n\r\nxx'),
    "another kind": ("application/json", b'{"file": '),
    "no kind": ("", b"x"),
}  # fmt: skip


@pytest.mark.parametrize("body", BODIES)
def test_a_form_that_no_browser_sends_is_refused_in_words_and_leaves_nothing(
    box: Attacked, body: str
) -> None:
    kind, content = BODIES[body]
    phone = box.phone(box.admin)
    for rule in ("/care/copies/bring", "/care/update/bring"):
        answer = phone.post(rule, data=content, content_type=kind)
        assert answer.status_code in (400, 413, 422), rule
        assert answer.text.count('role="alert"') == 1
    for place in ("received", "update"):
        left = box.sitting.folder / place
        assert not left.exists() or not list(left.iterdir())
        if left.exists():
            left.rmdir()
    assert box.untouched()


def test_nothing_is_done_by_following_a_link(box: Attacked) -> None:
    both = {rule for method, rule in box.addresses if method == "GET"}
    for rule in set(box.forms) - both:
        assert box.phone(box.admin).get(rule).status_code == 405, rule
    assert box.untouched()
