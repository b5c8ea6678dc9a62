import type { Role } from "@swath/contract/identity";
import { routes } from "@swath/contract/routes";
import { afterAll, beforeAll, expect, test } from "vitest";
import { testIdentity } from "../../../platform/http/testing/recorded-serve.ts";
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
  const { id } = await rig.plantLog({ project });
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
  const impact = (await rig.ask(routes.readResubmitImpact, of)).reply;
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
  expect((await rig.ask(routes.readResubmitImpact, lacking)).reply.Refusal).toBe(
    "Only members of the resubmit groups may resubmit",
  );
  const before = await rig.statusesOf(id);
  await rig.ask(routes.resubmitJob, {
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
  await rig.ask(routes.resubmitJob, {
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
