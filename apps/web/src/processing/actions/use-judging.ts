import { BULK_ACTIONS } from "@swath/contract/processing";
import { useMutation } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import { useApi } from "../../platform/api/api.ts";
import { type JobChange, requestJob } from "./job-request.ts";

/** Actions that only record a person's judgement: nothing runs, and nothing is overwritten. */
const JUDGEMENTS: ReadonlySet<string> = new Set(
  BULK_ACTIONS.filter((action) => action !== "resubmit" && action !== "cancel"),
);

export const isJudgement = ({ action }: JobChange): boolean => JUDGEMENTS.has(action);

/** A judgement that the server refused, or that did not reach it. */
export interface Refused {
  readonly change: JobChange;
  readonly error: Error;
}

interface JudgingProps {
  /** Whether a dialog is open; refused judgements wait until it closes. */
  readonly isBusy: boolean;
  readonly onSent: (change: JobChange) => void;
  readonly onAnswered: (change: JobChange) => void;
  readonly onDone: (change: JobChange) => void;
  /** Its dialog opens again. */
  readonly onRefused: (change: JobChange) => void;
}

/**
 * Sends judgements without keeping anybody waiting for the answer. Returns the refused one whose dialog
 * is to be shown now.
 */
export function useJudging({ isBusy, onSent, onAnswered, onDone, onRefused }: JudgingProps) {
  const api = useApi();
  const [refused, setRefused] = useState<readonly Refused[]>([]);
  const { mutate: judge } = useMutation({
    mutationFn: (change: JobChange) => requestJob(api, change),
    onMutate: onSent,
    onSuccess: (_reply, change) => onDone(change),
    onError: (error, change) => setRefused((before) => [...before, { change, error }]),
    onSettled: (_reply, _error, change) => onAnswered(change),
  });
  const shown = isBusy ? undefined : refused[0];
  const tell = useEffectEvent(onRefused);
  useEffect(() => {
    if (shown !== undefined) tell(shown.change);
  }, [shown]);
  const drop = (): void => setRefused((before) => before.slice(1));
  return { judge, shown, drop };
}
