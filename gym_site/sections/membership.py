"""Plans and prices in five tabs (spec sections 2, 3 and 9). Without JavaScript every panel is shown, below its name."""

import reflex as rx

from gym_site.browser.position import MembershipTabs
from gym_site.components.icon import icon
from gym_site.components.link import Look, PlainLink, site_link
from gym_site.components.picture import picture
from gym_site.components.rows import cards
from gym_site.components.section import section
from gym_site.content.plans import MembershipWords, Plan, PlanTab, benefits_text, offers_text, savings_text, was_text
from gym_site.content.prices import format_price
from gym_site.hours import Hours, read_hours
from gym_site.site import Site
from lean_reflex.browser.state import script


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


def _hours(hours: Hours) -> rx.Component:
    """Return a bar of 24 cells, lit where the plan opens the door, on which CSS draws the present time.

    It is decorative, as the card says the hours.
    """
    opens, closes = (minute * 2 / 60 for minute in hours)  # a cell is two units wide
    cells = (
        rx.el.path(d="M0 1h48", custom_attrs={"opacity": 0.2}),
        rx.el.path(
            d=f"M{opens:g} 1H{closes:g}", custom_attrs={"strokeDashoffset": f"{opens % 2:g}"} if opens % 2 else {}
        ),
    )
    bar = rx.el.svg(*cells, view_box="0 0 48 2", custom_attrs={"preserveAspectRatio": "none"})
    return rx.el.div(bar, class_name="plan-hours", aria_hidden=True)


def _plan_card(plan: Plan, site: Site, *, look: Look) -> rx.Component:
    words, hours = site.gym.plans.words, read_hours(plan.hours)
    return rx.el.article(
        rx.el.p(words.popular, class_name="plan-badge") if plan.popular else None,
        rx.el.h3(plan.name),
        _price(plan),
        rx.el.p(plan.description, class_name="plan-description"),
        rx.el.div(
            _hours(hours.within(site.gym.brand.hours.door)) if hours else None,
            rx.el.p(plan.additional_info, class_name="plan-info"),
        ),
        rx.el.div(
            rx.el.details(
                rx.el.summary(benefits_text(plan), icon("chevron-down")),
                rx.el.ul(*(rx.el.li(feature) for feature in plan.features)),
                class_name="plan-benefits",
            ),
            site_link(plan.link, site, label=words.sign_up, look=look, aria_label=f"{words.sign_up}: {plan.name}"),
            site_link(plan.secondary_link, site, label=plan.secondary_text) if plan.secondary_link else None,
            site_link(plan.upgrade_link, site, label=plan.upgrade_text) if plan.upgrade_link else None,
            class_name="plan-links",
        ),
        class_name="plan plan-popular" if plan.popular else "plan",
    )


def _tab(state: MembershipTabs, tab: PlanTab, position: int) -> rx.Component:
    current = state.index == position
    return rx.el.button(
        tab.label,
        id=f"tab-{tab.key}",
        role="tab",
        type="button",
        class_name="tab",
        aria_selected=current,
        aria_controls=f"panel-{tab.key}",
        tab_index=rx.cond(current, 0, -1),
        custom_attrs={"ref": rx.cond(current, script("tabs", "selectedTab"), None)},
        on_click=state.go_to(position),
    )


def _panel(state: MembershipTabs, tab: PlanTab, position: int, site: Site) -> rx.Component:
    loud = next((plan for plan in tab.plans if plan.popular), tab.plans[0])
    plans = (_plan_card(plan, site, look="ember" if plan is loud else "line") for plan in tab.plans)
    panel = rx.el.div(
        rx.el.p(tab.intro, class_name="plan-intro"),
        rx.el.div(*plans, class_name=cards("plan-grid", len(tab.plans))),
        rx.el.p(tab.note, class_name="fine-print") if tab.note else None,
        id=f"panel-{tab.key}",
        role="tabpanel",
        class_name="tab-panel",
        aria_labelledby=f"tab-{tab.key}",
        tab_index=0,
        # Not `hidden`: a browser without our styles, or whose scripts fail, must show every price.
        custom_attrs={"data-shut": rx.cond(state.index == position, None, "")},
    )
    return rx.fragment(
        rx.el.h3(tab.label, class_name="eyebrow tab-name") if len(site.gym.plans.tabs) > 1 else None, panel
    )


def _try_first(state: MembershipTabs, words: MembershipWords, trial: PlanTab, position: int) -> rx.Component:
    to_trial = PlainLink.create(offers_text(trial), href=f"#panel-{trial.key}", on_click=state.go_to(position))
    return rx.el.p(f"{words.try_first} ", to_trial, class_name="try-first")


def membership(site: Site) -> tuple[rx.Component, ...]:
    """Return a full-width picture and the section. CSS moves the section's title onto the picture."""
    words, tabs, trial = site.gym.plans.words, site.gym.plans.tabs, site.gym.trial
    state = MembershipTabs("membership", len(tabs))
    bar = rx.el.div(
        *(_tab(state, tab, position) for position, tab in enumerate(tabs)),
        role="tablist",
        aria_label=words.tabs_label,
        class_name="tab-list",
        custom_attrs=state.keys(),
    )
    panels = (_panel(state, tab, position, site) for position, tab in enumerate(tabs))
    shown = picture(site, words.picture, sizes="100vw", alt="")
    return (
        *([rx.el.div(shown, class_name="band")] if words.picture else []),
        section(
            "membership",
            _try_first(state, words, trial, tabs.index(trial)) if trial else None,
            rx.el.div(bar if len(tabs) > 1 else None, *panels, class_name="tabs"),
            rx.el.p(words.note, class_name="fine-print"),
            title=words.title,
            text=words.intro,
            look="section membership",
        ),
    )
