"""The status for errors and reason codes: messages `broker.<what>`."""

from __future__ import annotations

import ssl

from companion.health.broker_status import BrokerStatus
from companion.language.text import Text, text
from companion.mqtt.broker import Broker

GONE = "broker.gone"
"""The code for a connection that the broker closed without a reason."""
NONSENSE, OTHER_PROTOCOL = 0x82, 0x84
"""MQTT 5's reason codes of a malformed packet, and of an unsupported protocol version."""
_REFUSED = {0x85: "name", 0x8A: "banned", 0x8E: "taken-over"}
_NO_ENTRY = frozenset({0x86, 0x87, 0x8C})
_NOT_NOW = frozenset({0x88, 0x89, 0x8B, 0x97, 0x9F})


def by_error(error: BaseException | None, broker: Broker) -> BrokerStatus:
    """The status for a failed connection or TLS handshake."""
    if isinstance(error, ssl.SSLCertVerificationError):
        return BrokerStatus("refused", text("broker.certificate", why=error.verify_message))
    if isinstance(error, ssl.SSLError):
        return away_status("encryption", broker, why=(error.reason or str(error)).replace("_", " ").lower())
    if isinstance(error, PermissionError):
        return away_status("not-let", broker)
    return away_status("unreachable", broker, why=getattr(error, "strerror", None) or str(error))


def by_reason(code: int, broker: Broker, *, refused: str = "") -> BrokerStatus:
    """The status for a reason code of MQTT 5, of a refused or a closed connection.

    code: 0 for none. refused: the reason in English, for a refused connection.
    """
    if code in _NO_ENTRY:
        return BrokerStatus("refused", _no_entry(broker))
    if code in _REFUSED:
        return BrokerStatus("refused", text(f"broker.{_REFUSED[code]}"))
    if code in _NOT_NOW:
        return away_status("busy", broker)
    if code == NONSENSE:
        return away_status("nonsense", broker)
    return (
        BrokerStatus("refused", text("broker.refused", why=refused))
        if refused
        else away_status("gone", broker)
    )


def away_status(what: str, broker: Broker, **params: str) -> BrokerStatus:
    """The status of a broker that does not answer."""
    return BrokerStatus("away", text(f"broker.{what}", **params, address=broker.address))


def _no_entry(broker: Broker) -> Text:
    return text("broker.password", user=broker.user) if broker.user else text("broker.nameless")
