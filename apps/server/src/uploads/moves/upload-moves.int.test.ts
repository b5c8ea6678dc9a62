import { sql } from "kysely";
import { endpoints } from "@swath/contract/endpoints";
import { UPLOAD_STATUSES } from "@swath/contract/uploads";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { lidarFolder, manifestOf } from "../testing/source-folder.ts";
import type { TestBrowser } from "../testing/test-browser.ts";
import { createUploadRig } from "../testing/upload-rig.ts";

let rig: Awaited<ReturnType<typeof createUploadRig>>;
beforeAll(async () => {
  rig = await createUploadRig({ slots: 2 });
});
afterAll(() => rig.close());

type Upload = Awaited<ReturnType<typeof rig.seed>>;

/** An upload in line, with its manifest kept. */
async function inLine(browser: TestBrowser): Promise<Upload> {
  const upload = await rig.seed();
  await browser.begin(upload, manifestOf(upload, lidarFolder(upload.flightId)));
  return upload;
}
async function sending(browser: TestBrowser): Promise<Upload> {
  const upload = await inLine(browser);
  await browser.move(upload, "UPLOADING");
  return upload;
}
const age = (upload: Upload, seconds: number) =>
  sql`UPDATE uploads SET lease_renewed = lease_renewed - ${seconds} * interval '1 second'
    WHERE id = ${upload.uploadId}`.execute(rig.db);
async function place(browser: TestBrowser, upload: Upload, fingerprint: string) {
  const params = { uploadId: upload.uploadId, fingerprint };
  return (await rig.server.ask(endpoints.queuePlace, { params, identity: browser.identity })).reply;
}
async function beat(browser: TestBrowser, upload: Upload, fingerprint: string) {
  const params = { flightId: upload.flightId, uploadId: upload.uploadId };
  const body = { browserFingerprint: fingerprint };
  return rig.server.ask(endpoints.heartbeat, { params, body, identity: browser.identity });
}

describe("a move", () => {
  test("that the table does not hold is refused with both statuses, and changes nothing", async () => {
    const upload = await rig.seed();
    const crew = rig.browser("crew");
    const reachable = new Set<string>(["VALIDATING_SOURCE", "READY_FOR_UPLOAD"]);
    for (const to of UPLOAD_STATUSES.filter((status) => !reachable.has(status)))
      await expect(crew.move(upload, to)).rejects.toMatchObject({
        code: "INVALID_TRANSITION",
        details: { from: "READY_FOR_UPLOAD", to },
      });
    expect((await rig.stateOf(upload)).status).toBe("READY_FOR_UPLOAD");
  });

  test("uploads/M10 that failed keeps how its sender failed, until the next one", async () => {
    const crew = rig.browser("crew");
    const upload = await inLine(crew);
    await crew.move(upload, "UPLOADING");
    await crew.move(upload, "UPLOAD_PAUSED");
    await crew.move(upload, "GENERATING_METADATA_N_CHECK_PROGRESS");
    const failure = "FL000123_045/a.range: is missing in this folder\nand 2 more";
    await crew.move(upload, "GENERATING_METADATA_N_CHECK_PROGRESS_FAILED", {}, { failure });
    expect((await rig.stateOf(upload)).reason).toBe(failure);
    await crew.move(upload, "UPLOAD_CANCELLED");
    expect(await rig.stateOf(upload)).toMatchObject({ status: "UPLOAD_CANCELLED", reason: null });
  });

  test("to cancelled is open to the owner of what failed, and to no other member of the crew", async () => {
    for (const from of ["UPLOAD_FAILED", "VALIDATING_UPLOAD_FAILED"] as const) {
      const upload = await inLine(rig.browser("crew"));
      await sql`UPDATE uploads SET status = ${from} WHERE id = ${upload.uploadId}`.execute(rig.db);
      await expect(rig.browser("crew2").move(upload, "UPLOAD_CANCELLED")).rejects.toMatchObject({
        code: "NOT_UPLOAD_OWNER",
      });
      await rig.browser("crew").move(upload, "UPLOAD_CANCELLED");
      expect((await rig.stateOf(upload)).status).toBe("UPLOAD_CANCELLED");
    }
  });

  test("that is the server's own is refused to browsers", async () => {
    const crew = rig.browser("crew");
    const upload = await rig.seed();
    for (const from of ["UPLOAD_COMPLETE", "VALIDATING_UPLOAD"] as const) {
      await sql`UPDATE uploads SET status = ${from}, subject = 'crew'
        WHERE id = ${upload.uploadId}`.execute(rig.db);
      for (const to of ["VALIDATING_UPLOAD", "DATA_READY", "VALIDATING_UPLOAD_FAILED"] as const)
        await expect(crew.move(upload, to)).rejects.toMatchObject({ code: "INVALID_TRANSITION" });
    }
  });

  test("of an unknown upload, or below another flight, is not found", async () => {
    const upload = await rig.seed();
    const crew = rig.browser("crew");
    const lost = { code: "UPLOAD_NOT_FOUND" };
    const unknown = { ...upload, uploadId: "f".repeat(24) };
    await expect(crew.move(unknown, "VALIDATING_SOURCE")).rejects.toMatchObject(lost);
    const elsewhere = { ...upload, flightId: "FL000999" };
    await expect(crew.move(elsewhere, "VALIDATING_SOURCE")).rejects.toMatchObject(lost);
    await expect(crew.progress(elsewhere)).rejects.toMatchObject(lost);
  });

  test("of another user's upload is refused, by name", async () => {
    const upload = await sending(rig.browser("crew"));
    const other = rig.browser("crew2");
    const refused = { code: "NOT_UPLOAD_OWNER", details: { user: "Crew" } };
    await expect(other.move(upload, "UPLOAD_PAUSED")).rejects.toMatchObject(refused);
    await expect(beat(other, upload, "crew-browser")).rejects.toMatchObject(refused);
    await expect(place(other, upload, "crew-browser")).rejects.toMatchObject(refused);
    const manifest = manifestOf(upload, lidarFolder(upload.flightId));
    await expect(other.metadata(upload, manifest)).rejects.toMatchObject(refused);
    const posted = { bytes: Buffer.alloc(1), size: 1, checksum: "AAAAAA==", segments: [] };
    await expect(other.post(upload, "x", posted)).rejects.toMatchObject(refused);
    await rig.browser("crew").move(upload, "UPLOAD_PAUSED");
    await expect(other.move(upload, "CHECKING_CONCURRENT_UPLOAD")).rejects.toMatchObject(refused);
    await expect(other.move(upload, "UPLOAD_CANCELLED")).rejects.toMatchObject(refused);
    await expect(other.move(upload, "READY_FOR_UPLOAD")).rejects.toMatchObject(refused);
  });

  test("from another browser of the same user waits for the lease to end", async () => {
    const upload = await sending(rig.browser("crew"));
    const second = rig.browser("crew", "second-browser");
    const refused = { code: "UPLOAD_NOT_ACTIVE" };
    await expect(second.move(upload, "VALIDATING_SOURCE")).rejects.toMatchObject(refused);
    await expect(second.move(upload, "UPLOAD_PAUSED")).rejects.toMatchObject(refused);
    await expect(beat(second, upload, "second-browser")).rejects.toMatchObject(refused);
    await rig.browser("crew").move(upload, "UPLOAD_PAUSED");
    await second.move(upload, "CHECKING_CONCURRENT_UPLOAD");
    expect((await rig.stateOf(upload)).fingerprint).toBe("second-browser");
    await second.move(upload, "UPLOAD_PAUSED");
  });

  test("that is repeated answers the same", async () => {
    const crew = rig.browser("crew");
    const upload = await sending(crew);
    expect((await crew.move(upload, "UPLOADING")).status).toBe("UPLOADING");
    await crew.move(upload, "UPLOAD_PAUSED");
    expect((await crew.move(upload, "UPLOAD_PAUSED")).status).toBe("UPLOAD_PAUSED");
  });

  test("into an upload says which browser sends", async () => {
    const upload = await rig.seed();
    const params = { flightId: upload.flightId, uploadId: upload.uploadId };
    const asked = rig.server.ask(endpoints.moveUpload, {
      params,
      query: { status: "VALIDATING_SOURCE" },
    });
    await expect(asked).rejects.toMatchObject({ code: "INVALID_REQUEST" });
  });

  test("back to ready is a team leader's or administrator's", async () => {
    const crew = rig.browser("crew");
    const upload = await sending(crew);
    await expect(crew.move(upload, "READY_FOR_UPLOAD")).rejects.toMatchObject({
      code: "INSUFFICIENT_PRIVILEGES",
    });
    const leader = rig.leader();
    expect((await leader.reset(upload)).status).toBe("READY_FOR_UPLOAD");
    await expect(leader.move(upload, "UPLOADING")).rejects.toMatchObject({
      code: "INVALID_TRANSITION",
    });
    await rig.browser("crew2").move(upload, "VALIDATING_SOURCE");
    await leader.reset(upload);
  });

  test("made at once by two servers happens once", async () => {
    const crew = rig.browser("crew");
    const second = await rig.openServer();
    const other = rig.browser("crew2", "crew2-browser", second.ask);
    const upload = await rig.seed();
    const results = await Promise.allSettled([
      crew.move(upload, "VALIDATING_SOURCE"),
      other.move(upload, "VALIDATING_SOURCE"),
    ]);
    expect(results.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    const leader = rig.leader();
    await leader.reset(upload);
  });
});

describe("a lease", () => {
  test("that is renewed lasts; one not renewed for a minute is lost", async () => {
    const crew = rig.browser("crew");
    const upload = await sending(crew);
    await age(upload, 50);
    await beat(crew, upload, "crew-browser");
    await age(upload, 50);
    await rig.server.hand.tick("lost-leases");
    expect((await rig.stateOf(upload)).status).toBe("UPLOADING");
    await age(upload, 11);
    await rig.server.hand.tick("lost-leases");
    expect(await rig.stateOf(upload)).toMatchObject({
      status: "UPLOAD_STALLED",
      place: null,
      lease_renewed: null,
      reason: "The browser was not heard from for 60 seconds",
    });
    await expect(beat(crew, upload, "crew-browser")).rejects.toMatchObject({
      code: "UPLOAD_NOT_ACTIVE",
      details: { status: "UPLOAD_STALLED" },
    });
    expect((await crew.progress(upload)).reason).toMatch(/not heard from/);
  });

  test("that there never was counts from the last change of status, as older data has it", async () => {
    const crew = rig.browser("crew");
    for (const [status, then] of [
      ["UPLOADING", "UPLOAD_STALLED"],
      ["UPLOAD_QUEUED", "UPLOAD_STALLED"],
      ["VALIDATING_SOURCE", "VALIDATING_SOURCE_FAILED"],
    ] as const) {
      const upload = await rig.seed();
      const since = (seconds: number) =>
        sql`UPDATE uploads SET status = ${status}, subject = 'crew', lease_renewed = NULL,
          updated = now() - ${seconds} * interval '1 second' WHERE id = ${upload.uploadId}`.execute(
          rig.db,
        );
      await since(50);
      await rig.server.hand.tick("lost-leases");
      expect((await rig.stateOf(upload)).status).toBe(status);
      await since(61);
      await rig.server.hand.tick("lost-leases");
      expect(await rig.stateOf(upload)).toMatchObject({
        status: then,
        reason: "The browser was not heard from for 60 seconds",
      });
      if (then === "UPLOAD_STALLED")
        expect((await crew.move(upload, "UPLOAD_CANCELLED")).status).toBe("UPLOAD_CANCELLED");
    }
  });

  test("lost before there is a manifest fails the validation of the source", async () => {
    const upload = await rig.seed();
    await rig.browser("crew").move(upload, "VALIDATING_SOURCE");
    await age(upload, 61);
    await rig.server.hand.tick("lost-leases");
    expect((await rig.stateOf(upload)).status).toBe("VALIDATING_SOURCE_FAILED");
  });
});

describe("the queue", () => {
  test("grants slots in order of joining, one to a browser, over all servers", async () => {
    const [a, b, c] = ["ann", "ben", "cy"].map((name) => rig.browser(name)) as [
      TestBrowser,
      TestBrowser,
      TestBrowser,
    ];
    const first = await sending(a);
    const second = await inLine(a);
    expect(await place(a, second, "ann-browser")).toEqual({
      concurrentQueueDepth: 2,
      queueIndex: 1,
    });
    await expect(a.move(second, "UPLOADING")).rejects.toMatchObject({
      code: "INVALID_TRANSITION",
      details: { queueIndex: 1 },
    });
    await a.move(second, "UPLOAD_QUEUED");
    const third = await sending(b);
    const fourth = await inLine(c);
    await c.move(fourth, "UPLOAD_QUEUED");
    expect((await place(c, fourth, "cy-browser")).queueIndex).toBeGreaterThan(0);
    await a.move(first, "UPLOAD_PAUSED");
    // The second joined before the fourth: the free slot is its own.
    await expect(c.move(fourth, "UPLOADING")).rejects.toMatchObject({ code: "INVALID_TRANSITION" });
    await a.move(second, "UPLOADING");
    await b.move(third, "UPLOAD_PAUSED");
    expect((await place(c, fourth, "cy-browser")).queueIndex).toBe(0);
    await c.move(fourth, "UPLOADING");
    await a.move(second, "UPLOAD_PAUSED");
    await c.move(fourth, "UPLOAD_PAUSED");
  });

  test("never grants more than there are, however many ask at once", async () => {
    const server = await rig.openServer();
    const browsers = Array.from({ length: 8 }, (_, n) =>
      rig.browser(`user${n}`, `browser-of-${n}`, n % 2 === 0 ? rig.server.ask : server.ask),
    );
    const uploads = await Promise.all(browsers.map(inLine));
    const asked = await Promise.allSettled(
      browsers.map((browser, n) => browser.move(uploads[n]!, "UPLOADING")),
    );
    expect(asked.filter(({ status }) => status === "fulfilled")).toHaveLength(2);
    const sent = await rig.db
      .selectFrom("uploads")
      .select("id")
      .where("status", "=", "UPLOADING")
      .execute();
    expect(sent).toHaveLength(2);
    const leader = rig.leader();
    for (const upload of uploads) await leader.reset(upload);
  });

  test("is left by quitting it, and knows only who is in it", async () => {
    const crew = rig.browser("crew");
    const upload = await inLine(crew);
    await crew.move(upload, "UPLOAD_QUEUED");
    await crew.move(upload, "UPLOAD_PAUSED");
    expect((await rig.stateOf(upload)).place).toBeNull();
    await expect(place(crew, upload, "crew-browser")).rejects.toMatchObject({
      code: "UPLOAD_NOT_ACTIVE",
    });
  });
});
