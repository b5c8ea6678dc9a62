import { endpoints } from "@swath/contract/endpoints";
import { planObjects } from "@swath/contract/uploads";
import { sql } from "kysely";
import { xxhash128 } from "hash-wasm";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { storedFiles } from "./receipt/stored-files.ts";
import { lidarFolder, manifestOf, type SourceFile } from "./testing/source-folder.ts";
import { createUploadRig } from "./testing/upload-rig.ts";

let rig: Awaited<ReturnType<typeof createUploadRig>>;
let upload: Awaited<ReturnType<typeof rig.seed>>;
let source: readonly SourceFile[];
beforeEach(async () => {
  rig = await createUploadRig();
  upload = await rig.seed();
  source = lidarFolder(upload.flightId);
});
afterEach(() => rig.close());

/** The manifest of the folder, each file changed at a second of its own, but for those named. */
function manifest(changed: Readonly<Record<string, number>> = {}) {
  const { files, ...head } = manifestOf(upload, source);
  const timed = files.map((file, index) =>
    Object.assign(file, { modified: changed[file.fullPath] ?? index * 1_000 }),
  );
  return { ...head, files: timed };
}

async function landAll(): Promise<void> {
  const crew = rig.browser("crew");
  await crew.begin(upload, manifest());
  await crew.move(upload, "UPLOADING");
  await crew.send(upload, source);
  await crew.move(upload, "UPLOAD_PAUSED");
}

async function chooseAgain(changed?: Readonly<Record<string, number>>): Promise<readonly string[]> {
  const crew = rig.browser("crew");
  await crew.move(upload, "GENERATING_METADATA_N_CHECK_PROGRESS");
  return (await crew.metadata(upload, manifest(changed))).remaining_task_key_list;
}

/** Names of the objects that hold bytes of a file. */
function objectsOf(path: string): string[] {
  const { files } = manifest();
  const index = files.findIndex(({ fullPath }) => fullPath === path);
  return planObjects(files)
    .filter(({ segments }) => segments.some((segment) => segment.file === index))
    .map(({ name }) => name);
}

test("a folder chosen again in which nothing was changed has nothing to be sent", async () => {
  await landAll();
  expect(await chooseAgain()).toEqual([]);
});

test("of a folder chosen again what was changed is sent anew, and that is what is published", async () => {
  await landAll();
  const { path } = source[0]!;
  expect(await chooseAgain({ [path]: 99_000 })).toEqual(objectsOf(path));
  source = source.map((file) =>
    file.path === path ? { ...file, bytes: Buffer.alloc(file.bytes.length, 7) } : file,
  );
  const crew = rig.browser("crew");
  await crew.move(upload, "CHECKING_CONCURRENT_UPLOAD");
  await crew.move(upload, "UPLOADING");
  await crew.send(upload, source, objectsOf(path));
  await crew.move(upload, "UPLOAD_INTEGRITY_CHECK");
  await crew.move(upload, "UPLOAD_COMPLETE");
  await rig.server.hand.runAll();
  expect((await rig.stateOf(upload)).status).toBe("DATA_READY");
  const key = `${upload.flightId}/LiDAR/${path}`;
  for await (const chunk of await rig.store.read(rig.buckets.lidar, key))
    expect(chunk.every((byte: number) => byte === 7)).toBe(true);
});

test("a time that was taken over is what the next one is compared with", async () => {
  await landAll();
  const { path } = source[0]!;
  const changed = { [path]: 99_000 };
  await chooseAgain(changed);
  const crew = rig.browser("crew");
  await crew.move(upload, "CHECKING_CONCURRENT_UPLOAD");
  await crew.move(upload, "UPLOADING");
  await crew.send(upload, source, objectsOf(path));
  await crew.move(upload, "UPLOAD_PAUSED");
  expect(await chooseAgain(changed)).toEqual([]);
});

/** The manifest of the folder, every file's status changed at that time. */
function manifestAt(statusChanged: string) {
  const { files, ...head } = manifest();
  return { ...head, files: files.map((file) => Object.assign(file, { statusChanged })) };
}

/** What was announced of files. */
async function sent(files: string, subject = "crew") {
  const { flightId, uploadId } = upload;
  const { identity } = rig.browser(subject);
  const request = { params: { flightId, uploadId }, query: { files }, identity };
  return (await rig.server.ask(endpoints.readSentContent, request)).reply.files;
}

async function landedAt(statusChanged: string): Promise<void> {
  const crew = rig.browser("crew");
  await crew.begin(upload, manifestAt(statusChanged));
  await crew.move(upload, "UPLOADING");
  await crew.send(upload, source);
  await crew.move(upload, "UPLOAD_PAUSED");
  await crew.move(upload, "GENERATING_METADATA_N_CHECK_PROGRESS");
}

describe("a file whose status alone was changed", () => {
  test("is told, and nothing of it is forgotten, however often it is asked", async () => {
    await landedAt("7");
    const crew = rig.browser("crew");
    for (const at of ["9", "11"])
      expect(await crew.metadata(upload, manifestAt(at))).toMatchObject({
        remaining_task_key_list: [],
        touched_files: [...source.keys()],
      });
    expect(await crew.metadata(upload, manifestAt("7"))).not.toHaveProperty("touched_files");
    expect(await crew.metadata(upload, manifest())).not.toHaveProperty("touched_files");
  });

  test("can be compared with what was announced of it, by its owner alone", async () => {
    await landedAt("7");
    const answered = await sent([...source.keys()].join(","));
    const wanted = source.map(async ({ bytes }, file) => {
      const pieces = [{ offset: 0, length: bytes.length, xxh128: await xxhash128(bytes) }];
      return { file, pieces };
    });
    expect(answered).toEqual(await Promise.all(wanted));
    await expect(sent("0", "stranger")).rejects.toMatchObject({ code: "NOT_UPLOAD_OWNER" });
  });

  test("keeps its time of status in what is sealed and listed", async () => {
    await landedAt("7");
    const crew = rig.browser("crew");
    await crew.metadata(upload, manifestAt("9"));
    await crew.move(upload, "CHECKING_CONCURRENT_UPLOAD");
    await crew.move(upload, "UPLOADING");
    await crew.move(upload, "UPLOAD_INTEGRITY_CHECK");
    await crew.move(upload, "UPLOAD_COMPLETE");
    await rig.server.hand.runAll();
    const stored = await storedFiles(rig, await rig.stateOf(upload));
    expect(new Set(stored.map(({ statusChanged }) => statusChanged))).toEqual(new Set(["7"]));
  });
});

test("what is sent again of a plan that was verified is verified and published anew", async () => {
  const crew = rig.browser("crew");
  await crew.begin(upload, manifest());
  await crew.move(upload, "UPLOADING");
  await crew.send(upload, source);
  await sql`UPDATE upload_plans SET proven = true`.execute(rig.db);
  await sql`UPDATE upload_objects SET published = true`.execute(rig.db);
  const { path } = source[0]!;
  source = source.map((file) =>
    file.path === path ? { ...file, bytes: Buffer.alloc(file.bytes.length, 7) } : file,
  );
  await crew.send(upload, source, objectsOf(path));
  await crew.move(upload, "UPLOAD_INTEGRITY_CHECK");
  await crew.move(upload, "UPLOAD_COMPLETE");
  await rig.server.hand.runAll();
  expect((await rig.stateOf(upload)).status).toBe("DATA_READY");
  expect(await rig.differing(upload, source)).toEqual([]);
});
