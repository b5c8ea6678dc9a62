import type { Queues } from "../../platform/queues/queues.ts";
import { scanBucket, type ScanDeps } from "./scan-bucket.ts";

export interface InventoryWorkDeps extends ScanDeps {
  readonly queues: Queues;
  readonly buckets: readonly string[];
  /** From the begin of one scan to that of the next. */
  readonly everySeconds: number;
}

interface ScanJob {
  readonly bucket: string;
}

const QUEUE = "inventory";

/** Scans the buckets on this process from time to time; a scan that a process leaves is taken over. */
export async function workInventory(deps: InventoryWorkDeps): Promise<void> {
  const { queues, buckets, everySeconds } = deps;
  await queues.work<ScanJob>(QUEUE, { concurrency: 1 }, ({ data, signal }) =>
    scanBucket(deps, data.bucket, signal),
  );
  await queues.every("inventory", everySeconds, async () => {
    for (const bucket of buckets) await queues.send<ScanJob>(QUEUE, { bucket }, { key: bucket });
  });
}
