"""The FAQ page: forty-five questions in fourteen categories (spec sections 2, 3 and 9).

A slug is part of a URL that people share. You may reword a question, but never change its slug.
"""

from typing import Annotated, Literal

from gym_site.brand import BRAND
from gym_site.content.opening import Dated
from gym_site.content.parts import either, only
from gym_site.content.plans import ANNUAL_FEE, PLAN_PRICES
from gym_site.content.questions import Question
from gym_site.content.record import Blanks, ContactText, record
from gym_site.content.services import SERVICE_PRICES
from gym_site.content.text import number, series
from gym_site.routes import SERVICE_KEYS

Category = Literal[
    "Personal Training",
    "Gym Membership",
    "Kinesiology",
    "ICBC Rehabilitation",
    "Physiotherapy",
    "Massage Therapy",
    "Group Fitness",
    "Amenities",
    "Expansion",
    "EMS Training",
    "Boxing & Kickboxing",
    "Youth Training",
    "Pre & Post Natal",
    "General",
]


@record
class FaqItem(Question):
    """A question of the FAQ page (spec section 3)."""

    category: Category


_TOPICS = series(
    "memberships",
    "training",
    *only("physiotherapy-kinesiology", "treatment"),
    *only("expansion", "the new space"),
)
_HINT = ", ".join(("parking", *only("physiotherapy-kinesiology", "ICBC"), "notice"))


@record
class FaqWords:
    """The texts of the page. ``{n}`` of ``{total}`` questions match the filter."""

    title: str = "Asked at the front desk"
    intro: str = f"Straight answers on {_TOPICS}."
    categories_label: str = "Categories"
    filter_label: str = "Find a question"
    filter_hint: str = f"One word is enough: {_HINT}."
    count: Annotated[str, Blanks("n", "total")] = "{n} of {total} questions"
    no_match: str = "No question matches"
    no_match_text: str = "Try another word, or ask us."
    more_title: str = "Not answered?"
    more_text: ContactText = "Call {phone}, email {email}, or send us a line. We'll answer within 24 hours."
    more_call: str = "Ask us anything"


FAQ_WORDS = FaqWords()

_QUESTIONS = (
    FaqItem(
        category="Personal Training",
        slug="personal-training-first-session",
        question="What happens in a personal training session?",
        answer=(
            "Sixty minutes, 1-on-1. The first one is mostly talk and a look at how you move. After that: warm-up, the "
            "day's main exercises, a short finish, and a note of what you did so that next time builds on it."
        ),
    ),
    FaqItem(
        category="Personal Training",
        slug="personal-training-cost",
        question="What does personal training cost?",
        answer=(
            f"{SERVICE_PRICES['personal-training']}. Paid every two weeks: one session a week is "
            f"{PLAN_PRICES['1 Session Per Week']}, two a week, {PLAN_PRICES['2 Sessions Per Week']}, three a week, "
            f"{PLAN_PRICES['3 Sessions Per Week']}. The Couples Wedding Transformation Package is "
            f"{PLAN_PRICES['Couples Wedding Transformation Package']} every two weeks: 6 sessions biweekly for 3 "
            "months. All of them include 10% off gym memberships. Prices plus taxes."
        ),
    ),
    FaqItem(
        category="Personal Training",
        slug="personal-training-how-often",
        question="How many sessions a week do I need?",
        answer=(
            "2-3 personal training sessions per week is typical. One works too, if you train on your own once or twice "
            "more. Your trainer will look at your goal and your calendar before naming a number."
        ),
    ),
    FaqItem(
        category="Personal Training",
        slug="personal-training-choose-trainer",
        question="Can I choose my trainer?",
        answer=(
            either(
                "trainers",
                "Yes. Read the profiles on the trainers' page and use the button on a card: we'll see who you picked "
                "when you send your consultation request.",
                "Yes. Name somebody when you send your consultation request.",
            )
            + " No preference? We'll suggest someone for your goal and your hours."
        ),
    ),
    FaqItem(
        category="Gym Membership",
        slug="membership-contents",
        question="What do I get with a membership?",
        answer=(
            "Access in your plan's hours, "
            + either("personal-training", "a complimentary personal training session, ", "")
            + "2 one-week guest passes, a free handbook and cookbook, and 15% off partner apparel and supplements. "
            "24-hour members also get 20% off our own merchandise."
        ),
    ),
    FaqItem(
        category="Gym Membership",
        slug="membership-hours",
        question="When can I come in?",
        answer=(
            "Regular access is 5:30am-10pm daily, 365 days a year. With the 24 Hours plan you come in 24 hours a day, "
            "365 days a year, with your key fob. Trial and drop-in visits are 6 AM-9 PM, by appointment."
        ),
    ),
    FaqItem(
        category="Gym Membership",
        slug="membership-fees",
        question="Are there fees besides the price on the card?",
        answer=(
            f"No sign-up fee. There's an annual maintenance fee of {ANNUAL_FEE}, charged 3 months after sign-up and "
            "every 12 months. Prices are subject to taxes."
        ),
    ),
    FaqItem(
        category="Gym Membership",
        slug="membership-contracts",
        question="Do I have to sign a contract?",
        answer=(
            "No contracts. Go month to month on Monthly Billing, or choose a term and pay a year or two ahead on "
            "Annual Billing. You do give notice when you leave: see the next question."
        ),
    ),
    FaqItem(
        category="Gym Membership",
        slug="membership-notice",
        question="How much notice do I give when I leave?",
        answer=(
            "Plan terms: cancel anytime with 30 days' notice. As a general rule we ask for two months' notice. Your "
            "plan's terms say which applies. Ask us and we'll put it in writing before you sign up."
        ),
    ),
    FaqItem(
        category="Kinesiology",
        slug="kinesiology-what",
        question="What does a kinesiologist do?",
        answer=(
            "A kinesiologist uses exercise as treatment. They find out which movements are weak, stiff or avoided, and "
            "build them up again step by step, mostly on the gym floor."
        ),
    ),
    FaqItem(
        category="Kinesiology",
        slug="kinesiology-or-physiotherapy",
        question="Kinesiology or physiotherapy: which one do I need?",
        answer=(
            "If something hurts and nobody has looked at it, start with physiotherapy: that's where it gets assessed. "
            "If you know what it is and need strength and confidence back, kinesiology is the next step. Many people "
            "do both, one after the other. Not sure? Ask, and we'll tell you where to begin."
        ),
    ),
    FaqItem(
        category="Kinesiology",
        slug="kinesiology-session",
        question="How long is a kinesiology session, and what do I wear?",
        answer=(
            "45-60 minutes. Wear clothes you can move in and clean shoes, and bring anything your doctor or "
            "physiotherapist gave you in writing."
        ),
    ),
    FaqItem(
        category="ICBC Rehabilitation",
        slug="icbc-vendor",
        question="Do you work with ICBC?",
        answer=(
            "Yes. We are an ICBC vendor for physiotherapy and kinesiology, and direct billing is available. Have your "
            "claim number ready when you book."
        ),
    ),
    FaqItem(
        category="ICBC Rehabilitation",
        slug="icbc-what-to-bring",
        question="What should I bring to my first ICBC appointment?",
        answer=(
            "Your claim number, the date of the crash, the name of your claim representative if you have one, and "
            "anything your doctor wrote about it. Write down what hurts and when: after a crash, details blur quickly."
        ),
    ),
    FaqItem(
        category="ICBC Rehabilitation",
        slug="icbc-cost",
        question="Will I have to pay anything myself?",
        answer=(
            "That depends on your claim: ICBC decides what is covered and for how many sessions, not us. Ask your "
            "claim representative, and ask us before the first visit, so there are no surprises."
        ),
    ),
    FaqItem(
        category="Physiotherapy",
        slug="physiotherapy-assessment",
        question="What happens in a physiotherapy assessment?",
        answer=(
            "Your physiotherapist asks what happened, tests how you move and how strong you are, and explains in plain "
            "words what is likely going on. You leave with your first exercises and a plan. A visit takes 45-60 "
            "minutes."
        ),
    ),
    FaqItem(
        category="Physiotherapy",
        slug="physiotherapy-referral",
        question="Do I need a doctor's referral?",
        answer=(
            "No, you can book with us without one. Some insurers want a referral before they pay, so check your plan "
            "first. And some signs need a doctor right away: chest pain, sudden weakness or numbness, loss of bladder "
            "control, or a blow to the head."
        ),
    ),
    FaqItem(
        category="Physiotherapy",
        slug="physiotherapy-direct-billing",
        question="Do you bill my insurer directly?",
        answer=(
            "Direct billing is available for physiotherapy. What your plan covers is between you and your insurer: "
            "bring your plan details and we'll look at what can be billed directly."
        ),
    ),
    FaqItem(
        category="Massage Therapy",
        slug="massage-therapy-offer",
        question="Do you offer massage therapy?",
        answer=(
            f"Massage isn't one of the {number(SERVICE_KEYS)} services on this website, so there's nothing to book "
            "here. Ask us what we "
            "can offer right now before you make plans around it."
        ),
    ),
    *only(
        "physiotherapy-kinesiology",
        FaqItem(
            category="Massage Therapy",
            slug="massage-or-physiotherapy",
            question="My back is tight. Massage or physiotherapy?",
            answer=(
                "A massage can feel good and relax you. If the tightness keeps coming back, travels down a leg or "
                "stops you from doing things, have it assessed: a physiotherapist will look for the cause and give you "
                "exercises for it."
            ),
        ),
        FaqItem(
            category="Massage Therapy",
            slug="massage-therapy-icbc",
            question="Does ICBC pay for massage after a crash?",
            answer=(
                "Ask your claim representative what your claim covers. As an ICBC vendor we can speak for "
                "physiotherapy and kinesiology here, but not for massage elsewhere."
            ),
        ),
    ),
    FaqItem(
        category="Group Fitness",
        slug="group-fitness-size",
        question="How large are the groups?",
        answer="3-6 people with one coach. Private groups are the same size: friends, teammates, colleagues.",
    ),
    FaqItem(
        category="Group Fitness",
        slug="group-fitness-schedule",
        question="Where is the class schedule?",
        answer=(
            "There isn't one: no fixed class schedule. Tell us who you are and when you're free, and we'll agree on a "
            "time. A class lasts 45-60 minutes."
        ),
    ),
    FaqItem(
        category="Group Fitness",
        slug="group-fitness-cost",
        question="What does a group class cost?",
        answer=f"{SERVICE_PRICES['group-fitness']}, plus taxes. Ask us for the price of your group before you start.",
    ),
    FaqItem(
        category="Amenities",
        slug="amenities-parking",
        question="Is there parking?",
        answer="Yes, free parking. At the door, day and night.",
    ),
    *only(
        "expansion",
        FaqItem(
            category="Amenities",
            slug="amenities-sauna",
            question="Is there a sauna?",
            answer=Dated(
                before=(
                    "The sauna and recovery room are part of the expansion: available in {season} {year}. If you have "
                    "a heart condition or low blood pressure, or are pregnant, ask your doctor before you sit in the "
                    "heat."
                ),
                after=(
                    "Yes, in the new space, with a recovery room. If you have a heart condition or low blood pressure, "
                    "or are pregnant, ask your doctor before you sit in the heat."
                ),
            ),
        ),
    ),
    FaqItem(
        category="Amenities",
        slug="amenities-showers",
        question="Can I shower at the gym?",
        answer="Yes, in private showers: your own stall, your own lock."
        + either("expansion", " More of them are part of the expansion.", ""),
    ),
    FaqItem(
        category="Expansion",
        slug="expansion-when",
        question=Dated(before="When will the expansion be complete?", after="Is the expansion finished?"),
        answer=Dated(
            before="In {season} {year}. The countdown on our pages runs until {date}.",
            after="Yes. It opened in {season} {year}.",
        ),
    ),
    FaqItem(
        category="Expansion",
        slug="expansion-what",
        question="What's new in the expansion?",
        answer=(
            "6,500 sq ft of new space, for about 13,500 sq ft in all: a group fitness room, a sauna and private "
            "showers. Access stays 24/7, and capacity is 500 members."
        ),
    ),
    FaqItem(
        category="Expansion",
        slug="expansion-rates",
        question="Does the expansion raise prices for current members?",
        answer=Dated(
            before=(
                "No. Current members keep their rates. For new members there's launch pricing: only 500 memberships at "
                "that price."
            ),
            after="No. Current members keep their rates. New members pay the prices on the plan cards.",
        ),
    ),
    FaqItem(
        category="EMS Training",
        slug="ems-what",
        question="What is EMS training?",
        answer=(
            "EMS stands for electrical muscle stimulation. Small electrical impulses make your muscles contract while "
            "you do simple exercises. It tingles, and it's tiring. It adds to training; it doesn't replace it."
        ),
    ),
    FaqItem(
        category="EMS Training",
        slug="ems-how-often",
        question="How often can I do EMS?",
        answer=(
            "We recommend 1-2 sessions per week. Muscles need time in between, and more isn't better here. Drink "
            "water, and start gently: the first session feels easier than the day after."
        ),
    ),
    FaqItem(
        category="EMS Training",
        slug="ems-who-should-not",
        question="Who shouldn't do EMS?",
        answer=(
            "Don't do EMS with a pacemaker or another electronic implant, or while you are pregnant. With a heart "
            "condition, epilepsy, cancer, a blood clot, diabetes, recent surgery or any illness you're being "
            "treated for, ask your doctor first, and tell us before the session."
        ),
    ),
    FaqItem(
        category="Boxing & Kickboxing",
        slug="boxing-beginners",
        question="I've never hit anything. Can I start?",
        answer=(
            "Yes, all levels are welcome. You begin with stance, guard and footwork, then pads and bags. Sparring is "
            "always optional: you and your coach decide together, or skip it."
        ),
    ),
    FaqItem(
        category="Boxing & Kickboxing",
        slug="boxing-cost",
        question="How long is a boxing session, and what does it cost?",
        answer=f"45-60 minutes, 1-on-1, {SERVICE_PRICES['kickboxing-boxing']}, plus taxes.",
    ),
    FaqItem(
        category="Boxing & Kickboxing",
        slug="boxing-what-to-bring",
        question="What should I bring to boxing?",
        answer=(
            "Clothes you can move in, clean shoes, water, and hand wraps and gloves if you own them. If you don't, "
            "tell us when you book, and don't buy any before you've talked to your coach."
        ),
    ),
    FaqItem(
        category="Youth Training",
        slug="youth-age",
        question="How old do you have to be to train?",
        answer="12 or older: we train young people from age 12.",
    ),
    FaqItem(
        category="Youth Training",
        slug="youth-how",
        question="Is strength training safe for a teenager?",
        answer=(
            "Well taught and well supervised, it's widely considered suitable for healthy young people. We put "
            "technique before weight, play before records, and clean landings before high jumps. If your child has a "
            "condition or an injury, ask your doctor first."
        ),
    ),
    FaqItem(
        category="Youth Training",
        slug="youth-parents",
        question="What do parents need to do?",
        answer=(
            "Come to the consultation, tell us about their health and their sport, and ask what we need from you in "
            "writing before the first session. Parents are welcome to watch."
        ),
    ),
    FaqItem(
        category="Pre & Post Natal",
        slug="prenatal-can-i-train",
        question="Can I train while I'm pregnant?",
        answer=(
            "If your doctor or midwife agrees, yes. Bring their advice with you. We adjust every session to the week "
            "and the day. Stop and get medical help at once with bleeding, fluid loss, chest pain, dizziness, "
            "contractions or calf pain."
        ),
    ),
    FaqItem(
        category="Pre & Post Natal",
        slug="postnatal-when",
        question="When can I start after the birth?",
        answer=(
            "At 6-8 weeks, after medical clearance. Both count: the weeks, and what your doctor or midwife "
            "says. After a caesarean or a difficult birth it can take longer, and that's fine."
        ),
    ),
    FaqItem(
        category="Pre & Post Natal",
        slug="prenatal-cost",
        question="How long is a pre or post natal session, and what does it cost?",
        answer=f"45-60 minutes, 1-on-1, {SERVICE_PRICES['prenatal-postnatal'].in_sentence}, plus taxes.",
    ),
    FaqItem(
        category="General",
        slug="general-trial",
        question="Can I try the gym first?",
        answer=(
            f"Yes. The 3 Days Visit Pass is {PLAN_PRICES['3 Days Visit Pass']} and refundable, the 1 Day Drop In is "
            f"{PLAN_PRICES['1 Day Drop In']}. Both are for {BRAND.area} "
            "residents only, 6 AM-9 PM, by appointment."
        ),
    ),
    FaqItem(
        category="General",
        slug="general-guests",
        question="Can I bring a friend?",
        answer="Yes. Members get 2 one-week guest passes for family and friends.",
    ),
    FaqItem(
        category="General",
        slug="general-answer-time",
        question="How quickly do you answer?",
        answer=(
            "Within 24 hours, whether you ask for a consultation or send us a question. If it's urgent, call. In a "
            "medical emergency, call 911, not us."
        ),
    ),
)

# The service or part that a category is about. If the gym lacks it, the page omits the questions of that category.
_ABOUT = {
    "Personal Training": "personal-training",
    "Kinesiology": "physiotherapy-kinesiology",
    "ICBC Rehabilitation": "physiotherapy-kinesiology",
    "Physiotherapy": "physiotherapy-kinesiology",
    "EMS Training": "physiotherapy-kinesiology",
    "Group Fitness": "group-fitness",
    "Expansion": "expansion",
    "Boxing & Kickboxing": "kickboxing-boxing",
    "Pre & Post Natal": "prenatal-postnatal",
}
FAQ: tuple[FaqItem, ...] = tuple(
    item for item in _QUESTIONS if item.category not in _ABOUT or BRAND.has(_ABOUT[item.category])
)
