import { endpoints } from "@swath/contract/endpoints";
import { sql } from "kysely";
import { afterEach, expect, test } from "vitest";
import { testIdentity } from "../../platform/http/testing/recorded-serve.ts";
import { lidarFolder, manifestOf } from "../testing/source-folder.ts";
import { createUploadRig } from "../testing/upload-rig.ts";

let rig: Awaited<ReturnType<typeof createUploadRig>>;
afterEach(() => rig.close());

const FOLDER_BYTES = lidarFolder("FL000001").reduce((sum, { bytes }) => sum + bytes.length, 0);

const quotasOf = async (subject = "crew") => {
  const identity = testIdentity(subject);
  return (await rig.server.ask(endpoints.readUploadQuotas, { identity })).reply;
};

/** An upload of a person that sends. */
async function send(subject: string) {
  const upload = await rig.seed();
  const browser = rig.browser(subject, `browser-of-${upload.uploadId}`);
  await browser.begin(upload, manifestOf(upload, lidarFolder(upload.flightId)));
  await browser.move(upload, "UPLOADING");
  return { upload, browser };
}

test("a person's quotas count what is under way of their own, until it is done with", async () => {
  rig = await createUploadRig({ quotas: { slots: 4, uploads: 10, bytes: 1e9 } });
  const limits = { slots: 4, uploads: 10, bytes: 1e9 };
  const used = async () => {
    const { slots, uploads, bytes, storage } = await quotasOf();
    expect([slots.limit, uploads.limit, bytes.limit]).toEqual(Object.values(limits));
    expect(storage).toBeNull();
    return [slots.used, uploads.used, bytes.used];
  };
  expect(await used()).toEqual([0, 0, 0]);
  const { upload, browser } = await send("crew");
  await send("another");
  expect(await used()).toEqual([1, 1, FOLDER_BYTES]);
  await browser.move(upload, "UPLOAD_PAUSED");
  expect(await used()).toEqual([0, 1, FOLDER_BYTES]);
  await browser.move(upload, "UPLOAD_CANCELLED");
  expect(await used()).toEqual([0, 0, 0]);
});

const store = (bytes: number) =>
  sql`INSERT INTO stored_objects (bucket, key, size, modified)
    VALUES (${rig.buckets.lidar}, 'a', ${bytes}, now())
    ON CONFLICT (bucket, key) DO UPDATE SET size = excluded.size`.execute(rig.db);

test("the company's storage is told beyond its soft limit alone, and refuses nothing", async () => {
  rig = await createUploadRig({ softLimit: 1_000 });
  await store(1_000);
  expect((await quotasOf()).storage).toBeNull();
  await store(1_001);
  expect((await quotasOf()).storage).toEqual({ used: 1_001, limit: 1_000 });
  await send("crew");
});

test("without a soft limit nothing is said of the storage", async () => {
  rig = await createUploadRig();
  await store(9e15);
  expect((await quotasOf()).storage).toBeNull();
});
