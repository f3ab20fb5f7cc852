import assert from "node:assert/strict";
import { test } from "node:test";
import { isDay, saidAt, timeAt } from "../../assets/scripts/door.js";

/** @type {import("../../assets/scripts/door.js").Sentence[]} */
const SENTENCES = [
  [0, "Quiet."],
  [330, "Open."],
  [1380, "Closing."],
];

test("each sentence is said from its minute on, after a time on a clock of twelve hours", () => {
  for (const [hour, minute, said] of [
    [0, 5, "12:05 am in town. Quiet."],
    [5, 29, "5:29 am in town. Quiet."],
    [5, 30, "5:30 am in town. Open."],
    [12, 0, "12:00 pm in town. Open."],
    [23, 0, "11:00 pm in town. Closing."],
  ])
    assert.equal(saidAt("{time} in town.", SENTENCES, 2880 + Number(hour) * 60 + Number(minute)), said);
});

test("a week begins on Thursday, and other days have sentences of their own until the usual ones are back", () => {
  /** @type {import("../../assets/scripts/door.js").Sentence[]} */
  const week = [
    [0, "Thursday."],
    [1440, "Friday."],
  ];
  const thursday = Date.parse("2026-12-24T00:00Z") / 60000;
  for (const [minute, said] of [
    [thursday - 1, "11:59 pm. Friday."],
    [thursday, "12:00 am. Thursday."],
    [thursday + 720, "12:00 pm. Closed."],
    [thursday + 1440, "12:00 am. Friday."],
  ])
    assert.equal(
      saidAt("{time}.", week, Number(minute), [
        [thursday + 720, "Closed."],
        [thursday + 1440, ""],
      ]),
      said,
    );
});

test("the time is told by the offsets of the build, and not after their end", () => {
  /** @type {import("../../assets/scripts/door.js").Offset[]} */
  const offsets = [
    [0, -420],
    [Date.parse("2027-11-07T09:00Z") / 1000, -480],
    [Date.parse("2029-01-01T00:00Z") / 1000, null],
  ];
  /** @type {[string, number | undefined, string | undefined][]} */
  const times = [
    ["2026-12-01T05:30Z", 10, "2026-11-30T22:30Z"],
    ["2027-11-07T08:59Z", 10, "2027-11-07T01:59Z"],
    ["2027-11-07T09:00Z", 10, "2027-11-07T01:00Z"],
    ["2029-01-01T00:00Z", undefined, undefined],
  ];
  for (const [now, month, there] of times) {
    const time = timeAt(offsets, Date.parse(now));
    assert.deepEqual([time?.month, time?.minute], [month, there && Date.parse(there) / 60000], now);
  }
});

test("it is day from sunrise on for as long as the sun stays, also past midnight", () => {
  assert.deepEqual(
    [359, 360, 1079, 1080].map((minute) => isDay([[360, 720]], 4, minute)),
    [false, true, true, false],
  );
  assert.deepEqual(
    [10, 20, 170, 180].map((minute) => isDay([[175, 1280]], 5, minute)),
    [true, false, false, true],
  );
  assert.deepEqual(
    [0, 720].map((minute) => isDay([[720, 0]], 0, minute)),
    [false, false],
  );
});
