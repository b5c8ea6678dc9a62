import { isDeepStrictEqual } from "node:util";
import { sql, type RawBuilder } from "kysely";
import type { StateTable } from "@swath/contract/state-table";
import type { Trx } from "../platform/postgres/schema.ts";

/** What every record with a status has. */
interface StatefulRow<Status> {
  readonly id: string;
  readonly status: Status;
  /** When its status was last written. */
  readonly updated: Date;
}

/** What brings a change about: an event of the table, or a status requested by actors. */
export type StatusCause<Status extends string, Event extends string, Actor extends string> =
  | { readonly event: Event }
  | { readonly to: Status; readonly actors: ReadonlySet<Actor> };

/** Columns that a change sets beside the status: values, or expressions over the row as it was. */
type Columns<Row> = { readonly [K in keyof Row]?: Row[K] | RawBuilder<Row[K]> };

/**
 * `refused`: the table has no such row. `changed`: the record is no longer as it was read. Nothing
 * was written then.
 */
export type StatusResult<Row> =
  | { readonly ok: true; readonly row: Row }
  | { readonly ok: false; readonly reason: "refused" | "changed" };

/** A record as it was, the status that it entered, and what else is known of the change. */
interface Written<Row, Status, Facts> {
  readonly row: Row;
  readonly to: Status;
  readonly facts: Facts;
}

interface WriterOptions<
  Row extends StatefulRow<Status>,
  Status extends string,
  Event extends string,
  Actor extends string,
  Facts,
> {
  /** Name of a table with the columns `id`, `status` and `updated`. */
  readonly table: string;
  readonly states: StateTable<Status, Event, Actor>;
  /** Further columns that follow from the status entered. */
  readonly columns: (to: Status, facts: Facts) => Columns<Row>;
  /** Records changes, in their transaction: audit log, status history. */
  readonly record: (trx: Trx, changes: readonly Written<Row, Status, Facts>[]) => Promise<void>;
}

/** Records that one statement writes: they enter one status and set the same columns. */
interface Batch<Row, Status, Facts> {
  readonly to: Status;
  readonly columns: Columns<Row>;
  readonly changes: Written<Row, Status, Facts>[];
}

const isPlain = (value: unknown): boolean =>
  Array.isArray(value) ||
  (typeof value === "object" &&
    value !== null &&
    Object.getPrototypeOf(value) === Object.prototype);

/** Expressions are equal where they are the same one, values where they say the same. */
const isSame = (a: unknown, b: unknown): boolean =>
  Object.is(a, b) || (isPlain(a) && isPlain(b) && isDeepStrictEqual(a, b));

function areEqual(one: object, other: object): boolean {
  const entries = Object.entries(one);
  const values = other as Record<string, unknown>;
  return (
    entries.length === Object.keys(other).length &&
    entries.every(([name, value]) => isSame(values[name], value))
  );
}

/**
 * The one writer of the status of a kind of record; the returned function, within a transaction and
 * for any number of records at once,
 *
 * domain/W1 follows the table of states: what it does not hold is refused;
 * domain/W2 compares and sets: a record whose status was written since it was read stays as it is;
 * domain/W3 records the change in the same transaction, so that there is none without an entry.
 *
 * Listeners are notified by the table's own trigger, when the change is committed.
 */
export function statusWriter<
  Row extends StatefulRow<Status>,
  Status extends string,
  Event extends string,
  Actor extends string,
  Facts,
>({ table, states, columns, record }: WriterOptions<Row, Status, Event, Actor, Facts>) {
  type Change = Written<Row, Status, Facts>;
  const target = (from: Status, cause: StatusCause<Status, Event, Actor>): Status | undefined => {
    if ("event" in cause) return states.nextStatus(from, cause.event);
    return states.canMove(from, cause.to, cause.actors) ? cause.to : undefined;
  };
  const batched = (changes: readonly Change[]): Batch<Row, Status, Facts>[] => {
    const batches: Batch<Row, Status, Facts>[] = [];
    for (const change of changes) {
      const set = columns(change.to, change.facts);
      const batch = batches.find((each) => each.to === change.to && areEqual(each.columns, set));
      if (batch === undefined) batches.push({ to: change.to, columns: set, changes: [change] });
      else batch.changes.push(change);
    }
    return batches;
  };
  const write = async (trx: Trx, batch: Batch<Row, Status, Facts>): Promise<readonly Row[]> => {
    const set = { ...batch.columns, status: batch.to, updated: sql`now()` };
    const assignments = Object.entries(set).map(
      ([name, value]) => sql`${sql.ref(name)} = ${value}`,
    );
    const rows = batch.changes.map(({ row }) => row);
    // The driver's dates hold milliseconds.
    const { rows: written } = await sql<Row>`UPDATE ${sql.table(table)} AS t
      SET ${sql.join(assignments)}
      FROM unnest(${rows.map(({ id }) => id)}::text[], ${rows.map(({ status }) => status)}::text[],
        ${rows.map(({ updated }) => updated.toISOString())}::timestamptz[])
        AS seen (seen_id, seen_status, seen_updated)
      WHERE t.id = seen_id AND t.status = seen_status
        AND date_trunc('milliseconds', t.updated) = seen_updated
      RETURNING t.*`.execute(trx);
    return written;
  };
  return async (
    trx: Trx,
    changes: readonly { readonly row: Row; readonly facts: Facts }[],
    cause: StatusCause<Status, Event, Actor>,
  ): Promise<StatusResult<Row>[]> => {
    const allowed = changes.flatMap(({ row, facts }): Change[] => {
      const to = target(row.status, cause);
      return to === undefined ? [] : [{ row, to, facts }];
    });
    const after = new Map<string, Row>();
    for (const batch of batched(allowed))
      for (const row of await write(trx, batch)) after.set(row.id, row);
    const written = allowed.filter(({ row }) => after.has(row.id));
    if (written.length > 0) await record(trx, written);
    const tried = new Set(allowed.map(({ row }) => row.id));
    return changes.map(({ row: { id } }) => {
      const row = after.get(id);
      if (row !== undefined) return { ok: true, row };
      return { ok: false, reason: tried.has(id) ? "changed" : "refused" };
    });
  };
}
