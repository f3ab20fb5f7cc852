import { whileSeen } from "./seen.js";

/** @typedef {[from: number, sentence: string]} Sentence A sentence, and the minute of the day from which on it is true. */

/** @typedef {[from: number, offset: number | null]} Offset Minutes from UTC, and the Unix time from which on they apply. */
/** @typedef {[rise: number, length: number]} Daylight The minute of the day at which the sun rises, and for how many it stays. */

/**
 * Returns the month (0 to 11) and the minute of the day at the gym, or nothing after the last offset that it sent: the
 * browser's own tables of time zones may be older than a law.
 * @param {Offset[]} offsets
 * @param {number} now
 */
export const timeAt = (offsets, now) => {
  const [, offset] = offsets.filter(([from]) => from * 1000 <= now).at(-1);
  if (offset === null) return undefined;
  const there = new Date(now + offset * 60000); // its UTC is the gym's time
  return { month: there.getUTCMonth(), minute: there.getUTCHours() * 60 + there.getUTCMinutes() };
};

/**
 * Returns what is true at a time of the day. `clock`: the words before the sentence, with a blank for the time.
 * @param {string} clock
 * @param {Sentence[]} sentences
 * @param {number} minute of the day
 */
export const saidAt = (clock, sentences, minute) => {
  const hour = Math.floor(minute / 60);
  const time = `${hour % 12 || 12}:${String(minute % 60).padStart(2, "0")} ${hour < 12 ? "am" : "pm"}`;
  const [, sentence] = sentences.filter(([from]) => from <= minute).at(-1);
  return `${clock.replace("{time}", time)} ${sentence}`;
};

/**
 * Returns whether the sun is up. `daylight` has an entry for each month, or one for all.
 * @param {Daylight[]} daylight
 * @param {number} month
 * @param {number} minute of the day
 */
export const isDay = (daylight, month, minute) => {
  const [rise, length] = daylight[month % daylight.length];
  return (minute - rise + 1440) % 1440 < length;
};

/**
 * Returns a ref that reports every minute, while its element is on screen, what is true at the gym, and whether to show
 * the picture of the day: not to visitors who save data.
 * @param {Offset[]} offsets
 * @param {Daylight[]} daylight
 * @param {string} clock
 * @param {Sentence[]} sentences
 * @param {(said: string, day: boolean) => void} report
 */
export const doorClock = (offsets, daylight, clock, sentences, report) =>
  whileSeen(() => {
    /** @type {number} */
    let timer;
    const tick = () => {
      timer = window.setTimeout(tick, 60000 - (Date.now() % 60000));
      const time = timeAt(offsets, Date.now());
      if (!time) return;
      const { month, minute } = time;
      // eslint-disable-next-line compat/compat -- only Chromium knows who saves data
      const savesData = navigator.connection?.saveData;
      report(saidAt(clock, sentences, minute), isDay(daylight, month, minute) && !savesData);
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
