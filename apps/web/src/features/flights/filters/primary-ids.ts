import { isFilterValue } from "@swath/contract/flights";
import { valuesOf, withValues } from "./filter-draft.ts";
import type { FilterDraft } from "./filter-draft.ts";

/** In the order of their chips. */
export const PRIMARY_FIELDS = ["SensorID", "ProjectID", "FlightID"] as const;

export const primaryIds = (draft: FilterDraft): string[] =>
  PRIMARY_FIELDS.flatMap((field) => valuesOf(draft, field));

/** Adds an identifier to the filter of its prefix; undefined where it is none. */
export function withPrimaryId(draft: FilterDraft, id: string): FilterDraft | undefined {
  const field = PRIMARY_FIELDS.find((each) => isFilterValue(each, id));
  return field && withValues(draft, field, [...valuesOf(draft, field), id]);
}

/** Keeps those of the chips that are left. */
export function withoutPrimaryIds(draft: FilterDraft, left: readonly string[]): FilterDraft {
  return PRIMARY_FIELDS.reduce((kept, field) => {
    const values = valuesOf(kept, field).filter((id) => left.includes(id));
    return withValues(kept, field, values);
  }, draft);
}
