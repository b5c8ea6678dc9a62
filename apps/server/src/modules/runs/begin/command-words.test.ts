import { expect, test } from "vitest";
import { stageParams } from "../stages/stage-params.ts";
import { commandWords } from "./command-words.ts";

test("a word of a command is filled once: what is put in is not read again", () => {
  const facts = {
    node: "/node",
    stages: "/s",
    sensor: "{flight}",
    flight: "FL000101",
    params: { cell: 2 },
  };
  expect(
    commandWords(
      ["{node}", "{stages}/main.ts", "-{sensor}-", "{param.cell}", "{out}/{task}", "{input.x}"],
      facts,
    ),
  ).toEqual(["/node", "/s/main.ts", "-{flight}-", "2", "{out}/{task}", "{input.x}"]);
});

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
