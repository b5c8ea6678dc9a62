import { planObjects } from "@swath/contract/uploads";
import { afterEach, beforeEach, expect, test } from "vitest";
import { lidarFolder, manifestOf, type SourceFile } from "./testing/source-folder.ts";
import { createUploadRig } from "./testing/upload-rig.ts";

let rig: Awaited<ReturnType<typeof createUploadRig>>;
let upload: Awaited<ReturnType<typeof rig.plant>>;
let source: readonly SourceFile[];
beforeEach(async () => {
  rig = await createUploadRig();
  upload = await rig.plant();
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
