import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { keepFirstLMSVersion } from "../../domain/settings/lms-version.ts";
import { systemClock } from "../../platform/clock/clock.ts";
import { createLog } from "../../platform/log.ts";
import { createMetrics } from "../../platform/metrics/metrics.ts";
import { openObjectStore } from "../../platform/open-store.ts";
import { createTestDatabase } from "../../platform/postgres/testing.ts";
import { handRunQueues } from "../../platform/queues/testing/hand-run-queues.ts";
import { readConfig } from "../config/read-config.ts";
import { openInventory } from "../open-inventory.ts";
import { openRuns } from "../open-runs.ts";
import { serveHttp } from "../serve-http.ts";

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  return typeof address === "object" && address !== null ? address.port : 0;
}

/** All calls over a database and a data folder of their own, with the embedded identity provider. */
export async function openServed() {
  const database = await createTestDatabase();
  const dataFolder = await mkdtemp(join(tmpdir(), "swath-served-"));
  const config = readConfig({ PORT: String(await freePort()), SWATH_DATA: dataFolder });
  const log = createLog({ level: "silent", name: "test" });
  const store = await openObjectStore(config.store, systemClock);
  const { db } = database;
  const { queues } = handRunQueues(db);
  await keepFirstLMSVersion(db, config.lmsVersion);
  const app = await serveHttp({
    config,
    log,
    db,
    providerDb: db,
    renewals: db,
    store,
    queues,
    runs: await openRuns(config, { db, store, log }),
    versions: {
      flights: () => undefined,
      processings: () => undefined,
      news: () => undefined,
      failures: () => undefined,
      settings: () => undefined,
      denied: () => undefined,
    },
    health: { findings: async () => [] },
    metrics: createMetrics(),
    looker: openInventory(config, { db, store, log }).looker,
  });
  const close = async (): Promise<void> => {
    await app.close();
    await database.drop();
    await rm(dataFolder, { recursive: true, force: true });
  };
  return { app, config, dataFolder, close };
}
