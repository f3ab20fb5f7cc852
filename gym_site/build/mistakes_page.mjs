import { existsSync, readFileSync } from "node:fs";

/**
 * A plugin for Vite: the development server answers every path with this file, unless it is empty.
 * @param {string} file
 * @returns {import("vite").Plugin}
 */
export default (file) => ({
  name: "mistakes",
  configureServer({ watcher, ws, middlewares }) {
    watcher.add(file);
    watcher.on("all", (_event, path) => {
      if (path === file) ws.send({ type: "full-reload" });
    });
    middlewares.use((request, response, next) => {
      const isPage = request.headers.accept?.includes("text/html");
      const page = isPage && existsSync(file) ? readFileSync(file) : "";
      if (!page.length) return next();
      response.setHeader("content-type", "text/html; charset=utf-8");
      response.end(page);
    });
  },
});
