import {
  isMissed,
  type JobArea,
  judgeBound,
  type Measure,
  missedInWords,
  type StageFile,
} from "@swath/contract/processing";
import { type EndedTask, endingInWords, NO_PROGRAM } from "./ended-tasks.ts";
import { isTolerated, leftResults } from "./failed-tasks.ts";
import type { OutcomeEvent } from "./runs.tables.ts";

/** The facts that the outcome of a run follows from. */
export interface RunFacts {
  readonly area: JobArea;
  readonly stage: Pick<StageFile, "tolerance" | "accept" | "requireQA">;
  readonly tasks: readonly EndedTask[];
  /** Undefined for a stage without one, or one that was not called. */
  readonly collect: EndedTask | undefined;
  readonly measures: readonly Measure[];
}

export interface RunOutcome {
  readonly event: OutcomeEvent;
  /** In words; null where there is nothing to say. */
  readonly reason: string | null;
  /** The reason for refusing the results or requiring QA; null if the tasks themselves failed. */
  readonly said: string | null;
  /** Whether that is a measure that missed its bound. */
  readonly missedBound: boolean;
  /** Whether its outputs become the job's. */
  readonly publish: boolean;
  /** Whether the inputs are why it failed: the job's attempts are -1 then. */
  readonly inputsAtFault: boolean;
  /** Whether later jobs wait for QA. */
  readonly needsQA: boolean;
}

type Ended = Pick<RunOutcome, "event" | "reason">;

type Refusal = Partial<Pick<RunOutcome, "inputsAtFault" | "said" | "missedBound">>;

/** A run that publishes nothing. */
export const fails = (reason: string, refusal: Refusal = {}): RunOutcome => ({
  event: "fail",
  reason,
  said: null,
  missedBound: false,
  publish: false,
  inputsAtFault: false,
  needsQA: false,
  ...refusal,
});

const publishes = (ended: Ended, needsQA: boolean): RunOutcome => ({
  ...ended,
  said: null,
  missedBound: false,
  publish: true,
  inputsAtFault: false,
  needsQA,
});

const hasFailed = ({ ending }: EndedTask): boolean => ending !== "succeeded";

/** How tasks failed, counted: `2 exited with code 1, 1 was lost with its node`. */
function failuresInWords(failed: readonly EndedTask[]): string {
  const counts = Map.groupBy(failed, endingInWords);
  return [...counts].map(([words, { length }]) => `${length} ${words}`).join(", ");
}

/** The failures in words: whole tasks, and files of partly failed tasks. */
function reasonOf(tasks: readonly EndedTask[], failed: readonly EndedTask[]): string {
  const whole = failed.filter((task) => !leftResults(task));
  const partial = failed.filter(leftResults);
  const sum = (of: (task: EndedTask) => number | null): number =>
    partial.reduce((total, task) => total + of(task)!, 0);
  const files = `${sum((task) => task.failedFiles)} of ${sum((task) => task.files)} files failed`;
  return [
    ...(partial.length > 0 ? [files] : []),
    ...(whole.length > 0
      ? [`${whole.length} of ${tasks.length} tasks failed: ${failuresInWords(whole)}`]
      : []),
  ].join("; ");
}

const namesInput = ({ ending, errors }: EndedTask): boolean =>
  ending === "inputFault" || (ending === "failed" && errors.length > 0);

function ofFailures({ area, stage, tasks }: RunFacts, failed: readonly EndedTask[]): RunOutcome {
  const reason = reasonOf(tasks, failed);
  const [first] = failed;
  if (!tasks.some(leftResults)) {
    if (failed.every(({ exitCode }) => exitCode === NO_PROGRAM))
      return {
        ...fails(first?.errors[0]?.message ?? "There is no program for this recording"),
        event: "lackProgram",
      };
    return fails(reason, { inputsAtFault: failed.every(namesInput) });
  }
  if (isTolerated(tasks, stage.tolerance))
    return publishes({ event: "succeed", reason }, stage.requireQA);
  if (area !== "stage") return fails(reason);
  return publishes({ event: "finishWithErrors", reason }, true);
}

function ofBounds({ area, stage, measures }: RunFacts, otherwise: RunOutcome): RunOutcome {
  const missed = missedBounds(stage, measures);
  if (missed.length === 0) return otherwise;
  const does = (what: MissedBound["otherwise"]) => missed.filter((each) => each.otherwise === what);
  const manual = does("MANUAL_PROCESSING_REQUIRED");
  const grave = [...does("FAILED"), ...manual];
  const reasons = [
    otherwise.reason,
    ...(grave.length > 0 ? grave : missed).map((each) => each.reason),
  ];
  const reason = reasons.filter((each) => each !== null).join("; ");
  // A bound that is only shown needs no answer.
  const [first] = [...grave, ...does("QA")];
  const refusal = first === undefined ? {} : { said: first.reason, missedBound: true };
  if (grave.length === 0)
    return {
      ...otherwise,
      ...refusal,
      reason,
      needsQA: otherwise.needsQA || does("QA").length > 0,
    };
  // A stage has no such status.
  if (manual.length < grave.length || area === "stage") return fails(reason, refusal);
  return { ...publishes({ event: "requireManual", reason }, stage.requireQA), ...refusal };
}

/**
 * The outcome of a run (states.md 2; decision 24):
 *
 * processing/V1 a run without results is FAILED; its attempts are -1 if every task blames its inputs;
 * processing/V2 a run is UNAVAILABLE if every task reports that no program processes its recording;
 * processing/V3 failures within the stage's tolerance: COMPLETED, with their number;
 * processing/V4 more failures: a stage is COMPLETED_WITH_ERRORS and waits for QA, a GPS or LMS job is FAILED;
 * processing/V5 a failed collect call: FAILED;
 * processing/V6 a measure that misses its bound has the effect that the bound declares;
 * processing/V7 a task that names the files in which it failed, and has outputs of the others, counts by the
 * share of these files.
 */
export function outcomeOf(facts: RunFacts): RunOutcome {
  const failed = facts.tasks.filter(hasFailed);
  const ofTasks: RunOutcome =
    failed.length === 0
      ? publishes({ event: "succeed", reason: null }, facts.stage.requireQA)
      : ofFailures(facts, failed);
  if (!ofTasks.publish) return ofTasks;
  const { collect } = facts;
  if (collect !== undefined && hasFailed(collect)) {
    const errors = collect.errors.map(({ message }) => message).slice(0, 3);
    const refused = `Its results were not accepted: it ${endingInWords(collect)}`;
    return fails([refused, ...errors].join("; "), { said: errors[0] ?? refused });
  }
  return ofBounds(facts, ofTasks);
}

type Bound = StageFile["accept"][number];

/** A measure that a stage is accepted by and that misses its bound, in words. */
export interface MissedBound {
  readonly otherwise: Bound["otherwise"];
  readonly reason: string;
}

/**
 * The bounds of a stage that its measures miss. What was not measured misses its bound, whether the
 * measure is not there or has no value, but for an optional one.
 */
export function missedBounds(
  { accept }: Pick<StageFile, "accept">,
  measures: readonly Measure[],
): MissedBound[] {
  const byName = new Map(measures.map((measure) => [measure.name, measure]));
  return accept.flatMap((bound) => {
    const measure = byName.get(bound.measure);
    if (!isMissed(judgeBound(measure, bound))) return [];
    return [
      {
        otherwise: bound.otherwise,
        reason: missedInWords(measure ?? { label: bound.measure }, bound),
      },
    ];
  });
}
