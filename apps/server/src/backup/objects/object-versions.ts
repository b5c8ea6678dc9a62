import type { BackedUpObject } from "../repository/snapshot-files.ts";
import type { ObjectTotals } from "./back-up-objects.ts";

/** A version of an object that a store keeps. */
interface ObjectVersion {
  readonly key: string;
  readonly versionId: string;
  readonly size: number;
  /** As the port's: names this very object. */
  readonly version: string;
  readonly modified: Date;
}

/** A store that keeps what is replaced or removed as versions. */
export interface ObjectVersions {
  /** Whether a bucket keeps versions from now on. */
  isVersioned(bucket: string): Promise<boolean>;
  /** The version of each object below a prefix that stands there now, in the order of the keys. */
  latest(bucket: string, prefix: string): AsyncIterable<ObjectVersion>;
  /** Whether a version is there still, of this size. */
  has(bucket: string, wanted: Pick<ObjectVersion, "key" | "versionId" | "size">): Promise<boolean>;
  /** Makes a version the one that stands there; answers the object's new version. */
  bringBack(
    bucket: string,
    wanted: Pick<ObjectVersion, "key" | "versionId" | "size">,
  ): Promise<string>;
}

interface VersionBackup {
  readonly versions: ObjectVersions;
  readonly buckets: readonly string[];
  readonly landing: string;
  readonly signal: AbortSignal;
}

/** The versions that stand now in buckets, in the order of buckets and keys. */
export async function* standingVersions(
  versions: ObjectVersions,
  buckets: readonly string[],
): AsyncGenerator<ObjectVersion & { readonly bucket: string }> {
  for (const bucket of buckets)
    for await (const found of versions.latest(bucket, "")) yield { ...found, bucket };
}

/** The versions of every object of the buckets that keep versions; of the others nothing protects what is there. */
export async function* listVersions(
  { versions, buckets, landing, signal }: VersionBackup,
  totals: ObjectTotals,
): AsyncGenerator<BackedUpObject> {
  for (const bucket of buckets) {
    if (!(await versions.isVersioned(bucket))) continue;
    for await (const found of versions.latest(bucket, bucket === landing ? "replaced/" : "")) {
      signal.throwIfAborted();
      const { key, size, version, versionId, modified } = found;
      const object = { bucket, key, size, version, versionId, modified: modified.toISOString() };
      totals.object(object, false);
      yield object;
    }
  }
}
