import { createHash, createHmac } from "node:crypto";
import { rm } from "node:fs/promises";
import { AppError } from "@swath/contract/errors";
import { PartSums } from "../../platform/hashing/part-sums.ts";
import { takeHasher, xxh128Of } from "../../platform/hashing/xxh128.ts";
import type { ObjectStore, StoredObject } from "../../platform/object-store/object-store.ts";
import type { Repository } from "../repository/repository.ts";
import type { BackedUpObject } from "../repository/snapshot-files.ts";
import { drain, readStored, writeStored } from "../repository/stored-stream.ts";

export interface Keeping {
  readonly store: ObjectStore;
  readonly repository: Repository;
  /**
   * Names content where backups are sealed: without the key a name tells nobody whether a content that
   * he knows is among the objects. Undefined: by SHA-256 alone.
   */
  readonly namesKey: Uint8Array | undefined;
}

/** What was kept of an object, and whether that content is new to the backup; or what is wrong with it. */
export type Kept =
  | { readonly object: BackedUpObject; readonly isNew: boolean }
  | { readonly fault: string }
  /** It is there no more. */
  | "gone";

/** Whether bytes that were read are those that the store received, as far as it knows a checksum. */
function isAsReceived(
  { checksums }: StoredObject,
  read: { readonly md5: string; readonly xxh128: string },
): boolean {
  if (checksums.xxh128 !== undefined) return checksums.xxh128 === read.xxh128;
  return checksums.md5 === undefined || checksums.md5 === read.md5;
}

async function* summed(
  source: AsyncIterable<Uint8Array>,
  take: (chunk: Uint8Array) => void,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of source) {
    take(chunk);
    yield chunk;
  }
}

/** Writes an object to a draft, and learns every checksum of it in the same pass. */
async function copyToDraft(
  { store, repository, namesKey }: Keeping,
  bucket: string,
  object: StoredObject,
) {
  const address = namesKey === undefined ? createHash("sha256") : createHmac("sha256", namesKey);
  const md5 = object.checksums.md5 === undefined ? undefined : createHash("md5");
  using whole = await takeHasher();
  using parts = new PartSums(await takeHasher());
  let size = 0;
  const { key, version } = object;
  const source = summed(await store.read(bucket, key, { version }), (chunk) => {
    address.update(chunk);
    md5?.update(chunk);
    whole.update(chunk);
    parts.update(chunk);
    size += chunk.length;
  });
  const draft = await repository.draft();
  const stored = await writeStored(draft, source, repository.head.recipients).catch(
    async (error: unknown) => {
      await rm(draft, { force: true });
      throw error;
    },
  );
  const sums = { md5: md5?.digest("hex") ?? "", xxh128: whole.digest(), parts: parts.end() };
  return { draft, stored, size, sums, address: address.digest("hex") };
}

/** Names the stored bytes of a content that an earlier backup wrote; undefined where they are not whole. */
async function standing({ repository, namesKey }: Keeping, address: string, bytes: number) {
  if ((await repository.objectBytes(address)) !== bytes) return undefined;
  const sha256 = createHash("sha256");
  const path = repository.objectPath(address);
  await drain(
    summed(readStored(path, address, { bytes, sha256: "" }), (chunk) => void sha256.update(chunk)),
  ).catch(() => {});
  const found = sha256.digest("hex");
  // Plain content is its own name; of sealed content every chunk proves itself when it is opened.
  return namesKey === undefined && found !== address ? undefined : { bytes, sha256: found };
}

const facts = (bucket: string, { key, size, version, modified }: StoredObject) => ({
  bucket,
  key,
  size,
  version,
  modified: modified.toISOString(),
});

/** Reads an object once and keeps its content, verified by what the store knows of it. */
async function keepOnce(keeping: Keeping, bucket: string, object: StoredObject): Promise<Kept> {
  const { repository } = keeping;
  const { draft, stored, size, sums, address } = await copyToDraft(keeping, bucket, object);
  try {
    if (size !== object.size || !isAsReceived(object, sums))
      return { fault: `${bucket}/${object.key}: is damaged in the store` };
    const known = await repository.alone(address, async () => {
      const found = await standing(keeping, address, stored.bytes);
      if (found === undefined) await repository.keepObject(draft, address);
      return found;
    });
    const content = { address, ...(known ?? stored) };
    const xxh128 = sums.parts.length === 0 ? [await xxh128Of(new Uint8Array(0))] : sums.parts;
    return { object: { ...facts(bucket, object), xxh128, content }, isNew: known === undefined };
  } finally {
    await rm(draft, { force: true });
  }
}

/** Its content cannot be had, now or at all: the backup says so, and goes on with the others. */
const NOT_KEPT: ReadonlySet<string> = new Set(["CHECKSUM_MISMATCH", "INVALID_PATH", "OBJECT_COLD"]);

/** An object that another one takes the place of while it is read is read in turn, so many times. */
const ATTEMPTS = 3;

/** The same, of what stands there now where another object has taken its place. */
export async function keepContent(
  keeping: Keeping,
  bucket: string,
  listed: StoredObject,
): Promise<Kept> {
  let object: StoredObject | undefined = listed;
  for (let attempt = 1; object !== undefined; attempt++)
    try {
      return await keepOnce(keeping, bucket, object);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      if (NOT_KEPT.has(error.code)) return { fault: `${bucket}/${listed.key}: ${error.message}` };
      const isOther = error.code === "OBJECT_CHANGED" || error.code === "OBJECT_NOT_FOUND";
      if (!isOther || attempt === ATTEMPTS) throw error;
      object = await keeping.store.head(bucket, listed.key);
    }
  return "gone";
}
