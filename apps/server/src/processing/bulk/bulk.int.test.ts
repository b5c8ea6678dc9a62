import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { Role } from "@swath/contract/identity";
import type { BulkScope } from "@swath/contract/processing";
import { endpoints } from "@swath/contract/endpoints";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { testIdentity } from "../../platform/http/testing/recorded-serve.ts";
import { type BulkRig, codeOf, crew, openBulkRig, outcomes } from "../testing/bulk-rig.ts";

let rig: BulkRig;
beforeAll(async () => {
  rig = await openBulkRig();
});
afterAll(() => rig.database.drop());

const as = (...roles: Role[]) => testIdentity("other", ...roles);
const audited = async (id: string) => {
  const { rows } = await sql<{
    action: string;
    name: string;
    detail: { before: object; after: object };
  }>`
    SELECT action, name, detail FROM audit.events WHERE detail->>'processing' = ${id}
    AND action IN ('processing.changed', 'job.moved')
    AND name IS NOT NULL ORDER BY id`.execute(rig.db);
  return rows;
};
/** The entries of a person, without what tells two records apart. */
const plain = async (id: string) =>
  (await audited(id)).map(({ action, name, detail: { before, after } }) => [
    action,
    name,
    before,
    after,
  ]);
/** All of a template, which no other test's processings are of. */
const found = (template: string, job: string | null = "PI1_MineIP1"): BulkScope => ({
  list: "processing",
  filters: { ProcessingTemplate: `$any ${template}` },
  job,
});
async function ofTemplate(name: string, count: number): Promise<string[]> {
  const ids = await rig.completed(count);
  await sql`UPDATE processings SET template = ${name} WHERE id = ANY (${ids}::text[])`.execute(
    rig.db,
  );
  return ids;
}

describe("a preview", () => {
  test("says how many are eligible, and why the others are not, with examples", async () => {
    const ids = await rig.completed(9);
    for (const id of ids.slice(0, 3)) await rig.setStatus(id, { MiningAI3: "RUNNING" });
    await rig.setStatus(ids[3]!, { PI1_MineIP1: "NOT_COMMENCED" });
    const on = {
      targets: [...(await rig.seen(ids)), { processingId: "f".repeat(24), job: "GPS" }],
    };
    const reply = await rig.preview("resubmit", on);
    expect(reply).toMatchObject({
      eligible: 5,
      // ICP1 and MiningAI3 of each.
      overwritten: 10,
      refused: [
        { reason: "A job of this processing is queued or running", count: 3 },
        { reason: "Not offered while it is 'Not commenced'", count: 1 },
        { reason: "There is no such job", count: 1, examples: [{ flightId: null }] },
      ],
    });
    expect(reply.refused[0]!.examples.map(({ processingId }) => processingId)).toEqual(
      ids.slice(0, 3),
    );
    expect(reply.refused[0]!.examples[0]).toMatchObject({
      job: "PI1_MineIP1",
      flightId: expect.stringMatching(/^FL/),
    });
  });

  test("of a person without the group says so of each row", async () => {
    const ids = await rig.completed(2);
    const { eligible, refused } = await rig.preview(
      "resubmit",
      { targets: await rig.seen(ids) },
      as("base"),
    );
    expect([eligible, refused.map(({ reason, count }) => [reason, count])]).toEqual([
      0,
      [["Only members of the resubmit groups may resubmit", 2]],
    ]);
  });

  test("of two jobs of one processing allows the one whose resubmission the other does not bar", async () => {
    const [id] = await rig.completed(1);
    const both = [
      ...(await rig.seen([id!], "PI1_MineIP1")),
      ...(await rig.seen([id!], "MiningAI3")),
    ];
    const { eligible, refused } = await rig.preview("resubmit", { targets: both });
    expect([eligible, refused.map(({ reason }) => reason)]).toEqual([
      1,
      ["Not offered while it is 'Not commenced'"],
    ]);
    expect(outcomes(await rig.act("resubmit", { targets: both }))).toEqual([
      "done",
      "INVALID_TRANSITION",
    ]);
  });

  test("of every job counts a processing once that is superseded, or utilised, as a whole", async () => {
    await ofTemplate("Whole", 2);
    for (const [action, left] of [
      ["markSuperseded", "It is superseded, and can only be utilised again"],
      ["markUtilised", "It is not superseded"],
    ] as const) {
      const { key, eligible, refused } = await rig.preview(action, found("Whole", null));
      expect([eligible, refused.map(({ reason, count }) => [reason, count])]).toEqual([
        2,
        [[left, 8]],
      ]);
      expect((await rig.act(action, found("Whole", null), { key })).done).toBe(eligible);
    }
  });
});

describe("a bulk by targets", () => {
  test("does to each what the single action does, with its entries in history and audit log", async () => {
    const [one, other] = await rig.completed(2);
    await rig.ask(endpoints.completeQA, {
      body: { process_id: one!, cluster_name: "PI1_MineIP1" },
      identity: crew,
    });
    const { rows, done } = await rig.act("completeQA", { targets: await rig.seen([other!]) });
    expect([done, rows[0]]).toMatchObject([
      1,
      { code: null, updated: await rig.updatedOf(other!) },
    ]);
    expect(await plain(other!)).toEqual(await plain(one!));
    const { rows: history } = await sql`SELECT h.status, h.actor FROM processing_job_history h
      JOIN processing_jobs j ON j.id = h.job_id WHERE j.processing_id = ${other!} AND h.actor = 'Crew'`.execute(
      rig.db,
    );
    expect(history).toEqual([{ status: "QA_COMPLETED", actor: "Crew" }]);
  });

  test("processing/B5 what changed meanwhile is left and says so, the others are done", async () => {
    const ids = await rig.completed(3);
    const targets = await rig.seen(ids);
    const { key, eligible } = await rig.preview("completeQA", { targets });
    expect(eligible).toBe(3);
    await rig.ask(endpoints.markIgnored, {
      body: { process_id: ids[1]!, cluster_name: "ICP1_MineIP1", Ignore: true },
      identity: crew,
    });
    const outcome = await rig.act("completeQA", { targets }, { key });
    expect(outcomes(outcome)).toEqual(["done", "RECORD_CHANGED", "done"]);
    expect(await rig.statusesOf(ids[1]!)).toMatchObject({ PI1_MineIP1: "COMPLETED" });
  });

  test("processing/B8 sent again with its key it orders nothing twice, and answers the same", async () => {
    const ids = await rig.completed(3);
    const targets = await rig.seen(ids);
    const key = randomUUID();
    const [first, second] = await Promise.all([
      rig.act("resubmit", { targets }, { key }),
      rig.act("resubmit", { targets }, { key }),
    ]);
    const third = await rig.act("resubmit", { targets }, { key });
    expect([first.rows, second.rows]).toEqual([third.rows, third.rows]);
    expect(new Set([first.repeated, second.repeated])).toEqual(new Set([false, true]));
    expect([third.repeated, third.done]).toEqual([true, 3]);
    for (const id of ids) expect(await rig.ordersOf(id)).toBe(1);
  });

  test("sent again without its key it changes nothing either: the records are others by then", async () => {
    const targets = await rig.seen(await rig.completed(2));
    expect(outcomes(await rig.act("markSuperseded", { targets }))).toEqual(["done", "done"]);
    expect(outcomes(await rig.act("markSuperseded", { targets }))).toEqual([
      "RECORD_CHANGED",
      "RECORD_CHANGED",
    ]);
  });

  test("processing/B3 a key of another request is refused", async () => {
    const targets = await rig.seen(await rig.completed(2));
    const { key } = await rig.preview("markIgnored", { targets });
    expect(await codeOf(rig.act("markSuperseded", { targets }, { key }))).toBe("INVALID_REQUEST");
    const fewer = { targets: targets.slice(1) };
    expect(await codeOf(rig.act("markIgnored", fewer, { key }))).toBe("INVALID_REQUEST");
  });

  test("QA with errors takes its issue", async () => {
    const targets = await rig.seen(await rig.completed(2));
    expect(await codeOf(rig.act("completeQAWithErrors", { targets }))).toBe("INVALID_REQUEST");
    const qa = { issue: "gap", resolution: "flown again" };
    expect((await rig.act("completeQAWithErrors", { targets }, { qa })).done).toBe(2);
  });

  test("superseded jobs are utilised again by the reverse, and only those of the bulk that are as it left them", async () => {
    const ids = await rig.completed(3);
    const { rows } = await rig.act("markSuperseded", { targets: await rig.seen(ids) });
    await rig.ask(endpoints.markIgnored, {
      body: { process_id: ids[2]!, cluster_name: "ICP1_MineIP1", Ignore: true },
      identity: crew,
    });
    const targets = rows.flatMap(({ processingId, job, updated, reversible }) =>
      reversible ? [{ processingId, job, updated: updated! }] : [],
    );
    expect(outcomes(await rig.act("markUtilised", { targets }))).toEqual([
      "done",
      "done",
      "RECORD_CHANGED",
    ]);
  });

  test("a stage that takes its processing with it has no reverse", async () => {
    const [id] = await rig.completed(1);
    await rig.act("markSuperseded", { targets: await rig.seen([id!], "GPS") });
    const { rows } = await rig.act("markUtilised", { targets: await rig.seen([id!]) });
    expect(rows).toMatchObject([{ code: null, reversible: false }]);
  });

  test("several jobs of one processing are each done, as the record was when they were seen", async () => {
    const [id] = await rig.completed(1);
    const targets = [
      ...(await rig.seen([id!], "PI1_MineIP1")),
      ...(await rig.seen([id!], "ICP1_MineIP1")),
      ...(await rig.seen([id!], "PI1_MineIP1")),
    ];
    expect(outcomes(await rig.act("markSuperseded", { targets }))).toEqual(["done", "done"]);
  });
});

describe("a bulk by filters", () => {
  test("acts on all that they find, and what they find since is counted and left", async () => {
    const ids = await ofTemplate("Swept", 12);
    await rig.setStatus(ids[0]!, { PI1_MineIP1: "RUNNING" });
    const { key, eligible, refused } = await rig.preview("markIgnored", found("Swept"));
    expect([eligible, refused.map(({ count }) => count)]).toEqual([11, [1]]);
    const [late] = await ofTemplate("Swept", 1);
    await rig.setStatus(ids[0]!, { PI1_MineIP1: "COMPLETED" });
    const outcome = await rig.act("markIgnored", found("Swept"), { key });
    expect([outcome.done, outcome.added, outcome.rows.length]).toEqual([11, 2, 12]);
    for (const id of [ids[0]!, late!])
      expect(await rig.statusesOf(id)).toMatchObject({ PI1_MineIP1: "COMPLETED" });
    const again = await rig.act("markIgnored", found("Swept"), { key });
    expect(again).toEqual({ ...outcome, repeated: true });
  });

  test("what they no longer find is left", async () => {
    const ids = await ofTemplate("Moved", 2);
    const { key } = await rig.preview("markIgnored", found("Moved"));
    // The flight's own columns do not count as a change of the record.
    await sql`UPDATE processings SET template = 'Elsewhere' WHERE id = ${ids[0]!}`.execute(rig.db);
    const { rows } = await rig.act("markIgnored", found("Moved"), { key });
    expect(rows.map(({ reason }) => reason)).toEqual(["The filters no longer find it", null]);
  });

  test("processing/B7 take a preview, which is the caller's own", async () => {
    await ofTemplate("Own", 1);
    expect(await codeOf(rig.act("markIgnored", found("Own")))).toBe("PREVIEW_EXPIRED");
    const { key } = await rig.preview("markIgnored", found("Own"));
    const other = { key, identity: as("base") };
    expect(await codeOf(rig.act("markIgnored", found("Own"), other))).toBe("PREVIEW_EXPIRED");
    await sql`UPDATE processing_bulks SET created = now() - interval '2 hours'`.execute(rig.db);
    expect(await codeOf(rig.act("markIgnored", found("Own"), { key }))).toBe("PREVIEW_EXPIRED");
  });

  test("without a job act on every job that the action is for", async () => {
    const [id] = await ofTemplate("Every", 1);
    await rig.setStatus(id!, { ICP1_MineIP1: "NOT_COMMENCED", MiningAI3: "FAILED" });
    const { key } = await rig.preview("markIgnored", found("Every", null));
    expect((await rig.act("markIgnored", found("Every", null), { key })).done).toBe(4);
    expect(await rig.statusesOf(id!)).toEqual({
      GPS: "IGNORE",
      LMS: "IGNORE",
      PI1_MineIP1: "IGNORE",
      ICP1_MineIP1: "NOT_COMMENCED",
      MiningAI3: "IGNORE",
    });
  });

  test("resubmit a job of a name only", async () => {
    const { key } = await rig.preview("resubmit", found("Every", null));
    expect(await codeOf(rig.act("resubmit", found("Every", null), { key }))).toBe(
      "INVALID_REQUEST",
    );
  });
});

describe("who may", () => {
  test("processing/B2 of a Terrain Mapper's processing nothing is said to those who may not see it", async () => {
    const { id, flightId } = await rig.seedLog({ sensor: "Terrain Mapper - 1", project: null });
    await sql`UPDATE processings SET area = 'iptm' WHERE id = ${id}`.execute(rig.db);
    const targets = [{ processingId: id, job: "MiningAI3" }];
    const hidden = as("base", "processingOnly");
    const { refused } = await rig.preview("markIgnored", { targets }, hidden);
    expect(refused).toMatchObject([
      { reason: "There is no such job", examples: [{ flightId: null }] },
    ]);
    const outcome = await rig.act("markIgnored", { targets }, { identity: hidden });
    expect(JSON.stringify(outcome)).not.toContain(flightId);
    expect(outcomes(outcome)).toEqual(["PROCESSING_NOT_FOUND"]);
  });

  test("processing/B1 the Terrain Mapper's list is not searched for those who may not see it", async () => {
    const on: BulkScope = { list: "terrain-mapper", filters: {}, job: null };
    const hidden = as("base", "processingOnly");
    expect(await codeOf(rig.preview("markIgnored", on, hidden))).toBe("INSUFFICIENT_PRIVILEGES");
    expect(await codeOf(rig.preview("markIgnored", on))).toBeUndefined();
  });

  test("guests may neither preview nor act", async () => {
    const targets = [{ processingId: "a".repeat(24), job: "GPS" }];
    const guest = as("base", "guest");
    expect(await codeOf(rig.preview("markIgnored", { targets }, guest))).toBe(
      "INSUFFICIENT_PRIVILEGES",
    );
    expect(await codeOf(rig.act("markIgnored", { targets }, { identity: guest }))).toBe(
      "INSUFFICIENT_PRIVILEGES",
    );
  });

  test("processing/B9 a resubmission takes its group, row by row", async () => {
    const ids = await rig.completed(2);
    const outcome = await rig.act(
      "resubmit",
      { targets: await rig.seen(ids) },
      { identity: as("base") },
    );
    expect(outcomes(outcome)).toEqual(["INVALID_TRANSITION", "INVALID_TRANSITION"]);
    for (const id of ids) expect(await rig.ordersOf(id)).toBe(0);
  });
});

describe("a mark set by hand on many jobs", () => {
  test("says of each who set it and why, as one on a single job does", async () => {
    const ids = await rig.completed(2);
    const targets = await rig.seen(ids);
    await rig.act("markIgnored", { targets }, { reason: "flown again" });
    for (const id of ids)
      expect(
        (await rig.ask(endpoints.readProcessing, { params: { processingId: id } })).reply
          .ClusterProcessing[0]?.Mark,
      ).toMatchObject({ Action: "markIgnored", By: "Crew", Reason: "flown again" });
  });

  test("processing/B12 an undo brings back who had superseded it and why, of what is as it was left", async () => {
    const markOf = async (id: string) =>
      (await rig.ask(endpoints.readProcessing, { params: { processingId: id } })).reply
        .ClusterProcessing[0]?.Mark;
    const ids = await rig.completed(2);
    const mina = { ...crew, subject: "mina", name: "Mina" };
    const reason = "a better one exists";
    const at = async () => ({ targets: await rig.seen(ids) });
    await rig.act("markSuperseded", await at(), { reason, identity: mina });
    const before = await Promise.all(ids.map(markOf));
    const { key } = await rig.act("markUtilised", await at());
    expect(await Promise.all(ids.map(markOf))).toEqual([null, null]);
    await sql`UPDATE processings SET updated = now() WHERE id = ${ids[1]!}`.execute(rig.db);
    await rig.act("markSuperseded", await at(), { reason: "Undo", undoes: [key] });
    expect(before[0]).toMatchObject({ By: "Mina", Reason: reason });
    expect(await markOf(ids[0]!)).toEqual(before[0]);
    expect(await markOf(ids[1]!)).toMatchObject({ By: "Crew", Reason: "Undo" });
  });

  test("processing/B12 another's actions, and other marks, are not brought back", async () => {
    const ids = await rig.completed(1);
    const at = async () => ({ targets: await rig.seen(ids) });
    const mina = { ...crew, subject: "mina", name: "Mina" };
    await rig.act("markSuperseded", await at(), { identity: mina });
    const { key } = await rig.act("markUtilised", await at(), { identity: mina });
    await rig.act("markSuperseded", await at(), { reason: "mine", undoes: [key] });
    const { reply } = await rig.ask(endpoints.readProcessing, {
      params: { processingId: ids[0]! },
    });
    expect(reply.ClusterProcessing[0]?.Mark).toMatchObject({ By: "Crew", Reason: "mine" });
  });

  test("processing/B11 takes a reason where the setting says so, and none of it is done without one", async () => {
    const strict = await openBulkRig({ requireReason: true });
    try {
      const { id } = await strict.seedLog();
      await strict.start();
      await strict.setStatus(id, { stage: "COMPLETED" });
      const on = { targets: [{ processingId: id, job: "PI1_MineIP1" }] };
      const of = { action: "markIgnored" as const, on };
      const body = {
        ...of,
        key: (await strict.ask(endpoints.previewBulk, { body: of })).reply.key,
      };
      expect(await codeOf(strict.ask(endpoints.actInBulk, { body }))).toBe("INVALID_REQUEST");
      expect(await strict.statusesOf(id)).toMatchObject({ PI1_MineIP1: "COMPLETED" });
      const reason = "flown again";
      expect(
        (await strict.ask(endpoints.actInBulk, { body: { ...body, reason } })).reply.done,
      ).toBe(1);
    } finally {
      await strict.database.drop();
    }
  });
});
