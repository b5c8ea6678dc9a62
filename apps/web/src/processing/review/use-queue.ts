import type { Role } from "@swath/contract/identity";
import { awaitsQA as awaitsSomebody } from "@swath/contract/processing";
import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { useApi, type Api } from "../../platform/api/api.ts";
import { useIdentity } from "../../platform/session/session.ts";
import { attemptOfJob } from "../attempts/attempt-labels.ts";
import { MOST_SHOWN_BYTES } from "../../ui/picture/picture-file.ts";
import { pictureQuery } from "../outputs/shown-file.ts";
import { attemptsQuery, filesQuery, type JobPlace } from "../records/attempt-queries.ts";
import { actionFacts, type JobRow, jobsOf, type ProcessingRow } from "../records/processing-row.ts";
import { entriesOf, type QueueEntry, type QueueList, queueQuery } from "./queue-query.ts";

/** A job that awaits a decision, and its processing. */
export interface Stop {
  readonly row: ProcessingRow;
  readonly job: JobRow;
}

/** Whether a person with these roles may complete the job's QA, which is due. */
export const awaitsQA = (row: ProcessingRow, job: JobRow, roles: readonly Role[]): boolean =>
  !roles.includes("guest") && awaitsSomebody(actionFacts(row, job, roles));

/**
 * The jobs that await a decision, in the order of the list: in a list of processings those that await QA,
 * each pipeline in its own order; in a list of jobs every job.
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

/** The stops before and after a place. */
export interface Neighbours {
  readonly previous: Stop | undefined;
  readonly next: Stop | undefined;
  /** The place's number, from 1; undefined where it is not a stop. */
  readonly at: number | undefined;
}

/** After a place that is not a stop comes the first stop. */
export function neighboursOf(stops: readonly Stop[], place: Place): Neighbours {
  const at = stops.findIndex(isAt(place));
  if (at < 0) return { previous: undefined, next: stops[0], at: undefined };
  return { previous: stops[at - 1], next: stops[at + 1], at: at + 1 };
}

const without = (places: readonly JobPlace[], { processingId, job }: JobPlace) =>
  places.filter((place) => place.processingId !== processingId || place.job !== job);

/** The largest number of pages read to find a review's position. */
const MOST_PAGES = 10;

export interface Queue extends Neighbours {
  /** The decision that its jobs await. */
  readonly of: "QA" | "answer";
  /** The number of known jobs that await it, or were judged during this review. */
  readonly known: number;
  /** Whether none of them is left. */
  readonly isDone: boolean;
  /** Whether there may be more. */
  readonly more: boolean;
  readonly isPending: boolean;
  /** Tells that a job was judged here and leaves the list. */
  readonly onJudged: (place: JobPlace) => void;
  /** Tells that a job that was judged here awaits a decision again. */
  readonly onReopened: (place: JobPlace) => void;
}

interface QueueOf {
  readonly list: QueueList;
  readonly place: JobPlace;
}

/** The jobs of a list that await a decision, across its pages, around the reviewed one. */
export function useQueue({ list, place }: QueueOf): Queue {
  const api = useApi();
  const { roles } = useIdentity();
  const [judged, setJudged] = useState<readonly JobPlace[]>([]);
  const isOfJobs = list.is === "failures";
  /** The entries of the list that were judged here; a processing leaves it with its last job. */
  const left = (): number =>
    new Set(
      judged.map(({ processingId, job }) => (isOfJobs ? `${processingId}.${job}` : processingId)),
    ).size;
  const { data, isPending, isFetching, hasNextPage, fetchNextPage } = useInfiniteQuery(
    queueQuery(api, list, left),
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
  return {
    of: isOfJobs ? "answer" : "QA",
    previous,
    next,
    at,
    known: stops.length,
    isDone:
      stops.length > 0 &&
      !hasNextPage &&
      stops.every((stop) => judged.some((each) => isAt(each)(stop))),
    more: hasNextPage,
    isPending,
    onJudged: (job) => setJudged((now) => [...without(now, job), job]),
    onReopened: (job) => setJudged((now) => without(now, job)),
  };
}

/** Prefetches the pictures of the next job, so that they are there when it is shown. */
export function usePrefetchedStop(stop: Stop | undefined): void {
  const api = useApi();
  const queries = useQueryClient();
  const id = stop === undefined ? undefined : `${stop.row.id}.${stop.job.name}`;
  useEffect(() => {
    // A failure is reported when the file is shown.
    if (stop !== undefined) readAhead(queries, api, stop).catch(() => undefined);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the same stop is another object at each poll
  }, [id]);
}

async function readAhead(
  queries: ReturnType<typeof useQueryClient>,
  api: Api,
  stop: Stop,
): Promise<void> {
  const place = placeOf(stop);
  const attempts = await queries.fetchQuery({ ...once(attemptsQuery(api, place)), retry: false });
  const attempt = attemptOfJob(attempts);
  if (attempt?.kept !== true) return;
  const of = { ...place, attempt: attempt.attempt };
  const files = await queries.fetchQuery({ ...filesQuery(api, of), retry: false });
  const pictures = files.filter(({ kind, size }) => kind === "preview" && size <= MOST_SHOWN_BYTES);
  for (const { path } of pictures.slice(0, PICTURES))
    await queries.prefetchQuery({ ...pictureQuery(api, of, path), retry: false });
}

const PICTURES = 3;

/** A query without its polling, which prefetching does not need. */
const once = <Q extends { queryKey: unknown; queryFn: unknown }>({ queryKey, queryFn }: Q) =>
  ({ queryKey, queryFn }) as Pick<Q, "queryKey" | "queryFn">;
