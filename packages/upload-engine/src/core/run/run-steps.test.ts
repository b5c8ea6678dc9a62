import { AppError } from "@swath/contract/errors";
import { expect, test } from "vitest";
import { folder, UploadScene } from "../../testing/upload-scene.ts";
import { decidePlace } from "./run-steps.ts";

const FILES = folder({ name: "a.log", size: 100 });
const place = (concurrentQueueDepth: number, queueIndex: number) => ({
  concurrentQueueDepth,
  queueIndex,
});

test("depth 0 or index 0 may send, both above 0 must wait, anything else decides nothing", () => {
  expect(decidePlace(place(0, 3))).toBe("send");
  expect(decidePlace(place(3, 0))).toBe("send");
  expect(decidePlace(place(1, 1))).toBe("wait");
  expect(decidePlace(place(-1, 1))).toBe("undecided");
  expect(decidePlace(place(1, -1))).toBe("undecided");
});

test("run/W1 a free slot is taken by the call that leads to the check, and costs none of its own", async () => {
  const scene = new UploadScene();
  const uploader = scene.open();
  void uploader.start(FILES);
  await scene.settle(uploader);
  const { calls, upload } = scene.server;
  expect(upload.statuses).toContain("CHECKING_CONCURRENT_UPLOAD");
  expect(calls.filter((call) => call.includes(":fingerprint"))).toEqual([]);
  expect(calls.filter((call) => /^PUT .*\/status$/.test(call))).toHaveLength(3);
});

test("run/W1 where the check itself is refused the run ends with the server's status", async () => {
  const scene = new UploadScene();
  const uploader = scene.open();
  scene.server.before = (path, method) => {
    const { status } = scene.server.upload;
    if (method === "PUT" && path.endsWith("/status") && status.startsWith("GENERATING"))
      scene.server.manifest = undefined;
  };
  void uploader.start(FILES);
  await scene.settle(uploader);
  expect(uploader.getSnapshot()).toMatchObject({
    status: "GENERATING_METADATA_N_UPLOAD_TASK",
    error: { code: "MANIFEST_MISSING" },
  });
});

test("run/W3 a position that decides nothing pauses the upload", async () => {
  const scene = new UploadScene();
  scene.server.upload.freeSlots = 0;
  scene.server.upload.queuePlace = () => place(1, -1);
  const uploader = scene.open();
  void uploader.start(FILES);
  await scene.settle(uploader);
  expect(uploader.getSnapshot()).toMatchObject({ status: "UPLOAD_PAUSED", hasFiles: true });
  expect(scene.server.upload.status).toBe("UPLOAD_PAUSED");
});

test("run/W3 a refused request fails it with the reason", async () => {
  const scene = new UploadScene();
  scene.server.upload.freeSlots = 0;
  const uploader = scene.open();
  scene.server.before = (path) => {
    if (path.includes(":fingerprint")) throw new AppError("INVALID_REQUEST", "no such browser");
  };
  void uploader.start(FILES);
  await scene.settle(uploader);
  expect(uploader.getSnapshot()).toMatchObject({
    status: "UPLOAD_FAILED",
    error: { code: "INVALID_REQUEST", message: "no such browser" },
  });
});

test("run/W2 a grant refused for another reason ends the run with the server's status", async () => {
  const scene = new UploadScene();
  scene.server.upload.freeSlots = 0;
  const uploader = scene.open();
  scene.server.upload.queuePlace = () => {
    scene.server.upload.setStatus("READY_FOR_UPLOAD");
    return place(1, 0);
  };
  void uploader.start(FILES);
  await scene.settle(uploader);
  expect(uploader.getSnapshot()).toMatchObject({
    status: "READY_FOR_UPLOAD",
    error: { code: "INVALID_TRANSITION" },
  });
});

test("run/W2 the position of a refused grant is shown, never as the head", async () => {
  const scene = new UploadScene();
  scene.server.upload.freeSlots = 0;
  scene.server.upload.queuePlace = () => place(7, 0);
  const uploader = scene.open();
  void uploader.start(FILES);
  await scene.reach(uploader, "UPLOAD_QUEUED");
  await scene.clock.advance(100);
  expect(uploader.getSnapshot().queue).toEqual({ index: 1, depth: 7 });
});
