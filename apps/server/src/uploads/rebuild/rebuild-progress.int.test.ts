import { afterEach, beforeEach, expect, test } from "vitest";
import { lidarFolder } from "../testing/source-folder.ts";
import { createUploadRig } from "../testing/upload-rig.ts";
import { RebuildProgress } from "./rebuild-progress.ts";

let rig: Awaited<ReturnType<typeof createUploadRig>>;
beforeEach(async () => {
  rig = await createUploadRig();
});
afterEach(() => rig.close());

test("uploads/P1 a rebuild tells what it has verified and published, also of a run before", async () => {
  const upload = await rig.seed();
  const source = lidarFolder(upload.flightId);
  const total = source.reduce((sum, { bytes }) => sum + bytes.length, 0);
  const browser = rig.browser("crew");
  const rebuildOf = async () => (await browser.state(upload)).rebuild;
  await browser.upload(upload, source);
  expect(await rebuildOf()).toBeUndefined();
  let joins = 0;
  rig.faults.before = (call) => {
    if (call === "join" && (joins += 1) > 2) throw new Error("killed");
  };
  await expect(rig.server.hand.runAll()).rejects.toThrow("killed");
  await expect(rig.server.hand.runAll()).rejects.toThrow("killed");
  const rebuild = await rebuildOf();
  expect(rebuild).toMatchObject({ totalBytes: total, verifiedBytes: total });
  expect(rebuild!.rebuiltBytes).toBeGreaterThan(0);
  expect(rebuild!.rebuiltBytes).toBeLessThan(total);
  delete rig.faults.before;
  await rig.server.hand.runAll();
  expect(await rebuildOf()).toBeUndefined();
});

test("uploads/P2 it is written at most once a second, and when a step ends", async () => {
  const upload = await rig.seed();
  let now = 0;
  const objects = [10, 20, 30].map((source_bytes) => ({ source_bytes, published: false }));
  const progress = await RebuildProgress.begin({
    db: rig.db,
    clock: () => new Date(now),
    uploadId: upload.uploadId,
    objects,
    proven: false,
  });
  const verified = async () => {
    const rows = await rig.db.selectFrom("upload_rebuilds").select("verified_bytes").execute();
    return rows.map(({ verified_bytes }) => verified_bytes);
  };
  expect(await verified()).toEqual([0]);
  now = 999;
  await progress.verified(objects.slice(0, 1));
  expect(await verified()).toEqual([0]);
  now = 1_000;
  await progress.verified(objects.slice(1, 2));
  expect(await verified()).toEqual([30]);
  await progress.verified(objects.slice(2));
  expect(await verified()).toEqual([60]);
});
