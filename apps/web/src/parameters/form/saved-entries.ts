import { z } from "zod";
import type { Parameter } from "./number-field.tsx";
import type { ParameterEntries } from "./parameter-entries.ts";

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
export function readSaved<N extends Parameter>(
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
