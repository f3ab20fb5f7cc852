import assert from "node:assert/strict";
import { test } from "node:test";
import { isAccepted } from "../../assets/scripts/compose.js";

test("a form service's error counts, even if it comes with the status 200", async () => {
  for (const body of ["{}", '{"ok": true}', '{"success": "yes"}', "null", "Thank you!"])
    assert.equal(await isAccepted(new Response(body)), true, body);
  for (const body of ['{"error": "no"}', '{"errors": [1]}', '{"ok": false}', '{"success": false}'])
    assert.equal(await isAccepted(new Response(body)), false, body);
  assert.equal(await isAccepted(new Response("{}", { status: 500 })), false);
});
