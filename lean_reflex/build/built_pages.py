"""Rewrites the built pages so that they paint early, and adds what the site asks for: policies, a 404 page, data."""

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

from lean_reflex.build.page_policy import TO_SITE, Policy, beyond, policy_element, usual_policy
from lean_reflex.build.patch import replaced
from lean_reflex.build.policies import is_dynamic, of_dynamic_pages, policies_script
from lean_reflex.reflex_internals import has_pages, sub_path, web_folder
from lean_reflex.server.published import DYNAMIC_PAGE

_FALLBACK = "__spa-fallback.html"
_DECLARED = "declared-by-pages.json"
_PLACEHOLDER = '<script type="application/ld+json">{}</script>'
_STYLESHEET = re.compile(rf'<link href="{TO_SITE}(assets/[^"]+\.css)" rel="stylesheet" type="text/css"/>')
_STYLE_PRELOAD = re.compile(rf'(<link as="style" href="{TO_SITE}assets/[^"]+\.css" rel="preload")/>')
_TOP_PICTURE = re.compile(r'<picture[^>]*>(?P<sources>(?:(?!</picture>).)*?)<img [^>]*fetchPriority="high"', re.DOTALL)
_START = re.compile(r'<script type="module" async="">(.*?)</script>', re.DOTALL)
_ENTRY = re.compile(rf"\bimport\((?=\"{TO_SITE}assets/entry\.client)")
_IMPORTS = re.compile(r'import "[^"]+";\n(?:import \* as \w+ from "[^"]+";\n)+')
_IMPORT = re.compile(r'import (?:\* as (\w+) from )?("[^"]+");')
_PRELOAD = re.compile(rf'<link rel="modulepreload" href="{TO_SITE}assets/[^"]+\.js"/>')
# The scripts with which React streams the router's data into a page. `_started_late` moves them into the start script.
_INLINE = r"<script>((?:(?!</script>).)*)</script>"
_STREAMED = re.compile(
    rf'{_INLINE}(<script type="module" async="">)(.*?</script>)'
    r'<!--\$\?--><template id="B:0"></template><!--/\$--><script id="_R_">[^<]*</script>'
    rf'<div hidden id="S:0">{_INLINE}<!--\$\?--><template id="B:1"></template><!--/\$--></div>{_INLINE}'
    rf'<div hidden id="S:1">{_INLINE}</div><script>\$RC\("B:1","S:1"\)</script>',
    re.DOTALL,
)
_ENCODED = re.compile(r"\.pipeThrough\(new TextEncoderStream\(\)\)")
_ENQUEUED = re.compile(r'\.enqueue\(("(?:[^"\\]|\\.)*")\)')
# A closed dialog opens at an input. By then the style sheet of all pages is loaded.
_UNSEEN = re.compile(r"<(script|dialog(?![^>]*\sopen\b))(?=[\s>]).*?</\1>", re.DOTALL)
_TOOL = Path(__file__).with_name("page_styles.mjs")
_STYLES, _SHEET = Path(__file__).with_name("start.css"), "lean_reflex/start.css"
_CHARSET = '<meta charSet="utf-8"/>'
_RESTORED = re.compile(r"(?<=<script>)\(\(storageKey, restoreKey\).*?(?=</script>)", re.DOTALL)
"""React Router's code that restores the scroll position; `start.js` does it, at once and in fewer bytes."""
_DISCOVERED = ' data-discover="true"'  # only a router that loads its list of routes in parts needs this
_VIEWPORT = re.compile(r'<meta content="width=device-width[^>]*>')
_STYLE_PLACE = "<style></style>"
# If a page's module is missing, as after a new build, the router reloads the page that the visitor is leaving.
_RELOADED = re.compile(r"window\.location\.reload\(\)(?=[,;]\s*(?:return )?new Promise\(\(\)=>\{\}\))")
_OPENED = (
    "(to=>window.location.assign(to?to.pathname+to.search+to.hash:``))"
    "(window.__reactRouterDataRouter?.state.navigation.location)"
)
# The server's address as Reflex writes it into a script if REFLEX_API_URL is not set.
_BUILT_FOR = re.compile(r"`(http|ws)://localhost:\d+(/[\w./-]+)`")
_OWN_ORIGIN = {"http": "${location.origin}", "ws": "${location.origin.replace(`http`,`ws`)}"}


class BuiltPages(Plugin):
    """Rewrites every page, and writes the files that pages declare.

    A page declares files, structured data and what it needs beyond the policy of all pages when it is added to the app:
    ``context={"files": {"feed.xml": text}, "structured_data": [text], "policy": {"img-src": ["https://a.example"]}}``.
    The files are written beside the pages. The structured data replaces each
    ``<script type="application/ld+json">{}</script>`` of the page's HTML. The pages' scripts contain only these
    placeholders, so browsers load the data once. In development they stay empty. Reflex compiles the pages in one
    process and builds them in another: a temporary public file passes on what they declare.

    The arguments are those of `lean_reflex.plugins.plugins`.
    """

    def __init__(
        self,
        *,
        server: str | None = None,
        policy: Policy | None = None,
        missing: str = "",
        head: Sequence[Path] = (),
        folded: str = "",
        pruned: Sequence[str] = (),
    ) -> None:
        self._server, self._missing = server, missing
        self._usual = None if policy is None else usual_policy(server or "", policy)
        self._head, self._folded, self._pruned = head, folded, pruned

    def get_frontend_development_dependencies(self, **_context: Any) -> list[str]:
        """Return the JavaScript packages that ``page_styles.mjs`` needs and Reflex doesn't install."""
        return ["purgecss", "purgecss-from-html"]

    def get_static_assets(self, **_context: Any) -> Sequence[tuple[Path, str]]:
        """Return the style sheet of ``start.js``."""
        return [(Path(constants.Dirs.PUBLIC) / _SHEET, _STYLES.read_text(encoding="utf-8"))]

    def get_stylesheet_paths(self, **_context: Any) -> Sequence[str]:
        """Return the path of that style sheet, relative to Reflex's root style sheet."""
        return [f"../{constants.Dirs.PUBLIC}/{_SHEET}"]

    def pre_compile(self, **context: Any) -> None:
        """Collect what the pages declare before Reflex compiles them."""
        data, policies = {}, {}
        for page in context["unevaluated_pages"]:
            data[page.route] = page.context.get("structured_data")
            policies[page.route] = page.context.get("policy", {})
            for name, text in page.context.get("files", {}).items():
                context["add_save_task"](_public_file, name, text)
        declared = json.dumps({"data": data, "policies": policies})
        context["add_save_task"](_public_file, _DECLARED, declared)

    def post_build(self, **context: Any) -> None:
        """Rewrite the built pages, before Reflex copies the fallback page to ``404.html`` and compresses the files."""
        root, usual = Path(context["static_dir"]), self._usual
        declared = json.loads((root / _DECLARED).read_text(encoding="utf-8"))
        (root / _DECLARED).unlink()
        if not has_pages():
            if usual is not None:
                raise RuntimeError("Only pages that are rendered by the build can have a policy.")
            return
        _lift_pages(root)
        data: dict[str, list[str] | None] = declared["data"]
        own: dict[str, Policy] = {
            route: beyond(policy, usual) if usual else {} for route, policy in declared["policies"].items()
        }
        shells = self._shells(root, any(map(is_dynamic, data)))
        pages, further, by_path = {}, {}, {}
        for page in root.rglob("*.html"):
            route = page.relative_to(root).as_posix().removesuffix(".html").removesuffix("/index")
            if page in shells or (route not in data and page.name != _FALLBACK):  # a public file of the site
                continue
            html = page.read_text(encoding="utf-8").replace(_DISCOVERED, "")
            html = _started_late(_with_data(html, data.get(route), route), root, route)
            pages[str(page)], further[str(page)] = _painted_early(html, route), own.get(route, {})
            if page.name == "index.html":
                by_path["/" if route == "index" else f"/{route}"] = further[str(page)]
        if self._server == "":
            _call_own_origin(root)
        _open_what_was_asked(root)
        of_dynamic = of_dynamic_pages(own)
        between = policies_script(by_path, filter(is_dynamic, data), of_dynamic, sub_path()) if usual else ""
        styles, script = _own_styles(pages, root, self._inline_script() + between)
        for page, html in pages.items():
            html = html.replace(_STYLE_PLACE, f"<style>{styles[page]}</style>", 1)
            html = replaced("</head>", f"<script>{script}</script></head>", html, f"end of the head in {page}")
            Path(page).write_text(_with_policy(html, usual, further[page], page), encoding="utf-8")
        # Reflex's own page for paths that were not prerendered is empty until its scripts have run.
        for file in shells if usual else ():
            shell = file.read_text(encoding="utf-8")
            shell = replaced("</head>", f"<script>{between}</script></head>", shell, "end of the head")
            file.write_text(_with_policy(shell, usual, of_dynamic, file.name), encoding="utf-8")
        _leave_out_unused(root, self._pruned)

    def _shells(self, root: Path, has_dynamic: bool) -> list[Path]:
        """Return the pages that are empty until their scripts run. The site's own 404 page takes the place of one."""
        fallback, dynamic = root / _FALLBACK, root / DYNAMIC_PAGE
        dynamic.unlink(missing_ok=True)
        if not self._missing:
            return [fallback]
        shell = fallback.read_text(encoding="utf-8")
        _replace_fallback(root, self._missing)
        if has_dynamic:
            dynamic.write_text(shell, encoding="utf-8")
        return [dynamic] if has_dynamic else []

    def _inline_script(self) -> str:
        """Return the script that every page has in its head."""
        start = (
            Path(__file__)
            .with_name("start.js")
            .read_text(encoding="utf-8")
            .replace('"FOLDED"', json.dumps(self._folded))
        )
        return "\n".join([start, *(file.read_text(encoding="utf-8") for file in self._head)])


def _public_file(name: str, text: str) -> tuple[str, str]:
    """Return the path and the text of a file at the root of the site."""
    return str(Path(constants.Dirs.PUBLIC) / name), text


def _lift_pages(root: Path) -> None:
    """Put all files of a site below a path beside each other, and make style sheets that no page bundles fit that path.

    React Router puts only the pages into the folder of that path. Reflex moves everything there at the end.
    """
    if not (site := sub_path()):
        return
    first = site.split("/")[1]
    pages = root.with_name("lifted")
    shutil.rmtree(pages, ignore_errors=True)  # of a build that was stopped
    (root / site.strip("/")).rename(pages)
    if first == "assets" or any((folder / first).exists() for folder in (pages, web_folder() / constants.Dirs.PUBLIC)):
        raise RuntimeError(f"The site can't be below {site}, as it has a path /{first} itself: choose another.")
    # If all pages are in a folder, React Router takes the fallback page for a home page that it lacks.
    (root / "index.html").rename(root / "__spa-fallback.html")
    shutil.rmtree(root / first, ignore_errors=True)
    (root / f"{first}.html").unlink(missing_ok=True)
    shutil.copytree(pages, root, dirs_exist_ok=True)
    shutil.rmtree(pages)
    for sheet in root.rglob("*.css"):
        if sheet.parent != root / "assets":
            text = sheet.read_text(encoding="utf-8")
            sheet.write_text(re.sub(r"""(url\(["']?)/(?!/)""", rf"\1{site}/", text), encoding="utf-8")


def _leave_out_unused(root: Path, folders: Sequence[str]) -> None:
    """Delete pictures and clips of some folders to which no built file refers."""
    named: set[str] = set()
    for file in root.rglob("*"):
        if file.suffix in {".html", ".js", ".css", ".xml", ".webmanifest"}:
            named.update(re.findall(r"[\w.-]+\.(?:avif|webp|jpg|mp4|webm)", file.read_text(encoding="utf-8")))
    for folder in folders:
        for file in (root / folder).glob("*"):
            if file.name not in named:
                file.unlink()


def _replace_fallback(root: Path, missing: str) -> None:
    """Replace Reflex's empty fallback page with the prerendered page of the route ``missing``.

    The new page refers to the script and the name of Reflex's own 404 route, because that is the route that browsers
    hydrate at an unknown path.
    """
    fallback = root / _FALLBACK
    source = root / missing / "index.html"
    chunks = list((root / "assets").glob("_404_._index-*.js"))
    if not fallback.exists() or not source.exists() or len(chunks) != 1:
        raise RuntimeError("The built site lacks the files that the 404 page is made from.")
    name = re.escape(missing)
    html, scripts = re.subn(rf"_{name}_\._index-[\w-]+\.js", chunks[0].name, source.read_text(encoding="utf-8"))
    html, routes = re.subn(rf"routes/\[{name}\]\._index", "routes/[404]._index", html)
    if not scripts or not routes:
        raise RuntimeError("The page built for unknown paths has no script or route to replace.")
    fallback.write_text(html, encoding="utf-8")
    for page in (missing, "404"):  # visitors must not find these two pages
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


def _open_what_was_asked(root: Path) -> None:
    """Make the router open the page to which a link leads, by a full load, if it can't load that page's module."""
    times = 0
    for chunk in (root / "assets").glob("*.js"):
        script, found = _RELOADED.subn(lambda _: _OPENED, chunk.read_text(encoding="utf-8"))
        if found:
            chunk.write_text(script, encoding="utf-8")
        times += found
    if times != 1:
        raise RuntimeError(f"The router's reload after a missing module was found {times} times, expected 1.")


def _with_policy(html: str, usual: Policy | None, further: Policy, page: str) -> str:
    """Return the complete page with its policy, if the site has policies."""
    if usual is None:
        return html
    return replaced(_CHARSET, _CHARSET + policy_element(html, usual, further), html, f"charset of {page}")


def _with_data(html: str, texts: list[str] | None, route: str) -> str:
    """Return the page with structured data in place of its placeholders, if it declares any."""
    if texts is None:
        return html
    begin, *rest = html.split(_PLACEHOLDER)
    if len(rest) != len(texts):
        raise RuntimeError(f"{route} has {len(rest)} placeholders for structured data and {len(texts)} texts for them.")
    return begin + "".join(_PLACEHOLDER.replace("{}", text) + after for text, after in zip(texts, rest, strict=True))


def _started_late(html: str, root: Path, route: str) -> str:
    """Return the page with scripts that ``start.js`` loads later, so that they don't delay the first paint.

    The inline module that starts the page's scripts is moved into a file.
    """
    if not (preloads := "".join(_PRELOAD.findall(html))):
        raise RuntimeError(f"{route} has no script preloads in the expected form.")
    html = _PRELOAD.sub("", html)

    def resolved(streamed: re.Match[str]) -> str:
        """Return the start script with the streamed scripts' code, and the markup that those scripts would leave."""
        context, opening, start, data, _move, end = streamed.groups()
        # Firefox before 113 has no TextEncoderStream.
        context = replaced(_ENCODED, "", context, f"encoder in {route}")
        data = replaced(
            _ENQUEUED, lambda text: f".enqueue(new TextEncoder().encode({text[1]}))", data, f"data in {route}"
        )
        resolved = "<!--$--><script></script><!--$--><script></script><!--/$--><!--/$-->"
        return f"<script></script>{opening}{context}{data}{end}{start}{resolved}"

    html = replaced(_RESTORED, "", html, f"code that restores the scroll position in {route}")
    html = replaced(_STREAMED, resolved, html, f"streamed data in {route}")
    return replaced(_START, lambda script: _deferred(script[1], preloads, root), html, f"start of scripts in {route}")


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


def _own_styles(pages: dict[str, str], root: Path, script: str) -> tuple[dict[str, str], str]:
    """Return the styles that each page uses, by page, and the minified ``script``."""
    (sheet,) = {root / link for html in pages.values() for link in _STYLESHEET.findall(html)}
    request = {
        "css": sheet.read_text(encoding="utf-8"),
        "pages": {name: _UNSEEN.sub("", html) for name, html in pages.items()},
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


def _deferred(script: str, preloads: str, root: Path) -> str:
    """Move a page's start script into a file. Return a script element that has the file's URL but doesn't load it.

    ``preloads``: the links to all of the page's scripts, which the file inserts. Without them, the scripts would load
    one after another.
    """

    def at_once(imports: re.Match[str]) -> str:
        names, paths = zip(*_IMPORT.findall(imports[0]), strict=True)
        return (
            f'document.head.insertAdjacentHTML("beforeend", {json.dumps(preloads)});\n'
            f"const [{', '.join(names)}] = await Promise.all([{', '.join(f'import({path})' for path in paths)}]);\n"
        )

    script = replaced(_IMPORTS, at_once, script, "imports of the page's modules")
    # The start script waits for React's module, so that its promise fails if that module does.
    script = replaced(_ENTRY, "await import(", script, "import of React's module")
    path = f"assets/start-{hashlib.sha256(script.encode()).hexdigest()[:8]}.js"
    (root / path).write_text(script, encoding="utf-8")
    return f'<script type="text/plain" id="start" data-module="{sub_path()}/{path}"></script>'


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
