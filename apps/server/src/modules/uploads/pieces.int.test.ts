import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type PlannedObject, planObjects, type PieceRange } from "@swath/contract/uploads";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  lidarFolder,
  manifestOf,
  rangeBytes,
  type SourceFile,
  storedObject,
} from "./testing/source-folder.ts";
import type { PlantedUpload, TestBrowser } from "./testing/test-browser.ts";
import { createUploadRig } from "./testing/upload-rig.ts";

const MIB = 1_048_576;

let rig: Awaited<ReturnType<typeof createUploadRig>>;
let upload: PlantedUpload;
let source: SourceFile[];
let crew: TestBrowser;

beforeEach(async () => {
  rig = await createUploadRig();
  upload = await rig.plant();
  source = lidarFolder(upload.flightId).map((file) =>
    file.path.endsWith(".range") ? Object.assign(file, { bytes: rangeBytes(10 * MIB, 8) }) : file,
  );
  crew = rig.browser("crew");
});
afterEach(() => rig.close());

const planned = (ending: string): PlannedObject =>
  planObjects(manifestOf(upload, source).files).find(({ name }) => name.includes(ending))!;

/** A piece of an object of one segment, as it is posted. */
async function pieceOf(object: PlannedObject, piece: PieceRange, zipped = true) {
  const [{ file, offset }] = object.segments as [PlannedObject["segments"][number]];
  const start = offset + piece.offset;
  const files = zipped ? source : source.map((each) => Object.assign({}, each, { zipped: false }));
  const cut = { ...object, segments: [{ file, offset: start, length: piece.length }] };
  const { segments, ...stored } = await storedObject(cut, files);
  const [claim] = segments as [(typeof segments)[number]];
  return { ...stored, segments: [{ ...claim, zipped }], piece };
}

async function sendPiece(ending: string, offset: number, length: number, zipped = true) {
  const object = planned(ending);
  return crew.post(upload, object.name, await pieceOf(object, { offset, length }, zipped));
}

async function begin(): Promise<void> {
  await crew.begin(upload, manifestOf(upload, source));
  await crew.move(upload, "UPLOADING");
}

async function sendOthers(...endings: string[]): Promise<void> {
  const names = planObjects(manifestOf(upload, source).files).map(({ name }) => name);
  const others = names.filter((name) => !endings.some((ending) => name.includes(ending)));
  await crew.send(upload, source, others);
}

async function complete(): Promise<void> {
  await crew.move(upload, "UPLOAD_INTEGRITY_CHECK");
  await crew.move(upload, "UPLOAD_COMPLETE");
  await rig.server.hand.runAll();
}

const RANGE = ".range";
const PLAN = "plan.kmz";

describe("pieces", () => {
  test("in any order make the object: compressed, as they are, or some of each", async () => {
    await begin();
    await sendOthers(RANGE);
    await sendPiece(RANGE, 6 * MIB, 4 * MIB);
    await sendPiece(RANGE, 0, 2 * MIB, false);
    await sendPiece(RANGE, 2 * MIB, 4 * MIB);
    await complete();
    expect(await rig.stateOf(upload)).toMatchObject({ status: "DATA_READY", reason: null });
    expect(await rig.differing(upload, source)).toEqual([]);
  });

  test("that are stored as they are, are read once and joined", async () => {
    await begin();
    await sendOthers(RANGE);
    for (const [offset, length] of [
      [0, 3 * MIB],
      [3 * MIB, 2 * MIB],
      [5 * MIB, 5 * MIB],
    ] as const)
      await sendPiece(RANGE, offset, length, false);
    const read: string[] = [];
    rig.faults.before = (call, key) => void (call === "read" && read.push(key));
    await complete();
    delete rig.faults.before;
    expect(await rig.differing(upload, source)).toEqual([]);
    // The fourth time for the serial number in the first block.
    expect(read.filter((key) => key.includes(RANGE))).toHaveLength(4);
  });

  test("of more than the store joins at once are joined in two steps", async () => {
    Object.assign(rig.store, { maxJoinedPieces: 2 });
    await begin();
    await sendOthers(RANGE);
    for (const offset of [0, 3, 6, 8])
      await sendPiece(RANGE, offset * MIB, (offset < 6 ? 3 : 2) * MIB, false);
    await complete();
    expect(await rig.stateOf(upload)).toMatchObject({ status: "DATA_READY", reason: null });
    expect(await rig.differing(upload, source)).toEqual([]);
    expect(await rig.keysIn(rig.buckets.uploads)).toEqual([]);
  });

  test("make one checksum of their object in the sealed manifest, and tell how it was sent", async () => {
    await begin();
    await sendOthers(RANGE);
    await sendPiece(RANGE, 0, 4 * MIB, false);
    await sendPiece(RANGE, 4 * MIB, 6 * MIB);
    await complete();
    const key = `${upload.flightId}/LiDAR/${upload.flightId}_045/${upload.flightId}_metadata.json`;
    const sealed = JSON.parse((await rig.bytesAt(rig.buckets.lidar, key)).toString()) as {
      files: { fullPath: string; xxh128: string[]; storedBytes: number[]; zipped: boolean }[];
    };
    const file = sealed.files.find(({ fullPath }) => fullPath.endsWith(RANGE))!;
    const whole = await storedObject(planned(RANGE), source);
    expect(file).toMatchObject({ zipped: true, xxh128: [whole.segments[0]!.xxh128] });
    expect(file.storedBytes[0]).toBeGreaterThan(4 * MIB);
  });

  test("that landed are told, and what they leave is missing", async () => {
    await begin();
    await sendOthers(RANGE);
    await sendPiece(RANGE, 2 * MIB, 3 * MIB);
    const { remaining_task_key_list: names, ...progress } = await crew.progress(upload);
    const { name } = planned(RANGE);
    expect(names).toEqual([name]);
    expect(progress.landed_pieces).toEqual({ [name]: [{ offset: 2 * MIB, length: 3 * MIB }] });
    expect(progress.total_file_size - progress.completed_file_size).toBe(7 * MIB);
    await crew.move(upload, "UPLOAD_INTEGRITY_CHECK");
    await expect(crew.move(upload, "UPLOAD_COMPLETE")).rejects.toMatchObject({
      code: "UPLOAD_INCOMPLETE",
    });
  });

  test("take the place of those that they overlap, even of ones that land later", async () => {
    await begin();
    await sendOthers(RANGE);
    const object = planned(RANGE);
    const first = await pieceOf(object, { offset: 0, length: 4 * MIB });
    const late = (await crew.form(upload, object.name, first)).fields["key"]!;
    await sendPiece(RANGE, 3 * MIB, 7 * MIB);
    await rig.store.write(rig.buckets.uploads, late, [first.bytes], { size: first.size });
    const { landed_pieces: landed } = await crew.progress(upload);
    expect(landed[object.name]).toEqual([{ offset: 3 * MIB, length: 7 * MIB }]);
  });

  test("that are announced at the same time never overlap", async () => {
    await begin();
    const object = planned(RANGE);
    const pieces = await Promise.all(
      Array.from({ length: 8 }, (_, n) => pieceOf(object, { offset: n * MIB, length: 2 * MIB })),
    );
    await Promise.all(pieces.map((piece) => crew.form(upload, object.name, piece)));
    const { rows } = await sql`SELECT FROM upload_pieces a JOIN upload_pieces b
      ON a.upload_id = b.upload_id AND a.ordinal = b.ordinal AND a.form < b.form
      AND a.source_offset < b.source_offset + b.length
      AND b.source_offset < a.source_offset + a.length`.execute(rig.db);
    expect(rows).toEqual([]);
  });

  test.each([
    ["beyond the object", RANGE, 8 * MIB, 3 * MIB],
    ["shorter than the store joins", RANGE, 0, MIB - 1],
    ["of a bundle", "@bundle", 0, MIB],
  ])("%s are refused", async (_, ending, offset, length) => {
    await begin();
    const object = planned(ending);
    const whole = await storedObject(object, source);
    await expect(
      crew.form(upload, object.name, { ...whole, piece: { offset, length } }),
    ).rejects.toMatchObject({ code: "INVALID_REQUEST", details: { field: "piece" } });
  });

  test("may not be larger than their own source allows", async () => {
    await begin();
    const object = planned(RANGE);
    const whole = await storedObject(object, source);
    const piece = { offset: 0, length: 2 * MIB };
    const claim = { ...whole.segments[0]!, storedBytes: 3 * MIB, zipped: true };
    await expect(
      crew.form(upload, object.name, { ...whole, size: 3 * MIB, segments: [claim], piece }),
    ).rejects.toMatchObject({ code: "INVALID_REQUEST", details: { field: "segments" } });
  });
});

/** Changes bytes of what landed under a key, as a failing disk does. */
async function flip(key: string): Promise<void> {
  const found = await readdir(rig.folder, { recursive: true });
  const path = found.find((each) => each.endsWith(key))!;
  await writeFile(join(rig.folder, path), "flip", { flag: "r+" });
}

describe("damage", () => {
  test("of pieces that are stored as they are is found before anything is published", async () => {
    await begin();
    await sendOthers(RANGE, PLAN);
    await sendPiece(RANGE, 0, 5 * MIB);
    const range = await sendPiece(RANGE, 5 * MIB, 5 * MIB, false);
    const object = planned(PLAN);
    const plan = await crew.post(upload, object.name, await storedObject(object, source));
    await crew.move(upload, "UPLOAD_INTEGRITY_CHECK");
    await crew.move(upload, "UPLOAD_COMPLETE");
    await flip(range);
    await flip(plan);
    await rig.server.hand.runAll();
    const { status, reason } = await rig.stateOf(upload);
    expect(status).toBe("UPLOAD_STALLED");
    expect(reason).toMatch(/^2 pieces arrived damaged \(\S+\.range, \S+plan\.kmz\)\. /);
    expect(await rig.keysIn(rig.buckets.lidar)).toEqual([]);
  });

  test("is asked for again, and nothing else is", async () => {
    await begin();
    await sendOthers(RANGE);
    await sendPiece(RANGE, 0, 5 * MIB);
    const damaged = await sendPiece(RANGE, 5 * MIB, 5 * MIB);
    await crew.move(upload, "UPLOAD_INTEGRITY_CHECK");
    await crew.move(upload, "UPLOAD_COMPLETE");
    await flip(damaged);
    await rig.server.hand.runAll();
    const { name } = planned(RANGE);
    const progress = await crew.progress(upload);
    expect(progress.remaining_task_key_list).toEqual([name]);
    expect(progress.landed_pieces).toEqual({ [name]: [{ offset: 0, length: 5 * MIB }] });

    await crew.move(upload, "CHECKING_CONCURRENT_UPLOAD");
    await crew.move(upload, "UPLOADING");
    await sendPiece(RANGE, 5 * MIB, 5 * MIB);
    await complete();
    expect(await rig.stateOf(upload)).toMatchObject({ status: "DATA_READY", reason: null });
    expect(await rig.differing(upload, source)).toEqual([]);
  });

  test("of all files is found in one rebuild, and what was decompressed of others is forgotten", async () => {
    await begin();
    const bundle = planned("@bundle");
    const keys = [await crew.post(upload, bundle.name, await storedObject(bundle, source))];
    keys.push(await sendPiece(RANGE, 0, 5 * MIB), await sendPiece(RANGE, 5 * MIB, 5 * MIB));
    await sendOthers("@bundle", RANGE);
    await crew.move(upload, "UPLOAD_INTEGRITY_CHECK");
    await crew.move(upload, "UPLOAD_COMPLETE");
    for (const key of keys) await flip(key);
    await rig.server.hand.runAll();
    expect((await rig.stateOf(upload)).reason).toMatch(/^3 pieces arrived damaged/);
    const kept = await rig.keysIn(rig.buckets.uploads);
    expect(kept.filter((key) => key.includes("@rebuilt"))).toEqual([]);
  });
});
