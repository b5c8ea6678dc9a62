import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { hexId } from "@swath/contract/ids";
import { type CustomProcessing, gravest, type Processing } from "@swath/contract/processing";
import { useEffect, useMemo, useState } from "react";
import { useApi } from "../../platform/api/api-context.tsx";
import { ApiError } from "../../platform/api/api-error.ts";
import { customPreflightQuery, submitCustom } from "./custom-queries.ts";

/** So long after a change the preflight is read. */
const QUIET_MS = 600;

/** A value once it has not changed for a while. */
function useQuiet<T>(value: T): T {
  const [quiet, setQuiet] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setQuiet(value), QUIET_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return quiet;
}

const refusedByServer = (error: Error | null): boolean =>
  error instanceof ApiError && error.status >= 400 && error.status < 429;

/**
 * What is known before a custom processing is submitted:
 *
 * custom-submit/U1 what is submitted is what the preflight that is shown was read of;
 * custom-submit/U2 what would wait or fail, or has no preflight, needs a tick of its own; what the
 * server would end at once, or refuses, is not sent;
 * custom-submit/U3 what is sent again makes no second processing, unless it was changed in between.
 */
export function useCustomSubmit(
  flight: string,
  body: CustomProcessing | undefined,
  onDone: (made: Processing) => void,
) {
  const api = useApi();
  const queries = useQueryClient();
  const text = body === undefined ? undefined : JSON.stringify(body);
  const quiet = useQuiet(text);
  const isQuiet = text !== undefined && quiet === text;
  const preflight = useQuery(customPreflightQuery(api, flight, isQuiet ? body : undefined));
  const [tickedFor, setTickedFor] = useState<string>();
  // oxlint-disable-next-line react/exhaustive-deps -- another key for another choice
  const requestKey = useMemo(() => hexId(crypto.getRandomValues(new Uint8Array(12))), [text]);
  const submission = useMutation({
    mutationFn: (chosen: CustomProcessing) => submitCustom(api, flight, { ...chosen, requestKey }),
    onSuccess: async (made) => {
      await queries.invalidateQueries({ queryKey: ["processings"] });
      onDone(made);
    },
  });
  const level = gravest(preflight.data?.Jobs.flatMap(({ Lines }) => Lines) ?? []);
  const isRefused = level === "impossible" || refusedByServer(preflight.error);
  const isRead = isQuiet && !preflight.isFetching && !preflight.isPending;
  const needsTick = isRead && !isRefused && (preflight.isError || level === "blocking");
  const isTicked = tickedFor !== undefined && tickedFor === text;
  return {
    preflight,
    /** Whether there is something to look up, or that is shown. */
    isLooking: body !== undefined,
    needsTick,
    isTicked,
    tick: (on: boolean): void => setTickedFor(on ? text : undefined),
    isBusy: submission.isPending,
    error: submission.error,
    maySubmit: isRead && !isRefused && (!needsTick || isTicked),
    submit: (): void => {
      if (body !== undefined) submission.mutate(body);
    },
  };
}
