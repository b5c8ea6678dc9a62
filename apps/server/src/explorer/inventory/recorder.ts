import type { ObjectStore, StoredObject } from "../../platform/object-store/object-store.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import { forgetObjects, recordObjects } from "./record.ts";

export interface RecorderOptions {
  readonly db: Db;
  /** Buckets that the inventory is of; changes in others are not recorded. */
  readonly buckets: ReadonlySet<string>;
  readonly onError: (error: unknown) => void;
}

const FLUSH_MS = 250;
/** Changes that wait at most; the scan finds what is dropped beyond. */
const MOST_WAITING = 20_000;

/**
 * Keeps the inventory abreast of what this process changes in the store: changes are gathered for a
 * moment and written together, apart from the work that made them. What is lost here the next scan
 * finds.
 */
export class InventoryRecorder {
  readonly #options: RecorderOptions;
  /** For each bucket, the last report of each key; undefined for one that was removed. */
  #waiting = new Map<string, Map<string, StoredObject | undefined>>();
  #count = 0;
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();

  constructor(options: RecorderOptions) {
    this.#options = options;
  }

  stored(bucket: string, object: StoredObject): void {
    this.#keep(bucket, object.key, object);
  }

  removed(bucket: string, keys: readonly string[]): void {
    for (const key of keys) this.#keep(bucket, key, undefined);
  }

  /** Writes what waits; resolves when it is written, or was given up. */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const changes = this.#waiting;
    this.#waiting = new Map();
    this.#count = 0;
    this.#writing = this.#writing.then(() => this.#write(changes));
    return this.#writing;
  }

  #keep(bucket: string, key: string, object: StoredObject | undefined): void {
    if (!this.#options.buckets.has(bucket) || this.#count >= MOST_WAITING) return;
    const changes = this.#waiting.get(bucket) ?? new Map<string, StoredObject | undefined>();
    this.#waiting.set(bucket, changes.set(key, object));
    this.#count += 1;
    this.#timer ??= setTimeout(() => void this.flush(), FLUSH_MS).unref();
  }

  async #write(changes: ReadonlyMap<string, ReadonlyMap<string, StoredObject | undefined>>) {
    const { db, onError } = this.#options;
    for (const [bucket, ofBucket] of changes) {
      const stored = [...ofBucket.values()].filter((object) => object !== undefined);
      const removed = [...ofBucket].flatMap(([key, object]) => (object === undefined ? [key] : []));
      try {
        await recordObjects(db, bucket, stored);
        await forgetObjects(db, bucket, removed);
      } catch (error) {
        onError(error);
      }
    }
  }
}

/** The same store, with every change that is made through it reported to a recorder. */
export function watchStore(store: ObjectStore, recorder: InventoryRecorder): ObjectStore {
  return {
    wireAlgorithm: store.wireAlgorithm,
    minPieceBytes: store.minPieceBytes,
    minCopiedBytes: store.minCopiedBytes,
    maxJoinedPieces: store.maxJoinedPieces,
    ensureBuckets: (buckets) => store.ensureBuckets(buckets),
    hasBucket: (bucket) => store.hasBucket(bucket),
    presignPost: (ticket) => store.presignPost(ticket),
    presignGet: (ticket) => store.presignGet(ticket),
    head: (bucket, key) => store.head(bucket, key),
    async list(bucket, query) {
      const page = await store.list(bucket, query);
      // Restores become ready, and expire, by themselves.
      for (const object of page.objects)
        if (object.cold !== undefined) recorder.stored(bucket, object);
      return page;
    },
    listFolder: (bucket, query) => store.listFolder(bucket, query),
    read: (bucket, key, options) => store.read(bucket, key, options),
    readThrough: (bucket, key, take, options) => store.readThrough(bucket, key, take, options),
    freeBytes: () => store.freeBytes(),
    ping: () => store.ping(),
    async write(bucket, key, body, options) {
      const stored = await store.write(bucket, key, body, options);
      recorder.stored(bucket, stored);
      return stored;
    },
    async join(source, target) {
      const stored = await store.join(source, target);
      recorder.stored(target.bucket, stored);
      return stored;
    },
    async copy(source, target) {
      const stored = await store.copy(source, target);
      recorder.stored(target.bucket, stored);
      return stored;
    },
    async moveToClass(target) {
      const stored = await store.moveToClass(target);
      recorder.stored(target.bucket, stored);
      return stored;
    },
    async restore(place, order) {
      const stored = await store.restore(place, order);
      recorder.stored(place.bucket, stored);
      return stored;
    },
    async remove(bucket, keys) {
      await store.remove(bucket, keys);
      recorder.removed(bucket, keys);
    },
  };
}
