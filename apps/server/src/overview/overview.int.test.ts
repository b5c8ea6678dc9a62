import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { testIdentity } from "../platform/http/testing/recorded-serve.ts";
import { overviewRig } from "./testing/overview-rig.ts";
import { daysAgo } from "./testing/seed-flights.ts";

const crew = testIdentity("crew");
const guest = testIdentity("guest", "guest");
const processing = testIdentity("processing", "processingOnly");
const leader = testIdentity("leader", "leader");
const manager = testIdentity("vale", "leader");

let rig: Awaited<ReturnType<typeof overviewRig>>;
beforeAll(async () => {
  rig = await overviewRig();
});
afterAll(() => rig.drop());
beforeEach(() => rig.empty());

const DONE = { status: "QA_COMPLETED" } as const;
const DUE = { status: "COMPLETED", requireQA: true } as const;
const RESTS = { status: "NOT_COMMENCED" } as const;
const FAILED = { status: "FAILED", failed: daysAgo(0.5) } as const;

describe("own uploads", () => {
  test("are those that wait for their owner, the most urgent first, with their reason", async () => {
    const own = { subject: "crew" } as const;
    const paused = await rig.seed({ flown: 1, uploads: [{ ...own, status: "UPLOAD_PAUSED" }] });
    const failed = await rig.seed({
      flown: 1,
      uploads: [{ ...own, status: "UPLOAD_FAILED", reason: "a file changed" }],
    });
    const stalled = await rig.seed({ flown: 1, uploads: [{ ...own, status: "UPLOAD_STALLED" }] });
    await rig.seed({ flown: 1, uploads: [{ ...own, status: "UPLOADING" }] });
    const { uploads } = await rig.overviewOf(crew);
    expect(uploads?.rows.map(({ flightId }) => flightId)).toEqual([failed, stalled, paused]);
    expect(uploads).toMatchObject({ count: 3, more: false });
    expect(uploads?.rows[0]).toMatchObject({ reason: "a file changed", since: daysAgo(1) });
  });

  test("are nobody else's", async () => {
    await rig.seed({ flown: 1, uploads: [{ subject: "other", status: "UPLOAD_FAILED" }] });
    expect((await rig.overviewOf(crew)).uploads).toEqual({ count: 0, more: false, rows: [] });
  });
});

const flown = async (identity = crew): Promise<string[]> =>
  (await rig.overviewOf(identity)).flown!.rows.map(({ flightId }) => flightId);
const rawUpload = (status: "UPLOADING" | "READY_FOR_UPLOAD") =>
  ({ type: "TerrainMapperRAW", status }) as const;

describe("what was flown and is not uploaded", () => {
  test("is what nobody began, gave up or let fail, latest flown first, of the last 14 days", async () => {
    const older = await rig.seed({ flown: 3, uploads: [{ status: "READY_FOR_UPLOAD" }] });
    const newer = await rig.seed({ flown: 1, uploads: [{ status: "UPLOAD_CANCELLED" }] });
    await rig.seed({ flown: 15, uploads: [{ status: "READY_FOR_UPLOAD" }] });
    await rig.seed({ flown: -1, uploads: [{ status: "READY_FOR_UPLOAD" }] });
    await rig.seed({ flown: 1, uploads: [{ status: "UPLOADING" }] });
    await rig.seed({ flown: 1, uploads: [{ status: "DATA_READY" }] });
    await rig.seed({ flown: 1, uploads: [{ status: "READY_FOR_UPLOAD", type: "OptechGPS" }] });
    expect(await flown()).toEqual([newer, older]);
  });

  test("has no update, whose former data is there", async () => {
    await rig.seed({ flown: 1, uploads: [{ status: "UPLOAD_FAILED", isUpdate: true }] });
    expect(await flown()).toEqual([]);
  });

  test("has another's that failed, and leaves the caller's own to their section", async () => {
    const id = await rig.seed({
      flown: 1,
      uploads: [{ status: "UPLOAD_FAILED", subject: "other" }],
    });
    expect(await flown()).toEqual([id]);
    expect(await flown(testIdentity("other"))).toEqual([]);
  });

  test("of a Terrain Mapper is there once its raw data is sent", async () => {
    const lidar = { type: "TerrainMapperLIDAR", status: "READY_FOR_UPLOAD" } as const;
    await rig.seed({ flown: 1, uploads: [lidar, rawUpload("UPLOADING")] });
    const id = await rig.seed({ flown: 1, uploads: [lidar, rawUpload("READY_FOR_UPLOAD")] });
    expect(await flown()).toEqual([id]);
  });
});

describe("processing", () => {
  test("has the latest failures with their message, and counts them by dashboard", async () => {
    await rig.seed({ flown: 9, jobs: [{ ...FAILED, failed: daysAgo(8) }] });
    const id = await rig.seed({ flown: 2, jobs: [DONE, FAILED], area: "iptm" });
    const { failed, ip, iptm } = await rig.overviewOf(crew);
    expect(failed?.count).toBe(2);
    expect(failed?.rows[0]).toMatchObject({
      area: "iptm",
      flightId: id,
      job: "STAGE1",
      label: "Stage 1",
      message: "no room",
      since: daysAgo(0.5),
    });
    expect([ip, iptm]).toEqual([
      { failed: 1, awaitsQA: 0 },
      { failed: 1, awaitsQA: 0 },
    ]);
  });

  test("says what a processing waits for: first what the office can help", async () => {
    await rig.seed({ flown: 1, waits: ["uploads", "Waits for the upload LiDAR"] });
    await rig.seed({ flown: 5, waits: ["calibration", "No matching parameters"] });
    await rig.seed({ flown: 1, waits: ["former", "Documents up to version 3"] });
    const { waiting } = await rig.overviewOf(crew);
    expect(waiting?.count).toBe(2);
    expect(waiting?.rows.map(({ waitsFor }) => waitsFor)).toEqual([
      "No matching parameters",
      "Waits for the upload LiDAR",
    ]);
  });

  test("has what awaits QA, the one that waits longest first, and what it holds up", async () => {
    await rig.seed({ flown: 9, jobs: [{ ...DUE, ended: daysAgo(1) }, RESTS] });
    const id = await rig.seed({
      flown: 2,
      jobs: [DONE, { ...DUE, ended: daysAgo(2) }, RESTS, { status: "NOT_APPLICABLE" }, RESTS],
    });
    const judged = { ...DUE, ended: daysAgo(3) };
    await rig.seed({ flown: 2, jobs: [judged] });
    await sql`UPDATE processing_jobs SET qa_user = 'Mina' WHERE run_ended = ${daysAgo(3)}`.execute(
      rig.db,
    );
    const { awaitsQA, ip } = await rig.overviewOf(crew);
    expect(awaitsQA?.count).toBe(2);
    expect(ip).toEqual({ failed: 0, awaitsQA: 2 });
    expect(awaitsQA?.rows[0]).toMatchObject({
      flightId: id,
      job: "STAGE1",
      since: daysAgo(2),
      holdsUp: ["Stage 2", "Stage 4"],
    });
  });

  test("leaves out the QA of what is superseded", async () => {
    await rig.seed({ flown: 2, jobs: [{ ...DUE, ended: daysAgo(2) }] });
    await sql`UPDATE processings SET active = false`.execute(rig.db);
    expect((await rig.overviewOf(crew)).awaitsQA).toEqual({ count: 0, more: false, rows: [] });
  });
});

describe("projects", () => {
  const READY = [{ status: "DATA_READY" }] as const;
  const DELIVERED = { status: "COMPLETED", delivers: true } as const;

  test("count planned, flown, uploaded, processed and delivered logs, each among the former", async () => {
    await rig.seed({ flown: 100, uploads: READY, jobs: [DONE, DELIVERED] });
    await rig.seed({ flown: 9, uploads: READY, jobs: [DONE, { ...RESTS, delivers: true }] });
    await rig.seed({ flown: 8, uploads: READY, jobs: [DUE, { ...RESTS, delivers: true }] });
    await rig.seed({ flown: 1, uploads: [{ status: "READY_FOR_UPLOAD" }] });
    await rig.seed({ flown: -3, uploads: [{ status: "READY_FOR_UPLOAD" }] });
    const { projects } = await rig.overviewOf(leader);
    expect(projects?.rows).toHaveLength(1);
    expect(projects?.rows[0]).toMatchObject({
      planned: 5,
      flown: 4,
      uploaded: 3,
      processed: 2,
      delivered: 1,
      isOwn: false,
      lastFlown: daysAgo(1),
      late: { uploads: 0, qa: 0, failures: 0 },
    });
  });

  test("say what is late: not uploaded for 2 days, QA for 3, a failure for one", async () => {
    await rig.seed({ flown: 3, uploads: [{ status: "READY_FOR_UPLOAD" }] });
    await rig.seed({ flown: 9, uploads: READY, jobs: [{ ...DUE, ended: daysAgo(4) }] });
    await rig.seed({ flown: 9, uploads: READY, jobs: [{ ...FAILED, failed: daysAgo(1.5) }] });
    await rig.seed({ flown: 9, uploads: READY, jobs: [FAILED] });
    const { projects } = await rig.overviewOf(leader);
    expect(projects?.rows[0]?.late).toEqual({ uploads: 1, qa: 1, failures: 1 });
    expect(projects?.rows[0]?.delivered).toBeNull();
  });

  test("are open and were flown in the last 120 days; a manager's own come first", async () => {
    await rig.seed({ flown: 121, project: "PRJ00001" });
    await rig.seed({ flown: 2, project: "PRJ00002" });
    await rig.seed({ flown: 2, project: "PRJ00003" });
    await rig.seed({ flown: 90, project: "PRJ00004" });
    await sql`UPDATE projects SET status = 'Closed' WHERE project_id = 'PRJ00002'`.execute(rig.db);
    await sql`UPDATE projects SET manager = 'Brook' WHERE project_id = 'PRJ00003'`.execute(rig.db);
    const { projects } = await rig.overviewOf(manager);
    expect(projects?.rows.map(({ projectId, isOwn }) => [projectId, isOwn])).toEqual([
      ["PRJ00004", true],
      ["PRJ00003", false],
    ]);
  });

  test("on hold say so, and why and since when to those alone who may hold projects", async () => {
    await rig.seed({ flown: 2 });
    await rig.seed({ flown: 2, project: "PRJ00002" });
    const since = daysAgo(5);
    await sql`INSERT INTO project_holds (project_id, reason, subject, user_name, since)
      VALUES ('PRJ00002', 'claim 77/26', 's', 'n', ${since})`.execute(rig.db);
    const holdsFor = async (identity = leader) =>
      (await rig.overviewOf(identity)).projects?.rows.map(({ projectId, onHold }) => [
        projectId,
        onHold,
      ]);
    expect(await holdsFor()).toContainEqual(["PRJ00002", { reason: null, since: null }]);
    const admin = await holdsFor(testIdentity("ada", "admin"));
    expect(admin).toContainEqual(["PRJ00002", { reason: "claim 77/26", since }]);
    expect(admin?.filter(([, hold]) => hold === undefined)).toHaveLength(1);
  });

  test("are read once a minute, whoever asks", async () => {
    await rig.seed({ flown: 2 });
    expect((await rig.overviewOf(leader)).projects?.count).toBe(1);
    await rig.seed({ flown: 2, project: "PRJ00002" });
    rig.pass(59_000);
    expect((await rig.overviewOf(manager)).projects?.count).toBe(1);
    rig.pass(2_000);
    expect((await rig.overviewOf(manager)).projects?.count).toBe(2);
  });
});

describe("a caller", () => {
  test("overview/V1 overview/V2 who is a guest learns of projects alone", async () => {
    expect(Object.keys(await rig.overviewOf(guest))).toEqual(["at", "projects"]);
  });

  test("overview/V3 overview/V4 of processing alone learns nothing of the Terrain Mapper", async () => {
    await rig.seed({ flown: 2, jobs: [FAILED], area: "iptm" });
    await rig.seed({ flown: 2, jobs: [{ ...DUE, ended: daysAgo(2) }], area: "iptm" });
    await rig.seed({ flown: 2, waits: ["template", "No template"], area: "iptm" });
    const none = { count: 0, more: false, rows: [] };
    expect(await rig.overviewOf(processing)).toEqual({
      at: expect.any(String),
      failed: none,
      waiting: none,
      awaitsQA: none,
      ip: { failed: 0, awaitsQA: 0 },
    });
    expect((await rig.overviewOf(crew)).failed?.count).toBe(1);
  });
});

test("the condition of each index is recognised in the statement that it is made for", async () => {
  const said = await rig.plansOf(leader);
  const made = [
    "uploads_that_need_owner",
    "job_failures_latest",
    "processings_held",
    "processing_jobs_delivery",
  ];
  expect(made.filter((index) => !said.includes(index))).toEqual([]);
});
