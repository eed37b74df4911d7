"""NetworkManager on a private bus: one radio, the networks in the air, what is saved, and a cable.

    air = NetworkManagerOn(bus, air={"Home": "correct horse"}, saved=("Home",))
    air.vanish("Home")                # the network is gone: the radio falls out of it
    air.appear("Home", "other words")
    air.link(there=False)             # the radio has lost it, and NetworkManager holds it for there
    air.plug()                        # the cable; `plug(cable=False)` pulls it out
    air.restart()                     # as with `systemctl restart`: the own Wi-Fi goes, and all not saved
    air.stays_off = True              # the radio is blocked, whatever is wished
    air.own                           # name and password of the Wi-Fi that the box has opened, or None
    air.network                       # what the radio is in

It answers as NetworkManager 1.42 to 1.52 do: methods, properties, signals, states and reasons.
"""

from __future__ import annotations

import threading
from collections.abc import Mapping
from typing import Any

from tests.fakes.private_bus import Answer, FailedCallError, PrivateBus, Service

NAME = "org.freedesktop.NetworkManager"
ROOT = "/org/freedesktop/NetworkManager"
RADIO, WIRE = f"{ROOT}/Devices/3", f"{ROOT}/Devices/2"
HARDWARE = "B8:27:EB:12:7F:3A"
UNAVAILABLE, FREE, PREPARE, UP, LEAVING, FAILED = 20, 30, 40, 100, 110, 120
IS_UP, LOWER_UP = 0x1, 0x2
NO_SECRETS, NOT_FOUND, NO_ADDRESS = 7, 53, 5
PSK, SAE, ENTERPRISE = 0x100, 0x400, 0x200


class NetworkManagerOn:
    """The service, and the air around its radio. mute: networks of which no address comes. twins: networks
    of the air that are heard by another one's name.
    """

    def __init__(
        self,
        bus: PrivateBus,
        *,
        air: Mapping[str, str | None] | None = None,
        saved: tuple[str, ...] = (),
        cable: bool = False,
        radio: bool = True,
        blocked: bool = False,
    ) -> None:
        self._bus = bus
        self.air = dict(air or {})
        self.mute: set[str] = set()
        self.twins: dict[str, str] = {}
        self.deaf: set[str] = set()
        self.refuses_own = False
        self.stays_off = False
        self.enterprise: set[str] = set()
        self._linked = True
        self.saved: dict[str, dict[str, Any]] = {}
        self._stored: set[str] = set()
        self._cable = cable
        self._has_radio = radio
        self.state = UNAVAILABLE if blocked else FREE
        self._active: dict[str, Any] | None = None
        self._count = 0
        self._changed = threading.Condition()
        for name in saved:
            path = self._add({"802-11-wireless": {"ssid": ("ay", name.encode())}, "psk": self.air.get(name)})
            self._stored.add(path)
        self._serve()
        self._autoconnect()

    @property
    def own(self) -> tuple[str, str] | None:
        """What the box has opened."""
        if self._active is None or self._active["mode"] != "ap" or self.state != UP:
            return None
        return self._active["ssid"], self._active["psk"]

    @property
    def network(self) -> str | None:
        """What the radio is in."""
        if self._active is None or self._active["mode"] == "ap" or self.state != UP:
            return None
        return str(self._active["ssid"])

    @property
    def stored(self) -> tuple[str, ...]:
        """The networks that would be known after a start."""
        return tuple(bytes(self.saved[each]["802-11-wireless"]["ssid"][1]).decode() for each in self._stored)

    def vanish(self, name: str) -> None:
        """The network is gone from the air."""
        del self.air[name]
        if self.network == name:
            self._fall(NOT_FOUND)

    def at_last(self) -> None:
        """What has taken its time, since it is among the deaf, is up."""
        assert self.state == PREPARE
        self._go(UP)

    def link(self, *, there: bool) -> None:
        """The radio has lost its network, or has it again, and NetworkManager sees nothing but that."""
        self._linked = there
        flags = {"InterfaceFlags": ("u", self._flags)}
        self.service.tell(
            RADIO, "org.freedesktop.DBus.Properties", "PropertiesChanged", "sa{sv}as",
            f"{NAME}.Device", flags, [],
        )  # fmt: skip

    @property
    def _flags(self) -> int:
        return IS_UP | (LOWER_UP if self._linked and self.state == UP else 0)

    def appear(self, name: str, password: str | None) -> None:
        """The network is in the air from now on."""
        self.air[name] = password
        if self.state == FREE:
            self._autoconnect()

    def plug(self, *, cable: bool = True) -> None:
        """A cable with something at its other end; or none."""
        self._cable = cable
        self._tell(WIRE, UP if cable else UNAVAILABLE, UNAVAILABLE if cable else UP, 0)

    def restart(self) -> None:
        """Go, and come back with what was stored."""
        self.stop()
        self.saved = {path: each for path, each in self.saved.items() if path in self._stored}
        self.begin()

    def stop(self) -> None:
        """Go."""
        self.service.leave()

    def begin(self) -> None:
        """Come, and know of no connection."""
        self._active, self.state = None, FREE
        self._serve()
        self._autoconnect()

    def _serve(self) -> None:
        self.service = Service(self._bus, NAME, {
            "org.freedesktop.DBus.ObjectManager.GetManagedObjects": lambda _path: self._objects(),
            "org.freedesktop.DBus.Properties.Set": self._set,
            f"{NAME}.Settings.ListConnections": lambda _path: ("ao", (list(self.saved),)),
            f"{NAME}.Settings.Connection.GetSettings": self._settings,
            f"{NAME}.Settings.Connection.Save": self._save,
            f"{NAME}.Settings.Connection.Delete": self._delete,
            f"{NAME}.AddAndActivateConnection2": self._add_and_activate,
            f"{NAME}.ActivateConnection": self._activate,
            f"{NAME}.DeactivateConnection": self._deactivate,
            f"{NAME}.Device.Wireless.RequestScan": self._scan,
        }, begins=False)  # fmt: skip
        self.service.begin()  # what an answer tells of would go to the service before

    def _objects(self) -> Answer:
        device = f"{NAME}.Device"
        wire = {
            "DeviceType": ("u", 1), "Interface": ("s", "eth0"), "State": ("u", UP if self._cable else 20),
            "ActiveConnection": ("o", "/"), "Managed": ("b", True),
        }  # fmt: skip
        objects: dict[str, Any] = {WIRE: {device: wire, f"{device}.Wired": {"Carrier": ("b", self._cable)}}}
        active = self._active
        if self._has_radio:
            points = {f"{ROOT}/AccessPoint/{n}": name for n, name in enumerate(self.air, 1)}
            inside = next((path for path, name in points.items() if name == self.network), "/")
            radio = {
                "DeviceType": ("u", 2), "Interface": ("s", "wlan0"), "State": ("u", self.state),
                "ActiveConnection": ("o", "/" if active is None else active["path"]), "Managed": ("b", True),
                "InterfaceFlags": ("u", self._flags),
            }  # fmt: skip
            wireless = {"HwAddress": ("s", HARDWARE), "ActiveAccessPoint": ("o", inside)}
            objects[RADIO] = {device: radio, f"{device}.Wireless": wireless}
            if active is not None:
                objects[active["path"]] = {f"{NAME}.Connection.Active": {"Id": ("s", active["id"])}}
            if active is None or active["mode"] != "ap":
                for n, (path, name) in enumerate(points.items()):
                    objects[path] = {f"{NAME}.AccessPoint": self._point(name, max(90 - 10 * n, 1))}
        return "a{oa{sa{sv}}}", (objects,)

    def _point(self, name: str, strength: int) -> dict[str, Any]:
        locked = self.air[name] is not None
        keys = ENTERPRISE if name in self.enterprise else PSK if locked else 0
        return {
            "Ssid": ("ay", self.twins.get(name, name).encode("utf-8", "surrogateescape")),
            "Strength": ("y", strength), "Flags": ("u", int(locked)), "WpaFlags": ("u", 0),
            "RsnFlags": ("u", keys),
        }  # fmt: skip

    def _set(self, _path: str, _interface: str, name: str, value: tuple[str, Any]) -> Answer:
        assert (name, value) == ("WirelessEnabled", ("b", True))
        if self.stays_off:
            return "", ()
        self._go(FREE)
        self._autoconnect()
        return "", ()

    def _settings(self, path: str) -> Answer:
        return "a{sa{sv}}", ({"802-11-wireless": self.saved[path]["802-11-wireless"]},)

    def _save(self, path: str) -> Answer:
        self._stored.add(path)
        return "", ()

    def _delete(self, path: str) -> Answer:
        del self.saved[path]
        self._stored.discard(path)
        if self._active is not None and self._active["saved"] == path:
            self._fall(None)
        return "", ()

    def _add(self, profile: dict[str, Any]) -> str:
        self._count += 1
        path = f"{ROOT}/Settings/{self._count}"
        self.saved[path] = profile
        return path

    def _add_and_activate(
        self, _path: str, profile: dict[str, Any], device: str, _point: str, options: dict[str, Any]
    ) -> Answer:
        if device != RADIO or not self._has_radio or self.state < FREE:
            raise FailedCallError(f"{NAME}.UnknownDevice", "no such device")
        own = profile["802-11-wireless"]["mode"] == ("s", "ap")
        assert options == {"persist": ("s", "volatile" if own else "memory")}
        path = self._add(profile)
        return "ooa{sv}", (path, self._join(path), {})

    def _activate(self, _path: str, saved: str, _device: str, _point: str) -> Answer:
        return "o", (self._join(saved),)

    def _join(self, saved: str) -> str:
        profile = self.saved[saved]
        wireless = profile["802-11-wireless"]
        name = bytes(wireless["ssid"][1]).decode("utf-8", "surrogateescape")
        security = profile.get("802-11-wireless-security")
        password = profile.get("psk") if security is None else security["psk"][1]
        self._drop_volatile()
        self._count += 1
        path = f"{ROOT}/ActiveConnection/{self._count}"
        mode = wireless.get("mode", ("s", "infrastructure"))[1]
        self._active = {
            "path": path, "id": name.encode("utf-8", "replace").decode(), "ssid": name, "psk": password,
            "mode": mode, "saved": saved,
        }  # fmt: skip
        self._go(PREPARE)
        if name in self.deaf:
            return path
        reason = self._comes_to(name, password, mode)
        if reason is None:
            self._go(UP)
        else:
            self._go(FAILED, reason)
            self._active = None
            self._go(FREE)
        return path

    def _comes_to(self, name: str, password: str | None, mode: str) -> int | None:
        if mode == "ap":
            return 9 if self.refuses_own else None
        if name not in self.air:
            return NOT_FOUND
        if self.air[name] != password:
            return NO_SECRETS
        return NO_ADDRESS if name in self.mute else None

    def _deactivate(self, _path: str, active: str) -> Answer:
        assert self._active is not None
        assert self._active["path"] == active
        self._fall(None)
        self._autoconnect()
        return "", ()

    def _scan(self, _path: str, _options: dict[str, Any]) -> Answer:
        if self._active is not None and self._active["mode"] == "ap":
            raise FailedCallError(f"{NAME}.Device.NotAllowed", "Scanning not allowed")
        return "", ()

    def _fall(self, reason: int | None) -> None:
        if reason is not None:
            self._go(FAILED, reason)
        else:
            self._go(LEAVING)
        self._drop_volatile()
        self._active = None
        self._go(FREE)

    def _drop_volatile(self) -> None:
        if self._active is not None and self._active["mode"] == "ap":
            self.saved.pop(self._active["saved"], None)

    def _autoconnect(self) -> None:
        for path in sorted(self._stored):
            name = bytes(self.saved[path]["802-11-wireless"]["ssid"][1]).decode()
            if name in self.air and self._active is None and self.state == FREE:
                self._join(path)

    def _go(self, state: int, reason: int = 0) -> None:
        before = self.state
        with self._changed:
            self.state = state
            self._changed.notify_all()
        self._tell(RADIO, state, before, reason)

    def _tell(self, path: str, new: int, old: int, reason: int) -> None:
        self.service.tell(path, f"{NAME}.Device", "StateChanged", "uuu", new, old, reason)
