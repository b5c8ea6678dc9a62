import { sql } from "kysely";
import { runEndpoints } from "@swath/contract/processing";
import { expect, test } from "vitest";
import { CREW, serveRig } from "../testing/serve-rig.ts";
import { FLIGHT } from "../testing/seed-records.ts";
import { testStage } from "../testing/run-rig.ts";
import { report, useRig } from "../testing/use-rig.ts";

const rig = useRig();

const minutes = (time: string | null | undefined): number =>
  Math.round((Date.parse(time!) - Date.now()) / 60_000);

test("what runs has an expected end, by what its stage took for a gigabyte before; so has what follows", async () => {
  const later = { inputs: { index: { from: "PI1", glob: "*.json" } }, command: ["x"] };
  rig().install(testStage("PI1"), testStage("ICP1", later));
  const before = await rig().seedProcessing(["PI1", "ICP1"]);
  await rig().order(before, "PI1");
  for (const _ of ["PI1", "ICP1"]) {
    await rig().settle();
    const key = rig().onlyKey();
    rig().engine.set(key, { phase: "running" });
    await rig().settle();
    await rig().engine.finish(key, () => report());
    await rig().settle();
  }
  // 11 and 10 minutes for 22 bytes, and for the 2 bytes of the report.
  await sql`UPDATE processing_runs SET ended = started + CASE stage ->> 'name'
    WHEN 'PI1' THEN interval '11 minutes' ELSE interval '10 minutes' END`.execute(rig().db);
  await sql`UPDATE processing_runs SET input_bytes = 22`.execute(rig().db);
  const id = await rig().seedProcessing(["PI1", "ICP1"]);
  await rig().order(id, "PI1");
  await rig().settle();
  rig().engine.set(rig().onlyKey(), { phase: "running" });
  await rig().settle();
  await rig().order(id, "ICP1");
  await rig().settle();
  expect((await rig().job(id, "ICP1")).reason).toBe(
    "Waits for PI1 label (Running); expected to start in about 11 min",
  );
  const params = { flightId: FLIGHT };
  const { reply } = await serveRig(rig())(runEndpoints.readFlightRuns, { params, identity: CREW });
  const { jobs } = reply.find(({ processingId }) => processingId === id)!;
  expect(jobs.map(({ expectedEnd }) => minutes(expectedEnd))).toEqual([11, 21]);
  expect(minutes(jobs[0]!.latest!.expectedEnd)).toBe(11);
  const ended = reply.find(({ processingId }) => processingId === before)!;
  expect(ended.jobs.map(({ expectedEnd }) => expectedEnd)).toEqual([null, null]);
});
