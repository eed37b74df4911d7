"""Another version: which runs and what is new in it, a newer one from a stick or a phone, and the way
back.
"""

from __future__ import annotations

from typing import Any

from flask import Response

from companion import __version__
from companion.commit import commit
from companion.language.text import CompanionError, text
from web.care.files import receive
from web.care.forms import page_with_forms, sure
from web.confirming import What
from web.pages.banner import Banner
from web.pages.drawing import Pages
from web.pages.forms import onward, posted
from web.site import Site

HERE = "/care/update"
_VERSIONS: tuple[What, ...] = ("update", "earlier")


def routes(pages: Pages) -> None:
    """Show the versions, take one in, and let it stand at the box."""
    does = {"bring": _bring, "stick": _from_stick, "install": _install, "back": _back, "forget": _forget}
    page_with_forms(pages, HERE, _page, does)


def _bring(site: Site) -> Response:
    site.confirming.check_free()
    receive(site.caring.updates.most, site.caring.updates.receiving())
    return onward(HERE)


def _from_stick(site: Site) -> Response:
    site.confirming.check_free()
    site.caring.updates.from_stick(posted().get("file", ""))
    return onward(HERE)


def _install(site: Site) -> Response:
    found, fields = site.caring.updates.found, posted()
    if found is None or fields.get("version") != found:
        raise CompanionError(text("update.gone"))
    sure(fields)
    said = text("panel.wanted.version", version=found)
    site.confirming.ask("update", said, lambda: site.caring.updates.install(found))
    return onward(HERE)


def _back(site: Site) -> Response:
    before, fields = site.caring.updates.before(), posted()
    if before is None or fields.get("version") != before or not site.caring.updates.installs:
        raise CompanionError(text("update.nothing-before"))
    sure(fields)
    said = text("panel.wanted.version", version=before)
    site.confirming.ask("earlier", said, site.caring.updates.go_back)
    return onward(HERE)


def _forget(site: Site) -> Response:
    site.confirming.forget(*_VERSIONS)
    site.caring.updates.forget()
    return onward(HERE)


def _page(pages: Pages, *, status: int = 200, banner: Banner | None = None) -> Response:
    return pages.draw(
        "care_update", status=status, at=HERE, banner=banner, tab="games", **_contents(pages.site)
    )


def _contents(site: Site) -> dict[str, Any]:
    updates = site.caring.updates
    came = updates.came()
    under_way = updates.under_way
    return {
        "version_here": __version__,
        "commit": commit() or "",
        "new_here": site.caring.news(__version__),
        "installs": updates.installs,
        "signed": updates.signed,
        "found": updates.found,
        "on_stick": updates.on_stick(),
        "before": updates.before(),
        "asked": site.confirming.stands(*_VERSIONS),
        "under_way": under_way,
        "waits": updates.waits,
        "outcome": None if came is None or under_way else came.said,
        "playing": site.playing,
        "most": updates.most >> 20,
    }
