import { describe, expect, test } from "vitest";
import {
  earlierStages,
  laterJobs,
  stageFileSchema,
  stageOf,
  stageParams,
  templateFileSchema,
} from "./stage-file.ts";

const ground = {
  name: "MiningAI3",
  label: "Ground",
  version: 4,
  needs: ["ICP2_MineIP1"],
  inputs: { points: { from: "ICP2_MineIP1", glob: "*.la[sz]" } },
  tasks: { each: "points" },
  command: ["{node}", "{stages}/main.ts", "ground", "--in", "{input}", "--cell", "{param.cell}"],
  params: { cell: { type: "number", label: "Cell", unit: "m", default: 1, least: 0.1, most: 10 } },
  outputs: [{ glob: "*.la[sz]", kind: "points" }],
};
const faultsOf = (change: object): string[] => {
  const read = stageFileSchema.safeParse({ ...ground, ...change });
  return read.success ? [] : read.error.issues.map(({ message }) => message);
};

describe("a stage as a file", () => {
  test("is read with what it leaves out", () => {
    expect(stageFileSchema.parse(ground)).toMatchObject({
      tolerance: 0,
      requireQA: false,
      allow: [],
      resources: { cpus: 1, memoryMB: 1_024, minutes: 30, outputMB: 65_536 },
      inputs: { points: { optional: false } },
    });
  });

  test("names what its command's placeholders do not stand for", () => {
    expect(
      faultsOf({ command: ["{node}", "{secret}", "{param.window}", "{input.lines}"] }),
    ).toEqual([
      "command: {secret} stands for nothing",
      "command: {param.window} stands for nothing",
      "command: {input.lines} stands for nothing",
    ]);
  });

  test.each(["{node}", "{grids}", "{input.points}", "{input.tasks}", "{param.cell}", "}{"])(
    "may have %s in its command, and in what collects",
    (word) => {
      expect(faultsOf({ command: [word], collect: [`--${word}`] })).toEqual([]);
    },
  );

  test.each([
    "{}",
    "{output.points}",
    "{input.cell}",
    "{param.points}",
    "{param.tasks}",
    "{points}",
  ])("may not have %s, which stands for nothing", (word) => {
    expect(faultsOf({ collect: [word] })).toEqual([`command: ${word} stands for nothing`]);
  });

  test("has each placeholder in one word of its command", () => {
    expect(faultsOf({ command: ["{", "secret}"] })).toEqual([]);
  });

  test("does its work once, or divides it by an input that it has", () => {
    for (const tasks of ["once", { each: "points" }, { each: ["points"] }, { listed: "points" }])
      expect(faultsOf({ tasks })).toEqual([]);
    for (const tasks of [{ each: "lines" }, { each: ["points", "lines"] }, { listed: "lines" }])
      expect(faultsOf({ tasks })).toEqual(["tasks: no input lines"]);
  });

  test("divides itself by a call, whose outputs its other calls may name", () => {
    const divide = ["{node}", "divide", "{out}"];
    const command = ["{node}", "{input.divided}"];
    expect(faultsOf({ tasks: "divided", divide, command, collect: command })).toEqual([]);
    const alone = ['tasks: "divided" and the call divide need each other'];
    expect(faultsOf({ tasks: "divided" })).toEqual(alone);
    expect(faultsOf({ divide })).toEqual(alone);
    expect(faultsOf({ command })).toEqual(["command: {input.divided} stands for nothing"]);
  });

  test.each(["/etc/passwd", "../up", "a/../../up"])("keeps to its folders: %s", (glob) => {
    expect(faultsOf({ outputs: [{ glob, kind: "other" }] })).toEqual(["leaves its folder"]);
  });

  test("needs nothing beyond its own folders, unless it says what", () => {
    const none = { network: false, read: [], write: [], processes: 256 };
    expect(stageFileSchema.parse(ground).sandbox).toEqual(none);
    const some = { network: true, read: ["/opt/company"], write: ["/srv/licences/pool"] };
    expect(stageFileSchema.parse({ ...ground, sandbox: some }).sandbox).toMatchObject(some);
    expect(faultsOf({ sandbox: { netwrok: true } })).not.toEqual([]);
    expect(faultsOf({ sandbox: { processes: 1 } })).not.toEqual([]);
  });

  test.each([
    ["opt/company", "must be a path from the root, such as /opt/company"],
    ["/opt/../root", "must not hold ., .., // or a / at its end"],
    ["/opt//company", "must not hold ., .., // or a / at its end"],
    ["/opt/", "must not hold ., .., // or a / at its end"],
    ["/opt/a\nb", "must not hold control characters"],
    ["/", "names a folder that no program of a stage may be shown"],
    ["/etc", "names a folder that no program of a stage may be shown"],
    ["/proc/1", "names a folder that no program of a stage may be shown"],
  ])("shows its programs no path such as %j", (path, fault) => {
    expect(faultsOf({ sandbox: { read: [path] } })).toEqual([fault]);
    expect(faultsOf({ sandbox: { write: [path] } })).toEqual([fault]);
  });

  test("joins measures by others that are counts of their own", () => {
    const joins = {
      points: "sum",
      rms: { rms: "points" },
      filled: { share: { part: "cells", whole: "points" } },
    };
    expect(faultsOf({ joins })).toEqual([
      'joins: filled is joined by cells, whose own join is not "sum"',
    ]);
    expect(faultsOf({ joins: { ...joins, cells: "sum" } })).toEqual([]);
    expect(faultsOf({ joins: { rms: "average" } })).not.toEqual([]);
    expect(faultsOf({ joins: { rms: { mean: 5 } } })).not.toEqual([]);
  });

  test("has a bound for each measure that it is accepted by", () => {
    expect(faultsOf({ accept: [{ measure: "agreement" }] })).toEqual([
      "needs a bound: least or most",
    ]);
    for (const bound of [{ least: 0 }, { most: 0 }, { least: 0, most: 1 }])
      expect(faultsOf({ accept: [{ measure: "agreement", ...bound }] })).toEqual([]);
  });
});

test("a template names jobs and the uploads that it waits for", () => {
  const template = { name: "LiDAR", version: 1, uploads: ["LiDAR"], area: "ip", stages: [] };
  expect(templateFileSchema.parse(template).locked).toBe(false);
  expect(templateFileSchema.safeParse({ ...template, uploads: ["Sonar"] }).success).toBe(false);
});

test("parameters: defaults, and what is wrong with those given", () => {
  const params = {
    cell: { type: "number", label: "Cell", default: 1, least: 0.1, most: 10 },
    datum: { type: "choice", label: "Datum", choices: ["AHD", "EGM"], default: "AHD" },
  } as const;
  const stage = { params: { ...params, datum: { ...params.datum, choices: ["AHD", "EGM"] } } };
  expect(stageParams(stage, { cell: 0.1 })).toEqual({ values: { cell: 0.1, datum: "AHD" } });
  expect(stageParams(stage, { cell: 11, datum: "x", more: 1 })).toEqual({
    faults: ["cell must be at most 10", "datum must be one of AHD, EGM", "more is not a parameter"],
  });
  for (const cell of ["1", Number.NaN, Infinity])
    expect(stageParams(stage, { cell })).toEqual({ faults: ["cell must be a number"] });
  expect(stageParams(stage, { cell: 0 })).toEqual({ faults: ["cell must be at least 0.1"] });
  expect(stageParams(stage, { cell: 10, datum: "EGM" })).toEqual({
    values: { cell: 10, datum: "EGM" },
  });
  const open = { params: { offset: { type: "number", label: "Offset", default: 0 } } } as const;
  for (const offset of [-1e9, 1e9])
    expect(stageParams(open, { offset })).toEqual({ values: { offset } });
});

test.each([
  ["LMS", "LMS"],
  ["records_upload:", "records_upload:"],
  ["upload:LiDAR", undefined],
  ["calibration", undefined],
  ["processing", undefined],
  ["instruction", undefined],
])("an input from %s comes from the stage %s", (from, stage) => {
  expect(stageOf(from)).toBe(stage);
});

const input = (from: string) => ({ from, glob: "**", optional: false });

test("a stage comes after those that it needs and those that it reads, each once", () => {
  const inputs = {
    points: input("LMS"),
    lines: input("ICP1"),
    raw: input("upload:LiDAR"),
    of: input("calibration"),
  } as const;
  expect(earlierStages({ needs: ["GPS", "LMS"], inputs })).toEqual(["GPS", "LMS", "ICP1"]);
  expect(earlierStages({ needs: [], inputs: {} })).toEqual([]);
});

const later = (
  names: readonly string[],
  name: string,
  needs: Readonly<Record<string, readonly string[]>>,
): string[] =>
  laterJobs(
    names.map((each) => ({ name: each })),
    name,
    (stage) => needs[stage],
  ).map((job) => job.name);

describe("the jobs that come after one", () => {
  test("need it, or one that does, in whatever order they stand", () => {
    const needs = { GPS: [], LMS: ["GPS"], ICP: ["LMS", "QC"], QC: [], Map: ["ICP"] };
    expect(later(["GPS", "LMS", "ICP", "QC", "Map"], "GPS", needs)).toEqual(["LMS", "ICP", "Map"]);
    expect(later(["Map", "ICP", "LMS", "QC", "GPS"], "GPS", needs)).toEqual(["Map", "ICP", "LMS"]);
    expect(later(["GPS", "LMS", "ICP", "QC", "Map"], "QC", needs)).toEqual(["ICP", "Map"]);
    expect(later(["GPS", "LMS", "ICP", "QC", "Map"], "Map", needs)).toEqual([]);
  });

  test("stand behind it where it is not known what they need", () => {
    const needs = { LMS: [], Map: [] };
    expect(later(["A", "LMS", "B", "Map", "C"], "LMS", needs)).toEqual(["B", "C"]);
    expect(later(["A", "LMS", "B"], "A", needs)).toEqual(["B"]);
  });
});
