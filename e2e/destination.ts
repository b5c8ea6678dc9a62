import { sensorNumber } from "@swath/contract/ids";
import { destinationPrefix, manifestName } from "@swath/contract/uploads";
import { openObjectStore } from "../apps/server/src/platform/open-store.ts";
import type { ObjectStore } from "../apps/server/src/platform/object-store/object-store.ts";
import { systemClock } from "../apps/server/src/platform/clock/clock.ts";
import type { ReadyUpload } from "./api.ts";
import { sha256 } from "./folder.ts";
import type { Swath } from "./swath.ts";

const BUCKETS = ["swath-lidar", "swath-imagery", "swath-terrain-mapper-lidar"];

async function* keys(store: ObjectStore, bucket: string, prefix: string): AsyncGenerator<string> {
  let token: string | undefined;
  do {
    const page = await store.list(bucket, { prefix, ...(token === undefined ? {} : { token }) });
    for (const { key } of page.objects) yield key;
    token = page.nextToken;
  } while (token !== undefined);
}

/** SHA-256 of every file of an upload in any destination bucket, by its path as the drive had it. */
export async function arrivedIn(
  store: ObjectStore,
  { flightId, uploadType, sensorName }: ReadyUpload,
): Promise<Map<string, string>> {
  const prefix = destinationPrefix({ flightId, uploadType });
  // Other sensors of the flight have folders of their own beside it.
  const folder = `${prefix}${flightId}_${sensorNumber(sensorName)}/`;
  const hashes = new Map<string, string>();
  for (const bucket of BUCKETS)
    for await (const key of keys(store, bucket, folder)) {
      const path = key.slice(prefix.length);
      if (!`/${path}`.endsWith(`/${manifestName(flightId)}`))
        hashes.set(path, await sha256(await store.read(bucket, key)));
    }
  return hashes;
}

/** The same for the file store of a started Swath. */
export async function arrived(swath: Swath, upload: ReadyUpload): Promise<Map<string, string>> {
  const store = await openObjectStore(
    { kind: "file", dataFolder: swath.data, publicUrl: swath.origin },
    systemClock,
  );
  return arrivedIn(store, upload);
}
