import { AppError } from "@swath/contract/errors";
import { expect, test } from "vitest";
import { fakeXxh128 } from "../../testing/fake-bytes.ts";
import { sourcesText } from "../state/upload-snapshot.ts";
import { folder, UploadScene } from "../../testing/upload-scene.ts";

const FILES = folder({ name: "a.range", size: 30_000_000 }, { name: "b.log", size: 100 });
const PATH = FILES.files[1]!.file.path;

test("run/S1 a file that was changed after it had been sent fails the upload by its name", async () => {
  const scene = new UploadScene();
  scene.poster.bytesPerMs = 1_000;
  const uploader = scene.open();
  void uploader.start(FILES);
  await scene.clock.until(() => scene.server.landed.size > 0);
  scene.device.readFaults.set(PATH, Infinity);
  await scene.settle(uploader);
  expect(uploader.getSnapshot()).toMatchObject({
    status: "UPLOAD_FAILED",
    error: { code: "SOURCE_CHANGED", detail: PATH },
  });
  expect(scene.server.upload.status).toBe("UPLOAD_FAILED");
  const { row, progress } = uploader.getSnapshot();
  expect([row(0).state, row(1).state]).toEqual(["COMPLETE", "FAILED"]);
  expect(progress).toMatchObject({ completedFiles: 1, completedBytes: 30_000_000 });
});

test("run/S2 the folder chosen again goes on from there", async () => {
  const scene = new UploadScene();
  const uploader = scene.open();
  scene.poster.bytesPerMs = 1_000;
  void uploader.start(FILES);
  await scene.clock.until(() => scene.server.landed.size > 0);
  scene.device.readFaults.set(PATH, Infinity);
  await scene.settle(uploader);
  scene.device.readFaults.clear();
  void uploader.start(FILES);
  await scene.settle(uploader);
  expect(uploader.getSnapshot().status).toBe("DATA_READY");
});

test("run/S3 a file that was changed while no call was answered fails it too", async () => {
  const scene = new UploadScene();
  scene.poster.bytesPerMs = 1_000;
  const uploader = scene.open();
  void uploader.start(FILES);
  await scene.reach(uploader, "UPLOADING");
  scene.server.before = () => {
    if (scene.server.progress().remaining_task_key_list.length === 0)
      throw new AppError("SESSION_ENDED", "signed out");
  };
  await scene.clock.until(() => scene.server.progress().remaining_task_key_list.length === 0);
  await scene.clock.advance(10_000);
  scene.device.readFaults.set(PATH, Infinity);
  scene.server.before = () => {};
  await scene.settle(uploader);
  expect(uploader.getSnapshot()).toMatchObject({
    status: "UPLOAD_FAILED",
    error: { code: "SOURCE_CHANGED", detail: PATH },
  });
});

/** Sends the files up to the last look at them, which `before` precedes. */
async function sendUntilLook(scene: UploadScene, before: () => void) {
  const uploader = scene.open();
  scene.poster.bytesPerMs = 1_000;
  void uploader.start(FILES);
  await scene.clock.until(() => scene.server.landed.size > 0);
  before();
  await scene.settle(uploader);
  return uploader.getSnapshot();
}

test("run/S4 a file of which the status alone was changed is compared by content, and goes on", async () => {
  const scene = new UploadScene();
  const snapshot = await sendUntilLook(scene, () => scene.device.touched.set(PATH, "1"));
  expect(snapshot).toMatchObject({
    status: "DATA_READY",
    sources: { files: 2, status: true, byContent: 1, sentAgain: [] },
  });
  expect(snapshot.sources?.comparing).toBeUndefined();
  expect(scene.device.held.size).toBe(0);
});

test("what was compared is said as far as the system tells", () => {
  const sources = { files: 3, status: true, byContent: 2, sentAgain: [] };
  expect(sourcesText(sources)).toMatch(/time of status change \(ctime\); 2 of them by content\.$/);
  expect(sourcesText({ ...sources, status: false, byContent: 0 })).toMatch(
    /by size and time of change\. A browser is not told of a change whose time was put back\.$/,
  );
});

test("run/S5 a file that was changed with its time put back is named, and sent again", async () => {
  const scene = new UploadScene();
  const path = FILES.files[0]!.file.path;
  const snapshot = await sendUntilLook(scene, () => {
    scene.device.touched.set(path, "1");
    scene.device.rewritten.add(path);
  });
  expect(snapshot).toMatchObject({ status: "DATA_READY", sources: { sentAgain: [path] } });
  const [file] = scene.server.landing.announced(scene.server.manifest!, 0);
  expect(file?.xxh128).toBe(
    fakeXxh128({
      file: { path: `${path}, rewritten`, size: 1 },
      offset: file!.offset,
      length: file!.length,
      zipped: false,
    }),
  );
});

test("run/S5 one that is changed again and again fails the upload by its name", async () => {
  const scene = new UploadScene();
  const snapshot = await sendUntilLook(scene, () => {
    let status = 0;
    const touch = (): void => void scene.device.touched.set(PATH, `${++status}`);
    touch();
    scene.device.onRead = touch;
  });
  expect(snapshot).toMatchObject({
    status: "UPLOAD_FAILED",
    error: { code: "SOURCE_CHANGED", detail: PATH },
  });
});

test("run/S4 what landed before a file was touched is compared once the rest is sent", async () => {
  const scene = new UploadScene();
  const uploader = scene.open();
  scene.poster.bytesPerMs = 1_000;
  void uploader.start(FILES);
  await scene.clock.until(() => scene.server.landed.size > 0);
  void uploader.pause();
  await scene.settle(uploader);
  await scene.clock.until(() => scene.server.upload.status === "UPLOAD_PAUSED");
  scene.server.touchedFiles = [0, 1];
  const landed = [...scene.server.landed.keys()];
  const again = scene.open();
  void again.resume(FILES);
  await scene.settle(again);
  expect(landed).toHaveLength(1);
  expect(again.getSnapshot()).toMatchObject({
    status: "DATA_READY",
    sources: { byContent: expect.any(Number), sentAgain: [] },
  });
  expect(again.getSnapshot().sources!.byContent).toBeGreaterThan(0);
});
