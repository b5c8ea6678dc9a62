import type { ObjectStore, StoredObject } from "../../platform/object-store/object-store.ts";
import { objectsBelow } from "../../platform/object-store/objects-below.ts";

/** Objects of a bucket that lie in one folder of the third level, as the data of an upload does. */
export interface ObjectGroup {
  readonly bucket: string;
  /** Ends with `/`, or is empty. */
  readonly prefix: string;
  readonly objects: readonly StoredObject[];
  /** Whether these are all: a larger folder comes in several groups. */
  readonly isWhole: boolean;
}

/** More than the files of any upload: of so many objects a group is in memory. */
const MOST_OBJECTS = 250_000;

function prefixOf(key: string): string {
  let end = -1;
  for (let level = 0; level < 3; level++) {
    const next = key.indexOf("/", end + 1);
    if (next === -1) break;
    end = next;
  }
  return key.slice(0, end + 1);
}

/** A bucket's objects below a prefix in the order of their keys, folder by folder. */
export async function* groupsOf(
  store: ObjectStore,
  bucket: string,
  below: string,
): AsyncGenerator<ObjectGroup> {
  let prefix = "";
  let objects: StoredObject[] = [];
  let isWhole = true;
  for await (const object of objectsBelow(store, bucket, below)) {
    const next = prefixOf(object.key);
    const isFull = objects.length === MOST_OBJECTS;
    if (objects.length > 0 && (next !== prefix || isFull)) {
      if (next === prefix) isWhole = false;
      yield { bucket, prefix, objects, isWhole };
      if (next !== prefix) isWhole = true;
      objects = [];
    }
    prefix = next;
    objects.push(object);
  }
  if (objects.length > 0) yield { bucket, prefix, objects, isWhole };
}
