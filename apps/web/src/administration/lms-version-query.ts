import { useMutation, useQueryClient } from "@tanstack/react-query";
import { endpoints } from "@swath/contract/endpoints";
import type { LMSVersionSetting } from "@swath/contract/settings";
import { useApi } from "../platform/api/api-context.tsx";
import type { Api } from "../platform/api/api.ts";
import { POLL_MODERATE_MS, polling } from "../platform/query/polling.ts";
import { queryKeys } from "../platform/query/query-keys.ts";

/** The version of LMS as an administrator sees it, polled. */
export function lmsVersionQuery(api: Api) {
  return {
    queryKey: queryKeys.lmsVersion,
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      api.call(endpoints.readLMSVersion, { signal }),
    ...polling(POLL_MODERATE_MS),
  };
}

interface Change {
  readonly version: string;
  /** The setting as it was when the change was entered. */
  readonly seen: LMSVersionSetting;
}

/** Changes it; whatever became of that, the setting is read anew, here and where others show it. */
export function useLMSVersionChange(onDone: (version: string) => void) {
  const api = useApi();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ version, seen }: Change) =>
      api.call(endpoints.changeLMSVersion, {
        query: { updated: seen.updated },
        body: { LMSCurrentVersion: version },
      }),
    onSuccess: (_, { version }) => onDone(version),
    onSettled: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: queryKeys.lmsVersion }),
        queries.invalidateQueries({ queryKey: queryKeys.settings }),
      ]),
  });
}
