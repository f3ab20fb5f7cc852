import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { runInNewContext } from "node:vm";
import { secondsLeft } from "../../assets/scripts/seen.js";

const OPENS = "2099-10-31T00:00";
const SCRIPT = readFileSync(new URL("../../gym_site/build/opening.js", import.meta.url), "utf8");

/**
 * Runs the script in the head of a page, and returns what it has written.
 * @param {number} now
 */
const opening = (now) => {
  /** @type {Record<string, string>} */
  const dataset = { opensAt: OPENS };
  const figures = Array.from({ length: 4 }, () => ({ firstChild: { nodeValue: "" } }));
  runInNewContext(SCRIPT, {
    Date: class extends Date {
      static now() {
        return now;
      }
    },
    document: { documentElement: { dataset }, querySelectorAll: () => figures, readyState: "complete" },
    requestAnimationFrame: (/** @type {() => void} */ act) => act(),
  });
  return {
    left: dataset.left,
    over: dataset.over,
    figures: figures.map(({ firstChild }) => firstChild.nodeValue).join(" "),
  };
};

test("both scripts count down to the opening in the visitor's time zone, and stop at 0", (context) => {
  const own = process.env.TZ;
  context.after(() => {
    if (own === undefined) delete process.env.TZ;
    else process.env.TZ = own;
  });
  for (const [zone, hour] of [
    ["Asia/Tokyo", -9],
    ["America/Vancouver", 7],
  ]) {
    process.env.TZ = String(zone);
    const opens = Date.UTC(2099, 9, 31, Number(hour));
    const before = opens - ((12 * 24 + 3) * 3600 + 4 * 60 + 5) * 1000;
    assert.equal(secondsLeft(OPENS, before), 1047845);
    assert.deepEqual(opening(before), { left: "1047845", over: undefined, figures: "12 3 4 5" });
    assert.deepEqual(opening(opens - 1), { left: "0", over: undefined, figures: "0 0 0 0" });
    for (const late of [opens, opens + 86400000]) {
      assert.equal(secondsLeft(OPENS, late), 0);
      assert.deepEqual(opening(late), { left: "0", over: "", figures: "0 0 0 0" });
    }
  }
});
