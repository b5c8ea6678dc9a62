import { AppError } from "@swath/contract/errors";
import { PART_BYTES } from "@swath/contract/uploads";
import { describe, expect, test } from "vitest";
import { folder, UploadScene } from "../../testing/upload-scene.ts";

const MB = 1_048_576;
const FILES = folder(
  { name: "a.range", size: 2 * PART_BYTES },
  { name: "b.laz", size: 50 * MB, zipped: false },
  { name: "c.log", size: 100 },
  { name: "d.log", size: 100 },
);
const LAZ = "FL000123_045@b.laz";
const BUNDLE = "@bundle.0001";
const OBJECTS = 4;

function scene(): UploadScene {
  const made = new UploadScene();
  made.poster.bytesPerMs = 5_000;
  // Objects go whole: pieces have tests of their own.
  made.server.minPieceBytes = PART_BYTES;
  return made;
}

const states = (uploader: ReturnType<UploadScene["open"]>): string[] => {
  const { rowCount, row } = uploader.getSnapshot();
  return Array.from({ length: rowCount }, (_, i) => row(i).state);
};

describe("a poor link", () => {
  test("send/O2 half a minute of silence fails nothing and loses nothing", async () => {
    const world = scene();
    const uploader = world.open();
    void uploader.start(FILES);
    await world.clock.until(() => world.server.landed.size > 0);
    world.server.online = false;
    await world.clock.advance(30_000);
    expect(uploader.getSnapshot()).toMatchObject({ status: "UPLOADING" });
    expect(uploader.getSnapshot().error).toBeUndefined();
    world.server.online = true;
    world.page.online();
    await world.settle(uploader);
    expect(uploader.getSnapshot().status).toBe("DATA_READY");
    expect(world.server.upload.statuses).not.toContain("UPLOAD_STALLED");
  });

  test("send/A1 the network's return is used at once", async () => {
    const world = scene();
    const uploader = world.open();
    world.server.online = false;
    void uploader.start(FILES);
    await world.clock.advance(3_600_000);
    expect(uploader.getSnapshot()).toMatchObject({ status: "READY_FOR_UPLOAD", settled: false });
    world.server.online = true;
    world.page.online();
    await world.clock.advance(100);
    expect(world.server.upload.statuses[0]).toBe("VALIDATING_SOURCE");
  });

  test("run/R4 an upload that was stalled by an hour of silence goes on by itself", async () => {
    const world = scene();
    const uploader = world.open();
    void uploader.start(FILES);
    await world.clock.until(() => world.server.landed.size > 0);
    const landed = [...world.poster.stored];
    world.server.online = false;
    await world.clock.advance(3_600_000);
    world.server.online = true;
    await world.settle(uploader);
    expect(world.server.upload.statuses).toContain("UPLOAD_STALLED");
    expect(uploader.getSnapshot()).toMatchObject({ status: "DATA_READY" });
    const again = world.poster.stored.slice(landed.length);
    expect(again.filter((name) => landed.includes(name))).toEqual([]);
  });

  test("run/R2 a change whose answer was lost counts as made", async () => {
    const world = scene();
    const uploader = world.open();
    let lost = 0;
    world.server.after = (path, method) => {
      if (method === "PUT" && path.endsWith("/status") && lost++ % 2 === 0)
        throw new TypeError("Failed to fetch");
    };
    void uploader.start(FILES);
    await world.settle(uploader);
    expect(uploader.getSnapshot().status).toBe("DATA_READY");
    expect(world.server.upload.statuses.length).toBe(new Set(world.server.upload.statuses).size);
  });

  test("send/A2 and send/A3 a server that restarts is waited for", async () => {
    const world = scene();
    const uploader = world.open();
    void uploader.start(FILES);
    await world.clock.until(() => world.server.landed.size > 0);
    const back = world.clock.now() + 20_000;
    world.server.before = () => {
      if (world.clock.now() > back) return;
      if (world.clock.now() > back - 10_000) throw new AppError("INTERNAL", "the database is away");
      throw new AppError("SHUTTING_DOWN", "going down");
    };
    await world.settle(uploader);
    expect(uploader.getSnapshot().status).toBe("DATA_READY");
  });
});

describe("a store", () => {
  test("send/S2 that is busy sends an object to the end of the list, as often as it takes", async () => {
    const world = scene();
    const uploader = world.open();
    world.poster.fault = (name, attempt) =>
      name === LAZ && attempt <= 5 ? { kind: "busy" } : undefined;
    const seen = new Set<string>();
    uploader.subscribe(() => {
      for (const state of states(uploader)) seen.add(state);
    });
    void uploader.start(FILES);
    await world.settle(uploader);
    expect(seen).toContain("RETRY @ END");
    expect(world.poster.attempts.get(LAZ)).toBe(6);
    expect(world.poster.stored.at(-1)).toBe(LAZ);
    expect(uploader.getSnapshot().status).toBe("DATA_READY");
  });

  test("send/S3 that finds a part damaged is sent it again, twice at most", async () => {
    const world = scene();
    const uploader = world.open();
    world.poster.fault = (name, attempt) =>
      name === BUNDLE && attempt <= 2 ? "corrupted" : undefined;
    void uploader.start(FILES);
    await world.settle(uploader);
    expect(world.poster.attempts.get(BUNDLE)).toBe(3);
    expect(uploader.getSnapshot().status).toBe("DATA_READY");
  });

  test("send/S5 that refuses a part for good fails the upload, after the others have landed", async () => {
    const world = scene();
    const uploader = world.open();
    world.poster.fault = (name) => (name === LAZ ? "corrupted" : undefined);
    void uploader.start(FILES);
    await world.settle(uploader);
    expect(uploader.getSnapshot()).toMatchObject({
      status: "UPLOAD_FAILED",
      error: { message: "Failed to upload FL000123_045/b.laz." },
    });
    expect(states(uploader)).toContain("FAILED");
    expect(world.server.landed.size).toBe(OBJECTS - 1);
    expect(world.poster.attempts.get(LAZ)).toBe(3);
    world.poster.fault = () => undefined;
    void uploader.start(FILES);
    await world.settle(uploader);
    expect(uploader.getSnapshot()).toMatchObject({ status: "DATA_READY" });
    expect(uploader.getSnapshot().error).toBeUndefined();
    expect(world.poster.stored.filter((name) => name === BUNDLE).length).toBe(1);
  });

  test("send/S5 that refuses everything is not tried with every object", async () => {
    const world = scene();
    const uploader = world.open();
    world.poster.fault = (name) =>
      name === "FL000123_metadata.json"
        ? undefined
        : { kind: "refused", status: 403, message: "no" };
    const many = Array.from({ length: 100 }, (_, i) => ({ name: `${i}.dat`, size: 2 * MB }));
    void uploader.start(folder(...many));
    await world.settle(uploader);
    expect(uploader.getSnapshot().status).toBe("UPLOAD_FAILED");
    const attempts = [...world.poster.attempts.values()].reduce((sum, n) => sum + n, 0);
    expect(attempts).toBeLessThan(250);
  });

  test("that refuses the metadata three times fails before anything is sent", async () => {
    const world = scene();
    const uploader = world.open();
    world.poster.fault = () => ({ kind: "refused", status: 400, message: "no" });
    void uploader.start(FILES);
    await world.settle(uploader);
    expect(uploader.getSnapshot()).toMatchObject({
      status: "GENERATING_METADATA_N_UPLOAD_TASK_FAILED",
      error: { message: "Failed to upload metadata. Please try again..." },
    });
    expect([...world.poster.attempts]).toEqual([["FL000123_metadata.json", 3]]);
  });
});

describe("a lost lease", () => {
  test("run/R3 stops the sending and shows the server's status", async () => {
    const world = scene();
    const uploader = world.open();
    void uploader.start(FILES);
    await world.clock.until(() => world.server.landed.size > 0);
    world.server.upload.setStatus("READY_FOR_UPLOAD");
    await world.settle(uploader);
    expect(uploader.getSnapshot()).toMatchObject({
      status: "READY_FOR_UPLOAD",
      error: { code: "UPLOAD_NOT_ACTIVE" },
    });
    const landed = world.server.landed.size;
    await world.clock.advance(60_000);
    expect(world.server.landed.size).toBe(landed);
  });

  test("run/R4 is not taken back where another person holds the upload", async () => {
    const world = scene();
    const uploader = world.open();
    void uploader.start(FILES);
    await world.clock.until(() => world.server.landed.size > 0);
    world.server.upload.setStatus("UPLOAD_STALLED");
    world.server.upload.isOwn = false;
    await world.settle(uploader);
    expect(uploader.getSnapshot().status).toBe("UPLOAD_STALLED");
  });

  test("run/H2 is noticed by the heartbeat while the upload waits in the queue", async () => {
    const world = scene();
    world.server.upload.ahead = 1;
    const uploader = world.open();
    void uploader.start(FILES);
    await world.reach(uploader, "UPLOAD_QUEUED");
    world.server.upload.setStatus("READY_FOR_UPLOAD");
    await world.clock.advance(11_000);
    expect(uploader.getSnapshot()).toMatchObject({ status: "READY_FOR_UPLOAD", settled: true });
  });

  test("run/H1 the lease is renewed every 10 s while active, and not after a pause", async () => {
    const world = scene();
    world.server.upload.ahead = 1;
    const uploader = world.open();
    void uploader.start(FILES);
    await world.reach(uploader, "UPLOAD_QUEUED");
    const beats = (): number => world.server.calls.filter((c) => c.endsWith("/heartbeat")).length;
    const before = beats();
    await world.clock.advance(600_000);
    expect(beats() - before).toBe(60);
    void uploader.quitQueue();
    await world.clock.advance(60_000);
    expect(beats() - before).toBe(60);
  });
});

describe("the device", () => {
  test("send/P3 a read that fails twice is made again", async () => {
    const world = scene();
    const uploader = world.open();
    world.device.readFaults.set("FL000123_045/a.range", 2);
    void uploader.start(FILES);
    await world.settle(uploader);
    expect(uploader.getSnapshot().status).toBe("DATA_READY");
  });

  test("send/S4 a file that is gone fails the upload by its name, after all else has landed", async () => {
    const world = scene();
    const uploader = world.open();
    world.device.readFaults.set("FL000123_045/c.log", Infinity);
    void uploader.start(FILES);
    await world.clock.until(() => uploader.getSnapshot().error !== undefined);
    expect(uploader.getSnapshot()).toMatchObject({ status: "UPLOADING" });
    await world.settle(uploader);
    const { status, error } = uploader.getSnapshot();
    expect(status).toBe("UPLOAD_FAILED");
    expect(error?.message).toContain("FL000123_045/c.log");
    expect(world.server.landed.size).toBe(OBJECTS - 1);
    world.device.readFaults.clear();
    void uploader.start(FILES);
    await world.settle(uploader);
    expect(uploader.getSnapshot().status).toBe("DATA_READY");
    expect(world.poster.stored.filter((name) => name !== "FL000123_metadata.json").length).toBe(
      OBJECTS,
    );
  });

  test("send/S5 an unplugged drive ends it soon, and what was ready is still sent", async () => {
    const world = scene();
    const uploader = world.open();
    const many = Array.from({ length: 50 }, (_, i) => ({ name: `${i + 10}.dat`, size: 20 * MB }));
    for (let i = 13; i < 60; i++) world.device.readFaults.set(`FL000123_045/${i}.dat`, Infinity);
    void uploader.start(folder(...many));
    await world.settle(uploader);
    expect(uploader.getSnapshot().status).toBe("UPLOAD_FAILED");
    expect(world.server.landed.size).toBe(3);
    expect(world.device.opened).toBeLessThan(12);
  });

  test("send/S4 a file that changes while it is sent fails the upload by its name", async () => {
    const world = scene();
    const uploader = world.open();
    world.poster.fault = (name) =>
      name === LAZ ? { kind: "unreadable", path: "FL000123_045/b.laz" } : undefined;
    void uploader.start(FILES);
    await world.settle(uploader);
    expect(uploader.getSnapshot()).toMatchObject({
      status: "UPLOAD_FAILED",
      error: { code: "FILE_UNREADABLE" },
    });
  });

  test("send/C3 one broken worker is closed and the others carry on", async () => {
    const world = scene();
    const uploader = world.open();
    world.device.compressionFault = (worker) => (worker === 0 ? "kept" : undefined);
    void uploader.start(FILES);
    await world.settle(uploader);
    expect(uploader.getSnapshot().status).toBe("DATA_READY");
  });

  test("send/S5 without any worker left the upload fails", async () => {
    const world = scene();
    const uploader = world.open();
    world.device.compressionFault = () => "kept";
    void uploader.start(FILES);
    await world.settle(uploader);
    expect(uploader.getSnapshot()).toMatchObject({
      status: "UPLOAD_FAILED",
      error: { code: "COMPRESSION_FAILED" },
    });
  });

  test("send/S3 chunks lost with a worker are read again", async () => {
    const world = scene();
    const uploader = world.open();
    let crashes = 0;
    world.device.compressionFault = () => (crashes++ === 1 ? "lost" : undefined);
    void uploader.start(FILES);
    await world.settle(uploader);
    expect(uploader.getSnapshot().status).toBe("DATA_READY");
  });
});
