import { AppError } from "@swath/contract/errors";
import { expect, test } from "vitest";
import { folder, UploadScene } from "../../testing/upload-scene.ts";

const FILES = folder({ name: "a.range", size: 30_000_000 }, { name: "b.log", size: 100 });
const PATH = FILES.files[1]!.file.path;

test("source/S1 a file that was changed after it had been sent fails the upload by its name", async () => {
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
});

test("source/S2 the folder chosen again goes on from there", async () => {
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

test("source/S3 a file that was changed while no call was answered fails it too", async () => {
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
