import { whileSeen } from "./seen";

// Returns the hour and minute in a time zone, or nothing if the browser doesn't know the zone.
const timeIn = (timeZone) => {
  try {
    const format = new Intl.DateTimeFormat("en", { timeZone, hour: "numeric", minute: "numeric", hourCycle: "h23" });
    return format.format().split(":").map(Number);
  } catch {
    return undefined;
  }
};

// Returns a ref that reports every minute, while its element is on screen, which sentence is true in a time zone, and
// whether to show the picture of the day: not to visitors who save data. `sentences`: each with the minute of the day from which on it is true. `clock`: the words
// before it, with a blank for the time.
export const doorClock = (timeZone, clock, sentences, report) =>
  whileSeen(() => {
    let timer;
    const tick = () => {
      timer = setTimeout(tick, 60000 - (Date.now() % 60000));
      const [hour, minute] = timeIn(timeZone) ?? [];
      if (hour === undefined) return;
      const time = `${hour % 12 || 12}:${String(minute).padStart(2, "0")} ${hour < 12 ? "am" : "pm"}`;
      const [, sentence] = sentences.filter(([from]) => from <= hour * 60 + minute).at(-1);
      // eslint-disable-next-line compat/compat -- only Chromium knows who saves data
      const day = hour >= 6 && hour < 18 && !navigator.connection?.saveData;
      report(`${clock.replace("{time}", time)} ${sentence}`, day);
    };
    tick();
    return () => clearTimeout(timer);
  });

// Shows a picture, in a frame that waits for it, once the picture has arrived.
export const arrives = (picture) => {
  const frame = picture.parentElement;
  const show = () => delete frame.dataset.waits;
  picture
    .querySelector("img")
    .decode()
    .then(show, () => {});
  return () => (frame.dataset.waits = "");
};
