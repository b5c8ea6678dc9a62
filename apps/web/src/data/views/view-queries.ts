import { endpoints } from "@swath/contract/endpoints";
import {
  MAX_VIEWS,
  type View,
  type ViewBody,
  type ViewContent,
  type ViewList,
} from "@swath/contract/views";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { ApiError } from "../../platform/api/api-error.ts";
import { type Api, useApi } from "../../platform/api/api.ts";
import { queryKeys } from "../../platform/query/query-keys.ts";

/** A list as its page shows it, of which views are kept. */
export interface ViewedList {
  /** What the page shows now. */
  readonly content: ViewContent;
  /** Whether that is what a view keeps. */
  readonly isShown: (view: View) => boolean;
  readonly onOpen: (view: View) => void;
}

/** The user's views of a list and the shared ones. */
export function viewsQuery(api: Api, list: ViewList) {
  return queryOptions({
    queryKey: queryKeys.views(list),
    queryFn: ({ signal }) => api.call(endpoints.listViews, { query: { list }, signal }),
  });
}

/** What a view opens, and no more of it. */
export function contentOf(of: View | ViewContent): ViewContent {
  const { list, filters } = of;
  if (of.list === "terrain-mapper") return { list: of.list, filters, pageSize: of.pageSize };
  return { list, filters } as ViewContent;
}

/** A view to be: with the identifier of the one that it changes. */
export interface ViewDraft {
  readonly id: string | undefined;
  readonly body: ViewBody;
}

interface ViewTask<T> {
  readonly send: (api: Api, of: T) => Promise<unknown>;
  /** The views once that is done, shown at once. */
  readonly expected: (views: readonly View[], of: T) => readonly View[];
  readonly onDone: (of: T) => void;
}

function useViewTask<T>(list: ViewList, { send, expected, onDone }: ViewTask<T>) {
  const api = useApi();
  const queries = useQueryClient();
  const { queryKey } = viewsQuery(api, list);
  return useMutation({
    mutationFn: (of: T) => send(api, of),
    onMutate: async (of) => {
      await queries.cancelQueries({ queryKey });
      queries.setQueryData(queryKey, (views) => views && [...expected(views, of)]);
    },
    onSuccess: (_reply, of) => onDone(of),
    onSettled: () => queries.invalidateQueries({ queryKey }),
  });
}

/** Makes a view, or changes the one that has its identifier. */
export function useKeepView(list: ViewList, onDone: () => void) {
  return useViewTask<ViewDraft>(list, {
    send: (api, { id, body }) =>
      id === undefined
        ? api.call(endpoints.createView, { body })
        : api.call(endpoints.changeView, { params: { viewId: id }, body }),
    expected: (views, { id, body: { name, shared } }) =>
      views.map((view) => (view.id === id ? { ...view, name, shared } : view)),
    onDone,
  });
}

export function useDeleteView(list: ViewList, onDone: (view: View) => void) {
  return useViewTask<View>(list, {
    send: (api, { id }) => api.call(endpoints.deleteView, { params: { viewId: id } }),
    expected: (views, { id }) => views.filter((view) => view.id !== id),
    onDone,
  });
}

/** What a refused change of a view says to the user. */
export function viewFault(error: Error): string {
  const code = error instanceof ApiError ? error.code : "";
  if (code === "VIEW_NAME_TAKEN") return "You already have a view with this name.";
  if (code === "TOO_MANY_VIEWS") return `You already have ${MAX_VIEWS} views. Delete one first.`;
  if (code === "VIEW_NOT_FOUND") return "This view no longer exists.";
  return error.message;
}
