import fc from "fast-check";
import { expect, test } from "vitest";
import { enteredNumber, numberFault } from "./parameter-entries.ts";

test.each([
  ["0.842", 0.842],
  [" -1.356 ", -1.356],
  ["−1.356", -1.356],
  ["+.5", 0.5],
  ["2.", 2],
  ["1e-3", 0.001],
  ["360", 360],
  ["-360.0", -360],
])("%j is the number %d", (text, value) => {
  expect(enteredNumber(text, 360)).toBe(value);
  expect(numberFault(text, 360, "°")).toBeUndefined();
});

test.each(["0,842", "1.2.3", "--1", "0x10", "NaN", "Infinity", "1e", "1 m"])(
  "%j is none",
  (text) => {
    expect(enteredNumber(text, 360)).toBeUndefined();
    expect(numberFault(text, 360, "°")).toBe("Enter a number, such as -1.356.");
  },
);

test.each(["360.1", "-361", "1e999"])("%j is beyond the limit, which is said", (text) => {
  expect(enteredNumber(text, 360)).toBeUndefined();
  expect(numberFault(text, 360, "°")).toBe("Enter a number from -360 to 360 °.");
});

test("an empty text is not a number and no fault", () => {
  expect(enteredNumber("", 100)).toBeUndefined();
  expect(numberFault(" ", 100, "m")).toBeUndefined();
});

test("every number of a record reads as itself", () => {
  fc.assert(
    fc.property(
      fc.double({ min: -360, max: 360, noNaN: true }),
      (value) => enteredNumber(String(value), 360) === value + 0,
    ),
  );
});
