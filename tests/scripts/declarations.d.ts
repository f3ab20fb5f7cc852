// Modules that exist only where the site is built, as far as its scripts use them.

declare module "react-router" {
  export type Location = { pathname: string; search: string; hash: string };
  export const Navigate: React.FunctionComponent<{ to: string; replace?: boolean }>;
  export const useLocation: () => Location;
  export const useNavigate: () => (to: string, options?: { replace?: boolean }) => void;
  export const useNavigationType: () => "POP" | "PUSH" | "REPLACE";
}

declare module "$/components/reflex/radix_themes_color_mode_provider" {
  const Provider: React.FunctionComponent<React.PropsWithChildren>;
  export default Provider;
}

declare module "$/utils/context" {
  export const defaultColorMode: string;
}

declare module "$/utils/react-theme" {
  export const ThemeProvider: React.FunctionComponent<React.PropsWithChildren<{ defaultTheme: string }>>;
}

declare module "sonner" {
  type Send = (...toast: unknown[]) => unknown;
  export const Toaster: React.FunctionComponent<object>;
  export const toast: Send & Record<string | symbol, Send>;
}

declare module "socket.io-client/itself" {
  export const io: import("../../lean_reflex/build/shims/socket.io-client.js").Client | null;
}

declare module "universal-cookie/itself" {
  export default class Cookies {
    set(...cookie: unknown[]): void;
    remove(...cookie: unknown[]): void;
  }
}

declare module "vite" {
  type Module = { isEntry: boolean; importedIds: string[] };
  type Context = {
    getModuleIds(): Iterable<string>;
    getModuleInfo(id: string): Module;
    resolve(name: string, importer: string, options: { skipSelf: boolean }): Promise<unknown>;
  };
  type Server = {
    watcher: { add(file: string): void; on(event: "all", act: (event: string, path: string) => void): void };
    ws: { send(message: { type: string }): void };
    middlewares: {
      use(act: (request: Request, response: import("node:http").ServerResponse, next: () => void) => void): void;
    };
  };
  type Request = import("node:http").IncomingMessage;
  export interface Plugin {
    name: string;
    enforce?: "pre" | "post";
    config?(config: object, environment: { command: "build" | "serve" }): object;
    configureServer?(server: Server): void;
    configurePreviewServer?(): void;
    buildEnd?(this: Context): void;
    resolveId?(this: Context, name: string, importer?: string): unknown;
    transform?(code: string, id: string): { code: string; map: null } | null;
  }
  export const minifySync: (name: string, code: string) => { code: string; errors: { message: string }[] };
}

declare module "purgecss" {
  export class PurgeCSS {
    purge(options: object): Promise<{ css: string }[]>;
  }
}

declare module "purgecss-from-html" {
  const fromHtml: (html: string) => object;
  export default fromHtml;
}

// What browsers have, and TypeScript's own declarations lack or say less precisely.

interface HTMLFormControlsCollection {
  [name: string]: any; // the field of that name
}

interface Performance {
  getEntriesByType(type: "navigation"): PerformanceNavigationTiming[];
}

interface Navigator {
  connection?: { saveData: boolean; downlink: number }; // in Chromium
}

interface ImportMeta {
  env: { BASE_URL: string; PROD: boolean }; // of Vite
}

interface Shown {
  location: import("react-router").Location;
  navigation: { location?: import("react-router").Location };
}

interface Window {
  eventsSent?: Promise<void>; // by lean_reflex/build/shims/socket.io-client.js: when the events before the connection are
  __reactRouterDataRouter: {
    state: Shown;
    subscribe(reader: (state: Shown) => void): void;
    dispose(): void;
  };
}

// The build writes these into lean_reflex/build/policies.js.
declare const POLICIES: Record<string, number>;
declare const DYNAMIC: string;
