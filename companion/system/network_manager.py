"""NetworkManager over the system bus: what it shows of the radio, and what is wished of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from typing import Any, TypeAlias

from companion.system.bus import SYSTEM, Bus, BusFailed, Signal, values
from companion.system.own_wifi import ADDRESS, PREFIX
from companion.system.wifi import Heard, Join, Lock, Radio, Seen

NAME = "org.freedesktop.NetworkManager"
_ROOT = "/org/freedesktop/NetworkManager"
_SETTINGS = "/org/freedesktop/NetworkManager/Settings"
_DEVICE, _WIRED, _WIRELESS = f"{NAME}.Device", f"{NAME}.Device.Wired", f"{NAME}.Device.Wireless"
_ACTIVE, _POINT = f"{NAME}.Connection.Active", f"{NAME}.AccessPoint"
_CONNECTION = f"{NAME}.Settings.Connection"
_NONE = "/"

_ETHERNET, _WIFI = 1, 2
_UNAVAILABLE, _DISCONNECTED, _PREPARE, _ACTIVATED, _DEACTIVATING, _FAILED = 20, 30, 40, 100, 110, 120
_LOWER_UP = 0x2
"""Of an interface's flags: the kernel has a network at the other end."""
_ENTERPRISE, _PSK, _SAE, _OWE = 0x200, 0x100, 0x400, 0x800
_PRIVACY = 0x1
_NO_PROTECTED_FRAMES = 1
"""The Pi's radio does not open a network of its own for every phone with them."""

MOST = 30
"""Networks that are told of: anybody may fill the air with names."""

Objects: TypeAlias = Mapping[str, Mapping[str, Mapping[str, Any]]]
"""What there is: by its path, by the interface, by the property."""


class NetworkManager:
    """The machine's NetworkManager; everything but its making is for one thread.

    address: of the bus. changed: called, on a thread that it must not hold up, when there may be something
    new to see, and with `gone` when the bus has gone: then this one is of no use any more. Raises `BusFailed`
    where there is no bus.
    """

    def __init__(
        self, changed: Callable[[], object], gone: Callable[[], object], address: str = SYSTEM
    ) -> None:
        self._changed = changed
        self._failed: int | None = None
        self._radio = ""
        self._made = ""
        self._bus = Bus(address, gone=gone)
        try:
            hear = self._bus.hear
            hear(self._device_changed, sender=NAME, interface=_DEVICE, member="StateChanged")
            hear(
                self._property_changed,
                first=_DEVICE,
                sender=NAME,
                interface="org.freedesktop.DBus.Properties",
                member="PropertiesChanged",
            )
            for name in ("DeviceAdded", "DeviceRemoved"):
                hear(self._news, sender=NAME, interface=NAME, member=name, path=_ROOT)
            hear(self._owner_changed, sender="org.freedesktop.DBus", member="NameOwnerChanged")
        except BusFailed:
            self._bus.close()
            raise

    def close(self) -> None:
        """Hear and ask no more."""
        self._bus.close()

    def look(self, own: str) -> tuple[Seen, str]:
        """What there is to see now, and the hardware address of the radio. own: the name of the box's own
        Wi-Fi, empty while it has none. Raises `BusFailed`, where NetworkManager does not run as well.
        """
        objects = self._objects()
        cable = any(
            of[_DEVICE]["DeviceType"] == _ETHERNET and of.get(_WIRED, {}).get("Carrier", False)
            for of in objects.values()
            if _DEVICE in of
        )
        path = _radio_of(objects)
        self._radio = path
        if not path:
            return Seen(cable=cable), ""
        device = objects[path][_DEVICE]
        hardware = objects[path][_WIRELESS].get("PermHwAddress") or objects[path][_WIRELESS]["HwAddress"]
        active = objects.get(device["ActiveConnection"], {}).get(_ACTIVE, {})
        name = active.get("Id", "")
        point = objects.get(objects[path][_WIRELESS]["ActiveAccessPoint"], {}).get(_POINT, {})
        network = _shown(bytes(point["Ssid"])) if "Ssid" in point else name
        opened, radio = bool(own) and name == own, _radio_state(device["State"])
        if radio == "up" and not opened and not device.get("InterfaceFlags", _LOWER_UP) & _LOWER_UP:
            radio = "busy"  # out of the network: NetworkManager takes half a minute to say so, or for ever
        seen = Seen(
            radio,
            network,
            opened,
            cable,
            tuple(each for each, _ in self._saved() if each != own),
            self._failed,
        )
        return seen, hardware

    def open(self, name: str, password: str) -> None:
        """Open a Wi-Fi of the box's own, which gives addresses; nothing of it is kept. Raises `BusFailed`."""
        profile = {
            "connection": {
                "id": ("s", name), "type": ("s", "802-11-wireless"), "autoconnect": ("b", False),
            },
            "802-11-wireless": {"ssid": ("ay", name.encode()), "mode": ("s", "ap"), "band": ("s", "bg")},
            "802-11-wireless-security": {
                "key-mgmt": ("s", "wpa-psk"), "psk": ("s", password), "proto": ("as", ["rsn"]),
                "pairwise": ("as", ["ccmp"]), "group": ("as", ["ccmp"]), "pmf": ("i", _NO_PROTECTED_FRAMES),
            },
            "ipv4": {
                "method": ("s", "shared"),
                "address-data": ("aa{sv}", [{"address": ("s", ADDRESS), "prefix": ("u", PREFIX)}]),
            },
            "ipv6": {"method": ("s", "disabled")},
        }  # fmt: skip
        self._activate(profile, "volatile")

    def close_own(self, own: str) -> None:
        """Close the Wi-Fi of this name. Raises `BusFailed`."""
        for path, of in self._objects().items():
            if of.get(_ACTIVE, {}).get("Id") == own:
                self._bus.call(NAME, _ROOT, f"{NAME}.DeactivateConnection", "o", path)

    def join(self, wanted: Join) -> None:
        """Join a network; it is kept once `keep` says so. Raises `BusFailed`."""
        saved = [path for name, path in self._saved() if name == wanted.name]
        if wanted.password is None and saved:
            self._begin()
            self._bus.call(NAME, _ROOT, f"{NAME}.ActivateConnection", "ooo", saved[0], self._radio, _NONE)
            return
        heard = wanted.heard
        wireless: dict[str, tuple[str, Any]] = {
            "ssid": ("ay", wanted.name.encode() if heard is None else heard.raw),
            "mode": ("s", "infrastructure"),
        }
        if heard is None:
            wireless["hidden"] = ("b", True)
        profile: dict[str, dict[str, tuple[str, Any]]] = {
            "connection": {"id": ("s", wanted.name), "type": ("s", "802-11-wireless")},
            "802-11-wireless": wireless,
        }
        if wanted.password is not None:
            kind = "sae" if heard is not None and heard.sae else "wpa-psk"
            profile["802-11-wireless-security"] = {"key-mgmt": ("s", kind), "psk": ("s", wanted.password)}
        self._activate(profile, "memory")

    def keep(self, name: str) -> None:
        """Let the network that was just joined be joined by itself from now on, in place of what was known of
        one of this name before. Raises `BusFailed`.
        """
        made, self._made = self._made, ""
        if made:
            self._bus.call(NAME, made, f"{_CONNECTION}.Save")
            for other, path in self._saved():
                if other == name and path != made:
                    self._bus.call(NAME, path, f"{_CONNECTION}.Delete")

    def forget(self) -> None:
        """Keep nothing of what `join` has made. Raises `BusFailed`."""
        made, self._made = self._made, ""
        if made:
            self._bus.call(NAME, made, f"{_CONNECTION}.Delete")

    def switch_on(self) -> None:
        """Switch the radio on. Raises `BusFailed`."""
        self._bus.call(
            NAME, _ROOT, "org.freedesktop.DBus.Properties.Set", "ssv", NAME, "WirelessEnabled", ("b", True)
        )

    def scan(self) -> None:
        """Listen for networks. Raises `BusFailed`, too, where it has just listened."""
        if self._radio:
            self._bus.call(NAME, self._radio, f"{_WIRELESS}.RequestScan", "a{sv}", {})

    def heard(self, own: str) -> tuple[Heard, ...]:
        """The networks but the box's own, the strongest first, `MOST` at most. Raises `BusFailed`.

        Of several with one name, one that wants a password comes before the others, however strong those
        are: anybody may lend his radio a neighbour's name.
        """
        best: dict[str, Heard] = {}
        for of in self._objects().values():
            found = _heard(of[_POINT]) if _POINT in of else None
            if found is None or found.name == own:
                continue
            before = best.get(found.name)
            if before is None or _credible(before) < _credible(found):
                best[found.name] = found
        return tuple(sorted(best.values(), key=lambda each: (-each.strength, each.name))[:MOST])

    def _activate(self, profile: Mapping[str, Any], persist: str) -> None:
        self._begin()
        made, *_ = self._bus.call(
            NAME, _ROOT, f"{NAME}.AddAndActivateConnection2", "a{sa{sv}}ooa{sv}",
            profile, self._radio or _NONE, _NONE, {"persist": ("s", persist)},
        )  # fmt: skip
        if persist == "memory":
            self._made = made

    def _begin(self) -> None:
        """Something else is wished: of what was begun before and not kept nothing stays."""
        with suppress(BusFailed):  # gone already
            self.forget()
        self._failed = None

    def _objects(self) -> Objects:
        (found,) = self._bus.call(
            NAME, "/org/freedesktop", "org.freedesktop.DBus.ObjectManager.GetManagedObjects"
        )
        return {
            path: {interface: values(properties) for interface, properties in of.items()}
            for path, of in found.items()
        }

    def _saved(self) -> Iterator[tuple[str, str]]:
        """The networks that the machine knows, each with the path of what it knows."""
        (paths,) = self._bus.call(NAME, _SETTINGS, f"{NAME}.Settings.ListConnections")
        for path in paths:
            (settings,) = self._bus.call(NAME, path, f"{_CONNECTION}.GetSettings")
            wireless = values(settings.get("802-11-wireless", {}))
            if "ssid" in wireless and wireless.get("mode", "infrastructure") == "infrastructure":
                yield _shown(bytes(wireless["ssid"])), path

    def _device_changed(self, signal: Signal) -> None:
        new, _, reason = signal.body
        if new == _FAILED and signal.path == self._radio:
            self._failed = reason
        if new in (_UNAVAILABLE, _DISCONNECTED, _ACTIVATED, _FAILED):
            self._changed()

    def _property_changed(self, signal: Signal) -> None:
        if "InterfaceFlags" in signal.body[1] and signal.path == self._radio:
            self._changed()

    def _owner_changed(self, signal: Signal) -> None:
        if signal.body[0] == NAME:
            self._changed()

    def _news(self, _signal: Signal) -> None:
        self._changed()


def _radio_of(objects: Objects) -> str:
    """The path of the first radio by its name."""
    radios = [
        (of[_DEVICE]["Interface"], path)
        for path, of in objects.items()
        if of.get(_DEVICE, {}).get("DeviceType") == _WIFI and of[_DEVICE].get("Managed", True)
    ]
    return min(radios)[1] if radios else ""


def _radio_state(state: int) -> Radio:
    if state < _UNAVAILABLE:
        return "absent"
    if state == _UNAVAILABLE:
        return "off"
    if state == _ACTIVATED:
        return "up"
    return "busy" if _PREPARE <= state < _ACTIVATED or state == _DEACTIVATING else "free"


def _heard(point: Mapping[str, Any]) -> Heard | None:
    raw = bytes(point["Ssid"])
    if not raw.strip(b"\0"):
        return None
    keys = point["WpaFlags"] | point["RsnFlags"]
    lock: Lock = "open"
    if keys & (_PSK | _SAE):
        lock = "password"
    elif keys & _ENTERPRISE:
        lock = "person"
    elif point["Flags"] & _PRIVACY and not keys & _OWE:
        lock = "old"
    return Heard(_shown(raw), point["Strength"], lock, raw, sae=bool(keys & _SAE) and not keys & _PSK)


def _credible(heard: Heard) -> tuple[bool, int]:
    """How much is to be said for it among those of its name."""
    return heard.lock == "password", heard.strength


def _shown(raw: bytes) -> str:
    return raw.decode("utf-8", "replace")
