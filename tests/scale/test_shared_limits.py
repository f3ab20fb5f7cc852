"""Two processes count together: what a visitor may send is not doubled by a second backend."""

from __future__ import annotations

import httpx
import pytest

from tests.forms import INQUIRY_FORM
from tests.posting import Stranger
from tests.scale.servers import ScaledSite
from tests.scale.visitors import FilledIn, Visitor, run


@pytest.fixture
def strict(redis, postgres, service, pages, tmp_path):
    """A site that forwards two forms from one address."""
    with ScaledSite(tmp_path, pages, redis, postgres, service, GYM_LIMIT_PER_ADDRESS="2") as site:
        yield site


def test_the_third_form_of_an_address_is_quarantined_whichever_backend_has_it(strict, service):
    for backend in strict.backends:
        visitor = Stranger(backend.url)
        assert visitor.send().is_success
        assert strict.leads(visitor.mark) == ["sent"]
    liar = FilledIn()
    answer = httpx.post(
        f"{strict.url}/forms/{INQUIRY_FORM.name}",
        data=liar.fields,
        headers={"Origin": strict.url, "X-Forwarded-For": "198.51.100.7"},  # Caddy knows better
    )
    assert answer.status_code == 303
    assert strict.leads(liar.mark) == ["quarantined"]

    async def over_a_websocket() -> str:
        page, form = Visitor(strict.url), FilledIn()
        await page.come()
        assert await page.send(form)
        await page.leave()
        return form.mark

    assert strict.leads(run(over_a_websocket())) == ["quarantined"]
    assert len(service.posts()) == 2
