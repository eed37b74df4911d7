"""What the panel is told of the machine's Wi-Fi."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from companion.daemon.box_service import wifi_findings, wifi_status
from companion.health.findings import warned
from companion.language.text import text
from companion.system.wifi import OPENS_AFTER
from tests.fakes.on_the_air import on_the_air


def test_of_a_radio_that_stays_off_the_panel_learns_that_no_wifi_will_be_opened(tmp_path: Path) -> None:
    with on_the_air(tmp_path, blocked=True) as box:
        box.air.stays_off = True
        box.start("waiting")
        assert wifi_findings(box.keeper) == ()
        box.passes(OPENS_AFTER)
        while not box.wifi.stuck:
            tried = box.wifi.tries
            box.passes(3600)
            box.await_that(partial(box.has_tried, tried + 1))
        known = wifi_status(box.keeper)
        assert known is not None
        assert (known.failed, known.why) == (True, text("wifi.why.radio-off"))
        assert wifi_findings(box.keeper) == (warned("network", "radio-off"),)
    assert wifi_findings(None) == ()
