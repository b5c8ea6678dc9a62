import type { ObjectStore, StoredObject } from "./object-store.ts";

type Place = readonly [store: ObjectStore, bucket: string, prefix: string];

async function* pages([store, bucket, prefix]: Place, delimited: boolean) {
  let token: string | undefined;
  do {
    const page = await store.list(bucket, {
      prefix,
      ...(delimited ? { delimiter: "/" as const } : {}),
      ...(token === undefined ? {} : { token }),
    });
    yield page;
    token = page.nextToken;
  } while (token !== undefined);
}

/** Every object below a prefix, in the order of their keys, a page at a time. */
export async function* objectsBelow(...place: Place): AsyncGenerator<StoredObject> {
  for await (const { objects } of pages(place, false)) yield* objects;
}

/** The names of the folders below a prefix, without `/`. */
export async function* foldersBelow(...place: Place): AsyncGenerator<string> {
  const [, , prefix] = place;
  for await (const { folders } of pages(place, true))
    for (const folder of folders) yield folder.slice(prefix.length, -1);
}
