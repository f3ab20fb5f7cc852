"""Pages as anybody might write them, beside those of Reflex's blank template: each way of asking for something late."""

import reflex as rx
from blank.blank import app
from starlette.responses import PlainTextResponse

SAVED = rx.toast.success("of a module")


class S(rx.State):
    """What the page shows, and its handlers."""

    n: int = 0
    heard: str = ""
    maybe: str | None = None
    part: rx.Component = rx.fragment()
    theme: str = rx.Cookie("", name="theme-of-the-shop")

    @rx.event
    def bump(self):
        self.n += 1

    @rx.event
    def hear(self, text: str):
        self.heard = f"{type(text).__name__} {len(str(text))}"

    @rx.event
    def say(self, text: str):
        self.heard = text

    @rx.event
    def of_module(self):
        return SAVED

    @rx.event
    def fails(self):
        raise RuntimeError("on purpose")

    @rx.event
    def of_text(self):
        return rx.call_script("refs['__toast']('of a text')")

    @rx.event(background=True)
    async def of_task(self):
        async with self:
            self.n += 1
        yield eval("rx.toast")("of a task")

    @rx.event
    def ask(self):
        return rx.call_script("'a' + 'b'", callback=getattr(S, "he" + "ar"))

    @rx.event
    def wait(self):
        return rx.call_function("() => new Promise((done) => setTimeout(() => done('slow'), 50))", callback=S.hear)

    @rx.event
    def use(self):
        return rx.call_script("[event.name, socket.connected, typeof navigate, pyStrip(' a ')].join()", callback=S.say)

    @rx.event
    def compose(self):
        self.part = rx.el.strong("composed", on_click=S.bump, id="composed")

    @rx.event
    def bake(self):
        self.theme = "plain"


@rx.page("/shop")
def shop():
    """Return the page."""
    return rx.vstack(
        rx.text(S.n, id="n"),
        rx.text(S.heard, id="heard"),
        rx.button("of_module", on_click=S.of_module, id="of_module"),
        rx.button("of_task", on_click=S.of_task, id="of_task"),
        rx.button("of_text", on_click=S.of_text, id="of_text"),
        rx.button("here", on_click=rx.toast("here"), id="here"),
        rx.button("ask", on_click=S.ask, id="ask"),
        rx.box("box", on_click=S.ask, id="box"),
        rx.button("fails", on_click=S.fails, id="fails"),
        rx.button("wait", on_click=S.wait, id="wait"),
        rx.button("use", on_click=S.use, id="use"),
        rx.button("null", on_click=S.hear(S.maybe), id="null"),
        rx.button("compose", on_click=S.compose, id="compose"),
        rx.button("bake", on_click=S.bake, id="bake"),
        S.part,
        rx.input(on_change=S.hear, id="long"),
        rx.link("other", href="/other", on_click=S.bump, id="other"),
        rx.el.a("element", href="/other", on_click=S.bump, id="element"),
        rx.link("stays", href="/other", on_click=S.bump.prevent_default, id="stays"),
        rx.el.a("anchor", href="#n", on_click=S.bump, id="anchor"),
        rx.image(src="https://pictures.example/a.png", id="foreign"),
        rx.text("dark", class_name="text-white dark:text-black", id="dark"),
        rx.color_mode.button(id="mode"),
        rx.script("document.documentElement.dataset.ran = 'yes'"),
    )


@rx.page("/other", on_load=S.bake)
def other():
    """Return another page, without Radix."""
    return rx.el.main(rx.el.h1("Other"), rx.el.p(S.n, id="n"), rx.el.a("back", href="/shop", id="back"))


@rx.page("/now")
def now():
    """Return a page whose text is another in the browser than in the build, so that React makes it again."""
    buttons = rx.button("ask", on_click=S.ask), rx.button("ask", on_click=S.bump)
    return rx.el.main(rx.el.p(rx.Var("Date.now()")), *buttons, rx.el.p(S.heard, id="heard"))


@rx.page("/item/[slug]")
def item():
    """Return the page of a dynamic route."""
    return rx.el.p(S.slug, id="slug", on_mount=rx.toast("mounted"))


app.stylesheets.append("https://fonts.example/font.css")
app._api.add_route("/own", lambda _: PlainTextResponse("own"))
app.add_page(rx.el.main("whole", rx.el.img(src=rx.get_upload_url("made.txt"))), route="/whole")
(rx.get_upload_dir() / "made.txt").parent.mkdir(parents=True, exist_ok=True)
(rx.get_upload_dir() / "made.txt").write_text("made")
