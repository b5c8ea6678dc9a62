import { PART_BYTES } from "@swath/contract/uploads";
import { describe, expect, test } from "vitest";
import { folder, UploadScene } from "../../testing/upload-scene.ts";

const MB = 1_048_576;
const FILES = folder(
  { name: "a.range", size: 3 * PART_BYTES },
  { name: "b.laz", size: 50 * MB, zipped: false },
  { name: "c.log", size: 100 },
  { name: "d.log", size: 100 },
);
const OBJECTS = ["part0001", "part0002", "part0003"].map((part) => `FL000123_045@a.range.${part}`);
const ALL = [...OBJECTS, "FL000123_045@b.laz", "@bundle.0001"];

/** A scene that is sending, with one object landed already. */
async function sending(): Promise<{
  scene: UploadScene;
  uploader: ReturnType<UploadScene["open"]>;
}> {
  const scene = new UploadScene();
  scene.poster.bytesPerMs = 5_000;
  // Objects go whole: pieces have tests of their own.
  scene.server.minPieceBytes = PART_BYTES;
  const uploader = scene.open();
  void uploader.start(FILES);
  await scene.clock.until(() => scene.server.landed.size > 0);
  return { scene, uploader };
}

function storedObjects(scene: UploadScene): string[] {
  return scene.poster.stored.filter((name) => name !== "FL000123_metadata.json").toSorted();
}

describe("a pause", () => {
  test("send/S7 begins nothing any more, though the network comes back at that moment", async () => {
    const { scene, uploader } = await sending();
    void uploader.pause();
    scene.page.online();
    void uploader.resume();
    await scene.settle(uploader);
    expect(uploader.getSnapshot().status).toBe("DATA_READY");
  });

  test("run/D2 stops everything at once, and the resumption sends only what is missing", async () => {
    const { scene, uploader } = await sending();
    const paused = uploader.pause();
    expect(uploader.getSnapshot()).toMatchObject({ status: "UPLOAD_PAUSED", settled: true });
    await scene.clock.advance(1_000);
    await paused;
    expect(scene.server.upload.status).toBe("UPLOAD_PAUSED");
    const landed = scene.server.landed.size;
    const calls = scene.server.calls.length;
    await scene.clock.advance(600_000);
    expect(scene.server.landed.size).toBe(landed);
    expect(scene.server.calls.length).toBe(calls);
    void uploader.resume();
    await scene.settle(uploader);
    expect(uploader.getSnapshot().status).toBe("DATA_READY");
    expect(storedObjects(scene)).toEqual(ALL.toSorted());
  });

  test("shows no task as active, though results come late", async () => {
    const { scene, uploader } = await sending();
    void uploader.pause();
    await scene.clock.advance(5_000);
    const { rowCount, row, steps } = uploader.getSnapshot();
    const states = Array.from({ length: rowCount }, (_, i) => row(i).state);
    expect(new Set(states)).toEqual(new Set(["COMPLETE", "WAITING"]));
    expect(steps[4]).toEqual({ name: "Uploading", state: "paused" });
  });

  test("run/D2 that the server refuses because it is checking already, ends as stalled", async () => {
    const { scene, uploader } = await sending();
    scene.server.upload.setStatus("UPLOAD_INTEGRITY_CHECK");
    void uploader.pause();
    await scene.clock.advance(2_000);
    expect(scene.server.upload.status).toBe("UPLOAD_STALLED");
    expect(uploader.getSnapshot().status).toBe("UPLOAD_STALLED");
  });
});

describe("a closed or crashed page", () => {
  test("run/D5 pauses the upload as it closes", async () => {
    const { scene, uploader } = await sending();
    scene.page.leave();
    expect(uploader.getSnapshot().status).toBe("UPLOAD_PAUSED");
    await scene.clock.advance(10);
    expect(scene.server.upload.status).toBe("UPLOAD_PAUSED");
  });

  test("an ended uploader leaves nothing running", async () => {
    const { scene, uploader } = await sending();
    uploader.dispose();
    await scene.clock.advance(60_000);
    expect(scene.clock.waiting).toBe(0);
    expect(scene.device.openWorkers).toBe(0);
    expect(scene.server.upload.status).toBe("UPLOAD_PAUSED");
  });

  test("the same folder chosen again sends only what is missing", async () => {
    const { scene, uploader } = await sending();
    uploader.dispose();
    await scene.clock.advance(60_000);
    const before = storedObjects(scene);
    const next = scene.open();
    expect(next.getSnapshot()).toMatchObject({ status: "UPLOAD_PAUSED", hasFiles: false });
    void next.resume(FILES);
    await scene.settle(next);
    expect(next.getSnapshot()).toMatchObject({ status: "DATA_READY", progress: { percent: 100 } });
    expect(before.length).toBeGreaterThan(0);
    expect(storedObjects(scene)).toEqual(ALL.toSorted());
    expect(scene.server.upload.statuses).toContain("GENERATING_METADATA_N_CHECK_PROGRESS");
  });

  test("a crash stalls the upload after a minute, and it can be resumed", async () => {
    const { scene } = await sending();
    // The scene of the crashed page is not advanced any more.
    const next = new UploadScene();
    next.poster.bytesPerMs = 5_000;
    next.server.minPieceBytes = PART_BYTES;
    next.server.upload.status = "UPLOAD_STALLED";
    next.server.manifest = scene.server.manifest;
    for (const [name, claim] of scene.server.claims) next.server.claims.set(name, claim);
    for (const [name, landed] of scene.server.landed) next.server.landed.set(name, landed);
    const uploader = next.open();
    void uploader.resume(FILES);
    await next.settle(uploader);
    expect(uploader.getSnapshot().status).toBe("DATA_READY");
    expect([...storedObjects(next), ...storedObjects(scene)].toSorted()).toEqual(ALL.toSorted());
  });

  test("the folder's files may come in another order the second time", async () => {
    const { scene, uploader } = await sending();
    uploader.dispose();
    await scene.clock.advance(1_000);
    const next = scene.open();
    void next.resume({ ...FILES, files: FILES.files.toReversed() });
    await scene.settle(next);
    expect(next.getSnapshot().status).toBe("DATA_READY");
    expect(storedObjects(scene)).toEqual(ALL.toSorted());
  });

  test("run/D5 a cancel that was not answered yet is not forgotten", async () => {
    const { scene, uploader } = await sending();
    void uploader.cancel();
    uploader.dispose();
    await scene.clock.advance(100);
    expect(scene.server.upload.status).toBe("UPLOAD_CANCELLED");
  });

  test("another folder is refused, and the right one is taken afterwards", async () => {
    const { scene, uploader } = await sending();
    uploader.dispose();
    await scene.clock.advance(1_000);
    const next = scene.open();
    void next.resume(folder({ name: "a.range", size: 5 }));
    await scene.settle(next);
    expect(next.getSnapshot()).toMatchObject({
      status: "GENERATING_METADATA_N_CHECK_PROGRESS_FAILED",
      hasFiles: false,
      error: {
        message: "File inconsistency detected. Please select the original folder.",
        detail: "a.range: is missing in this folder\nand 2 more",
      },
    });
    expect(scene.server.failure).toBe("a.range: is missing in this folder\nand 2 more");
    void next.resume(FILES);
    await scene.settle(next);
    expect(next.getSnapshot().status).toBe("DATA_READY");
  });
});

describe("a cancel", () => {
  test("ends what failed, so that another folder may be sent in its place", async () => {
    const { scene, uploader } = await sending();
    uploader.dispose();
    await scene.clock.advance(1_000);
    const next = scene.open();
    void next.resume(folder({ name: "a.range", size: 5 }));
    await scene.settle(next);
    const cancelled = next.cancel();
    await scene.clock.advance(1_000);
    await cancelled;
    expect(next.getSnapshot().status).toBe("UPLOAD_CANCELLED");
  });

  test.each([
    [false, "UPLOAD_CANCELLED"],
    [true, "UPDATE_CANCELLED"],
  ] as const)("run/D3 with update %s ends as %s and drops the files", async (isUpdate, status) => {
    const scene = new UploadScene();
    scene.poster.bytesPerMs = 5_000;
    const uploader = scene.open({ isUpdate });
    void uploader.start(FILES);
    await scene.reach(uploader, "UPLOADING");
    const cancelled = uploader.cancel();
    await scene.clock.advance(1_000);
    await cancelled;
    expect(scene.server.upload.status).toBe(status);
    expect(uploader.getSnapshot()).toMatchObject({ status, hasFiles: false, settled: true });
    const landed = scene.server.landed.size;
    await scene.clock.advance(60_000);
    expect(scene.server.landed.size).toBe(landed);
  });

  test("run/D3 that the server refuses takes the server's status over", async () => {
    const { scene, uploader } = await sending();
    scene.server.upload.setStatus("READY_FOR_UPLOAD");
    void uploader.cancel();
    await scene.clock.advance(2_000);
    expect(uploader.getSnapshot()).toMatchObject({
      status: "READY_FOR_UPLOAD",
      error: { code: "INVALID_TRANSITION" },
    });
  });
});

describe("the queue", () => {
  test("run/W1 waits its turn, polling every 10 s, and then sends", async () => {
    const scene = new UploadScene();
    scene.server.upload.ahead = 2;
    const uploader = scene.open();
    void uploader.start(FILES);
    await scene.reach(uploader, "UPLOAD_QUEUED");
    await scene.clock.advance(100);
    expect(uploader.getSnapshot().queue).toEqual({ index: 2, depth: 3 });
    const asked = (): number =>
      scene.server.calls.filter((call) => call.includes(":fingerprint")).length;
    const before = asked();
    await scene.clock.advance(60_000);
    expect(asked() - before).toBe(6);
    scene.server.upload.ahead = 0;
    await scene.settle(uploader);
    expect(uploader.getSnapshot().status).toBe("DATA_READY");
  });

  test("run/W2 waits on where the server has no slot free", async () => {
    const scene = new UploadScene();
    scene.server.upload.freeSlots = 0;
    const uploader = scene.open();
    void uploader.start(FILES);
    await scene.reach(uploader, "UPLOAD_QUEUED");
    await scene.clock.advance(100);
    expect(uploader.getSnapshot().queue).toEqual({ index: 1, depth: 1 });
    scene.server.upload.freeSlots = 1;
    await scene.settle(uploader);
    expect(uploader.getSnapshot().status).toBe("DATA_READY");
  });

  test("can be left, and joined again", async () => {
    const scene = new UploadScene();
    scene.server.upload.ahead = 3;
    const uploader = scene.open();
    void uploader.start(FILES);
    await scene.reach(uploader, "UPLOAD_QUEUED");
    void uploader.quitQueue();
    await scene.clock.advance(1_000);
    expect(scene.server.upload.status).toBe("UPLOAD_PAUSED");
    scene.server.upload.ahead = 0;
    void uploader.resume();
    await scene.settle(uploader);
    expect(uploader.getSnapshot().status).toBe("DATA_READY");
  });
});
