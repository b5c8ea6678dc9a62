import { PART_BYTES } from "@swath/contract/uploads";
import { describe, expect, test } from "vitest";
import { folder, UploadScene } from "../../testing/upload-scene.ts";

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
const LAZ = ["a.laz", "b.laz", "c.laz", "d.laz"].map((name) => ({
  name,
  size: 9 * MB,
  zipped: false,
}));

describe("an upload", () => {
  test("goes from the chosen folder to data ready, and every status is sent to the server in order", async () => {
    const scene = new UploadScene();
    const uploader = scene.open();
    void uploader.start(SURVEY);
    await scene.settle(uploader);
    expect(scene.server.upload.statuses).toEqual([
      "VALIDATING_SOURCE",
      "GENERATING_METADATA_N_UPLOAD_TASK",
      "CHECKING_CONCURRENT_UPLOAD",
      "UPLOADING",
      "UPLOAD_INTEGRITY_CHECK",
      "UPLOAD_COMPLETE",
      "VALIDATING_UPLOAD",
      "DATA_READY",
    ]);
    expect(scene.server.landed.size).toBe(OBJECTS);
    const { status, progress, steps, error } = uploader.getSnapshot();
    expect(status).toBe("DATA_READY");
    expect(error).toBeUndefined();
    expect(progress).toMatchObject({ percent: 100, completedFiles: 6, totalFiles: 6 });
    expect(steps.every(({ state }) => state === "completed")).toBe(true);
    expect(JSON.parse(scene.server.manifestText!)).toEqual(scene.server.manifest);
  });

  test.each([
    [
      "in no call of its own where the server gave one along with its answer to the manifest",
      true,
      0,
    ],
    ["in one of its own where it gave none", false, 1],
  ])("the manifest's form is asked for %s", async (_, given, asked) => {
    const scene = new UploadScene();
    scene.server.givesManifestForm = given;
    const uploader = scene.open();
    void uploader.start(folder({ name: "a.log", size: 100 }));
    await scene.settle(uploader);
    expect(uploader.getSnapshot().status).toBe("DATA_READY");
    const forms = scene.server.calls.filter((call) => call.endsWith("/upload_auth"));
    expect(forms).toHaveLength(asked + 1);
  });

  test("send/S1 hashes whole files one at a time, as long as the line waits for them", async () => {
    const scene = new UploadScene();
    scene.poster.bytesPerMs = 1_000;
    scene.server.minPieceBytes = PART_BYTES;
    const uploader = scene.open();
    scene.device.readMs = 1_000;
    void uploader.start(folder(...LAZ));
    await scene.clock.until(() => scene.poster.large === 1);
    expect(scene.device).toMatchObject({ reading: 1, mostReading: 1 });
    await scene.clock.until(() => scene.poster.large === 2);
    expect(scene.device.mostReading).toBe(1);
    await scene.settle(uploader);
    expect(uploader.getSnapshot().status).toBe("DATA_READY");
  });

  test("send/P3 a file that could not be read at first is read again", async () => {
    const scene = new UploadScene();
    scene.server.minPieceBytes = PART_BYTES;
    const uploader = scene.open();
    scene.device.readFaults.set("FL000123_045/a.laz", 1);
    void uploader.start(folder(...LAZ));
    await scene.settle(uploader);
    expect(uploader.getSnapshot().status).toBe("DATA_READY");
    expect(scene.device.hashedRanges).toBe(LAZ.length + 1);
  });

  test("shows why the validation of the rebuilt data failed", async () => {
    const scene = new UploadScene();
    scene.server.upload.reason = "FL000123_01.range differs from its source";
    const uploader = scene.open();
    void uploader.start(SURVEY);
    await scene.settle(uploader);
    expect(uploader.getSnapshot()).toMatchObject({
      status: "VALIDATING_UPLOAD_FAILED",
      error: { message: "FL000123_01.range differs from its source" },
    });
  });

  test("without a file to send is a failed validation", async () => {
    const scene = new UploadScene();
    const uploader = scene.open();
    void uploader.start({ baseFolder: "FL000123_045", files: [] });
    await scene.settle(uploader);
    expect(scene.server.upload.statuses).toEqual(["VALIDATING_SOURCE", "VALIDATING_SOURCE_FAILED"]);
    expect(uploader.getSnapshot().error?.code).toBe("NO_FILES");
  });

  test("run/D1 a second start while one is under way is ignored", async () => {
    const scene = new UploadScene();
    const uploader = scene.open();
    void uploader.start(SURVEY);
    void uploader.start(SURVEY);
    await scene.settle(uploader);
    expect(
      scene.server.upload.statuses.filter((status) => status === "VALIDATING_SOURCE").length,
    ).toBe(1);
    expect(scene.log).toContain("a command was ignored: a run is in progress");
  });

  test("run/D4 a command that the status does not allow is logged and changes nothing", async () => {
    const scene = new UploadScene();
    const uploader = scene.open();
    await uploader.pause();
    await uploader.cancel();
    await uploader.resume();
    expect(uploader.getSnapshot().status).toBe("READY_FOR_UPLOAD");
    expect(scene.server.calls).toEqual([]);
    expect(scene.log.length).toBe(3);
  });

  test("keeps its limits: two reads, one worker for each core, six posts", async () => {
    const scene = new UploadScene();
    scene.poster.bytesPerMs = 5_000;
    const uploader = scene.open();
    scene.device.cores = 16;
    const many = Array.from({ length: 12 }, (_, i) => ({ name: `${i}.range`, size: 60 * MB }));
    const small = Array.from({ length: 12 }, (_, i) => ({ name: `${i}.dat`, size: 2 * MB }));
    void uploader.start(folder(...many, ...small));
    await scene.settle(uploader);
    expect(uploader.getSnapshot().status).toBe("DATA_READY");
    expect(scene.device).toMatchObject({ mostReading: 2, mostWorkers: 4, openWorkers: 0 });
    expect(scene.device.opened).toBe(scene.device.closed);
    expect(scene.poster.mostPosting).toBeGreaterThan(2);
    expect(scene.poster.mostPosting).toBeLessThanOrEqual(6);
  });

  test("send/B3 posts as many large objects at once as the settings say, once the link is fast", async () => {
    const scene = new UploadScene();
    scene.poster.bytesPerMs = 60_000;
    scene.server.concurrentUploads = 3;
    const uploader = scene.open();
    const many = Array.from({ length: 12 }, (_, i) => ({
      name: `${i}.laz`,
      size: 100 * MB,
      zipped: false,
    }));
    void uploader.start(folder(...many));
    await scene.settle(uploader);
    expect(scene.poster.mostLarge).toBe(3);
  });

  test("prepares one object at a time where the device has little memory", async () => {
    const scene = new UploadScene();
    scene.memoryBytes = 1;
    scene.poster.bytesPerMs = 5_000;
    const uploader = scene.open();
    const many = Array.from({ length: 6 }, (_, i) => ({ name: `${i}.range`, size: 60 * MB }));
    void uploader.start(folder(...many));
    await scene.settle(uploader);
    expect(scene.device.mostReading).toBe(1);
    expect(scene.poster.mostPosting).toBe(1);
    expect(uploader.getSnapshot().status).toBe("DATA_READY");
  });
});

describe("compression on a link that is faster than it", () => {
  const RANGES = Array.from({ length: 8 }, (_, i) => ({ name: `${i}.range`, size: 200 * MB }));
  /** Of each file, whether its last bytes were sent compressed. */
  const zippedOf = (scene: UploadScene): boolean[] =>
    RANGES.map(({ name }) => {
      const claims = [...scene.server.claims.values()].filter(
        ({ filePath }) => filePath === `FL000123_045@${name}`,
      );
      return claims.at(-1)!.segments[0]!.zipped!;
    });

  /** An upload over a link of so many bytes a millisecond; the workers compress 420,000. */
  async function uploaded(
    bytesPerMs: number,
    compression: "adaptive" | "always",
  ): Promise<UploadScene> {
    const scene = new UploadScene();
    scene.poster.bytesPerMs = bytesPerMs;
    scene.server.compression = compression;
    const uploader = scene.open();
    void uploader.start(folder(...RANGES));
    await scene.settle(uploader);
    expect(uploader.getSnapshot().status).toBe("DATA_READY");
    return scene;
  }

  test("send/S8 files go as they are once both paces are known", async () => {
    const scene = await uploaded(500_000, "adaptive");
    const first = [...scene.server.claims.values()].find(({ segments }) => segments.length > 0);
    expect(first!.segments[0]!.zipped).toBe(true);
    expect(zippedOf(scene).slice(1)).not.toContain(true);
  });

  test("send/S8 a link that is slower gets all of them compressed", async () => {
    expect(zippedOf(await uploaded(100_000, "adaptive"))).not.toContain(false);
  });

  test("send/S8 and so does a fast one where the settings say so", async () => {
    expect(zippedOf(await uploaded(500_000, "always"))).not.toContain(false);
  });
});

describe("what the page sees", () => {
  test("a snapshot stays the same until something changed, and progress comes twice a second", async () => {
    const scene = new UploadScene();
    scene.poster.bytesPerMs = 200;
    const uploader = scene.open();
    const before = uploader.getSnapshot();
    expect(uploader.getSnapshot()).toBe(before);
    void uploader.start(SURVEY);
    await scene.reach(uploader, "UPLOADING");
    await scene.clock.advance(5_000);
    let news = 0;
    uploader.subscribe(() => void news++);
    await scene.clock.advance(60_000);
    expect(uploader.getSnapshot().status).toBe("UPLOADING");
    expect(news).toBeGreaterThan(30);
    expect(news).toBeLessThanOrEqual(2 * 60 + 1);
    expect(uploader.getSnapshot().progress.bytesPerSecond).toBeGreaterThan(0);
  });

  test("progress never exceeds its totals, and files are shown part by part", async () => {
    const scene = new UploadScene();
    scene.poster.bytesPerMs = 20_000;
    const uploader = scene.open();
    scene.device.readMs = 300;
    const states = new Set<string>();
    uploader.subscribe(() => {
      const { progress, rowCount, row } = uploader.getSnapshot();
      expect(progress.completedBytes).toBeLessThanOrEqual(progress.totalBytes);
      expect(progress.completedFiles).toBeLessThanOrEqual(progress.totalFiles);
      for (let i = 0; i < rowCount; i++) states.add(row(i).state);
    });
    void uploader.start(SURVEY);
    await scene.settle(uploader);
    const { rowCount, row } = uploader.getSnapshot();
    expect(rowCount).toBe(8);
    expect(row(1)).toMatchObject({ part: 1, parts: 3, size: PART_BYTES, state: "COMPLETE" });
    expect(row(3)).toMatchObject({ part: 3, parts: 3, size: 5 * MB, percent: 100 });
    expect(row(0)).toMatchObject({ path: "FL000123_045/FL000123_01.000", part: undefined });
    expect(() => row(8)).toThrow(RangeError);
    expect(states).toEqual(new Set(["WAITING", "READING", "COMPRESSING", "UPLOADING", "COMPLETE"]));
  });
});
