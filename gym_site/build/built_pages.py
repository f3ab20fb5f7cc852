"""Rewrites the built pages: adds the 404 page, structured data and security policies, and speeds up the first paint."""

import hashlib
import json
import re
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from reflex_base import constants
from reflex_base.plugins.base import Plugin

from gym_site.build.page_policy import policy_element
from gym_site.build.patch import replaced
from gym_site.content.parts import only
from gym_site.routes import FORMS_PATH
from gym_site.settings import Settings, web_folder

# The prerendered page of this route becomes the 404 page. Reflex renders its own 404 route only in the browser.
_NOT_FOUND = "not-found"
_COLLECTED = "structured-data.json"
_PLACEHOLDER = '<script type="application/ld+json">{}</script>'
_STYLESHEET = re.compile(r'<link href="/(assets/[^"]+\.css)" rel="stylesheet" type="text/css"/>')
_STYLE_PRELOAD = re.compile(r'(<link as="style" href="/assets/[^"]+\.css" rel="preload")/>')
_TOP_PICTURE = re.compile(r'<picture[^>]*>(?P<sources>(?:(?!</picture>).)*?)<img [^>]*fetchPriority="high"', re.DOTALL)
_START = re.compile(r'<script type="module" async="">(.*?)</script>', re.DOTALL)
# The scripts with which React streams the router's data into a page. `_started_late` moves them into the start script.
_INLINE = r"<script>((?:(?!</script>).)*)</script>"
_STREAMED = re.compile(
    rf'{_INLINE}(<script type="module" async="">)(.*?</script>)'
    r'<!--\$\?--><template id="B:0"></template><!--/\$--><script id="_R_">[^<]*</script>'
    rf'<div hidden id="S:0">{_INLINE}<!--\$\?--><template id="B:1"></template><!--/\$--></div>{_INLINE}'
    rf'<div hidden id="S:1">{_INLINE}</div><script>\$RC\("B:1","S:1"\)</script>',
    re.DOTALL,
)
_TOOL = Path(__file__).with_name("page_styles.mjs")
_CHARSET = '<meta charSet="utf-8"/>'
_DISCOVERED = ' data-discover="true"'  # only a router that loads its list of routes in parts needs this
_VIEWPORT = re.compile(r'<meta content="width=device-width[^>]*>')
_STYLE_PLACE = "<style></style>"
# The server's address as Reflex writes it into a script if REFLEX_API_URL is not set.
_BUILT_FOR = re.compile(r"`(http|ws)://localhost:\d+(/[\w-]+)`")
_OWN_ORIGIN = {"http": "${location.origin}", "ws": "${location.origin.replace(`http`,`ws`)}"}


class BuiltPages(Plugin):
    """Makes the 404 page, writes the files that pages declare, and rewrites every page.

    A page declares files and structured data when it is added to the app:
    ``context={"files": {"feed.xml": text}, "structured_data": [text]}``. The files are written beside the pages. The
    structured data replaces the placeholders of `gym_site.layout.head` in the built HTML. The pages' scripts contain
    only the placeholders, so browsers load the data once. In development the placeholders stay empty. Reflex compiles
    the pages in one process and builds them in another: a temporary public file passes the structured data on.

    If ``settings.api_url`` is not set, the pages call the server at their own origin, so the build runs on any host.
    """

    def __init__(self, settings: Settings) -> None:
        self._settings = settings

    def get_frontend_development_dependencies(self, **_context: Any) -> list[str]:
        """Return the JavaScript packages that ``page_styles.mjs`` needs and Reflex doesn't install."""
        return ["purgecss", "purgecss-from-html"]

    def get_static_assets(self, **_context: Any) -> Sequence[tuple[Path, str]]:
        """Return ``robots.txt``, which tells search engines not to request the paths to which forms are posted."""
        sitemap = f"Sitemap: {self._settings.site_url}/sitemap.xml"
        return [(Path(constants.Dirs.PUBLIC) / "robots.txt", f"User-agent: *\nDisallow: {FORMS_PATH}\n\n{sitemap}\n")]

    def pre_compile(self, **context: Any) -> None:
        """Collect the files and the structured data before Reflex compiles the pages."""
        data = {}
        for page in context["unevaluated_pages"]:
            data[page.route] = page.context.get("structured_data", [])
            for name, text in page.context.get("files", {}).items():
                context["add_save_task"](_public_file, name, text)
        context["add_save_task"](_public_file, _COLLECTED, json.dumps(data))

    def post_build(self, **context: Any) -> None:
        """Rewrite the built pages, before Reflex copies the fallback page to ``404.html`` and compresses the files."""
        root = Path(context["static_dir"])
        _replace_fallback(root)
        collected = root / _COLLECTED
        data: dict[str, list[str]] = json.loads(collected.read_text(encoding="utf-8"))
        collected.unlink()
        pages = {}
        for page in root.rglob("*.html"):
            route = page.relative_to(root).as_posix().removesuffix(".html").removesuffix("/index")
            html = page.read_text(encoding="utf-8").replace(_DISCOVERED, "")
            html = _with_data(html, data.get(route, []), route)
            pages[str(page)] = _painted_early(_started_late(html, root, route), route)
        if not self._settings.api_url:
            _call_own_origin(root)
        styles, script = _own_styles(pages, root, _inline_script(self._settings))
        head_end = f"<script>{script}</script></head>"
        for page, html in pages.items():
            html = html.replace(_STYLE_PLACE, f"<style>{styles[page]}</style>", 1)
            html = replaced("</head>", head_end, html, f"end of the head in {page}")
            html = replaced(_CHARSET, _CHARSET + policy_element(html, self._settings), html, f"charset of {page}")
            Path(page).write_text(html, encoding="utf-8")
        _leave_out_unused(root)


def _public_file(name: str, text: str) -> tuple[str, str]:
    """Return the path and the text of a file at the root of the site."""
    return str(Path(constants.Dirs.PUBLIC) / name), text


def _leave_out_unused(root: Path) -> None:
    """Delete pictures and clips to which no built file refers, such as those of a part that is switched off."""
    named: set[str] = set()
    for file in root.rglob("*"):
        if file.suffix in {".html", ".js", ".css", ".xml", ".webmanifest"}:
            named.update(re.findall(r"[\w.-]+\.(?:avif|webp|jpg|mp4|webm)", file.read_text(encoding="utf-8")))
    for folder in ("images", "clips"):
        for file in (root / folder).glob("*"):
            if file.name not in named:
                file.unlink()


def _replace_fallback(root: Path) -> None:
    """Replace Reflex's empty fallback page with the prerendered page of the route ``_NOT_FOUND``.

    The new page refers to the script and the name of Reflex's own 404 route, because that is the route that browsers
    hydrate at an unknown path.
    """
    fallback = root / "__spa-fallback.html"
    source = root / _NOT_FOUND / "index.html"
    chunks = list((root / "assets").glob("_404_._index-*.js"))
    if not fallback.exists() or not source.exists() or len(chunks) != 1:
        raise RuntimeError("The built site lacks the files that the 404 page is made from.")
    html, scripts = re.subn(r"_not-found_\._index-[\w-]+\.js", chunks[0].name, source.read_text(encoding="utf-8"))
    html, routes = re.subn(r"routes/\[not-found\]\._index", "routes/[404]._index", html)
    if not scripts or not routes:
        raise RuntimeError("The page built for unknown paths has no script or route to replace.")
    fallback.write_text(html, encoding="utf-8")
    for page in (_NOT_FOUND, "404"):  # visitors must not find these two pages
        shutil.rmtree(root / page, ignore_errors=True)
        root.joinpath(f"{page}.html").unlink(missing_ok=True)


def _call_own_origin(root: Path) -> None:
    """Replace the server's address in the built script with the origin of the page that runs it."""
    replaced = []
    for chunk in (root / "assets").glob("reflex-env-*.js"):
        script = chunk.read_text(encoding="utf-8")
        script, times = _BUILT_FOR.subn(lambda address: f"`{_OWN_ORIGIN[address[1]]}{address[2]}`", script)
        chunk.write_text(script, encoding="utf-8")
        replaced.append(times)
    if not replaced or not all(replaced):
        raise RuntimeError("The built scripts don't have the server's address in the expected form.")


def _with_data(html: str, texts: list[str], route: str) -> str:
    """Return the page with structured data in place of its placeholders."""
    begin, *rest = html.split(_PLACEHOLDER)
    if len(rest) != len(texts):
        raise RuntimeError(f"{route} has {len(rest)} placeholders for structured data and {len(texts)} texts for them.")
    return begin + "".join(_PLACEHOLDER.replace("{}", text) + after for text, after in zip(texts, rest, strict=True))


def _started_late(html: str, root: Path, route: str) -> str:
    """Return the page with scripts that ``start.js`` loads later, so that they don't delay the first paint.

    The inline module that starts the page's scripts is moved into a file.
    """
    html, preloads = re.subn(r'<link rel="modulepreload" href="/assets/[^"]+\.js"/>', "", html)
    if not preloads:
        raise RuntimeError(f"{route} has no script preloads in the expected form.")

    def resolved(streamed: re.Match[str]) -> str:
        """Return the start script with the streamed scripts' code, and the markup that those scripts would leave."""
        context, opening, start, data, _move, end = streamed.groups()
        resolved = "<!--$--><script></script><!--$--><script></script><!--/$--><!--/$-->"
        return f"<script></script>{opening}{context}{data}{end}{start}{resolved}"

    html = replaced(_STREAMED, resolved, html, f"streamed data in {route}")
    return replaced(_START, lambda script: _deferred(script[1], root), html, f"start of scripts in {route}")


def _painted_early(html: str, route: str) -> str:
    """Return the page in a form that paints before the style sheet of all pages has loaded.

    The links to the style sheet are disabled, and ``start.js`` loads it. They are not removed, because React would add
    them again. The page gets an empty ``style`` element for the styles that it uses, and a preload of its top picture.
    """

    def waiting(link: re.Match[str]) -> str:
        return f'{_STYLE_PLACE}{link[0].removesuffix("/>")} disabled=""/><noscript>{link[0]}</noscript>'

    html = replaced(_STYLESHEET, waiting, html, f"stylesheet of {route}")
    html = replaced(_STYLE_PRELOAD, lambda link: f'{link[1]} media="not all"/>', html, f"preload of styles in {route}")
    if re.search("<img [^>]*fetchpriority=", html, re.IGNORECASE):
        top = _TOP_PICTURE.search(html)
        links = _preloads(top["sources"]) if top else ""
        if not links:
            raise RuntimeError(f"{route} doesn't have its top picture in the expected form.")
        html = replaced(_VIEWPORT, lambda head: head[0] + links, html, f"viewport in {route}")
    return html


def _inline_script(settings: Settings) -> str:
    """Return the script that every page has in its head."""
    files = ["start.js", *([] if settings.expansion_has_opened else only("expansion", "opening.js"))]
    return "\n".join(Path(__file__).with_name(file).read_text(encoding="utf-8") for file in files)


def _own_styles(pages: dict[str, str], root: Path, script: str) -> tuple[dict[str, str], str]:
    """Return the styles that each page uses, by page, and the minified ``script``."""
    (sheet,) = {root / link for html in pages.values() for link in _STYLESHEET.findall(html)}
    request = {
        "css": sheet.read_text(encoding="utf-8"),
        "pages": {name: re.sub("<script.*?</script>", "", html, flags=re.DOTALL) for name, html in pages.items()},
        "script": script,
    }
    node = shutil.which("node")
    assert node, "rxconfig.py puts Node on the path"
    done = subprocess.run(
        [node, str(_TOOL)], cwd=web_folder(), input=json.dumps(request), capture_output=True, text=True, check=False,
    )  # fmt: skip
    if done.returncode:
        raise RuntimeError(f"The pages' own styles could not be extracted:\n{done.stderr}")
    answer = json.loads(done.stdout)
    sheet.write_text(answer["css"], encoding="utf-8")
    return answer["styles"], answer["script"]


def _deferred(script: str, root: Path) -> str:
    """Move a page's start script into a file. Return a script element that has the file's URL but doesn't load it."""
    path = f"/assets/start-{hashlib.sha256(script.encode()).hexdigest()[:8]}.js"
    (root / path.lstrip("/")).write_text(script, encoding="utf-8")
    return f'<script type="text/plain" id="start" src="{path}"></script>'


def _preloads(sources: str) -> str:
    """Return a preload link for each AVIF source of a picture, limited to screens on which browsers use the source."""
    links, excluded = "", ""
    for source in re.findall(r'<source [^>]*type="image/avif"[^>]*>', sources):
        attributes = dict(re.findall(r' (media|sizes|srcSet)="([^"]+)"', source))
        condition = attributes.get("media", excluded)
        chosen = {"imagesrcset": attributes["srcSet"], "imagesizes": attributes.get("sizes"), "media": condition}
        pairs = "".join(f' {name}="{value}"' for name, value in chosen.items() if value)
        links += f'<link rel="preload" as="image" type="image/avif"{pairs} fetchpriority="high"/>'
        if condition:
            excluded = f"not all and {condition}"
    return links
