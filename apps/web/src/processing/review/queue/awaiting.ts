import { awaitsQA as awaitsSomebody } from "@swath/contract/processing";
import type { Role } from "@swath/contract/identity";
import { actionFacts, type JobRow, jobsOf, type ProcessingRow } from "../../rows/processing-row.ts";
import type { QueueEntry } from "./queue-query.ts";

/** A job that awaits a decision, and its processing. */
export interface Stop {
  readonly row: ProcessingRow;
  readonly job: JobRow;
}

/** Whether a job's QA is to be completed by somebody of these roles. */
export const awaitsQA = (row: ProcessingRow, job: JobRow, roles: readonly Role[]): boolean =>
  !roles.includes("guest") && awaitsSomebody(actionFacts(row, job, roles));

/**
 * What awaits a decision in the order of the list: of its processings the jobs that await QA, each
 * pipeline in its own order; of a list of jobs each.
 */
export const stopsOf = (entries: readonly QueueEntry[], roles: readonly Role[]): readonly Stop[] =>
  entries.flatMap(({ row, job: own }) =>
    own === undefined
      ? jobsOf(row)
          .filter((job) => awaitsQA(row, job, roles))
          .map((job) => ({ row, job }))
      : [{ row, job: own }],
  );

interface Place {
  readonly processingId: string;
  readonly job: string;
}

export const placeOf = ({ row, job }: Stop): Place => ({ processingId: row.id, job: job.name });

const isAt =
  ({ processingId, job }: Place) =>
  (stop: Stop): boolean =>
    stop.row.id === processingId && stop.job.name === job;

/** What comes before and after a place among the stops that are left. */
export interface Neighbours {
  readonly previous: Stop | undefined;
  readonly next: Stop | undefined;
  /** From 1; undefined where the place is none of them. */
  readonly at: number | undefined;
}

/** A place that is not among the stops has the first of them after it. */
export function neighboursOf(stops: readonly Stop[], place: Place): Neighbours {
  const at = stops.findIndex(isAt(place));
  if (at < 0) return { previous: undefined, next: stops[0], at: undefined };
  return { previous: stops[at - 1], next: stops[at + 1], at: at + 1 };
}
