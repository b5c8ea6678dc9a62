import { type RawBuilder, sql } from "kysely";
import {
  type Condition,
  conditionSql,
  decidedByKinds,
  type FacetBits,
} from "../filters/flight-condition.ts";
import { type PageWindow, pageOf, upToPage } from "./page-window.ts";

const DAY_MS = 86_400_000;

/** Flights surveyed at any date from `start` on and before `end`, whose kinds fulfil `kinds`. */
export interface SurveyRange {
  readonly start: Date;
  readonly end: Date;
  readonly kinds: Condition;
}

const conjuncts = (condition: Condition): readonly Condition[] =>
  condition.kind === "all" ? condition.of.flatMap(conjuncts) : [condition];

/** A condition that is one range of dates and else decided by the kinds; undefined for others. */
export function surveyRange(condition: Condition, bits: FacetBits): SurveyRange | undefined {
  const of = conjuncts(condition);
  const [range, ...more] = of.filter((each) => each.kind === "surveyed");
  const kinds: Condition = { kind: "all", of: of.filter((each) => each.kind !== "surveyed") };
  if (range === undefined || more.length > 0 || !decidedByKinds(kinds, bits)) return undefined;
  return { start: range.start, end: range.end, kinds };
}

/** Flights whose latest date lies in the range: the index by date has all of it. */
function latestWithin({ start, end, kinds }: SurveyRange, bits: FacetBits): RawBuilder<boolean> {
  return sql<boolean>`latest_date >= ${start} AND latest_date < ${end}
    AND ${conditionSql(kinds, bits)}`;
}

/**
 * Flights that went on after the range and have a date in it. They span its end: the last instant
 * before it (PostgreSQL counts microseconds) and the end itself, which few do.
 */
function wentOn({ start, end, kinds }: SurveyRange, bits: FacetBits): RawBuilder<boolean> {
  return sql<boolean>`date_span @> tstzrange(
      ${end}::timestamptz - interval '1 microsecond', ${end}::timestamptz, '[]')
    AND EXISTS (SELECT FROM unnest(dates) AS d (day) WHERE day >= ${start} AND day < ${end})
    AND ${conditionSql(kinds, bits)}`;
}

/** A page in the order of dates. */
export function surveyRangePage(
  range: SurveyRange,
  window: PageWindow,
  bits: FacetBits,
): RawBuilder<unknown> {
  return sql`SELECT flight_id FROM (
      SELECT flight_id, latest_date FROM flights WHERE ${wentOn(range, bits)}
      UNION ALL
      (SELECT flight_id, latest_date FROM flights WHERE ${latestWithin(range, bits)}
        ${upToPage(window)})) AS found ${pageOf(window)}`;
}

const isDay = (moment: Date): boolean => moment.getTime() % DAY_MS === 0;
const dayOf = (moment: Date): string => moment.toISOString().slice(0, 10);

/**
 * Counts the flights of a range: where it is of whole days and of all kinds, by the counts of days.
 * A flight is counted on the last of its days in the range.
 */
export function surveyRangeCount(range: SurveyRange, bits: FacetBits): RawBuilder<unknown> {
  const { start, end, kinds } = range;
  if (kinds.kind !== "all" || kinds.of.length > 0 || !isDay(start) || !isDay(end))
    return sql`SELECT (SELECT count(*) FROM flights WHERE ${wentOn(range, bits)})
      + (SELECT count(*) FROM flights WHERE ${latestWithin(range, bits)}) AS count`;
  return sql`SELECT coalesce(sum(n), 0)::bigint AS count FROM (
      SELECT day, next_day, n FROM flight_day_counts
      UNION ALL SELECT day, next_day, n FROM flight_day_changes) AS counted
    WHERE day >= ${dayOf(start)}::date AND day < ${dayOf(end)}::date
      AND next_day >= ${dayOf(end)}::date`;
}
