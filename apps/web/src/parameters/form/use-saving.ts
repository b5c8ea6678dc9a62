import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { ErrorCode } from "@swath/contract/errors";
import { useState } from "react";
import { useApi, type Api } from "../../platform/api/api.ts";
import { ApiError } from "../../platform/api/api-error.ts";
import { queryKeys } from "../../platform/query/query-keys.ts";
import { type ParameterKind, parameterQuery, type RecordOf } from "../shared/parameter-queries.ts";

const CHANGED: readonly string[] = [
  "RECORD_CHANGED",
  "INVALID_TRANSITION",
] satisfies readonly ErrorCode[];

interface SavingOf<K extends ParameterKind, Form> {
  readonly kind: K;
  /** The record that is completed; undefined where one is added. */
  readonly record: RecordOf[K] | undefined;
  /** Sends a form; `base` is the record in the state that the form goes by. */
  readonly send: (api: Api, form: Form, base: RecordOf[K] | undefined) => Promise<unknown>;
  readonly onSaved: () => void;
}

/**
 * Saves a form of parameters. Where another person changed the record since the form was opened,
 * nothing is saved and `now` is the record as it is; the form goes by it once its entries are kept.
 */
export function useSaving<K extends ParameterKind, Form>(of: SavingOf<K, Form>) {
  const { kind, record, send, onSaved } = of;
  const api = useApi();
  const queries = useQueryClient();
  const [base, setBase] = useState(record);
  const [now, setNow] = useState<RecordOf[K]>();
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: async (form: Form): Promise<RecordOf[K] | undefined> => {
      try {
        await send(api, form, base);
        return undefined;
      } catch (failure) {
        if (base === undefined) throw failure;
        if (!(failure instanceof ApiError) || !CHANGED.includes(failure.code)) throw failure;
        return queries.fetchQuery(parameterQuery(api, kind, base._id));
      }
    },
    onSuccess: async (changed) => {
      setNow(changed);
      await queries.invalidateQueries({ queryKey: queryKeys.parameters(kind) });
      if (changed === undefined) onSaved();
    },
  });
  return {
    save: mutate,
    isSaving: isPending,
    failure: error,
    /** The record that the form goes by. */
    base,
    now,
    keepEntries: (): void => {
      setBase(now);
      setNow(undefined);
    },
    closeChanged: (): void => {
      setNow(undefined);
      reset();
    },
  };
}
