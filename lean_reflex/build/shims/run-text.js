/**
 * Runs the text of an event as a script. A module with a direct call of `eval` keeps all its long names, so Reflex's own
 * module loads this one at the first text.
 * @param {string} text
 * @param {Record<string, unknown>} names what the text may use of Reflex's module
 */
export const runText = (text, names) => {
  try {
    const run = new Function("__text", ...Object.keys(names), '"use strict"; return eval(__text);');
    return run(text, ...Object.values(names));
  } catch (error) {
    if (error instanceof EvalError)
      console.error(
        'This page\'s policy forbids scripts from the server. Allow them with context={"policy": {"script-src": ["\'unsafe-eval\'"]}} where the page is added.',
      );
    throw error;
  }
};
