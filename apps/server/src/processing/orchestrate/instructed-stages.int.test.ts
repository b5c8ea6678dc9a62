import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { applyInstructed, jobsOfFlights } from "../../domain/processing/create-processings.ts";
import { TEST_TEMPLATES } from "../testing/test-templates.ts";
import { openProcessingRig, type ProcessingRig } from "../testing/processing-rig.ts";
import { untilBlocked } from "../../platform/postgres/testing/until-blocked.ts";

let rig: ProcessingRig;
beforeAll(async () => {
  rig = await openProcessingRig();
  for (const project of ["PRJ00011", "PRJ00012"])
    await sql`INSERT INTO projects VALUES (${project}, 'Pit', 'Vale', 'Processing', 'Delivery',
      'A Client')`.execute(rig.db);
});
afterAll(() => rig.database.drop());

const instruct = (project: string) =>
  sql`INSERT INTO instructions (id, proc_inst_id, project_id, site_name, control, horizontal_datum,
      vertical_datum, tile_extents, tile_naming, products)
    VALUES (left(md5(${project}), 24), ${`PI-${project}`}, ${project}, 'North', false, 'EPSG:7856',
      'Ellipsoidal', '{}', '{tile}', '[]')`.execute(rig.db);
const apply = (project: string) =>
  rig.db
    .transaction()
    .execute((trx) => applyInstructed(trx, [project], { actor: { subject: "ann", name: "Ann" } }));
const deliveryOf = async (id: string) => (await rig.statusesOf(id))["DEL1"];

test("a stage that needs an instruction does not apply before its project has one", async () => {
  const { id, flightId } = await rig.seedLog({ project: "PRJ00011", sensor: "D - 001" });
  const eo = await rig.seedLog({ project: "PRJ00011", sensor: "D - 002" });
  await sql`UPDATE processings SET eo_only = true WHERE id = ${eo.id}`.execute(rig.db);
  const other = await rig.seedLog({ project: "PRJ00012", sensor: "D - 003" });
  await rig.start();
  expect(await rig.statusesOf(id)).toMatchObject({
    MiningAI3: "NOT_COMMENCED",
    DEL1: "NOT_APPLICABLE",
  });

  await instruct("PRJ00011");
  await apply("PRJ00011");
  await apply("PRJ00011");
  expect(await deliveryOf(id)).toBe("NOT_COMMENCED");
  expect(await deliveryOf(eo.id)).toBe("NOT_APPLICABLE");
  expect(await deliveryOf(other.id)).toBe("NOT_APPLICABLE");
  const audit = await sql<{ actor: string; detail: unknown }>`SELECT actor, detail FROM audit.events
    WHERE flight_id = ${flightId} AND action = 'job.moved'`.execute(rig.db);
  expect(audit.rows).toEqual([
    {
      actor: "person",
      detail: expect.objectContaining({ from: "NOT_APPLICABLE", to: "NOT_COMMENCED" }),
    },
  ]);
  const later = await rig.seedLog({ project: "PRJ00011", sensor: "D - 004" });
  await rig.start();
  expect(await deliveryOf(later.id)).toBe("NOT_COMMENCED");
});

test("a stage that does not apply for another reason does not apply by an instruction", async () => {
  await sql`INSERT INTO projects VALUES ('PRJ00013', 'Dune', 'Vale', 'Processing', 'Delivery',
    'A Client')`.execute(rig.db);
  const { id } = await rig.seedLog({ project: "PRJ00013", sensor: "D - 006" });
  await rig.start();
  await sql`UPDATE processing_jobs SET status = 'NOT_APPLICABLE'
    WHERE processing_id = ${id} AND name = 'MiningAI3'`.execute(rig.db);
  await instruct("PRJ00013");
  await apply("PRJ00013");
  expect(await rig.statusesOf(id)).toMatchObject({
    MiningAI3: "NOT_APPLICABLE",
    DEL1: "NOT_COMMENCED",
  });
});

test("jobs that are being made when an instruction is recorded do not miss it", async () => {
  const { id, flightId } = await rig.seedLog({ project: "PRJ00012", sensor: "D - 005" });
  let recorded: Promise<unknown> | undefined;
  await rig.db.transaction().execute(async (trx) => {
    await jobsOfFlights(trx, [flightId], TEST_TEMPLATES);
    recorded = instruct("PRJ00012").then(() => apply("PRJ00012"));
    await untilBlocked(rig.db);
  });
  await recorded;
  expect(await deliveryOf(id)).toBe("NOT_COMMENCED");
});
