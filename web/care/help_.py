"""Help: what the box finds amiss with itself and what to do, and one file for who helps from afar."""

from __future__ import annotations

from flask import Response

from web.care.files import give
from web.care.guard import guard
from web.pages.drawing import Pages

HERE = "/care/help"
NAME = "companion-report.txt"


def routes(pages: Pages) -> None:
    """Show the findings, and hand out the file."""
    site, blueprint = pages.site, pages.blueprint

    @blueprint.get(HERE)
    def help_page() -> Response:
        guard(site)
        findings = site.caring.check()
        missing = [part for part, state in sorted(site.parts.states().items()) if state == "missing"]
        told = {each.part for each in findings}
        return pages.draw(
            "care_help",
            at=HERE,
            tab="games",
            findings=findings,
            box_id=site.table.snapshot.box,
            missing=[part for part in missing if part not in told],
        )

    @blueprint.post(f"{HERE}/report")
    def told() -> Response:
        guard(site)
        return give(site.caring.report(pages.language()), NAME, "text/plain")
