import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { AppError } from "@swath/contract/errors";
import type { BulkAction, BulkOutcome, BulkScope } from "@swath/contract/processing";
import { endpoints } from "@swath/contract/endpoints";
import { testIdentity } from "../../platform/http/testing/recorded-serve.ts";
import { openProcessingRig, type ProcessingRig } from "./processing-rig.ts";

type Targets = Extract<BulkScope, { targets: unknown }>["targets"];
interface Notes {
  readonly key?: string;
  readonly qa?: object;
  readonly reason?: string;
  readonly undoes?: readonly string[];
  readonly identity?: typeof crew;
}

/** Who acts, unless a test says otherwise. */
export const crew = {
  ...testIdentity("crew", "resubmit"),
  givenName: "Hana",
  familyName: "Brook",
};

/** The code of an answer's error; undefined where it is none. */
export const codeOf = (promise: Promise<unknown>): Promise<string | undefined> =>
  promise.then(
    () => undefined,
    (error: unknown) => (error instanceof AppError ? error.code : String(error)),
  );

/** What became of each job. */
export const outcomes = ({ rows }: BulkOutcome): string[] =>
  rows.map(({ code, reason }) => code ?? reason ?? "done");

function callsOn(rig: ProcessingRig) {
  const updatedOf = async (id: string): Promise<string> =>
    (await rig.ask(endpoints.readProcessing, { params: { processingId: id } })).reply.Updated;
  return {
    updatedOf,

    preview: async (action: BulkAction, on: BulkScope, identity = crew) =>
      (await rig.ask(endpoints.previewBulk, { body: { action, on }, identity })).reply,

    async act(action: BulkAction, on: BulkScope, more: Notes = {}): Promise<BulkOutcome> {
      const { identity = crew, key = randomUUID(), ...rest } = more;
      const body = { key, action, on, ...rest };
      return (await rig.ask(endpoints.actInBulk, { body, identity })).reply;
    },

    /** Processings whose jobs have run, COMPLETED all; in the order in which a bulk acts on them. */
    async completed(count: number): Promise<string[]> {
      const ids: string[] = [];
      for (let n = 0; n < count; n += 1) ids.push((await rig.seedLog()).id);
      await rig.start();
      for (const id of ids)
        await rig.setStatus(id, { gps: "COMPLETED", lms: "COMPLETED", stage: "COMPLETED" });
      return ids.toSorted();
    },

    /** A job of each, as its record is now. */
    seen: async (ids: readonly string[], job = "PI1_MineIP1"): Promise<Targets> =>
      Promise.all(
        ids.map(async (processingId) => ({
          processingId,
          job,
          updated: await updatedOf(processingId),
        })),
      ),

    /** How often its jobs were ordered. */
    async ordersOf(id: string): Promise<number> {
      const { rows } = await sql<{ n: number }>`SELECT count(*) AS n FROM job_orders o
        JOIN processing_jobs j ON j.id = o.job_id WHERE j.processing_id = ${id}`.execute(rig.db);
      return rows[0]!.n;
    },
  };
}
export type BulkRig = ProcessingRig & ReturnType<typeof callsOn>;

/** A database with processings, and the calls on many of their jobs. */
export async function openBulkRig(
  options?: Parameters<typeof openProcessingRig>[0],
): Promise<BulkRig> {
  const rig = await openProcessingRig(options);
  return { ...rig, ...callsOn(rig) };
}
