import { endpoints } from "@swath/contract/endpoints";
import { afterAll, beforeAll, expect, test } from "vitest";
import { whileOrchestrated } from "../testing/while-locked.ts";
import { testIdentity } from "../../platform/http/testing/recorded-serve.ts";
import { openProcessingRig, type ProcessingRig } from "../testing/processing-rig.ts";

let rig: ProcessingRig;
beforeAll(async () => {
  rig = await openProcessingRig();
});
afterAll(() => rig.database.drop());

const crew = testIdentity("crew", "resubmit");

async function seeded(lms: "COMPLETED" | "MANUALLY_PROCESSED"): Promise<string> {
  const { id } = await rig.seedLog();
  await rig.start();
  const stage = lms === "COMPLETED" ? "COMPLETED" : "NOT_COMMENCED";
  await rig.setStatus(id, { gps: "COMPLETED", lms, stage });
  return id;
}

test("processing/A5 an action that waits for the orchestrator, which waits for it, begins again", async () => {
  const id = await seeded("COMPLETED");
  const body = { process_id: id, cluster_name: "PI1_MineIP1", Ignore: true as const };
  await whileOrchestrated(rig.db, id, () =>
    rig.ask(endpoints.markIgnored, { body, identity: crew }),
  );
  expect(await rig.statusesOf(id)).toMatchObject({ PI1_MineIP1: "IGNORE" });
});

test("processing/A5 so does the submission of a first stage", async () => {
  const id = await seeded("MANUALLY_PROCESSED");
  const params = { processingId: id };
  await whileOrchestrated(rig.db, id, () =>
    rig.ask(endpoints.putFirstStage, { params, identity: crew }),
  );
  expect(await rig.statusesOf(id)).toMatchObject({ PI1_MineIP1: "PREQUEUE" });
});
