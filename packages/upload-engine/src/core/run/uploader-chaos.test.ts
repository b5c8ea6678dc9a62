import { AppError } from "@swath/contract/errors";
import { PART_BYTES, type UploadStatus } from "@swath/contract/uploads";
import fc from "fast-check";
import { expect, test } from "vitest";
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
  what: fc.constantFrom("pause", "reload", "offline", "online", "restart", "leave" as const),
});

const plan = fc.record({
  files: fc.array(file, { minLength: 1, maxLength: 12 }),
  events: fc.array(event, { maxLength: 8 }),
  bytesPerMs: fc.oneof(
    fc.integer({ min: 2_000, max: 60_000 }),
    // Faster than the workers compress.
    fc.integer({ min: 500_000, max: 900_000 }),
  ),
  faults: fc.array(fc.constantFrom("busy", "corrupted", "noResponse", "fine", "fine"), {
    minLength: 1,
    maxLength: 12,
  }),
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

test("after any faults, an upload that is continued ends ready, with every object landed once", async () => {
  await fc.assert(
    fc.asyncProperty(plan, async ({ files, events, bytesPerMs, faults }) => {
      const scene = new UploadScene();
      scene.poster.bytesPerMs = bytesPerMs;
      let posts = 0;
      scene.poster.fault = (_, attempt) => {
        const fault = faults[posts++ % faults.length]!;
        // At most two refusals of an object: a third would fail it, as another test shows.
        if (fault === "corrupted") return attempt <= 2 ? "corrupted" : undefined;
        if (fault === "fine" || attempt > 6) return undefined;
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
        if (what === "reload") {
          uploader.dispose();
          await scene.clock.advance(100);
          uploader = scene.open();
        }
      }
      scene.server.online = true;
      scene.page.online();
      for (let i = 0; i < 20 && scene.server.status !== "DATA_READY"; i++) {
        scene.server.expireLease();
        // A status that was adopted late is seen by polling, as on the real page.
        if (uploader.getSnapshot().settled) uploader.adopt(scene.server.status);
        if (uploader.getSnapshot().settled) carryOn(uploader, selection);
        await scene.settle(uploader, 7_200_000);
        await scene.clock.advance(70_000);
      }
      expect(scene.server.status).toBe("DATA_READY");
      expect(scene.server.progress().remaining_task_key_list).toEqual([]);
      const landed = scene.poster.stored.filter((name) => name !== METADATA);
      expect(landed.length).toBe(new Set(landed).size);
      expect(scene.device.mostReading).toBeLessThanOrEqual(2);
      expect(scene.poster.mostLarge).toBeLessThanOrEqual(4);
      expect(scene.poster.mostPosting).toBeLessThanOrEqual(6);
    }),
    { numRuns: 30 },
  );
}, 60_000);
