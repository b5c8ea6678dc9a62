import { placesOf, sealedFolders } from "../../domain/uploads/sealed-folders.ts";
import type { ObjectStore } from "../../platform/object-store/object-store.ts";
import type { Db } from "../../platform/postgres/schema.ts";

interface Deps {
  readonly db: Db;
  readonly store: ObjectStore;
}

/** Names of the files that the ready uploads of some sensors of a flight brought. */
export interface RecordedFiles {
  /** Those that fit a pattern, sorted, each once. */
  readonly matching: (pattern: RegExp) => string[];
}

/** Reads what the ready uploads of some sensors of a flight brought. */
export async function recordedFiles(
  deps: Deps,
  flightId: string,
  sensors: readonly string[],
): Promise<RecordedFiles> {
  const uploads = await deps.db
    .selectFrom("uploads")
    .select(["id", "locations"])
    .where("flight_id", "=", flightId)
    .where("status", "=", "DATA_READY")
    .where("sensor_name", "in", sensors.length === 0 ? [""] : sensors)
    .execute();
  const ids = new Set(uploads.map(({ id }) => id));
  const names = new Set<string>();
  for (const place of placesOf(uploads.flatMap(({ locations }) => locations)))
    for await (const { manifest } of sealedFolders(deps.store, place, flightId))
      // Uploads of one type stand side by side, those of other sensors too.
      if (ids.has(manifest.uploadId))
        for (const { fileName } of manifest.files) names.add(fileName);
  return { matching: (pattern) => [...names].filter((name) => pattern.test(name)).toSorted() };
}
