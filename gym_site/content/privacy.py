"""The privacy page: how the site handles visitors' data. docs/privacy.md explains this to the owner.

The text uses the same subset of Markdown as the blog posts. Its retention times for requests must match those in
`gym_site.leads.maintenance`.
"""

from gym_site.content.parts import either
from gym_site.content.record import ContactText, record


@record
class PrivacyWords:
    """The texts of the page."""

    title: str
    intro: str
    text: str
    ask_title: str
    ask_text: ContactText
    complaint: str


_CALENDAR = """\
- **The booking calendar** comes from our booking service, on the page for appointments and nowhere else. The service
  will then see that you're here.
"""

_TEXT = """\
## What you tell us

You tell us something when you send a form: your name and how to reach you, your question or your goal, and in some
forms your age, your experience and the times that suit you. We use it to answer you and to plan your training, and
for nothing else. There's no newsletter, and we don't sell any of it.

We ask about injuries, illness and pregnancy so that a trainer can plan around them. You may leave that blank, and
tell us in person instead.

By sending a form you agree to this. You can take that back at any time.

## Who receives it

- **Our team** reads your words and answers them.
- **The form service** that we use carries them from this website to our team. It may use them for that alone. It may
  keep them outside Canada; ask us where.
- **Nobody else**, unless a law obliges us.

## How long we keep it

- **Once delivered to our team**, your words are erased from this website's database after 7 days. A reference, the
  kind of form and the times stay.
- **Not delivered yet**, they are kept until they are, or until one of us has dealt with them. Our team is reminded
  after a day and every week.
- **What looks like spam** is set aside, not forwarded, and erased after 30 days.
- **Backups** of the database are overwritten after 30 days at the latest.
- **What our team has received** stays with us for as long as we need it to answer you and to train you.

## What your browser keeps, and what the server sees

No cookies, no analytics, no advertising.

Your browser keeps three things for this website: a random number by which the server knows which open page to answer;
once you leave a page, how far down you were; and what you've typed or chosen in a form that you haven't sent, so that
it's still there when you come back to it. They stay on your device, and are gone when you close the tab.
What you write about your health, and other longer texts, are never stored: the open page remembers them until you
reload it. Once you've sent a form or emptied it, your browser keeps none of it.

While a page is open, the server sees your network address and what your browser says about itself, as every server
does.
It forgets both a quarter of an hour after you leave. To keep robots out it counts the forms from each network address,
and forgets that count after a day. Its log holds no name, no network address and nothing that you wrote.

## What comes from others

Pages, pictures and fonts come from this website alone.

- **The map** is a picture. The live map loads when you press its button; its maker will then see that you're here.
{calendar}- **Links** to the member portal, the calendar, the reviews and Instagram lead to other websites with rules
  of their own.

## Your rights

You may ask what we hold about you, who received it and what we used it for. You may have it corrected, have it
erased, and take your consent back. British Columbia's Personal Information Protection Act (PIPA) gives us 30 business
days to answer.
"""

PRIVACY = PrivacyWords(
    title="Your privacy",
    intro="What this website learns about you, who receives it, and when it is erased. In plain words.",
    text=_TEXT.replace("{calendar}", either("booking", _CALENDAR, "")),
    ask_title="Ask our privacy officer",
    ask_text="Email {email} or call {phone}. Tell us when you sent your request and we'll find it.",
    complaint=(
        "If you're not satisfied with our answer, you can complain to the Office of the Information and Privacy "
        "Commissioner for British Columbia."
    ),
)
