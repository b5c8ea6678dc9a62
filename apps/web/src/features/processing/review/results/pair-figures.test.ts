import { expect, test } from "vitest";
import { attempt } from "../../testing/attempts.ts";
import { pairFigures } from "./pair-figures.ts";

const measure = (name: string, most: number) => ({ name, label: name, value: 1, unit: "m", most });
const of = attempt({
  measures: [measure("pairMedian", 0.05), measure("horizontalShift", 0.1)],
  accepted: [],
});
const pair = (a: string, b: string, more = {}) => ({
  a,
  b,
  cells: 900,
  median: 0.004,
  rms: 0.02,
  dx: 0.01,
  dy: 0.01,
  dz: 0.004,
  ...more,
});
const figures = (...pairs: object[]) => pairFigures(JSON.stringify(pairs), of);

test("a pair of lines names the bounds that it misses, and comes first", () => {
  const shifted = pair("2", "3", {
    median: -0.06,
    dx: 0.31,
    dy: 0.2622316,
    side: 64,
    squares: [[0, 0]],
  });
  expect(figures(pair("1", "2"), shifted)).toEqual([
    {
      name: "2 – 3",
      label: "0.406 m",
      missed: [
        "Height difference (median) is 0.06 m, at most 0.05 is allowed",
        "Horizontal shift is 0.406 m, at most 0.1 is allowed",
      ],
      side: 64,
      squares: [[0, 0]],
    },
    { name: "1 – 2", label: "", missed: [], side: 0, squares: [] },
  ]);
});

test("a shift that the terrain does not tell misses nothing; other content is no pairs", () => {
  expect(figures(pair("1", "2", { dx: null, dy: null }))).toMatchObject([{ missed: [] }]);
  for (const text of ["", "{}", "[{}]"]) expect(pairFigures(text, of)).toBeUndefined();
});
