import type { Preflight } from "@swath/contract/processing";
import { expect, test } from "vitest";
import { defaultsOf, fieldFault, isSendable, orderOf, textsOf } from "./use-resubmission.ts";

const cell = {
  type: "number",
  label: "Cell",
  unit: "m",
  default: 1,
  least: 0.1,
  most: 10,
} as const;
const datum = { type: "choice", label: "Datum", choices: ["AHD", "EGM"], default: "AHD" } as const;
const preflight: Pick<Preflight, "Parameters" | "FailedTasks"> = {
  Parameters: [
    { Name: "cell", Declared: cell, Last: 2 },
    { Name: "datum", Declared: { ...datum, choices: [...datum.choices] }, Last: null },
  ],
  FailedTasks: { Attempt: 1, Names: ["b.laz"], Failed: 1, Kept: 9, Refusal: null },
};
const { Parameters } = preflight;
const order = (texts: Record<string, string>, onlyFailed = false) =>
  orderOf(preflight, { onlyFailed, texts: { ...textsOf(Parameters), ...texts } });

test("fields open with the values of the last attempt, else the defaults", () => {
  expect(textsOf(Parameters)).toEqual({ cell: "2", datum: "AHD" });
  expect(defaultsOf(Parameters)).toEqual({ cell: "1", datum: "AHD" });
});

test("an order names what is not the default; all by the defaults needs none", () => {
  expect(order({})).toEqual({ params: { cell: 2 } });
  expect(order({ cell: " 2,5 ", datum: "EGM" })).toEqual({ params: { cell: 2.5, datum: "EGM" } });
  expect(order({ cell: "1.0" })).toBeUndefined();
});

test("the failed files are ordered by name, and by no parameters of their own", () => {
  expect(order({ cell: "3" }, true)).toEqual({ params: {}, onlyTasks: ["b.laz"] });
});

test("what the stage does not take is not sent, but where the fields do not count", () => {
  expect(fieldFault(cell, "11")).toBe("must be at most 10");
  for (const text of ["", " ", "x", "1 m"]) expect(fieldFault(cell, text)).toBe("must be a number");
  const choice = { texts: { cell: "x", datum: "AHD" } };
  expect(isSendable(Parameters, { ...choice, onlyFailed: false })).toBe(false);
  expect(isSendable(Parameters, { ...choice, onlyFailed: true })).toBe(true);
  expect(isSendable(Parameters, { texts: textsOf(Parameters), onlyFailed: false })).toBe(true);
});
