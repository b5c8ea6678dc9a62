import { describe, expect, test } from "vitest";
import { folder, UploadScene } from "../../testing/upload-scene.ts";

const MB = 1_048_576;
const FILES = folder(
  ...Array.from({ length: 12 }, (_, i) => ({ name: `${i}.laz`, size: 50 * MB, zipped: false })),
);

async function sending() {
  const scene = new UploadScene();
  scene.poster.bytesPerMs = 5_000;
  scene.server.minPieceBytes = 50 * MB;
  const uploader = scene.open();
  void uploader.start(FILES);
  await scene.clock.until(() => scene.server.landed.size > 0);
  return { scene, uploader };
}

/** Runs the clock until a promise has settled, and answers its value and how long it took. */
async function settled<T>(
  scene: UploadScene,
  promise: Promise<T>,
): Promise<{ value: T; ms: number }> {
  const begun = scene.clock.now();
  let done = false;
  void promise.then(() => (done = true));
  await scene.clock.until(() => done);
  return { value: await promise, ms: scene.clock.now() - begun };
}

describe("run/D8 before a pause", () => {
  test("posts under way end, no other begins, and nothing is sent twice", async () => {
    const { scene, uploader } = await sending();
    const finished = uploader.finishPosts();
    expect(uploader.getSnapshot()).toMatchObject({ status: "UPLOADING", pausing: true });
    expect((await settled(scene, finished)).value).toBe(true);
    const { progress, pausing } = uploader.getSnapshot();
    expect(pausing).toBe(false);
    expect(progress.handedOverBytes).toBe(progress.completedBytes);
    expect(progress.sentBytes).toBe(progress.completedBytes);
    expect(progress.completedFiles).toBeLessThan(12);
    await settled(scene, uploader.pause());
    expect(scene.server.upload.status).toBe("UPLOAD_PAUSED");
    void uploader.resume();
    await scene.settle(uploader);
    expect(uploader.getSnapshot().status).toBe("DATA_READY");
    expect(uploader.getSnapshot().progress.sentBytes).toBe(12 * 50 * MB);
  });

  test("posts that do not end are waited for 10 s", async () => {
    const { scene, uploader } = await sending();
    scene.poster.bytesPerMs = 0.001;
    const { value, ms } = await settled(scene, uploader.finishPosts());
    expect(value).toBe(true);
    expect(ms).toBe(10_000);
  });

  test("send/S12 what was ready and not posted is released, and prepared anew later", async () => {
    const { scene, uploader } = await sending();
    // Those without a form yet are posted before long.
    await scene.clock.until(() => scene.device.held.size > scene.poster.posting + 2);
    await settled(scene, uploader.pause());
    await scene.clock.advance(60_000);
    expect(scene.device.held.size).toBe(0);
    void uploader.resume();
    await scene.settle(uploader);
    expect(uploader.getSnapshot().status).toBe("DATA_READY");
    expect(scene.device.held.size).toBe(0);
  });

  test("a second press stops at once, and the first does nothing more", async () => {
    const { scene, uploader } = await sending();
    const first = uploader.finishPosts();
    void uploader.pause();
    expect(uploader.getSnapshot()).toMatchObject({ status: "UPLOAD_PAUSED", pausing: false });
    expect((await settled(scene, first)).value).toBe(false);
  });

  test("an upload whose last posts are under way is completed instead", async () => {
    const { scene, uploader } = await sending();
    await scene.clock.until(() => scene.server.landed.size > 10);
    const first = settled(scene, uploader.finishPosts());
    await scene.settle(uploader);
    expect((await first).value).toBe(false);
    expect(uploader.getSnapshot().status).toBe("DATA_READY");
  });
});
