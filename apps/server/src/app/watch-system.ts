import { backupGauges } from "../backup/backup-gauges.ts";
import { coldGauges } from "../archive/cold/cold.workers.ts";
import { checksOf } from "../operations/checks.ts";
import { certificateGauges, checkGauges, machineGauges } from "../operations/machine-gauges.ts";
import { poolGauges } from "../operations/pool-gauges.ts";
import {
  processGauges,
  queueGauges,
  runGauges,
  storageGauges,
  uploadGauges,
} from "../operations/system-gauges.ts";
import { monotonicClock, systemClock } from "../platform/clock/clock.ts";
import { createHealth, type Health } from "../platform/health/health.ts";
import { addGauges, type GaugeSource, type Metrics } from "../platform/metrics/metrics.ts";
import type { ObjectStore } from "../platform/object-store/object-store.ts";
import type { PoolRegister } from "../platform/postgres/pool-register.ts";
import type { Db } from "../platform/postgres/schema.ts";
import { scrubGauges } from "../scrub/scrub.workers.ts";
import type { Config } from "./config/read-config.ts";
import { storageLimitOf } from "./storage-limit.ts";

interface SystemParts {
  readonly db: Db;
  readonly store: ObjectStore;
  readonly metrics: Metrics;
  readonly pools: PoolRegister;
}

type Watched = Pick<
  Config,
  | "release"
  | "dataFolder"
  | "diskReserveBytes"
  | "publicUrl"
  | "provider"
  | "store"
  | "jira"
  | "buckets"
  | "storageSoftLimit"
>;

/** The https addresses whose certificates are watched, by what they are for. */
function addressesOf({ publicUrl, provider, store, jira }: Watched) {
  return {
    pages: publicUrl,
    issuer: provider?.issuer,
    store: store.kind === "s3" ? new URL(store.endpoint) : undefined,
    jira: jira?.url,
  };
}

/** The checks of this process, and the gauges of the system among its metrics. */
export function watchSystem(config: Watched, { db, store, metrics, pools }: SystemParts): Health {
  const { release, dataFolder, diskReserveBytes: reserveBytes } = config;
  const machine = { db, store, clock: systemClock, dataFolder };
  const health = createHealth(checksOf({ ...machine, release, reserveBytes }), {
    clock: systemClock,
    now: monotonicClock,
  });
  const sources: readonly GaugeSource[] = [
    checkGauges(health),
    machineGauges(machine),
    certificateGauges(addressesOf(config), systemClock),
    uploadGauges(db),
    runGauges(db),
    queueGauges(db),
    processGauges(db),
    storageGauges(db, storageLimitOf(config)),
    poolGauges(pools),
    scrubGauges(db),
    coldGauges(db),
    backupGauges(db),
  ];
  for (const source of sources) addGauges(metrics.registry, source, monotonicClock);
  return health;
}
