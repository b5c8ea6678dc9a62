import { BACKUP_RUN } from "../../domain/installation/backup-under-way.ts";
import { runExclusively } from "../../platform/postgres/exclusive-run.ts";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createUploadRig } from "../testing/upload-rig.ts";
import { manifestOf } from "../testing/source-folder.ts";
import { replaceByUpdate } from "./keep-replaced.ts";
import { ReplacedScene } from "../testing/replaced-scene.ts";
import { replacedSuite } from "../testing/replaced-suite.ts";

replacedSuite("in the file store");

let rig: Awaited<ReturnType<typeof createUploadRig>>;
let scene: ReplacedScene;
let update: number;
beforeEach(async () => {
  rig = await createUploadRig();
  scene = await ReplacedScene.seed(rig);
  await scene.send(scene.next);
  update = (await scene.list()).replacements[0]!.id;
});
afterEach(() => rig.close());

const REASON = { reason: "the update was of another flight" };
/** Puts the flight's project on hold, with a second project that is not. */
const hold = () =>
  sql`WITH held AS (
      INSERT INTO projects (project_id, name, manager, status)
        VALUES ('P1', 'North', 'M', 'Closed'), ('P2', 'South', 'M', 'Closed')),
    sensors AS (
      INSERT INTO flight_sensors (flight_id, position, sensor_id, type, flight_type, project_id,
          dispatch_lidar, dispatch_imagery)
        SELECT ${scene.upload.flightId}, n, 'S' || n, 'LiDAR', 'Survey', 'P' || n, '', ''
        FROM generate_series(1, 2) AS n)
    INSERT INTO project_holds (project_id, reason, subject, user_name)
      VALUES ('P1', 'a claim', 'ada', 'Ada')`.execute(rig.db);
const age = (days: number) =>
  sql`UPDATE replacements SET begun = now() - ${days} * interval '1 day'`.execute(rig.db);

describe("to bring files back", () => {
  test("is the owner's, or a leader's with a reason, which is recorded", async () => {
    await expect(scene.order(update, {}, { subject: "other" })).rejects.toMatchObject({
      code: "NOT_UPLOAD_OWNER",
    });
    const leader = { subject: "leader", role: "leader" } as const;
    await expect(scene.order(update, {}, leader)).rejects.toMatchObject({
      code: "INVALID_REQUEST",
      details: { field: "reason" },
    });
    await scene.order(update, REASON, leader);
    await rig.server.hand.runAll();
    expect(await rig.stateOf(scene.upload)).toMatchObject({ subject: "crew", ready_by: "Leader" });
    const events = await rig.db
      .selectFrom("audit.events")
      .select(["action", "subject", "detail"])
      .where("action", "in", ["upload.bringBack", "upload.broughtBack"])
      .orderBy("id")
      .execute();
    expect(events).toMatchObject([
      { action: "upload.bringBack", subject: "leader", detail: { files: 3, ...REASON } },
      { action: "upload.broughtBack", detail: { files: 3, fault: null } },
    ]);
  });

  test("a guest may not", async () => {
    await expect(scene.order(update, {}, { subject: "crew", role: "guest" })).rejects.toMatchObject(
      { code: "INSUFFICIENT_PRIVILEGES" },
    );
  });

  test("another upload's replacement is not to be found", async () => {
    const other = await ReplacedScene.seed(rig);
    const missing = { code: "OBJECT_NOT_FOUND" };
    const by = { subject: "crew", upload: other.upload };
    await expect(scene.order(update, {}, by)).rejects.toMatchObject(missing);
    await expect(scene.files(update, other.upload)).rejects.toMatchObject(missing);
    expect((await other.list()).replacements).toEqual([]);
  });

  test("what is not kept is refused whole", async () => {
    const paths = [scene.next[0]!.path, scene.first[0]!.path];
    await expect(scene.order(update, { paths })).rejects.toMatchObject({
      code: "OBJECT_NOT_FOUND",
    });
    expect((await scene.list()).bringingBack).toBeNull();
  });

  test("is refused while the data is not at rest, and no receipt is made meanwhile", async () => {
    const refused = { code: "INVALID_TRANSITION" };
    await scene.order(update, { paths: [scene.next[0]!.path] });
    expect((await scene.list()).bringingBack).toEqual({ files: 1, standing: 0 });
    await expect(scene.order(update)).rejects.toMatchObject(refused);
    await expect(scene.receipt()).rejects.toMatchObject({ code: "UPLOAD_INCOMPLETE" });
    await rig.server.hand.runAll();
    const { flightId } = scene.upload;
    const order = { flight_id: flightId, status: "WAITING" } as const;
    await rig.db.insertInto("archive_orders").values(order).execute();
    await expect(scene.order(update)).rejects.toMatchObject(refused);
    await rig.db.deleteFrom("archive_orders").execute();
    await rig.browser("crew").move(scene.upload, "VALIDATING_SOURCE", { isUpdate: "true" });
    await expect(scene.order(update)).rejects.toMatchObject(refused);
  });

  test("an order that was lost is taken up again", async () => {
    const { id } = await rig.db
      .insertInto("replacements")
      .values({ upload_id: scene.upload.uploadId, user_name: "Crew" })
      .returning("id")
      .executeTakeFirstOrThrow();
    await rig.db.updateTable("replaced_files").set({ brought_back_by: id }).execute();
    await rig.server.hand.tick("open-bring-backs");
    await rig.server.hand.runAll();
    expect(await rig.differing(scene.upload, scene.first)).toEqual([]);
  });
});

describe("a kept file that is gone, or is another object by now,", () => {
  test.each(["gone", "another"] as const)("is told, and the rest stands: %s", async (how) => {
    const [key] = await scene.keptKeys();
    const { uploads } = rig.buckets;
    if (how === "gone") await rig.files.remove(uploads, [key!]);
    else await rig.files.write(uploads, key!, [Buffer.from("x")], { size: 1 });
    await scene.bringBack(update);
    const [back] = (await scene.list()).replacements;
    expect(back?.files).toBe(3);
    const differing = await rig.differing(scene.upload, scene.first);
    expect(differing).toHaveLength(1);
    expect(back?.fault).toBe(differing[0]);
    await scene.receipt();
  });
});

describe("what was replaced", () => {
  test("is removed after its time, and not before, nor while it is being brought back", async () => {
    await age(29);
    await rig.server.hand.tick("expired-replaced-files");
    expect(await scene.keptKeys()).toHaveLength(3);
    await scene.order(update, { paths: [scene.next[0]!.path] });
    await age(31);
    await rig.server.hand.tick("expired-replaced-files");
    expect(await scene.keptKeys()).toHaveLength(1);
    await rig.server.hand.runAll();
    expect(await rig.differing(scene.upload, [scene.former[0]!])).toEqual([]);
    await rig.server.hand.tick("expired-replaced-files");
    expect(await scene.keptKeys()).toEqual([]);
    expect((await scene.list()).replacements).toEqual([]);
    await expect(scene.order(update)).rejects.toMatchObject({ code: "OBJECT_NOT_FOUND" });
  });

  test("is not removed while a backup runs, whose database names it", async () => {
    await age(31);
    const { db } = rig;
    const run = { name: BACKUP_RUN, signal: new AbortController().signal };
    await runExclusively(db, run, () => rig.server.hand.tick("expired-replaced-files"));
    expect(await scene.keptKeys()).toHaveLength(3);
    // Of one that was killed nothing is left but a lease that has expired.
    const holder = "0b0c1a52-6e5e-4a11-9d52-0a3f0d6b2f11";
    const expires = new Date(0);
    await db.insertInto("exclusive_runs").values({ name: BACKUP_RUN, holder, expires }).execute();
    await rig.server.hand.tick("expired-replaced-files");
    expect(await scene.keptKeys()).toEqual([]);
  });

  test("is not removed while a project of its flight is on hold, even where its removal had begun", async () => {
    await age(31);
    rig.faults.before = (call) => {
      if (call === "remove") throw new Error("killed");
    };
    await expect(rig.server.hand.tick("expired-replaced-files")).rejects.toThrow("killed");
    delete rig.faults.before;
    await hold();
    await rig.server.hand.tick("expired-replaced-files");
    expect(await scene.keptKeys()).toHaveLength(3);
    await sql`UPDATE project_holds SET lifted = now(), lifted_by = 'Ada', lift_reason = 'settled'`.execute(
      rig.db,
    );
    await rig.server.hand.tick("expired-replaced-files");
    expect(await scene.keptKeys()).toEqual([]);
  });

  test("is kept while a project of its flight is on hold, where nothing else is", async () => {
    await hold();
    const { db, store, buckets } = rig;
    const deps = { db, store, buckets, keptDays: 0 };
    const upload = await rig.stateOf(scene.upload);
    const manifest = manifestOf(scene.upload, [scene.former[0]!], true);
    const { path, bytes } = scene.next[0]!;
    const next = { fullPath: path, originalSize: bytes.length, xxh128: ["0".repeat(32)] };
    const before = (await scene.keptKeys()).length;
    const replaced = await replaceByUpdate(deps, { upload, manifest, landing: "a/place/" });
    await replaced.keep([next]);
    expect(await scene.keptKeys()).toHaveLength(before + 1);
  });

  test("cannot be ordered back once its removal has begun", async () => {
    await age(31);
    rig.faults.before = (call) => {
      if (call === "remove") throw new Error("killed");
    };
    await expect(rig.server.hand.tick("expired-replaced-files")).rejects.toThrow("killed");
    delete rig.faults.before;
    await expect(scene.order(update)).rejects.toMatchObject({ code: "OBJECT_NOT_FOUND" });
    await rig.server.hand.tick("expired-replaced-files");
    expect(await scene.keptKeys()).toEqual([]);
  });

  test("uploads/R3 is not kept again by a later run, in a store that knows no checksums", async () => {
    const { db, buckets } = rig;
    const head = async (bucket: string, key: string) => {
      const object = await rig.store.head(bucket, key);
      return object && { ...object, checksums: {} };
    };
    const deps = { db, store: { ...rig.store, head }, buckets, keptDays: 30 };
    const upload = await rig.stateOf(scene.upload);
    const manifest = manifestOf(scene.upload, [scene.former[0]!], true);
    const { path, bytes } = scene.next[0]!;
    const next = { fullPath: path, originalSize: bytes.length, xxh128: ["0".repeat(32)] };
    const run = async () => {
      const replaced = await replaceByUpdate(deps, { upload, manifest, landing: "a/place/" });
      await replaced.keep([next]);
    };
    await run();
    const key = `${scene.upload.flightId}/LiDAR/${path}`;
    const other = Buffer.alloc(bytes.length, 1);
    await rig.files.write(buckets.lidar, key, [other], { size: other.length });
    await run();
    const [latest] = (await scene.list()).replacements;
    await scene.bringBack(latest!.id);
    expect(await rig.bytesAt(buckets.lidar, key)).toEqual(bytes);
  });

  test("tells until when it is kept", async () => {
    const [listed] = (await scene.list()).replacements;
    const { at, keptUntil } = listed!;
    expect(Date.parse(keptUntil) - Date.parse(at)).toBe(30 * 86_400_000);
  });

  test("is not taken from what a failed update left in the place of sealed data", async () => {
    const [file] = scene.former as [(typeof scene.former)[0]];
    await scene.bringBack(update);
    const key = `${scene.upload.flightId}/LiDAR/${file.path}`;
    const bytes = Buffer.from("left by an update that failed");
    await rig.files.write(rig.buckets.lidar, key, [bytes], { size: bytes.length });
    await scene.send([scene.next[0]!]);
    expect((await scene.list()).replacements.map(({ files }) => files)).toEqual([3]);
  });
});
