import { whileSeen } from "./seen.js";

/** @typedef {[from: number, sentence: string]} Sentence A sentence, and the minute of the day from which on it is true. */

/**
 * Returns the hour and minute in a time zone, or nothing if the browser doesn't know the zone.
 * @param {string} timeZone
 */
const timeIn = (timeZone) => {
  try {
    const format = new Intl.DateTimeFormat("en", { timeZone, hour: "numeric", minute: "numeric", hourCycle: "h23" });
    return format.format().split(":").map(Number);
  } catch {
    return undefined;
  }
};

/**
 * Returns what is true at a time of the day. `clock`: the words before the sentence, with a blank for the time.
 * @param {string} clock
 * @param {Sentence[]} sentences
 * @param {number} hour
 * @param {number} minute
 */
export const saidAt = (clock, sentences, hour, minute) => {
  const time = `${hour % 12 || 12}:${String(minute).padStart(2, "0")} ${hour < 12 ? "am" : "pm"}`;
  const [, sentence] = sentences.filter(([from]) => from <= hour * 60 + minute).at(-1);
  return `${clock.replace("{time}", time)} ${sentence}`;
};

/** @param {number} hour */
export const isDay = (hour) => hour >= 6 && hour < 18;

/**
 * Returns a ref that reports every minute, while its element is on screen, what is true in a time zone, and whether to
 * show the picture of the day: not to visitors who save data.
 * @param {string} timeZone
 * @param {string} clock
 * @param {Sentence[]} sentences
 * @param {(said: string, day: boolean) => void} report
 */
export const doorClock = (timeZone, clock, sentences, report) =>
  whileSeen(() => {
    /** @type {number} */
    let timer;
    const tick = () => {
      timer = window.setTimeout(tick, 60000 - (Date.now() % 60000));
      const time = timeIn(timeZone);
      if (!time) return;
      const [hour, minute] = time;
      // eslint-disable-next-line compat/compat -- only Chromium knows who saves data
      const savesData = navigator.connection?.saveData;
      report(saidAt(clock, sentences, hour, minute), isDay(hour) && !savesData);
    };
    tick();
    return () => clearTimeout(timer);
  });

/**
 * Shows a picture, in a frame that waits for it, once the picture has arrived.
 * @param {HTMLPictureElement} picture
 */
export const arrives = (picture) => {
  const frame = picture.parentElement;
  const show = () => {
    delete frame.dataset.waits;
  };
  picture
    .querySelector("img")
    .decode()
    .then(show, () => {});
  return () => {
    frame.dataset.waits = "";
  };
};
