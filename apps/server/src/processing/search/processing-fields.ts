import {
  PROCESSING_FILTER_FIELDS,
  type ProcessingFilterField,
  STATUS_FILTER_VALUES,
} from "@swath/contract/processing";
import { sql } from "kysely";
import { invalidFilter } from "../../domain/search/filter-values.ts";
import {
  anyBitSql,
  columnField,
  type Condition,
  type ListFields,
} from "../../domain/search/read-filters.ts";

/** The columns of the filter fields (`processing-lists.sql`). */
const COLUMNS: Readonly<Record<ProcessingFilterField, string>> = {
  SensorID: "sensor_id",
  ProjectID: "project_id",
  FlightID: "flight_id",
  Aircraft: "aircraft",
  Sensor: "sensor",
  ProjectManager: "project_manager",
  ProcessingTemplate: "template",
};
const STATUSES: ReadonlySet<string> = new Set(STATUS_FILTER_VALUES);

/** Any of its jobs has any of the statuses. */
function anyStatus(values: readonly string[], inField: string): Condition {
  const unknown = values.find((value) => !STATUSES.has(value));
  if (unknown !== undefined) throw invalidFilter(inField, `knows no status ${unknown}`);
  return anyBitSql("statuses", ["job_status_bits", "status"], values);
}

const sensor = columnField(COLUMNS.Sensor);

export const PROCESSING_FIELDS: ListFields = {
  texts: {
    ...Object.fromEntries(
      PROCESSING_FILTER_FIELDS.map((field) => [field, columnField(COLUMNS[field])]),
    ),
    Sensor: { ...sensor, anyOfPair: (values) => sensor.anyOf(values, "Sensor") },
    Status: { anyOf: anyStatus },
  },
  compared: {
    DocumentMajorVersion: { column: "document_major_version", takes: "number" },
    Date: { column: "survey_date", takes: "date" },
  },
  flags: { Active: "active", deletedSuperseded: "deleted_superseded" },
  surveyed: (start, end) => sql<boolean>`(survey_date >= ${start} AND survey_date < ${end})`,
};
