import {
  filterText,
  filterValues,
  type FlightFilters,
  isFilterValue,
  LIST_FIELDS,
  type ListField,
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

const named =
  (kinds: Readonly<Record<string, { readonly name: string }>>) =>
  (value: string): string =>
    kinds[value]?.name ?? value;

const statusName = (status: string): string =>
  UPLOAD_STATUS[status as UploadStatus]?.label ?? status;

const FIELDS: readonly FilterField[] = [
  {
    kind: "ids",
    name: PRIMARY_ID,
    label: "Primary ID",
    hint: "Sensor ID, Project ID or Flight ID; Enter adds it.",
    invalid: "Invalid Sensor ID, Project ID or Flight ID.",
    add: addId,
  },
  { kind: "names", name: "Aircraft", label: "Aircraft", hint: "Enter adds an aircraft." },
  { kind: "days", name: DATE, label: "Survey Date" },
  { kind: "choice", name: "Sensor", label: "Sensor" },
  { kind: "choice", name: "ProjectManager", label: "Project Manager" },
  { kind: "choice", name: "FlightType", label: "Flight Type", labelOf: named(FLIGHT_KIND) },
  { kind: "choice", name: "AircraftType", label: "Aircraft Type", labelOf: named(AIRCRAFT_KIND) },
  { kind: "choice", name: "SensorType", label: "Sensor Type", labelOf: named(SENSOR_KIND) },
  { kind: "choice", name: "UploadStatus", label: "Upload Status", labelOf: statusName },
  { kind: "choice", name: "DataDispatchMethodLiDAR", label: "LiDAR Dispatch" },
  { kind: "choice", name: "DataDispatchMethodImagery", label: "Imagery Dispatch" },
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
