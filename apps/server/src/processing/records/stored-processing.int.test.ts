import { endpoints } from "@swath/contract/endpoints";
import { afterAll, beforeAll, expect, test } from "vitest";
import { testIdentity } from "../../platform/http/testing/recorded-serve.ts";
import { openProcessingRig, type ProcessingRig } from "../testing/processing-rig.ts";

let rig: ProcessingRig;
beforeAll(async () => {
  rig = await openProcessingRig();
});
afterAll(() => rig.database.drop());

const AT = "2026-11-22T14:20:00.000Z";
const list = async () =>
  (await rig.ask(endpoints.listProcessings, { query: {}, identity: testIdentity("crew") })).reply;

test("a page asks once when its jobs are expected to end, and not where nothing is under way", async () => {
  const asked: string[][] = [];
  rig.setEtas(async (jobs) => {
    asked.push(jobs.map(({ processing_id: id, name }) => `${id} ${name}`));
    return new Map(jobs.map(({ id }) => [id, { at: new Date(AT), runs: 12 }]));
  });
  const ids: string[] = [];
  for (let n = 0; n < 3; n += 1) ids.push((await rig.seedLog({ upload: null })).id);
  await rig.start();
  for (const document of await list()) expect(document.GPSJob!.ExpectedEnd).toBeNull();
  expect(asked).toEqual([]);
  const running = ids.slice(1);
  for (const id of running) await rig.setStatus(id, { gps: "COMPLETED", lms: "RUNNING" });
  const documents = await list();
  expect(asked).toHaveLength(1);
  expect(new Set(asked[0]!.map((each) => each.split(" ")[0]))).toEqual(new Set(running));
  for (const document of documents) {
    const isActive = running.includes(document._id);
    expect(document.GPSJob).toMatchObject({ ExpectedEnd: null, ExpectedFrom: 0 });
    expect(document.LMSJob).toMatchObject(
      isActive ? { ExpectedEnd: AT, ExpectedFrom: 12 } : { ExpectedEnd: null },
    );
  }
});
