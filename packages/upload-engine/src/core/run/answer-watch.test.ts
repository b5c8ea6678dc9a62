import { describe, expect, test } from "vitest";
import { folder, UploadScene } from "../../testing/upload-scene.ts";

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
  test("answers/W2, answers/W3 5 s after the link is gone people are told, and no more once it is back", async () => {
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

  test("answers/W3 what the device says of its network is told at once, until there is an answer", async () => {
    const { scene, isUnanswered } = await sending();
    scene.page.offline();
    await scene.clock.advance(100);
    expect(isUnanswered()).toBe(true);
    await scene.clock.advance(5 * SECOND);
    expect(isUnanswered()).toBe(false);
  });

  test("answers/W5 it is told since when: the last sign", async () => {
    const { scene, uploader } = await sending();
    scene.server.online = false;
    const cut = scene.clock.now();
    await scene.clock.advance(60 * SECOND);
    const since = uploader.getSnapshot().unansweredSince!;
    expect(since).toBeLessThanOrEqual(cut + SECOND);
    expect(since).toBeGreaterThan(cut - 3 * SECOND);
  });

  test("answers/W6 after a long silence what waits goes on as soon as the server answers", async () => {
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

  test("answers/W1 while posts go on nothing is asked", async () => {
    const { scene } = await sending();
    const before = settings(scene.server.calls);
    await scene.clock.advance(20 * SECOND);
    expect(settings(scene.server.calls)).toBe(before);
  });

  test("answers/W4 what is paused is not watched", async () => {
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
