"""All that the head of a page says about it (spec section 4), as one value."""

from collections.abc import Mapping
from dataclasses import dataclass

from gym_site.content.page_records import PageRecord
from gym_site.content.posts import BlogPost
from gym_site.routes import card_path
from gym_site.seo.breadcrumbs import trail
from gym_site.seo.records import encoded, json_ld, page_facts
from gym_site.seo.structured_data import breadcrumb_data
from gym_site.site import Site


@dataclass(frozen=True)
class Head:
    """The head of a page.

    ``facts`` are the texts of the page's record as built, and ``version`` their hash. ``tags`` has the content of each
    meta element by its name, with the names of facts as blanks. ``documents`` are the structured data, as JSON.
    """

    title: str
    address: str
    image: str
    facts: Mapping[str, str]
    version: str
    tags: Mapping[str, str]
    documents: tuple[str, ...]
    describes_page: bool  # whether the documents include the record's own
    has_breadcrumbs: bool


def head_of(record: PageRecord, site: Site, post: BlogPost | None = None) -> Head:
    """Return the head of the page with this record. ``post`` is the page's blog post, if it has one."""
    facts = page_facts(record, site)
    crumbs = trail(site.routes, "blog" if post else record.page_slug, post)
    path = site.routes.post_path(post.id) if post else site.routes.url_for(record.page_slug)
    address = site.settings.address + path
    image = site.settings.address + card_path(record.page_slug)
    documents = [facts["schema_markup"], breadcrumb_data(crumbs, site.settings) if crumbs else None]
    return Head(
        title=record.title,
        address=address,
        image=image,
        facts={name: facts[name] for name in ("title", "description", "keywords")} | {"name": site.business.name},
        version=encoded(facts)[1],
        tags=_tags(address, image, post),
        documents=tuple(json_ld(document) for document in documents if document),
        describes_page=bool(facts["schema_markup"]),
        has_breadcrumbs=bool(crumbs),
    )


def _tags(address: str, image: str, post: BlogPost | None) -> dict[str, str]:
    return {
        "description": "{description}",
        "keywords": "{keywords}",
        "og:title": "{title}",
        "og:description": "{description}",
        "og:image:alt": "{title}",
        "og:site_name": "{name}",
        "twitter:title": "{title}",
        "twitter:description": "{description}",
        "twitter:image:alt": "{title}",
        "og:image:width": "1200",
        "og:image:height": "630",
        "og:url": address,
        "og:type": "article" if post else "website",
        "og:locale": "en_CA",
        "twitter:card": "summary_large_image",
        "twitter:image": image,
    } | ({"article:published_time": post.published.isoformat()} if post else {})
