import { endpoints } from "@swath/contract/endpoints";
import type { FailureKind, ProcessingFilters } from "@swath/contract/processing";
import type { Api } from "../../platform/api/api.ts";
import { queryKeys } from "../../platform/query/query-keys.ts";
import { terrainMapperFilters } from "../records/processing-queries.ts";
import {
  type JobRow,
  type ProcessingRow,
  failedJobs,
  rowOfProcessing,
  rowOfTerrainMapper,
} from "../records/processing-row.ts";

/** The list that a review's queue follows. */
export type QueueList =
  | { readonly is: "ip" | "iptm"; readonly filters: ProcessingFilters }
  | {
      readonly is: "failures";
      readonly group: string;
      readonly kind: FailureKind | undefined;
      readonly filters: ProcessingFilters;
    };

export const QUEUE_PAGE = 50;
/** Processings with a job that awaits QA; the row tells which. */
const STATUS = "$any QA_PENDING";

/** An entry of a list: a processing, or one job of it. */
export interface QueueEntry {
  readonly key: string;
  readonly row: ProcessingRow;
  readonly job?: JobRow;
}

interface Found {
  readonly entries: readonly QueueEntry[];
  readonly total: number;
}

/** A page with its number, and the number of entries judged before it was read. */
export interface QueuePage extends Found {
  readonly page: number;
  readonly judged: number;
}

interface Part<List> {
  readonly list: List;
  readonly page: number;
  readonly signal: AbortSignal;
}

const entryOf = (row: ProcessingRow): QueueEntry => ({ key: row.id, row });

async function readProcessings(api: Api, { list, page, signal }: Part<QueueList>): Promise<Found> {
  const { items, total } = await api.list(endpoints.listProcessings, {
    query: { page, pageSize: QUEUE_PAGE, ...list.filters, Status: STATUS },
    signal,
  });
  return { entries: items.map((item) => entryOf(rowOfProcessing(item))), total };
}

async function readTerrainMapper(api: Api, part: Part<QueueList>): Promise<Found> {
  const { list, page, signal } = part;
  const filters = terrainMapperFilters({ ...list.filters, Status: STATUS });
  const { documents, count } = await api.call(endpoints.listTerrainMapperProcessings, {
    query: { page, limit: QUEUE_PAGE, ...filters },
    signal,
  });
  return { entries: documents.map((each) => entryOf(rowOfTerrainMapper(each))), total: count };
}

async function readFailures(
  api: Api,
  { list, page, signal }: Part<Extract<QueueList, { is: "failures" }>>,
): Promise<Found> {
  const { group, kind, filters } = list;
  const { items, total } = await api.list(endpoints.listGroupFailures, {
    params: { key: group },
    query: { page, pageSize: QUEUE_PAGE, ...filters, ...(kind === undefined ? {} : { kind }) },
    signal,
  });
  return { entries: failedJobs(items), total };
}

function readPage(api: Api, { list, ...part }: Part<QueueList>): Promise<Found> {
  if (list.is === "failures") return readFailures(api, { list, ...part });
  return (list.is === "ip" ? readProcessings : readTerrainMapper)(api, { list, ...part });
}

/** The first page of a list's queue as it is now. */
export const readQueuePage = (api: Api, list: QueueList) => ({
  queryKey: queryKeys.reviewQueue({ first: list }),
  queryFn: ({ signal }: { signal: AbortSignal }) => readPage(api, { list, page: 1, signal }),
  staleTime: 0,
  gcTime: 0,
  retry: false,
});

/** The entries of all pages, each once: pages overlap when entries leave the queue in between. */
export function entriesOf(pages: readonly QueuePage[]): readonly QueueEntry[] {
  const entries = new Map<string, QueueEntry>();
  for (const page of pages)
    for (const entry of page.entries) if (!entries.has(entry.key)) entries.set(entry.key, entry);
  return [...entries.values()];
}

/** The number of entries of the present list that were read without a gap; undefined at its end. */
function readOf(pages: readonly QueuePage[], judged: number): number | undefined {
  let read = 0;
  let before: QueuePage | undefined;
  for (const page of pages) {
    const left = before === undefined ? 0 : before.total - page.total;
    read = Math.max(0, read - Math.max(left, page.judged - (before ?? page).judged));
    const first = (page.page - 1) * QUEUE_PAGE;
    if (first <= read && page.entries.length === 0) return undefined;
    if (first <= read) read = Math.max(read, first + QUEUE_PAGE);
    before = page;
  }
  return Math.max(0, read - Math.max(0, judged - (before?.judged ?? judged)));
}

/** The page to read next (job-pages/P12 to P14); undefined once all were read. */
export function nextPage(pages: readonly QueuePage[], judged: number): number | undefined {
  const last = pages.at(-1);
  const read = readOf(pages, judged);
  if (last === undefined || read === undefined) return undefined;
  const total = last.total - Math.max(0, judged - last.judged);
  return read >= total ? undefined : Math.floor(read / QUEUE_PAGE) + 1;
}

/** A list's queue, page after page: records with a job that may await QA, or failures. */
export const queueQuery = (api: Api, list: QueueList, judged: () => number) => ({
  queryKey: queryKeys.reviewQueue(list),
  queryFn: async ({ pageParam: page, signal }: { pageParam: number; signal: AbortSignal }) => ({
    ...(await readPage(api, { list, page, signal })),
    page,
    judged: judged(),
  }),
  initialPageParam: 1,
  getNextPageParam: (_last: QueuePage, pages: QueuePage[]) => nextPage(pages, judged()),
  // The order must not change during a review: the next review reads the queue again.
  staleTime: Infinity,
  gcTime: 0,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
});
