import type { BucketRole } from "@swath/contract/uploads";
import type { ObjectStore } from "../platform/object-store/object-store.ts";
import type { Db } from "../platform/postgres/schema.ts";

export interface ArchiveDeps {
  readonly db: Db;
  readonly store: ObjectStore;
  readonly buckets: Readonly<Record<BucketRole, string>>;
  /** Of archived objects; undefined: the archive bucket's own. */
  readonly storageClass: string | undefined;
}
