import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openLocalEngine } from "../platform/compute/local/open-local-engine.ts";
import { runningOwner } from "../platform/compute/processes/owner-file.ts";
import { systemClock } from "../platform/clock.ts";
import { openObjectStore } from "../platform/object-store/from-config.ts";
import { computeConformance } from "./conformance.ts";

computeConformance("the local engine", async () => {
  const folder = await mkdtemp(join(tmpdir(), "swath-compute-"));
  const store = { kind: "file", dataFolder: join(folder, "data"), publicUrl: "" } as const;
  const options = {
    folder: join(folder, "engine"),
    cpus: 2,
    runner: join(import.meta.dirname, "main.ts"),
  };
  return {
    engine: await openLocalEngine(options),
    reopen: () => openLocalEngine(options),
    folder: join(folder, "runs"),
    store,
    objects: await openObjectStore(store, systemClock),
    manyTasks: 100,
    killRunner: async ({ key }) => {
      const owner = runningOwner(join(options.folder, "runs", key, "runner.json"));
      if (owner !== undefined) process.kill(owner.pid, "SIGKILL");
    },
    afterKilledRunner: "executedAgain",
    close: () => rm(folder, { recursive: true, force: true }),
  };
});
