import { createElement, Fragment, useEffect } from "react";
import { setBrowserValues, useBrowserValue } from "./store";

// Records that staff may have changed since the build. They are fetched when the page is idle, and shown if they
// differ; without an answer the built-in values stay. The pages are static files, so only a script can fetch newer
// values.
const ask = async (url, name, built) => {
  for (let pause = 1000; ; pause *= 2) {
    const answer = await fetch(url, { credentials: "omit", headers: { "If-None-Match": `"${built}"` } }).catch(() => null);
    if (answer?.status === 304) return setBrowserValues({ [name]: null });
    if (answer?.ok) return setBrowserValues({ [name]: await answer.json() });
    if (answer?.status === 404 || pause > 4000) return console.info(`No record at ${url}`);
    await new Promise((done) => setTimeout(done, pause));
  }
};

// The record `name` at `url` if its version differs from `built`, otherwise null.
const useRecord = (name, url, built) => {
  useEffect(() => void (url && (window.requestIdleCallback ?? setTimeout)(() => ask(url, name, built).catch(console.info))), [url]);
  return useBrowserValue(name, null);
};

export const BusinessRecord = ({ url, built }) => void useRecord("business", url, built);

// Fills a template's blanks with fields of the business record, or in tags also with title, description and keywords.
const filled = (template, facts) => template.replace(/\{(\w+)\}/g, (blank, fact) => facts[fact] ?? blank);

// An element, or text alone. `templates` are props with blanks, such as "Call {phone}"; the text is the prop
// `children`.
export function BusinessFact({ element, templates, ...props }) {
  const record = useBrowserValue("business", null);
  if (record) for (const name in templates) props[name] = filled(templates[name], record);
  return createElement(element ?? Fragment, props);
}

export function BusinessServices({ children, ...props }) {
  const record = useBrowserValue("business", null);
  return createElement("ul", props, record?.services.map((name) => createElement("li", { key: name }, name)) ?? children);
}

// A page's tags and structured data in the document's head. React moves the tags there and removes them with the page.
// The title element is the framework's: a second one would replace it on other pages.
export function PageHead({ slug, url, built, facts, hasData, tags }) {
  const record = useRecord(slug, url, built);
  const business = useBrowserValue("business", null);
  const now = { ...facts, ...record, ...(business && { name: business.name }) };
  useEffect(() => {
    if (document.title !== now.title) document.title = now.title;
  }, [now.title]);
  const data = record ? record.schema_markup && JSON.stringify(record.schema_markup).replaceAll("<", "\\u003c") : hasData && "{}";
  return createElement(Fragment, null,
    Object.entries(tags).map(([name, template]) => {
      const content = filled(template, now);
      return content && createElement("meta", { key: name, [/^(og|article):/.test(name) ? "property" : "name"]: name, content });
    }),
    data && createElement("script", { type: "application/ld+json", suppressHydrationWarning: true }, data));
}
