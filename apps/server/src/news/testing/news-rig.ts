import { sql } from "kysely";
import type { JobEvent } from "@swath/contract/processing";
import { endpoints } from "@swath/contract/endpoints";
import type { Identity } from "@swath/contract/identity";
import { moveJobStatus } from "../../domain/processing/move-job-status.ts";
import type { AuditActor } from "../../platform/audit/record-event.ts";
import { recordServe } from "../../platform/http/testing/recorded-serve.ts";
import { createTestDatabase } from "../../platform/postgres/testing.ts";
import { gatherNews } from "../gather-news.ts";
import { serveNews } from "../news.routes.ts";

type Area = "ip" | "iptm";

/** Flights with processings, and the calls of news, over a database of their own. */
export async function newsRig(options: Omit<Parameters<typeof serveNews>[1], "db"> = {}) {
  const database = await createTestDatabase();
  const { db } = database;
  const { serve, ask } = recordServe();
  serveNews(serve, { db, ...options });
  await sql`INSERT INTO aircraft VALUES ('VH-AAA', 'FixedWing')`.execute(db);
  let flights = 0;

  /** Seeds a flight with a processing of an area, whose GPS job waits and takes QA or not. */
  async function seedFlight(area: Area = "ip", requireQA = false): Promise<string> {
    const number = String((flights += 1)).padStart(6, "0");
    const flightId = `FL${number}`;
    const processing = number.padStart(24, "0");
    await sql`INSERT INTO flights (flight_id, dates, latest_date, date_span, wheels_up, wheels_down,
        aircraft, departure_timezone, document_major_version, types)
      VALUES (${flightId}, ARRAY[now()], now(), tstzrange(now(), now(), '[]'), now(), now(), 'VH-AAA',
        'UTC', 4.2, ARRAY['Successful Capture'])`.execute(db);
    await sql`INSERT INTO processings (id, guid, area, flight_id, sensor_id, document_major_version)
      VALUES (${processing}, ${processing}, ${area}, ${flightId}, ${`SL${number}`}, 4.2)`.execute(
      db,
    );
    await sql`INSERT INTO processing_jobs
        (id, processing_id, area, name, label, position, status, require_qa)
      VALUES (${processing}, ${processing}, 'gps', 'GPS', 'GPS & EO', 0, 'NOT_COMMENCED',
        ${requireQA})`.execute(db);
    return flightId;
  }

  /** Moves the GPS job of a flight along its table. */
  async function move(flightId: string, events: JobEvent[], actor: AuditActor = "swath") {
    for (const event of events)
      await db.transaction().execute(async (trx) => {
        const job = await trx
          .selectFrom("processing_jobs")
          .selectAll()
          .where("id", "=", flightId.slice(2).padStart(24, "0"))
          .executeTakeFirstOrThrow();
        const moved = await moveJobStatus(trx, job, event, { actor, flightId });
        if (!moved.ok) throw new Error(`${event} from ${job.status}: ${moved.reason}`);
      });
  }

  return {
    db,
    url: database.url,
    ask,
    seedFlight,
    move,
    gather: () => gatherNews(db),
    follow: (flightId: string, identity: Identity) =>
      ask(endpoints.followFlight, { identity, params: { flightId } }),
    unfollow: (flightId: string, identity: Identity) =>
      ask(endpoints.unfollowFlight, { identity, params: { flightId } }),
    newsOf: async (identity: Identity) => (await ask(endpoints.listNews, { identity })).reply,
    drop: () => database.drop(),
  };
}
