import type { ObjectStore, StoredObject } from "../../../platform/object-store/object-store.ts";

/** What the store holds below a prefix, by the name below it. */
export async function listLanding(
  store: ObjectStore,
  bucket: string,
  prefix: string,
): Promise<Map<string, StoredObject>> {
  const found = new Map<string, StoredObject>();
  let token: string | undefined;
  do {
    const page = await store.list(bucket, {
      prefix,
      ...(token === undefined ? {} : { token }),
    });
    for (const object of page.objects) found.set(object.key.slice(prefix.length), object);
    token = page.nextToken;
  } while (token !== undefined);
  return found;
}
