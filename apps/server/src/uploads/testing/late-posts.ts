import { buffer } from "node:stream/consumers";
import { sql } from "kysely";
import { type PlannedObject, planObjects } from "@swath/contract/uploads";
import { expect } from "vitest";
import type { createUploadRig } from "./upload-rig.ts";
import { lidarFolder, manifestOf, noise, type SourceFile, storedObject } from "./source-folder.ts";
import type { SeededUpload } from "./test-browser.ts";

type Rig = Awaited<ReturnType<typeof createUploadRig>>;

const PLAN = "plan.kmz";
const FIRST_PART = 600_000;

/** Lays one raw file out in two parts, as one of more than 200 MB is. */
async function splitInParts({ db }: Rig, { uploadId }: SeededUpload): Promise<void> {
  await sql`INSERT INTO upload_objects (upload_id, ordinal, name, source_bytes, segments)
    SELECT upload_id, 1000, name || '.part0002', source_bytes - 600000,
      jsonb_build_array(jsonb_build_array(segments -> 0 -> 0, 600000, source_bytes - 600000, false))
    FROM upload_objects WHERE upload_id = ${uploadId} AND name LIKE ${`%${PLAN}`}`.execute(db);
  await sql`UPDATE upload_objects SET name = name || '.part0001', source_bytes = 600000,
      segments = jsonb_set(segments, '{0,2}', '600000')
    WHERE upload_id = ${uploadId} AND name LIKE ${`%${PLAN}`}`.execute(db);
  // Ordinals have no gaps.
  await sql`UPDATE upload_objects SET ordinal =
      (SELECT count(*) - 1 FROM upload_objects WHERE upload_id = ${uploadId})
    WHERE upload_id = ${uploadId} AND ordinal = 1000`.execute(db);
}

/** Plans an upload up to UPLOADING and sends all of it; answers the keys that its forms name. */
async function sendAll(
  rig: Rig,
  subject: string,
  upload: SeededUpload,
  source: readonly SourceFile[],
): Promise<string[]> {
  const browser = rig.browser(subject);
  await browser.begin(upload, manifestOf(upload, source));
  await splitInParts(rig, upload);
  await browser.move(upload, "UPLOADING");
  const keys: string[] = [];
  for (const object of planObjects(manifestOf(upload, source).files)) {
    const [{ file, length }] = object.segments as [(typeof object.segments)[number]];
    const part = (number: number, offset: number, bytes: number): PlannedObject => ({
      name: `${object.name}.part000${number}`,
      segments: [{ file, offset, length: bytes }],
      sourceBytes: bytes,
    });
    const parts = object.name.endsWith(PLAN)
      ? [part(1, 0, FIRST_PART), part(2, FIRST_PART, length - FIRST_PART)]
      : [object];
    for (const sent of parts)
      keys.push(await browser.post(upload, sent.name, await storedObject(sent, source)));
  }
  return keys;
}

const complete = async (rig: Rig, subject: string, upload: SeededUpload): Promise<void> => {
  const browser = rig.browser(subject);
  await browser.move(upload, "UPLOAD_INTEGRITY_CHECK");
  await browser.move(upload, "UPLOAD_COMPLETE");
};

/** Posts that end late: other bytes of the same size, under each of these keys. */
async function postLate(
  { files, buckets }: Rig,
  sizes: ReadonlyMap<string, number>,
): Promise<void> {
  for (const [key, size] of sizes)
    await files.write(buckets.uploads, key, [noise(size, 77)], { size });
}

async function sizesOf(
  { files, buckets }: Rig,
  keys: readonly string[],
): Promise<Map<string, number>> {
  const sizes = new Map<string, number>();
  for (const key of keys) sizes.set(key, (await files.head(buckets.uploads, key))!.size);
  return sizes;
}

/** Runs a rebuild; before its nth call to the store, something happens. Answers how many it made. */
async function rebuildWith(
  rig: Rig,
  nth: number,
  happens: () => Promise<void>,
): Promise<{ calls: number; steps: string[] }> {
  let calls = 0;
  const steps: string[] = [];
  rig.faults.before = async (call, key) => {
    calls += 1;
    steps.push(`${call} ${key.split("/").at(-1)}`);
    if (calls === nth) await happens();
  };
  await rig.server.hand.runAll();
  delete rig.faults.before;
  return { calls, steps };
}

async function standingIn(rig: Rig, upload: SeededUpload, source: readonly SourceFile[]) {
  const wrong: string[] = [];
  for (const { path, bytes } of source) {
    const key = `${upload.flightId}/${upload.uploadType}/${path}`;
    const found = await rig.files.head(rig.buckets.lidar, key);
    if (found === undefined) continue;
    if (!(await buffer(await rig.files.read(rig.buckets.lidar, key))).equals(bytes))
      wrong.push(path);
  }
  return wrong;
}

/**
 * At every step of a rebuild: posts by the forms of a sender who cancelled. The next sender's upload
 * becomes ready with the next sender's bytes.
 */
export async function postsOfSenderBefore(rig: Rig): Promise<void> {
  for (let step = 1; ; step += 1) {
    const upload = await rig.seed();
    const source = lidarFolder(upload.flightId);
    const keys = await sendAll(rig, "a", upload, source);
    const sizes = await sizesOf(rig, keys);
    await rig.browser("a").move(upload, "UPLOAD_CANCELLED");
    await rig.server.hand.runAll();
    await sendAll(rig, "b", upload, source);
    await complete(rig, "b", upload);
    const { calls, steps } = await rebuildWith(rig, step, () => postLate(rig, sizes));
    const name = `step ${step}: ${steps[step - 1]}`;
    const { status, reason } = await rig.stateOf(upload);
    expect({ name, status, reason }).toEqual({ name, status: "DATA_READY", reason: null });
    expect(await standingIn(rig, upload, source), name).toEqual([]);
    if (calls < step) break;
  }
}

/**
 * At every step of a rebuild: posts into the keys of the objects themselves. The upload becomes ready
 * with what was verified, or fails; other bytes are never published.
 */
export async function postsIntoOwnKeys(rig: Rig): Promise<void> {
  const ends = new Set<string>();
  for (let step = 1; ; step += 1) {
    const upload = await rig.seed();
    const source = lidarFolder(upload.flightId);
    const keys = await sendAll(rig, "a", upload, source);
    const sizes = await sizesOf(rig, keys);
    await complete(rig, "a", upload);
    const { calls, steps } = await rebuildWith(rig, step, () => postLate(rig, sizes));
    const name = `step ${step}: ${steps[step - 1]}`;
    const { status } = await rig.stateOf(upload);
    ends.add(status);
    expect(["DATA_READY", "UPLOAD_STALLED", "VALIDATING_UPLOAD_FAILED"]).toContain(status);
    expect(await standingIn(rig, upload, source), name).toEqual([]);
    if (calls < step) break;
  }
  expect(ends).toContain("DATA_READY");
  expect(ends).toContain("UPLOAD_STALLED");
}
