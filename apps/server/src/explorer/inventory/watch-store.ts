import type { ObjectStore } from "../../platform/object-store/object-store.ts";
import type { InventoryRecorder } from "./recorder.ts";

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
    list: (bucket, query) => store.list(bucket, query),
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
    async remove(bucket, keys) {
      await store.remove(bucket, keys);
      recorder.removed(bucket, keys);
    },
  };
}
