import { PART_BYTES } from "@swath/contract/uploads";
import { expect, test } from "vitest";
import { folder, UploadScene } from "../../testing/upload-scene.ts";
import type { Uploader } from "./uploader.ts";

const FILES = folder(
  { name: "a.range", size: 3 * PART_BYTES },
  { name: "b.laz", size: 50_000_000, zipped: false },
);

interface TwoPages {
  readonly scene: UploadScene;
  readonly first: Uploader;
  readonly second: Uploader;
}

/** Two pages of one browser; the first one is sending, with something landed already. */
async function twoPages(): Promise<TwoPages> {
  const scene = new UploadScene();
  scene.poster.bytesPerMs = 5_000;
  scene.server.minPieceBytes = PART_BYTES;
  const first = scene.open();
  const firstPage = scene.page;
  void first.start(FILES);
  await scene.clock.until(() => scene.server.landed.size > 0);
  const second = scene.open();
  scene.page.others = [firstPage];
  return { scene, first, second };
}

test("run/D7 a page that takes an upload over ends it on the other one at once, and sends the rest", async () => {
  const { scene, first, second } = await twoPages();
  const taken = second.takeOver();
  await scene.clock.advance(100);
  await taken;
  expect(second.getSnapshot()).toMatchObject({ status: "UPLOAD_STALLED", settled: true });
  expect(first.getSnapshot()).toMatchObject({
    status: "UPLOAD_STALLED",
    settled: true,
    hasFiles: true,
    error: { code: "UPLOAD_HELD_ELSEWHERE" },
  });
  const landed = scene.server.landed.size;
  await scene.clock.advance(60_000);
  expect(scene.server.landed.size).toBe(landed);
  void second.resume(FILES);
  await scene.settle(second);
  expect(scene.server.upload.status).toBe("DATA_READY");
});

test("run/H1 and D7 a page of another computer learns it within 10 s, and does not take it back by itself", async () => {
  const { scene, first, second } = await twoPages();
  scene.page.others = [];
  void second.takeOver();
  await scene.clock.until(() => first.getSnapshot().settled, 10_100);
  void second.resume(FILES);
  await scene.settle(second);
  expect(scene.server.upload.status).toBe("DATA_READY");
  expect(first.getSnapshot().error?.code).toBe("UPLOAD_HELD_ELSEWHERE");
});

test("run/D7 the first page takes it back when a person says so", async () => {
  const { scene, first, second } = await twoPages();
  const taken = second.takeOver();
  await scene.clock.advance(100);
  await taken;
  void first.resume();
  await scene.settle(first);
  expect(scene.server.upload.status).toBe("DATA_READY");
});

test("run/D7 nothing is taken over that cannot be resumed", async () => {
  const scene = new UploadScene();
  const page = scene.open();
  await page.takeOver();
  expect(scene.server.calls).toEqual([]);
});
