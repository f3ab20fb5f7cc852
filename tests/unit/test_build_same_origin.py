"""One build serves on any host and port."""

from __future__ import annotations

import pytest

from gym_site.build.same_origin import SameOrigin

BUILT = "var e={PING:`http://localhost:57231/ping`,EVENT:`ws://localhost:57231/_event`,TEST_MODE:!1};export{e as t};"


def test_the_pages_look_for_the_server_at_their_own_origin(tmp_path):
    chunk = tmp_path / "assets" / "reflex-env-abc.js"
    chunk.parent.mkdir()
    chunk.write_text(BUILT)
    SameOrigin().post_build(static_dir=tmp_path)
    assert chunk.read_text() == (
        "var e={PING:`${location.origin}/ping`,EVENT:`${location.origin.replace(`http`,`ws`)}/_event`,TEST_MODE:!1};"
        "export{e as t};"
    )


@pytest.mark.parametrize("built", [None, "var e={EVENT:`wss://api.gym.example/_event`};", "var e={};"])
def test_a_build_that_looks_different_is_not_let_pass(tmp_path, built):
    (tmp_path / "assets").mkdir()
    if built is not None:
        (tmp_path / "assets" / "reflex-env-abc.js").write_text(built)
    with pytest.raises(RuntimeError, match="where its server is"):
        SameOrigin().post_build(static_dir=tmp_path)
