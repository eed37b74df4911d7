"""Why there is no connection to the broker: `broker.<what>` is the sentence for it."""

from __future__ import annotations

import ssl

from companion.health.broker_status import BrokerStatus
from companion.language.text import Text, text
from companion.mqtt.broker import Broker

GONE = "broker.gone"
"""Why a connection is over that the broker has ended without a word."""
NONSENSE, OTHER_PROTOCOL = 0x82, 0x84
"""The reasons of MQTT 5 for what is not MQTT, and for a version of it that a broker does not know."""
_REFUSED = {0x85: "name", 0x8A: "banned", 0x8E: "taken-over"}
_NO_ENTRY = frozenset({0x86, 0x87, 0x8C})
_NOT_NOW = frozenset({0x88, 0x89, 0x8B, 0x97, 0x9F})


def by_error(error: BaseException | None, broker: Broker) -> BrokerStatus:
    """For an error of the system: there is no connection, or none that is encrypted as it should be."""
    if isinstance(error, ssl.SSLCertVerificationError):
        return BrokerStatus("refused", text("broker.certificate", why=error.verify_message))
    if isinstance(error, ssl.SSLError):
        return away("encryption", broker, why=(error.reason or str(error)).replace("_", " ").lower())
    if isinstance(error, PermissionError):
        return away("not-let", broker)
    return away("unreachable", broker, why=getattr(error, "strerror", None) or str(error))


def by_reason(code: int, broker: Broker, *, refused: str = "") -> BrokerStatus:
    """For a reason code of MQTT 5: why the broker refuses the client, or has ended the connection.

    code: 0 for none. refused: the reason in English of one that has not let the client in at all.
    """
    if code in _NO_ENTRY:
        return BrokerStatus("refused", _no_entry(broker))
    if code in _REFUSED:
        return BrokerStatus("refused", text(f"broker.{_REFUSED[code]}"))
    if code in _NOT_NOW:
        return away("busy", broker)
    if code == NONSENSE:
        return away("nonsense", broker)
    return BrokerStatus("refused", text("broker.refused", why=refused)) if refused else away("gone", broker)


def away(what: str, broker: Broker, **params: str) -> BrokerStatus:
    """Nothing answers as a broker does."""
    return BrokerStatus("away", text(f"broker.{what}", **params, address=broker.address))


def _no_entry(broker: Broker) -> Text:
    return text("broker.password", user=broker.user) if broker.user else text("broker.nameless")
