import assert from "node:assert/strict";
import { test } from "node:test";
import { matches } from "../../assets/scripts/filter.js";

test("a text matches if it has every word, in any order, case and spelling of accents", () => {
  for (const asked of ["", " ", "cafe", "CAF\u00c9 open", "open  caf", "cafe\u0301"])
    assert.ok(matches("When is the Caf\u00e9 open?", asked), asked);
  for (const asked of ["cafes", "open closed", "xyzzy"])
    assert.ok(!matches("When is the Caf\u00e9 open?", asked), asked);
});
