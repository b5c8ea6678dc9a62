import type { Role } from "@swath/contract/identity";
import { awaitsAnswer, JOB_STATUSES } from "@swath/contract/processing";
import { endpoints } from "@swath/contract/endpoints";
import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { testIdentity } from "../../platform/http/testing/recorded-serve.ts";
import { CREW, failingJobs, TERRAIN_MAPPER } from "../testing/failing-jobs.ts";
import { openProcessingRig, type ProcessingRig } from "../testing/processing-rig.ts";
import { nameFailures } from "../processing.workers.ts";

let rig: ProcessingRig;
beforeAll(async () => {
  rig = await openProcessingRig();
});
afterAll(() => rig.database.drop());
beforeEach(() => sql`DELETE FROM job_failures`.execute(rig.db));

const { end, failed, groups, shown, count, only } = failingJobs(() => rig);
const crew = CREW;
const as = (...roles: Role[]) => testIdentity("other", ...roles);
/** Counts as they are kept, compacted or not. */
const compact = () => sql`SELECT compact_failure_counts()`.execute(rig.db);

describe("the failure inbox", () => {
  test("groups what failed by message, over flights and both dashboards, most jobs first", async () => {
    const first = await failed({ message: "line_1.las: no points" });
    await failed({ message: "line_77.las: no points", job: "ICP1_MineIP1" });
    await failed({ message: "line_9.las: no points" }, TERRAIN_MAPPER);
    await failed({ message: "cannot read /data/x.laz", job: "GPS" });
    await end(first.id, { message: "line_2.las: no points", job: "ICP1_MineIP1" });
    const { reply, headers } = await groups();
    expect(headers["x-total-count"]).toBe("2");
    for (const { Key } of reply) expect(Key).toMatch(/^f[0-9a-f]{23}$/);
    expect(reply).toMatchObject([
      {
        Message: "<file>: no points",
        Stages: ["ICP1_MineIP1", "PI1_MineIP1"],
        Jobs: 4,
        Flights: 3,
        Example: "line_2.las: no points",
      },
      { Message: "cannot read <file>", Jobs: 1, Flights: 1, Stages: ["GPS"] },
    ]);
    expect(reply[0]!.First < reply[0]!.Last).toBe(true);
    expect(await count()).toBe(5);
    await compact();
    expect((await groups()).reply).toEqual(reply);
    await end(first.id, { event: "succeed", message: "" });
    expect((await only()).Stages).toEqual(["ICP1_MineIP1", "PI1_MineIP1"]);
    await end(first.id, { event: "succeed", message: "", job: "ICP1_MineIP1" });
    await end(first.id, { message: "line_3.las: no points", job: "ICP1_MineIP1" });
    expect(await shown()).toEqual(["<file>: no points 3", "cannot read <file> 1"]);
    expect(await count()).toBe(4);
    await compact();
    expect(await count()).toBe(4);
  });

  test("processing/A1 has nothing of the Terrain Mapper for those who may not see its dashboard", async () => {
    await failed({ message: "line_1.las: no points" });
    await failed({ message: "SECRET_9.las: no points" }, TERRAIN_MAPPER);
    await failed({ message: "only there" }, TERRAIN_MAPPER);
    const outsider = as("processingOnly");
    const { reply } = await groups({}, outsider);
    expect(reply).toMatchObject([
      { Message: "<file>: no points", Jobs: 1, Flights: 1, Example: "line_1.las: no points" },
    ]);
    expect(await count(outsider)).toBe(1);
    const params = { key: reply[0]!.Key };
    const jobs = await rig.ask(endpoints.listGroupFailures, { params, identity: outsider });
    expect(jobs.reply.map(({ Area }) => Area)).toEqual(["ip"]);
    expect(jobs.headers["x-total-count"]).toBe("1");
    const targets = await rig.ask(endpoints.listFailureTargets, { params, identity: outsider });
    expect(targets.reply).toHaveLength(1);
    expect(await count()).toBe(3);
  });

  test("is closed to guests", async () => {
    for (const endpoint of [endpoints.listFailureGroups, endpoints.countFailures])
      await expect(rig.ask(endpoint, { identity: as("guest") })).rejects.toMatchObject({
        code: "INSUFFICIENT_PRIVILEGES",
      });
    const params = { key: "0".repeat(24) };
    for (const endpoint of [endpoints.listGroupFailures, endpoints.listFailureTargets])
      await expect(rig.ask(endpoint, { params, identity: as("guest") })).rejects.toMatchObject({
        code: "INSUFFICIENT_PRIVILEGES",
      });
  });

  test("shows the jobs of a group in pages, latest first, each as its dashboard does", async () => {
    const one = await failed();
    const two = await failed({}, TERRAIN_MAPPER);
    const three = await failed({ job: "GPS" });
    const { Key: key } = await only();
    const page = async (number: number) =>
      rig.ask(endpoints.listGroupFailures, {
        params: { key },
        query: { page: number, pageSize: 2 },
        identity: crew,
      });
    const { reply, headers } = await page(1);
    expect(headers["x-total-count"]).toBe("3");
    expect(reply).toMatchObject([
      { Area: "ip", Job: "GPS", Message: "bad header", Processing: { _id: three.id } },
      { Area: "iptm", Job: "PI1_MineIP1", Processing: { metadata: { flightId: two.flightId } } },
    ]);
    expect((await page(2)).reply).toMatchObject([{ Processing: { _id: one.id } }]);
    const beyond = await page(9);
    expect([beyond.reply, beyond.headers["x-total-count"]]).toEqual([[], "3"]);
    expect((await groups({ page: 9 })).headers["x-total-count"]).toBe("1");
    const targets = await rig.ask(endpoints.listFailureTargets, {
      params: { key },
      identity: crew,
    });
    const { Processing } = (await page(2)).reply[0]!;
    expect(targets.reply.map(({ processingId }) => processingId)).toEqual([
      three.id,
      two.id,
      one.id,
    ]);
    expect(targets.reply[2]).toEqual({
      area: "ip",
      processingId: one.id,
      job: "PI1_MineIP1",
      updated: Processing.Updated,
    });
  });

  test("is filtered as the lists are, its groups and their jobs alike", async () => {
    const one = await failed({ message: "cut off" });
    await failed({ message: "cut off" }, { project: "PRJ00002" });
    await failed({ message: "bad points" }, { project: "PRJ00002" });
    expect(await shown({ ProjectManager: "$any Brook" })).toEqual(["bad points 1", "cut off 1"]);
    expect(await shown({ FlightID: one.flightId })).toEqual(["cut off 1"]);
    expect(await shown({ Status: "$any RUNNING" })).toEqual([]);
    expect(await shown({ ProjectID: "$any PRJ00001,PRJ00002" })).toEqual([
      "cut off 2",
      "bad points 1",
    ]);
    const key = (await groups({ FlightID: one.flightId })).reply[0]!.Key;
    expect(await shown({ key })).toEqual(["cut off 2"]);
    const filtered = { params: { key }, query: { FlightID: one.flightId }, identity: crew };
    expect((await rig.ask(endpoints.listGroupFailures, filtered)).reply).toHaveLength(1);
    expect((await rig.ask(endpoints.listFailureTargets, filtered)).reply).toHaveLength(1);
    await expect(groups({ Status: "$any NONE" })).rejects.toMatchObject({ code: "INVALID_FILTER" });
  });
});

describe("what is in the inbox", () => {
  test("contract/I1 errors and what has to be done by hand are there, what has no program is not", async () => {
    await failed({ event: "finishWithErrors" });
    await failed({ event: "requireManual", job: "GPS" });
    await failed({ event: "lackProgram" });
    expect(await shown()).toEqual(["bad header 2"]);
  });

  test("what left no message at all is there too", async () => {
    await failed({ message: "no input specified" });
    const { Message, Example } = await only();
    expect([Message, Example]).toEqual([
      "<n> of <n> tasks failed: <n> exited with code 1",
      "1 of 4 tasks failed: 1 exited with code 1",
    ]);
  });

  test("what failed before there was an inbox is named in the background", async () => {
    const { id } = await failed({ message: "line_1.las: no points" });
    await sql`UPDATE processing_jobs SET failed_files = ${JSON.stringify([
      { file_names: ["b"], failure_message: ["b.las: no points"] },
    ])} WHERE processing_id = ${id}`.execute(rig.db);
    await sql`UPDATE job_failures SET key = NULL, kind = NULL, message = NULL, example = NULL`.execute(
      rig.db,
    );
    expect([await shown(), await count()]).toEqual([[], 0]);
    await nameFailures(rig.db);
    expect(await only()).toMatchObject({
      Message: "<file>: no points",
      Example: "b.las: no points",
    });
    expect(await count()).toBe(1);
  });

  test("the database and the contract agree on what waits for an answer", async () => {
    const { id, flightId } = await failed();
    const facts = fc.record({
      status: fc.constantFrom(...JOB_STATUSES),
      requireQA: fc.boolean(),
      qaUser: fc.constantFrom(null, "Hana"),
      active: fc.boolean(),
      processing: fc.record({
        active: fc.boolean(),
        deletedSuperseded: fc.boolean(),
        archived: fc.boolean(),
      }),
      archivedFlight: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(facts, async ({ archivedFlight, ...job }) => {
        const { processing } = job;
        await sql`UPDATE processing_jobs SET status = ${job.status}, require_qa = ${job.requireQA},
          qa_user = ${job.qaUser}, active = ${job.active}
          WHERE processing_id = ${id} AND name = 'PI1_MineIP1'`.execute(rig.db);
        await sql`DELETE FROM job_failures`.execute(rig.db);
        await sql`INSERT INTO job_failures (job_id, key, kind, message, example, at)
          SELECT id, repeat('a', 24), 'failed', 'm', 'e', now() FROM processing_jobs
          WHERE processing_id = ${id} AND name = 'PI1_MineIP1'`.execute(rig.db);
        await sql`UPDATE processings SET active = ${processing.active},
          deleted_superseded = ${processing.deletedSuperseded},
          archive_path = ${processing.archived ? "s3://old/" : null} WHERE id = ${id}`.execute(
          rig.db,
        );
        await sql`UPDATE flights SET archive_s3_path_lidar = ${archivedFlight ? "s3://a/" : null}
          WHERE flight_id = ${flightId}`.execute(rig.db);
        const archived = processing.archived || archivedFlight;
        const expected = awaitsAnswer({ ...job, processing: { ...processing, archived } });
        expect(await count()).toBe(expected ? 1 : 0);
        expect(await shown()).toEqual(expected ? ["m 1"] : []);
      }),
      { numRuns: 60 },
    );
  });
});
