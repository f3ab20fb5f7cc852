import assert from "node:assert/strict";
import { mock, test } from "node:test";
import onDemand from "../../lean_reflex/build/on_demand.mjs";

test("a build waits minutes for a page, then says that the machine is too busy", () => {
  const { timeout } = AbortSignal;
  mock.timers.enable({ apis: ["setTimeout"] });
  onDemand({ shims: "", web: "" }).configurePreviewServer?.();
  const limit = AbortSignal.timeout(10_000);
  mock.timers.tick(4 * 60_000);
  assert.equal(limit.aborted, false);
  mock.timers.tick(2 * 60_000);
  assert.match(limit.reason.message, /too busy.*Build again/);
  mock.timers.reset();
  AbortSignal.timeout = timeout;
});
