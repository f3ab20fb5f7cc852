"""Structured data of schema.org. The home page describes the gym; other pages refer to the gym by its ``@id``."""

from collections.abc import Sequence
from typing import Any

from gym_site.brand import BRAND, COUNTRY, gym_now
from gym_site.content.business import CURRENCY, LANGUAGE, Business, tel
from gym_site.content.expansion import ZONES
from gym_site.content.faq import FAQ
from gym_site.content.home import BUSINESS_INFO
from gym_site.content.online_coaching import COACHING_PACKAGES, ONLINE_COACHING, CoachingPackage
from gym_site.content.plans import PLAN_TABS, Plan
from gym_site.content.posts import BLOG_WORDS, POSTS, BlogPost
from gym_site.content.prices import ServicePrice, format_price
from gym_site.content.services import CARDS_BY_KEY, ONLINE, SERVICE_PAGES, ServiceCard
from gym_site.content.trainers import TRAINERS, Trainer
from gym_site.hours import DAY, WEEK, Hours, runs
from gym_site.reading.parts import needed
from gym_site.routes import card_path, post_key, post_path, url_for
from gym_site.seo.breadcrumbs import Crumb
from gym_site.settings import Settings

Node = dict[str, Any]

CONTEXT = "https://schema.org"
_POSTS = {post_key(post.id): post for post in POSTS}
_AREA = [{"@type": "City", "name": city} for city in BRAND.towns]


def page_data(key: str, business: Business, settings: Settings) -> Node | None:
    """Return the structured data of a route's or a post's page; None if there is nothing to describe."""
    if key == "home":
        return _document(gym(business, settings), website(business, settings))
    if key in CARDS_BY_KEY:
        return _document(service(CARDS_BY_KEY[key], business, settings))
    if key == "trainers":
        return _document(*(person(trainer, business, settings) for trainer in TRAINERS))
    if key == "faq":
        return _document(questions(settings))
    if key == "blog":
        return _document(blog(business, settings))
    if key in _POSTS:
        return _document(posting(_POSTS[key], business, settings))
    return None


def breadcrumb_data(trail: Sequence[Crumb], settings: Settings) -> Node:
    """Return a page's breadcrumbs."""
    items = [
        {"@type": "ListItem", "position": position, "name": crumb.label, "item": settings.address + crumb.path}
        for position, crumb in enumerate(trail, start=1)
    ]
    return _document({"@type": "BreadcrumbList", "itemListElement": items})


def gym(business: Business, settings: Settings) -> Node:
    """Return the gym with its membership prices."""
    zones = [zone.name for zone in ZONES if settings.expansion_has_opened or not zone.new]
    plans = PLAN_TABS[0].plans
    prices = [plan.price for plan in plans]
    catalogs = [
        {
            "@type": "OfferCatalog",
            "name": tab.label,
            "itemListElement": [
                _offer(plan.name, f"{plan.description} {plan.additional_info}", plan, settings) for plan in tab.plans
            ],
        }
        for tab in PLAN_TABS
    ]
    node = {
        **_gym_reference(business, settings),
        "@type": "ExerciseGym",
        "description": business.description,
        "image": settings.address + card_path("home"),
        "telephone": business.tel.removeprefix("tel:"),
        "email": business.email,
        "address": {
            "@type": "PostalAddress",
            "streetAddress": business.address,
            "addressLocality": business.city,
            "addressRegion": business.province,
            "postalCode": business.postal_code,
            "addressCountry": COUNTRY,
        },
        "areaServed": _AREA,
        "priceRange": f"{format_price(min(prices))}-{format_price(max(prices))}/{plans[0].period}",
        "currenciesAccepted": CURRENCY,
        "amenityFeature": [
            {"@type": "LocationFeatureSpecification", "name": name, "value": True}
            for name in (*filter(None, [BUSINESS_INFO.parking]), *zones)
        ],
        "sameAs": [settings.instagram_url],
        "hasOfferCatalog": {"@type": "OfferCatalog", "itemListElement": catalogs},
    }
    return node | (_opening() if business.business_hours in BRAND.hours.every_sentence() else {})


def _opening() -> Node:
    """Return the gym's hours. A sentence that staff wrote in their place isn't machine-readable."""
    days: dict[Hours, list[str]] = {}
    for day, hours in zip(WEEK, BRAND.hours.week, strict=False):
        days.setdefault(hours, []).append(f"{CONTEXT}/{day}")
    usual = [_hours(hours, dayOfWeek=on) for hours, on in days.items()]
    other = [
        _hours(hours, validFrom=first.isoformat(), validThrough=last.isoformat())
        for hours, first, last in runs(BRAND.hours.coming(gym_now().date()))
    ]
    found = {"openingHoursSpecification": usual, "specialOpeningHoursSpecification": other}
    return {name: hours[0] if len(hours) == 1 else hours for name, hours in found.items() if hours}


def _hours(hours: Hours, **about: Any) -> Node:
    """Return hours that end at midnight as search engines read them: at 23:59."""
    opens, closes = (f"{minute // 60:02}:{minute % 60:02}" for minute in (hours.opens, min(hours.closes, DAY - 1)))
    return {"@type": "OpeningHoursSpecification", **about, "opens": opens, "closes": closes}


def website(business: Business, settings: Settings) -> Node:
    """Return the website. Search engines show its name above the titles of its pages."""
    return {
        "@type": "WebSite",
        "@id": f"{settings.address}/#website",
        "name": business.name,
        "url": f"{settings.address}/",
        "inLanguage": LANGUAGE,
        "publisher": _gym_reference(business, settings),
    }


def service(card: ServiceCard, business: Business, settings: Settings) -> Node:
    """Return a service with its price; online coaching also has its packages."""
    url = settings.address + url_for(card.key)
    offers: list[Node] = [{"@type": "Offer", "name": card.title, "description": card.price_text, "url": url}]
    if isinstance(card.price, ServicePrice):
        amounts = {"minPrice": float(card.price.low)}
        if card.price.high is not None:
            amounts["maxPrice"] = float(card.price.high)
        offers[0]["priceSpecification"] = _priced(amounts, card.price.unit)
    page = SERVICE_PAGES.get(card.key)
    about = page.description if page else card.description
    if card.key == ONLINE and ONLINE_COACHING:
        about = ONLINE_COACHING.intro
        offers += [_offer(package.title, package.summary, package, settings) for package in COACHING_PACKAGES]
    return {
        "@type": "Service",
        "@id": f"{url}#service",
        "name": card.title,
        "serviceType": card.title,
        "description": about,
        "url": url,
        "image": settings.address + card_path(card.key),
        "provider": _gym_reference(business, settings),
        "areaServed": _AREA,
        "offers": offers,
    }


def person(trainer: Trainer, business: Business, settings: Settings) -> Node:
    """Return the structured data of a trainer. The portrait is left out, because it is an illustration."""
    page = f"{settings.address}{url_for('trainers')}#trainer-{trainer.id}"
    node = {
        "@type": "Person",
        "@id": page,
        "name": trainer.name,
        "jobTitle": trainer.practitioner_type,
        "url": page,
        "worksFor": _gym_reference(business, settings),
        "knowsLanguage": list(trainer.languages),
        "knowsAbout": list(trainer.specialties),
        "sameAs": [trainer.instagram],
    }
    return node | ({"telephone": tel(trainer.phone).removeprefix("tel:")} if trainer.phone else {})


def questions(settings: Settings) -> Node:
    """Return the questions of the FAQ with their answers."""
    url = settings.address + url_for("faq")
    return {
        "@type": "FAQPage",
        "@id": f"{url}#questions",
        "url": url,
        "mainEntity": [
            {
                "@type": "Question",
                "name": item.question,
                "url": f"{url}#{item.slug}",
                "acceptedAnswer": {"@type": "Answer", "text": item.answer},
            }
            for item in FAQ
        ],
    }


def blog(business: Business, settings: Settings) -> Node:
    """Return the blog with its posts."""
    words = needed(BLOG_WORDS)
    url = settings.address + url_for("blog")
    return {
        "@type": "Blog",
        "@id": f"{url}#blog",
        "name": words.title,
        "description": words.intro,
        "url": url,
        "inLanguage": LANGUAGE,
        "publisher": _gym_reference(business, settings),
        "blogPost": [posting(post, business, settings) for post in POSTS],
    }


def posting(post: BlogPost, business: Business, settings: Settings) -> Node:
    """Return a post. Its author is the gym, because a post is signed with a role instead of a person's name."""
    url = settings.address + post_path(post.id)
    return {
        "@type": "BlogPosting",
        "@id": f"{url}#post",
        "headline": post.title,
        "description": post.description,
        "url": url,
        "mainEntityOfPage": url,
        "image": settings.address + card_path(post_key(post.id)),
        "datePublished": post.published.isoformat(),
        "inLanguage": LANGUAGE,
        "author": _gym_reference(business, settings),
        "publisher": _gym_reference(business, settings),
    }


def _document(*nodes: Node) -> Node:
    return {"@context": CONTEXT, **nodes[0]} if len(nodes) == 1 else {"@context": CONTEXT, "@graph": list(nodes)}


def _gym_reference(business: Business, settings: Settings) -> Node:
    """Return a short reference to the gym, for pages about something else."""
    return {
        "@type": "Organization",
        "@id": f"{settings.address}/#gym",
        "name": business.name,
        "url": f"{settings.address}/",
        "logo": f"{settings.address}/icon-512.png",
    }


def _offer(name: str, description: str, of: Plan | CoachingPackage, settings: Settings) -> Node:
    return {
        "@type": "Offer",
        "name": name,
        "description": description,
        "url": of.link.url(settings),
        "price": float(of.price),
        "priceCurrency": CURRENCY,
        "priceSpecification": _priced({"price": float(of.price)}, of.period),
    }


def _priced(amounts: dict[str, float], unit: str) -> Node:
    return {
        "@type": "UnitPriceSpecification",
        **amounts,
        "priceCurrency": CURRENCY,
        "unitText": unit,
        "valueAddedTaxIncluded": False,
    }
