import { IMAGERY_PARAMETERS, LIDAR_PARAMETERS, limitOf } from "@swath/contract/calibrations";
import { useState } from "react";
import { z } from "zod";
import { useSavedDraft } from "../../platform/persisted-work.ts";
import type { Parameter } from "../../data/parameter-labels.ts";
import type { ParameterKind } from "../shared/parameter-queries.ts";

const textSchema = z.string().max(1_000);
const entriesSchema = z.object({
  sensor: textSchema.nullable(),
  aircraft: textSchema.nullable(),
  survey: z.iso.datetime().nullable(),
  due: z.iso.datetime().nullable(),
  /** By the names of the numbers. */
  texts: z.record(z.string(), textSchema),
});
/** Unsaved entries, and the state of the record that they complete; null for a new record. */
const keptSchema = z.object({ updated: z.string().nullable(), entries: entriesSchema });

/** The content of a form of parameters. */
export type ParameterEntries = Readonly<z.infer<typeof entriesSchema>>;

/** The values of a record with which its form begins. */
interface StoredRecord extends Readonly<Partial<Record<Parameter, number | null>>> {
  readonly _id: string;
  readonly Updated: string;
  readonly SensorName: string;
  readonly Aircraft: string;
  readonly SurveyDate: string;
  readonly ScheduledExpiryDate: string | null;
}

/** The entries of a form that is opened: those of a record, or none. */
export const entriesOf = (
  names: readonly Parameter[],
  record: StoredRecord | undefined,
): ParameterEntries => ({
  sensor: record?.SensorName ?? null,
  aircraft: record?.Aircraft ?? null,
  survey: record?.SurveyDate ?? null,
  due: record?.ScheduledExpiryDate ?? null,
  texts: Object.fromEntries(names.map((name) => [name, String(record?.[name] ?? "")])),
});

/** The numbers of a form; undefined until every one is valid. */
export function numbersOf<N extends Parameter>(
  names: readonly N[],
  { texts }: Pick<ParameterEntries, "texts">,
): Record<N, number> | undefined {
  const values = names.map((name) => enteredNumber(texts[name] ?? "", limitOf(name)));
  if (values.includes(undefined)) return undefined;
  return Object.fromEntries(names.map((name, at) => [name, values[at]])) as Record<N, number>;
}

const DECIMAL = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d{1,3})?$/i;

/** The number that a text stands for, if any. A minus sign may be a typographic one. */
function numberIn(text: string): number | undefined {
  const plain = text.trim().replace("−", "-");
  return DECIMAL.test(plain) ? Number(plain) : undefined;
}

/** The number that a text stands for, if any, up to a limit either way. */
export function enteredNumber(text: string, limit: number): number | undefined {
  const value = numberIn(text);
  return value !== undefined && Math.abs(value) <= limit ? value : undefined;
}

/** Why a text is not a number of a record; undefined for a number, and for an empty text. */
export function numberFault(text: string, limit: number, unit: string): string | undefined {
  if (text.trim() === "" || enteredNumber(text, limit) !== undefined) return undefined;
  if (numberIn(text) === undefined) return "Enter a number, such as -1.356.";
  return `Enter a number from -${limit} to ${limit} ${unit}.`;
}

/** The unsaved entries of a form, which this tab keeps. */
export interface EntriesDraft {
  /**
   * `restored`: the form began with what was typed before; `behind`: it did not, since the record
   * was changed after that.
   */
  readonly state: "none" | "restored" | "behind";
  /** Changes when the entries are replaced, so that their fields are drawn again. */
  readonly version: number;
  /** Fills in the entries that were left out. */
  readonly fillIn: () => void;
  /** Begins again with the record as it is. */
  readonly discard: () => void;
  /** Forgets the draft. */
  readonly drop: () => void;
  /** From now on the entries complete the record in this state. */
  readonly goBy: (updated: string) => void;
}

/** What a form of a new record begins with. */
export interface Beginning {
  /** Tells its drafts from those of other forms. */
  readonly name: string;
  readonly entries: ParameterEntries;
}

/** The place of a form's drafts. */
export const draftName = (
  kind: ParameterKind,
  record: { readonly _id: string } | undefined,
  begin?: Pick<Beginning, "name">,
): string => `parameters:${kind}:${record?._id ?? begin?.name ?? "new"}`;

const NUMBERS = { lidar: LIDAR_PARAMETERS, imagery: IMAGERY_PARAMETERS } as const;

/** The entries of a form of parameters: those of a record, or what was typed over them before. */
export function useEntries(
  kind: ParameterKind,
  record: StoredRecord | undefined,
  begin?: Beginning,
) {
  const kept = useSavedDraft(draftName(kind, record, begin));
  const [seen, setSeen] = useState(record?.Updated ?? null);
  const [before] = useState(() => keptSchema.safeParse(kept.read()).data);
  const isCurrent = before?.updated === seen;
  const [state, setState] = useState<EntriesDraft["state"]>(
    before === undefined ? "none" : isCurrent ? "restored" : "behind",
  );
  const [version, setVersion] = useState(0);
  const stored = (): ParameterEntries => begin?.entries ?? entriesOf(NUMBERS[kind], record);
  const [entries, setShown] = useState(() =>
    before !== undefined && isCurrent ? before.entries : stored(),
  );
  const setEntries = (next: ParameterEntries, updated = seen): void => {
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
      setShown(stored());
      setState("none");
      setVersion(version + 1);
    },
    drop: () => kept.drop(),
    goBy: (updated) => {
      setSeen(updated);
      setEntries(entries, updated);
    },
  };
  return { entries, setEntries: (next: ParameterEntries) => setEntries(next), draft };
}
