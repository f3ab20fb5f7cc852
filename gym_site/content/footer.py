"""The footer of every page: links to all pages except blog posts, and ways to reach the gym (spec section 2)."""

from typing import Annotated

from gym_site.brand import BRAND
from gym_site.content.links import LinkKey, NavLink, OutLink, present
from gym_site.content.navigation import SERVICE_LINKS
from gym_site.content.record import Blanks, record


@record
class FooterColumn:
    """A titled list of links."""

    title: str
    links: tuple[NavLink, ...]


@record
class FooterWords:
    """The footer. Address, telephone, e-mail and hours come from the business record; ``{name}`` is the gym's name."""

    line: str
    columns: tuple[FooterColumn, ...]
    visit_title: str
    instagram: OutLink
    directions: OutLink
    small_print: tuple[str, ...]
    rights: Annotated[str, Blanks("name")]


FOOTER = FooterWords(
    line=f"{'Open all night. ' if BRAND.is_open_all_hours else ''}{BRAND.area}, {BRAND.region}.",
    columns=(
        FooterColumn(
            title="The gym",
            links=present(
                NavLink(label="Home"),
                NavLink(label="Membership", anchor="membership"),
                NavLink(label="Trainers", key="trainers"),
                NavLink(label="Facility Expansion", key="facility-expansion"),
                NavLink(label="Transformation Gallery", key="before-after"),
                NavLink(label="Free Consultation", key="consultation"),
                NavLink(label="Book Appointment", key="book-appointment"),
                NavLink(label="Blog", key="blog"),
                NavLink(label="FAQ", key="faq"),
                NavLink(label="Privacy", key="privacy"),
            ),
        ),
        FooterColumn(title="Services", links=SERVICE_LINKS),
    ),
    visit_title="Visit",
    instagram=OutLink(label=BRAND.instagram, link=LinkKey.INSTAGRAM),
    directions=OutLink(label="Directions", link=LinkKey.DIRECTIONS),
    small_print=("Pictures are visualizations and illustrations.",),
    rights="© {name}",
)
