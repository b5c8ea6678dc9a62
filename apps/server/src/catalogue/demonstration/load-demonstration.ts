import type { Catalogue } from "@swath/contract/flights";
import { sql } from "kysely";
import { restoreUpload } from "../../domain/uploads/create-uploads.ts";
import { forEachConcurrently } from "../../platform/concurrency/for-each.ts";
import type { Db, Trx } from "../../platform/postgres/schema.ts";
import { lockCatalogue, writeCatalogue, type ImportCounts } from "../import-catalogue.ts";
import { demonstrationCatalogue } from "./demonstration-catalogue.ts";
import { keepUnderWay, OWNER } from "./keep-under-way.ts";
import { demonstrationHistory, type UploadHistory } from "./upload-history.ts";
import {
  type BroughtFile,
  type DataPlace,
  type Sample,
  sampleLocations,
  writeSample,
} from "./sample-data.ts";

const WRITES_AT_ONCE = 8;

export interface LoadedDemonstration {
  readonly counts: ImportCounts;
  /** Flights whose data is ready and to be archived. */
  readonly toArchive: readonly string[];
}

async function restore(trx: Trx, past: UploadHistory, place: DataPlace): Promise<string> {
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

async function restoreHistory(
  trx: Trx,
  pasts: readonly UploadHistory[],
  place: DataPlace,
  broughtBy: BroughtBy,
): Promise<void> {
  const samples: Sample[] = [];
  for (const past of pasts) {
    const uploadId = await restore(trx, past, place);
    if (past.stored)
      samples.push({ past, uploadId, user: OWNER.user_name, brought: broughtBy(past) });
  }
  const flights = [...new Set(pasts.map(({ flightId }) => flightId))];
  await sql`SELECT refresh_flight_facets(${flights}::text[])`.execute(trx);
  await forEachConcurrently(samples, WRITES_AT_ONCE, (sample) => writeSample(place, sample));
}

/** What an upload brought, as other areas make it. */
type BroughtBy = (past: UploadHistory) => readonly BroughtFile[];

/** What other areas seed beside the flights, in the same transaction. */
type SeedBeside = (trx: Trx, place: DataPlace) => Promise<void>;

/** The plans of a LiDAR upload: of each project that its sensor flew for. */
function plansBy(
  { flights }: Catalogue,
  planOf: DemonstrationOptions["planOf"],
): (past: UploadHistory) => readonly BroughtFile[] {
  const known = new Map(flights.map((flight) => [flight.FlightID, flight.Sensors]));
  return ({ flightId, type, sensorName }) => {
    if (planOf === undefined || type !== "LiDAR") return [];
    const logs = known.get(flightId) ?? [];
    const named = logs.flatMap(({ ProjectID }) => (ProjectID === null ? [] : [ProjectID]));
    const projects = [...new Set(named)].toSorted();
    const own = new Set(
      logs.filter(({ Sensor }) => Sensor === sensorName).map(({ ProjectID }) => ProjectID),
    );
    return projects.flatMap((project, at) => {
      if (!own.has(project)) return [];
      const aoi = projects.length > 1 ? at + 1 : null;
      const bytes = planOf({ flight_id: flightId, project_id: project, aoi_no: aoi });
      return [{ name: `${project}_flight_plan.kmz`, bytes }];
    });
  };
}

interface DemonstrationOptions {
  readonly seedBeside?: SeedBeside;
  /** A flight plan of a flight's project; a number where the flight is split. */
  readonly planOf?: (of: {
    readonly flight_id: string;
    readonly project_id: string;
    readonly aoi_no: number | null;
  }) => Uint8Array;
  /** The version that LMS calibrations have to be of. */
  readonly lmsVersion?: string;
}

/**
 * Loads the demonstration and its sample data where the database has no flights; undefined where it
 * has some: of these, the demonstration's uploads that are under way are kept so. Of servers that
 * start at once, one loads. The data stands before the flights are seen.
 */
export async function loadDemonstration(
  db: Db,
  place: DataPlace,
  { seedBeside = async () => {}, planOf, lmsVersion }: DemonstrationOptions = {},
): Promise<LoadedDemonstration | undefined> {
  return db.transaction().execute(async (trx) => {
    await lockCatalogue(trx);
    const some = await trx.selectFrom("flights").select("flight_id").limit(1).executeTakeFirst();
    if (some !== undefined) {
      // No server kept them since the last one ended.
      await keepUnderWay(trx);
      return undefined;
    }
    const catalogue = demonstrationCatalogue(lmsVersion);
    const counts = await writeCatalogue(trx, catalogue);
    const pasts = demonstrationHistory(catalogue);
    await restoreHistory(trx, pasts, place, plansBy(catalogue, planOf));
    await keepUnderWay(trx);
    await seedBeside(trx, place);
    const archived = pasts.filter((past) => past.archived).map(({ flightId }) => flightId);
    return { counts, toArchive: [...new Set(archived)] };
  });
}
