import { endpoints } from "@swath/contract/endpoints";
import { AppError } from "@swath/contract/errors";
import { actionsOf, type AuditKind, type HistoryEntry } from "@swath/contract/history";
import type { Serve } from "../platform/http/serve.ts";
import type { Db } from "../platform/postgres/schema.ts";

interface HistoryQuery {
  /** From 1. */
  readonly page: number;
  readonly pageSize: number;
  readonly kind: AuditKind | undefined;
}

function eventsOf(db: Db, flightId: string, kind: AuditKind | undefined) {
  const events = db.selectFrom("audit.events as e").where("e.flight_id", "=", flightId);
  return kind === undefined ? events : events.where("e.action", "in", actionsOf(kind));
}

async function checkFlight(db: Db, flightId: string): Promise<void> {
  const flight = db.selectFrom("flights").select("flight_id").where("flight_id", "=", flightId);
  if ((await flight.executeTakeFirst()) === undefined)
    throw new AppError("FLIGHT_NOT_FOUND", `there is no flight ${flightId}`);
}

function readRows(db: Db, flightId: string, { page, pageSize, kind }: HistoryQuery) {
  return eventsOf(db, flightId, kind)
    .leftJoin("uploads as u", "u.id", "e.upload_id")
    .select(["e.id", "e.at", "e.action", "e.actor", "e.name", "e.detail", "e.address"])
    .select(["e.request_id", "u.id as upload_id", "u.type", "u.sensor_name"])
    .orderBy("e.id", "desc")
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute();
}

function entryOf(row: Awaited<ReturnType<typeof readRows>>[number]): HistoryEntry {
  const { id, at, action, actor, name, detail, address, request_id: requestId } = row;
  const upload =
    row.upload_id === null || row.type === null || row.sensor_name === null
      ? null
      : { _id: row.upload_id, Type: row.type, SensorName: row.sensor_name };
  return { id, at: at.toISOString(), action, actor, name, upload, detail, address, requestId };
}

/** A page of what the audit log holds of a flight, latest first; throws FLIGHT_NOT_FOUND. */
async function flightHistory(
  db: Db,
  flightId: string,
  query: HistoryQuery,
): Promise<{ entries: HistoryEntry[]; total: number }> {
  await checkFlight(db, flightId);
  const [rows, { total }] = await Promise.all([
    readRows(db, flightId, query),
    eventsOf(db, flightId, query.kind)
      .select((build) => build.fn.countAll<number>().as("total"))
      .executeTakeFirstOrThrow(),
  ]);
  return { entries: rows.map(entryOf), total };
}

/** Serves the histories of flights. */
export function serveHistory(serve: Serve, { db }: { readonly db: Db }): void {
  serve(endpoints.readHistory, async (call) => {
    const { page, pageSize, kind } = call.query;
    const { flightId } = call.params;
    const { entries, total } = await flightHistory(db, flightId, { page, pageSize, kind });
    call.setHeader("x-total-count", String(total));
    return entries;
  });
}
