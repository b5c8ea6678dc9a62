import { sql } from "kysely";
import { importedInstructionSchema } from "@swath/contract/instructions";
import { afterAll, beforeAll, expect, test } from "vitest";
import { importInstructions } from "../domain/instructions/import-instructions.ts";
import { instructionOfProject } from "../domain/instructions/instruction-of-project.ts";
import { readInstruction } from "../instruction/instruction-records.ts";
import { saveInstruction } from "../instruction/save-instruction.ts";
import { form } from "../instruction/testing/instruction-rig.ts";
import { attemptRows, findAttempt } from "../processing/attempts/find-attempt.ts";
import { restoreAttempt } from "../processing/attempts/restore-attempt.ts";
import { createOrchestrator } from "../processing/orchestrate/orchestrate.ts";
import { RunRig, testStage } from "../processing/testing/run-rig.ts";
import { report } from "../processing/testing/use-rig.ts";
import { testIdentity } from "../platform/http/testing/recorded-serve.ts";

const identity = testIdentity("crew");
const saver = { identity, from: { address: "192.0.2.1", requestId: "test" } };
const PROJECT = "PRJ00001";

let rig: RunRig;
beforeAll(async () => {
  rig = await RunRig.open();
  await sql`INSERT INTO projects (project_id, name, manager, status, epsg)
    VALUES (${PROJECT}, 'Harbour', 'Ann', 'Open', 28356)`.execute(rig.db);
  const instruction = () => instructionOfProject(rig.db, PROJECT);
  rig.orchestrator = createOrchestrator({
    ...rig.deps,
    records: { ...rig.deps.records, instruction },
  });
  const inputs = { instruction: { from: "instruction" } };
  const command = ["{node}", "{stages}/main.ts", "{input.instruction}", "{out}"];
  rig.install(testStage("DEL1", { inputs, command }));
});
afterAll(() => rig.close());

const read = (id: string, roles = identity.roles) => readInstruction(rig.db, id, roles);
const isOutdated = async (id: string) => (await rig.job(id, "DEL1")).is_outdated;

async function change(id: string, siteName: string): Promise<void> {
  const { Updated: updated } = await read(id);
  await saveInstruction(rig.db, form({ siteName }), saver, { id, updated });
}

/** Runs the delivery to its end; `meanwhile` while its tasks run. */
async function deliver(processing: string, meanwhile = async () => {}): Promise<void> {
  await rig.order(processing, "DEL1");
  await rig.settle();
  const key = rig.onlyKey();
  rig.engine.set(key, { phase: "running" });
  await rig.settle();
  await meanwhile();
  await rig.engine.finish(key, () => report());
  await rig.settle();
}

async function delivered(site: string): Promise<{ processing: string; instruction: string }> {
  const instruction = await saveInstruction(rig.db, form({ siteName: site }), saver);
  const processing = await rig.seedProcessing(["DEL1"]);
  await deliver(processing);
  return { processing, instruction };
}

const attemptsOf = async (processing: string) => attemptRows(rig.db, `${processing}-DEL1`);

test("a delivery keeps the version that it was made by, and is outdated by a newer one until it is made again", async () => {
  const { processing, instruction } = await delivered("One");
  const first = await read(instruction);
  expect((await attemptsOf(processing))[0]?.instruction).toEqual({
    instructionId: instruction,
    ProcInstID: first.ProcInstID,
    siteName: "One",
    Updated: first.Updated,
  });
  expect(first.Deliveries).toEqual({ current: 1, outdated: 0, outdatedOnes: [] });
  await change(instruction, "One again");
  expect(await isOutdated(processing)).toBe(true);
  expect((await read(instruction)).Deliveries).toMatchObject({
    current: 0,
    outdated: 1,
    outdatedOnes: [{ processingId: processing, Job: "DEL1", Attempt: 1, Updated: first.Updated }],
  });
  await deliver(processing);
  expect(await isOutdated(processing)).toBe(false);
  expect((await read(instruction)).Deliveries).toMatchObject({ current: 1, outdated: 0 });

  const asked = { processingId: processing, job: "DEL1", attempt: 1 };
  const former = await findAttempt(rig.db, identity.roles, asked);
  await restoreAttempt(
    rig.deps,
    { processing: former.processing, run: former.run },
    {
      actor: identity,
    },
  );
  expect(await isOutdated(processing)).toBe(true);
});

test("an instruction that is saved while its delivery is made outdates it", async () => {
  const instruction = await saveInstruction(rig.db, form({ siteName: "Two" }), saver);
  const processing = await rig.seedProcessing(["DEL1"]);
  await deliver(processing, () => change(instruction, "Two again"));
  expect(await isOutdated(processing)).toBe(true);
});

test("another site's instruction outdates nothing, and one of an import that says the same neither", async () => {
  const given = importedInstructionSchema.parse(form({ ProcInstID: "A-1", siteName: "Three" }));
  const bring = (each: typeof given) =>
    rig.db.transaction().execute((trx) => importInstructions(trx, [each]));
  await bring(given);
  const processing = await rig.seedProcessing(["DEL1"]);
  await deliver(processing);
  await bring(given);
  await saveInstruction(rig.db, form({ siteName: "Four" }), saver);
  expect(await isOutdated(processing)).toBe(false);
  await bring({ ...given, siteName: "Three again" });
  expect(await isOutdated(processing)).toBe(true);
});

test("deliveries of a dashboard that the caller does not see are not named", async () => {
  const { instruction } = await delivered("Five");
  await change(instruction, "Five again");
  const { roles } = testIdentity("only", "processingOnly");
  expect((await read(instruction, roles)).Deliveries).toEqual({
    current: 0,
    outdated: 0,
    outdatedOnes: [],
  });
});
