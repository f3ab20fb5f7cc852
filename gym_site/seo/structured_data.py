"""Structured data of schema.org. The home page describes the gym; other pages refer to the gym by its ``@id``."""

from collections.abc import Sequence
from typing import Any

from gym_site.brand import COUNTRY, Brand
from gym_site.content.business import CURRENCY, LANGUAGE, tel
from gym_site.content.online_coaching import CoachingPackage
from gym_site.content.plans import Plan
from gym_site.content.posts import BlogPost
from gym_site.content.prices import ServicePrice, format_price
from gym_site.content.services import ONLINE, ServiceCard
from gym_site.content.trainers import Trainer
from gym_site.gym import needed
from gym_site.hours import DAY, WEEK, Hours, runs
from gym_site.routes import card_path, post_key
from gym_site.seo.breadcrumbs import Crumb
from gym_site.settings import Settings
from gym_site.site import Site

Node = dict[str, Any]

CONTEXT = "https://schema.org"


def page_data(key: str, site: Site) -> Node | None:
    """Return the structured data of a route's or a post's page; None if there is nothing to describe."""
    cards, posts = site.gym.cards, {post_key(post.id): post for post in site.gym.posts}
    if key == "home":
        return _document(gym(site), website(site))
    if key in cards:
        return _document(service(cards[key], site))
    if key == "trainers":
        return _document(*(person(trainer, site) for trainer in site.gym.trainers))
    if key == "faq":
        return _document(questions(site))
    if key == "blog":
        return _document(blog(site))
    if key in posts:
        return _document(posting(posts[key], site))
    return None


def breadcrumb_data(trail: Sequence[Crumb], settings: Settings) -> Node:
    """Return a page's breadcrumbs."""
    items = [
        {"@type": "ListItem", "position": position, "name": crumb.label, "item": settings.address + crumb.path}
        for position, crumb in enumerate(trail, start=1)
    ]
    return _document({"@type": "BreadcrumbList", "itemListElement": items})


def gym(site: Site) -> Node:
    """Return the gym with its membership prices."""
    business, settings, expansion = site.business, site.settings, site.gym.expansion
    rooms = expansion.zones if expansion else ()
    zones = [zone.name for zone in rooms if site.gym.has_opened or not zone.new]
    parking, plans = site.gym.home.visit.parking, site.gym.plans.tabs[0].plans
    prices = [plan.price for plan in plans]
    catalogs = [
        {
            "@type": "OfferCatalog",
            "name": tab.label,
            "itemListElement": [
                _offer(plan.name, f"{plan.description} {plan.additional_info}", plan, settings) for plan in tab.plans
            ],
        }
        for tab in site.gym.plans.tabs
    ]
    node = {
        **_gym_reference(site),
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
        "areaServed": _area(site.gym.brand),
        "priceRange": f"{format_price(min(prices))}-{format_price(max(prices))}/{plans[0].period}",
        "currenciesAccepted": CURRENCY,
        "amenityFeature": [
            {"@type": "LocationFeatureSpecification", "name": name, "value": True}
            for name in (*filter(None, [parking]), *zones)
        ],
        "sameAs": [settings.instagram_url],
        "hasOfferCatalog": {"@type": "OfferCatalog", "itemListElement": catalogs},
    }
    return node | (_opening(site.gym.brand) if business.business_hours in site.gym.brand.hours.every_sentence else {})


def _opening(brand: Brand) -> Node:
    """Return the gym's hours. A sentence that staff wrote in their place isn't machine-readable."""
    days: dict[Hours, list[str]] = {}
    for day, hours in zip(WEEK, brand.hours.week, strict=False):
        days.setdefault(hours, []).append(f"{CONTEXT}/{day}")
    usual = [_hours(hours, dayOfWeek=on) for hours, on in days.items()]
    other = [
        _hours(hours, validFrom=first.isoformat(), validThrough=last.isoformat())
        for hours, first, last in runs(brand.hours.coming(brand.now().date()))
    ]
    found = {"openingHoursSpecification": usual, "specialOpeningHoursSpecification": other}
    return {name: hours[0] if len(hours) == 1 else hours for name, hours in found.items() if hours}


def _hours(hours: Hours, **about: Any) -> Node:
    """Return hours that end at midnight as search engines read them: at 23:59."""
    opens, closes = (f"{minute // 60:02}:{minute % 60:02}" for minute in (hours.opens, min(hours.closes, DAY - 1)))
    return {"@type": "OpeningHoursSpecification", **about, "opens": opens, "closes": closes}


def website(site: Site) -> Node:
    """Return the website. Search engines show its name above the titles of its pages."""
    return {
        "@type": "WebSite",
        "@id": f"{site.settings.address}/#website",
        "name": site.business.name,
        "url": f"{site.settings.address}/",
        "inLanguage": LANGUAGE,
        "publisher": _gym_reference(site),
    }


def service(card: ServiceCard, site: Site) -> Node:
    """Return a service with its price; online coaching also has its packages."""
    url = site.settings.address + site.routes.url_for(card.key)
    offers: list[Node] = [{"@type": "Offer", "name": card.title, "description": card.price_text, "url": url}]
    if isinstance(card.price, ServicePrice):
        amounts = {"minPrice": float(card.price.low)}
        if card.price.high is not None:
            amounts["maxPrice"] = float(card.price.high)
        offers[0]["priceSpecification"] = _priced(amounts, card.price.unit)
    page = site.gym.service_pages.get(card.key)
    about = page.description if page else card.description
    online = site.gym.online if card.key == ONLINE else None
    if online:
        about = online.words.intro
        offers += [_offer(package.title, package.summary, package, site.settings) for package in online.packages]
    return {
        "@type": "Service",
        "@id": f"{url}#service",
        "name": card.title,
        "serviceType": card.title,
        "description": about,
        "url": url,
        "image": site.settings.address + card_path(card.key),
        "provider": _gym_reference(site),
        "areaServed": _area(site.gym.brand),
        "offers": offers,
    }


def person(trainer: Trainer, site: Site) -> Node:
    """Return the structured data of a trainer. The portrait is left out, because it is an illustration."""
    page = f"{site.settings.address}{site.routes.url_for('trainers')}#trainer-{trainer.id}"
    node = {
        "@type": "Person",
        "@id": page,
        "name": trainer.name,
        "jobTitle": trainer.practitioner_type,
        "url": page,
        "worksFor": _gym_reference(site),
        "knowsLanguage": list(trainer.languages),
        "knowsAbout": list(trainer.specialties),
        "sameAs": [trainer.instagram],
    }
    return node | ({"telephone": tel(trainer.phone).removeprefix("tel:")} if trainer.phone else {})


def questions(site: Site) -> Node:
    """Return the questions of the FAQ with their answers."""
    url = site.settings.address + site.routes.url_for("faq")
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
            for item in site.gym.faq.questions
        ],
    }


def blog(site: Site) -> Node:
    """Return the blog with its posts."""
    words = needed(site.gym.blog).words
    url = site.settings.address + site.routes.url_for("blog")
    return {
        "@type": "Blog",
        "@id": f"{url}#blog",
        "name": words.title,
        "description": words.intro,
        "url": url,
        "inLanguage": LANGUAGE,
        "publisher": _gym_reference(site),
        "blogPost": [posting(post, site) for post in site.gym.posts],
    }


def posting(post: BlogPost, site: Site) -> Node:
    """Return a post. Its author is the gym, because a post is signed with a role instead of a person's name."""
    url = site.settings.address + site.routes.post_path(post.id)
    return {
        "@type": "BlogPosting",
        "@id": f"{url}#post",
        "headline": post.title,
        "description": post.description,
        "url": url,
        "mainEntityOfPage": url,
        "image": site.settings.address + card_path(post_key(post.id)),
        "datePublished": post.published.isoformat(),
        "inLanguage": LANGUAGE,
        "author": _gym_reference(site),
        "publisher": _gym_reference(site),
    }


def _area(brand: Brand) -> list[Node]:
    return [{"@type": "City", "name": city} for city in brand.towns]


def _document(*nodes: Node) -> Node:
    return {"@context": CONTEXT, **nodes[0]} if len(nodes) == 1 else {"@context": CONTEXT, "@graph": list(nodes)}


def _gym_reference(site: Site) -> Node:
    """Return a short reference to the gym, for pages about something else."""
    return {
        "@type": "Organization",
        "@id": f"{site.settings.address}/#gym",
        "name": site.business.name,
        "url": f"{site.settings.address}/",
        "logo": f"{site.settings.address}/icon-512.png",
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
