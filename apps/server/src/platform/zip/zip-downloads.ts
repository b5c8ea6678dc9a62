import { createHash, randomBytes } from "node:crypto";
import { AppError } from "@swath/contract/errors";
import type { JSONColumnType } from "kysely";
import type { Clock } from "../clock/clock.ts";
import {
  type ListPage,
  MAX_LIST_PAGE,
  type ObjectPlace,
  type ObjectStore,
  type StoredObject,
} from "../object-store/object-store.ts";
import type { Db } from "../postgres/schema.ts";

/** Most files of one ZIP. */
const MAX_ZIP_FILES = 10_000;
/** Long enough for a browser to begin; while it reads, and for as long behind, the address stays. */
export const ZIP_SECONDS = 900;

/** An object of a ZIP: this very version, under a path of its own. */
interface ZippedObject {
  readonly key: string;
  readonly version: string;
  readonly name: string;
  readonly size: number;
  /** Milliseconds since 1970. */
  readonly modified: number;
}

declare module "../postgres/schema.ts" {
  interface Database {
    zip_downloads: {
      /** SHA-256 of the address's secret, hex: who reads the table cannot download. */
      address_hash: string;
      bucket: string;
      /** What a browser saves it as. */
      name: string;
      entries: JSONColumnType<readonly ZippedObject[]>;
      /** CRC-32 by the index of an entry, of those that were read whole. */
      crcs: JSONColumnType<Readonly<Record<string, number>>>;
      expires: Date;
    };
  }
}

export interface ZipDownload {
  readonly bucket: string;
  readonly name: string;
  readonly entries: readonly ZippedObject[];
  readonly crcs: Map<number, number>;
}

const hashOf = (secret: string): string => createHash("sha256").update(secret).digest("hex");
const expiry = (clock: Clock): Date => new Date(clock().getTime() + ZIP_SECONDS * 1_000);

async function* objectsBelow(
  store: ObjectStore,
  { bucket, key }: ObjectPlace,
): AsyncGenerator<StoredObject> {
  if (!key.endsWith("/") && key !== "") {
    const object = await store.head(bucket, key);
    if (object === undefined)
      throw new AppError("OBJECT_NOT_FOUND", "the store holds no such object", { bucket, key });
    yield object;
    return;
  }
  let token: string | undefined;
  do {
    const page: ListPage = await store.list(bucket, {
      prefix: key,
      limit: MAX_LIST_PAGE,
      ...(token !== undefined && { token }),
    });
    yield* page.objects;
    token = page.nextToken;
  } while (token !== undefined);
}

const zipped = (object: StoredObject, prefix: string): ZippedObject => ({
  key: object.key,
  version: object.version,
  name: object.key.slice(prefix.length),
  size: object.size,
  modified: object.modified.getTime(),
});

/**
 * All objects at and below some keys, as entries with their paths below a prefix too. A folder's own mark is left
 * out. Throws OBJECT_NOT_FOUND for a key that is missing or empty, ENTITY_TOO_LARGE for more files
 * than {@link MAX_ZIP_FILES}.
 */
export async function zippedObjects(
  store: ObjectStore,
  { bucket, prefix }: { readonly bucket: string; readonly prefix: string },
  keys: readonly string[],
  { without = () => false }: { readonly without?: (key: string) => boolean } = {},
): Promise<{ readonly entries: ZippedObject[]; readonly objects: readonly StoredObject[] }> {
  const found: StoredObject[] = [];
  for (const key of keys) {
    for await (const object of objectsBelow(store, { bucket, key })) {
      if (object.key.endsWith("/") || without(object.key)) continue;
      if (found.length === MAX_ZIP_FILES)
        throw new AppError("ENTITY_TOO_LARGE", `a ZIP holds at most ${MAX_ZIP_FILES} files`, {
          most: MAX_ZIP_FILES,
        });
      found.push(object);
    }
  }
  if (found.length === 0)
    throw new AppError("OBJECT_NOT_FOUND", "there is nothing to download", { bucket, prefix });
  return { entries: found.map((object) => zipped(object, prefix)), objects: found };
}

/** Keeps what a ZIP is to hold, and answers the secret of its address. */
export async function saveZipDownload(
  db: Db,
  clock: Clock,
  { bucket, name, entries }: Omit<ZipDownload, "crcs">,
): Promise<{ secret: string; expires: Date }> {
  const secret = randomBytes(32).toString("base64url");
  const expires = expiry(clock);
  await db.deleteFrom("zip_downloads").where("expires", "<", clock()).execute();
  await db
    .insertInto("zip_downloads")
    .values({
      address_hash: hashOf(secret),
      bucket,
      name,
      entries: JSON.stringify(entries),
      crcs: "{}",
      expires,
    })
    .execute();
  return { secret, expires };
}

/** What an address stands for. Throws DOWNLOAD_REFUSED for one that is unknown or has expired. */
export async function findZipDownload(db: Db, clock: Clock, secret: string): Promise<ZipDownload> {
  const found = await db
    .selectFrom("zip_downloads")
    .select(["bucket", "name", "entries", "crcs"])
    .where("address_hash", "=", hashOf(secret))
    .where("expires", ">", clock())
    .executeTakeFirst();
  if (found === undefined)
    throw new AppError("DOWNLOAD_REFUSED", "this address is not valid, or not any more");
  const crcs = Object.entries(found.crcs).map(([index, crc]) => [Number(index), crc] as const);
  return { ...found, crcs: new Map(crcs) };
}

/** Keeps the CRCs that a download has computed, and its address open for another while. */
export async function extendZipDownload(
  db: Db,
  clock: Clock,
  secret: string,
  crcs: ReadonlyMap<number, number>,
): Promise<void> {
  await db
    .updateTable("zip_downloads")
    .set({ crcs: JSON.stringify(Object.fromEntries(crcs)), expires: expiry(clock) })
    .where("address_hash", "=", hashOf(secret))
    .execute();
}
