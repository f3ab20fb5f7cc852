"""Plans and prices in five tabs (spec sections 2, 3 and 9)."""

from collections.abc import Sequence

import reflex as rx

from gym_site.browser.position import Position
from gym_site.components.icon import icon
from gym_site.components.link import Look, PlainLink, site_link
from gym_site.components.picture import picture
from gym_site.components.section import section
from gym_site.components.tabs import Tab, tabs
from gym_site.content.plans import MembershipWords, Plan, PlanTab, benefits_text, offers_text, savings_text, was_text
from gym_site.content.prices import format_price
from gym_site.settings import Settings


def _price(plan: Plan) -> rx.Component:
    was, saving = was_text(plan), savings_text(plan)
    before = rx.el.p(
        rx.el.s(was) if was else None,
        rx.el.span(saving, class_name="plan-saving") if saving else None,
        class_name="plan-was",
    )
    return rx.el.div(
        rx.el.p(
            rx.el.strong(format_price(plan.price), class_name="plan-amount"),
            rx.el.span(f"/{plan.period}", class_name="plan-period"),
        ),
        before if was or saving else None,
        class_name="plan-price",
    )


def _plan_card(plan: Plan, words: MembershipWords, settings: Settings, *, look: Look) -> rx.Component:
    return rx.el.article(
        rx.el.p(words.popular, class_name="plan-badge") if plan.popular else None,
        rx.el.h3(plan.name),
        _price(plan),
        rx.el.p(plan.description, class_name="plan-description"),
        rx.el.p(plan.additional_info, class_name="plan-info"),
        rx.el.details(
            rx.el.summary(benefits_text(plan), icon("chevron-down")),
            rx.el.ul(*(rx.el.li(feature) for feature in plan.features)),
            class_name="plan-benefits",
        ),
        rx.el.div(
            site_link(plan.link, settings, label=words.sign_up, look=look, aria_label=f"{words.sign_up}: {plan.name}"),
            site_link(plan.secondary_link, settings, label=plan.secondary_text) if plan.secondary_link else None,
            site_link(plan.upgrade_link, settings, label=plan.upgrade_text) if plan.upgrade_link else None,
            class_name="plan-links",
        ),
        class_name="plan plan-popular" if plan.popular else "plan",
    )


def _panel(tab: PlanTab, words: MembershipWords, settings: Settings) -> rx.Component:
    loud = next((plan for plan in tab.plans if plan.popular), tab.plans[0])
    cards = (_plan_card(plan, words, settings, look="ember" if plan is loud else "line") for plan in tab.plans)
    return rx.fragment(
        rx.el.p(tab.intro, class_name="plan-intro"),
        rx.el.div(*cards, class_name="plan-grid"),
        rx.el.p(tab.note, class_name="fine-print") if tab.note else None,
    )


def membership(
    plan_tabs: Sequence[PlanTab], trial: PlanTab, words: MembershipWords, settings: Settings
) -> tuple[rx.Component, ...]:
    """Return a picture across the page, and the section, whose title stands on it; ``trial`` is offered first."""
    state = Position("membership", len(plan_tabs))
    to_trial = PlainLink.create(
        offers_text(trial), href=f"#panel-{trial.key}", on_click=state.go_to(plan_tabs.index(trial))
    )
    panels = [Tab(tab.key, tab.label, _panel(tab, words, settings)) for tab in plan_tabs]
    return (
        rx.el.div(picture(words.picture, sizes="100vw", alt=""), class_name="band"),
        section(
            "membership",
            rx.el.p(words.try_first, " ", to_trial, class_name="try-first"),
            tabs(state, panels, label=words.tabs_label),
            rx.el.p(words.note, class_name="fine-print"),
            title=words.title,
            text=words.intro,
            look="section membership",
            id="membership",
        ),
    )
