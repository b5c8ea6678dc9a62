import { afterEach, beforeEach, expect, test } from "vitest";
import { bucketsNamed, deletionRig } from "../retention/testing/deletion-rig.ts";
import { keepCertificates } from "./keep-certificates.ts";

let rig: Awaited<ReturnType<typeof deletionRig>>;
const said: unknown[] = [];
const log = {
  info: (facts: unknown) => void said.push(facts),
  warn: (facts: unknown) => void said.push(facts),
};

beforeEach(async () => {
  rig = await deletionRig({ buckets: bucketsNamed("x") });
  said.length = 0;
  await rig.order("flight", "FL000001");
  await rig.work();
});
afterEach(() => rig.close());

const stored = async () =>
  (await rig.db.selectFrom("certificates").select("stored").execute()).filter(
    (row) => row.stored !== null,
  ).length;

test("a server stores what waits, and lists again what a restored database lacks", async () => {
  const stop = keepCertificates(rig.deps, log);
  await expect.poll(stored).toBe(1);
  await stop();
  await rig.db.updateTable("deletions").set({ certificate: null }).execute();
  await rig.db.deleteFrom("certificates").execute();
  const stopAgain = keepCertificates(rig.deps, log);
  await expect.poll(stored).toBe(1);
  await stopAgain();
  expect(said).toEqual([{ adopted: 1 }]);
});

test("a store that is away is told of in the log, and ends nothing", async () => {
  rig.faults.before = () => {
    throw new Error("away");
  };
  const stop = keepCertificates(rig.deps, log);
  await expect.poll(() => said).toEqual([{ err: expect.any(Error) }]);
  await stop();
  expect(await stored()).toBe(0);
});
