import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { MAX_VIEWS, type View, type ViewBody } from "@swath/contract/flights";
import { routes } from "@swath/contract/routes";
import type { Api } from "../../../platform/api/api.ts";
import { useApi } from "../../../platform/api/api-context.tsx";
import { ApiError } from "../../../platform/api/api-error.ts";
import { queryKeys } from "../../../platform/query/query-keys.ts";

/** The user's views and the shared ones. */
export function viewsQuery(api: Api) {
  return queryOptions({
    queryKey: queryKeys.views,
    queryFn: ({ signal }) => api.call(routes.listViews, { signal }),
  });
}

/** A view to be: with the identifier of the one that it changes. */
export type ViewDraft = ViewBody & { readonly id?: string | undefined };

const bodyOf = ({ name, shared, filters }: ViewBody): ViewBody => ({ name, shared, filters });

function useViewTask<T>(task: (api: Api, of: T) => Promise<unknown>, onDone: () => void) {
  const api = useApi();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (of: T) => task(api, of),
    onSuccess: onDone,
    onSettled: () => queries.invalidateQueries({ queryKey: queryKeys.views }),
  });
}

/** Makes a view, or changes the one that has its identifier. */
export function useKeepView(onDone: () => void) {
  return useViewTask<ViewDraft>(
    (api, { id, ...view }) =>
      id === undefined
        ? api.call(routes.createView, { body: bodyOf(view) })
        : api.call(routes.changeView, { params: { viewId: id }, body: bodyOf(view) }),
    onDone,
  );
}

export function useDeleteView(onDone: () => void) {
  return useViewTask<View>(
    (api, { id }) => api.call(routes.deleteView, { params: { viewId: id } }),
    onDone,
  );
}

/** What a refused change of a view says to the user. */
export function viewFault(error: Error): string {
  const code = error instanceof ApiError ? error.code : "";
  if (code === "VIEW_NAME_TAKEN") return "You have a view of this name already.";
  if (code === "TOO_MANY_VIEWS") return `You keep ${MAX_VIEWS} views already; delete one first.`;
  if (code === "VIEW_NOT_FOUND") return "This view is no more.";
  return error.message;
}
