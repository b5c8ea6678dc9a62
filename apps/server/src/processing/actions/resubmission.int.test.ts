import type { Role } from "@swath/contract/identity";
import { sql } from "kysely";
import { endpoints } from "@swath/contract/endpoints";
import { afterAll, beforeAll, expect, test } from "vitest";
import { testIdentity } from "../../platform/http/testing/recorded-serve.ts";
import { openProcessingRig, type ProcessingRig } from "../testing/processing-rig.ts";

let rig: ProcessingRig;
beforeAll(async () => {
  rig = await openProcessingRig();
});
afterAll(() => rig.database.drop());

const crew = testIdentity("crew", "resubmit");
const as = (...roles: Role[]) => testIdentity("other", ...roles);

/** A processing whose jobs are all COMPLETED. */
async function completed(project: string): Promise<string> {
  const { id } = await rig.seedLog({ project });
  await rig.start();
  await rig.setStatus(id, { gps: "COMPLETED", lms: "COMPLETED", stage: "COMPLETED" });
  return id;
}

test("a stage that does not need the resubmitted one keeps its result; the impact says which", async () => {
  const id = await completed("PRJ00006");
  await rig.setStatus(
    id,
    { ICP1_MineIP1: "NOT_COMMENCED" },
    { run_started: "2026-01-01T10:00:00Z", run_ended: "2026-01-01T10:01:30Z" },
  );
  const of = { params: { processingId: id, name: "PI1_MineIP1" }, identity: crew };
  const impact = (await rig.ask(endpoints.readResubmitImpact, of)).reply;
  expect(impact).toMatchObject({
    Refusal: null,
    Overwritten: [
      { Name: "PI1_MineIP1", Status: "COMPLETED", Seconds: 90 },
      { Name: "MiningAI3", Seconds: 90 },
    ],
    Kept: ["GPS", "LMS", "EO"],
    Seconds: 180,
  });
  const lacking = { ...of, identity: as() };
  expect((await rig.ask(endpoints.readResubmitImpact, lacking)).reply.Refusal).toBe(
    "Only members of the resubmit groups may resubmit",
  );
  const before = await rig.statusesOf(id);
  await rig.ask(endpoints.resubmitJob, {
    body: { process_id: id, cluster_output: "PI1_MineIP1" },
    query: { updated: impact.Updated },
    identity: crew,
  });
  const after = await rig.statusesOf(id);
  expect(after).toMatchObject({ PI1_MineIP1: "PREQUEUE", EO: "COMPLETED", LMS: "COMPLETED" });
  const changed = Object.keys(after).filter((name) => after[name] !== before[name]);
  expect(changed).toEqual(impact.Overwritten.map(({ Name }) => Name));
});

test("a stage whose file is not installed begins anew with all that stand before it", async () => {
  const id = await completed("PRJ00007");
  await rig.ask(endpoints.resubmitJob, {
    body: { process_id: id, cluster_output: "LMS" },
    identity: crew,
  });
  expect(await rig.statusesOf(id)).toEqual({
    GPS: "COMPLETED",
    LMS: "QUEUED",
    Gone: "NOT_COMMENCED",
    EO: "COMPLETED",
  });
});

test("calibration/K5 a job that reads the calibration takes the record in force; others leave it", async () => {
  const id = await completed("PRJ00001");
  const insert = (record: string, survey: string) =>
    sql`INSERT INTO calibrations (id, kind, sensor_name, aircraft, parameters, survey_date, is_active)
      SELECT ${record}, 'lidar', sensor, aircraft, '{}', ${survey}, true
      FROM processings WHERE id = ${id}`.execute(rig.db);
  await insert("former", "2025-01-01");
  await insert("mended", "2025-06-01");
  await sql`UPDATE processings SET calibration_id = 'former' WHERE id = ${id}`.execute(rig.db);
  const resubmit = async (job: string) => {
    const body = { process_id: id, cluster_output: job };
    await rig.ask(endpoints.resubmitJob, { body, identity: crew });
    const { calibration_id } = await rig.db
      .selectFrom("processings")
      .select("calibration_id")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    return calibration_id;
  };
  expect(await resubmit("PI1_MineIP1")).toBe("former");
  await rig.setStatus(id, { gps: "COMPLETED", lms: "COMPLETED", stage: "COMPLETED" });
  expect(await resubmit("LMS")).toBe("mended");
  const { rows } = await sql<{ detail: unknown }>`SELECT detail FROM audit.events
    WHERE action = 'processing.changed' AND detail ->> 'processing' = ${id}
    ORDER BY id DESC LIMIT 1`.execute(rig.db);
  expect(rows[0]?.detail).toMatchObject({
    before: { calibration: "former" },
    after: { calibration: "mended" },
  });
});
