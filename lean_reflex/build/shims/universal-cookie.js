// Replaces the cookie library on all pages. Cookies are read without it; an event that sets or removes one loads it.
const library = async () => new (await import("universal-cookie/itself")).default();

export default class Cookies {
  /** @param {string} name */
  get(name) {
    const cookie = document.cookie.split("; ").find((each) => each.startsWith(`${name}=`));
    const value = cookie?.slice(name.length + 1);
    try {
      return value && decodeURIComponent(value);
    } catch {
      return value;
    }
  }
  set = async (/** @type {unknown[]} */ ...cookie) => (await library()).set(...cookie);
  remove = async (/** @type {unknown[]} */ ...cookie) => (await library()).remove(...cookie);
}
