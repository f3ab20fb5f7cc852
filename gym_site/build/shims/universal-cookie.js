// Replaces the cookie library. The privacy page promises that the site sets no cookies, so a component that sets one
// fails, and its developer notices.
const refuse = () => {
  throw new Error("This site sets no cookies (gym_site/content/privacy.py).");
};

export default class Cookies {
  get() {}
  set = refuse;
  remove = refuse;
}
