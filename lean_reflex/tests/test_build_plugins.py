"""The plugins that rework the build: their changes, and their errors if Reflex builds differently."""

import json
import re
from types import SimpleNamespace

import pytest
from reflex.utils import exec as running
from reflex_base import constants

from lean_reflex.build import built_pages
from lean_reflex.build.built_pages import BuiltPages
from lean_reflex.build.lean_bundle import LeanBundle
from lean_reflex.build.page_policy import beyond, policy_element, usual_policy
from lean_reflex.build.policies import policies_script
from lean_reflex.plugins import plugins
from lean_reflex.reflex_internals import route_pattern

VITE, ROOT, STATE = "vite.config.js", "app/root.jsx", "utils/state.js"
REFLEXES = (constants.Templates.Dirs.WEB_TEMPLATE / STATE).read_text("utf-8")
CONFIG = (
    "export default {\n  plugins: [\n    reactRouter(),\n  ],\n  build: {\n    minify: true,\n  },\n"
    "  resolve: {\n    alias: [\n      { find: '$' },\n    ],\n  },\n};\n"
)
PRELOAD = '<link rel="modulepreload" href="/assets/a.js"/>'
STYLE = '<link href="/assets/a.css" rel="stylesheet" type="text/css"/>'
DATA, PLACE = '{"a": "\\\\1"}', '<script type="application/ld+json">{}</script>'
START = (
    '<script type="module" async="">import "/assets/a.js";\nimport * as route0 from "/assets/a.js";\n'
    'import("/assets/entry.client-a.js")</script>'
)
VIEWPORT = '<meta content="width=device-width" name="viewport"/>'
STYLE_PRELOAD = '<link as="style" href="/assets/a.css" rel="preload"/>'
SOURCE = '<source type="image/avif" srcSet="/a.avif 1w"/>'
TOP = f'<picture>{SOURCE}<img fetchPriority="high"/></picture>'
STREAMED = (
    '<script>((storageKey, restoreKey) => { })("a", null)</script>'
    f'<script>context().pipeThrough(new TextEncoderStream());</script>{START}<!--$?--><template id="B:0"></template><!--/$--><script id="_R_">r()</script>'
    '<div hidden id="S:0"><script>data().enqueue("[]");</script><!--$?--><template id="B:1"></template><!--/$--></div>'
    '<script>move()</script><div hidden id="S:1"><script>end();</script></div><script>$RC("B:1","S:1")</script>'
)
CHARSET = '<meta charSet="utf-8"/>'
PAGE = f"<head>{CHARSET}{VIEWPORT}{STYLE_PRELOAD}{PRELOAD}{STYLE}</head>{TOP}{STREAMED}"
MISSING = PAGE.replace("a.js", "_not-found_._index-a.js") + "routes/[not-found]._index"
BUILT = {
    "index.html": PAGE + PLACE,
    "declared-by-pages.json": json.dumps({"data": {"index": [DATA], "not-found": None}, "policies": {}}),
    "assets/a.css": "",
    "assets/router-a.js": "window.location.reload(),new Promise(()=>{})",
    "assets/_404_._index-a.js": "",
    "__spa-fallback.html": "",
    "not-found/index.html": MISSING,
    "assets/reflex-env-a.js": "`http://localhost:3000/ping`",
}


def changed(file, text, policy=None, *pages):
    """Return the text that Reflex is about to write into a file, after `LeanBundle` has changed it."""
    tasks, pages = {}, [SimpleNamespace(context=context) for context in pages]
    LeanBundle(policy=policy).pre_compile(add_modify_task=tasks.__setitem__, unevaluated_pages=pages)
    return tasks[file](text)


@pytest.mark.parametrize(
    ("file", "text", "message"),
    [
        (VITE, CONFIG.replace("alias: [", "alias: {"), "aliases"),
        (ROOT, "window.__reflex ??= {};", "libraries"),
        (STATE, REFLEXES + "eval(another)", "eval"),
    ],
)
def test_unexpected_files_of_reflex_stop_the_build(file, text, message):
    with pytest.raises(RuntimeError, match=message):
        changed(file, text)


def test_what_an_earlier_version_left_is_changed_too():
    left = REFLEXES.replace(" eval(event.payload", ' (await import("run-text")).runText(event.payload')
    assert changed(STATE, left) == changed(STATE, changed(STATE, REFLEXES)) == changed(STATE, REFLEXES)


@pytest.mark.parametrize(
    ("mode", "policy", "page", "kept"),
    [
        ("prod", None, {}, True),
        ("prod", {}, {}, False),
        ("dev", {}, {}, True),
        ("prod", {"script-src": ["'unsafe-eval'"]}, {}, True),
        ("prod", {}, {"policy": {"script-src": ["'unsafe-eval'"]}}, True),
    ],
)
def test_what_a_text_from_the_server_can_use_is_kept_where_one_may_run(monkeypatch, mode, policy, page, kept):
    monkeypatch.setenv("REFLEX_ENV_MODE", mode)
    assert (", pyStrip" in changed(STATE, REFLEXES, policy, {}, page)) == kept


@pytest.fixture(autouse=True)
def web(tmp_path, monkeypatch):
    """Reflex's working folder."""
    monkeypatch.setenv("REFLEX_WEB_WORKDIR", str(tmp_path))
    (tmp_path / "utils").mkdir()
    return tmp_path


def test_the_libraries_for_components_of_a_state_are_in_a_file_of_their_own(web):
    libraries = 'import * as A from "a";\nimport * as B from "b";\n'
    root = changed(ROOT, libraries + 'f(A); window.__reflex = {\n  "a": A,\n  "b": B,\n};')
    assert root == 'import * as A from "a";\nf(A); '
    assert (web / "utils" / "libraries.js").read_text() == libraries + 'export default {\n  "a": A,\n  "b": B,\n};\n'
    lazy = "window.__reflex = { ...window.__reflex, };"
    assert changed(ROOT, lazy) == lazy
    assert (web / "utils" / "libraries.js").read_text() == "export default {};\n"


@pytest.fixture
def build(tmp_path):
    """Finish a build of `BUILT` with changes: ``files`` replace or add files."""

    def build(files, options='{"prerender": true}', **given):
        (tmp_path / "react-router.config.js").write_text(options)
        for name, text in (BUILT | files).items():
            (tmp_path / "client" / name).parent.mkdir(exist_ok=True, parents=True)
            (tmp_path / "client" / name).write_text(text)
        BuiltPages(**({"server": "", "policy": {}, "missing": "not-found"} | given)).post_build(
            static_dir=tmp_path / "client"
        )

    return build


def test_a_build_without_pages_of_its_own_stays_as_it_is(build, tmp_path):
    build({}, "{}", policy=None)
    assert (tmp_path / "client" / "index.html").read_text() == BUILT["index.html"]
    assert not (tmp_path / "client" / "declared-by-pages.json").exists()
    with pytest.raises(RuntimeError, match="Only pages that are rendered"):
        build({}, "{}")


@pytest.mark.parametrize("path", ["/faq", "/assets", "/images/gym"])
def test_a_site_can_not_be_below_one_of_its_own_paths(build, tmp_path, monkeypatch, path):
    monkeypatch.setattr(built_pages, "sub_path", lambda: path)
    (tmp_path / "public" / "images").mkdir(parents=True)
    with pytest.raises(RuntimeError, match=f"has a path /{path.split('/')[1]} itself"):
        build({f"{path[1:]}/index.html": PAGE, f"{path[1:]}/faq/index.html": PAGE})


@pytest.mark.parametrize(
    ("files", "message"),
    [
        ({"not-found/index.html": PAGE}, "page built for unknown paths"),
        ({"not-found/index.html": MISSING.replace(STYLE, "")}, "stylesheet of .* was found 0 times"),
        ({"not-found/index.html": MISSING + START}, "start of scripts in .* was found 2 times"),
        ({"not-found/index.html": MISSING.replace("modulepreload", "preload")}, "no script preloads"),
        (
            {"not-found/index.html": MISSING.replace("fetchPriority", "fetchpriority")},
            "top picture in the expected form",
        ),
        ({"not-found/index.html": MISSING.replace("image/avif", "image/jxl")}, "top picture in the expected form"),
        (
            {"assets/reflex-env-a.js": "var e={EVENT:`wss://api.example/_event`}"},
            "server.s address in the expected form",
        ),
        ({"assets/reflex-env-b.js": "var e={};"}, "server.s address in the expected form"),
        ({"index.html": PAGE}, "placeholders for structured data"),
        ({"index.html": PAGE + PLACE * 2}, "placeholders for structured data"),
    ],
)
def test_unexpected_output_of_reflex_stops_the_build(build, files, message):
    with pytest.raises(RuntimeError, match=message):
        build(files)


def test_a_link_to_a_page_with_another_policy_is_known_by_its_path():
    further, of_dynamic = {"img-src": ["https://pics.example"]}, {"script-src": ["'unsafe-eval'"]}
    script = policies_script({"/": further, "/plain": {}, "/item/new": {}}, ["item/[name]"], of_dynamic)
    assert '{"/": 1, "/item/new": 0, "*": 2}' in script
    assert f'new RegExp("{route_pattern("item/[name]")}")' in script
    below = policies_script({"/": further}, ["item/[name]"], of_dynamic, "/sub")
    assert re.findall(r'"(?:/sub|\^/sub/item)/', below) == ['"/sub/', '"^/sub/item/']
    assert policies_script({"/": {}, "/plain": {}}, ["item/[name]"], {}) == ""


@pytest.mark.parametrize(
    ("own", "expected"),
    [
        ({}, {}),
        ({"img-src": ["data:"]}, {}),
        ({"style-src": ["'unsafe-inline'"]}, {"style-src": ["'unsafe-inline'"]}),
        ({"connect-src": ["https://api.example"]}, {"connect-src": ["https://api.example"]}),
    ],
)
def test_a_policy_allows_what_its_page_declares(own, expected):
    usual = usual_policy("", {})
    further = beyond(own, usual)
    assert further == expected
    policy = policy_element("<style>a</style><p>", usual, further)
    for directive, sources in expected.items():
        rule = re.search(f"{directive} ([^;]*)", policy)[1].split()
        assert set(sources) <= set(rule)
        assert not ("'unsafe-inline'" in rule and any("sha256" in source for source in rule))


def test_reflex_run_reloads_the_site_for_further_files_only(monkeypatch):
    for place, name in (
        (running, "HOTRELOAD_IGNORE_PATTERNS"),
        (constants.PackageJson.Commands, "DEV"),
        (constants.Bun, "ROOT_LOCKFILE_DIR"),
    ):
        monkeypatch.setattr(place, name, getattr(place, name))
    plugins(watched=("toml",))
    files = ["gym.toml", "gym", "gym.log"]
    ignored = [file for file in files if any(re.match(each, file) for each in running.HOTRELOAD_IGNORE_PATTERNS)]
    assert ignored == files[1:]
