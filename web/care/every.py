"""The addresses of care by the modules that answer them."""

from __future__ import annotations

from web.pages.bringing import Addresses

ADDRESSES: Addresses = {
    "web.care.first": ("GET /care", "POST /care/ask", "POST /care/type", "POST /care/leave"),
    "web.care.setup": (
        *("GET /care/setup", "POST /care/setup", "POST /care/setup/answer", "POST /care/setup/stop"),
    ),
    "web.care.settings": ("GET /care/settings", "POST /care/settings"),
    "web.care.wifi": ("GET /care/wifi", "POST /care/wifi"),
    "web.care.copies": (
        *("GET /care/copies", "POST /care/copies/take", "POST /care/copies/bring"),
        *("POST /care/copies/restore", "POST /care/copies/forget"),
    ),
    "web.care.forget": ("GET /care/forget", "POST /care/forget/sure", "POST /care/forget/now"),
    "web.care.update": (
        *("GET /care/update", "POST /care/update/bring", "POST /care/update/stick"),
        *("POST /care/update/install", "POST /care/update/back", "POST /care/update/forget"),
    ),
    "web.care.clock": ("GET /care/clock", "POST /care/clock/set"),
    "web.care.help_": ("GET /care/help", "POST /care/help/report"),
}
