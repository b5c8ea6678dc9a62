import type { AttemptDifferences } from "@swath/contract/processing";
import { expect, test } from "vitest";
import { attempt } from "../testing/attempts.ts";
import { comparedRows } from "./attempt-comparison.tsx";

const differences: AttemptDifferences = {
  params: [{ name: "cell", values: [1, null] }],
  stageVersions: [1, 2],
  sameStage: false,
  engines: ["local", "slurm"],
  sameInputs: true,
  inputBytes: [1_048_576, 1_048_576],
  seconds: [600, 540],
  measures: [
    { name: "rms", label: "RMS", unit: "m", values: [0.07, 0.02] },
    { name: "dz", label: "Shift", unit: "m", values: [null, 0.1] },
  ],
  files: { onlyFirst: [], onlySecond: [], changed: [], equal: 3 },
};

const rms = (value: number) => ({ name: "rms", label: "RMS", unit: "m", value });

test("two attempts are compared line by line, with what the second has more", () => {
  const dz = { name: "dz", label: "Shift", unit: "m" };
  const tasks = { count: 3, least: 0.1, most: 0.3 };
  const measures = [rms(0.07), { ...dz, value: null, tasks }];
  const rows = comparedRows(
    differences,
    attempt({ outcome: "fail", measures }),
    attempt({ attempt: 2, measures: [rms(0.02), { ...dz, value: 0.1 }] }),
  );
  expect(rows.map(({ name, values: [a, b], difference }) => [name, a, b, difference])).toEqual([
    ["Outcome", "Failed", "Completed", "differs"],
    ["Parameter cell", "1", "not given", "differs"],
    ["Stage file", "version 1", "version 2", "differs"],
    ["Engine", "local", "slurm", "differs"],
    ["Inputs", "1.00 MB", "1.00 MB", "the same"],
    ["Took", "10 min", "9 min", "1 min shorter"],
    ["RMS, m", "0.07", "0.02", "−0.05"],
    ["Shift, m", "0.1 to 0.3 (3 tasks, not joined)", "0.1", "–"],
  ]);
});
