import { useInfiniteQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { useApi } from "../../../platform/api/api-context.tsx";
import { useIdentity } from "../../../platform/session/session-context.tsx";
import type { JobPlace } from "../review-queries.ts";
import { neighboursOf, type Neighbours, stopsOf } from "./awaiting.ts";
import type { QueueList } from "./queue-list.ts";
import { entriesOf, queueQuery } from "./queue-query.ts";

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
