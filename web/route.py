"""Routes as a start and a request can afford them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from werkzeug.routing import Map, MapAdapter, Rule
from werkzeug.wsgi import get_host

if TYPE_CHECKING:  # a start is spared a module that has nothing but types
    from wsgiref.types import WSGIEnvironment

    from werkzeug.wrappers import Request


class Route(Rule):
    """Compiles what builds its address whenever one is built: no page asks for that, each writes its links
    out, and for every route it would take as long as all the rest of it.
    """

    def _compile_builder(self, append_unknown: bool = True) -> Callable[..., tuple[str, str]]:
        return Route._address_and_query if append_unknown else Route._address

    def _address_and_query(self, **values: Any) -> tuple[str, str]:
        return super()._compile_builder(append_unknown=True)(self, **values)

    def _address(self, **values: Any) -> tuple[str, str]:
        return super()._compile_builder(append_unknown=False)(self, **values)


class Routes(Map):
    """Takes a host of plain letters as it is, where Werkzeug has tables of letters brought in for it: the
    same comes out, and the tables would stay in memory.
    """

    def bind_to_environ(
        self,
        environ: WSGIEnvironment | Request,
        server_name: str | None = None,
        subdomain: str | None = None,
    ) -> MapAdapter:
        """As `Map` has it."""
        said = environ if isinstance(environ, dict) else environ.environ
        host = get_host(said).lower()
        if not host.isascii() or server_name or subdomain or "HTTP_UPGRADE" in said:
            return super().bind_to_environ(environ, server_name, subdomain)
        path, query = (
            said.get(name, "").encode("latin-1").decode(errors="replace")
            for name in ("PATH_INFO", "QUERY_STRING")
        )
        return MapAdapter(
            self, host, "/", "", said["wsgi.url_scheme"], path or "/", said["REQUEST_METHOD"], query
        )
