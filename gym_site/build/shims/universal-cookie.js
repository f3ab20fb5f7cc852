// The site sets no cookies, as its privacy page says: a component that wants one should fail where a developer sees it.
const refuse = () => {
  throw new Error("This site sets no cookies (gym_site/content/privacy.py).");
};

export default class Cookies {
  get() {}
  set = refuse;
  remove = refuse;
}
