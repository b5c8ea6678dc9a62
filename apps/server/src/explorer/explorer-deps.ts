import type { Clock } from "../platform/clock/clock.ts";
import type { ObjectStore } from "../platform/object-store/object-store.ts";
import type { Db } from "../platform/postgres/schema.ts";
import type { BucketAllowlist } from "./visible-buckets.ts";

/** What the explorer's calls are answered with. */
export interface ExplorerDeps {
  readonly db: Db;
  readonly store: ObjectStore;
  readonly allowed: BucketAllowlist;
  readonly clock: Clock;
}
