import { sql } from "kysely";
import { planObjects } from "@swath/contract/uploads";
import { afterEach, beforeEach, expect, test } from "vitest";
import { sweepLeases } from "./lease.ts";
import { lidarFolder, manifestOf, storedObject } from "./testing/source-folder.ts";
import type { TestBrowser } from "./testing/test-browser.ts";
import { createUploadRig } from "./testing/upload-rig.ts";

let rig: Awaited<ReturnType<typeof createUploadRig>>;
let upload: Awaited<ReturnType<typeof rig.seed>>;
let first: TestBrowser;
let second: TestBrowser;
beforeEach(async () => {
  rig = await createUploadRig();
  upload = await rig.seed();
  const crew = rig.browser("crew");
  first = crew.page("page-one-00000001");
  second = crew.page("page-two-00000002");
});

afterEach(() => rig.close());

const source = () => lidarFolder(upload.flightId);
const manifest = () => manifestOf(upload, source());
const ELSEWHERE = { code: "UPLOAD_HELD_ELSEWHERE" };
const TAKE_OVER = { takeOver: "true" };

async function sending(page: TestBrowser): Promise<void> {
  await page.begin(upload, manifest());
  await page.move(upload, "UPLOADING");
}

async function loseLease(): Promise<void> {
  await sql`UPDATE uploads SET lease_renewed = now() - interval '61 seconds'
    WHERE id = ${upload.uploadId}`.execute(rig.db);
  expect(await sweepLeases(rig.db)).toBe(1);
}

const eventsOf = (action: string) =>
  rig.db
    .selectFrom("audit.events")
    .select(["name", "detail"])
    .where("upload_id", "=", upload.uploadId)
    .where("action", "=", action as never)
    .execute();

async function postFirst(page: TestBrowser): Promise<string> {
  const [object] = planObjects(manifest().files);
  return page.post(upload, object!.name, await storedObject(object!, source()));
}

test("no other page of the same browser renews, moves, sends or plans what a page holds", async () => {
  await first.move(upload, "VALIDATING_SOURCE");
  await first.move(upload, "GENERATING_METADATA_N_UPLOAD_TASK");
  await expect(second.metadata(upload, manifest())).rejects.toMatchObject(ELSEWHERE);
  await first.metadata(upload, manifest());
  await first.move(upload, "CHECKING_CONCURRENT_UPLOAD");
  await first.move(upload, "UPLOADING");
  await expect(second.heartbeat(upload)).rejects.toMatchObject(ELSEWHERE);
  await expect(second.move(upload, "UPLOAD_PAUSED")).rejects.toMatchObject(ELSEWHERE);
  await expect(postFirst(second)).rejects.toMatchObject(ELSEWHERE);
  await expect(postFirst(first)).resolves.toContain(upload.uploadId);
  expect((await first.heartbeat(upload)).status).toBe("UPLOADING");
});

test("a page takes an upload over by saying so, and the first one can do nothing any more", async () => {
  await sending(first);
  const key = await postFirst(first);
  const taken = await second.move(upload, "UPLOAD_STALLED", TAKE_OVER);
  expect(taken).toMatchObject({
    status: "UPLOAD_STALLED",
    reason: "Crew took it over on another page",
  });
  await expect(first.heartbeat(upload)).rejects.toMatchObject(ELSEWHERE);
  const resume = "GENERATING_METADATA_N_CHECK_PROGRESS";
  await expect(first.move(upload, resume)).rejects.toMatchObject(ELSEWHERE);
  await second.move(upload, resume, TAKE_OVER);
  await expect(first.metadata(upload, manifest())).rejects.toMatchObject(ELSEWHERE);
  const { remaining_task_key_list: remaining } = await second.metadata(upload, manifest());
  expect(remaining.some((name) => key.endsWith(name))).toBe(false);
  await second.move(upload, "CHECKING_CONCURRENT_UPLOAD");
  await second.move(upload, "UPLOADING");
  await expect(postFirst(first)).rejects.toMatchObject(ELSEWHERE);
  await second.send(upload, source(), remaining);
  await second.move(upload, "UPLOAD_INTEGRITY_CHECK");
  expect((await second.move(upload, "UPLOAD_COMPLETE")).status).toBe("UPLOAD_COMPLETE");
  const [event] = await eventsOf("upload.takenOver");
  expect(event).toMatchObject({ name: "Crew", detail: { from: "UPLOADING" } });
});

test("another person takes nothing over", async () => {
  await sending(first);
  const stranger = rig.browser("crew2").page("page-one-00000001");
  const asked = stranger.move(upload, "UPLOAD_STALLED", TAKE_OVER);
  await expect(asked).rejects.toMatchObject({ code: "NOT_UPLOAD_OWNER" });
  expect((await first.heartbeat(upload)).status).toBe("UPLOADING");
});

test("a page whose lease ended goes on by itself, unless another one took the upload", async () => {
  await sending(first);
  await loseLease();
  await first.move(upload, "CHECKING_CONCURRENT_UPLOAD");
  await loseLease();
  await second.move(upload, "CHECKING_CONCURRENT_UPLOAD", TAKE_OVER);
  await loseLease();
  await expect(first.move(upload, "CHECKING_CONCURRENT_UPLOAD")).rejects.toMatchObject(ELSEWHERE);
  await second.move(upload, "CHECKING_CONCURRENT_UPLOAD");
});

test("a paused upload is anyone's of its owner's pages to resume", async () => {
  await sending(first);
  await first.move(upload, "UPLOAD_PAUSED");
  await second.move(upload, "CHECKING_CONCURRENT_UPLOAD");
  await expect(first.heartbeat(upload)).rejects.toMatchObject(ELSEWHERE);
});
