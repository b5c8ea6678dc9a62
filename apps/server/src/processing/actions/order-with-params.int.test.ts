import { sql } from "kysely";
import type { Identity } from "@swath/contract/identity";
import { runEndpoints } from "@swath/contract/processing";
import { describe, expect, test } from "vitest";
import type { KnownTemplates } from "../../domain/processing/known-templates.ts";
import { whileOrchestrated } from "../testing/while-locked.ts";
import { testIdentity } from "../../platform/http/testing/recorded-serve.ts";
import { testStage } from "../testing/run-rig.ts";
import { CREW, LEADER, serveRig } from "../testing/serve-rig.ts";
import { report, useRig } from "../testing/use-rig.ts";

const rig = useRig();

const locked: KnownTemplates = new Map([
  ["TerrainMapper", { name: "TerrainMapper", area: "iptm", uploads: [], locked: true, jobs: [] }],
]);

async function order(
  processingId: string,
  body: object = {},
  more: { identity?: Identity; updated?: string; templates?: KnownTemplates; job?: string } = {},
) {
  const { identity = LEADER, updated, templates, job = "PI1" } = more;
  const query = updated === undefined ? {} : { updated };
  const params = { processingId, job };
  return serveRig(rig(), templates)(runEndpoints.orderJob, { params, body, query, identity });
}

/** A job that ran; `params` of its order. */
async function completed(params = {}, stage = testStage("PI1")): Promise<string> {
  rig().install(stage);
  const id = await rig().seedProcessing([stage.name]);
  await rig().order(id, stage.name, { params });
  await rig().settle();
  await rig().engine.finish(rig().onlyKey(), () => report());
  await rig().settle();
  return id;
}

const updatedOf = async (id: string): Promise<string> => {
  const row = await rig()
    .db.selectFrom("processings")
    .select("updated")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  return row.updated.toISOString();
};

const set = (id: string, columns: string) =>
  sql`UPDATE processings SET ${sql.raw(columns)} WHERE id = ${id}`.execute(rig().db);

describe("an order by a call is refused as its menu is:", () => {
  test.each([
    ["documents up to version 3", "document_major_version = 3", /^Documents up to version 3 offer/],
    ["archived ones", "archive_path = 's3://a/b'", /^It is archived/],
    ["superseded ones", "active = false", /^It is superseded/],
    ["superseded and deleted ones", "deleted_superseded = true", /^It was superseded and deleted/],
    [
      "MiningAI of version 3.2",
      "document_major_version = 3.2, template = 'LiDAR-MiningAI'",
      /^Resubmission unavailabe due to folder structure changes, contact support\.$/,
    ],
    ["PowerICP", "template = 'PowerICP-1'", /^The template is locked$/],
  ])("%s", async (_, columns, message) => {
    const id = await completed();
    await set(id, columns);
    const refused = { code: "INVALID_TRANSITION", message: expect.stringMatching(message) };
    await expect(order(id, { params: { cell: 2 } })).rejects.toMatchObject(refused);
    expect((await rig().job(id, "PI1")).status).toBe("COMPLETED");
  });

  test("templates whose file is locked, and whatever runs", async () => {
    const id = await completed();
    await expect(order(id, {}, { templates: locked })).rejects.toMatchObject({
      message: "The template is locked",
    });
    await order(id);
    await expect(order(id)).rejects.toMatchObject({ code: "INVALID_TRANSITION" });
  });

  test("a job that a running one needs, begun or not", async () => {
    const later = { inputs: { index: { from: "PI1", glob: "*.json" } }, command: ["x"] };
    rig().install(testStage("PI1"), testStage("ICP1", later));
    const id = await rig().seedProcessing(["PI1", { name: "ICP1", status: "RUNNING" }]);
    await expect(order(id)).rejects.toMatchObject({
      message: "A job that needs it is queued or running",
    });
  });

  test("guests, those without a group, and those who may not see it", async () => {
    const id = await completed();
    const guest = { identity: testIdentity("guest", "guest", "resubmit") };
    await expect(order(id, {}, guest)).rejects.toMatchObject({ code: "INSUFFICIENT_PRIVILEGES" });
    const crew = order(id, {}, { identity: CREW });
    await expect(crew).rejects.toMatchObject({ code: "INSUFFICIENT_PRIVILEGES" });
    const office = { identity: testIdentity("office", "processingOnly", "resubmit") };
    await expect(order(id, {}, office)).rejects.toMatchObject({ code: "PROCESSING_NOT_FOUND" });
  });
});

test("an order of what was changed meanwhile is refused, with the state that it is in", async () => {
  const id = await completed();
  const seen = await updatedOf(id);
  await set(id, "updated = now()");
  const now = await updatedOf(id);
  await expect(order(id, {}, { updated: seen })).rejects.toMatchObject({
    code: "RECORD_CHANGED",
    details: { updated: now },
  });
  expect((await order(id, {}, { updated: now })).reply.status).toBe("PREQUEUE");
});

test("the audit log has who ordered what, before and after, with the parameters", async () => {
  const id = await completed({ cell: 2 });
  await order(id, { params: { cell: 3 } });
  const events = await rig()
    .db.selectFrom("audit.events")
    .select(["name", "detail"])
    .where("action", "=", "processing.changed")
    .where(sql`detail ->> 'processing'`, "=", id)
    .execute();
  expect(events).toEqual([
    {
      name: "Leader",
      detail: {
        processing: id,
        job: "PI1",
        action: "resubmit",
        reason: null,
        before: { status: "COMPLETED", qaUser: null, calibration: null, params: { cell: 2 } },
        after: { status: "PREQUEUE", qaUser: null, calibration: null, params: { cell: 3 } },
      },
    },
  ]);
});

test("processing/A5 one that waits for the orchestrator, which waits for it, begins again", async () => {
  const id = await completed();
  await whileOrchestrated(rig().db, id, () => order(id, { params: { cell: 3 } }));
  expect((await rig().job(id, "PI1")).status).toBe("PREQUEUE");
});

const tasks = async () => (await rig().engine.tasksOf(rig().onlyKey())).map(({ name }) => name);

describe("of the tasks that failed alone", () => {
  const stage = testStage("PI1", { tasks: { each: "points" } });
  async function oneFailed(): Promise<string> {
    rig().install(stage);
    const id = await rig().seedProcessing(["PI1"]);
    await rig().order(id, "PI1", { params: { cell: 2 } });
    await rig().settle();
    await rig().engine.finish(rig().onlyKey(), ({ name }) =>
      name === "b.laz" ? { ending: "failed", exitCode: 1 } : { files: { "a.json": "a" } },
    );
    await rig().settle();
    return id;
  }

  test("processing/A7 the parameters are the last attempt's, and no others are taken", async () => {
    const id = await oneFailed();
    const other = order(id, { onlyTasks: ["b.laz"], params: { cell: 3 } });
    await expect(other).rejects.toMatchObject({
      code: "INVALID_REQUEST",
      message: "with another cell than attempt 1 had, all files have to run",
    });
    await order(id, { onlyTasks: ["b.laz"] });
    await rig().settle();
    expect(await tasks()).toEqual(["b.laz"]);
    const { command } = await rig().engine.fileOf(rig().onlyKey());
    expect(command).toContain("2");
  });

  test("processing/O3 all run where the inputs or the stage's file are others by then", async () => {
    for (const change of [
      () => rig().stages.set("PI1", { file: stage, sha256: "1".repeat(64) }),
      () => sql`UPDATE processing_runs SET inputs_sha256 = 'other'`.execute(rig().db),
    ]) {
      const id = await oneFailed();
      await change();
      await order(id, { onlyTasks: ["b.laz"] });
      await rig().settle();
      expect(await tasks()).toEqual(["a.laz", "b.laz"]);
      rig().engine.taken.clear();
      await rig().db.deleteFrom("processings").execute();
    }
  });
});
