// The site sets no cookies, as its privacy page promises: a component that needs one fails during development.
const refuse = () => {
  throw new Error("This site sets no cookies (gym_site/content/privacy.py).");
};

export default class Cookies {
  get() {}
  set = refuse;
  remove = refuse;
}
