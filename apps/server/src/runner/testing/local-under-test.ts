import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { systemClock } from "../../platform/clock/clock.ts";
import { openComputeEngine } from "../../platform/open-compute.ts";
import { runningOwner } from "../../platform/local-compute/process-identity.ts";
import type { SandboxMode } from "../../platform/compute/find-sandbox.ts";
import { openObjectStore } from "../../platform/open-store.ts";
import type { EngineUnderTest } from "./compute-subject.ts";

/** The engine of this machine in a folder of its own, whose programs run in a sandbox or without. */
export async function localUnderTest(sandbox: SandboxMode): Promise<EngineUnderTest> {
  const folder = await mkdtemp(join(tmpdir(), "swath-compute-"));
  const store = { kind: "file", dataFolder: join(folder, "data"), publicUrl: "" } as const;
  const options = { kind: "local", sandbox, folder: join(folder, "engine"), cpus: 2 } as const;
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
}
