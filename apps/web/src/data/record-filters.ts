import {
  type FilterTexts,
  type ListFilters,
  MAX_FILTER_NAME,
  parseSurveyRange,
} from "@swath/contract/filters";
import {
  daysOf,
  type FilterDraft,
  type FilterSet,
  rangeFault,
  valuesOf,
  type FilterField,
} from "../ui/filters/filter-draft.ts";

/** The filters that one field of identifiers stands for, in the order of its chips. */
const ID_FIELDS = ["SensorID", "ProjectID", "FlightID"] as const;
/** Fields that every list of flights, or of what belongs to them, has. */
type SharedField = (typeof ID_FIELDS)[number] | "Aircraft";
type Filters<Field extends string> = ListFilters<Field | SharedField>;
const PRIMARY_ID = "PrimaryID";
const DATE = "Date";

/** A field of which several of the values on offer are chosen. */
export interface RecordChoice<Field extends string> {
  readonly field: Field;
  readonly label: string;
  /** A value as people read it. */
  readonly labelOf?: (value: string) => string;
}

/**
 * The filter dialog of a list of flights, or of what belongs to them: one field for sensor, project
 * and flight identifiers, aircraft, survey dates (UTC), then the list's own choices (document 1,
 * section 5; document 3, section 2.2).
 */
export function recordFilterSet<Field extends string>(
  filters: Filters<Field>,
  choices: readonly RecordChoice<Field>[],
): FilterSet<FilterTexts<Field | SharedField>> {
  return {
    fields: [
      primaryIdField(filters),
      aircraftField(filters),
      { kind: "days", name: DATE, label: "Survey Date" },
      ...choices.map((choice) => choiceField(filters, choice)),
    ],
    draftOf: (texts) => draftOf(filters, texts),
    filtersOf: (draft) => filtersOf(filters, draft),
  };
}

/** The filter that an identifier belongs to, by its prefix. */
const idFieldOf = <Field extends string>(filters: Filters<Field>, id: string) =>
  ID_FIELDS.find((field) => filters.isValue(field, id));

/** Why the values of a field cannot be searched by at once. */
const overfull =
  <Field extends string>(filters: Filters<Field>, field: Field | SharedField) =>
  (values: readonly string[]): string | undefined =>
    values.length === 0 || filters.isText(field, filters.textOf(field, values))
      ? undefined
      : "Too much for one search: leave some out.";

function primaryIdField<Field extends string>(filters: Filters<Field>): FilterField {
  const ofField = (ids: readonly string[], field: string) =>
    ids.filter((id) => idFieldOf(filters, id) === field);
  return {
    kind: "ids",
    name: PRIMARY_ID,
    label: "Primary ID",
    hint: "Sensor ID, Project ID or Flight ID; Enter adds it.",
    invalid: "Invalid Sensor ID, Project ID or Flight ID.",
    // In the order of their filters, then as they were added.
    add: (ids, id) =>
      idFieldOf(filters, id) === undefined
        ? undefined
        : ID_FIELDS.flatMap((field) => ofField([...ids, id], field)),
    overfull: (ids) =>
      ID_FIELDS.map((field) => overfull(filters, field)(ofField(ids, field))).find(
        (fault) => fault !== undefined,
      ),
  };
}

function aircraftField<Field extends string>(filters: Filters<Field>): FilterField {
  return {
    kind: "names",
    name: "Aircraft",
    label: "Aircraft",
    hint: "Enter adds an aircraft.",
    fault: (name) =>
      filters.isValue("Aircraft", name)
        ? undefined
        : `An aircraft has at most ${MAX_FILTER_NAME} characters.`,
    overfull: overfull(filters, "Aircraft"),
  };
}

function choiceField<Field extends string>(
  filters: Filters<Field>,
  { field, label, labelOf }: RecordChoice<Field>,
): FilterField {
  const choice = {
    kind: "choice",
    name: field,
    label,
    overfull: overfull(filters, field),
  } as const;
  return labelOf === undefined ? choice : { ...choice, labelOf };
}

function draftOf<Field extends string>(
  filters: Filters<Field>,
  texts: FilterTexts<Field | SharedField>,
): FilterDraft {
  const listOf = (field: Field | SharedField): readonly string[] =>
    filters.valuesOf(field, texts[field] ?? "") ?? [];
  const lists = Object.fromEntries(filters.fields.map((field) => [field, listOf(field)]));
  const range = texts[DATE] === undefined ? undefined : parseSurveyRange(texts[DATE]);
  return {
    lists: { ...lists, [PRIMARY_ID]: ID_FIELDS.flatMap(listOf) },
    days: range === undefined ? {} : { [DATE]: range },
  };
}

function filtersOf<Field extends string>(
  filters: Filters<Field>,
  draft: FilterDraft,
): FilterTexts<Field | SharedField> {
  const ids = valuesOf(draft, PRIMARY_ID);
  const lists = filters.fields.flatMap((field) => {
    const values = ID_FIELDS.some((id) => id === field)
      ? ids.filter((id) => idFieldOf(filters, id) === field)
      : valuesOf(draft, field);
    return values.length === 0 ? [] : [[field, filters.textOf(field, values)] as const];
  });
  const { start, end } = daysOf(draft, DATE);
  const dated =
    start !== undefined && end !== undefined && rangeFault({ start, end }) === undefined;
  return {
    ...Object.fromEntries(lists),
    ...(dated ? { [DATE]: `${start}+${end}` } : {}),
  };
}
