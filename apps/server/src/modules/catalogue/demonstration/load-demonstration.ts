import { sql } from "kysely";
import { restoreUpload } from "../../../domain/uploads/create-uploads.ts";
import { forEachConcurrently } from "../../../platform/concurrency/for-each.ts";
import type { Db, Trx } from "../../../platform/postgres/schema.ts";
import { lockCatalogue, writeCatalogue, type ImportCounts } from "../import-catalogue.ts";
import { demonstrationCatalogue } from "./demonstration-catalogue.ts";
import { demonstrationPasts, type Past } from "./pasts.ts";
import { type DataPlace, sampleLocations, writeSample } from "./sample-data.ts";

/** No account that can sign in. */
const OWNER = { subject: "demonstration", user_name: "Demi Demonstration" };
const WRITES_AT_ONCE = 8;

export interface LoadedDemonstration {
  readonly counts: ImportCounts;
  /** Flights whose data is ready and to be archived. */
  readonly toArchive: readonly string[];
}

async function restore(trx: Trx, past: Past, place: DataPlace): Promise<string> {
  return restoreUpload(trx, {
    ...OWNER,
    flight_id: past.flightId,
    type: past.type,
    sensor_name: past.sensorName,
    status: past.status,
    reason: past.reason,
    updated: new Date(past.updated),
    locations: past.stored ? sampleLocations(past, place.buckets) : [],
  });
}

async function restorePasts(trx: Trx, pasts: readonly Past[], place: DataPlace): Promise<void> {
  const samples: Parameters<typeof writeSample>[1][] = [];
  for (const past of pasts) {
    const uploadId = await restore(trx, past, place);
    if (past.stored) samples.push({ past, uploadId, user: OWNER.user_name });
  }
  const flights = [...new Set(pasts.map(({ flightId }) => flightId))];
  await sql`SELECT refresh_flight_facets(${flights}::text[])`.execute(trx);
  await forEachConcurrently(samples, WRITES_AT_ONCE, (sample) => writeSample(place, sample));
}

/** What other areas plant beside the flights, in the same transaction. */
type PlantBeside = (trx: Trx, place: DataPlace) => Promise<void>;

interface DemonstrationOptions {
  readonly plantBeside?: PlantBeside;
  /** The version that LMS calibrations have to be of. */
  readonly lmsVersion?: string;
}

/**
 * Loads the demonstration and its sample data where the database has no flights; undefined where it
 * has some. Of servers that start at once, one does. The data stands before the flights are seen.
 */
export async function loadDemonstration(
  db: Db,
  place: DataPlace,
  { plantBeside = async () => {}, lmsVersion }: DemonstrationOptions = {},
): Promise<LoadedDemonstration | undefined> {
  return db.transaction().execute(async (trx) => {
    await lockCatalogue(trx);
    const some = await trx.selectFrom("flights").select("flight_id").limit(1).executeTakeFirst();
    if (some !== undefined) return undefined;
    const catalogue = demonstrationCatalogue(lmsVersion);
    const counts = await writeCatalogue(trx, catalogue);
    const pasts = demonstrationPasts(catalogue);
    await restorePasts(trx, pasts, place);
    await plantBeside(trx, place);
    const archived = pasts.filter((past) => past.archived).map(({ flightId }) => flightId);
    return { counts, toArchive: [...new Set(archived)] };
  });
}
