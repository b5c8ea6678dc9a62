import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { projectIdSchema } from "@swath/contract/ids";
import { endpoints } from "@swath/contract/endpoints";
import type { Instruction } from "@swath/plan/state";
import type { Api } from "../../platform/api/api.ts";
import { queryKeys } from "../../platform/query/query-keys.ts";

const PAGE_SIZE = 100;

/** What was typed: a whole project ID, or part of a site's name. */
function wanted(text: string): { readonly projectId?: string; readonly siteName?: string } {
  const trimmed = text.trim();
  if (trimmed === "") return {};
  const { data: projectId } = projectIdSchema.safeParse(trimmed.toUpperCase());
  return projectId === undefined ? { siteName: trimmed.slice(0, 60) } : { projectId };
}

/** The instructions that a text finds, by project, a hundred at a time. */
export const foundInstructionsQuery = (api: Api, text: string) =>
  infiniteQueryOptions({
    queryKey: queryKeys.instructionList("planning", wanted(text)),
    queryFn: ({ pageParam, signal }) =>
      api.list(endpoints.listInstructions, {
        query: {
          ...wanted(text),
          page: pageParam,
          size: PAGE_SIZE,
          sort: "instruction.projectId 1",
        },
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: ({ total }, _pages, page) =>
      page * PAGE_SIZE < total ? page + 1 : undefined,
  });

/** The instruction that an address names, wherever in the list it is; undefined where there is none. */
export const namedInstructionQuery = (api: Api, { projectId, siteName }: Instruction) =>
  queryOptions({
    queryKey: queryKeys.instructionList("named", { projectId, siteName }),
    queryFn: async ({ signal }) => {
      const query = { projectId, siteName, size: PAGE_SIZE };
      const { items } = await api.list(endpoints.listInstructions, { query, signal });
      return items.find((each) => each.siteName === siteName) ?? null;
    },
  });
