"""Pages with Reflex's features that the site's own pages don't use; `tests.build.copy_zoo` adds them to a copy."""

from pathlib import Path

import reflex as rx
from reflex_base.registry import RegistrationContext

STYLES = {"style-src": ["'unsafe-inline'"]}
"""For a page whose libraries write styles into it."""
SCRIPTS = {"script-src": ["'unsafe-eval'"]}
"""For a page to which the server sends scripts."""
HOST = "http://127.0.0.1:9"
FILM, OTHER, *_ = (f"/clips/{clip.name}" for clip in sorted(Path("gym/public/clips").glob("*.mp4")))


def page(route, policy=None, **options):
    """Return the decorator of a page that says what it needs: `rx.page` takes no context."""

    def add(content):
        rx.page(route, **options)(content)
        _, given = RegistrationContext.ensure_context().decorated_pages[-1]
        given["context"] = {"policy": policy or {}}
        return content

    return add


class Zoo(rx.State):
    """The values that the events of more than one page change."""

    told: str = "nothing"
    crumb: str = rx.Cookie("none", name="crumb")

    @rx.event
    def log(self):
        return [rx.console_log("from the server"), rx.set_clipboard("copied")]

    @rx.event
    def ask(self):
        return rx.call_script("6 * 7", callback=Zoo.hear_far)

    @rx.event
    def hear(self, answer: int):
        self.told = f"heard {answer}"

    @rx.event
    def hear_far(self, answer: int):
        """Keep an answer to the server's own question: no page names this handler."""
        self.told = f"heard {answer}"

    @rx.event
    def bake(self):
        self.crumb = "chocolate"


def zoo_page(*content):
    """Return a page with links to other pages."""
    links = {"plain": "/zoo/plain", "radix": "/zoo/radix", "item": "/zoo/item/bo", "faq": "/faq"}
    return rx.el.main(
        rx.el.h1("Zoo"), *content, rx.el.p(*(rx.el.a(name, href=address) for name, address in links.items()))
    )


@page("/zoo/plain", title="Plain")
def plain():
    return zoo_page(
        rx.el.p("Plain"),
        rx.el.p(Zoo.told, id="told"),
        rx.el.button("go", on_click=rx.redirect("/zoo/radix")),
        rx.el.a("counted", href="/zoo/radix", on_click=Zoo.hear(7)),
        rx.el.a("prevented", href="/zoo/radix", on_click=Zoo.hear(8).prevent_default),
    )


@page("/zoo/radix", title="Radix", policy=STYLES)
def radix():
    return zoo_page(
        rx.vstack(
            rx.heading("Radix"),
            rx.text("Text", color="tomato", id="coloured"),
            rx.button("Count ", Zoo.told, on_click=Zoo.hear(3), id="count"),
            rx.link("Plain by Radix", href="/zoo/plain"),
            rx.color_mode.switch(id="switch"),
            rx.text(rx.color_mode_cond("it is light", "it is dark"), id="mode"),
            rx.tabs.root(
                rx.tabs.list(rx.tabs.trigger("A", value="a"), rx.tabs.trigger("B", value="b")),
                rx.tabs.content(rx.text("tab a"), value="a"),
                rx.tabs.content(rx.text("tab b"), value="b"),
                default_value="a",
            ),
            rx.dialog.root(
                rx.dialog.trigger(rx.button("Open")),
                rx.dialog.content(
                    rx.dialog.title("A dialog"), rx.dialog.description("Here"), rx.dialog.close(rx.button("Shut"))
                ),
            ),
        )
    )


@page("/zoo/colour", title="Colour mode")
def colour_mode_without_radix():
    return zoo_page(
        rx.el.p(rx.color_mode_cond("light", "dark"), id="mode"),
        rx.el.button("toggle", on_click=rx.toggle_color_mode),
    )


@page("/zoo/style", title="Style", policy=STYLES)
def style():
    return zoo_page(rx.el.p("Styled", id="styled", color="rgb(1, 2, 3)", _hover={"color": "rgb(4, 5, 6)"}))


@page("/zoo/cookie", title="Cookie")
def cookie():
    return zoo_page(rx.el.p(Zoo.crumb, id="crumb"), rx.el.button("bake", on_click=Zoo.bake))


@page("/zoo/script", title="Script", policy={"script-src": ["'unsafe-inline'"]})
def inline_script():
    return zoo_page(rx.script("document.documentElement.dataset.ran = 'yes'"))


@page("/zoo/scripts", title="Scripts", policy=SCRIPTS)
def scripts_and_their_answers():
    return zoo_page(
        rx.el.p(Zoo.told, id="told"),
        rx.el.button("log", on_click=Zoo.log),
        rx.el.button("ask", on_click=Zoo.ask),
        rx.el.button("answer", on_click=rx.call_script("1 + 1", callback=Zoo.hear)),
        rx.el.button("run", on_click=rx.run_script("5", callback=Zoo.hear)),
        rx.el.button("alert", on_click=rx.window_alert("Alert")),
    )


@page("/zoo/accordion", title="Accordion", policy=STYLES)
def accordion():
    return zoo_page(rx.accordion.root(rx.accordion.item(header="First", content="Inside"), collapsible=True))


@page("/zoo/code", title="Code", policy=STYLES)
def code():
    return zoo_page(rx.code_block("print('hello')", language="python", id="code"))


@page("/zoo/markdown", title="Markdown", policy={**STYLES, "font-src": ["data:"]})  # of formulas
def markdown():
    return zoo_page(rx.markdown("# Marked\n\nSome *text* with `code`:\n\n```python\nprint(1)\n```\n"))


@page("/zoo/chart", title="Chart", policy=STYLES)
def chart():
    data = [{"name": "a", "uv": 40}, {"name": "b", "uv": 30}]
    parts = rx.recharts.line(data_key="uv"), rx.recharts.x_axis(data_key="name"), rx.recharts.y_axis()
    return zoo_page(rx.recharts.line_chart(*parts, data=data, width=300, height=200))


class Marked(rx.Fragment):
    """A package that `rx.data_editor` needs and doesn't name."""

    lib_dependencies: list[str] = ["marked@4.3.0"]


@page("/zoo/tables", title="Tables", policy={**STYLES, "font-src": ["data:"]})
def tables_of_packages_and_times():
    return zoo_page(
        rx.data_table(data=[["Ann", 3], ["Bo", 1]], columns=["Name", "Visits"], search=True, sort=True),
        Marked.create(),
        rx.data_editor(
            columns=[{"title": "Name", "type": "str"}, {"title": "Visits", "type": "int"}],
            data=[["Ann", 3], ["Bo", 1]],
        ),
        rx.moment("2026-01-02", format="YYYY", id="year"),
        rx.moment(interval=1000, format="HH:mm:ss", id="now"),
    )


@page("/zoo/overlays", title="Overlays", policy=STYLES)
def overlays():
    return zoo_page(
        rx.alert_dialog.root(
            rx.alert_dialog.trigger(rx.button("Warn")),
            rx.alert_dialog.content(
                rx.alert_dialog.title("Really?"),
                rx.alert_dialog.description("Twice"),
                rx.alert_dialog.cancel(rx.button("No")),
            ),
        ),
        rx.popover.root(rx.popover.trigger(rx.button("Pop")), rx.popover.content(rx.text("popped"))),
        rx.menu.root(rx.menu.trigger(rx.button("Menu")), rx.menu.content(rx.menu.item("An entry"))),
        rx.context_menu.root(
            rx.context_menu.trigger(rx.button("Right")), rx.context_menu.content(rx.context_menu.item("A choice"))
        ),
        rx.hover_card.root(rx.hover_card.trigger(rx.link("Hover", href="#")), rx.hover_card.content(rx.text("A card"))),
        rx.tooltip(rx.button("Tip"), content="A tooltip"),
        rx.drawer.root(
            rx.drawer.trigger(rx.button("Pull")),
            rx.drawer.overlay(),
            rx.drawer.portal(
                rx.drawer.content(
                    rx.drawer.title("A drawer"), rx.drawer.description("Inside"), rx.drawer.close(rx.el.button("Push"))
                )
            ),
            direction="left",
        ),
    )


class Fields(rx.State):
    """What the form of Radix's fields sent."""

    sent: dict[str, str] = {}
    level: int = 0

    @rx.event
    def keep(self, form: dict[str, str]):
        self.sent = form

    @rx.event
    def slide(self, value: list[int | float]):
        self.level = int(value[0])


@page("/zoo/fields", title="Fields", policy=STYLES)
def fields():
    return zoo_page(
        rx.form(
            rx.input(name="name", placeholder="Name"),
            rx.text_area(name="words", placeholder="Words"),
            rx.select(["red", "green"], name="colour", default_value="green"),
            rx.radio(["one", "two"], name="number", default_value="two"),
            rx.checkbox("Agreed", name="agreed", default_checked=True),
            rx.switch(name="on", default_checked=True),
            rx.button("Send", type="submit"),
            on_submit=Fields.keep,
        ),
        rx.slider(default_value=40, on_change=Fields.slide, id="slider"),
        rx.segmented_control.root(rx.segmented_control.item("Day", value="day"), default_value="day"),
        rx.el.p(Fields.level, id="level"),
        rx.el.ul(rx.foreach(Fields.sent, lambda entry: rx.el.li(entry[0], "=", entry[1]))),
    )


@rx.memo
def greeting(name: rx.Var[str]) -> rx.Component:
    return rx.el.p("Hello ", name)


@page("/zoo/media", title="Media", policy=STYLES)
def pictures_films_and_markup():
    return zoo_page(
        rx.image(src="/favicon.svg", alt="", width="20px", id="picture"),
        rx.video(src=FILM),
        rx.audio(src=OTHER),
        rx.html("<b id='bold'>bold</b>"),
        rx.icon("sun", id="sun"),
        greeting(name="Jo"),
        rx.auto_scroll(rx.el.p("scrolled")),
        rx.desktop_only(rx.el.p("wide")),
    )


@page("/zoo/foreign", title="Foreign", policy={"img-src": [HOST], "frame-src": [HOST], "form-action": [HOST]})
def elements_from_another_host():
    return zoo_page(
        rx.el.img(src=f"{HOST}/picture.png", alt=""),
        rx.el.iframe(src=f"{HOST}/frame", title="Frame"),
        rx.el.form(action=f"{HOST}/form"),
    )


class Heard(rx.State):
    """What the page of Reflex's own events heard."""

    text: str = ""
    picture: str = ""
    kept: str = rx.LocalStorage("", name="zoo-kept")

    @rx.event
    def hear(self, text: str):
        self.text = text

    @rx.event
    def paste(self, items: list[tuple[str, str]]):
        self.text = items[0][1]

    @rx.event
    def fill(self):
        return [rx.set_value("field", "filled"), rx.set_focus("field")]

    @rx.event
    def look(self):
        """Show a picture from a host that can't be seen in the page."""
        self.picture = f"{HOST}/late.png"

    @rx.event
    def keep(self):
        self.kept = "kept"

    @rx.event
    def forget(self):
        return rx.remove_local_storage("zoo-kept")

    @rx.event
    def file(self):
        return rx.download(data="one,two", filename="numbers.csv")

    @rx.event
    def leave(self):
        return rx.redirect("/faq")


@page("/zoo/events", title="Events", policy={**STYLES, **SCRIPTS})
def events():
    return zoo_page(
        rx.el.p(Heard.text, id="heard"),
        rx.el.input(id="field"),
        rx.debounce_input(rx.el.input(id="slow", on_change=Heard.hear), debounce_timeout=50),
        rx.el.button("fill", on_click=Heard.fill),
        rx.el.button("keep", on_click=Heard.keep),
        rx.el.button("forget", on_click=Heard.forget),
        rx.el.button("file", on_click=Heard.file),
        rx.el.button("file of the page", on_click=rx.download(data="three", filename="three.txt")),
        rx.el.button("down", on_click=rx.scroll_to("end")),
        rx.el.button("look", on_click=Heard.look),
        rx.cond(Heard.picture, rx.el.img(src=Heard.picture, alt=""), ""),
        rx.el.button("leave", on_click=Heard.leave),
        rx.el.button("focus", on_click=rx.set_focus("field")),
        rx.window_event_listener(on_key_down=lambda key: Heard.hear(key)),
        rx.clipboard(on_paste=Heard.paste),
        rx.el.div(style={"height": "3000px"}),
        rx.el.p("The end", id="end"),
    )


class Uploads(rx.State):
    """The files that the server has."""

    names: list[str] = []

    @rx.event
    async def take(self, files: list[rx.UploadFile]):
        for file in files:
            (rx.get_upload_dir() / str(file.name)).write_bytes(await file.read())
            self.names.append(str(file.name))


@page("/zoo/upload", title="Upload", policy=STYLES)
def upload():
    return zoo_page(
        rx.upload(rx.el.p("Drop files"), id="upload"),
        rx.foreach(rx.selected_files("upload"), rx.el.p),
        rx.el.button("Send", on_click=Uploads.take(rx.upload_files(upload_id="upload"))),
        rx.foreach(Uploads.names, lambda name: rx.el.a(name, href=rx.get_upload_url(name), class_name="uploaded")),
    )


class Item(rx.State):
    """What the server found for a path of a dynamic route."""

    found: str = ""

    @rx.event
    def load(self):
        self.found = f"Item {self.item_name}"  # pyright: ignore[reportAttributeAccessIssue], Reflex adds it

    @rx.event
    def tell(self):
        """Show a toast, for which the page's policy must allow scripts and styles."""
        return rx.toast("Told")


@page("/zoo/item/[item_name]", title="Item", on_load=Item.load, policy={**STYLES, **SCRIPTS})
def item():
    return zoo_page(rx.el.p(Item.found, id="found"), rx.el.button("tell", on_click=Item.tell))
