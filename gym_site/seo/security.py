"""``security.txt``: where to report a security hole of the site (RFC 9116)."""

from datetime import date

from gym_site.content.business import LANGUAGE, Business
from gym_site.routes import SECURITY_PATH


def security_text(business: Business, address: str, today: date) -> str:
    """Return the file's text. It expires a year after the month began, so that all builds of a month are the same."""
    return (
        f"Contact: mailto:{business.email}\n"
        f"Expires: {today.replace(year=today.year + 1, day=1)}T00:00:00Z\n"
        f"Preferred-Languages: {LANGUAGE.partition('-')[0]}\n"
        f"Canonical: {address}{SECURITY_PATH}\n"
    )
