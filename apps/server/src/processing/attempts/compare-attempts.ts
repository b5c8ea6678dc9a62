import type { Attempt, AttemptDifferences, AttemptFile } from "@swath/contract/processing";

const names = (...records: Readonly<Record<string, unknown>>[]): string[] =>
  [...new Set(records.flatMap((record) => Object.keys(record)))].toSorted();

function compareParams(a: Attempt, b: Attempt): AttemptDifferences["params"] {
  return names(a.params, b.params)
    .filter((name) => a.params[name] !== b.params[name])
    .map((name) => ({ name, values: [a.params[name] ?? null, b.params[name] ?? null] }));
}

function compareMeasures(a: Attempt, b: Attempt): AttemptDifferences["measures"] {
  const [first, second] = [a, b].map(
    ({ measures }) => new Map(measures.map((measure) => [measure.name, measure])),
  );
  const all = new Map([...second!, ...first!]);
  return [...all.values()].map(({ name, label, unit }) => ({
    name,
    label,
    unit,
    values: [first!.get(name)?.value ?? null, second!.get(name)?.value ?? null],
  }));
}

function compareFiles(
  a: readonly AttemptFile[],
  b: readonly AttemptFile[],
): AttemptDifferences["files"] {
  const first = new Map(a.map((file) => [file.path, file.xxh128]));
  const second = new Map(b.map((file) => [file.path, file.xxh128]));
  const both = [...first.keys()].filter((path) => second.has(path));
  const changed = both.filter((path) => first.get(path) !== second.get(path));
  return {
    onlyFirst: [...first.keys()].filter((path) => !second.has(path)),
    onlySecond: [...second.keys()].filter((path) => !first.has(path)),
    changed,
    equal: both.length - changed.length,
  };
}

const secondsOf = ({ started, ended }: Attempt): number | null =>
  started === null || ended === null ? null : (Date.parse(ended) - Date.parse(started)) / 1_000;

/** The differences between two attempts of a job, each with its files. */
export function compareAttempts(
  [a, filesOfA]: readonly [Attempt, readonly AttemptFile[]],
  [b, filesOfB]: readonly [Attempt, readonly AttemptFile[]],
): AttemptDifferences {
  return {
    params: compareParams(a, b),
    stageVersions: [a.stageVersion, b.stageVersion],
    sameStage: a.stageSha256 === b.stageSha256,
    engines: [a.engine, b.engine],
    sameInputs: a.inputsSha256 === b.inputsSha256,
    inputBytes: [a.inputBytes, b.inputBytes],
    seconds: [secondsOf(a), secondsOf(b)],
    measures: compareMeasures(a, b),
    files: compareFiles(filesOfA, filesOfB),
  };
}
