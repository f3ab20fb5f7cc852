import assert from "node:assert/strict";
import { test } from "node:test";
import { onKey, onTouchEnd, onTouchStart } from "../../assets/scripts/keys.js";

/** @param {(moves: import("../../assets/scripts/keys.js").Moves) => void} act */
const called = (act) => {
  /** @type {string[]} */
  const calls = [];
  act({ ArrowLeft: () => calls.push("left"), ArrowRight: () => calls.push("right") });
  return calls;
};

/** @param {number[]} places */
const fingers = (...places) => /** @type {any} */ (places.map((clientX) => ({ clientX })));

test("a long enough swipe counts as an arrow key", () => {
  const swipe = (/** @type {number} */ by) =>
    called((moves) => {
      onTouchStart(/** @type {any} */ ({ touches: fingers(195) }));
      onTouchEnd(moves)(/** @type {any} */ ({ changedTouches: fingers(195 + by) }));
    });
  assert.deepEqual([-120, -40, -20, 40, 120].map(swipe), [["right"], [], [], [], ["left"]]);
});

test("two fingers zoom, and turn no page", () => {
  const calls = called((moves) => {
    onTouchStart(/** @type {any} */ ({ touches: fingers(100, 300) }));
    onTouchEnd(moves)(/** @type {any} */ ({ changedTouches: fingers(10) }));
  });
  assert.deepEqual(calls, []);
});

test("a key with a modifier, or without an event, stays the browser's", () => {
  const press = (/** @type {object} */ event) => {
    let isTaken = false;
    const preventDefault = () => {
      isTaken = true;
    };
    const calls = called((moves) => onKey(moves)(/** @type {any} */ ({ ...event, preventDefault })));
    return [...calls, isTaken];
  };
  assert.deepEqual(press({ key: "ArrowLeft" }), ["left", true]);
  for (const event of [{ key: "ArrowLeft", altKey: true }, { key: "ArrowRight", metaKey: true }, { key: "Tab" }])
    assert.deepEqual(press(event), [false]);
});
