import type { Instruction } from "@swath/contract/instructions";
import { z } from "zod";
import { useQueryClient } from "@tanstack/react-query";
import type { BodyInput } from "@swath/contract/endpoint";
import { endpoints } from "@swath/contract/endpoints";
import { useEffect, useReducer, useState } from "react";
import {
  draftOf,
  draftSchema,
  formOf,
  type InstructionChange,
  type InstructionDraft,
} from "./draft.ts";
import { type Api, useApi } from "../../platform/api/api.ts";
import { ApiError } from "../../platform/api/api-error.ts";
import { useSavedDraft } from "../../platform/persisted-work.ts";
import { queryKeys } from "../../platform/query/query-keys.ts";
import { instructionQuery } from "../instruction-queries.ts";
import { faultsOf } from "./form-faults.ts";
import { EMPTY_FORM, type InstructionFormState, instructionForm } from "./form-state.ts";

const keptSchema = z.object({ updated: z.string().nullable(), draft: draftSchema });
/** A draft, and the version of the instruction that it changes; null of a new one. */
type SavedInstruction = z.infer<typeof keptSchema>;

/** What the server said of a save. */
interface Refusal {
  readonly field: string | undefined;
  readonly message: string;
}

const refusalOf = (error: unknown): Refusal => {
  const { field } = error instanceof ApiError ? error.details : {};
  const message = error instanceof Error ? error.message : String(error);
  return { field: typeof field === "string" ? field : undefined, message };
};

/** Saves a draft: a new instruction, or one as it was seen. */
function send(
  api: Api,
  draft: InstructionDraft,
  seen: { readonly id: string; readonly updated: string } | undefined,
): Promise<Instruction> {
  const body = formOf(draft) as BodyInput<typeof endpoints.createInstruction>;
  if (seen === undefined) return api.call(endpoints.createInstruction, { body });
  const params = { instructionId: seen.id };
  return api.call(endpoints.updateInstruction, { params, query: { updated: seen.updated }, body });
}

/**
 * The form of an instruction: new without a loaded one. What is typed is kept in this tab until it is
 * saved or discarded.
 */
export function useInstructionForm(
  loaded: Instruction | undefined,
  onSaved: (saved: Instruction) => void,
) {
  const api = useApi();
  const queries = useQueryClient();
  const kept = useSavedDraft(`instruction:${loaded?._id ?? "new"}`);
  const [begun] = useState(() => keptSchema.safeParse(kept.read()).data);
  const [state, dispatch] = useReducer(instructionForm, undefined, () => firstState(loaded, begun));
  const [seen, setSeen] = useState(begun?.updated ?? loaded?.Updated ?? null);
  const [newer, setNewer] = useState<Instruction>();
  const [refusal, setRefusal] = useState<Refusal>();
  const { draft, isChanged, submitting } = state;
  // What somebody else saved since this form began, or while its draft was kept.
  const isBehind = loaded !== undefined && seen !== loaded.Updated && !submitting;
  const theirs = newer ?? (isBehind && isChanged ? loaded : undefined);
  if (isBehind && !isChanged && newer === undefined) {
    // Nothing was typed: the newer one takes its place.
    setSeen(loaded.Updated);
    dispatch({ type: "fetched", draft: draftOf(loaded) });
  }
  useEffect(() => {
    if (isChanged) kept.keep({ updated: seen, draft });
  }, [kept, isChanged, seen, draft]);

  const change = (part: InstructionChange): void => {
    setRefusal(undefined);
    dispatch({ type: "change", change: part });
  };

  const submit = async (): Promise<void> => {
    dispatch({ type: "submit" });
    setRefusal(undefined);
    try {
      const saved = await send(
        api,
        draft,
        loaded && { id: loaded._id, updated: seen ?? loaded.Updated },
      );
      dispatch({ type: "submitted" });
      kept.drop();
      setSeen(saved.Updated);
      queries.setQueryData(queryKeys.instruction(saved._id), saved);
      void queries.invalidateQueries({ queryKey: queryKeys.instructionLists });
      onSaved(saved);
    } catch (error) {
      dispatch({ type: "submitFailed" });
      if (loaded !== undefined && error instanceof ApiError && error.code === "RECORD_CHANGED")
        setNewer(await queries.fetchQuery({ ...instructionQuery(api, loaded._id), staleTime: 0 }));
      else setRefusal(refusalOf(error));
    }
  };

  return {
    state,
    dispatch,
    change,
    submit,
    refusal,
    faults: faultsOf(draft),
    /** What stands on the server in place of what this form began with. */
    theirs,
    keepMine: () => {
      setSeen(theirs?.Updated ?? seen);
      setNewer(undefined);
    },
    takeTheirs: () => {
      if (theirs === undefined) return;
      kept.drop();
      dispatch({ type: "fetched", draft: draftOf(theirs) });
      setSeen(theirs.Updated);
      setNewer(undefined);
    },
    discard: () => kept.drop(),
    wasRestored: begun !== undefined,
  };
}

export type InstructionFormOf = ReturnType<typeof useInstructionForm>;

function firstState(
  loaded: Instruction | undefined,
  begun: SavedInstruction | undefined,
): InstructionFormState {
  const first =
    loaded === undefined
      ? EMPTY_FORM
      : instructionForm(EMPTY_FORM, { type: "fetched", draft: draftOf(loaded) });
  return begun === undefined
    ? first
    : instructionForm(first, { type: "restored", draft: begun.draft });
}
