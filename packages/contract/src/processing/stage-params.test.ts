import { expect, test } from "vitest";
import { stageParams } from "./stage-params.ts";

test("parameters: defaults, and what is wrong with those given", () => {
  const params = {
    cell: { type: "number", label: "Cell", default: 1, least: 0.1, most: 10 },
    datum: { type: "choice", label: "Datum", choices: ["AHD", "EGM"], default: "AHD" },
  } as const;
  const stage = { params: { ...params, datum: { ...params.datum, choices: ["AHD", "EGM"] } } };
  expect(stageParams(stage, { cell: 0.1 })).toEqual({ values: { cell: 0.1, datum: "AHD" } });
  expect(stageParams(stage, { cell: 11, datum: "x", more: 1 })).toEqual({
    faults: ["cell must be at most 10", "datum must be one of AHD, EGM", "more is no parameter"],
  });
  expect(stageParams(stage, { cell: "1" })).toEqual({ faults: ["cell must be a number"] });
});
