/**
 * Fills the blanks of a template, such as "Call {phone}", with the facts of the same names.
 * @param {string} template
 * @param {Record<string, any>} facts
 * @returns {string}
 */
export const filled = (template, facts) => template.replace(/\{(\w+)\}/g, (blank, fact) => facts[fact] ?? blank);

/**
 * Returns data as JSON for a script element of a page.
 * @param {object} data
 */
export const scriptOf = (data) => JSON.stringify(data).replaceAll("<", "\\u003c");
