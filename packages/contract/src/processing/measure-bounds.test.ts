import { describe, expect, test } from "vitest";
import {
  boundsOf,
  isMissed,
  joinFaults,
  judgeBound,
  judgeMeasure,
  type MeasureVerdict,
  missedBoundsOf,
  missedInWords,
  strictest,
} from "./measures.ts";

describe("a measure and its bound", () => {
  test.each([
    [0.05, { most: 0.05 }, "within"],
    [0.051, { most: 0.05 }, "outside"],
    [2, { least: 2, most: 3 }, "within"],
    [1, { least: 2, most: null }, "outside"],
    [Number.NaN, { most: 1 }, "outside"],
    [-5, { most: 1 }, "within"],
    [5, { least: 2 }, "within"],
    [5, {}, "unbounded"],
    [null, {}, "unbounded"],
    [null, { most: 1 }, "notMeasured"],
    [null, { most: 1, optional: true }, "notAsked"],
  ] as const)("%s by %j is %s", (value, bound, verdict) => {
    expect(judgeBound({ value }, bound)).toBe(verdict);
  });

  test("one that is not there at all was not measured", () => {
    expect(judgeBound(undefined, { most: 1 })).toBe("notMeasured");
    expect(judgeBound(undefined, { most: 1, optional: true })).toBe("notAsked");
  });

  test("one that is not joined is within where all its tasks are", () => {
    const apart = { value: null, tasks: { count: 3, least: 1, most: 4 } };
    expect(judgeBound(apart, { most: 4 })).toBe("within");
    expect(judgeBound(apart, { most: 3 })).toBe("outside");
    expect(judgeBound(apart, { least: 2 })).toBe("outside");
  });

  test("of several bounds the gravest verdict counts", () => {
    expect(judgeMeasure({ value: 4 }, [{ most: 5 }, { most: 3 }])).toBe("outside");
    expect(judgeMeasure({ value: null }, [{ most: 5, optional: true }, { least: 1 }])).toBe(
      "notMeasured",
    );
    expect(judgeMeasure({ value: null }, [{ most: 5, optional: true }])).toBe("notAsked");
    expect(judgeMeasure({ value: 4 }, [])).toBe("unbounded");
  });

  test("what is outside of a bound, or was not measured for one, misses it", () => {
    const verdicts: MeasureVerdict[] = [
      "within",
      "outside",
      "notMeasured",
      "notAsked",
      "unbounded",
    ];
    expect(verdicts.filter(isMissed)).toEqual(["outside", "notMeasured"]);
  });

  test("its program's bounds come before its stage's, where it has some", () => {
    const accepted = [
      { measure: "rms", most: 0.05 },
      { measure: "rms", least: 0, optional: true },
    ];
    expect(boundsOf({ name: "rms" }, accepted)).toEqual(accepted);
    expect(boundsOf({ name: "rms" }, [])).toEqual([]);
    expect(boundsOf({ name: "rms", least: 1 }, [])).toEqual([{ least: 1, optional: false }]);
    expect(boundsOf({ name: "rms", most: 1 }, accepted)).toEqual([
      { most: 1, optional: true },
      ...accepted,
    ]);
  });

  test("the strictest are the largest least and the smallest most", () => {
    expect(strictest([{ least: 1 }, { least: 3, most: 9 }, { most: 7 }, {}])).toEqual({
      least: 3,
      most: 7,
    });
    expect(strictest([{ least: 1 }])).toEqual({ least: 1, most: null });
    expect(strictest([])).toEqual({ least: null, most: null });
  });

  test("those of a stage and its program hold; a stage that does without speaks for both", () => {
    const rms = { name: "rms", most: 0.1 };
    const accepted = [
      { measure: "rms", most: 0.05, optional: false },
      { measure: "dz", most: 9, optional: false },
    ];
    const bounds = boundsOf(rms, accepted);
    expect(strictest(bounds)).toEqual({ least: null, most: 0.05 });
    expect(judgeMeasure({ value: null }, bounds)).toBe("notMeasured");
    const without = boundsOf(rms, [{ ...accepted[0]!, optional: true }]);
    expect(judgeMeasure({ value: null }, without)).toBe("notAsked");
    expect(judgeMeasure({ value: 0.07 }, without)).toBe("outside");
    expect(judgeMeasure({ value: null }, boundsOf({ ...rms, optional: true }, []))).toBe(
      "notAsked",
    );
  });
});

describe("bounds that are missed, in words", () => {
  const shift = { name: "shift", label: "Largest shift", value: 0.4060364, unit: "m" };

  test("value and limit are named to four digits, or to those that tell them apart", () => {
    expect(missedInWords(shift, { most: 0.1 })).toBe(
      "Largest shift is 0.406 m, at most 0.1 is allowed",
    );
    expect(missedInWords({ ...shift, value: 0.100000364 }, { most: 0.1 })).toBe(
      "Largest shift is 0.1000004 m, at most 0.1 is allowed",
    );
    expect(missedInWords({ ...shift, value: 1.99999 }, { least: 2 })).toBe(
      "Largest shift is 1.99999 m, at least 2 is needed",
    );
    expect(missedInWords({ ...shift, value: 12_345, unit: "" }, { most: 3 })).toBe(
      "Largest shift is 12345, at most 3 is allowed",
    );
  });

  test("a figure that no fewer digits tell from the bound is said as it is", () => {
    expect(missedInWords({ ...shift, value: 0.10000000000000123 }, { most: 0.1 })).toBe(
      "Largest shift is 0.10000000000000123 m, at most 0.1 is allowed",
    );
  });

  test("the bound that is missed is said, where there are two", () => {
    const between = { least: 2, most: 3 };
    const saying = (measure: object) => missedInWords({ label: "Density", ...measure }, between);
    expect(saying({ value: 1 })).toBe("Density is 1, at least 2 is needed");
    expect(saying({ value: 5 })).toBe("Density is 5, at most 3 is allowed");
    expect(saying({ tasks: { count: 2, least: 2, most: 5 } })).toBe(
      "Density is 5 in one of 2 tasks, at most 3 is allowed",
    );
    expect(saying({})).toBe("Density was not measured");
  });

  const words = (measure: object, bound: object) =>
    missedBoundsOf({
      measures: [{ ...shift, ...measure }],
      accepted: [{ measure: "shift", ...bound }],
    });

  test("the tile or line that missed its bound is named, by its task", () => {
    const tasks = { count: 3, least: 0.01, leastAt: "tile_1", most: 0.5, mostAt: "tile_3" };
    expect(words({ at: "line_7" }, { most: 0.1 })).toEqual([
      "Largest shift is 0.406 m, at most 0.1 is allowed: line_7",
    ]);
    expect(words({ value: null, tasks }, { most: 0.1 })).toEqual([
      "Largest shift is 0.5 m in one of 3 tasks, at most 0.1 is allowed: tile_3",
    ]);
    expect(words({ value: null, tasks }, { least: 0.2 })).toEqual([
      "Largest shift is 0.01 m in one of 3 tasks, at least 0.2 is needed: tile_1",
    ]);
  });

  test("the place is that of the bound that is missed", () => {
    const tasks = { count: 3, least: 0.2, leastAt: "tile_1", most: 0.5, mostAt: "tile_3" };
    expect(words({ value: null, tasks }, { least: 0.2, most: 0.4 })).toEqual([
      "Largest shift is 0.5 m in one of 3 tasks, at most 0.4 is allowed: tile_3",
    ]);
    expect(words({ at: "line_7" }, { least: 0.5 })).toEqual([
      "Largest shift is 0.406 m, at least 0.5 is needed: line_7",
    ]);
    expect(words({}, { least: 0.5 })).toEqual(["Largest shift is 0.406 m, at least 0.5 is needed"]);
  });

  test("the program's own bounds and the stage's are each said once, and what was not measured too", () => {
    const measures = [
      { ...shift, most: 0.1 },
      { name: "rms", label: "RMS", value: 0.02, unit: "m", most: 0.05 },
    ];
    const accepted = [
      { measure: "shift", most: 0.1 },
      { measure: "density", least: 2 },
      { measure: "voids", most: 1, optional: true },
    ];
    expect(missedBoundsOf({ measures, accepted })).toEqual([
      "Largest shift is 0.406 m, at most 0.1 is allowed",
      "density was not measured",
    ]);
  });
});

test.each([
  ["mean", { a: { mean: "n" } }, ["n"]],
  ["rms", { a: { rms: "n" } }, ["n"]],
  ["share", { a: { share: { part: "n", whole: "m", times: 1 } } }, ["n", "m"]],
] as const)("a %s is joined by measures that are sums", (_, joins, named) => {
  expect(joinFaults(joins)).toEqual(
    named.map((each) => `joins: a is joined by ${each}, whose own join is not "sum"`),
  );
  expect(joinFaults({ ...joins, n: "sum", m: "sum" })).toEqual([]);
  expect(joinFaults({ ...joins, n: "maximum", m: "sum" })).toHaveLength(1);
});
