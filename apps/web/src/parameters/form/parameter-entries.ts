import { limitOf } from "@swath/contract/calibrations";
import type { Parameter } from "./number-field.tsx";
import { enteredNumber } from "./entered-number.ts";

/** What every form of parameters holds while it is filled in. */
export interface ParameterEntries<N extends Parameter> {
  readonly sensor: string | null;
  readonly aircraft: string | null;
  /** ISO instants. */
  readonly survey: string | null;
  readonly due: string | null;
  readonly texts: Readonly<Record<N, string>>;
}

/** What of a record its form begins with, besides its numbers. */
export interface StoredRecord {
  readonly SensorName: string;
  readonly Aircraft: string;
  readonly SurveyDate: string;
  readonly ScheduledExpiryDate: string | null;
}

/** The entries of a form that is opened: those of a record, or none. */
export function entriesOf<N extends Parameter>(
  names: readonly N[],
  record: (StoredRecord & Readonly<Record<N, number | null>>) | undefined,
): ParameterEntries<N> {
  const texts = names.map((name) => [name, String(record?.[name] ?? "")] as const);
  return {
    sensor: record?.SensorName ?? null,
    aircraft: record?.Aircraft ?? null,
    survey: record?.SurveyDate ?? null,
    due: record?.ScheduledExpiryDate ?? null,
    texts: Object.fromEntries(texts) as Record<N, string>,
  };
}

/** The numbers of a form; undefined until every one is there. */
export function numbersOf<N extends Parameter>(
  names: readonly N[],
  { texts }: Pick<ParameterEntries<N>, "texts">,
): Record<N, number> | undefined {
  const values = names.map((name) => [name, enteredNumber(texts[name], limitOf(name))] as const);
  if (values.some(([, value]) => value === undefined)) return undefined;
  return Object.fromEntries(values) as Record<N, number>;
}
