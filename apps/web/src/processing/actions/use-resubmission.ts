import { endpoints } from "@swath/contract/endpoints";
import {
  gravest,
  parameterFault,
  type Preflight,
  type ResubmitImpact,
  type StageParameter,
} from "@swath/contract/processing";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { callQuery } from "../../data/queries.ts";
import { useApi } from "../../platform/api/api.ts";
import { queryKeys } from "../../platform/query/query-keys.ts";
import type { ChosenOrder, JobChange } from "./job-request.ts";

/** Each opening of the dialog reads the impact and the preflight again. */
const FRESH = { gcTime: 0, staleTime: 0, refetchOnWindowFocus: false } as const;

type Parameters = Preflight["Parameters"];

/** A person's choice: the files, and the texts of the fields by their names. */
export interface Choice {
  readonly onlyFailed: boolean;
  readonly texts: Readonly<Record<string, string>>;
}

/** The initial texts of the fields: the values of the last attempt, or else the defaults. */
export const textsOf = (parameters: Parameters): Choice["texts"] =>
  Object.fromEntries(
    parameters.map(({ Name, Declared, Last }) => [Name, String(Last ?? Declared.default)]),
  );

export const defaultsOf = (parameters: Parameters): Choice["texts"] =>
  Object.fromEntries(parameters.map(({ Name, Declared }) => [Name, String(Declared.default)]));

/** A field's value; numbers may have a decimal comma. */
function valueOf({ type }: StageParameter, text: string): string | number {
  if (type === "choice") return text;
  const plain = text.trim().replace(",", ".");
  return plain === "" ? Number.NaN : Number(plain);
}

/** The fault of a field's text. */
export const fieldFault = (declared: StageParameter, text: string): string | undefined =>
  parameterFault(declared, valueOf(declared, text));

/** Whether every field is valid; a run of the failed files sends none. */
export const isSendable = (parameters: Parameters, { onlyFailed, texts }: Choice): boolean =>
  onlyFailed ||
  parameters.every(({ Name, Declared }) => fieldFault(Declared, texts[Name] ?? "") === undefined);

/**
 * The order of a choice; undefined for all files by the defaults, for which the specification has a call.
 * The failed files run by the parameters of the attempt whose other outputs are carried over.
 */
export function orderOf(
  { Parameters, FailedTasks }: Pick<Preflight, "Parameters" | "FailedTasks">,
  { onlyFailed, texts }: Choice,
): ChosenOrder | undefined {
  if (onlyFailed && FailedTasks !== null) return { params: {}, onlyTasks: FailedTasks.Names };
  const changed = Parameters.flatMap(({ Name, Declared }) => {
    const value = valueOf(Declared, texts[Name] ?? "");
    return value === Declared.default ? [] : [[Name, value] as const];
  });
  return changed.length === 0 ? undefined : { params: Object.fromEntries(changed) };
}

const NOTHING_CHOSEN: Partial<Choice> = {};

/** Whether the order may be sent, and whether it needs a tick. */
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

/** The state of a resubmission's dialog (job-pages/P6 to P8). */
export function useResubmission(change: JobChange) {
  const api = useApi();
  const params = { processingId: change.row.id, name: change.job.name };
  const keyOf = (of: string) => queryKeys.resubmission(params.processingId, params.name, of);
  const impact = useQuery({
    ...callQuery(api, keyOf("impact"), endpoints.readResubmitImpact, { params }),
    ...FRESH,
  });
  const preflight = useQuery({
    ...callQuery(api, keyOf("preflight"), endpoints.readPreflight, { params }),
    ...FRESH,
  });
  const [chosen, setChosen] = useState(NOTHING_CHOSEN);
  // A tick is about the shown preflight, not about that of another state of the record.
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
    /** False while either is read again. */
    mayTick: isRead,
    tick: (on: boolean): void => setTickedFor(on ? shown : undefined),
    maySend: isPossible && isRead && isSound && (!needsTick || isTicked),
    /** The change to send. */
    confirmed: (): JobChange => {
      const order = found && orderOf(found, choice);
      const updated = impact.data!.Updated;
      return { ...change, updated, ...(order === undefined ? {} : { order }) };
    },
  };
}
