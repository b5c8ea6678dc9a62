import type { Logger } from "pino";
import { workInventory } from "../modules/explorer/inventory/inventory.jobs.ts";
import { InventoryRecorder } from "../modules/explorer/inventory/recorder.ts";
import { watchStore } from "../modules/explorer/inventory/watch-store.ts";
import { allowBuckets } from "../modules/explorer/visible-buckets.ts";
import type { Jobs } from "../platform/jobs/jobs.ts";
import type { ObjectStore } from "../platform/object-store/object-store.ts";
import type { Db } from "../platform/postgres/schema.ts";
import type { Config } from "./config/read-config.ts";

export interface Inventory {
  /** The store through which changes are made: they are reported to the inventory. */
  readonly store: ObjectStore;
  /** Scans the buckets on this process. */
  work(jobs: Jobs): Promise<void>;
  /** Writes what is still waiting. */
  close(): Promise<void>;
}

/** The inventory of the buckets that the explorer shows. */
export function openInventory(
  config: Config,
  { db, store, log }: { db: Db; store: ObjectStore; log: Logger },
): Inventory {
  const buckets = allowBuckets(config.buckets, config.explorerBuckets).staff;
  const recorder = new InventoryRecorder({
    db,
    buckets: new Set(buckets),
    onError: (error) =>
      log.warn({ err: error }, "the inventory missed changes until its next scan"),
  });
  const everySeconds = config.inventoryMinutes * 60;
  return {
    store: watchStore(store, recorder),
    work: (jobs) => workInventory({ db, store, jobs, buckets, everySeconds }),
    close: () => recorder.flush(),
  };
}
