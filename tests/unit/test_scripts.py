"""What the site's scripts do without a browser, in Node."""

import json
import subprocess
import sys
from pathlib import Path

from gym_site.forms import all_forms
from gym_site.forms.kinds import APOSTROPHES, DOTS
from gym_site.leads.direct import rules
from gym_site.settings import ROOT
from tests.forms import ABOUT, treated

NODE = Path(sys.executable).with_name("node")
NASTY = [
    "", " ", "a > b", "a\r\nb\tc\rd\u2028e", "x" * 3000, "\U0001f3cb" * 60, "Zoe\u0308 O\u2018Neil", "a\u200db", "\u0646\u200c\u0627",
    "\u202eevil", "604.555.0100", "(604) 555\u20110100", "\u00a0x\u3000", "-5", "007", "34", "1e2", "a@b.c", "a@b.c,", "a@b..c", "a b@c.d",
    "strength", "weight-loss", "\x00\x1b[31m", "\ud83d", ABOUT.value, "".join(APOSTROPHES), f"604{DOTS}555 0100",
    "\uff0b\uff11 \uff08604\uff09 \u06f5\u06f5\u06f5 \u0a66\u0a67\u0a66\u0a66", "\uff13\uff14", "\u0663\u0664",
    "".join(map(chr, range(0x1D7CE, 0x1D800))), "\ufdfa" * 20, "1\u200db \u200da", "b\u200d1", "604 555 \u2212 0100", "15", "100",
]  # fmt: skip
TREAT = """
    import { text } from "node:stream/consumers";
    import { clean, problems } from "./assets/scripts/clean.js";
    import { compose } from "./assets/scripts/compose.js";
    const treated = ([form, entries]) => {
        const cleaned = clean(form, entries);
        return [cleaned, problems(form, cleaned), compose(form, cleaned)];
    };
    console.log(JSON.stringify(JSON.parse(await text(process.stdin)).map(treated)));"""


def test_the_scripts_pass_their_own_tests():
    files = sorted((ROOT / "tests" / "scripts").glob("*.test.js"))
    tests = subprocess.run([NODE, "--test", "--test-isolation=none", *files], capture_output=True, text=True)
    assert (files != [], tests.returncode) == (True, 0), tests.stdout + tests.stderr


def test_the_browser_and_the_server_treat_form_entries_alike():
    """For every form and field, with texts that could make the two differ; tests/export/test_other_builds.py has those with markup."""
    cases = [(form, {field.name: text for field in form.fields}) for form in all_forms.FORMS.values() for text in NASTY]
    given = json.dumps([(rules(form, ""), entries) for form, entries in cases])
    node = subprocess.run(
        [NODE, "--input-type=module", "--eval", TREAT], cwd=ROOT, input=given, capture_output=True, encoding="utf-8"
    )
    theirs = json.loads(node.stdout)
    ours = [treated(form, entries) for form, entries in cases]
    differing = [(case[0].key, *both) for case, *both in zip(cases, theirs, ours, strict=True) if both[0] != both[1]]
    assert differing == []
