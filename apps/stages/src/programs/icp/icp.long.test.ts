import { expect, test } from "vitest";
import { callProgram as run } from "../../testing/call-program.ts";
import {
  flightFolder,
  flightLine,
  measureOf,
  readOutput,
  type Shift,
  writeFlight,
} from "../../testing/icp-rig.ts";
import type { SyntheticLine } from "../../testing/synthetic-flight.ts";

const at = flightFolder();
const flight = (name: string, lines: readonly SyntheticLine[], options = {}) =>
  writeFlight(at(name), lines, options);
const CROSS: SyntheticLine = {
  path: "cross.las",
  id: "9",
  sourceId: 9,
  x: [90, 150],
  y: [50, 280],
};

test("lines without a horizontal shift keep its bound", async () => {
  const clean = await flight("clean", [flightLine(1), flightLine(2), flightLine(3), CROSS]);
  await run("icp1", { ...clean });
  expect(await measureOf(clean.out, "horizontalShift")).toBeLessThan(0.03);
  await expect(measureOf(clean.out, "pairsLeftOut")).rejects.toThrow();
});

test.each([
  ["a horizontal shift", [0.2, 0, 0]],
  ["a shift across the lines", [0, -0.2, 0]],
] as [string, Shift][])("%s of 0.2 m breaks its bound", async (name, shift) => {
  const lines = [flightLine(1), flightLine(2, shift), flightLine(3), CROSS];
  const { points, out, index } = await flight(name, lines);
  await run("icp1", { points, index, out });
  expect(Math.abs((await measureOf(out, "horizontalShift")) - 0.2)).toBeLessThan(0.03);
});

test("of 55 lines over one place the largest overlaps are compared, and it is said how many are not", async () => {
  const lines = Array.from({ length: 55 }, (_, n): SyntheticLine => ({
    ...flightLine(n + 1, [0, 0, n === 20 ? 0.1 : 0]),
    x: [0, 24],
    y: [0, 24],
  }));
  const { points, out, index } = await flight("one-place", lines, { density: 3 });
  expect(await run("icp1", { points, index, out })).toEqual({ code: 0, errors: [] });
  const [pairs, leftOut] = [await measureOf(out, "pairs"), await measureOf(out, "pairsLeftOut")];
  expect(leftOut).toBeGreaterThan(0);
  expect(pairs + leftOut).toBe((55 * 54) / 2);
  const shifts: { line: string; dz: number }[] = await readOutput(out, "shifts.json");
  const jumped = shifts.find((each) => each.line === "21")!.dz;
  expect(Math.abs(jumped + 0.1)).toBeLessThan(0.005);
});
