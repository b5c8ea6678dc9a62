import { AppError } from "@swath/contract/errors";
import { PART_BYTES, planObjects, type UploadStatus } from "@swath/contract/uploads";
import fc from "fast-check";
import { expect, test } from "vitest";
import { faultOf } from "../../testing/stored-ranges.ts";
import { folder, UploadScene } from "../../testing/upload-scene.ts";
import type { Uploader } from "./uploader.ts";

const MB = 1_048_576;
const METADATA = "FL000123_metadata.json";

const file = fc.record({
  size: fc.oneof(
    fc.integer({ min: 1, max: 200_000 }),
    fc.integer({ min: MB, max: 40 * MB }),
    fc.constantFrom(PART_BYTES, PART_BYTES + 1, 2 * PART_BYTES + 77),
  ),
  zipped: fc.boolean(),
});

const event = fc.record({
  after: fc.integer({ min: 1, max: 40_000 }),
  what: fc.constantFrom("pause", "reload", "offline", "online", "restart", "leave", "recut"),
});

const plan = fc.record({
  files: fc.array(file, { minLength: 1, maxLength: 12 }),
  events: fc.array(event, { maxLength: 8 }),
  bytesPerMs: fc.oneof(
    fc.integer({ min: 2_000, max: 60_000 }),
    // Faster than the workers compress.
    fc.integer({ min: 500_000, max: 900_000 }),
  ),
  minPieceBytes: fc.constantFrom(MB, 5 * MB, 64 * MB, PART_BYTES),
  // Hours of a link on which every post is silent take as long to simulate as all else together.
  faults: fc
    .array(fc.constantFrom("busy", "corrupted", "noResponse", "silent", "fine", "fine"), {
      maxLength: 11,
    })
    .map((some) => some.concat("fine")),
});

const RESUMABLE: ReadonlySet<UploadStatus> = new Set([
  "UPLOAD_PAUSED",
  "UPLOAD_STALLED",
  "GENERATING_METADATA_N_CHECK_PROGRESS_FAILED",
]);

/** What a person does to continue an upload that stopped. */
function carryOn(uploader: Uploader, files: ReturnType<typeof folder>): void {
  const { status, hasFiles } = uploader.getSnapshot();
  if (RESUMABLE.has(status)) void uploader.resume(hasFiles ? undefined : files);
  else void uploader.start(files);
}

/** Two parts of 200 MB of which half of all posts are silent take two and a half hours. */
const SLOWEST_MS = 36_000_000;
const STALLED = "nothing is sent though objects are missing";

/** Source bytes of what a store took, by the names of posts. */
function storedBytes(names: readonly string[], bytesOf: ReadonlyMap<string, number>): number {
  return names
    .filter((name) => name !== METADATA)
    .map((name) => Number(/\+(\d+)\]$/.exec(name)?.[1] ?? bytesOf.get(name)))
    .reduce((sum, bytes) => sum + bytes, 0);
}

test("after any faults, an upload that is continued ends ready, with every byte landed once", async () => {
  await fc.assert(
    fc.asyncProperty(plan, async ({ files, events, bytesPerMs, minPieceBytes, faults }) => {
      const scene = new UploadScene();
      scene.server.minPieceBytes = minPieceBytes;
      scene.poster.bytesPerMs = bytesPerMs;
      let posts = 0;
      scene.poster.fault = (_, attempt) => {
        const fault = faults[posts++ % faults.length]!;
        // At most two refusals of an object: a third would fail it, as another test shows.
        if (fault === "corrupted") return attempt <= 2 ? "corrupted" : undefined;
        if (fault === "fine" || attempt > 6) return undefined;
        if (fault === "silent") return "silent";
        return { kind: fault };
      };
      let down = 0;
      scene.server.before = () => {
        if (scene.clock.now() < down) throw new AppError("SHUTTING_DOWN", "restarting");
      };
      const selection = folder(
        ...files.map(({ size, zipped }, i) => ({ name: `f${i}.dat`, size, zipped })),
      );
      let uploader = scene.open();
      void uploader.start(selection);
      for (const { after, what } of events) {
        await scene.clock.advance(after);
        if (what === "pause") void uploader.pause();
        if (what === "offline") scene.server.online = false;
        if (what === "online") scene.server.online = true;
        if (what === "restart") down = scene.clock.now() + after;
        if (what === "leave") scene.page.leave();
        if (what === "recut") scene.server.minPieceBytes = (1 + (after % 9)) * MB;
        if (what === "reload") {
          uploader.dispose();
          await scene.clock.advance(100);
          uploader = scene.open();
        }
      }
      scene.server.online = true;
      scene.page.online();
      for (let i = 0; i < 20 && scene.server.upload.status !== "DATA_READY"; i++) {
        scene.server.upload.expireLease();
        // A status that was adopted late is seen by polling, as on the real page.
        if (uploader.getSnapshot().settled) uploader.adopt(scene.server.upload.status);
        if (uploader.getSnapshot().settled) carryOn(uploader, selection);
        await scene.settle(uploader, SLOWEST_MS);
        await scene.clock.advance(70_000);
      }
      expect(scene.server.upload.status).toBe("DATA_READY");
      expect(scene.server.progress().remaining_task_key_list).toEqual([]);
      const planned = planObjects(scene.server.manifest!.files);
      for (const object of planned) expect(faultOf(scene.server, object)).toBeUndefined();
      const bytesOf = new Map(planned.map(({ name, sourceBytes }) => [name, sourceBytes]));
      const total = planned.reduce((sum, { sourceBytes }) => sum + sourceBytes, 0);
      // Only where the least length has changed may a landed piece be sent again with its neighbour.
      if (!events.some(({ what }) => what === "recut"))
        expect(storedBytes(scene.poster.stored, bytesOf)).toBe(total);
      expect(scene.log).not.toContain(STALLED);
      expect(scene.device.held.size).toBe(0);
      expect(scene.device.mostReading).toBeLessThanOrEqual(2);
      expect(scene.poster.mostPosting).toBeLessThanOrEqual(6);
    }),
    { numRuns: 20 },
  );
});
