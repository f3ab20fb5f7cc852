"""The pages' schema.org data: valid, and with no claim that visitors can't read on the page."""

import json
import re
from collections.abc import Iterator
from datetime import date
from typing import Any

import pytest
from schema_org import registry

from gym_site.content.posts import published_text
from gym_site.content.prices import format_price
from tests.gym import GYM, SETTINGS
from tests.markup import Element

SITE = SETTINGS.site_url
# Properties that Google requires for a rich result, and recommended ones that the content has.
WANTED_BY_GOOGLE = {
    "ExerciseGym": {"name", "address", "telephone", "url", "image", "priceRange", "openingHoursSpecification"},
    "PostalAddress": {"streetAddress", "addressLocality", "addressRegion", "postalCode", "addressCountry"},
    "OpeningHoursSpecification": {"dayOfWeek", "opens", "closes"},
    "WebSite": {"name", "url"},
    "BlogPosting": {"headline", "image", "datePublished", "author"},
    "Organization": {"name", "url", "logo"},
    "BreadcrumbList": {"itemListElement"},
    "ListItem": {"position", "name", "item"},
    "FAQPage": {"mainEntity"},
    "Question": {"name", "acceptedAnswer"},
    "Answer": {"text"},
    "Person": {"name", "url"},
}
# The vocabulary's data types as JSON. A URL may replace the thing it identifies.
DATA_TYPES = {
    "Boolean": "true|false",
    "Number": r"-?\d+(\.\d+)?",
    "Integer": r"-?\d+",
    "Date": r'"\d{4}-(0[1-9]|1[0-2])-([0-2]\d|3[01])"',
    "Time": r'"([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?"',
    "URL": r'"https?://[^"]+"',
    "Thing": r'"https?://[^"]+"',
    "Text": '".+"',
}


def listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


def lineage(kind: str) -> set[str]:
    """Return a type and all its supertypes."""
    return {kind, *registry.ancestry(kind)}


def faults(node: dict[str, Any]) -> Iterator[str]:
    """Yield properties of a node or its children that the vocabulary lacks or that have the wrong type."""
    kind = node.get("@type")
    if kind not in registry.CLASS_METADATA:
        yield f"{kind} is not a schema.org type"
        return
    for name, value in node.items():
        if name in ("@type", "@id"):
            continue
        known = registry.PROPERTY_BY_SCHEMA.get(name)
        if known is None or known.superseded_by or not set(known.domains) & lineage(kind):
            yield f"{kind} has no {name}"
            continue
        for one in listed(value):
            if not any(fits(one, expected) for expected in known.ranges):
                yield f"{one} is not a valid {name}"
            if isinstance(one, dict):
                yield from faults(one)


def fits(value: Any, expected: str) -> bool:
    """Return whether a value fits the expected type, which is a data type, an enumeration or a class."""
    if isinstance(value, dict):
        return expected in lineage(value.get("@type", ""))
    if expected in registry.ENUM_MEMBERS:
        return value in {f"https://schema.org/{member}" for member in registry.ENUM_MEMBERS[expected]}
    return expected in DATA_TYPES and bool(re.fullmatch(DATA_TYPES[expected], json.dumps(value)))


def nodes(value: Any) -> Iterator[dict[str, Any]]:
    """Yield a node and all its descendants."""
    for one in listed(value):
        if isinstance(one, dict):
            yield one
            for inner in one.values():
                yield from nodes(inner)


def data_of(document: Element) -> list[dict[str, Any]]:
    """Return the nodes of all structured-data scripts of a page, without their context."""
    said = []
    for script in document.all("script", type="application/ld+json"):
        data = json.loads("".join(script.children))
        assert data.pop("@context") == "https://schema.org"
        said += data["@graph"] if set(data) == {"@graph"} else [data]
    return said


@pytest.fixture(scope="module")
def said(documents) -> dict[str, list[dict[str, Any]]]:
    return {path: data_of(document) for path, document in documents.items()}


def of_type(kind: str, said: list[dict[str, Any]]) -> dict[str, Any]:
    (found,) = [one for one in said if one["@type"] == kind]
    return found


def test_structured_data_uses_only_the_schema_org_vocabulary(said):
    assert {fault for found in said.values() for one in found for fault in faults(one)} == set()


def test_structured_data_has_what_search_engines_require(said):
    every = [one for found in said.values() for one in nodes(found)]
    without = {"BlogPosting": GYM.posts, "Person": GYM.trainers}
    expected = {kind for kind in WANTED_BY_GOOGLE if without.get(kind, True)}
    assert expected <= {one["@type"] for one in every}
    assert {
        (one["@type"], name) for one in every for name in WANTED_BY_GOOGLE.get(one["@type"], set()) - set(one)
    } == set()


def test_structured_data_has_no_ratings_reviews_or_coordinates(said):
    names = {name for found in said.values() for one in nodes(found) for name in one}
    assert names & {"aggregateRating", "review", "starRating", "reviewRating", "geo", "foundingDate"} == set()


def test_structured_data_identifies_the_same_gym_on_every_page(said):
    gym = of_type("ExerciseGym", said["/"])
    named = [one for found in said.values() for one in nodes(found) if one["@type"] == "Organization"]
    assert {one["@id"] for one in named} == {gym["@id"]} == {f"{SITE}/#gym"}
    assert {one["name"] for one in named} == {gym["name"]} == {GYM.business.name}


def test_structured_data_offers_every_plan_at_the_price_on_its_card(said, documents):
    tabs = of_type("ExerciseGym", said["/"])["hasOfferCatalog"]["itemListElement"]
    offers = [
        (tab["name"], one["name"], one["price"], one["priceCurrency"], one["priceSpecification"]["unitText"])
        for tab in tabs
        for one in tab["itemListElement"]
    ]
    assert offers == [
        (tab.label, plan.name, float(plan.price), "CAD", plan.period) for tab in GYM.plans.tabs for plan in tab.plans
    ]
    text = documents["/"].one("main").text
    assert all(format_price(plan.price) in text for tab in GYM.plans.tabs for plan in tab.plans)


def test_structured_data_offers_a_service_at_the_price_on_its_page(said, documents):
    assert set(GYM.cards) == set(GYM.routes.services)
    for card in GYM.cards.values():
        service = of_type("Service", said[GYM.routes.url_for(card.key)])
        assert service["name"] == documents[GYM.routes.url_for(card.key)].one("h1").text.replace("/ ", "/")
        first = service["offers"][0]
        numbers = first.get("priceSpecification", {})
        amounts = [float(amount) for amount in re.findall(r"[\d.]+", card.price_text)]  # empty if insurers are billed
        assert [numbers[name] for name in ("minPrice", "maxPrice", "price") if name in numbers] == amounts
        assert numbers.get("unitText", "") == card.price_text.partition("/")[2]
        assert first["description"] == card.price_text


@pytest.mark.part("online-coaching")
def test_structured_data_offers_a_package_at_the_price_on_its_card(said):
    packages = [
        one["priceSpecification"]
        for one in of_type("Service", said[GYM.routes.url_for("online-coaching")])["offers"][1:]
    ]
    prices = [f"${package['price']:g}/{package['unitText']}" for package in packages]
    assert prices == [package.price_text for package in GYM.online.packages]


def test_structured_data_of_a_post_has_its_title_date_author_and_url(said, documents):
    for post in GYM.posts:
        posting = of_type("BlogPosting", said[GYM.routes.post_path(post.id)])
        document = documents[GYM.routes.post_path(post.id)]
        assert posting["headline"] == document.one("h1").text
        assert posting["author"]["name"] == GYM.business.name
        assert date.fromisoformat(posting["datePublished"]) == post.published
        assert published_text(post) in document.one("main").text.replace("\N{NO-BREAK SPACE}", " ")
        assert posting["url"] == document.one("link", rel="canonical").attrs["href"]


def test_every_faq_question_is_in_the_structured_data_verbatim(said, documents):
    faq = documents[GYM.routes.url_for("faq")]
    questions = of_type("FAQPage", said[GYM.routes.url_for("faq")])["mainEntity"]
    assert len(questions) == len(GYM.faq.questions)
    shown = faq.one("main").text.replace("\N{WORD JOINER}", "")  # keeps hours in one line
    for question in questions:
        assert question["name"] in shown
        assert " ".join(question["acceptedAnswer"]["text"].split()) in shown
    assert all(faq.all(id=question["url"].partition("#")[2]) for question in questions)


@pytest.mark.part("trainers")
def test_every_trainer_is_in_the_structured_data_by_name(said, documents):
    trainers = documents[GYM.routes.url_for("trainers")]
    people = [node for node in said[GYM.routes.url_for("trainers")] if node["@type"] == "Person"]
    assert [person["name"] for person in people] == [h2.text for h2 in trainers.one("main").all("h2")][
        : len(GYM.trainers)
    ]
    assert all(trainers.all(id=person["url"].partition("#")[2]) for person in people)


def test_breadcrumbs_in_structured_data_match_the_visible_ones(said, documents):
    for path, document in documents.items():
        lines = document.all("nav", class_="breadcrumbs")
        if path == "/":
            assert lines == []
            assert [one for one in said[path] if one["@type"] == "BreadcrumbList"] == []
            continue
        (line,) = lines
        items = of_type("BreadcrumbList", said[path])["itemListElement"]
        assert [one["position"] for one in items] == list(range(1, len(items) + 1))
        assert [one["name"] for one in items] == [one.text for one in line.all("li")], path
        assert [one["item"] for one in items[:-1]] == [SITE + link.attrs["href"] for link in line.all("a")]
        assert items[-1]["item"] == document.one("link", rel="canonical").attrs["href"]
        (here,) = line.all(aria_current="page")
        assert here.text == items[-1]["name"]


def test_no_script_repeats_the_structured_data(pages):
    holding = [file.name for file in (pages / "assets").glob("*.js") if "FAQPage" in file.read_text(encoding="utf-8")]
    assert holding == []


def test_structured_data_survives_hydration_and_is_removed_on_navigation(open_page):
    page = open_page("/faq")
    texts = page.locator("script[type='application/ld+json']")
    assert [json.loads(text)["@type"] for text in texts.all_inner_texts()] == ["FAQPage", "BreadcrumbList"]
    assert page.watch.errors == []
    page.locator(".breadcrumbs a").click()
    page.wait_for_selector(".hero-picture")
    assert [json.loads(text) for text in texts.all_inner_texts()] == [{}]
