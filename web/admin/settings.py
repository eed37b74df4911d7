"""The settings that an admin can change, with their present values."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
from flask import Response, request
from msgspec.structs import replace

from companion.config import STRIPS, Config, ConfigError
from companion.language.text import CompanionError, Text, text
from web.admin.forms import guard
from web.pages.banner import Banner
from web.pages.forms import Typed
from web.pages.pages import Pages
from web.site import EditableConfiguration, Site

HERE = "/care/settings"
FORM = "settings"


class Choice(msgspec.Struct, frozen=True):
    """A field of the form.

    key: `section.name` of the configuration. values: to choose from; empty for a number from `low` to `high`.
    step: of the number, as in HTML.
    """

    key: str
    values: tuple[str, ...] = ()
    low: str = ""
    high: str = ""
    step: str = "1"


def choices(languages: tuple[str, ...], config: Config) -> tuple[Choice, ...]:
    """The fields in the order of the page.

    languages: their codes. A key whose value in `config` is not among its own, such as the driver of a
    simulated part, has no field.
    """
    every = _choices(languages)
    return tuple(each for each in every if not each.values or _now(config, each.key) in each.values)


def _choices(languages: tuple[str, ...]) -> tuple[Choice, ...]:
    return (
        Choice("box.language", languages),
        Choice("oled.contrast", low="0", high="255"),
        Choice("oled.rotate", ("0", "180")),
        Choice("oled.dim_after", low="0.1", high="600", step="any"),
        Choice("oled.dim_contrast", low="0", high="255"),
        Choice("lamps.driver", ("none", "leds", *STRIPS)),
        Choice("lamps.brightness", low="1", high="255"),
        Choice("lamps.dim_brightness", low="0", high="255"),
        Choice("buzzer.driver", ("none", "active", "passive")),
        Choice("buzzer.volume", ("1", "2", "3")),
        Choice("buzzer.quiet_from", low="0", high="23"),
        Choice("buzzer.quiet_until", low="0", high="23"),
        Choice("copies.keep", low="0", high="200"),
    )


class InvalidValue(CompanionError):
    """A value that its key does not take."""

    def __init__(self, key: str, message: Text) -> None:
        super().__init__(message)
        self.key = key


def routes(pages: Pages) -> None:
    """Show the fields, and write what was changed."""
    site, blueprint = pages.site, pages.blueprint

    @blueprint.get(HERE)
    def care_settings() -> Response:
        guard(site)
        return _page(pages)

    @blueprint.post(HERE)
    def care_settings_chosen() -> Response:
        guard(site)
        return _chosen(pages, site.configuration)


def _chosen(pages: Pages, configuration: EditableConfiguration) -> Response:
    """Write what was typed and restart; during a game ask first."""
    shown = _shown(pages.site)
    every = choices(pages.site.messages.codes, shown)
    values = {each.key: request.form.get(each.key, "").strip().replace(",", ".") for each in every}
    if pages.site.playing and request.form.get("sure") != "1":
        return _page(pages, typed=Typed(FORM, values), asks=True)
    answer = pages.draw("care_begun", at=HERE, tab="games", until="table")
    say = pages.language().say
    try:
        changed = _write(configuration, every, values, shown)
    except InvalidValue as invalid:
        typed = Typed(FORM, values, invalid.key)
        return _page(pages, status=422, typed=typed, banner=Banner(say(invalid.message)))
    except CompanionError as failure:
        return _page(pages, status=503, typed=Typed(FORM, values), banner=Banner(say(failure.message)))
    if not changed:
        return _page(pages, banner=Banner(say(text("care.settings-same")), kind="good"))
    configuration.restart()  # ends this server: the response is made before
    return answer


def _write(
    configuration: EditableConfiguration, every: tuple[Choice, ...], values: Mapping[str, str], shown: Config
) -> bool:
    """Write the values that are not those shown; whether any has changed.

    Raises `InvalidValue` and `CompanionError`.
    """
    for each in every:
        if each.values and values[each.key] not in each.values:
            raise InvalidValue(each.key, text("care.settings-choose", what=text(f"care.settings.{each.key}")))
    try:
        return configuration.update(
            {key: value for key, value in values.items() if value != _now(shown, key)}
        )
    except ConfigError as error:
        key, expected = (error.message.params.get(name) for name in ("key", "expected"))
        if not isinstance(key, str) or expected is None:
            raise
        message = text("care.settings-misfit", what=text(f"care.settings.{key}"), expected=expected)
        raise InvalidValue(key, message) from error


def _page(
    pages: Pages,
    *,
    status: int = 200,
    banner: Banner | None = None,
    typed: Typed | None = None,
    asks: bool = False,
) -> Response:
    """asks: whether to go on though a game is being played; `typed` stays in the form."""
    config = _shown(pages.site)
    return pages.draw(
        "care_settings",
        status=status,
        at=HERE,
        banner=banner,
        typed=typed,
        tab="games",
        form=FORM,
        choices=[(each, _now(config, each.key)) for each in choices(pages.site.messages.codes, config)],
        asks=asks,
        languages_by_code=dict(pages.site.messages.names()),
    )


def _shown(site: Site) -> Config:
    """The configuration as the form shows it: with the language that the display speaks, chosen or not."""
    config = site.configuration.config
    return replace(config, box=replace(config.box, language=site.language))


def _now(config: Config, key: str) -> str:
    """The present value of a key, as it is typed."""
    section, _, name = key.partition(".")
    value = getattr(getattr(config, section), name)
    return f"{value:g}" if isinstance(value, float) else str(value)
