import type { OpenClouds } from "@swath/contract/clouds";
import { AppError } from "@swath/contract/errors";
import { nameOf } from "@swath/contract/explorer";
import type { Identity } from "@swath/contract/identity";
import { checkReadable } from "../domain/cold/cold-facts.ts";
import { type CallOrigin, recordEvent } from "../platform/audit/record-event.ts";
import type { StoredObject } from "../platform/object-store/object-store.ts";
import { preparedCopies } from "./prepared/prepared.routes.ts";
import { checkUndamaged } from "./check-undamaged.ts";
import type { ExplorerDeps } from "./explorer-deps.ts";
import { checkPlace } from "./visible-buckets.ts";

/** Long enough to look around; a page asks again for what it still shows. */
const CLOUD_SECONDS = 900;

interface Call {
  readonly body: {
    readonly bucket: string;
    readonly keys: readonly string[];
    readonly prepared?: boolean;
  };
  readonly identity: Identity;
  readonly from: CallOrigin;
}

async function headOf({ store }: ExplorerDeps, bucket: string, key: string): Promise<StoredObject> {
  const object = await store.head(bucket, key);
  if (object !== undefined) return object;
  throw new AppError("OBJECT_NOT_FOUND", "the store holds no such object", { bucket, key });
}

const folderOf = (key: string): string => key.slice(0, key.lastIndexOf("/") + 1);

/** The folder that holds all of some keys. */
function commonFolder([first = "", ...others]: readonly string[]): string {
  let folder = folderOf(first);
  while (!others.every((key) => key.startsWith(folder))) folder = folderOf(folder.slice(0, -1));
  return folder;
}

/**
 * Addresses from which clouds, or their prepared copies, are read by ranges until they expire; recorded as one event. Whoever may not
 * download one of them in the explorer opens none: INSUFFICIENT_PRIVILEGES, OBJECT_NOT_FOUND, OBJECT_COLD,
 * OBJECT_DAMAGED.
 */
export async function openClouds(
  deps: ExplorerDeps,
  { body: { bucket, keys, prepared = false }, identity, from }: Call,
): Promise<OpenClouds> {
  const { db, store, clock } = deps;
  for (const key of keys) await checkPlace(deps, identity.roles, bucket, key);
  const objects = await Promise.all(keys.map((key) => headOf(deps, bucket, key)));
  // A copy stands where it can be read, wherever the file has gone.
  if (!prepared) await checkReadable(db, bucket, objects);
  await checkUndamaged(db, bucket, ...keys);
  const places = prepared
    ? await preparedCopies(deps, bucket, objects)
    : objects.map(({ key, size }) => ({ bucket, key, size }));
  const expires = new Date(clock().getTime() + CLOUD_SECONDS * 1_000).toISOString();
  const files = await Promise.all(
    places.map(async ({ size, ...place }, at) => {
      const key = keys[at]!;
      const ticket = {
        bucket: place.bucket,
        key: place.key,
        fileName: nameOf(key),
        expiresInSeconds: CLOUD_SECONDS,
      };
      return { key, size, url: await store.presignGet(ticket) };
    }),
  );
  const actor = { subject: identity.subject, name: identity.name };
  const detail = { bucket, folder: commonFolder(keys), files: keys.length };
  await recordEvent(db, { action: "clouds.opened", actor, detail, from });
  return { files, expires };
}
