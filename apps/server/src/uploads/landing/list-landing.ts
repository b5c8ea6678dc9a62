import type { ObjectStore, StoredObject } from "../../platform/object-store/object-store.ts";
import { objectsBelow } from "../../platform/object-store/objects-below.ts";

/** What the store holds below a prefix, by the name below it. */
export async function listLanding(
  store: ObjectStore,
  bucket: string,
  prefix: string,
): Promise<Map<string, StoredObject>> {
  const found = new Map<string, StoredObject>();
  for await (const object of objectsBelow(store, bucket, prefix))
    found.set(object.key.slice(prefix.length), object);
  return found;
}
