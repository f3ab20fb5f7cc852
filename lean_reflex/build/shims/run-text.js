/**
 * Runs the text of an event as a script. The names in the argument are those that such texts may use. A module with a
 * direct call of `eval` keeps all its long names, so Reflex's own module loads this one at the first text.
 * @param {string} text
 * @param {Record<"addEvents" | "refs" | "ReflexEvent" | "isTrue" | "isNotNullOrUndefined" | "pyOr" | "pyAnd", unknown>} names
 */
export const runText = (text, { addEvents, refs, ReflexEvent, isTrue, isNotNullOrUndefined, pyOr, pyAnd }) => {
  try {
    return eval(text);
  } catch (error) {
    if (error instanceof EvalError)
      console.error(
        'This page\'s policy forbids scripts from the server. Allow them with context={"policy": {"script-src": ["\'unsafe-eval\'"]}} where the page is added.',
      );
    throw error;
  }
};
