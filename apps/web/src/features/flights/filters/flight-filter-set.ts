import {
  filterText,
  filterValues,
  type FlightFilters,
  isFilterText,
  isFilterValue,
  LIST_FIELDS,
  type ListField,
  MAX_FILTER_NAME,
  parseSurveyRange,
} from "@swath/contract/flights";
import { UPLOAD_STATUS, type UploadStatus } from "@swath/contract/uploads";
import {
  daysOf,
  type FilterDraft,
  type FilterSet,
  rangeFault,
  valuesOf,
} from "../../../ui/filters/filter-draft.ts";
import type { FilterField } from "../../../ui/filters/filter-field.ts";
import { AIRCRAFT_KIND, FLIGHT_KIND, SENSOR_KIND } from "../kind-icons.tsx";

/** The filters that one field of identifiers stands for, in the order of its chips. */
const ID_FIELDS = ["SensorID", "ProjectID", "FlightID"] as const;
const PRIMARY_ID = "PrimaryID";
const DATE = "Date";

const idField = (id: string) => ID_FIELDS.find((field) => isFilterValue(field, id));

/** Identifiers in the order of their filters, then as they were added. */
function addId(ids: readonly string[], id: string): readonly string[] | undefined {
  if (idField(id) === undefined) return undefined;
  const all = [...ids, id];
  return ID_FIELDS.flatMap((field) => all.filter((each) => idField(each) === field));
}

/** Why the values of a field cannot be searched by at once. */
const overfull =
  (field: ListField) =>
  (values: readonly string[]): string | undefined =>
    values.length === 0 || isFilterText(field, filterText(field, values))
      ? undefined
      : "Too much for one search: leave some out.";

const named =
  (kinds: Readonly<Record<string, { readonly name: string }>>) =>
  (value: string): string =>
    kinds[value]?.name ?? value;

const statusName = (status: string): string =>
  UPLOAD_STATUS[status as UploadStatus]?.label ?? status;

const choice = (
  name: ListField,
  label: string,
  labelOf?: (value: string) => string,
): FilterField => ({
  kind: "choice",
  name,
  label,
  overfull: overfull(name),
  ...(labelOf === undefined ? {} : { labelOf }),
});

const FIELDS: readonly FilterField[] = [
  {
    kind: "ids",
    name: PRIMARY_ID,
    label: "Primary ID",
    hint: "Sensor ID, Project ID or Flight ID; Enter adds it.",
    invalid: "Invalid Sensor ID, Project ID or Flight ID.",
    add: addId,
    overfull: (ids) =>
      ID_FIELDS.map((field) => overfull(field)(ids.filter((id) => idField(id) === field))).find(
        (fault) => fault !== undefined,
      ),
  },
  {
    kind: "names",
    name: "Aircraft",
    label: "Aircraft",
    hint: "Enter adds an aircraft.",
    fault: (name) =>
      isFilterValue("Aircraft", name)
        ? undefined
        : `An aircraft has at most ${MAX_FILTER_NAME} characters.`,
    overfull: overfull("Aircraft"),
  },
  { kind: "days", name: DATE, label: "Survey Date" },
  choice("Sensor", "Sensor"),
  choice("ProjectManager", "Project Manager"),
  choice("FlightType", "Flight Type", named(FLIGHT_KIND)),
  choice("AircraftType", "Aircraft Type", named(AIRCRAFT_KIND)),
  choice("SensorType", "Sensor Type", named(SENSOR_KIND)),
  choice("UploadStatus", "Upload Status", statusName),
  choice("DataDispatchMethodLiDAR", "LiDAR Dispatch"),
  choice("DataDispatchMethodImagery", "Imagery Dispatch"),
];

function draftOf(filters: FlightFilters): FilterDraft {
  const listOf = (field: ListField): readonly string[] =>
    filterValues(field, filters[field] ?? "") ?? [];
  const lists = Object.fromEntries(LIST_FIELDS.map((field) => [field, listOf(field)]));
  const range = filters.Date === undefined ? undefined : parseSurveyRange(filters.Date);
  return {
    lists: { ...lists, [PRIMARY_ID]: ID_FIELDS.flatMap(listOf) },
    days: range === undefined ? {} : { [DATE]: range },
  };
}

function filtersOf(draft: FilterDraft): FlightFilters {
  const ids = valuesOf(draft, PRIMARY_ID);
  const lists = LIST_FIELDS.flatMap((field) => {
    const values = ID_FIELDS.some((id) => id === field)
      ? ids.filter((id) => idField(id) === field)
      : valuesOf(draft, field);
    return values.length === 0 ? [] : [[field, filterText(field, values)] as const];
  });
  const { start, end } = daysOf(draft, DATE);
  const dated =
    start !== undefined && end !== undefined && rangeFault({ start, end }) === undefined;
  return { ...Object.fromEntries(lists), ...(dated ? { Date: `${start}+${end}` } : {}) };
}

/** What flights are filtered by. */
export const FLIGHT_FILTERS: FilterSet<FlightFilters> = { fields: FIELDS, draftOf, filtersOf };
