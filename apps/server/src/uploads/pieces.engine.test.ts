import { afterEach, beforeEach, expect, test } from "vitest";
import { openS3Store } from "../platform/s3-store/open-s3-store.ts";
import { engineOptions } from "../platform/object-store/testing/engine-options.ts";
import { MIB, PieceScene } from "./testing/piece-scene.ts";
import { createUploadRig, runBuckets } from "./testing/upload-rig.ts";

const buckets = runBuckets();

let rig: Awaited<ReturnType<typeof createUploadRig>>;
let scene: PieceScene;

beforeEach(async () => {
  const store = openS3Store(engineOptions(buckets.uploads));
  rig = await createUploadRig({ store: { store, buckets, close: async () => {} } });
  scene = await PieceScene.seed(rig, 17);
  await scene.begin();
  await scene.sendOthers(".range");
});
afterEach(() => rig.close());

test.each([
  ["as they are", [false, false, false]],
  ["compressed", [true, true, true]],
  ["some of each", [false, true, false]],
] as const)("pieces that are stored %s make their file in a store of S3", async (_, zipped) => {
  for (const [at, [offset, length]] of [
    [0, 5] as const,
    [5, 7] as const,
    [12, 5] as const,
  ].entries())
    await scene.sendPiece(offset * MIB, length * MIB, zipped[at]);
  await scene.rebuild();
  expect(await scene.state()).toMatchObject({ status: "DATA_READY", reason: null });
  expect(await scene.differing()).toEqual([]);
});

test.each([
  ["a short last one", [8, 8, 1]],
  ["some shorter than S3 joins by itself", [0.25, 0.75, 5, 5, 1, 5]],
] as const)("pieces, %s, make their file in a store of S3", async (_, lengths) => {
  let offset = 0;
  for (const length of lengths) {
    await scene.sendPiece(offset * MIB, length * MIB, false);
    offset += length;
  }
  await scene.rebuild();
  expect(await scene.state()).toMatchObject({ status: "DATA_READY", reason: null });
  expect(await scene.differing()).toEqual([]);
});

test("a piece of less than 256 KiB is refused before it is sent", async () => {
  await expect(scene.sendPiece(0, MIB / 4 - 1)).rejects.toMatchObject({ code: "INVALID_REQUEST" });
});
