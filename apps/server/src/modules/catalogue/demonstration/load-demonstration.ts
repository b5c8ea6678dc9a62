import { sql, type Kysely, type Transaction } from "kysely";
import { destinationPrefix } from "@swath/contract/paths";
import type { UploadStatus } from "@swath/contract/upload-status";
import { destinationBuckets, type BucketRole } from "@swath/contract/upload-types";
import type { Database } from "../../../platform/postgres/schema.ts";
import { writeCatalogue, type ImportCounts } from "../import-catalogue.ts";
import { uploadsOfFlight } from "../sensor-families.ts";
import { demonstrationCatalogue } from "./demonstration-catalogue.ts";

/** The newest flights stay ready for upload; of the older ones, some uploads have a past. */
const UNTOUCHED = 28;
const PASTS: readonly { status: UploadStatus; reason: string | null }[] = [
  { status: "DATA_READY", reason: null },
  { status: "UPLOAD_CANCELLED", reason: null },
  { status: "UPLOAD_PAUSED", reason: null },
  { status: "UPLOAD_STALLED", reason: "The browser was not heard of for 60 seconds" },
  { status: "UPLOAD_FAILED", reason: null },
  { status: "VALIDATING_UPLOAD_FAILED", reason: "Demonstration: the files differ from the source" },
  { status: "VALIDATING_SOURCE_FAILED", reason: null },
  { status: "DATA_READY", reason: null },
];
/** Nobody who can sign in. */
const OWNER = { subject: "demonstration", name: "Demi Demonstration" };

/** The uploads of the demonstration's flights that are no longer ready for upload. */
export function demonstrationPasts() {
  const { flights } = demonstrationCatalogue();
  return flights.slice(UNTOUCHED).flatMap((flight, index) =>
    uploadsOfFlight(flight)
      .slice(0, 1)
      .filter(({ status }) => status === "READY_FOR_UPLOAD")
      .map(({ type, sensorName }) => {
        const updated = flight.WheelsDown ?? flight.Date[0]!;
        const { status, reason } = PASTS[index % PASTS.length]!;
        return { flightId: flight.FlightID, type, sensorName, updated, status, reason };
      }),
  );
}

function locations(
  past: { status: UploadStatus; flightId: string; type: Parameters<typeof destinationBuckets>[0] },
  buckets: Readonly<Record<BucketRole, string>>,
): string[] {
  if (past.status !== "DATA_READY") return [];
  const destination = past.type.includes("Imagery") ? "IMAGERY" : "LiDAR";
  const prefix = destinationPrefix({ flightId: past.flightId, uploadType: past.type });
  return destinationBuckets(past.type, destination).map(
    (role) => `s3://${buckets[role]}/${prefix}`,
  );
}

/** Loads the demonstration into a database without flights; undefined where there are some. */
export async function loadDemonstration(
  db: Kysely<Database>,
  buckets: Readonly<Record<BucketRole, string>>,
): Promise<ImportCounts | undefined> {
  return db.transaction().execute(async (trx) => {
    const some = await trx.selectFrom("flights").select("flight_id").limit(1).executeTakeFirst();
    if (some !== undefined) return undefined;
    const counts = await writeCatalogue(trx, demonstrationCatalogue());
    for (const past of demonstrationPasts()) await writePast(trx, past, locations(past, buckets));
    return counts;
  });
}

async function writePast(
  trx: Transaction<Database>,
  past: ReturnType<typeof demonstrationPasts>[number],
  where: string[],
): Promise<void> {
  await trx
    .updateTable("uploads")
    .set({
      status: past.status,
      reason: past.reason,
      updated: sql<Date>`${past.updated}::timestamptz`,
      subject: OWNER.subject,
      user_name: OWNER.name,
      locations: where,
    })
    .where("flight_id", "=", past.flightId)
    .where("type", "=", past.type)
    .where("sensor_name", "=", past.sensorName)
    .execute();
}
