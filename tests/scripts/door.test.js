import assert from "node:assert/strict";
import { test } from "node:test";
import { isDay, saidAt } from "../../assets/scripts/door.js";

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
    assert.equal(saidAt("{time} in town.", SENTENCES, Number(hour), Number(minute)), said);
});

test("the day is from six to six", () => {
  assert.deepEqual([5, 6, 17, 18].map(isDay), [false, true, true, false]);
});
