"""What is amiss with a broker when a connection to it is over: `broker.<what>` says it."""

import ssl

from companion.language.text import Text, text
from companion.mqtt.broker import Broker
from companion.mqtt.link import Link

OTHER_PROTOCOL = 0x84
"""The reason for which a broker refuses a version of MQTT that it does not know."""
_REFUSED = {0x85: "name", 0x8A: "banned", 0x8E: "taken-over"}
_NO_ENTRY = frozenset({0x86, 0x87, 0x8C})
_NOT_NOW = frozenset({0x88, 0x89, 0x8B, 0x97, 0x9F})


def by_error(error: Exception, broker: Broker) -> Link:
    """For what the system says: there is no connection, or none that is encrypted as it should be."""
    if isinstance(error, ssl.SSLCertVerificationError):
        return Link("refused", text("broker.certificate", why=error.verify_message))
    if isinstance(error, ssl.SSLError):
        return away("encryption", broker, why=(error.reason or str(error)).replace("_", " ").lower())
    if isinstance(error, PermissionError):
        return away("not-let", broker)
    return away("unreachable", broker, why=getattr(error, "strerror", None) or str(error))


def by_reason(code: int, broker: Broker, *, refused: bool, said: str) -> Link:
    """For what the broker has said, by MQTT 5: why it refuses the box, or why it has ended the connection.

    code: 0 for nothing. refused: it has not let the box in at all. said: the same in a few words of English.
    """
    if code in _NO_ENTRY:
        return Link("refused", _no_entry(broker))
    if code in _REFUSED:
        return Link("refused", text(f"broker.{_REFUSED[code]}"))
    if code in _NOT_NOW:
        return away("busy", broker)
    return Link("refused", text("broker.refused", why=said)) if refused else away("gone", broker)


def away(what: str, broker: Broker, **params: str) -> Link:
    """Nobody answers as a broker does."""
    return Link("away", text(f"broker.{what}", **params, address=broker.address))


def _no_entry(broker: Broker) -> Text:
    return text("broker.password", user=broker.user) if broker.user else text("broker.nameless")
