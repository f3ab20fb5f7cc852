"""The log of a running server."""

from __future__ import annotations

import json

import httpx

from tests.forms import CONSULTATION
from tests.site import START_WITHIN, PrebuiltSite

SECRET = "my knee hurts since May"
TOKEN = "3f1c9d0a-58e4-4a53-9c1b-2d6a8f7e0b11"


def test_a_running_server_writes_json_lines_without_a_word_of_its_visitors(pages, tmp_path):
    with PrebuiltSite(tmp_path, GYM_FORM_ENDPOINT="http://127.0.0.1:1/f/hidden-form-id") as site:
        data = CONSULTATION | {"additionalInfo": SECRET}
        answer = httpx.post(f"{site.url}/forms/consultation", data=data, timeout=START_WITHIN)
        assert answer.status_code == 502
        httpx.get(f"{site.url}/_event/?token={TOKEN}&EIO=9&transport=websocket")
        httpx.get(f"{site.url}/{SECRET}?q={SECRET}")
    greeting, *lines = site.log.read_text().splitlines()
    assert greeting.startswith("Tideforge 24: http://")
    said = [json.loads(line) for line in lines]
    assert any(one["logger"].startswith("gym_site.leads") and "ConnectError" in one["message"] for one in said)
    kept = CONSULTATION["name"], CONSULTATION["email"], SECRET, TOKEN, "hidden-form-id", "127.0.0.1"
    assert [words for words in kept if words in "".join(lines)] == []
