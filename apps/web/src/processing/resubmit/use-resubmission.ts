import { useQuery } from "@tanstack/react-query";
import { gravest, type Preflight, type ResubmitImpact } from "@swath/contract/processing";
import { useState } from "react";
import { useApi } from "../../platform/api/api-context.tsx";
import type { JobChange } from "../actions/job-request.ts";
import { type Choice, isSendable, orderOf, textsOf } from "./chosen-order.ts";
import { impactQuery, preflightQuery } from "./resubmission-queries.ts";

const NOTHING_CHOSEN: Partial<Choice> = {};

/** Whether the order may be sent, and whether only by a tick of its own. */
function decision(
  impact: ResubmitImpact | undefined,
  preflight: Preflight | undefined,
  failed: boolean,
) {
  const level = gravest(preflight?.Lines ?? []);
  const isKnown = impact !== undefined && (preflight !== undefined || failed);
  return {
    isPossible: isKnown && impact.Refusal === null && level !== "impossible",
    needsTick: failed || level === "blocking",
  };
}

/**
 * What a dialog of resubmission knows and what is chosen in it:
 *
 * resubmit/R1 what is confirmed is the state of the record whose impact is shown;
 * resubmit/R2 what would wait or fail needs a tick of its own; what the server would end at once, or
 * refuses, is not sent;
 * resubmit/R3 without the impact nothing is sent; without the preflight, by the tick.
 */
export function useResubmission(change: JobChange) {
  const api = useApi();
  const named = { processingId: change.row.id, name: change.job.name };
  const impact = useQuery(impactQuery(api, named));
  const preflight = useQuery(preflightQuery(api, named));
  const [chosen, setChosen] = useState(NOTHING_CHOSEN);
  // What is ticked is the preflight that is shown, not the one of another state of the record.
  const [tickedFor, setTickedFor] = useState<string>();
  const found = preflight.data;
  const shown = found?.Updated ?? "";
  const { isPossible, needsTick } = decision(
    impact.data,
    found,
    preflight.isError && found === undefined,
  );
  const choice: Choice = {
    onlyFailed: (chosen.onlyFailed ?? false) && found?.FailedTasks?.Refusal === null,
    texts: chosen.texts ?? textsOf(found?.Parameters ?? []),
  };
  const isTicked = tickedFor === shown;
  const isRead = !impact.isFetching && !preflight.isFetching;
  const isSound = isSendable(found?.Parameters ?? [], choice);
  return {
    impact,
    preflight,
    choice,
    choose: (next: Partial<Choice>): void => setChosen({ ...choice, ...next }),
    asksForTick: isPossible && needsTick,
    isTicked,
    /** Not of what is being read anew. */
    mayTick: isRead,
    tick: (on: boolean): void => setTickedFor(on ? shown : undefined),
    maySend: isPossible && isRead && isSound && (!needsTick || isTicked),
    /** The change as it is confirmed. */
    confirmed: (): JobChange => {
      const order = found && orderOf(found, choice);
      const updated = impact.data!.Updated;
      return { ...change, updated, ...(order === undefined ? {} : { order }) };
    },
  };
}
