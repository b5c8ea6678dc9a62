import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useApi } from "../../platform/api/api-context.tsx";
import type { Api } from "../../platform/api/api.ts";
import { attemptOfJob } from "../attempts/attempt-labels.ts";
import { MOST_SHOWN_BYTES, pictureQuery } from "../outputs/output-queries.ts";
import { attemptsQuery, filesQuery } from "../records/attempt-queries.ts";
import { placeOf, type Stop } from "./use-queue.ts";

const PICTURES = 3;

/** Only what a query is; how it is polled is of no use to what is read ahead. */
const once = <Q extends { queryKey: unknown; queryFn: unknown }>({ queryKey, queryFn }: Q) =>
  ({ queryKey, queryFn }) as Pick<Q, "queryKey" | "queryFn">;

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

/** Reads the pictures of the job that follows, so that they stand when it is shown. */
export function usePrefetchedStop(stop: Stop | undefined): void {
  const api = useApi();
  const queries = useQueryClient();
  const id = stop === undefined ? undefined : `${stop.row.id}.${stop.job.name}`;
  useEffect(() => {
    // What cannot be read ahead says so when it is shown.
    if (stop !== undefined) readAhead(queries, api, stop).catch(() => undefined);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the same stop is another object at each poll
  }, [id]);
}
