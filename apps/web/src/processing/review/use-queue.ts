import type { Role } from "@swath/contract/identity";
import { awaitsQA as awaitsSomebody } from "@swath/contract/processing";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { useApi } from "../../platform/api/api-context.tsx";
import { useIdentity } from "../../platform/session/session-context.tsx";
import type { JobPlace } from "../records/attempt-queries.ts";
import { actionFacts, type JobRow, jobsOf, type ProcessingRow } from "../records/processing-row.ts";
import { entriesOf, type QueueEntry, type QueueList, queueQuery } from "./queue-query.ts";

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

/** Pages that are read to find where a review stands in the list. */
const MOST_PAGES = 10;

export interface Queue extends Neighbours {
  /** What its jobs await. */
  readonly of: "QA" | "answer";
  /** Jobs known to await it, or to have been judged since the review was opened. */
  readonly known: number;
  /** Whether there may be more. */
  readonly more: boolean;
  readonly isPending: boolean;
  /** A job was judged here: it leaves the list. */
  readonly onJudged: (place: JobPlace) => void;
  /** What was judged here awaits a decision again. */
  readonly onReopened: (place: JobPlace) => void;
}

interface QueueOf {
  readonly list: QueueList;
  readonly place: JobPlace;
}

/** The jobs that await a decision in a list, across its pages, around the one that is reviewed. */
export function useQueue({ list, place }: QueueOf): Queue {
  const api = useApi();
  const { roles } = useIdentity();
  const [judged, setJudged] = useState<ReadonlySet<string>>(new Set());
  const { data, isPending, isFetching, hasNextPage, fetchNextPage } = useInfiniteQuery(
    queueQuery(api, list, () => judged.size),
  );
  const stops = useMemo(() => stopsOf(entriesOf(data?.pages ?? []), roles), [data, roles]);
  const { previous, next, at } = neighboursOf(stops, place);
  const isWanted =
    hasNextPage &&
    !isFetching &&
    (at === undefined ? (data?.pages.length ?? 0) < MOST_PAGES : next === undefined);
  useEffect(() => {
    if (isWanted) void fetchNextPage();
  }, [isWanted, fetchNextPage]);
  const isOfJobs = list.is === "failures";
  const keyOf = ({ processingId, job }: JobPlace): string =>
    isOfJobs ? `${processingId}.${job}` : processingId;
  return {
    of: isOfJobs ? "answer" : "QA",
    previous,
    next,
    at,
    known: stops.length,
    more: hasNextPage,
    isPending,
    onJudged: (job) => setJudged((now) => new Set(now).add(keyOf(job))),
    onReopened: (job) =>
      setJudged((now) => new Set([...now].filter((each) => each !== keyOf(job)))),
  };
}
