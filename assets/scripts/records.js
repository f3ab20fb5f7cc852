import { createElement, Fragment, useEffect } from "react";
import { setBrowserValues, useBrowserValue } from "$/public/lean_reflex/store";
import { filled, scriptOf } from "./filled.js";

/** @typedef {Record<string, any>} Facts What a record or a page says, by name. */
/** @typedef {import("react").ReactNode} ReactNode */

/**
 * Staff may change records after the build, and pages are static files, so this script fetches the records when the
 * page is idle. A changed record is shown instead of the built-in values. If there is no answer, the built-in values
 * stay.
 * @param {string} url
 * @param {string} name
 * @param {string} built
 */
const ask = async (url, name, built) => {
  /** @type {RequestInit} */
  const request = { credentials: "omit", headers: { "If-None-Match": `"${built}"` } };
  for (let pause = 1000; ; pause *= 2) {
    const answer = await fetch(url, request).catch(() => /** @type {Response} */ (null));
    if (answer?.status === 304) return setBrowserValues({ [name]: null });
    if (answer?.ok) return setBrowserValues({ [name]: await answer.json() });
    if (answer?.status === 404 || pause > 4000) return console.info(`No record at ${url}`);
    await new Promise((done) => setTimeout(done, pause));
  }
};

/**
 * Returns the record from `url` if its version differs from `built`, otherwise null.
 * @param {string} name
 * @param {string} url
 * @param {string} built
 * @returns {Facts | null}
 */
const useRecord = (name, url, built) => {
  useEffect(() => {
    // eslint-disable-next-line compat/compat -- setTimeout stands in
    const whenIdle = window.requestIdleCallback ?? setTimeout;
    if (url) whenIdle(() => ask(url, name, built).catch(console.info));
  }, [url]);
  return useBrowserValue(name, null);
};

/** @param {{ url: string, built: string }} props */
export const BusinessRecord = ({ url, built }) => {
  useRecord("business", url, built);
};

/**
 * Renders `children`, inside an `element` if one is given. `templates` maps a prop's name to a template, such as
 * "Call {phone}". If the business record has changed, the filled template replaces the prop, which may be `children`.
 * @param {{ element?: string, templates: Record<string, string>, [prop: string]: any }} props
 */
export function BusinessFact({ element, templates, ...props }) {
  const record = useBrowserValue("business", null);
  if (record) for (const name in templates) props[name] = filled(templates[name], record);
  return createElement(element ?? Fragment, props);
}

/** @param {{ children: ReactNode }} props */
export function BusinessServices({ children, ...props }) {
  const record = useBrowserValue("business", null);
  /** @type {string[]} */
  const services = record?.services;
  const items = services?.flatMap((name) => [createElement("li", { key: name }, name), " "]);
  return createElement("ul", props, items ?? children);
}

/**
 * Renders a page's meta tags and structured data. React moves the meta tags to the document's head, and removes tags
 * and data when another page opens. The framework renders the title element, and this component only changes its text:
 * a second title element would replace the framework's, and would still be shown after another page has opened.
 * @param {{ slug: string, url: string, built: string, facts: Facts, hasData: boolean, tags: Record<string, string> }} props
 */
export function PageHead({ slug, url, built, facts, hasData, tags }) {
  const record = useRecord(slug, url, built);
  const business = useBrowserValue("business", null);
  const now = { ...facts, ...record };
  if (business) now.name = business.name;
  useEffect(() => {
    if (document.title !== now.title) document.title = now.title;
  }, [now.title]);
  const metas = Object.entries(tags).map(([name, template]) => {
    const content = filled(template, now);
    const kind = /^(og|article):/.test(name) ? "property" : "name";
    return content && createElement("meta", { key: name, [kind]: name, content });
  });
  let data = hasData && "{}";
  if (record) data = record.schema_markup && scriptOf(record.schema_markup);
  const script = { type: "application/ld+json", suppressHydrationWarning: true };
  return createElement(Fragment, null, metas, data && createElement("script", script, data));
}
