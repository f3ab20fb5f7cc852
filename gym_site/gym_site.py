"""stub"""
import reflex as rx
app = rx.App(html_lang="en-CA", toaster=None, app_wraps={})
app.add_page(lambda: rx.el.main(rx.el.h1("Hi")), route="/", title="t")
