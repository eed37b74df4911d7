"""Another version: which runs and what is new in it, a newer one from a stick or a phone, and the way
back.
"""

from __future__ import annotations

from typing import Any

from flask import Response

from companion import __version__
from companion.commit import commit
from companion.language.text import CompanionError, text
from web.care.attempt import attempt
from web.care.guard import guard
from web.care.uploads import receive
from web.confirming import busy
from web.errors import Problem
from web.pages.drawing import Banner, Pages
from web.pages.forms import YES, onward, posted
from web.site import Site

HERE = "/care/update"


def routes(pages: Pages) -> None:
    """Show the versions, take one in, and let it stand at the box."""
    site, blueprint = pages.site, pages.blueprint

    @blueprint.get(HERE)
    def update() -> Response:
        guard(site)
        return _page(pages)

    @blueprint.post(f"{HERE}/bring")
    def update_bring() -> Response:
        guard(site)
        return attempt(_page, pages, lambda: _bring(site))

    @blueprint.post(f"{HERE}/stick")
    def update_from_stick() -> Response:
        guard(site)
        return attempt(_page, pages, lambda: _from_stick(site))

    @blueprint.post(f"{HERE}/install")
    def update_install() -> Response:
        guard(site)
        return attempt(_page, pages, lambda: _install(site))

    @blueprint.post(f"{HERE}/back")
    def update_back() -> Response:
        guard(site)
        return attempt(_page, pages, lambda: _back(site))

    @blueprint.post(f"{HERE}/forget")
    def update_forget() -> Response:
        guard(site)
        standing = site.confirming.standing
        if standing is not None and standing.what != "games":
            site.confirming.forget()
        site.caring().updates.forget()
        return onward(HERE)


def _bring(site: Site) -> Response:
    _free(site)
    receive(site.caring().updates.most, site.caring().updates.receiving())
    return onward(HERE)


def _from_stick(site: Site) -> Response:
    _free(site)
    site.caring().updates.from_stick(posted().get("file", ""))
    return onward(HERE)


def _install(site: Site) -> Response:
    found, fields = site.caring().updates.found, posted()
    if found is None or fields.get("version") != found:
        raise CompanionError(text("update.gone"))
    _sure(fields)
    said = text("panel.wanted.version", version=found)
    site.confirming.ask("update", said, lambda: site.caring().updates.install(found))
    return onward(HERE)


def _back(site: Site) -> Response:
    before, fields = site.caring().updates.before(), posted()
    if before is None or fields.get("version") != before or not site.caring().updates.installs:
        raise CompanionError(text("update.nothing-before"))
    _sure(fields)
    said = text("panel.wanted.version", version=before)
    site.confirming.ask("earlier", said, site.caring().updates.go_back)
    return onward(HERE)


def _free(site: Site) -> None:
    if site.confirming.standing is not None:
        raise busy()


def _sure(fields: dict[str, str]) -> None:
    if fields.get("sure") not in YES:
        raise Problem(422, "not-sure")


def _page(pages: Pages, *, status: int = 200, banner: Banner | None = None) -> Response:
    return pages.draw(
        "care_update", status=status, at=HERE, banner=banner, tab="games", **_contents(pages.site)
    )


def _contents(site: Site) -> dict[str, Any]:
    updates = site.caring().updates
    standing = site.confirming.standing
    came = updates.came()
    under_way = updates.under_way
    return {
        "version_here": __version__,
        "commit": commit() or "",
        "new_here": site.caring().news(__version__),
        "installs": updates.installs,
        "signed": updates.signed,
        "found": updates.found,
        "on_stick": updates.on_stick(),
        "before": updates.before(),
        "asked": None if standing is None or standing.what == "games" else standing.what,
        "under_way": under_way,
        "waits": updates.waits,
        "outcome": None if came is None or under_way else came.said,
        "playing": site.table.snapshot.play is not None and not site.table.snapshot.play.over,
        "most": updates.most >> 20,
    }
