// A Vite plugin: gives each module the real library or a thin stand-in of `shims`, by what the module's code needs.
import { cpSync, existsSync, readFileSync } from "node:fs";

/** @param {string} id */
const source = (id) => readFileSync(id.split("?")[0], "utf8");
/** @param {string} id */
const packageOf = (id) => /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id)?.[1];
/** @param {string} id */
const isRoot = (id) => /\/app\/root\.jsx(\?|$)/.test(id);

/**
 * Whether a module passes a `css` prop, or imports more from Emotion than `jsx`. Packages always get the real library.
 * @param {string} id
 */
const stylesItself = (id) => {
  if (packageOf(id)) return true;
  const code = source(id);
  const lists = code.matchAll(/import\s*\{([^}]*)\}\s*from\s*["']@emotion\/react["']/g);
  const names = [...lists].flatMap(([, names]) => names.split(",").map((name) => name.trim()));
  return /[{,]\s*\[?["']?css["']?\]?\s*:/.test(code) || names.some((name) => name && name !== "jsx");
};

const TOO_BUSY = "The machine is too busy: a page was not ready within 5 minutes. Build again when it does less.";

/**
 * `ownRadix`: whether the theme of Radix, its style sheet and the colour mode are on the pages that use them (radix.py).
 * @param {{ shims: string, web: string, assets: string, ownRadix: boolean }} given
 * @returns {import("vite").Plugin}
 */
export default ({ shims, web, assets, ownRadix }) => {
  let isBuild = true;
  /** @type {Set<string>} */
  let everywhere = new Set();
  // Tailwind's style sheet for all pages has that of Radix in one of its layers, below its own utilities.
  const tailwind = `${web}/styles/tailwind.css`;
  const hasRadix = existsSync(tailwind) && readFileSync(tailwind, "utf8").includes("@radix-ui/themes");
  return {
    name: "on-demand",
    enforce: "pre",
    config(_, { command }) {
      isBuild = command === "build";
      const groups = [{ name: "everywhere", test: (/** @type {string} */ id) => everywhere.has(id) }];
      return { build: { rollupOptions: { output: { codeSplitting: { groups } } } } };
    },
    // All that every page loads is in one script: libraries that need parts of it would otherwise divide it into files.
    buildEnd() {
      const reach = (/** @type {string} */ id, /** @type {Set<string>} */ found) => {
        for (const each of this.getModuleInfo(id).importedIds) {
          if (found.has(each)) continue;
          found.add(each);
          reach(each, found);
        }
      };
      const entries = [...this.getModuleIds()].filter((id) => this.getModuleInfo(id).isEntry);
      const needed = (/** @type {RegExp} */ name) => {
        /** @type {Set<string>} */
        const found = new Set();
        for (const id of entries) if (name.test(id)) reach(id, found);
        return found;
      };
      const client = needed(/\/entry\.client\./);
      const routes = needed(/\/app\/routes\//);
      const shared = [...client].filter((id) => routes.has(id));
      everywhere = new Set([...needed(/\/app\/root\./), ...shared]);
    },
    // Saved style sheets and scripts reach the browser without Reflex, which would compile all pages.
    configureServer({ watcher }) {
      watcher.add(assets);
      watcher.on("all", (event, file) => {
        if (!file.startsWith(`${assets}/`) || !/^(add|change)$/.test(event)) return;
        const copy = `${web}/public/${file.slice(assets.length)}`;
        setTimeout(() => existsSync(file) && cpSync(file, copy), 100); // an editor may empty a file, then write it
      });
    },
    // React Router gives each page ten seconds, which a busy machine may not keep, and has no option for it.
    configurePreviewServer() {
      AbortSignal.timeout = () => {
        const limit = new AbortController();
        setTimeout(() => limit.abort(new Error(TOO_BUSY)), 5 * 60_000).unref();
        return limit.signal;
      };
    },
    resolveId(name, importer) {
      if (!importer) return null;
      if (name === "@emotion/react" && !stylesItself(importer)) return `${shims}/emotion-react.js`;
      if (ownRadix && name.endsWith("/utils/react-theme") && isRoot(importer)) return `${shims}/react-theme.js`;
      if (name === "universal-cookie" && isBuild) return `${shims}/universal-cookie.js`;
      if (name === "run-text") return `${shims}/run-text.js`;
      if (name === "universal-cookie/itself")
        return this.resolve("universal-cookie", `${web}/utils/state.js`, { skipSelf: true });
      return null;
    },
    transform(code, id) {
      if (!ownRadix || hasRadix || packageOf(id) || isRoot(id) || !/from "@radix-ui\/themes"/.test(code)) return null;
      return { code: `import "@radix-ui/themes/styles.css";\n${code}`, map: null };
    },
  };
};
