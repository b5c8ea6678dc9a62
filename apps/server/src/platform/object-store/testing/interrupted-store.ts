import { Readable } from "node:stream";
import type { ObjectStore } from "../object-store.ts";

/** What a test lets go wrong: throwing before a call, or after it was done and before it is told. */
export interface Faults {
  before?: (call: string, key: string) => void | Promise<void>;
  after?: (call: string, key: string) => void | Promise<void>;
}

/** A store of which a test may let some calls fail. */
export function interruptedStore(store: ObjectStore, faults: Faults): ObjectStore {
  async function around<T>(call: string, key: string, task: () => Promise<T>): Promise<T> {
    await faults.before?.(call, key);
    const result = await task();
    try {
      await faults.after?.(call, key);
    } catch (error) {
      if (result instanceof Readable) result.destroy();
      throw error;
    }
    return result;
  }
  return {
    wireAlgorithm: store.wireAlgorithm,
    minPieceBytes: store.minPieceBytes,
    minCopiedBytes: store.minCopiedBytes,
    maxJoinedPieces: store.maxJoinedPieces,
    ensureBuckets: (buckets) => store.ensureBuckets(buckets),
    hasBucket: (bucket) => store.hasBucket(bucket),
    presignPost: (ticket) => store.presignPost(ticket),
    presignGet: (ticket) => store.presignGet(ticket),
    listFolder: (bucket, query) => store.listFolder(bucket, query),
    freeBytes: () => store.freeBytes(),
    ping: () => store.ping(),
    head: (bucket, key) => around("head", key, () => store.head(bucket, key)),
    list: (bucket, query) => around("list", query.prefix, () => store.list(bucket, query)),
    read: (bucket, key, options) => around("read", key, () => store.read(bucket, key, options)),
    readThrough: (bucket, key, take, options) =>
      around("read", key, () => store.readThrough(bucket, key, take, options)),
    write: (bucket, key, body, options) =>
      around("write", key, () => store.write(bucket, key, body, options)),
    join: (source, target) => around("join", target.key, () => store.join(source, target)),
    copy: (source, target) => around("copy", target.key, () => store.copy(source, target)),
    moveToClass: (target) => around("move", target.key, () => store.moveToClass(target)),
    restore: (place, order) => around("restore", place.key, () => store.restore(place, order)),
    remove: (bucket, keys) => around("remove", keys[0] ?? "", () => store.remove(bucket, keys)),
  };
}
