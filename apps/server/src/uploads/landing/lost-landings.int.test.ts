import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { sweepLeases } from "../lease.ts";
import { lidarFolder, manifestOf } from "../testing/source-folder.ts";
import { createUploadRig } from "../testing/upload-rig.ts";
import { removeBelow } from "./clean-landing.ts";
import { sendLandingsAgain } from "./lost-landings.ts";

let rig: Awaited<ReturnType<typeof createUploadRig>>;
beforeEach(async () => {
  rig = await createUploadRig();
});
afterEach(() => rig.close());

test("an upload that waited for its rebuild is stalled, is sent again, and becomes ready", async () => {
  const upload = await rig.seed();
  const files = lidarFolder(upload.flightId);
  const browser = rig.browser("crew");
  await browser.upload(upload, files);
  expect((await rig.stateOf(upload)).status).toBe("UPLOAD_COMPLETE");
  await removeBelow(rig.files, rig.buckets.uploads, "");
  expect(await rig.db.transaction().execute((trx) => sendLandingsAgain(trx))).toBe(1);
  expect(await rig.stateOf(upload)).toMatchObject({
    status: "UPLOAD_STALLED",
    reason: expect.stringContaining("not in the backup"),
  });
  expect((await browser.progress(upload)).completed_file_size).toBe(0);
  await browser.move(upload, "CHECKING_CONCURRENT_UPLOAD");
  await browser.move(upload, "UPLOADING");
  await browser.send(upload, files);
  await browser.move(upload, "UPLOAD_INTEGRITY_CHECK");
  await browser.move(upload, "UPLOAD_COMPLETE");
  await rig.server.hand.runAll();
  expect((await rig.stateOf(upload)).status).toBe("DATA_READY");
  expect(await rig.differing(upload, files)).toEqual([]);
});

test("one that was being sent stalls as its lease runs out, and nothing counts as sent", async () => {
  const upload = await rig.seed();
  const files = lidarFolder(upload.flightId);
  const browser = rig.browser("crew");
  await browser.begin(upload, manifestOf(upload, files));
  await browser.move(upload, "UPLOADING");
  await browser.send(upload, files);
  expect((await browser.progress(upload)).completed_file_size).toBeGreaterThan(0);
  await removeBelow(rig.files, rig.buckets.uploads, "");
  await rig.db.transaction().execute((trx) => sendLandingsAgain(trx));
  await sql`UPDATE uploads SET lease_renewed = lease_renewed - interval '2 minutes'`.execute(
    rig.db,
  );
  expect(await sweepLeases(rig.db)).toBe(1);
  expect((await rig.stateOf(upload)).status).toBe("UPLOAD_STALLED");
  expect((await browser.progress(upload)).completed_file_size).toBe(0);
});

test("data that is ready is left alone", async () => {
  const upload = await rig.seed();
  await rig.browser("crew").upload(upload, lidarFolder(upload.flightId));
  await rig.server.hand.runAll();
  expect(await rig.db.transaction().execute((trx) => sendLandingsAgain(trx))).toBe(0);
  expect((await rig.stateOf(upload)).status).toBe("DATA_READY");
});
