import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { importedInstructionSchema } from "@swath/contract/instructions";
import { importInstructions } from "../domain/instructions/import-instructions.ts";
import { form, type InstructionRig, openInstructionRig } from "./testing/instruction-rig.ts";

let rig: InstructionRig;
beforeAll(async () => {
  rig = await openInstructionRig();
});
afterAll(() => rig.close());

/** Seeds a processing of a project whose delivery does not apply; answers how to read its status. */
async function seedDelivery(project: string): Promise<() => Promise<string>> {
  const flight = `FL${project.slice(-1).padStart(6, "0")}`;
  await sql`INSERT INTO flights (flight_id, dates, latest_date, date_span, aircraft,
      departure_timezone, document_major_version, types)
    VALUES (${flight}, '{2026-01-01}', '2026-01-01', '[2026-01-01,2026-01-01]', 'VH-AAA', 'UTC', 4.2,
      '{}')`.execute(rig.db);
  await sql`INSERT INTO processings (id, guid, area, flight_id, sensor_id, project_id,
      document_major_version)
    VALUES (${project}, ${project}, 'ip', ${flight}, 'SL000001', ${project}, 4.2)`.execute(rig.db);
  await sql`INSERT INTO processing_jobs (id, processing_id, area, name, label, position, status,
      reads_instruction)
    VALUES (${project}, ${project}, 'stage', 'DEL1', 'Delivery', 0, 'NOT_APPLICABLE', true)`.execute(
    rig.db,
  );
  return async () => {
    const jobs = rig.db.selectFrom("processing_jobs").select("status").where("id", "=", project);
    return (await jobs.executeTakeFirstOrThrow()).status;
  };
}

test("a delivery applies from the first instruction that is saved or imported on", async () => {
  await sql`INSERT INTO aircraft VALUES ('VH-AAA', 'FixedWing')`.execute(rig.db);
  const saved = await seedDelivery("PRJ00001");
  const imported = await seedDelivery("PRJ00002");
  await rig.create();
  expect([await saved(), await imported()]).toEqual(["NOT_COMMENCED", "NOT_APPLICABLE"]);
  const given = importedInstructionSchema.parse(form({ ProcInstID: "A-9", projectId: "PRJ00002" }));
  await rig.db.transaction().execute((trx) => importInstructions(trx, [given]));
  expect(await imported()).toBe("NOT_COMMENCED");
});
