import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openComputeEngine } from "../platform/compute/from-config.ts";
import { runningOwner } from "../platform/compute/processes/owner-file.ts";
import { systemClock } from "../platform/clock/clock.ts";
import { openObjectStore } from "../platform/object-store/from-config.ts";
import { computeConformance } from "./conformance.ts";
import { allowPrograms } from "../platform/compute/testing/allow-programs.ts";

allowPrograms();

computeConformance("the local engine", async () => {
  const folder = await mkdtemp(join(tmpdir(), "swath-compute-"));
  const store = { kind: "file", dataFolder: join(folder, "data"), publicUrl: "" } as const;
  const options = {
    kind: "local",
    sandbox: "off",
    folder: join(folder, "engine"),
    cpus: 2,
  } as const;
  return {
    engine: await openComputeEngine(options),
    reopen: () => openComputeEngine(options),
    folder: join(folder, "runs"),
    store,
    objects: await openObjectStore(store, systemClock),
    manyTasks: 100,
    killRunner: async ({ key }) => {
      const owner = runningOwner(join(options.folder, "runs", key, "runner.json"));
      if (owner !== undefined) process.kill(owner.pid, "SIGKILL");
    },
    afterKilledRunner: "executedAgain",
    close: () => rm(folder, { recursive: true, force: true, maxRetries: 10 }),
  };
});
