import { AppError } from "@swath/contract/errors";
import type { ComputeCapacity } from "@swath/contract/processing";
import { EngineUnreachable } from "../../platform/compute/compute-engine.ts";
import type { RunDeps } from "../runs/run-deps.ts";

/** What the engine could take, and what it has; throws COMPUTE_UNAVAILABLE. */
export async function readCapacity({
  db,
  engine,
}: Pick<RunDeps, "db" | "engine">): Promise<ComputeCapacity> {
  const open = await db
    .selectFrom("run_submissions as s")
    .innerJoin("processing_runs as r", "r.id", "s.run_id")
    .select((eb) => [
      eb.fn.countAll<number>().filterWhere("r.started", "is", null).as("waiting"),
      eb.fn.countAll<number>().filterWhere("r.started", "is not", null).as("running"),
    ])
    .where("s.state", "<>", "ended")
    .executeTakeFirstOrThrow();
  const capacity = await engine.capacity().catch((error: unknown) => {
    if (error instanceof EngineUnreachable)
      throw new AppError("COMPUTE_UNAVAILABLE", "the compute engine does not answer");
    throw error;
  });
  return { engine: engine.kind, ...capacity, nodes: [...capacity.nodes], ...open };
}
