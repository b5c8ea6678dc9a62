import type { Attempt, RunTaskRow } from "@swath/contract/processing";

/** A published attempt that went well, with what a test gives it. */
export function attempt(given: Partial<Attempt> = {}): Attempt {
  return {
    attempt: 1,
    outcome: "succeed",
    reason: null,
    stageVersion: 2,
    stageSha256: "0".repeat(64),
    inputsSha256: "1".repeat(64),
    inputFiles: 4,
    inputBytes: 4_000_000,
    params: { cell: 1 },
    calibrations: [],
    instruction: null,
    orderedBy: "Casey Crew",
    engine: "local",
    tasks: 4,
    done: 4,
    succeeded: 4,
    failed: 0,
    waiting: null,
    expectedStart: null,
    expectedEnd: null,
    created: "2026-03-14T05:59:00.000Z",
    started: "2026-03-14T06:00:00.000Z",
    ended: "2026-03-14T06:10:00.000Z",
    measures: [{ name: "pairRms", label: "RMS of pairs", value: 0.021, unit: "m" }],
    accepted: [{ measure: "pairRms", least: null, most: 0.05, optional: false }],
    published: true,
    kept: true,
    logsKept: true,
    ...given,
  };
}

/** A task that went well, with what a test gives it. */
export function task(given: Partial<RunTaskRow> = {}): RunTaskRow {
  return {
    name: "line_1",
    collect: false,
    input: "line_1.laz",
    ending: "succeeded",
    exitCode: null,
    signal: null,
    node: null,
    started: "2026-03-14T06:00:00.000Z",
    ended: "2026-03-14T06:10:00.000Z",
    cpuSeconds: 550,
    peakMemoryBytes: null,
    errors: [],
    ...given,
  };
}
