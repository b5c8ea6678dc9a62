import { join } from "node:path";
import type { ComputeEngine } from "./compute/compute-engine.ts";
import { type LocalEngineOptions, openLocalEngine } from "./local-compute/open-local-engine.ts";
import { SlurmEngine, type SlurmEngineOptions } from "./slurm-compute/slurm-engine.ts";

/** What the server's configuration says of its compute engine. */
export type ComputeOptions =
  | ({ readonly kind: "local" } & Omit<LocalEngineOptions, "runner">)
  | ({ readonly kind: "slurm" } & Omit<SlurmEngineOptions, "runner" | "settleSeconds"> & {
        /** Where the nodes have the runner; the path that it has here by default. */
        readonly runner?: string | undefined;
      });

const RUNNER = join(import.meta.dirname, "../runner/main.ts");
const SETTLE_SECONDS = 15;

/** Opens the compute engine that the configuration names. */
export async function openComputeEngine(options: ComputeOptions): Promise<ComputeEngine> {
  if (options.kind === "local") return openLocalEngine({ ...options, runner: RUNNER });
  const { runner = RUNNER } = options;
  return new SlurmEngine({ ...options, runner, settleSeconds: SETTLE_SECONDS });
}
