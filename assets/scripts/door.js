/** @typedef {[from: number, sentence: string]} Sentence A sentence, and the minute from which on it is true. */

/** @typedef {[from: number, offset: number | null]} Offset Minutes from UTC, and the Unix time from which on they apply. */
/** @typedef {[rise: number, length: number]} Daylight The minute of the day at which the sun rises, and for how many it stays. */

const DAY = 1440; // minutes

/**
 * Returns the month (0 to 11) and the minute since 1970 at the gym, or nothing after the last offset that it sent: the
 * browser's own tables of time zones may be older than a law.
 * @param {Offset[]} offsets
 * @param {number} now
 */
export const timeAt = (offsets, now) => {
  const [, offset] = offsets.filter(([from]) => from * 1000 <= now).at(-1);
  if (offset === null) return undefined;
  const there = now + offset * 60000; // its UTC is the gym's time
  return { month: new Date(there).getUTCMonth(), minute: Math.floor(there / 60000) };
};

/**
 * @param {Sentence[]} sentences
 * @param {number} minute
 */
const last = (sentences, minute) => sentences.filter(([from]) => from <= minute).at(-1)?.[1];

/**
 * Returns the time on a clock of twelve hours.
 * @param {number} minute since 1970
 */
const clockAt = (minute) => {
  const hour = Math.floor((minute % DAY) / 60);
  return `${hour % 12 || 12}:${String(minute % 60).padStart(2, "0")} ${hour < 12 ? "am" : "pm"}`;
};

/**
 * Returns what is true at a time. `clock`: the words before the sentence, with a blank for the time. The minutes of
 * `sentences` are those of each day or, if there are more, of a week from Thursday on; those of `exceptions` are since
 * 1970, and "" is what is usual.
 * @param {string} clock
 * @param {Sentence[]} sentences
 * @param {number} minute since 1970
 * @param {Sentence[]} exceptions
 */
export const saidAt = (clock, sentences, minute, exceptions = []) => {
  const usual = minute % (sentences.at(-1)[0] < DAY ? DAY : 7 * DAY); // 1970 began on a Thursday
  return `${clock.replace("{time}", clockAt(minute))} ${last(exceptions, minute) || last(sentences, usual)}`;
};

/**
 * Returns whether the sun is up. `daylight` has an entry for each month, or one for all.
 * @param {Daylight[]} daylight
 * @param {number} month
 * @param {number} minute
 */
export const isDay = (daylight, month, minute) => {
  const [rise, length] = daylight[month % daylight.length];
  return (minute - rise + DAY) % DAY < length;
};

/**
 * Returns a ref that reports every minute what is true at the gym, and whether to show the picture of the day: not to
 * visitors who save data. The page's styles draw the minute as a line, on bars elsewhere on the page.
 * @param {Offset[]} offsets
 * @param {Daylight[]} daylight
 * @param {string} clock
 * @param {Sentence[]} sentences
 * @param {(said: string, day: boolean) => void} report
 * @param {Sentence[]} [exceptions]
 */
export const doorClock = (offsets, daylight, clock, sentences, report, exceptions) => () => {
  /** @type {number} */
  let timer;
  const { style } = document.documentElement;
  const tick = () => {
    timer = window.setTimeout(tick, 60000 - (Date.now() % 60000));
    const time = timeAt(offsets, Date.now());
    if (!time) return;
    const { month, minute } = time;
    style.setProperty("--now", String((minute % DAY) / DAY));
    style.setProperty("--clock", `"${clockAt(minute)}"`);
    // eslint-disable-next-line compat/compat -- only Chromium knows who saves data
    const savesData = navigator.connection?.saveData;
    report(saidAt(clock, sentences, minute, exceptions), isDay(daylight, month, minute) && !savesData);
  };
  tick();
  return () => clearTimeout(timer);
};

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
