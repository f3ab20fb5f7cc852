"""What crawlers may read."""

from __future__ import annotations

from gym_site.routes import FORMS_PATH


def robots_txt(site_url: str) -> str:
    """Return the text of robots.txt: everything but the addresses that forms post to."""
    return f"User-agent: *\nDisallow: {FORMS_PATH}\n\nSitemap: {site_url}/sitemap.xml\n"
