"""A browser without scripts: it keeps cookies, follows where it is led, and sends what forms hold."""

from __future__ import annotations

import urllib.request
from http.cookiejar import CookieJar
from urllib.error import HTTPError
from urllib.parse import urlencode

from tests.patience import PATIENCE


class Browser:
    """page: the last one. patience: seconds for each."""

    def __init__(self, url: str, patience: float = PATIENCE) -> None:
        self.page = ""
        self.patience = patience
        self._url = url.rstrip("/")
        self._opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))
        self._opener.addheaders = [("Accept-Language", "en")]

    def ask(self, path: str, **form: str) -> str:
        """Ask for a page, with these fields of a form if there are any; whatever it is answered."""
        sent = urlencode(form).encode() if form else None
        try:
            answer = self._opener.open(self._url + path, sent, self.patience)
        except HTTPError as refused:
            answer = refused
        with answer:
            self.page = answer.read().decode()
        return self.page
