import { planObjects } from "@swath/contract/uploads";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sweepLeases } from "./lease.ts";
import { lidarFolder, manifestOf } from "./testing/source-folder.ts";
import { createUploadRig } from "./testing/upload-rig.ts";

let rig: Awaited<ReturnType<typeof createUploadRig>>;
beforeAll(async () => {
  rig = await createUploadRig();
});
afterAll(() => rig.close());

const events = (uploadId: string) =>
  rig.db
    .selectFrom("audit.events")
    .selectAll()
    .where("upload_id", "=", uploadId)
    .orderBy("id")
    .execute();
const told = async (uploadId: string) =>
  (await events(uploadId)).map(({ actor, subject, action, detail }) => [
    subject ?? actor,
    action,
    "to" in detail ? detail["to"] : undefined,
  ]);

test("every move of an upload is recorded: who made it, and what the server made of it", async () => {
  const upload = await rig.seed();
  const source = lidarFolder(upload.flightId);
  await rig.browser("crew").upload(upload, source);
  await rig.server.hand.runAll();
  expect(await told(upload.uploadId)).toEqual([
    ["crew", "upload.moved", "VALIDATING_SOURCE"],
    ["crew", "upload.moved", "GENERATING_METADATA_N_UPLOAD_TASK"],
    ["crew", "upload.planned", undefined],
    ["crew", "upload.moved", "CHECKING_CONCURRENT_UPLOAD"],
    ["crew", "upload.moved", "UPLOADING"],
    ["crew", "upload.moved", "UPLOAD_INTEGRITY_CHECK"],
    ["crew", "upload.moved", "UPLOAD_COMPLETE"],
    ["swath", "upload.moved", "VALIDATING_UPLOAD"],
    // The papers of this folder are noise.
    ["swath", "upload.damageWarned", undefined],
    ["swath", "upload.rebuilt", undefined],
  ]);
  const [first] = await events(upload.uploadId);
  expect(first).toMatchObject({
    name: "Crew",
    flight_id: upload.flightId,
    detail: { from: "READY_FOR_UPLOAD", to: "VALIDATING_SOURCE", isUpdate: false },
    address: "192.0.2.1",
    request_id: "test",
  });
});

test("neither a refused move nor a repeated one is recorded as a change", async () => {
  const upload = await rig.seed();
  const crew = rig.browser("crew");
  await crew.move(upload, "VALIDATING_SOURCE");
  await crew.move(upload, "VALIDATING_SOURCE");
  await expect(crew.move(upload, "UPLOADING")).rejects.toMatchObject({ status: 409 });
  expect(await told(upload.uploadId)).toEqual([["crew", "upload.moved", "VALIDATING_SOURCE"]]);
});

test("a move whose transaction fails leaves no event", async () => {
  const upload = await rig.seed();
  await sql`CREATE FUNCTION break() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'broken'; END $$`.execute(rig.db);
  await sql`CREATE TRIGGER broken BEFORE UPDATE ON uploads FOR EACH ROW EXECUTE FUNCTION break()`.execute(
    rig.db,
  );
  try {
    await expect(rig.browser("crew").move(upload, "VALIDATING_SOURCE")).rejects.toThrow("broken");
  } finally {
    await sql`DROP TRIGGER broken ON uploads`.execute(rig.db);
  }
  expect(await told(upload.uploadId)).toEqual([]);
});

test("a leader's reset and a stall by the sweep are told as such", async () => {
  const upload = await rig.seed();
  const crew = rig.browser("crew");
  await crew.begin(upload, manifestOf(upload, lidarFolder(upload.flightId)));
  await sql`UPDATE uploads SET lease_renewed = now() - interval '61 seconds'
    WHERE id = ${upload.uploadId}`.execute(rig.db);
  expect(await sweepLeases(rig.db)).toBe(1);
  await rig.leader().reset(upload);
  const [stalled, reset] = (await events(upload.uploadId)).slice(-2);
  expect(stalled).toMatchObject({
    actor: "swath",
    action: "upload.stalled",
    detail: { from: "CHECKING_CONCURRENT_UPLOAD", to: "UPLOAD_STALLED" },
  });
  expect(reset).toMatchObject({
    subject: "leader",
    action: "upload.reset",
    detail: { from: "UPLOAD_STALLED", reason: "Another drive" },
  });
});

test("a leader's cancel of another's upload is told with its reason, and stops its page", async () => {
  const upload = await rig.seed();
  const crew = rig.browser("crew");
  await crew.begin(upload, manifestOf(upload, lidarFolder(upload.flightId)));
  await crew.move(upload, "UPLOADING");
  const leader = rig.leader();
  await expect(leader.move(upload, "UPLOAD_CANCELLED")).rejects.toMatchObject({
    code: "INVALID_REQUEST",
    details: { field: "reason" },
  });
  await expect(
    rig.browser("crew2").move(upload, "UPLOAD_CANCELLED", {}, "Mine"),
  ).rejects.toMatchObject({ code: "NOT_UPLOAD_OWNER" });
  const cancelled = await leader.move(upload, "UPLOAD_CANCELLED", {}, "The wrong flight");
  expect(cancelled).toMatchObject({ status: "UPLOAD_CANCELLED" });
  expect(cancelled.reason).toMatch(/^.+: The wrong flight$/);
  await expect(crew.heartbeat(upload)).rejects.toMatchObject({ status: 409 });
  expect((await events(upload.uploadId)).at(-1)).toMatchObject({
    subject: "leader",
    action: "upload.moved",
    detail: { from: "UPLOADING", to: "UPLOAD_CANCELLED", reason: "The wrong flight" },
  });
});

test("a leader replaces another's failed upload with a reason, and nothing of it is gone on with", async () => {
  const upload = await rig.seed();
  const source = lidarFolder(upload.flightId);
  const crew = rig.browser("crew");
  await crew.begin(upload, manifestOf(upload, source));
  await crew.move(upload, "UPLOADING");
  await crew.send(upload, source);
  await crew.move(upload, "UPLOAD_FAILED");
  const leader = rig.leader();
  await expect(leader.move(upload, "VALIDATING_SOURCE")).rejects.toMatchObject({
    code: "INVALID_REQUEST",
    details: { field: "reason" },
  });
  const other = rig.browser("crew2").move(upload, "VALIDATING_SOURCE", {}, "Mine");
  await expect(other).rejects.toMatchObject({ code: "NOT_UPLOAD_OWNER" });
  const missing = await leader.begin(upload, manifestOf(upload, source));
  expect(missing).toHaveLength(planObjects(manifestOf(upload, source).files).length);
  const replaced = (await events(upload.uploadId)).find(
    ({ detail }) => detail["from"] === "UPLOAD_FAILED",
  );
  expect(replaced).toMatchObject({
    subject: "leader",
    detail: { to: "VALIDATING_SOURCE", reason: "New lines" },
  });
  await expect(crew.move(upload, "VALIDATING_SOURCE")).rejects.toMatchObject({
    code: "NOT_UPLOAD_OWNER",
  });
});

test("content that does not match is recorded with its reason", async () => {
  const upload = await rig.seed();
  const source = lidarFolder(upload.flightId);
  const crew = rig.browser("crew");
  await crew.upload(upload, source);
  await rig.db
    .updateTable("upload_pieces")
    .set({ claims: sql`jsonb_set(claims, '{0,1}', '"00000000000000000000000000000000"')` })
    .where("upload_id", "=", upload.uploadId)
    .execute();
  await rig.server.hand.runAll();
  const last = (await events(upload.uploadId)).at(-1);
  expect(last).toMatchObject({ actor: "swath", action: "upload.damageFound" });
  expect(last?.detail["reason"]).toBe((await rig.stateOf(upload)).reason);
});
