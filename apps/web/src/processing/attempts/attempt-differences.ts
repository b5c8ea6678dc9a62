import type { Attempt, AttemptDifferences } from "@swath/contract/processing";
import { formatBytes, formatDuration } from "../../ui/text/format.ts";
import { differenceOf, valueText } from "../outputs/measure-rows.ts";
import { outcomeOf } from "./attempt-labels.ts";

/** A line of the comparison of two attempts. */
export interface ComparedRow {
  readonly name: string;
  readonly values: readonly [string, string];
  readonly difference: string;
  readonly differs: boolean;
}

const row = (name: string, values: readonly [string, string], difference?: string): ComparedRow => {
  const differs = values[0] !== values[1];
  return { name, values, differs, difference: difference ?? (differs ? "differs" : "the same") };
};

type Attempts = readonly [first: Attempt, second: Attempt];

function measureRow(
  { name: of, label, unit, values }: AttemptDifferences["measures"][number],
  attempts: Attempts,
): ComparedRow {
  const [a, b] = values;
  const [one, other] = attempts.map(({ measures }) =>
    valueText(measures.find((measure) => measure.name === of) ?? { value: null }),
  ) as [string, string];
  const name = unit === "" ? label : `${label}, ${unit}`;
  const difference = a === null || b === null ? "–" : differenceOf(b - a);
  return row(name, [one, other], difference);
}

const secondsText = (seconds: number | null): string =>
  seconds === null ? "–" : formatDuration(seconds * 1_000);

function secondsRow([a, b]: AttemptDifferences["seconds"]): ComparedRow {
  const difference =
    a === null || b === null || a === b
      ? undefined
      : `${formatDuration(Math.abs(b - a) * 1_000)} ${b > a ? "longer" : "shorter"}`;
  return row("Took", [secondsText(a), secondsText(b)], difference);
}

/** A stage's file may change without a new version. */
function stageRow({ stageVersions: [was, is], sameStage }: AttemptDifferences): ComparedRow {
  const difference = was === is ? "differs in its content" : "differs";
  const values = [`version ${was}`, `version ${is}`] as const;
  return sameStage
    ? row("Stage file", values, "the same")
    : { ...row("Stage file", values, difference), differs: true };
}

/** The comparison of two attempts, line by line: outcome, parameters, versions, times, measures. */
export function comparedRows(
  of: AttemptDifferences,
  first: Attempt,
  second: Attempt,
): readonly ComparedRow[] {
  const sameInputs = of.sameInputs ? "the same" : "differ";
  return [
    row("Outcome", [outcomeOf(first), outcomeOf(second)]),
    ...of.params.map(({ name, values: [a, b] }) =>
      row(`Parameter ${name}`, [String(a ?? "not given"), String(b ?? "not given")]),
    ),
    ...(of.params.length === 0 ? [row("Parameters", ["", ""])] : []),
    stageRow(of),
    row("Engine", of.engines),
    row("Inputs", [formatBytes(of.inputBytes[0]), formatBytes(of.inputBytes[1])], sameInputs),
    secondsRow(of.seconds),
    ...of.measures.map((measure) => measureRow(measure, [first, second])),
  ];
}
