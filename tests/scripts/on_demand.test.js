import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { mock, test } from "node:test";
import onDemand from "../../lean_reflex/build/on_demand.mjs";

test("a build waits minutes for a page, then says that the machine is too busy", () => {
  const { timeout } = AbortSignal;
  mock.timers.enable({ apis: ["setTimeout"] });
  onDemand({ shims: "", web: "", assets: "", ownRadix: false }).configurePreviewServer?.();
  const limit = AbortSignal.timeout(10_000);
  mock.timers.tick(4 * 60_000);
  assert.equal(limit.aborted, false);
  mock.timers.tick(2 * 60_000);
  assert.match(limit.reason.message, /too busy.*Build again/);
  mock.timers.reset();
  AbortSignal.timeout = timeout;
});

test("a saved style sheet becomes a public file of the development server, even if it was emptied first", () => {
  const folder = mkdtempSync(`${tmpdir()}/dev-`);
  const [assets, web, sheet] = [`${folder}/assets`, `${folder}/web`, `${folder}/assets/css/base.css`];
  /** @type {(event: string, file: string) => void} */
  let saved = () => {};
  /** @type {import("vite").Server} */
  const server = {
    watcher: { add: (path) => assert.equal(path, assets), on: (_, act) => void (saved = act) },
    ws: { send: () => {} },
    middlewares: { use: () => {} },
  };
  mkdirSync(`${assets}/css`, { recursive: true });
  mock.timers.enable({ apis: ["setTimeout"] });
  onDemand({ shims: "", web, assets, ownRadix: false }).configureServer?.(server);
  writeFileSync(sheet, "");
  saved("change", sheet);
  writeFileSync(sheet, "a {}");
  saved("change", `${folder}/others.css`);
  mock.timers.tick(1000);
  mock.timers.reset();
  assert.equal(readFileSync(`${web}/public/css/base.css`, "utf8"), "a {}");
  rmSync(folder, { recursive: true });
});
