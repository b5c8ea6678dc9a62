import { expect, test } from "vitest";
import { attempt } from "../testing/attempts.ts";
import { figureGroups } from "./place-figures.ts";

const of = attempt({
  measures: [
    { name: "pairMedian", label: "Largest median", value: 0.06, unit: "m", most: 0.05 },
    { name: "horizontalShift", label: "Largest shift", value: 0.406, unit: "m", most: 0.1 },
    { name: "sideLap", label: "Least side lap", value: 4, unit: "%", least: 10 },
    { name: "voids", label: "Voids", value: 0.2, unit: "%", most: 1 },
    { name: "linesMissing", label: "Lines not flown", value: 1, unit: "", most: 0 },
  ],
  accepted: [],
});
const place = (name: string, values: object) => ({ name, values, side: 64, squares: [[0, 0]] });
const groupsOf = (figures: object, ...places: object[]) =>
  figureGroups(JSON.stringify([{ title: "Places", figures, places }]), of);
const METRES = {
  pairMedian: { label: "Height difference (median)", unit: "m" },
  horizontalShift: { label: "Horizontal shift", unit: "m" },
};

test("a place names the bounds that it misses, the worst at its place; others are kept", () => {
  const shifted = place("Lines 2 – 3", { pairMedian: 0.06, horizontalShift: 0.4060364 });
  expect(groupsOf(METRES, place("Lines 1 – 2", { pairMedian: 0.01 }), shifted)).toEqual([
    {
      title: "Places",
      missed: [
        {
          id: 1,
          name: "Lines 2 – 3",
          label: "Lines 2 – 3: 0.406 m",
          missed: [
            "Horizontal shift is 0.406 m, at most 0.1 is allowed",
            "Height difference (median) is 0.06 m, at most 0.05 is allowed",
          ],
          side: 64,
          squares: [[0, 0]],
        },
      ],
      kept: [{ id: 0, name: "Lines 1 – 2", label: "", missed: [], side: 64, squares: [[0, 0]] }],
    },
  ]);
});

test("the line below a least bound is named; a count is named by its place alone; the worst comes first", () => {
  const figures = {
    sideLap: { label: "Side lap", unit: "%" },
    linesMissing: { label: "Lines not flown", unit: "" },
  };
  const groups = groupsOf(
    figures,
    place("Line 4", { sideLap: 8 }),
    place("Line 7", { sideLap: 4 }),
    place("Planned line L3", { linesMissing: 1 }),
  );
  expect(groups?.[0]?.missed.map(({ label, missed }) => [label, missed.join()])).toEqual([
    ["Planned line L3", "Lines not flown is 1, at most 0 is allowed"],
    ["Line 7: 4 %", "Side lap is 4 %, at least 10 is needed"],
    ["Line 4: 8 %", "Side lap is 8 %, at least 10 is needed"],
  ]);
});

test("where the flight keeps its bound, and where none holds, no place misses it", () => {
  const figures = { voids: { label: "Voids", unit: "%" }, other: { label: "Other", unit: "" } };
  const groups = groupsOf(figures, place("Tile 1", { voids: 5, other: 9, pairMedian: 7 }));
  expect(groups?.[0]?.missed).toEqual([]);
});

test("other content is no places; a group without any is left out", () => {
  for (const text of ["", "{}", "[{}]", '[{"title":"x","figures":{},"places":[{"name":"y"}]}]'])
    expect(figureGroups(text, of)).toBeUndefined();
  expect(groupsOf({})).toEqual([]);
});
