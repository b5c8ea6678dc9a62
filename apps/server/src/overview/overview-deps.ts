import { sql } from "kysely";
import type { Clock } from "../platform/clock/clock.ts";
import type { Db } from "../platform/postgres/schema.ts";

export interface OverviewDeps {
  readonly db: Db;
  readonly clock: Clock;
  /** Milliseconds of a clock that only runs forward. */
  readonly now: () => number;
}

/** The dashboards that a caller sees. */
export type Area = "ip" | "iptm";

/** A list of our own constants as it stands in an index: the planner compares it with no parameter. */
export const literals = (values: readonly string[]) =>
  sql.raw(values.map((v) => `'${v}'`).join(", "));

const DAY_MS = 86_400_000;
/** An instant so many days before another. */
export const daysBefore = (at: Date, days: number): Date => new Date(at.getTime() - days * DAY_MS);
