import type { Logger } from "pino";
import { ObjectLooker } from "../explorer/inventory/store-events.ts";
import { workInventory } from "../explorer/inventory/inventory.workers.ts";
import { InventoryRecorder, watchStore } from "../explorer/inventory/recorder.ts";
import { allowBuckets } from "../explorer/visible-buckets.ts";
import type { Queues } from "../platform/queues/queues.ts";
import type { ObjectStore } from "../platform/object-store/object-store.ts";
import type { Db } from "../platform/postgres/schema.ts";
import type { Config } from "./config/read-config.ts";

/** The inventory of the buckets that the explorer shows. */
export function openInventory(
  config: Config,
  { db, store, log }: { db: Db; store: ObjectStore; log: Logger },
) {
  const buckets = allowBuckets(config.buckets, config.explorerBuckets).staff;
  const recorder = new InventoryRecorder({
    db,
    buckets: new Set(buckets),
    onError: (error) =>
      log.warn({ err: error }, "the inventory missed changes until its next scan"),
  });
  const everySeconds = config.inventoryMinutes * 60;
  const onLost = (error: unknown): void =>
    log.warn({ err: error }, "the store's events were not followed until the next scan");
  return {
    /** Looks at what the store's own events name. */
    looker: new ObjectLooker({ store, recorder, buckets: new Set(buckets), onError: onLost }),
    /** The store through which changes are made: they are reported to the inventory. */
    store: watchStore(store, recorder),
    /** Scans the buckets on this process. */
    work: (queues: Queues) => workInventory({ db, store, queues, buckets, everySeconds }),
    /** Writes what is still waiting. */
    close: () => recorder.flush(),
  };
}
