import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type SealedFile, sealedManifestSchema } from "@swath/contract/uploads";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { MIB, PieceScene, RANGE } from "./testing/piece-scene.ts";
import { storedObject } from "./testing/source-folder.ts";
import { createUploadRig } from "./testing/upload-rig.ts";

let rig: Awaited<ReturnType<typeof createUploadRig>>;
let scene: PieceScene;

beforeEach(async () => {
  rig = await createUploadRig();
  scene = await PieceScene.seed(rig, 10);
  await scene.begin();
});
afterEach(() => rig.close());

const PLAN = "plan.kmz";

/** What the sealed manifest says of the file that was sent in pieces. */
async function sealedRange(): Promise<SealedFile> {
  const { flightId } = scene.upload;
  const key = `${flightId}/LiDAR/${flightId}_045/${flightId}_metadata.json`;
  const bytes = await rig.bytesAt(rig.buckets.lidar, key);
  const { files } = sealedManifestSchema.parse(JSON.parse(bytes.toString()));
  return files.find(({ fullPath }) => fullPath.endsWith(RANGE))!;
}

const checksumOfRange = async (): Promise<string> =>
  (await storedObject(scene.planned(RANGE), scene.source)).segments[0]!.xxh128;

describe("pieces", () => {
  test("in any order make the object: compressed, as they are, or some of each", async () => {
    await scene.sendOthers(RANGE);
    await scene.sendPiece(6 * MIB, 4 * MIB);
    await scene.sendPiece(0, 2 * MIB, false);
    await scene.sendPiece(2 * MIB, 4 * MIB);
    await scene.rebuild();
    expect(await scene.state()).toMatchObject({ status: "DATA_READY", reason: null });
    expect(await scene.differing()).toEqual([]);
  });

  test("that are stored as they are, are read once and joined", async () => {
    await scene.sendOthers(RANGE);
    for (const [offset, length] of [
      [0, 3 * MIB],
      [3 * MIB, 2 * MIB],
      [5 * MIB, 5 * MIB],
    ] as const)
      await scene.sendPiece(offset, length, false);
    const read: string[] = [];
    rig.faults.before = (call, key) => void (call === "read" && read.push(key));
    await scene.rebuild();
    delete rig.faults.before;
    expect(await scene.differing()).toEqual([]);
    // Then for the serial number in the first block, for the format, and for the last 4 KB.
    expect(read.filter((key) => key.includes(RANGE))).toHaveLength(6);
  });

  test("that are stored as they are, are told to the store, which need not cache them", async () => {
    const object = scene.planned(RANGE);
    const presign = vi.spyOn(rig.store, "presignPost");
    for (const zipped of [false, true]) {
      const piece = await scene.pieceOf(object, { offset: 0, length: 2 * MIB }, zipped);
      await scene.crew.form(scene.upload, object.name, piece);
    }
    expect(presign.mock.calls.map(([{ isReadThrough }]) => isReadThrough)).toEqual([true, false]);
  });

  test("of more than the store joins at once are joined in two steps", async () => {
    Object.assign(rig.store, { maxJoinedPieces: 2 });
    await scene.sendOthers(RANGE);
    for (const offset of [0, 3, 6, 8])
      await scene.sendPiece(offset * MIB, (offset < 6 ? 3 : 2) * MIB, false);
    await scene.rebuild();
    expect(await scene.state()).toMatchObject({ status: "DATA_READY", reason: null });
    expect(await scene.differing()).toEqual([]);
    expect(await rig.keysIn(rig.buckets.uploads)).toEqual([]);
  });

  test("make one checksum of their object in the sealed manifest, and tell how it was sent", async () => {
    await scene.sendOthers(RANGE);
    await scene.sendPiece(0, 4 * MIB, false);
    await scene.sendPiece(4 * MIB, 6 * MIB);
    await scene.rebuild();
    const file = await sealedRange();
    expect(file).toMatchObject({ zipped: true, xxh128: [await checksumOfRange()] });
    expect(file.storedBytes?.[0]).toBeGreaterThan(4 * MIB);
  });

  test.each(["before", "after"] as const)(
    "make that checksum too where the worker is killed %s each of its steps",
    async (when) => {
      await scene.sendOthers(RANGE);
      await scene.sendPiece(0, 4 * MIB);
      await scene.sendPiece(4 * MIB, 6 * MIB);
      await scene.complete();
      for (const step of ["list", "read", "write", "join", "remove"]) {
        rig.faults[when] = (call) => {
          if (call === step) throw new Error("killed");
        };
        await expect(rig.server.hand.runAll(), step).rejects.toThrow("killed");
      }
      delete rig.faults[when];
      await rig.server.hand.runAll();
      expect(await scene.state()).toMatchObject({ status: "DATA_READY", reason: null });
      expect(await sealedRange()).toMatchObject({ xxh128: [await checksumOfRange()] });
      expect(await scene.differing()).toEqual([]);
    },
  );

  test("that landed are told, and what they leave is missing", async () => {
    await scene.sendOthers(RANGE);
    await scene.sendPiece(2 * MIB, 3 * MIB);
    const { remaining_task_key_list: names, ...progress } = await scene.crew.progress(scene.upload);
    const { name } = scene.planned(RANGE);
    expect(names).toEqual([name]);
    expect(progress.landed_pieces).toEqual({ [name]: [{ offset: 2 * MIB, length: 3 * MIB }] });
    expect(progress.total_file_size - progress.completed_file_size).toBe(7 * MIB);
    await scene.crew.move(scene.upload, "UPLOAD_INTEGRITY_CHECK");
    await expect(scene.crew.move(scene.upload, "UPLOAD_COMPLETE")).rejects.toMatchObject({
      code: "UPLOAD_INCOMPLETE",
    });
  });

  test("take the place of those that they overlap, even of ones that land later", async () => {
    await scene.sendOthers(RANGE);
    const object = scene.planned(RANGE);
    const first = await scene.pieceOf(object, { offset: 0, length: 4 * MIB });
    const late = (await scene.crew.form(scene.upload, object.name, first)).fields["key"]!;
    await scene.sendPiece(3 * MIB, 7 * MIB);
    await rig.store.write(rig.buckets.uploads, late, [first.bytes], { size: first.size });
    const { landed_pieces: landed } = await scene.crew.progress(scene.upload);
    expect(landed[object.name]).toEqual([{ offset: 3 * MIB, length: 7 * MIB }]);
  });

  test("that are announced at the same time never overlap", async () => {
    const object = scene.planned(RANGE);
    const pieces = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        scene.pieceOf(object, { offset: n * MIB, length: 2 * MIB }),
      ),
    );
    await Promise.all(pieces.map((piece) => scene.crew.form(scene.upload, object.name, piece)));
    const { rows } = await sql`SELECT FROM upload_pieces a JOIN upload_pieces b
      ON a.upload_id = b.upload_id AND a.ordinal = b.ordinal AND a.form < b.form
      AND a.source_offset < b.source_offset + b.length
      AND b.source_offset < a.source_offset + a.length`.execute(rig.db);
    expect(rows).toEqual([]);
  });

  test.each([
    ["beyond the object", RANGE, 8 * MIB, 3 * MIB],
    ["shorter than the store joins", RANGE, 0, MIB / 4 - 1],
    ["of a bundle", "@bundle", 0, MIB],
  ])("%s are refused", async (_, ending, offset, length) => {
    const object = scene.planned(ending);
    const whole = await storedObject(object, scene.source);
    await expect(
      scene.crew.form(scene.upload, object.name, { ...whole, piece: { offset, length } }),
    ).rejects.toMatchObject({ code: "INVALID_REQUEST", details: { field: "piece" } });
  });

  test("may not be larger than their own source allows", async () => {
    const object = scene.planned(RANGE);
    const whole = await storedObject(object, scene.source);
    const piece = { offset: 0, length: 2 * MIB };
    const claim = { ...whole.segments[0]!, storedBytes: 3 * MIB, zipped: true };
    await expect(
      scene.crew.form(scene.upload, object.name, {
        ...whole,
        size: 3 * MIB,
        segments: [claim],
        piece,
      }),
    ).rejects.toMatchObject({ code: "INVALID_REQUEST", details: { field: "segments" } });
  });
});

/** The file of what landed under a key. */
async function fileOf(key: string): Promise<string> {
  const found = await readdir(rig.folder, { recursive: true });
  return join(
    rig.folder,
    found.find((each) => each.endsWith(key))!,
  );
}

/** Changes bytes of what landed under a key, as a failing disk does. */
const flip = async (key: string): Promise<void> =>
  writeFile(await fileOf(key), "flip", { flag: "r+" });

describe("damage", () => {
  test("of pieces that are stored as they are is found before anything is published", async () => {
    await scene.sendOthers(RANGE, PLAN);
    await scene.sendPiece(0, 5 * MIB);
    const range = await scene.sendPiece(5 * MIB, 5 * MIB, false);
    const plan = await scene.sendWhole(PLAN);
    await scene.complete();
    await flip(range);
    await flip(plan);
    await rig.server.hand.runAll();
    const { status, reason } = await scene.state();
    expect(status).toBe("UPLOAD_STALLED");
    expect(reason).toMatch(/^2 pieces arrived damaged \(\S+\.range, \S+plan\.kmz\)\. /);
    expect(await rig.keysIn(rig.buckets.lidar)).toEqual([]);
  });

  test("is asked for again, and nothing else is", async () => {
    await scene.sendOthers(RANGE);
    await scene.sendPiece(0, 5 * MIB);
    const damaged = await scene.sendPiece(5 * MIB, 5 * MIB);
    await scene.complete();
    await flip(damaged);
    await rig.server.hand.runAll();
    const { name } = scene.planned(RANGE);
    const progress = await scene.crew.progress(scene.upload);
    expect(progress.remaining_task_key_list).toEqual([name]);
    expect(progress.landed_pieces).toEqual({ [name]: [{ offset: 0, length: 5 * MIB }] });

    await scene.crew.move(scene.upload, "CHECKING_CONCURRENT_UPLOAD");
    await scene.crew.move(scene.upload, "UPLOADING");
    await scene.sendPiece(5 * MIB, 5 * MIB);
    await scene.rebuild();
    expect(await scene.state()).toMatchObject({ status: "DATA_READY", reason: null });
    expect(await scene.differing()).toEqual([]);
  });

  test("of all files is found in one rebuild, and what was decompressed of others is forgotten", async () => {
    const keys = [await scene.sendWhole("@bundle")];
    keys.push(await scene.sendPiece(0, 5 * MIB), await scene.sendPiece(5 * MIB, 5 * MIB));
    await scene.sendOthers("@bundle", RANGE);
    await scene.complete();
    for (const key of keys) await flip(key);
    await rig.server.hand.runAll();
    expect((await scene.state()).reason).toMatch(/^3 pieces arrived damaged/);
    const kept = await rig.keysIn(rig.buckets.uploads);
    expect(kept.filter((key) => key.includes("@rebuilt"))).toEqual([]);
  });

  test("that comes between its verification and its publication is never published", async () => {
    await scene.sendOthers(RANGE);
    await scene.sendPiece(0, 5 * MIB, false);
    const second = await fileOf(await scene.sendPiece(5 * MIB, 5 * MIB, false));
    await scene.complete();
    const time = join(rig.folder, "time");
    rig.faults.before = (call) => {
      if (call !== "join") return;
      // The same generation, as far as the store can see.
      execFileSync("touch", ["-r", second, time]);
      writeFileSync(second, "flip", { flag: "r+" });
      execFileSync("touch", ["-r", time, second]);
    };
    await rig.server.hand.runAll();
    const { status, reason } = await scene.state();
    expect(status).toBe("VALIDATING_UPLOAD_FAILED");
    expect(reason).toMatch(/\.range: its checksum is not that of the source$/);
    const published = await rig.keysIn(rig.buckets.lidar);
    expect(published.filter((key) => key.endsWith(RANGE))).toEqual([]);
  });
});
