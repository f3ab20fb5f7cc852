"""Data for search engines: escaping, precedence, and values derived from the settings."""

import json
from dataclasses import replace
from datetime import datetime

import pytest

from gym_site.gym import Gym
from gym_site.seo.feed import atom_feed
from gym_site.seo.head import head_of
from gym_site.seo.records import json_ld
from gym_site.seo.structured_data import gym, person
from tests.gym import GYM, SITE


@pytest.mark.parametrize(
    ("written", "dialled"),
    [
        ("604-555-0124", "+16045550124"),
        ("(604) 555 0124", "+16045550124"),
        ("+1 604-555-0124", "+16045550124"),
        ("1-604-555-0124", "+16045550124"),
        ("604-555-0124 ext. 5", "+16045550124;ext=5"),
        ("604.555.0124 Ext 5", "+16045550124;ext=5"),
        ("+44 20 7946 0958", "+442079460958"),
    ],
)
def test_a_telephone_number_has_its_country_code_once(written, dialled):
    business = replace(GYM.business, phone=written)
    site = replace(SITE, business=business)
    assert (business.tel, gym(site)["telephone"]) == (f"tel:{dialled}", dialled)
    for trainer in GYM.trainers[:1]:
        assert person(replace(trainer, phone=written), site)["telephone"] == dialled


@pytest.mark.part("expansion")
@pytest.mark.parametrize("year", [2025, 2099])
def test_amenities_of_the_expansion_are_listed_after_its_opening(year):
    site = replace(SITE, gym=Gym.read(GYM.folder.path, opens_at=datetime(year, 10, 31)))
    amenities = {amenity["name"] for amenity in gym(site)["amenityFeature"]}
    for zone in GYM.expansion.zones:
        assert (zone.name in amenities) == (year == 2025 or not zone.new), zone.name


def test_structured_data_cannot_close_its_script_element():
    text = json_ld({"name": "</script><!--<script>"})
    assert "<" not in text
    assert json.loads(text) == {"name": "</script><!--<script>"}


@pytest.mark.part("blog")
def test_markup_in_texts_is_escaped_in_the_feed():
    post = replace(GYM.posts[0], title="Sets & <reps>")
    assert "<title>Sets &amp; &lt;reps&gt;</title>" in atom_feed(replace(SITE, gym=replace(GYM, posts=(post,))))


def test_structured_data_in_a_record_replaces_that_of_the_page():
    stored = replace(GYM.records["faq"], schema_markup={"@type": "WebPage", "name": "Ours"})
    data = head_of(stored, SITE).documents
    assert [json.loads(text).get("@type") for text in data] == ["WebPage", "BreadcrumbList"]
