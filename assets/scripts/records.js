import { createElement, Fragment, useEffect } from "react";
import { setBrowserValues, useBrowserValue } from "$/public/lean_reflex/store";

// Staff may change records after the build, and pages are static files, so this script fetches the records when the
// page is idle. A changed record is shown instead of the built-in values. If there is no answer, the built-in values
// stay.
const ask = async (url, name, built) => {
  for (let pause = 1000; ; pause *= 2) {
    const answer = await fetch(url, { credentials: "omit", headers: { "If-None-Match": `"${built}"` } }).catch(
      () => null,
    );
    if (answer?.status === 304) return setBrowserValues({ [name]: null });
    if (answer?.ok) return setBrowserValues({ [name]: await answer.json() });
    if (answer?.status === 404 || pause > 4000) return console.info(`No record at ${url}`);
    await new Promise((done) => setTimeout(done, pause));
  }
};

// Returns the record from `url` if its version differs from `built`, otherwise null.
const useRecord = (name, url, built) => {
  useEffect(() => {
    // eslint-disable-next-line compat/compat -- setTimeout stands in
    const whenIdle = window.requestIdleCallback ?? setTimeout;
    if (url) whenIdle(() => ask(url, name, built).catch(console.info));
  }, [url]);
  return useBrowserValue(name, null);
};

export const BusinessRecord = ({ url, built }) => void useRecord("business", url, built);

// Fills the blanks of a template, such as "Call {phone}", with the facts of the same names.
const filled = (template, facts) => template.replace(/\{(\w+)\}/g, (blank, fact) => facts[fact] ?? blank);

// Renders `children`, inside an `element` if one is given. `templates` maps a prop's name to a template, such as
// "Call {phone}". If the business record has changed, the filled template replaces the prop, which may be `children`.
export function BusinessFact({ element, templates, ...props }) {
  const record = useBrowserValue("business", null);
  if (record) for (const name in templates) props[name] = filled(templates[name], record);
  return createElement(element ?? Fragment, props);
}

export function BusinessServices({ children, ...props }) {
  const record = useBrowserValue("business", null);
  return createElement(
    "ul",
    props,
    record?.services.map((name) => createElement("li", { key: name }, name)) ?? children,
  );
}

// Renders a page's meta tags and structured data. React moves the meta tags to the document's head, and removes tags
// and data when another page opens. The framework renders the title element, and this component only changes its text:
// a second title element would replace the framework's, and would still be shown after another page has opened.
export function PageHead({ slug, url, built, facts, hasData, tags }) {
  const record = useRecord(slug, url, built);
  const business = useBrowserValue("business", null);
  const now = { ...facts, ...record, ...(business && { name: business.name }) };
  useEffect(() => {
    if (document.title !== now.title) document.title = now.title;
  }, [now.title]);
  const data = record
    ? record.schema_markup && JSON.stringify(record.schema_markup).replaceAll("<", "\\u003c")
    : hasData && "{}";
  return createElement(
    Fragment,
    null,
    Object.entries(tags).map(([name, template]) => {
      const content = filled(template, now);
      return (
        content &&
        createElement("meta", { key: name, [/^(og|article):/.test(name) ? "property" : "name"]: name, content })
      );
    }),
    data && createElement("script", { type: "application/ld+json", suppressHydrationWarning: true }, data),
  );
}
