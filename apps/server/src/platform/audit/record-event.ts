import type { AuditAction, AuditFacts } from "@swath/contract/history";
import { sql } from "kysely";
import type { Db } from "../postgres/schema.ts";

/** Where a call came from. */
export interface CallOrigin {
  /** The caller's address, as the trusted proxies report it. */
  readonly address: string;
  readonly requestId: string;
}

/** Who did it: a person, the program itself, or somebody who was not signed in. */
export type AuditActor = { readonly subject: string; readonly name: string } | "swath" | "nobody";

interface Entry<A extends AuditAction> {
  readonly action: A;
  readonly actor: AuditActor;
  readonly flightId?: string;
  readonly uploadId?: string;
  readonly detail: AuditFacts<A>;
  readonly from?: CallOrigin;
}
/** One entry of the audit log; the action decides which facts its detail holds. */
export type AuditEvent = { [A in AuditAction]: Entry<A> }[AuditAction];

function rowOf({ action, actor, flightId, uploadId, detail, from }: AuditEvent) {
  const person = typeof actor === "string" ? undefined : actor;
  return {
    action,
    actor: typeof actor === "string" ? actor : ("person" as const),
    subject: person?.subject ?? null,
    name: person?.name ?? null,
    flight_id: flightId ?? null,
    upload_id: uploadId ?? null,
    detail: JSON.stringify(detail),
    address: from?.address.slice(0, 256) ?? null,
    request_id: from?.requestId ?? null,
  };
}

/**
 * Adds events to the audit log. Given the transaction of a change, they are kept exactly when the
 * change is. The database sets the time.
 */
export async function recordEvents(db: Db, events: readonly AuditEvent[]): Promise<void> {
  if (events.length > 0) await db.insertInto("audit.events").values(events.map(rowOf)).execute();
}

/** The same for one. */
export const recordEvent = (db: Db, event: AuditEvent): Promise<void> => recordEvents(db, [event]);

/** The database refuses to remove anything younger. */
export const LEAST_AUDIT_DAYS = 400;

/** Removes the audit log's events that are older than a number of days (at least {@link LEAST_AUDIT_DAYS}). */
export async function sweepAudit(db: Db, days: number): Promise<void> {
  await sql`SELECT audit.remove_older_than(${days})`.execute(db);
}
