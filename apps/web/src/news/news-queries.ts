import { endpoints } from "@swath/contract/endpoints";
import type { News, NewsList } from "@swath/contract/news";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type Api, useApi } from "../platform/api/api.ts";
import { browserStore } from "../platform/browser-store.ts";
import { POLL_SLOW_MS, polling } from "../platform/query/polling.ts";
import { queryKeys } from "../platform/query/query-keys.ts";

const KEY = "swath-push";

/** Whose news this browser shows: a choice of a person's in one browser, kept there. */
export const savedChoice = {
  isOf: (subject: string): boolean => browserStore.read(KEY) === subject,
  keep: (subject: string): void => browserStore.write(KEY, subject),
  forget: (): void => browserStore.write(KEY, undefined),
} as const;

/** The user's latest news, polled. */
export function newsQuery(api: Api) {
  return {
    queryKey: queryKeys.news,
    queryFn: ({ signal }: { signal: AbortSignal }) => api.call(endpoints.listNews, { signal }),
    ...polling(POLL_SLOW_MS),
  };
}

interface Read {
  readonly id: number;
  readonly andOlder: boolean;
}

const reads = ({ id, andOlder }: Read, news: News): boolean =>
  !news.isRead && (andOlder ? news.id <= id : news.id === id);

/** The list as it is once that is read; what is older than the listed may be unread too. */
export function withRead({ unread, news }: NewsList, read: Read): NewsList {
  const changed = news.filter((each) => reads(read, each)).length;
  const rest = read.andOlder && news[0]?.id === read.id ? 0 : unread - changed;
  return {
    unread: rest,
    news: news.map((each) => (reads(read, each) ? { ...each, isRead: true } : each)),
  };
}

/** Marks news as read, here at once. */
export function useMarkRead() {
  const api = useApi();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (read: Read) => api.call(endpoints.markNewsRead, { body: read }),
    onMutate: (read) =>
      queries.setQueryData<NewsList>(queryKeys.news, (list) => list && withRead(list, read)),
    onSettled: () => queries.invalidateQueries({ queryKey: queryKeys.news }),
  }).mutate;
}
