"""Caddy answers below a path as the app does."""

import httpx

from gym_site.built import current_build
from tests.build import SUB_PATH, WEB_BELOW_PATH
from tests.gym import GYM
from tests.scale.servers import CaddyServer
from tests.scale.test_static_pages import untyped

PATHS = [f"{SUB_PATH}{route.path}" for route in GYM.routes.values()] + [
    "/", SUB_PATH, f"{SUB_PATH}/index.html", f"{SUB_PATH}/nowhere", f"{SUB_PATH}/records/business", f"{SUB_PATH}/forms/inquiry",
    f"{SUB_PATH}/css/base.css", [*GYM.routes.values()][1].path, "/records/business",
]  # fmt: skip


def test_caddy_answers_below_a_path_as_the_app_does(site_below, tmp_path):
    build = current_build(WEB_BELOW_PATH)
    script = next((build / "pages" / SUB_PATH.strip("/") / "assets").glob("everywhere-*.js")).name
    with CaddyServer(tmp_path, build / "pages", [f"127.0.0.1:{site_below.port}"], below=SUB_PATH) as caddy:
        for path in [*PATHS, f"{SUB_PATH}/assets/{script}"]:
            answer, own = httpx.get(caddy.url + path), httpx.get(site_below.url + path)
            assert (*untyped(answer), answer.text) == (*untyped(own), own.text), path
    (tmp_path / "deserted").mkdir()
    with CaddyServer(tmp_path / "deserted", build / "pages", ["127.0.0.1:9"], below=SUB_PATH) as caddy:
        post = httpx.post(f"{caddy.url}{SUB_PATH}/forms/inquiry", timeout=30)
        assert (post.status_code, f'href="{SUB_PATH}/css/' in post.text) == (503, True)
        assert "<h1" in httpx.get(f"{caddy.url}{SUB_PATH}/nowhere", timeout=30).text
