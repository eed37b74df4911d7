"""Pages over a weak Wi-Fi: few bytes at the first visit, hardly any later."""

from __future__ import annotations

import gzip
import io
import json
import re

import pytest
from PIL import Image, ImageChops, ImageStat
from playwright.sync_api import Browser, Page, expect

from companion.games.registry import registered
from docs.icons import FOLDER, render
from tests.fakes.box import MESSAGES
from tests.fakes.browsing import Box, Phones, visit
from tests.fakes.sitting import Sitting
from tests.web.pages.layout import SCHEMES
from web.pages.assets import ICONS

FIRST_TABLE, LATER = 40_000, 12_000
"""Bytes over the wire, heads of the answers included."""


class Wire:
    """Counts what comes to a phone."""

    def __init__(self, phone: Page) -> None:
        self.bytes = 0
        self.phone = phone
        session = phone.context.new_cdp_session(phone)
        session.send("Network.enable")
        session.on("Network.loadingFinished", self._came)

    def _came(self, event: dict[str, float]) -> None:
        self.bytes += int(event["encodedDataLength"])

    def of(self, address: str) -> int:
        """What a visit costs."""
        before = self.bytes
        visit(self.phone, address)
        return self.bytes - before


def test_the_first_visit_is_light_and_later_ones_ask_for_the_page_alone(phones: Phones, box: Box) -> None:
    box.start()
    box.phase("wonder")
    phone = phones.phone()
    asked: list[str] = []
    phone.on("request", lambda request: asked.append(request.url))
    wire = Wire(phone)
    assert 5_000 < wire.of("/table") < FIRST_TABLE
    for later in ("/act", "/table", "/log", "/games", "/rules"):
        assert 1_000 < wire.of(later) < LATER, later
    assert all(url.startswith(box.url) for url in asked), "nothing outside the box"


@pytest.mark.parametrize("language", MESSAGES.codes)
def test_every_page_of_the_rulebook_is_light(playing: Sitting, language: str) -> None:
    book = registered()["roads-and-boats"].rulebook()
    chapters = [f"/rules?chapter={each.name}" for each in book.groups]
    phases = sorted({f"/rules?phase={each}" for rule in book.rules() for each in rule.phases})
    how = {"Accept-Language": language, "Accept-Encoding": "gzip"}
    for page in ("/rules", *phases, *chapters, "/rules?system=la-strada"):
        assert 1_000 < len(playing.phone().get(page, headers=how).data) < LATER, page


def test_a_program_that_cannot_unpack_gets_the_same_as_it_is(playing: Sitting) -> None:
    for address in ("/table", "/rules", playing_asset(playing)):
        plain = playing.stranger().get(address)
        packed = playing.stranger().get(address, headers={"Accept-Encoding": "gzip"})
        assert "Content-Encoding" not in plain.headers
        assert packed.headers["Content-Encoding"] == "gzip"
        assert "Accept-Encoding" in plain.headers["Vary"]
        assert len(packed.data) < len(plain.data) / 2
        assert len(gzip.decompress(packed.data)) == len(plain.data)


def playing_asset(playing: Sitting) -> str:
    page = playing.stranger().get("/table").get_data(as_text=True)
    sheets: list[str] = re.findall(r"/look/[^\"]+css", page)
    return sheets[0]


def test_what_an_etag_names_and_what_is_short_stays_as_it_is(playing: Sitting) -> None:
    for address in ("/api/v1/table", "/healthz", "/log?before=1"):
        answer = playing.stranger().get(address, headers={"Accept-Encoding": "gzip"})
        assert ("Content-Encoding" in answer.headers) == address.startswith("/log"), address


def test_the_home_screen_has_an_icon_and_a_name(playing: Sitting) -> None:
    phone = playing.stranger()
    page = phone.get("/table").get_data(as_text=True)
    response = phone.get("/manifest.webmanifest")
    assert '<link rel="manifest" href="/manifest.webmanifest">' in page
    assert response.mimetype == "application/manifest+json"
    manifest = json.loads(response.data)
    assert (manifest["name"], manifest["start_url"], manifest["display"]) == ("Companion", "/", "standalone")
    for icon in manifest["icons"]:
        answer = phone.get(icon["src"])
        assert answer.mimetype == icon["type"]
        if icon["type"] == "image/png":
            assert "x".join(map(str, Image.open(io.BytesIO(answer.data)).size)) == icon["sizes"]
    touch = re.findall(r'rel="apple-touch-icon" href="([^"]+)"', page)
    assert phone.get(touch[0]).mimetype == "image/png"


def test_the_icons_pictures_are_those_that_the_command_draws(browser: Browser) -> None:
    for size in ICONS:
        kept = Image.open(FOLDER / f"icon-{size}.png").convert("RGB")
        away = ImageStat.Stat(ImageChops.difference(kept, render(browser, size))).mean
        assert max(away) < 2, "`make icons` draws them anew"


def test_the_colour_scheme_is_the_phones_until_one_is_chosen_also_without_scripts(
    shared_phones: Phones, shared_box: Box
) -> None:
    shared_box.start()
    ground = "getComputedStyle(document.body).backgroundColor"
    phone = shared_phones.phone(scripts=False)
    seen: dict[str, str] = {}
    for scheme in SCHEMES:
        phone.emulate_media(color_scheme=scheme)
        phone.goto("/games")
        seen[scheme] = phone.evaluate(ground)
    assert seen["light"] != seen["dark"]
    light, dark = SCHEMES
    for chosen, has, looks in (
        ("Light", dark, light),
        ("Dark", light, dark),
        ("As the phone has it", dark, dark),
    ):
        phone.emulate_media(color_scheme=has)
        phone.goto("/join")
        phone.get_by_role("link", name=chosen, exact=True).click()
        expect(phone.get_by_role("link", name=chosen, exact=True)).to_have_attribute("aria-current", "true")
        assert phone.evaluate(ground) == seen[looks]
        phone.goto("/games")
        dim = phone.locator(".cover").first.evaluate("each => getComputedStyle(each).filter") != "none"
        assert dim == (looks == dark), "covers are dim on a dark page"
    phone.emulate_media(color_scheme="light")
    assert phone.evaluate(ground) == seen["light"]
    phone.goto("/table")
    bar = phone.locator("#now-bar").evaluate("each => each.getBoundingClientRect().top")
    assert bar < 120, "without scripts it stands at the top of the page"
