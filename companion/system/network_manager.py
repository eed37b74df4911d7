"""NetworkManager over the system bus: the radio's status and actions."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from typing import Any, TypeAlias

from companion.system.access_point import ADDRESS, PREFIX
from companion.system.bus import SYSTEM, Bus, BusError, Signal, unwrap_variants
from companion.system.wifi import Join, Lock, Network, Radio, RadioStatus

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
"""A flag of an interface: it has a carrier."""
_ENTERPRISE, _PSK, _SAE, _OWE = 0x200, 0x100, 0x400, 0x800
_PRIVACY = 0x1
_NO_PROTECTED_FRAMES = 1
"""With protected frames, some phones cannot join the Pi's access point."""

MAX_NETWORKS = 30
"""Networks to list at most: their names are not trustworthy, nor is their number."""

Objects: TypeAlias = Mapping[str, Mapping[str, Mapping[str, Any]]]
"""All objects: properties by path, interface and name."""


class NetworkManager:
    """The machine's NetworkManager, for one thread. Raises `BusError` where there is no bus.

    address: of the bus. on_change: called, on the signals' thread, when the status may have changed.
    on_lost: called there when the connection is lost, after which this object is useless.
    """

    def __init__(
        self, on_change: Callable[[], object], on_lost: Callable[[], object], address: str = SYSTEM
    ) -> None:
        self._on_change = on_change
        self._failed: int | None = None
        self._radio = ""
        self._unsaved = ""
        self._bus = Bus(address, on_lost=on_lost)
        try:
            subscribe = self._bus.subscribe
            subscribe(self._device_changed, sender=NAME, interface=_DEVICE, member="StateChanged")
            subscribe(
                self._property_changed,
                arg0=_DEVICE,
                sender=NAME,
                interface="org.freedesktop.DBus.Properties",
                member="PropertiesChanged",
            )
            for name in ("DeviceAdded", "DeviceRemoved"):
                subscribe(self._on_device, sender=NAME, interface=NAME, member=name, path=_ROOT)
            subscribe(self._owner_changed, sender="org.freedesktop.DBus", member="NameOwnerChanged")
        except BusError:
            self._bus.close()
            raise

    def close(self) -> None:
        """Close the connection."""
        self._bus.close()

    def status(self, own: str) -> tuple[RadioStatus, str]:
        """The radio's status and hardware address. Raises `BusError`, also without NetworkManager.

        own: the name of the box's access point, empty for none.
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
            return RadioStatus(cable=cable), ""
        device = objects[path][_DEVICE]
        hardware = objects[path][_WIRELESS].get("PermHwAddress") or objects[path][_WIRELESS]["HwAddress"]
        active = objects.get(device["ActiveConnection"], {}).get(_ACTIVE, {})
        name = active.get("Id", "")
        point = objects.get(objects[path][_WIRELESS]["ActiveAccessPoint"], {}).get(_POINT, {})
        network = _ssid_text(bytes(point["Ssid"])) if "Ssid" in point else name
        opened, radio = bool(own) and name == own, _radio_state(device["State"])
        if radio == "up" and not opened and not device.get("InterfaceFlags", _LOWER_UP) & _LOWER_UP:
            radio = "busy"  # out of the network: NetworkManager takes half a minute to say so, or for ever
        status = RadioStatus(
            radio,
            network,
            opened,
            cable,
            tuple(each for each, _ in self._saved() if each != own),
            self._failed,
        )
        return status, hardware

    def open(self, name: str, password: str) -> None:
        """Open an access point that assigns addresses, without storing it. Raises `BusError`."""
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
        """Close the access point of this name. Raises `BusError`."""
        for path, of in self._objects().items():
            if of.get(_ACTIVE, {}).get("Id") == own:
                self._bus.call(NAME, _ROOT, f"{NAME}.DeactivateConnection", "o", path)

    def join(self, target: Join) -> None:
        """Join a network, without storing it before `keep`. Raises `BusError`."""
        saved = [path for name, path in self._saved() if name == target.name]
        if target.password is None and saved:
            self._begin()
            self._bus.call(NAME, _ROOT, f"{NAME}.ActivateConnection", "ooo", saved[0], self._radio, _NONE)
            return
        network = target.heard
        wireless: dict[str, tuple[str, Any]] = {
            "ssid": ("ay", target.name.encode() if network is None else network.raw),
            "mode": ("s", "infrastructure"),
        }
        if network is None:
            wireless["hidden"] = ("b", True)
        profile: dict[str, dict[str, tuple[str, Any]]] = {
            "connection": {"id": ("s", target.name), "type": ("s", "802-11-wireless")},
            "802-11-wireless": wireless,
        }
        if target.password is not None:
            kind = "sae" if network is not None and network.sae else "wpa-psk"
            profile["802-11-wireless-security"] = {"key-mgmt": ("s", kind), "psk": ("s", target.password)}
        self._activate(profile, "memory")

    def keep(self, name: str) -> None:
        """Store the network that was just joined, in place of others of this name. Raises `BusError`."""
        made, self._unsaved = self._unsaved, ""
        if made:
            self._bus.call(NAME, made, f"{_CONNECTION}.Save")
            for other, path in self._saved():
                if other == name and path != made:
                    self._bus.call(NAME, path, f"{_CONNECTION}.Delete")

    def forget(self) -> None:
        """Delete the connection that `join` has made. Raises `BusError`."""
        made, self._unsaved = self._unsaved, ""
        if made:
            self._bus.call(NAME, made, f"{_CONNECTION}.Delete")

    def switch_on(self) -> None:
        """Switch the radio on. Raises `BusError`."""
        self._bus.call(
            NAME, _ROOT, "org.freedesktop.DBus.Properties.Set", "ssv", NAME, "WirelessEnabled", ("b", True)
        )

    def scan(self) -> None:
        """Scan for networks. Raises `BusError`, also right after another scan."""
        if self._radio:
            self._bus.call(NAME, self._radio, f"{_WIRELESS}.RequestScan", "a{sv}", {})

    def networks(self, own: str) -> tuple[Network, ...]:
        """The networks in reach but the box's own, the strongest first, `MAX_NETWORKS` at most. Raises
        `BusError`.

        Of several with one name, one with a password comes first, as another may imitate its name.
        """
        best: dict[str, Network] = {}
        for of in self._objects().values():
            found = _network(of[_POINT]) if _POINT in of else None
            if found is None or found.name == own:
                continue
            before = best.get(found.name)
            if before is None or _trust(before) < _trust(found):
                best[found.name] = found
        return tuple(sorted(best.values(), key=lambda each: (-each.strength, each.name))[:MAX_NETWORKS])

    def _activate(self, profile: Mapping[str, Any], persist: str) -> None:
        self._begin()
        made, *_ = self._bus.call(
            NAME, _ROOT, f"{NAME}.AddAndActivateConnection2", "a{sa{sv}}ooa{sv}",
            profile, self._radio or _NONE, _NONE, {"persist": ("s", persist)},
        )  # fmt: skip
        if persist == "memory":
            self._unsaved = made

    def _begin(self) -> None:
        """Prepare for another action: delete an unsaved connection."""
        with suppress(BusError):  # gone already
            self.forget()
        self._failed = None

    def _objects(self) -> Objects:
        (found,) = self._bus.call(
            NAME, "/org/freedesktop", "org.freedesktop.DBus.ObjectManager.GetManagedObjects"
        )
        return {
            path: {interface: unwrap_variants(properties) for interface, properties in of.items()}
            for path, of in found.items()
        }

    def _saved(self) -> Iterator[tuple[str, str]]:
        """The stored networks, each with the path of its connection."""
        (paths,) = self._bus.call(NAME, _SETTINGS, f"{NAME}.Settings.ListConnections")
        for path in paths:
            (settings,) = self._bus.call(NAME, path, f"{_CONNECTION}.GetSettings")
            wireless = unwrap_variants(settings.get("802-11-wireless", {}))
            if "ssid" in wireless and wireless.get("mode", "infrastructure") == "infrastructure":
                yield _ssid_text(bytes(wireless["ssid"])), path

    def _device_changed(self, signal: Signal) -> None:
        new, _, reason = signal.body
        if new == _FAILED and signal.path == self._radio:
            self._failed = reason
        if new in (_UNAVAILABLE, _DISCONNECTED, _ACTIVATED, _FAILED):
            self._on_change()

    def _property_changed(self, signal: Signal) -> None:
        if "InterfaceFlags" in signal.body[1] and signal.path == self._radio:
            self._on_change()

    def _owner_changed(self, signal: Signal) -> None:
        if signal.body[0] == NAME:
            self._on_change()

    def _on_device(self, _signal: Signal) -> None:
        self._on_change()


def _radio_of(objects: Objects) -> str:
    """The path of the first radio, by interface name."""
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


def _network(point: Mapping[str, Any]) -> Network | None:
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
    return Network(_ssid_text(raw), point["Strength"], lock, raw, sae=bool(keys & _SAE) and not keys & _PSK)


def _trust(network: Network) -> tuple[bool, int]:
    """The sort key among networks of one name."""
    return network.lock == "password", network.strength


def _ssid_text(raw: bytes) -> str:
    return raw.decode("utf-8", "replace")
