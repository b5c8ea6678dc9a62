import type { Manifest } from "@swath/contract/uploads";
import { validateFolder } from "@swath/survey";
import type { Db } from "../../../platform/postgres/schema.ts";
import type { Upload } from "../../../domain/uploads/upload-record.ts";
import { RebuildFault } from "./rebuild-fault.ts";

const FILES_NAMED = 3;

/** Whether the sensor captures LiDAR and imagery at once on this flight. */
async function isSimultaneous(db: Db, upload: Upload): Promise<boolean> {
  const log = await db
    .selectFrom("flight_sensors")
    .select("position")
    .where("flight_id", "=", upload.flight_id)
    .where("type", "=", "LiDARandImagery")
    .where((eb) =>
      eb.or([
        eb("sensor", "=", upload.sensor_name),
        eb("secondary_sensor", "=", upload.sensor_name),
      ]),
    )
    .limit(1)
    .executeTakeFirst();
  return log !== undefined;
}

const some = (files: readonly string[]): string =>
  files.slice(0, FILES_NAMED).join(", ") + (files.length > FILES_NAMED ? "..." : "");

/** Validates the folder again by its manifest: a browser is never trusted. */
export async function validateRebuiltFolder(
  db: Db,
  upload: Upload,
  manifest: Manifest,
): Promise<void> {
  const result = validateFolder({
    flightId: upload.flight_id,
    sensorName: upload.sensor_name,
    uploadType: upload.type,
    files: manifest.files.map(({ fullPath, originalSize }) => ({
      path: fullPath,
      size: originalSize,
    })),
    simultaneous: await isSimultaneous(db, upload),
    isUpdate: upload.is_update,
  });
  const reasons = result.findings
    .filter(({ level }) => level === "blocked")
    .map(({ message, files }) => (files.length === 0 ? message : `${message}: ${some(files)}`));
  const accepted = new Map(result.accepted.map(({ path, destination }) => [path, destination]));
  const strays = manifest.files.filter(
    ({ fullPath, destination }) => accepted.get(fullPath) !== destination,
  );
  if (strays.length > 0)
    reasons.push(`Not accepted here: ${some(strays.map(({ fullPath }) => fullPath))}`);
  if (reasons.length > 0) throw new RebuildFault(reasons.join("\n"));
}
