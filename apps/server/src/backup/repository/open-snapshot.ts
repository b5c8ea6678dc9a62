import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import type { z } from "zod";
import { compareKeys } from "../../platform/object-store/object-key.ts";
import type { ObjectPlace } from "../../platform/object-store/object-store.ts";
import { readManifest, type Repository, type Snapshot } from "./repository.ts";
import {
  type BackedUpObject,
  detailsSchema,
  keysSchema,
  objectSchema,
  type SnapshotDetails,
  type SnapshotManifest,
} from "./snapshot-files.ts";
import { DamagedBackup, decompressed, linesOf, openStored } from "./stored-stream.ts";

export const DETAILS = "details.json";
export const KEYS = "keys.json";
export const OBJECTS_LIST = "objects.ndjson.zst";
/** Addresses, bytes and checksums of the stored objects, open to whoever verifies without the key. */
export const CONTENTS_LIST = "contents.txt.zst";

export interface StoredContent {
  readonly address: string;
  readonly bytes: number;
  readonly sha256: string;
}
const CONTENT_LINE = /^([0-9a-f]{64}) (\d{1,15}) ([0-9a-f]{64})$/;

export const contentLine = ({ address, bytes, sha256 }: StoredContent): string =>
  `${address} ${bytes} ${sha256}\n`;

function parsed<T>(schema: z.ZodType<T>, name: string, text: string): T {
  try {
    return schema.parse(JSON.parse(text));
  } catch (error) {
    throw new DamagedBackup(`${name} is not what a backup writes`, { cause: error });
  }
}

/** A snapshot that is read; sealed files need the identities. */
export class OpenSnapshot {
  readonly name: string;
  readonly manifest: SnapshotManifest;
  readonly #folder: string;
  readonly #identities: readonly string[] | undefined;

  private constructor(
    { name, folder }: Snapshot,
    manifest: SnapshotManifest,
    identities: readonly string[] | undefined,
  ) {
    this.name = name;
    this.manifest = manifest;
    this.#folder = folder;
    this.#identities = manifest.sealed ? identities : undefined;
  }

  static async open(
    repository: Repository,
    snapshot: Snapshot,
    identities?: readonly string[],
  ): Promise<OpenSnapshot> {
    const manifest = await readManifest(snapshot);
    if (manifest.installation !== repository.head.installation)
      throw new DamagedBackup(`the snapshot ${snapshot.name} is of another installation`);
    return new OpenSnapshot(snapshot, manifest, identities);
  }

  get identities(): readonly string[] | undefined {
    return this.#identities;
  }

  pathOf(name: string): string {
    return join(this.#folder, name);
  }

  /** The plain bytes of a file that the manifest lists. */
  read(name: string): AsyncIterable<Uint8Array> {
    const listed = this.manifest.files.find((file) => file.name === name);
    if (listed === undefined) throw new DamagedBackup(`${name} is not in ${this.name}`);
    const identities = name === CONTENTS_LIST ? undefined : this.#identities;
    return openStored(this.pathOf(name), `${name} of ${this.name}`, listed, identities);
  }

  async details(): Promise<SnapshotDetails> {
    return parsed(detailsSchema, DETAILS, String(await buffer(this.read(DETAILS))));
  }

  async keys(): Promise<Record<string, string>> {
    return parsed(keysSchema, KEYS, String(await buffer(this.read(KEYS))));
  }

  /** In the order of buckets and keys. */
  async *objects(): AsyncGenerator<BackedUpObject> {
    for await (const line of linesOf(decompressed(this.read(OBJECTS_LIST))))
      yield parsed(objectSchema, OBJECTS_LIST, line);
  }

  /** The stored objects, one as often as it is named. */
  async *contents(): AsyncGenerator<StoredContent> {
    for await (const line of linesOf(decompressed(this.read(CONTENTS_LIST)))) {
      const [, address, bytes, sha256] = CONTENT_LINE.exec(line) ?? [];
      if (address === undefined || sha256 === undefined)
        throw new DamagedBackup(`${CONTENTS_LIST} is not what a backup writes`);
      yield { address, bytes: Number(bytes), sha256 };
    }
  }
}

const comparePlaces = (a: ObjectPlace, b: ObjectPlace): number =>
  compareKeys(a.bucket, b.bucket) || compareKeys(a.key, b.key);

/** Looks objects up that are asked for in the order of buckets and keys, in one pass over a list. */
export class InOrder<T extends ObjectPlace> {
  readonly #objects: AsyncIterator<T>;
  #next: Promise<IteratorResult<T>>;

  constructor(objects: AsyncIterable<T>) {
    this.#objects = objects[Symbol.asyncIterator]();
    this.#next = this.#objects.next();
    this.#next.catch(() => {});
  }

  async find(place: ObjectPlace): Promise<T | undefined> {
    for (;;) {
      const { done, value } = await this.#next;
      if (done === true || comparePlaces(value, place) > 0) return undefined;
      if (comparePlaces(value, place) === 0) return value;
      this.#next = this.#objects.next();
      this.#next.catch(() => {});
    }
  }
}
