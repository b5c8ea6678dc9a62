import { dirname } from "node:path";
import { json } from "node:stream/consumers";
import { sensorNumber } from "@swath/contract/ids";
import { destinationPrefix, manifestName, sealedManifestSchema } from "@swath/contract/uploads";
import { companions } from "@swath/survey";
import { systemClock } from "../../../apps/server/src/platform/clock/clock.ts";
import { openObjectStore } from "../../../apps/server/src/platform/open-store.ts";
import type { ObjectStore } from "../../../apps/server/src/platform/object-store/object-store.ts";
import { objectsBelow } from "../../../apps/server/src/platform/object-store/objects-below.ts";
import type { ReadyUpload } from "../../../e2e/api.ts";
import { arrivedIn } from "../../../e2e/destination.ts";
import { folderHashes } from "../../../e2e/folder.ts";

const BUCKETS = ["swath-lidar", "swath-imagery", "swath-terrain-mapper-lidar"];

interface Place {
  readonly data: string;
  readonly origin: string;
}

const storeOf = ({ data, origin }: Place): Promise<ObjectStore> =>
  openObjectStore({ kind: "file", dataFolder: data, publicUrl: origin }, systemClock);

/** Bytes that the sealed manifest of data that is ready says were sent; throws where there is none. */
export async function neededBytes(place: Place, upload: ReadyUpload): Promise<number> {
  const { flightId, uploadType, sensorName } = upload;
  const store = await storeOf(place);
  const prefix = `${destinationPrefix({ flightId, uploadType })}${flightId}_${sensorNumber(sensorName)}/`;
  for (const bucket of BUCKETS)
    for await (const { key } of objectsBelow(store, bucket, prefix))
      if (key.endsWith(`/${manifestName(flightId)}`))
        return storedBytes(await json(await store.read(bucket, key)));
  throw new Error(`no sealed manifest of ${uploadType} of ${flightId}`);
}

function storedBytes(sealed: unknown): number {
  const { files } = sealedManifestSchema.parse(sealed);
  const parts = files.flatMap((file) => file.storedBytes ?? []);
  return parts.reduce((sum, bytes) => sum + bytes, 0);
}

/** How what is stored differs from the flight's files of the folder, links within it among them. */
export async function difference(
  place: Place,
  upload: ReadyUpload,
  { folder, linked }: { readonly folder: string; readonly linked: ReadonlyMap<string, string> },
): Promise<string | undefined> {
  const store = await storeOf(place);
  const [stored, all] = await Promise.all([arrivedIn(store, upload), folderHashes(folder)]);
  const isCompanion = companions();
  const source = new Map([...all].filter(([path]) => !isCompanion(path)));
  const pathOf = (file: string): string => file.slice(dirname(folder).length + 1);
  for (const [link, file] of linked) {
    // A kind that its naming standard refuses stays on the drive.
    const path = pathOf(link);
    if (stored.has(path)) source.set(path, source.get(pathOf(file))!);
  }
  const differing = [...source].filter(([path, hash]) => stored.get(path) !== hash);
  const more = [...stored.keys()].filter((path) => !source.has(path));
  if (differing.length === 0 && more.length === 0) return undefined;
  return `differs: ${differing.map(([path]) => path).join(", ")}; not in the source: ${more.join(", ")}`;
}
