import { endpoints } from "@swath/contract/endpoints";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openProcessingRig, type ProcessingRig } from "../testing/processing-rig.ts";

const COMPLETED = { gps: "COMPLETED", lms: "NOT_COMMENCED", stage: "NOT_COMMENCED" } as const;
let rig: ProcessingRig;
beforeAll(async () => {
  rig = await openProcessingRig();
});
afterAll(() => rig.database.drop());

/** A processing whose GPS job is completed, with or without QA that is asked for. */
async function completed(require_qa = true, log = {}) {
  const seeded = await rig.seedLog(log);
  await rig.start();
  await rig.setStatus(seeded.id, COMPLETED, { require_qa });
  return seeded;
}
const pending = async (): Promise<string[]> =>
  (await rig.ask(endpoints.listProcessings, { query: { Status: "$any QA_PENDING" } })).reply.map(
    ({ _id }) => _id,
  );

test("QA_PENDING finds what waits for somebody who can complete it now, and nothing else", async () => {
  const open = await completed();
  await completed(false);
  await completed(true, { version: 3 });
  const superseded = await completed();
  await sql`UPDATE processings SET active = false WHERE id = ${superseded.id}`.execute(rig.db);
  const stage = await completed();
  await sql`UPDATE processing_jobs SET active = false WHERE processing_id = ${stage.id}`.execute(
    rig.db,
  );
  const archived = await completed();
  await sql`UPDATE flights SET archive_s3_path_lidar = 's3://archive/x'
    WHERE flight_id = ${archived.flightId}`.execute(rig.db);
  expect(await pending()).toEqual([open.id]);
  await sql`UPDATE processings SET active = true WHERE id = ${superseded.id}`.execute(rig.db);
  await sql`UPDATE flights SET archive_s3_path_lidar = NULL
    WHERE flight_id = ${archived.flightId}`.execute(rig.db);
  expect(new Set(await pending())).toEqual(new Set([open.id, superseded.id, archived.id]));
});
