"""Sentences of trainers, as large type between two sections of the home page."""

import reflex as rx

from gym_site.site import Site


def voices(site: Site) -> rx.Component | None:
    """Return a sentence of each trainer who has one, with the trainer's name. Return None if nobody has one."""
    said = [trainer for trainer in site.gym.trainers if trainer.said]
    if not said:
        return None
    lines = (rx.el.li(f"“{trainer.said}” ", rx.el.span(trainer.name)) for trainer in said)
    return rx.el.section(rx.el.ul(*lines, class_name="frame voices"), class_name="section")
