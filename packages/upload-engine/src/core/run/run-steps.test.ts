import { AppError } from "@swath/contract/errors";
import { expect, test } from "vitest";
import { JOB, UploadScene } from "../../testing/upload-scene.ts";
import { startHeartbeat } from "./run-steps.ts";

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
