import { endpoints } from "@swath/contract/endpoints";
import { PART_BYTES, planObjects } from "@swath/contract/uploads";
import { describe, expect, test } from "vitest";
import { faultOf } from "../../testing/stored-ranges.ts";
import { folder, UploadScene } from "../../testing/upload-scene.ts";

const MB = 1_048_576;
const FILES = folder(
  { name: "b.laz", size: 50 * MB, zipped: false },
  { name: "c.log", size: 100 },
  { name: "d.log", size: 100 },
);
const LAZ = "FL000123_045@b.laz";
const BUNDLE = "@bundle.0001";

/** A scene on a link of 5 MB a second. */
function scene(minPieceBytes: number): UploadScene {
  const made = new UploadScene();
  made.poster.bytesPerMs = 5_000;
  made.server.minPieceBytes = minPieceBytes;
  return made;
}

const piecesOf = (world: UploadScene, name: string): string[] =>
  world.poster.stored.filter((post) => post.startsWith(`${name}[`));

/** Of the pieces in the middle of a long file, of whose posts some are sent again by the browser itself. */
async function longestPiece(isResent: (now: number) => boolean): Promise<number> {
  const world = scene(65_536);
  world.poster.fault = () => (isResent(world.clock.now()) ? "resent" : undefined);
  const uploader = world.open();
  void uploader.start(folder({ name: "b.laz", size: 5 * PART_BYTES, zipped: false }));
  await world.settle(uploader);
  const lengths = world.poster.stored.map((name) => Number(/\+(\d+)\]/.exec(name)?.[1] ?? 0));
  return Math.max(...lengths.slice(40, 60));
}

/**
 * Bytes of the longest of 20 posts that began once the first long one had been sent again by the browser
 * itself, to a store that joins no less than 5 MiB.
 */
async function longestAfterBreak(): Promise<number> {
  const world = scene(65_536);
  world.server.minCopiedBytes = 5 * MB;
  world.poster.bytesPerMs = 500;
  const { sizes } = world.poster;
  let begunBefore: number | undefined;
  world.poster.fault = (name) => {
    const isFirstLong = begunBefore === undefined && name.endsWith(`+${5 * MB}]`);
    if (isFirstLong) begunBefore = sizes.length;
    return isFirstLong ? "resent" : undefined;
  };
  void world.open().start(folder({ name: "b.laz", size: PART_BYTES, zipped: false }));
  await world.clock.until(() => sizes.length > (begunBefore ?? Infinity) + 20);
  return Math.max(...sizes.slice(begunBefore));
}

/** Pieces that are posted in the second after the first, where a call takes so long and the server works 60 ms. */
async function firstPosts(callMs: number): Promise<number> {
  const world = scene(MB);
  const { clock, poster, server } = world;
  poster.bytesPerMs = 20;
  server.callMs = callMs;
  let calls = 0;
  server.workMs = (path) => (path === endpoints.readSettings.path && (calls += 1) > 1 ? 0 : 60);
  const { sizes } = poster;
  void world.open().start(folder({ name: "b.laz", size: PART_BYTES, zipped: false }));
  await clock.until(() => sizes.some((size) => size >= MB));
  await clock.advance(1_000);
  return sizes.filter((size) => size >= MB).length;
}

describe("pieces", () => {
  test("link/N1 a near link is none that is long, though its server is busy", async () => {
    expect(await firstPosts(50)).toBe(2);
    expect(await firstPosts(100)).toBeGreaterThanOrEqual(6);
  });

  test("one large file is sent on several connections at once, in pieces that grow", async () => {
    const world = scene(MB);
    world.poster.bytesPerMs = 2_000;
    const uploader = world.open();
    void uploader.start(folder({ name: "b.laz", size: 50 * MB, zipped: false }));
    await world.settle(uploader);
    expect(uploader.getSnapshot().status).toBe("DATA_READY");
    const lengths = piecesOf(world, LAZ).map((name) => Number(/\+(\d+)\]/.exec(name)?.[1]));
    expect(lengths[0]).toBe(MB);
    expect(Math.max(...lengths)).toBeGreaterThan(1.4 * MB);
    expect(Math.min(...lengths)).toBe(MB);
    expect(world.poster.mostPosting).toBeGreaterThan(1);
    for (const object of planObjects(world.server.manifest!.files))
      expect(faultOf(world.server, object)).toBeUndefined();
  });

  test("link/L2 breaks that the browser repairs by itself make them shorter too", async () => {
    let brokenAt = 0;
    const disturbed = await longestPiece((now) => {
      if (now - brokenAt < 3_000) return false;
      brokenAt = now;
      return true;
    });
    expect(disturbed).toBeLessThan(0.6 * (await longestPiece(() => false)));
  });

  test.each([
    ["that answers takes a post at once", [], 0],
    ["that does not is tried beside the store's own", ["https://two.example"], 1],
  ] as const)("link/A2 another address %s", async (_, away, first) => {
    const world = scene(MB);
    world.server.storeAddresses = ["https://two.example"];
    for (const origin of away) world.poster.away.add(origin);
    const uploader = world.open();
    void uploader.start(folder({ name: "b.laz", size: 50 * MB, zipped: false }));
    await world.settle(uploader);
    // The manifest goes first, to the form's own address.
    const isOther = world.poster.urls.slice(1).map((url) => url.startsWith("https://two.example/"));
    expect(isOther.indexOf(true)).toBe(first);
  });

  test("send/S13 after a break what is ready already is sent in short pieces too", async () => {
    expect(await longestAfterBreak()).toBeLessThan(5 * MB);
  });

  test("link/A2 another address is tried once, while the folder is planned", async () => {
    const world = scene(MB);
    world.server.storeAddresses = ["https://two.example"];
    const uploader = world.open();
    void uploader.start(FILES);
    await world.reach(uploader, "GENERATING_METADATA_N_UPLOAD_TASK");
    await world.clock.advance(world.server.callMs);
    expect(world.poster.tried).toEqual(["https://two.example"]);
    await world.settle(uploader);
    expect(world.poster.tried).toEqual(["https://two.example"]);
  });

  test("what is sent again counts as sent over the link, and not as acknowledged", async () => {
    const world = scene(MB);
    const uploader = world.open();
    void uploader.start(folder({ name: "b.laz", size: 50 * MB, zipped: false }));
    await world.reach(uploader, "UPLOADING");
    await world.clock.advance(2_700);
    void uploader.pause();
    await world.clock.advance(1_000);
    const paused = uploader.getSnapshot().progress;
    expect(paused.sentBytes).toBeGreaterThan(paused.completedBytes);
    void uploader.resume();
    await world.settle(uploader);
    const { sentBytes, completedBytes } = uploader.getSnapshot().progress;
    expect(completedBytes).toBe(50 * MB);
    expect(sentBytes).toBeCloseTo(50 * MB + paused.sentBytes - paused.completedBytes, 0);
  });

  test("on a fast link a file goes whole once the pace is known", async () => {
    const world = scene(MB);
    world.poster.bytesPerMs = 400_000;
    const uploader = world.open();
    const laz = (name: string) => ({ name, size: 150 * MB, zipped: false });
    void uploader.start(folder(laz("a.laz"), laz("b.laz"), laz("c.laz")));
    await world.settle(uploader);
    const last = "FL000123_045@c.laz";
    expect(piecesOf(world, last)).toEqual([]);
    expect(world.poster.stored).toContain(last);
  });

  test("send/T5 a pause keeps what has landed of a file, and shows it", async () => {
    const world = scene(MB);
    const uploader = world.open();
    void uploader.start(folder({ name: "b.laz", size: PART_BYTES, zipped: false }));
    await world.clock.until(() => (world.server.landing.pieces.get(LAZ)?.length ?? 0) > 3);
    void uploader.pause();
    const landed = world.server.landing.pieces.get(LAZ)!;
    const bytes = landed.reduce((sum, { range }) => sum + range.length, 0);
    expect(uploader.getSnapshot().progress.completedBytes).toBe(bytes);
    await world.clock.advance(1_000);
    const before = [...world.poster.stored];
    void uploader.resume();
    await world.settle(uploader);
    expect(uploader.getSnapshot().status).toBe("DATA_READY");
    const again = world.poster.stored.slice(before.length);
    expect(again.filter((name) => before.includes(name))).toEqual([]);
  });

  test("a pause takes back what is in flight, and nothing that was shown as acknowledged", async () => {
    const world = scene(MB);
    const uploader = world.open();
    const acknowledged: number[] = [];
    let mostInFlight = 0;
    uploader.subscribe(() => {
      const { completedBytes, handedOverBytes } = uploader.getSnapshot().progress;
      acknowledged.push(completedBytes);
      mostInFlight = Math.max(mostInFlight, handedOverBytes - completedBytes);
    });
    void uploader.start(folder({ name: "b.laz", size: PART_BYTES, zipped: false }));
    await world.clock.until(() => (world.server.landing.pieces.get(LAZ)?.length ?? 0) > 3);
    void uploader.pause();
    await world.clock.advance(1_000);
    const { completedBytes, handedOverBytes } = uploader.getSnapshot().progress;
    expect(handedOverBytes).toBe(completedBytes);
    expect(mostInFlight).toBeGreaterThan(0);
    expect(acknowledged).toEqual(acknowledged.toSorted((a, b) => a - b));
  });

  test("the time left is said while sending, once the pace is known, and not after a pause", async () => {
    const world = scene(MB);
    world.poster.bytesPerMs = 500;
    const uploader = world.open();
    void uploader.start(folder({ name: "b.laz", size: PART_BYTES, zipped: false }));
    await world.clock.until(() => uploader.getSnapshot().progress.timeLeft !== undefined);
    expect(world.clock.now()).toBeGreaterThanOrEqual(40_000);
    const { timeLeft } = uploader.getSnapshot().progress;
    expect(timeLeft?.leastSeconds).toBeGreaterThan(0);
    void uploader.pause();
    await world.clock.advance(1_000);
    expect(uploader.getSnapshot().progress.timeLeft).toBeUndefined();
  });

  test("a page that starts anew sends only the ranges that the server misses", async () => {
    const world = scene(MB);
    const files = folder({ name: "b.laz", size: PART_BYTES, zipped: false });
    const first = world.open();
    void first.start(files);
    await world.clock.until(() => (world.server.landing.pieces.get(LAZ)?.length ?? 0) > 3);
    first.dispose();
    await world.clock.advance(1_000);
    const before = [...world.poster.stored];
    const second = world.open();
    void second.resume(files);
    await world.settle(second);
    expect(second.getSnapshot().status).toBe("DATA_READY");
    const again = world.poster.stored.slice(before.length).filter((name) => name.startsWith(LAZ));
    expect(again.length).toBeGreaterThan(0);
    expect(again.filter((name) => before.includes(name))).toEqual([]);
    for (const object of planObjects(world.server.manifest!.files))
      expect(faultOf(world.server, object)).toBeUndefined();
  });
});

describe("the rebuild", () => {
  test("run/B1 what it finds damaged is sent again without being asked, and nothing else", async () => {
    const world = scene(PART_BYTES);
    const uploader = world.open();
    world.server.damaged.push(LAZ);
    void uploader.start(FILES);
    await world.settle(uploader);
    expect(uploader.getSnapshot().status).toBe("DATA_READY");
    expect(world.server.upload.statuses).toContain("UPLOAD_STALLED");
    expect(world.poster.stored.filter((name) => name === LAZ).length).toBe(2);
    expect(world.poster.stored.filter((name) => name === BUNDLE).length).toBe(1);
  });

  test("run/B1 damage is left to a person where the upload is no longer their own", async () => {
    const world = scene(PART_BYTES);
    const uploader = world.open();
    void uploader.start(FILES);
    await world.reach(uploader, "VALIDATING_UPLOAD");
    world.server.damaged.push(LAZ);
    world.server.upload.isOwn = false;
    await world.settle(uploader);
    expect(uploader.getSnapshot().status).toBe("UPLOAD_STALLED");
  });
});

describe("a silent connection", () => {
  test("link/Q2 is replaced within seconds while the link lives, and nothing is refused", async () => {
    const world = scene(PART_BYTES);
    world.server.minPieceBytes = MB;
    const uploader = world.open();
    let silent = 0;
    world.poster.fault = (name) =>
      name.startsWith(LAZ) && world.server.landing.pieces.has(LAZ) && silent++ === 0
        ? "silent"
        : undefined;
    void uploader.start(FILES);
    await world.clock.until(() => world.server.landed.has(LAZ));
    expect(silent).toBeGreaterThan(1);
    expect(world.clock.now()).toBeLessThan(150_000);
    expect(world.log).toContain("silent posts were given up");
    await world.settle(uploader);
    expect(uploader.getSnapshot().status).toBe("DATA_READY");
  });
});
