import { sql, type RawBuilder } from "kysely";
import {
  PROCESSING_FILTER_FIELDS,
  type ProcessingFilterField,
  type StatusFilterValue,
} from "@swath/contract/processing";

/** What a processing is filtered by, and the columns beside it (migration 0054). */
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

export const COMPARISONS = { $eq: "=", $gt: ">", $gte: ">=", $lt: "<", $lte: "<=" } as const;
export type Comparison = keyof typeof COMPARISONS;
/** Fields that are compared with numbers, or with dates. */
export const COMPARED = {
  DocumentMajorVersion: "document_major_version",
  Date: "survey_date",
} as const;
export type ComparedField = keyof typeof COMPARED;
/** Fields that are true or false. */
export const FLAGS = { Active: "active", deletedSuperseded: "deleted_superseded" } as const;
export type FlagField = keyof typeof FLAGS;

/** What a processing must fulfil; values are never part of a statement's text. */
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

export function statusMask(statuses: readonly string[], bits: StatusBits): string {
  return String(statuses.reduce((mask, each) => mask | (1n << BigInt(bits.get(each) ?? 62)), 0n));
}

type Kind<K extends Condition["kind"]> = Extract<Condition, { kind: K }>;
type Writer<K extends Condition["kind"]> = (of: Kind<K>, bits: StatusBits) => RawBuilder<boolean>;

type Joined = { readonly of: readonly Condition[] };
function joined(by: RawBuilder<unknown>, empty: RawBuilder<boolean>) {
  return ({ of }: Joined, bits: StatusBits): RawBuilder<boolean> =>
    of.length === 0
      ? empty
      : sql<boolean>`(${sql.join(
          of.map((each) => conditionSql(each, bits)),
          by,
        )})`;
}

const WRITERS: { readonly [K in Condition["kind"]]: Writer<K> } = {
  text: ({ field, anyOf }) => sql<boolean>`${sql.ref(COLUMNS[field])} = ANY (${anyOf}::text[])`,
  present: ({ field }) => sql<boolean>`${sql.ref(COLUMNS[field])} IS NOT NULL`,
  status: ({ anyOf }, bits) => sql<boolean>`(statuses & ${statusMask(anyOf, bits)}::bigint) <> 0`,
  surveyed: ({ start, end }) => sql<boolean>`(survey_date >= ${start} AND survey_date < ${end})`,
  compare: ({ field, comparison, value }) =>
    sql<boolean>`${sql.ref(COMPARED[field])} ${sql.raw(COMPARISONS[comparison])} ${value}`,
  flag: ({ field, value }) => sql<boolean>`${sql.ref(FLAGS[field])} = ${value}`,
  all: joined(sql` AND `, sql<boolean>`TRUE`),
  some: joined(sql` OR `, sql<boolean>`FALSE`),
  not: ({ of }, bits) => sql<boolean>`NOT coalesce(${conditionSql(of, bits)}, FALSE)`,
};

/** A condition on a row of `processings`, every value a parameter. */
export function conditionSql(condition: Condition, bits: StatusBits): RawBuilder<boolean> {
  const write = WRITERS[condition.kind] as (of: Condition, bits: StatusBits) => RawBuilder<boolean>;
  return write(condition, bits);
}

/** Whether the statuses alone decide a condition: kept counts and the index by date have all of it. */
export function decidedByStatuses(condition: Condition): boolean {
  if (condition.kind === "status") return true;
  if (condition.kind === "not") return decidedByStatuses(condition.of);
  if (condition.kind !== "all" && condition.kind !== "some") return false;
  return condition.of.every(decidedByStatuses);
}

/** What a count depends on: the filters' own columns, or whatever changes. */
export function changesWithSets(condition: Condition): boolean {
  if (condition.kind === "status" || condition.kind === "flag") return false;
  if (condition.kind === "not") return changesWithSets(condition.of);
  if (condition.kind !== "all" && condition.kind !== "some") return true;
  return condition.of.every(changesWithSets);
}
