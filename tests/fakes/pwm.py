"""A sysfs with a PWM chip in it, and a device tree in which an overlay gave it its pins."""

from __future__ import annotations

import struct
from pathlib import Path

from hardware.pwm import PwmChannels


class PwmTree:
    """pins: those of the overlay. kind: of the chip. Its two channels have been exported already."""

    def __init__(self, folder: Path, *pins: int, kind: str = "brcm,bcm2835-pwm") -> None:
        self.chip = folder / "class/pwmchip0"
        self.tree = folder / "tree"
        of_node = self.chip / "device/of_node"
        of_node.mkdir(parents=True)
        (of_node / "compatible").write_text(f"{kind}\0")
        (self.chip / "export").touch()
        for channel in range(4):
            (self.chip / f"pwm{channel}").mkdir()
            for file in ("period", "duty_cycle", "enable"):
                (self.chip / f"pwm{channel}" / file).write_text("0")
        if kind.startswith("brcm"):
            given = self.tree / "soc/gpio@7e200000/pwm_pins"
            given.mkdir(parents=True)
            (given / "brcm,pins").write_bytes(struct.pack(f">{len(pins)}I", *pins))
        else:
            given = self.tree / "axi/pcie@1000120000/rp1/gpio@d0000/pwm_pins"
            given.mkdir(parents=True)
            (given / "pins").write_text("".join(f"gpio{pin}\0" for pin in pins))

    def pwms(self) -> PwmChannels:
        return PwmChannels(self.chip.parent, self.tree)

    def channel(self, number: int) -> tuple[int, int, int]:
        """The period and the high part of it in nanoseconds, and whether it is on."""
        period, high, on = (
            int((self.chip / f"pwm{number}" / file).read_text())
            for file in ("period", "duty_cycle", "enable")
        )
        return period, high, on
