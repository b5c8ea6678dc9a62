import type { BucketRole } from "@swath/contract/uploads";
import type { ObjectStore } from "../../platform/object-store/object-store.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import type { Queues } from "../../platform/queues/queues.ts";

export interface ColdDeps {
  readonly db: Db;
  readonly store: ObjectStore;
  readonly buckets: Readonly<Record<BucketRole, string>>;
  readonly queues: Queues;
  /** What data is moved to; undefined: nothing is. */
  readonly storageClass: string | undefined;
  /** Whether the store has cold classes at all. */
  readonly hasClasses: boolean;
}

/** Where a flight's data and archives stand: below `FLIGHT/`. What is landing is never among them. */
export function bucketsOfFlight({ buckets }: Pick<ColdDeps, "buckets">): string[] {
  const { uploads, lidar, imagery, terrainMapperLidar, archive } = buckets;
  const own = new Set([lidar, imagery, terrainMapperLidar, archive]);
  own.delete(uploads);
  return [...own];
}
