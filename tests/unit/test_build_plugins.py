"""The plugins that rework the build: what they change, and that they notice when Reflex builds differently."""

from __future__ import annotations

import pytest

from gym_site.build.first_paint import FirstPaint
from gym_site.build.lean_bundle import LeanBundle
from gym_site.build.same_origin import SameOrigin

VITE, DOCUMENT = "vite.config.js", "app/_document.js"
CONFIG = "export default {\n  resolve: {\n    alias: [\n      { find: '$' },\n    ],\n  },\n};\n"
PAGE = (
    '<html><head><meta content="width=device-width, initial-scale=1" name="viewport"/>'
    '<link as="style" href="/assets/site-1.css" rel="preload"/>'
    '<link rel="modulepreload" href="/assets/entry-1.js"/>'
    '<link href="/assets/site-1.css" rel="stylesheet" type="text/css"/></head><body>'
    '<script type="module" async="">import "/assets/entry-1.js"</script>'
    '<picture><source sizes="50vw" srcSet="/small.avif 1w" type="image/avif"/><img loading="lazy" src="/small.jpg"/></picture>'
    '<picture><source sizes="100vw" srcSet="/top.avif 1w" type="image/avif"/>'
    '<img alt="" fetchPriority="high" src="/top.jpg"/></picture></body></html>'
)


def changed(file, text):
    """Return what becomes of a file that Reflex is about to write."""
    tasks = {}
    LeanBundle().pre_compile(add_modify_task=tasks.__setitem__)
    return tasks[file](text)


def test_the_bundle_takes_the_shims_for_the_libraries():
    once = changed(VITE, CONFIG)
    assert once.count('find: "@emotion/react"') == once.count('find: "universal-cookie"') == 1
    assert once.index("universal-cookie.js") < once.index("find: '$'")
    assert changed(VITE, once) == once


def test_another_configuration_is_not_let_pass():
    with pytest.raises(RuntimeError, match="aliases"):
        changed(VITE, CONFIG.replace("alias: [", "alias: {"))


def test_no_script_chooses_a_look_against_the_style_sheet():
    script = r'jsx("script",{},"\nif (\"theme\") {\n root.style.colorScheme = \"light\";\n}\n"),'
    kept = 'jsx("script",{},"other()"),jsx("meta",{})'
    once = changed(DOCUMENT, f"jsx(head,{script}{kept})")
    assert once == f"jsx(head,{kept})"
    assert changed(DOCUMENT, once) == once
    with pytest.raises(RuntimeError, match="colour scheme"):
        changed(DOCUMENT, 'jsx(Theme,{colorScheme:"light"})')


@pytest.fixture
def built(tmp_path):
    (tmp_path / "assets").mkdir()
    (tmp_path / "assets" / "site-1.css").write_text(r"a::before{content:'\201c'}")
    (tmp_path / "index.html").write_text(PAGE)
    return tmp_path


@pytest.mark.parametrize(
    ("gone", "message"),
    [('rel="stylesheet" type="text/css"', "stylesheets"), ('rel="modulepreload"', "no script preloads")],
)
def test_a_page_that_looks_different_is_not_let_pass(built, gone, message):
    (built / "index.html").write_text(PAGE.replace(gone, 'rel="other"'))
    with pytest.raises(RuntimeError, match=message):
        FirstPaint().post_build(static_dir=built)


@pytest.mark.parametrize("built", [None, "var e={EVENT:`wss://api.gym.example/_event`};", "var e={};"])
def test_a_build_that_looks_different_is_not_let_pass(tmp_path, built):
    (tmp_path / "assets").mkdir()
    if built is not None:
        (tmp_path / "assets" / "reflex-env-abc.js").write_text(built)
    with pytest.raises(RuntimeError, match="where its server is"):
        SameOrigin().post_build(static_dir=tmp_path)
