import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { endpoints } from "@swath/contract/endpoints";
import type { Api } from "../platform/api/api.ts";
import { POLL_SLOW_MS, polling } from "../platform/query/polling.ts";
import { queryKeys } from "../platform/query/query-keys.ts";
import type { ListQuery } from "./list/list-query.ts";

/** The rows of a page of instructions. */
export const INSTRUCTIONS_PAGE_SIZE = 10;

/** A page of a list; until another one is there its rows stay, and must not be taken for it. */
function pageQuery<T>(
  kind: "instructions" | "products",
  query: ListQuery,
  read: (signal: AbortSignal) => Promise<T>,
) {
  return {
    queryKey: queryKeys.instructionList(kind, query),
    queryFn: async ({ signal }: { signal: AbortSignal }) => ({
      ...(await read(signal)),
      page: query.page ?? 1,
    }),
    placeholderData: keepPreviousData,
    ...polling(POLL_SLOW_MS),
  };
}

export const instructionsQuery = (api: Api, query: ListQuery) =>
  pageQuery("instructions", query, (signal) =>
    api.list(endpoints.listInstructions, { query, signal }),
  );

export const productsQuery = (api: Api, query: ListQuery) =>
  pageQuery("products", query, (signal) => api.list(endpoints.listProducts, { query, signal }));

export const instructionQuery = (api: Api, instructionId: string) =>
  queryOptions({
    queryKey: queryKeys.instruction(instructionId),
    queryFn: ({ signal }) =>
      api.call(endpoints.readInstruction, { params: { instructionId }, signal }),
  });

/** The projects that an instruction can be of. */
export const instructionProjectsQuery = (api: Api) =>
  queryOptions({
    queryKey: queryKeys.instructionProjects,
    queryFn: ({ signal }) => api.call(endpoints.listInstructionProjects, { signal }),
  });
