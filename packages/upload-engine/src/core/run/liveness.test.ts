import { AppError } from "@swath/contract/errors";
import { describe, expect, test } from "vitest";
import { folder, JOB, UploadScene } from "../../testing/upload-scene.ts";
import { startHeartbeat } from "./liveness.ts";

const MB = 1_048_576;
const SECOND = 1_000;
const FILES = folder({ name: "a.laz", size: 150 * MB, zipped: false });

/** A scene that is sending over a slow link. */
async function sending() {
  const scene = new UploadScene();
  scene.poster.bytesPerMs = 2_000;
  const uploader = scene.open();
  void uploader.start(FILES);
  await scene.reach(uploader, "UPLOADING");
  await scene.clock.advance(5 * SECOND);
  return {
    scene,
    uploader,
    isUnanswered: () => uploader.getSnapshot().unansweredSince !== undefined,
  };
}

const settings = (calls: readonly string[]): number =>
  calls.filter((call) => call === "GET /settings").length;

describe("whether the server answers", () => {
  test("run/A2, run/A3 5 s after the link is gone people are told, and no more once it is back", async () => {
    const { scene, uploader, isUnanswered } = await sending();
    expect(isUnanswered()).toBe(false);
    scene.server.online = false;
    await scene.clock.advance(5 * SECOND);
    expect(isUnanswered()).toBe(true);
    await scene.clock.advance(300 * SECOND);
    expect(isUnanswered()).toBe(true);
    scene.server.online = true;
    await scene.clock.advance(3 * SECOND);
    expect(isUnanswered()).toBe(false);
    await scene.settle(uploader);
    expect(uploader.getSnapshot()).toMatchObject({
      status: "DATA_READY",
      unansweredSince: undefined,
    });
  });

  test("run/A3 what the device says of its network is told at once, until there is an answer", async () => {
    const { scene, isUnanswered } = await sending();
    scene.page.offline();
    await scene.clock.advance(100);
    expect(isUnanswered()).toBe(true);
    await scene.clock.advance(5 * SECOND);
    expect(isUnanswered()).toBe(false);
  });

  test("run/A5 it is told since when: the last sign", async () => {
    const { scene, uploader } = await sending();
    scene.server.online = false;
    const cut = scene.clock.now();
    await scene.clock.advance(60 * SECOND);
    const since = uploader.getSnapshot().unansweredSince!;
    expect(since).toBeLessThanOrEqual(cut + SECOND);
    expect(since).toBeGreaterThan(cut - 3 * SECOND);
  });

  test("run/A6 after a long silence what waits goes on as soon as the server answers", async () => {
    const scene = new UploadScene();
    scene.poster.bytesPerMs = 2_000;
    scene.server.online = false;
    const uploader = scene.open();
    void uploader.start(FILES);
    for (let minute = 1; minute <= 5; minute++) {
      await scene.clock.advance(60 * SECOND);
      expect(uploader.getSnapshot().status).toBe("READY_FOR_UPLOAD");
    }
    scene.server.online = true;
    await scene.clock.advance(3 * SECOND);
    expect(uploader.getSnapshot().status).toBe("UPLOADING");
  });

  test("run/A1 while posts go on nothing is asked", async () => {
    const { scene } = await sending();
    const before = settings(scene.server.calls);
    await scene.clock.advance(20 * SECOND);
    expect(settings(scene.server.calls)).toBe(before);
  });

  test("run/A4 what is paused is not watched", async () => {
    const { scene, uploader, isUnanswered } = await sending();
    void uploader.pause();
    await scene.clock.advance(SECOND);
    const before = scene.server.calls.length;
    scene.server.online = false;
    scene.page.offline();
    await scene.clock.advance(60 * SECOND);
    expect(isUnanswered()).toBe(false);
    expect(scene.server.calls.length).toBe(before);
  });
});

/** A heartbeat whose every beat the server refuses with an error. */
function refusedBeat(error: Error) {
  const scene = new UploadScene();
  scene.server.before = () => {
    throw error;
  };
  const seen = { isDue: true, lost: [] as string[] };
  const stop = startHeartbeat(scene.ports(), JOB, {
    isDue: () => seen.isDue,
    onLost: ({ code }) => seen.lost.push(code),
  });
  return { scene, seen, stop };
}

test.each(["NOT_UPLOAD_OWNER", "UPLOAD_NOT_FOUND", "UPLOAD_NOT_ACTIVE"] as const)(
  "run/H2 %s means that the lease is lost",
  async (code) => {
    const { scene, seen } = refusedBeat(new AppError(code, "no"));
    await scene.clock.advance(10_100);
    expect(seen.lost).toEqual([code]);
  },
);

test("run/H2 unless a change of status was sent while the beat was on its way", async () => {
  const { scene, seen } = refusedBeat(new AppError("UPLOAD_NOT_ACTIVE", "no"));
  await scene.clock.advance(10_001);
  seen.isDue = false;
  await scene.clock.advance(100);
  expect(scene.server.calls.length).toBe(1);
  expect(seen.lost).toEqual([]);
});

test("run/H2 nothing is sent while a change of status is being sent", async () => {
  const { scene, seen } = refusedBeat(new AppError("UPLOAD_NOT_ACTIVE", "no"));
  seen.isDue = false;
  await scene.clock.advance(60_000);
  expect(scene.server.calls).toEqual([]);
});

test.each([new TypeError("Failed to fetch"), new AppError("SHUTTING_DOWN", "restarting")])(
  "run/H3 a beat that fails otherwise is ignored, and the next one sent: %s",
  async (error) => {
    const { scene, seen } = refusedBeat(error);
    await scene.clock.advance(30_100);
    expect(scene.server.calls.length).toBe(3);
    expect(seen.lost).toEqual([]);
  },
);

test("run/H1 a stopped heartbeat beats no more and hears no more", async () => {
  const { scene, seen, stop } = refusedBeat(new AppError("UPLOAD_NOT_ACTIVE", "no"));
  await scene.clock.advance(10_001);
  stop();
  await scene.clock.advance(60_000);
  expect(scene.server.calls).toEqual([]);
  expect(seen.lost).toEqual([]);
  expect(scene.clock.waiting).toBe(0);
});

test("run/T1 a server that traces is told of each post once", async () => {
  const scene = new UploadScene();
  scene.server.traces = true;
  const uploader = scene.open();
  void uploader.start(FILES);
  await scene.settle(uploader);
  const { spans } = scene.server;
  expect(spans.length).toBe(scene.poster.urls.length);
  for (const { name, beganAgoMs, endedAgoMs } of spans) {
    expect(name).toBe("post");
    expect(beganAgoMs).toBeGreaterThanOrEqual(endedAgoMs);
  }
});

test("run/T1 another server is told of none", async () => {
  const { scene } = await sending();
  await scene.clock.advance(60 * SECOND);
  expect(scene.server.spans).toEqual([]);
});
