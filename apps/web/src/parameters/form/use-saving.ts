import type { ErrorCode } from "@swath/contract/errors";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useApi } from "../../platform/api/api.ts";
import { ApiError } from "../../platform/api/api-error.ts";
import { queryKeys } from "../../platform/query/query-keys.ts";
import {
  type BodyOf,
  type ParameterKind,
  parameterQuery,
  type RecordOf,
  saveRecord,
} from "../shared/parameter-queries.ts";

const CHANGED: readonly string[] = [
  "RECORD_CHANGED",
  "INVALID_TRANSITION",
] satisfies readonly ErrorCode[];

/**
 * Saves a form that adds a record, or completes `record`. Where another person changed it since the form
 * was opened, nothing is saved and `now` is the record as it is; the form goes by it once its entries
 * are kept.
 */
export function useSaving<K extends ParameterKind>(
  kind: K,
  record: RecordOf[K] | undefined,
  onSaved: () => void,
) {
  const api = useApi();
  const queries = useQueryClient();
  const [base, setBase] = useState(record);
  const [now, setNow] = useState<RecordOf[K]>();
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: async (body: BodyOf[K]): Promise<RecordOf[K] | undefined> => {
      try {
        await saveRecord(api, kind, body, base);
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
