import { AppError } from "@swath/contract/errors";
import { expect, test, vi } from "vitest";
import { folder, UploadScene } from "../../testing/upload-scene.ts";

const MB = 1_048_576;
const MANIFEST = "FL000123_metadata.json";
const MANY = folder(
  ...Array.from({ length: 60 }, (_, i) => ({ name: `${i}.laz`, size: 2 * MB, zipped: false })),
);

/** After the first refusal; forms are still given meanwhile. */
const KNOWN_AFTER_MS = 100;

/** A store of which the disk is full while `isFull`, and a server that may know it soon after. */
function scene({ serverKnows }: { serverKnows: boolean }) {
  const world = new UploadScene();
  const store = { isFull: false, refused: 0, knownAt: Infinity };
  world.poster.bytesPerMs = 1_000;
  world.poster.fault = (name) => {
    if (!store.isFull || name === MANIFEST) return undefined;
    store.refused += 1;
    store.knownAt = Math.min(store.knownAt, world.clock.now() + KNOWN_AFTER_MS);
    return { kind: "full" };
  };
  world.server.before = (path) => {
    const isKnown = serverKnows && store.isFull && world.clock.now() >= store.knownAt;
    if (isKnown && path.includes("upload_auth")) throw new AppError("STORE_FULL", "no room");
  };
  const uploader = world.open();
  const posts = (): number => world.poster.urls.length;
  /** Sends until so much has landed that many posts are under way, and then the store is full. */
  const fill = async (): Promise<void> => {
    void uploader.start(MANY);
    await world.clock.until(() => world.server.landed.size > 20);
    store.isFull = true;
    await world.clock.until(() => store.refused > 0);
  };
  return { world, store, uploader, posts, fill };
}

const isLikeFull = { status: "UPLOADING", stall: { cause: "store" } };

test("send/F1 a store without room is tried with one post twice a minute, and with all again afterwards", async () => {
  const { world, store, uploader, posts, fill } = scene({ serverKnows: false });
  await fill();
  const before = posts();
  await world.clock.until(() => world.poster.posting === 0);
  expect(uploader.getSnapshot()).toMatchObject(isLikeFull);
  world.poster.mostPosting = 0;
  const timers = vi.spyOn(world.clock, "after");
  await world.clock.advance(3_600_000);
  expect(timers.mock.calls.length).toBeLessThan(20_000);
  expect(posts() - before).toBeGreaterThan(100);
  expect(posts() - before).toBeLessThan(250);
  expect(world.poster.mostPosting).toBe(1);
  store.isFull = false;
  await world.clock.advance(31_000);
  expect(uploader.getSnapshot().stall).toBeUndefined();
  expect(world.poster.mostPosting).toBeGreaterThan(1);
  await world.settle(uploader);
  expect(uploader.getSnapshot().status).toBe("DATA_READY");
});

test("send/F2 nothing is sent in vain where the server knows that there is no room", async () => {
  const { world, store, uploader, posts, fill } = scene({ serverKnows: true });
  await fill();
  const before = posts();
  await world.clock.advance(600_000);
  expect(posts()).toBe(before);
  expect(uploader.getSnapshot()).toMatchObject(isLikeFull);
  const calls = world.server.calls.length;
  await world.clock.advance(60_000);
  expect(world.server.calls.length).toBeGreaterThan(calls);
  store.isFull = false;
  await world.settle(uploader);
  expect(uploader.getSnapshot().status).toBe("DATA_READY");
});

test("send/F2 forms that were refused before there was room do not make it full again", async () => {
  const { world, store, uploader, fill } = scene({ serverKnows: true });
  await fill();
  await world.clock.advance(120_000);
  store.isFull = false;
  const isStill = (): boolean => uploader.getSnapshot().stall !== undefined;
  await world.clock.until(() => !isStill());
  let isStillAgain = false;
  uploader.subscribe(() => (isStillAgain ||= isStill()));
  await world.settle(uploader);
  expect(isStillAgain).toBe(false);
  expect(uploader.getSnapshot().status).toBe("DATA_READY");
});

/** An upload of which the manifest itself finds the store full. */
async function fullAtOnce() {
  const world = new UploadScene();
  world.poster.fault = () => ({ kind: "full" });
  const uploader = world.open();
  void uploader.start(MANY);
  await world.clock.advance(60_000);
  return { world, uploader };
}

test("a manifest that the store has no room for waits, and the page says why", async () => {
  const { world, uploader } = await fullAtOnce();
  expect(uploader.getSnapshot()).toMatchObject({
    status: "GENERATING_METADATA_N_UPLOAD_TASK",
    stall: { cause: "store" },
  });
  world.poster.fault = () => undefined;
  await world.clock.until(() => world.server.landed.size > 0);
  expect(uploader.getSnapshot().stall).toBeUndefined();
});

test("what has ended does not stand still any more", async () => {
  const { world, uploader } = await fullAtOnce();
  world.server.upload.setStatus("READY_FOR_UPLOAD");
  await world.settle(uploader);
  expect(uploader.getSnapshot().stall).toBeUndefined();
});
