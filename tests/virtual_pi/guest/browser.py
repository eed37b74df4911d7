"""A phone's browser: one request a call, its cookies kept in a file, redirects told and not followed.

    browser.py METHOD URL [form as a query]

prints a line of JSON: the status, where it leads, and the words.
"""

from __future__ import annotations

import json
import sys
import urllib.error
import urllib.request
from http.cookiejar import LWPCookieJar
from pathlib import Path
from typing import Any

KEPT = Path("/run/phone.cookies")
AGENT = "Mozilla/5.0 (Linux; Android 15)"


class Stay(urllib.request.HTTPRedirectHandler):
    """Follows nothing."""

    def redirect_request(self, *_args: Any, **_more: Any) -> None:
        return None


def main() -> None:
    method, url, *form = sys.argv[1:]
    cookies = LWPCookieJar(str(KEPT))
    if KEPT.exists():
        cookies.load(ignore_discard=True)
    browser = urllib.request.build_opener(Stay, urllib.request.HTTPCookieProcessor(cookies))
    asked = urllib.request.Request(url, form[0].encode() if form else None, method=method)
    asked.add_header("User-Agent", AGENT)
    try:
        answer = browser.open(asked, timeout=30)
    except urllib.error.HTTPError as error:
        answer = error
    with answer:
        said = answer.read().decode(errors="replace")
        to = answer.headers.get("Location")
        print(json.dumps({"status": answer.status, "to": to, "said": said}))
    cookies.save(ignore_discard=True)


main()
