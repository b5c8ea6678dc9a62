import { PART_BYTES } from "@swath/contract/limits";
import { describe, expect, test } from "vitest";
import { folder, UploadScene } from "../testing/upload-scene.ts";

const MB = 1_048_576;

const SURVEY = folder(
  { name: "FL000123_01.range", size: 2 * PART_BYTES + 5 * MB },
  { name: "FL000123_01.000", size: 12 * MB },
  { name: "PRJ12345_plan.kmz", size: 3 * MB, zipped: false },
  { name: "FMS_Flight_Log_1.log", size: 2000 },
  { name: "FMS_Flight_Log_2.log", size: 5000 },
  { name: "overview.jpg", size: 900_000, zipped: false },
);
const OBJECTS = 6;

describe("an upload", () => {
  test("goes from the chosen folder to data ready, and the server is told every status in order", async () => {
    const scene = new UploadScene();
    const uploader = scene.open();
    void uploader.start(SURVEY);
    await scene.settle(uploader);
    expect(scene.server.statuses).toEqual([
      "VALIDATING_SOURCE",
      "GENERATING_METADATA_N_UPLOAD_TASK",
      "CHECKING_CONCURRENT_UPLOAD",
      "UPLOADING",
      "UPLOAD_INTEGRITY_CHECK",
      "UPLOAD_COMPLETE",
      "VALIDATING_UPLOAD",
      "DATA_READY",
    ]);
    expect(scene.poster.stored.length).toBe(OBJECTS + 1);
    const { status, progress, steps, error } = uploader.getSnapshot();
    expect(status).toBe("DATA_READY");
    expect(error).toBeUndefined();
    expect(progress).toMatchObject({ percent: 100, completedFiles: 6, totalFiles: 6 });
    expect(steps.every(({ state }) => state === "completed")).toBe(true);
  });
});
