import type { Catalogue } from "@swath/contract/flights";
import { sensorNumber } from "@swath/contract/ids";
import {
  destinationBuckets,
  destinationPrefix,
  manifestName,
  type SealedManifest,
  UPLOAD_STATUS,
  UPLOAD_STATUSES,
} from "@swath/contract/uploads";
import { sql } from "kysely";
import type { ArchiveDeps } from "../archive/archive-place.ts";
import { restoreUpload } from "../domain/uploads/create-uploads.ts";
import { forEachConcurrently } from "../platform/concurrency/for-each.ts";
import type { Db, Trx } from "../platform/postgres/schema.ts";
import { samplePlan } from "./sample-lines.ts";
import { PERSON, type UploadHistory } from "./upload-history.ts";
import { type SampleFile, sampleText, writeFiles, writeJson } from "./write-samples.ts";

const ACTIVE = UPLOAD_STATUSES.filter((status) => UPLOAD_STATUS[status].active);
const WRITES_AT_ONCE = 8;
const ROWS = 60;

/**
 * Renews the leases of the demonstration's uploads that are under way: nobody sends them, and no page
 * has ever held one. An upload that a person sends is another subject's, and stalls as always.
 */
export async function keepUnderWay(db: Db): Promise<void> {
  await db
    .updateTable("uploads")
    .set({ lease_renewed: sql<Date>`now()` })
    .where("subject", "=", PERSON.subject)
    .where("fingerprint", "is", null)
    .where("status", "in", ACTIVE)
    .execute();
}

/** A made-up trajectory, the same for the same upload. */
function trajectoryOf({ flightId, type, sensorName, updated }: UploadHistory): SampleFile {
  const rows = Array.from({ length: ROWS }, (_, row) => {
    const time = new Date(Date.parse(updated) - (ROWS - row) * 1_000).toISOString();
    return `${time},${(-31.9 + row / 2_000).toFixed(6)},${(115.8 + row / 900).toFixed(6)},1200.0`;
  });
  return sampleText(`nobody flew this.
flight ${flightId}, ${type} of ${sensorName}
time (UTC),latitude,longitude,height (m)
${rows.join("\n")}`);
}

/** The plans of a LiDAR upload: one of each project that its sensor flew for. */
function plansOf(
  { flights }: Catalogue,
  { flightId, type, sensorName }: UploadHistory,
): SampleFile[] {
  if (type !== "LiDAR") return [];
  const logs = flights.find(({ FlightID }) => FlightID === flightId)?.Sensors ?? [];
  const named = logs.map(({ ProjectID }) => ProjectID).filter((id) => id !== null);
  const projects = [...new Set(named)].toSorted();
  return projects.flatMap((project, at) => {
    if (!logs.some((log) => log.Sensor === sensorName && log.ProjectID === project)) return [];
    const aoi_no = projects.length > 1 ? at + 1 : null;
    const bytes = samplePlan({ flight_id: flightId, project_id: project, aoi_no });
    return [{ path: `${project}_flight_plan.kmz`, bytes }];
  });
}

const destinationOf = ({ type }: UploadHistory): "IMAGERY" | "LiDAR" =>
  type.includes("Imagery") ? "IMAGERY" : "LiDAR";
const prefixOf = ({ flightId, type }: UploadHistory): string =>
  destinationPrefix({ flightId, uploadType: type });

/** Writes the data of an upload as a rebuild leaves it: labelled samples and the sealed manifest. */
async function writeData(
  { store, buckets }: Pick<ArchiveDeps, "store" | "buckets">,
  past: UploadHistory,
  uploadId: string,
  files: readonly SampleFile[],
): Promise<void> {
  const { flightId, type, sensorName, updated } = past;
  const baseFolder = `${flightId}_${sensorNumber(sensorName)}`;
  const folder = `${prefixOf(past)}${baseFolder}/`;
  const destination = destinationOf(past);
  for (const role of destinationBuckets(type, destination)) {
    const target = { store, bucket: buckets[role], folder };
    const written = await writeFiles(target, files);
    const manifest: SealedManifest = {
      flightId,
      uploadId,
      uploadType: type,
      sensorName,
      isUpdate: false,
      baseFolder,
      user: past.of.name,
      sealed: updated,
      files: written.map(({ path, size, xxh128 }) => ({
        fileName: path,
        fullPath: `${baseFolder}/${path}`,
        originalSize: size,
        parts: 1,
        zipped: false,
        destination,
        xxh128: [xxh128],
      })),
    };
    await writeJson(target, folder + manifestName(flightId), manifest);
  }
}

/** Gives uploads their pasts, and those that are ready their data. */
export async function seedUploads(
  trx: Trx,
  place: Pick<ArchiveDeps, "store" | "buckets">,
  catalogue: Catalogue,
  pasts: readonly UploadHistory[],
): Promise<void> {
  const ids = new Map<UploadHistory, string>();
  for (const past of pasts) {
    const roles = past.stored ? destinationBuckets(past.type, destinationOf(past)) : [];
    const id = await restoreUpload(trx, {
      subject: past.of.subject,
      user_name: past.of.name,
      office: null,
      flight_id: past.flightId,
      type: past.type,
      sensor_name: past.sensorName,
      status: past.status,
      reason: past.reason,
      updated: new Date(past.updated),
      locations: roles.map((role) => `s3://${place.buckets[role]}/${prefixOf(past)}`),
    });
    if (past.stored) ids.set(past, id);
  }
  const flights = [...new Set(pasts.map(({ flightId }) => flightId))];
  await sql`SELECT refresh_flight_facets(${flights}::text[])`.execute(trx);
  await forEachConcurrently(ids, WRITES_AT_ONCE, ([past, id]) =>
    writeData(place, past, id, [trajectoryOf(past), ...plansOf(catalogue, past)]),
  );
  await keepUnderWay(trx);
}
