import type { FailureGroup, JobEvent } from "@swath/contract/processing";
import { endpoints } from "@swath/contract/endpoints";
import { moveJobStatus } from "../../domain/processing/move-job-status.ts";
import { testIdentity } from "../../platform/http/testing/recorded-serve.ts";
import type { ProcessingRig } from "./processing-rig.ts";

/** A log of the other dashboard. */
export const TERRAIN_MAPPER = { sensor: "Terrain Mapper 1 - 118", uploadType: "TerrainMapperLAZ" };

/** Jobs that fail in tests. */
export type FailingJob = "GPS" | "PI1_MineIP1" | "ICP1_MineIP1";
const AREAS = { GPS: "gps", PI1_MineIP1: "PI1_MineIP1", ICP1_MineIP1: "ICP1_MineIP1" } as const;

export interface Failing {
  readonly job?: FailingJob;
  readonly event?: JobEvent;
  readonly message?: string;
  readonly requireQA?: boolean;
  /** A measure that missed its bound, in words. */
  readonly missed?: string;
}

/** Who may answer what failed. */
export const CREW = testIdentity("crew", "resubmit");

/** Jobs that fail, and the inbox as those see it who may answer. */
export function failingJobs(rig: () => ProcessingRig) {
  /** Ends a run of a job of a processing. */
  async function end(
    id: string,
    {
      job = "PI1_MineIP1",
      event = "fail",
      message = "bad header",
      requireQA = true,
      missed,
    }: Failing = {},
  ): Promise<void> {
    await rig().setStatus(id, { [AREAS[job]]: "RUNNING" });
    await rig()
      .db.transaction()
      .execute(async (trx) => {
        const row = await trx
          .selectFrom("processing_jobs")
          .selectAll()
          .where("processing_id", "=", id)
          .where("name", "=", job)
          .executeTakeFirstOrThrow();
        const moved = await moveJobStatus(trx, row, event, {
          actor: "swath",
          flightId: "FL000001",
          reason: message === "" ? null : "1 of 4 tasks failed: 1 exited with code 1",
          failure: {
            said: missed ?? null,
            missedBound: missed !== undefined,
            files: message === "" ? [] : [{ file_names: ["a.laz"], failure_message: [message] }],
          },
          columns: { attempts: 1, failed: 1, require_qa: requireQA, run_ended: new Date() },
        });
        if (!moved.ok) throw new Error(moved.reason);
      });
  }

  /** A processing of a flight of its own, of which a job failed. */
  async function failed(
    failing: Failing = {},
    log = {},
  ): Promise<{ id: string; flightId: string }> {
    const seeded = await rig().seedLog(log);
    await rig().start();
    await rig().setStatus(seeded.id, { gps: "COMPLETED", lms: "COMPLETED" });
    await end(seeded.id, failing);
    return seeded;
  }

  const groups = async (query = {}, identity = CREW) =>
    rig().ask(endpoints.listFailureGroups, { query, identity });
  const shown = async (query = {}, identity = CREW): Promise<string[]> =>
    (await groups(query, identity)).reply.map(({ Message, Jobs }) => `${Message} ${Jobs}`);
  const count = async (identity = CREW): Promise<number> =>
    (await rig().ask(endpoints.countFailures, { identity })).reply.Jobs;
  const only = async (): Promise<FailureGroup> => (await groups()).reply[0]!;

  return { end, failed, groups, shown, count, only };
}
