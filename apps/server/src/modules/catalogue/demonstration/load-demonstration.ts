import { type BucketRole, destinationBuckets, destinationPrefix } from "@swath/contract/uploads";
import { restoreUpload } from "../../../domain/uploads/create-uploads.ts";
import type { Db } from "../../../platform/postgres/schema.ts";
import { lockCatalogue, writeCatalogue, type ImportCounts } from "../import-catalogue.ts";
import { demonstrationCatalogue } from "./demonstration-catalogue.ts";
import { demonstrationPasts, type Past } from "./pasts.ts";

/** No account that can sign in. */
const OWNER = { subject: "demonstration", user_name: "Demi Demonstration" };

function locations(past: Past, buckets: Readonly<Record<BucketRole, string>>): string[] {
  if (!past.stored) return [];
  const destination = past.type.includes("Imagery") ? "IMAGERY" : "LiDAR";
  const prefix = destinationPrefix({ flightId: past.flightId, uploadType: past.type });
  return destinationBuckets(past.type, destination).map(
    (role) => `s3://${buckets[role]}/${prefix}`,
  );
}

/** Loads the demonstration into a database without flights; undefined where there are some. Of servers that start at once, one does. */
export async function loadDemonstration(
  db: Db,
  buckets: Readonly<Record<BucketRole, string>>,
): Promise<ImportCounts | undefined> {
  return db.transaction().execute(async (trx) => {
    await lockCatalogue(trx);
    const some = await trx.selectFrom("flights").select("flight_id").limit(1).executeTakeFirst();
    if (some !== undefined) return undefined;
    const catalogue = demonstrationCatalogue(buckets.archive);
    const counts = await writeCatalogue(trx, catalogue);
    for (const past of demonstrationPasts(catalogue))
      await restoreUpload(trx, {
        ...OWNER,
        flight_id: past.flightId,
        type: past.type,
        sensor_name: past.sensorName,
        status: past.status,
        reason: past.reason,
        updated: new Date(past.updated),
        locations: locations(past, buckets),
      });
    return counts;
  });
}
