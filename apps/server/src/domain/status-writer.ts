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

/**
 * The one writer of the status of a kind of record; the returned function, within a transaction,
 *
 * status/W1 follows the table of states: what it does not hold is refused;
 * status/W2 compares and sets: a record whose status was written since it was read stays as it is;
 * status/W3 records the change in the same transaction, so that there is none without an entry.
 *
 * Listeners are notified by the table's own trigger, when the change is committed.
 */
export function statusWriter<
  Row extends StatefulRow<Status>,
  Status extends string,
  Event extends string,
  Actor extends string,
  Facts,
>(options: {
  /** Name of a table with the columns `id`, `status` and `updated`. */
  readonly table: string;
  readonly states: StateTable<Status, Event, Actor>;
  /** Further columns that follow from the status entered. */
  readonly columns: (to: Status, facts: Facts) => Columns<Row>;
  /** Records the change, in its transaction: audit log, status history. */
  readonly record: (
    trx: Trx,
    change: { readonly row: Row; readonly to: Status; readonly facts: Facts },
  ) => Promise<void>;
}) {
  const { table, states, columns, record } = options;
  const target = (from: Status, cause: StatusCause<Status, Event, Actor>): Status | undefined => {
    if ("event" in cause) return states.nextStatus(from, cause.event);
    return states.canMove(from, cause.to, cause.actors) ? cause.to : undefined;
  };
  return async (
    trx: Trx,
    row: Row,
    cause: StatusCause<Status, Event, Actor>,
    facts: Facts,
  ): Promise<StatusResult<Row>> => {
    const to = target(row.status, cause);
    if (to === undefined) return { ok: false, reason: "refused" };
    const set = { ...columns(to, facts), status: to, updated: sql`now()` };
    const assignments = Object.entries(set).map(
      ([name, value]) => sql`${sql.ref(name)} = ${value}`,
    );
    // The driver's dates hold milliseconds.
    const written = await sql<Row>`UPDATE ${sql.table(table)} SET ${sql.join(assignments)}
      WHERE id = ${row.id} AND status = ${row.status}
        AND date_trunc('milliseconds', updated) = ${row.updated}
      RETURNING *`.execute(trx);
    const [after] = written.rows;
    if (after === undefined) return { ok: false, reason: "changed" };
    await record(trx, { row, to, facts });
    return { ok: true, row: after };
  };
}
