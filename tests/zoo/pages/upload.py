"""An upload."""

import reflex as rx

from gym_site.zoo.page import STYLES, page, zoo_page


class Uploads(rx.State):
    """The files that the server has."""

    names: list[str] = []

    @rx.event
    async def take(self, files: list[rx.UploadFile]):
        """Write the files."""
        for file in files:
            (rx.get_upload_dir() / str(file.name)).write_bytes(await file.read())
            self.names.append(str(file.name))


@page("/zoo/upload", title="Upload", policy={**STYLES})
def upload():
    """Return the page."""
    return zoo_page(
        rx.upload(rx.el.p("Drop files"), id="upload"),
        rx.foreach(rx.selected_files("upload"), rx.el.p),
        rx.el.button("Send", on_click=Uploads.take(rx.upload_files(upload_id="upload"))),
        rx.foreach(Uploads.names, lambda name: rx.el.a(name, href=rx.get_upload_url(name), class_name="uploaded")),
    )
