import { z } from "zod";
import { useState } from "react";
import type { Parameter } from "./number-field.tsx";
import { type ParameterEntries, type StoredRecord, entriesOf } from "./parameter-entries.ts";
import { useSavedDraft } from "../../platform/persisted-work.ts";
import type { ParameterKind } from "../shared/parameter-queries.ts";

const text = z.string().max(1_000);
const keptSchema = z.object({
  updated: z.string().nullable(),
  entries: z.object({
    sensor: text.nullable(),
    aircraft: text.nullable(),
    survey: z.iso.datetime().nullable(),
    due: z.iso.datetime().nullable(),
    texts: z.record(z.string(), text),
  }),
});

/** Entries of a form that were not saved, and the state of the record that they complete. */
export interface SavedEntries<N extends Parameter> {
  /** Null of a new record. */
  readonly updated: string | null;
  readonly entries: ParameterEntries<N>;
}

/** Entries as they were kept: whatever else stands there are none. */
function readSaved<N extends Parameter>(
  names: readonly N[],
  value: unknown,
): SavedEntries<N> | undefined {
  const { data } = keptSchema.safeParse(value);
  if (data === undefined) return undefined;
  const { texts, ...others } = data.entries;
  const own = names.map((name) => [name, texts[name] ?? ""] as const);
  return {
    updated: data.updated,
    entries: { ...others, texts: Object.fromEntries(own) as Record<N, string> },
  };
}

/** What is kept of a form in this tab until it is saved or discarded. */
export interface EntriesDraft {
  /**
   * `restored`: the form began with what was typed before; `behind`: it did not, since the record
   * was changed after that.
   */
  readonly state: "none" | "restored" | "behind";
  /** Another one each time that the entries are replaced: their fields are drawn anew. */
  readonly version: number;
  /** Fills in what was left out. */
  readonly fillIn: () => void;
  /** Begins again with the record as it is. */
  readonly discard: () => void;
  /** Keeps nothing any more. */
  readonly drop: () => void;
  /** What is typed completes the record in this state from now on. */
  readonly goBy: (updated: string) => void;
}

type OpenedRecord<N extends Parameter> = StoredRecord &
  Readonly<Record<N, number | null>> & { readonly _id: string; readonly Updated: string };

/** Where the drafts of a form are kept. */
export const draftName = (
  kind: ParameterKind,
  record: { readonly _id: string } | undefined,
): string => `parameters:${kind}:${record?._id ?? "new"}`;

/** The entries of a form of parameters: those of a record, or what was typed over them before. */
export function useEntries<N extends Parameter>(
  kind: ParameterKind,
  names: readonly N[],
  record: OpenedRecord<N> | undefined,
) {
  const kept = useSavedDraft(draftName(kind, record));
  const [seen, setSeen] = useState(record?.Updated ?? null);
  const [before] = useState(() => readSaved(names, kept.read()));
  const [state, setState] = useState<EntriesDraft["state"]>(() =>
    before === undefined ? "none" : before.updated === seen ? "restored" : "behind",
  );
  const [version, setVersion] = useState(0);
  const [entries, setShown] = useState(() =>
    before !== undefined && before.updated === seen ? before.entries : entriesOf(names, record),
  );
  const setEntries = (next: ParameterEntries<N>, updated = seen): void => {
    setShown(next);
    kept.keep({ updated, entries: next });
  };
  const draft: EntriesDraft = {
    state,
    version,
    fillIn: () => {
      if (before === undefined) return;
      setEntries(before.entries);
      setState("restored");
      setVersion(version + 1);
    },
    discard: () => {
      kept.drop();
      setShown(entriesOf(names, record));
      setState("none");
      setVersion(version + 1);
    },
    drop: () => kept.drop(),
    goBy: (updated) => {
      setSeen(updated);
      setEntries(entries, updated);
    },
  };
  return { entries, setEntries: (next: ParameterEntries<N>) => setEntries(next), draft };
}
