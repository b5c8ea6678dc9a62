import { sql, type RawBuilder } from "kysely";
import {
  PROCESSING_FILTER_FIELDS,
  type ProcessingFilterField,
  type StatusFilterValue,
} from "@swath/contract/processing";
import {
  anyBitSql,
  type Comparison,
  comparisonSql,
  everySingle,
  joinedSql,
  notSql,
} from "../../domain/search/condition-sql.ts";

/** The columns of the filter fields (`processing-lists.sql`). */
export const COLUMNS: Readonly<Record<ProcessingFilterField, string>> = {
  SensorID: "sensor_id",
  ProjectID: "project_id",
  FlightID: "flight_id",
  Aircraft: "aircraft",
  Sensor: "sensor",
  ProjectManager: "project_manager",
  ProcessingTemplate: "template",
};

export const isTextField = (field: string): field is ProcessingFilterField =>
  (PROCESSING_FILTER_FIELDS as readonly string[]).includes(field);

/** Fields that are compared with numbers, or with dates. */
export const COMPARED = {
  DocumentMajorVersion: "document_major_version",
  Date: "survey_date",
} as const;
export type ComparedField = keyof typeof COMPARED;
/** Fields that are true or false. */
export const FLAGS = { Active: "active", deletedSuperseded: "deleted_superseded" } as const;
export type FlagField = keyof typeof FLAGS;

/** A condition on a processing; values are never part of a statement's text. */
export type Condition =
  | {
      readonly kind: "text";
      readonly field: ProcessingFilterField;
      readonly anyOf: readonly string[];
    }
  | { readonly kind: "present"; readonly field: ProcessingFilterField }
  /** Any of its jobs has any of the statuses. */
  | { readonly kind: "status"; readonly anyOf: readonly StatusFilterValue[] }
  /** Surveyed from `start` on and before `end`. */
  | { readonly kind: "surveyed"; readonly start: Date; readonly end: Date }
  | {
      readonly kind: "compare";
      readonly field: ComparedField;
      readonly comparison: Comparison;
      readonly value: number | Date;
    }
  | { readonly kind: "flag"; readonly field: FlagField; readonly value: boolean }
  | { readonly kind: "all" | "some"; readonly of: readonly Condition[] }
  | { readonly kind: "not"; readonly of: Condition };

/** The bit of each status that processings are filtered by. */
export type StatusBits = ReadonlyMap<string, number>;

function statusMask(statuses: readonly string[], bits: StatusBits): bigint {
  return statuses.reduce((mask, each) => mask | (1n << BigInt(bits.get(each) ?? 62)), 0n);
}

type Kind<K extends Condition["kind"]> = Extract<Condition, { kind: K }>;
type Writer<K extends Condition["kind"]> = (of: Kind<K>, bits: StatusBits) => RawBuilder<boolean>;

const all = (of: readonly Condition[], bits: StatusBits): RawBuilder<boolean>[] =>
  of.map((each) => conditionSql(each, bits));

const WRITERS: { readonly [K in Condition["kind"]]: Writer<K> } = {
  text: ({ field, anyOf }) => sql<boolean>`${sql.ref(COLUMNS[field])} = ANY (${anyOf}::text[])`,
  present: ({ field }) => sql<boolean>`${sql.ref(COLUMNS[field])} IS NOT NULL`,
  status: ({ anyOf }, bits) => anyBitSql("statuses", statusMask(anyOf, bits)),
  surveyed: ({ start, end }) => sql<boolean>`(survey_date >= ${start} AND survey_date < ${end})`,
  compare: ({ field, comparison, value }) =>
    comparisonSql(sql.ref(COMPARED[field]), comparison, value),
  flag: ({ field, value }) => sql<boolean>`${sql.ref(FLAGS[field])} = ${value}`,
  all: ({ of }, bits) => joinedSql("all", all(of, bits)),
  some: ({ of }, bits) => joinedSql("some", all(of, bits)),
  not: ({ of }, bits) =>
    // As an index of the column reads it.
    of.kind === "present"
      ? sql<boolean>`${sql.ref(COLUMNS[of.field])} IS NULL`
      : notSql(conditionSql(of, bits)),
};

/** A condition on a row of `processings`, every value a parameter. */
export function conditionSql(condition: Condition, bits: StatusBits): RawBuilder<boolean> {
  const write = WRITERS[condition.kind] as (of: Condition, bits: StatusBits) => RawBuilder<boolean>;
  return write(condition, bits);
}

/** Whether the statuses alone decide a condition: kept counts and the index by date have all of it. */
export const decidedByStatuses = (condition: Condition): boolean =>
  everySingle(condition, ({ kind }) => kind === "status");

/** Whether a count changes with the filters' own columns alone. */
export const changesWithSets = (condition: Condition): boolean =>
  everySingle(condition, ({ kind }) => kind !== "status" && kind !== "flag");
