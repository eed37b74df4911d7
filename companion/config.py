"""The owner's choices: one TOML file, checked whole before anything starts, and `--set` on top of it."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

Pin = Annotated[int, Meta(ge=0, le=27)] | Annotated[str, Meta(pattern=r"(?i)^(BCM|GPIO|BOARD|J8:)\d{1,2}$")]
"""A GPIO number (17, "GPIO17"), or a place on the header ("J8:11", "BOARD11")."""


class Section(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table of the file; every key has a default."""


class WebConfig(Section, frozen=True):
    """host: address to listen on. port: 0 takes a free one. join_code: made once when left out.

    streams: phones that may listen at the same time; the server has eight threads more.
    show_code: the page for joining says the code, for a box without a display of its own.
    """

    host: str = "0.0.0.0"  # noqa: S104 - phones in the room are the point; the code keeps strangers out
    port: Annotated[int, Meta(ge=0, le=65535)] = 8080
    join_code: Annotated[str, Meta(pattern=r"^[0-9A-Za-z]{4,8}$")] | None = None
    streams: Annotated[int, Meta(ge=1, le=500)] = 72
    show_code: bool = False


class BoxConfig(Section, frozen=True):
    """language: of the display. power_off: a shutdown on the panel switches the machine off as well."""

    language: Annotated[str, Meta(pattern=r"^[a-z]{2,3}$")] = "en"
    power_off: bool = False


class DataConfig(Section, frozen=True):
    """folder: where the games are kept."""

    folder: str = "~/.local/share/companion"


class CopiesConfig(Section, frozen=True):
    """keep: how many copies of the games stay, one for each of the last turns; 0 makes none.

    stick: a folder that may come and go, such as a USB stick's, for copies beside those of the data folder.
    """

    keep: Annotated[int, Meta(ge=0, le=200)] = 8
    stick: str | None = None


class OledConfig(Section, frozen=True):
    """bus: number of the I2C bus. address: of the display on it. rotate: degrees; 180 is upside down.

    contrast, dim_contrast: the light of a bright and of a dimmed display, 0 to 255. dim_after: idle
    minutes until it dims. shift_every: minutes between two small movements of a dimmed picture, so that
    no pixel is lit for ever; 0 leaves it where it is.
    """

    driver: Literal["ssd1306", "sh1106", "ssd1309", "simulated", "none"] = "ssd1306"
    bus: Annotated[int, Meta(ge=0, le=99)] = 1
    address: Annotated[int, Meta(ge=0x03, le=0x77)] = 0x3C
    rotate: Literal[0, 180] = 0
    contrast: Annotated[int, Meta(ge=0, le=255)] = 160
    dim_contrast: Annotated[int, Meta(ge=0, le=255)] = 1
    dim_after: Annotated[float, Meta(ge=0.1, le=600)] = 10.0
    shift_every: Annotated[float, Meta(ge=0, le=60)] = 1.0


class ButtonsConfig(Section, frozen=True):
    """Pins of the three buttons and of any colour's. hold: seconds until a press is a held one."""

    driver: Literal["gpio", "simulated", "none"] = "gpio"
    advance: Pin = 17
    select: Pin = 27
    back: Pin = 22
    colours: dict[str, Pin] = msgspec.field(default_factory=dict)
    hold: Annotated[float, Meta(ge=0.05, le=5)] = 1.0


class RfidConfig(Section, frozen=True):
    """driver: a kind of reader that the box knows, `simulated` or `none`.

    port: a device, a pattern that fits only one, or anything pyserial opens by URL. repeat_after: seconds
    a lying tag stays silent.
    """

    driver: str = "rdm6300"
    port: str = "/dev/ttyAMA0"
    repeat_after: Annotated[float, Meta(ge=0.1, le=60)] = 1.5


class Config(Section, frozen=True):
    """The whole file."""

    web: WebConfig = WebConfig()
    box: BoxConfig = BoxConfig()
    data: DataConfig = DataConfig()
    copies: CopiesConfig = CopiesConfig()
    oled: OledConfig = OledConfig()
    buttons: ButtonsConfig = ButtonsConfig()
    rfid: RfidConfig = RfidConfig()


SIMULATED = ("oled.driver=simulated", "buttons.driver=simulated", "rfid.driver=simulated")
"""What `--simulate` sets."""
