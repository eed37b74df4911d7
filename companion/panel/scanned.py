"""What a QR code on the display holds. Pure."""

from __future__ import annotations

from urllib.parse import quote


def page_url(address: str, page: str, code: str) -> str:
    """The URL of a page that takes a code, such as `http://10.42.0.1:8080/J/4821`.

    address: `host:port`. page: the page's own letter. The scheme is in lower case, since several camera apps
    take `HTTP://` for mere text; all behind it is in capitals and figures, of which a QR code holds most.
    """
    return f"http://{address.upper()}/{page}/{quote(code, safe='')}"
