import { describe, expect, test } from "vitest";
import { folder, UploadScene } from "../../testing/upload-scene.ts";
import { RateLimit } from "./rate-limit.ts";

const MB = 1_000_000;
const SECOND = 1_000;

describe("the limit", () => {
  test("limit/R1 lets a post start, and the next one when the rate has paid for it", () => {
    const limit = new RateLimit(() => 2 * MB);
    expect(limit.mayStart(0)).toBe(true);
    limit.started(4 * MB, 0);
    expect(limit.mayStart(1_999)).toBe(false);
    expect(limit.mayStart(2_000)).toBe(true);
  });

  test("limit/R2 takes an hour without posts for no credit", () => {
    const limit = new RateLimit(() => MB);
    limit.started(MB, 0);
    expect(limit.mayStart(3_600 * SECOND)).toBe(true);
    limit.started(10 * MB, 3_600 * SECOND);
    expect(limit.mayStart(3_607 * SECOND)).toBe(false);
    expect(limit.mayStart(3_608 * SECOND)).toBe(true);
  });

  test("limit/R3 follows the rate as it changes, and owes nothing without one", () => {
    let rate: number | undefined = MB;
    const limit = new RateLimit(() => rate);
    limit.started(100 * MB, 0);
    rate = 50 * MB;
    expect(limit.mayStart(SECOND)).toBe(false);
    expect(limit.mayStart(2 * SECOND)).toBe(true);
    limit.started(1_000 * MB, 2 * SECOND);
    rate = undefined;
    expect(limit.mayStart(2_001)).toBe(true);
  });
});

describe("an upload with a limit", () => {
  test.each([
    ["of files in pieces", [{ name: "a.laz", size: 400 * MB, zipped: false }]],
    [
      "of small files in bundles",
      Array.from({ length: 600 }, (_, n) => ({ name: `${n}.laz`, size: MB / 2, zipped: false })),
    ],
  ])("%s keeps it within 10 percent over a minute", async (_, files) => {
    const scene = new UploadScene();
    scene.bytesPerSecond = 4 * MB;
    const uploader = scene.open();
    void uploader.start(folder(...files));
    await scene.reach(uploader, "UPLOADING");
    const sent = () => uploader.getSnapshot().progress.completedBytes;
    await scene.clock.advance(5 * SECOND);
    const before = sent();
    await scene.clock.advance(60 * SECOND);
    const rate = (sent() - before) / 60;
    expect(rate).toBeGreaterThan(3.6 * MB);
    expect(rate).toBeLessThan(4.4 * MB);
    scene.bytesPerSecond = undefined;
    await scene.clock.advance(20 * SECOND);
    await scene.settle(uploader);
    expect(uploader.getSnapshot().status).toBe("DATA_READY");
  });
});
