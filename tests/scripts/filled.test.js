import assert from "node:assert/strict";
import { test } from "node:test";
import { filled, scriptOf } from "../../assets/scripts/filled.js";

test("a blank without a fact stays", () => {
  assert.equal(filled("Call {phone} or {email}", { phone: "604-555-0199" }), "Call 604-555-0199 or {email}");
});

test("data can't end the script element that holds it", () => {
  const data = { name: "</script><b>" };
  assert.ok(!scriptOf(data).includes("<"));
  assert.deepEqual(JSON.parse(scriptOf(data)), data);
});
