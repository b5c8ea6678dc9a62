import { sql } from "kysely";
import { zstdCompressSync } from "node:zlib";
import { AppError } from "@swath/contract/errors";
import { PART_BYTES } from "@swath/contract/limits";
import { sealedManifestSchema } from "@swath/contract/manifest";
import { planObjects } from "@swath/contract/upload-plan";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  announced,
  lidarFolder,
  manifestOf,
  noise,
  storedObject,
  type SourceFile,
} from "../testing/source-folder.ts";
import { createUploadRig } from "../testing/upload-rig.ts";

let rig: Awaited<ReturnType<typeof createUploadRig>>;
beforeEach(async () => {
  rig = await createUploadRig();
});
afterEach(() => rig.close());

type Upload = Awaited<ReturnType<typeof rig.plant>>;

async function expectSame(
  upload: Upload,
  source: readonly SourceFile[],
  bucket = rig.buckets.lidar,
) {
  for (const { path, bytes } of source) {
    const stored = await rig.bytesAt(bucket, `${upload.flightId}/${upload.uploadType}/${path}`);
    expect(stored.equals(bytes), path).toBe(true);
  }
}

/** Uploads all, but in place of one object what a test makes of it. */
async function uploadBut(
  upload: Upload,
  source: readonly SourceFile[],
  part: string,
  change: (
    good: Awaited<ReturnType<typeof storedObject>>,
  ) => Awaited<ReturnType<typeof storedObject>>,
) {
  const crew = rig.browser("crew");
  await crew.begin(upload, manifestOf(upload, source));
  await crew.move(upload, "UPLOADING");
  for (const object of planObjects(manifestOf(upload, source).files)) {
    const good = await storedObject(object, source);
    await crew.post(upload, object.name, object.name.includes(part) ? change(good) : good);
  }
  await crew.move(upload, "UPLOAD_INTEGRITY_CHECK");
  await crew.move(upload, "UPLOAD_COMPLETE");
}
const resized = (bytes: Buffer, xxh128: string) =>
  announced(bytes, [{ storedBytes: bytes.length, xxh128 }]);

async function failure(upload: Upload): Promise<string> {
  await rig.server.hand.runAll();
  const row = await rig.stateOf(upload);
  expect(row.status).toBe("VALIDATING_UPLOAD_FAILED");
  for (const bucket of [rig.buckets.lidar, rig.buckets.imagery])
    expect(await rig.keysIn(bucket)).toEqual([]);
  return row.reason ?? "";
}

describe("a rebuild", () => {
  test.each(["before", "after"] as const)(
    "that is killed %s any of its steps gives the same bytes when it is run again",
    async (when) => {
      const upload = await rig.plant();
      const source = lidarFolder(upload.flightId);
      await rig.browser("crew").upload(upload, source);
      for (const step of ["list", "read", "write", "join", "remove"]) {
        rig.faults[when] = (call) => {
          if (call === step) throw new Error("killed");
        };
        await expect(rig.server.hand.runAll(), step).rejects.toThrow("killed");
        expect((await rig.stateOf(upload)).status).toBe("VALIDATING_UPLOAD");
      }
      delete rig.faults[when];
      await rig.server.hand.runAll();
      expect((await rig.stateOf(upload)).status).toBe("DATA_READY");
      await expectSame(upload, source);
      expect(await rig.keysIn(rig.buckets.uploads)).toEqual([]);
      expect(await rig.keysIn(rig.buckets.lidar)).toHaveLength(source.length + 1);
    },
  );

  test("that is stopped now and then, wherever that falls, ends the same", async () => {
    const upload = await rig.plant();
    const source = lidarFolder(upload.flightId);
    await rig.browser("crew").upload(upload, source);
    let calls = 0;
    rig.faults.before = () => {
      if ((calls += 1) % 7 === 0) throw new AppError("STORE_UNAVAILABLE", "outage");
    };
    for (let run = 0; run < 40 && (await rig.stateOf(upload)).status !== "DATA_READY"; run += 1)
      await rig.server.hand.runAll().catch((error: AppError) => {
        expect(error.code).toBe("STORE_UNAVAILABLE");
      });
    delete rig.faults.before;
    expect((await rig.stateOf(upload)).status).toBe("DATA_READY");
    await expectSame(upload, source);
  });

  test("waits for a store that is out, and does not call the data bad", async () => {
    const upload = await rig.plant();
    await rig.browser("crew").upload(upload, lidarFolder(upload.flightId));
    rig.faults.before = () => {
      throw new AppError("STORE_UNAVAILABLE", "outage");
    };
    await expect(rig.server.hand.runAll()).rejects.toMatchObject({ code: "STORE_UNAVAILABLE" });
    expect(await rig.stateOf(upload)).toMatchObject({ status: "VALIDATING_UPLOAD", reason: null });
    delete rig.faults.before;
    await rig.server.hand.runAll();
    expect((await rig.stateOf(upload)).status).toBe("DATA_READY");
  });

  test("that was forgotten is asked for again, once", async () => {
    const upload = await rig.plant();
    await rig.browser("crew").upload(upload, lidarFolder(upload.flightId));
    const other = await rig.openServer();
    await other.hand.tick("due-rebuilds");
    await other.hand.tick("due-rebuilds");
    expect(other.hand.waiting).toHaveLength(1);
    await other.hand.runAll();
    await rig.server.hand.runAll();
    expect((await rig.stateOf(upload)).status).toBe("DATA_READY");
  });

  test("is done by one process at a time", async () => {
    const upload = await rig.plant();
    const source = lidarFolder(upload.flightId);
    await rig.browser("crew").upload(upload, source);
    const other = await rig.openServer();
    await other.hand.tick("due-rebuilds");
    const results = await Promise.allSettled([rig.server.hand.runAll(), other.hand.runAll()]);
    expect(results.filter(({ status }) => status === "rejected").length).toBeLessThanOrEqual(1);
    await Promise.allSettled([rig.server.hand.runAll(), other.hand.runAll()]);
    expect((await rig.stateOf(upload)).status).toBe("DATA_READY");
    await expectSame(upload, source);
  });

  test("joins the parts of large files, raw and compressed", async () => {
    const upload = await rig.plant("TerrainMapperLAZ", "Leica Terrain Mapper - 101");
    const large = Buffer.concat([Buffer.alloc(PART_BYTES, 5), noise(1_000, 4)]);
    const source: SourceFile[] = [
      { path: `${upload.flightId}_101/a.laz`, bytes: large, zipped: false, destination: "LiDAR" },
      { path: `${upload.flightId}_101/b.laz`, bytes: large, zipped: true, destination: "LiDAR" },
      {
        path: `${upload.flightId}_101/c.laz`,
        bytes: noise(10, 1),
        zipped: false,
        destination: "LiDAR",
      },
    ];
    await rig.browser("crew").upload(upload, source);
    await rig.server.hand.runAll();
    expect(await rig.stateOf(upload)).toMatchObject({ status: "DATA_READY", reason: null });
    await expectSame(upload, source, rig.buckets.terrainMapperLidar);
  }, 60_000);

  test("puts what belongs to LiDAR and imagery in both buckets", async () => {
    const upload = await rig.plant();
    await sql`INSERT INTO flight_sensors VALUES (${upload.flightId}, 0, ${upload.sensorName},
      'P1 - 118', 'SL000001', 'LiDARandImagery', 'Successful Capture', NULL, NULL, NULL, 'TBA', 'TBA')`.execute(
      rig.db,
    );
    const { judgeFolder } = await import("@swath/survey/judge-folder");
    const plain = lidarFolder(upload.flightId);
    const files = plain.map(({ path, bytes }) => ({ path, size: bytes.length }));
    const { accepted } = judgeFolder({ ...upload, files, simultaneous: true });
    const source = plain.map((file, index) =>
      Object.assign({}, file, { destination: accepted[index]!.destination }),
    );
    const shared = source.filter(({ destination }) => destination === "LIDAR_IMAGERY");
    expect(shared.length).toBeGreaterThan(0);
    await rig.browser("crew").upload(upload, source);
    await rig.server.hand.runAll();
    expect(await rig.stateOf(upload)).toMatchObject({ status: "DATA_READY", reason: null });
    await expectSame(upload, source);
    await expectSame(upload, shared, rig.buckets.imagery);
    expect((await rig.stateOf(upload)).locations).toHaveLength(2);
  });
});

describe("content that is not what it should be", () => {
  const RANGE = ".range";
  const NONE = "0".repeat(32);

  test.each([
    ["truncated", (bytes: Buffer) => bytes.subarray(0, bytes.length - 40)],
    [
      "corrupt",
      (bytes: Buffer) =>
        Buffer.concat([bytes.subarray(0, 4_000_000), noise(1_000, 8), bytes.subarray(4_001_000)]),
    ],
    [
      "followed by junk",
      (bytes: Buffer) => Buffer.concat([bytes.subarray(0, -3_000), noise(3_000, 8)]),
    ],
    ["no Zstandard at all", (bytes: Buffer) => noise(bytes.length - 1, 5)],
    ["a bomb", () => zstdCompressSync(Buffer.alloc(400_000_000))],
    ["empty when decoded", () => zstdCompressSync(Buffer.alloc(0))],
  ])("fails where a compressed part is %s", async (_, change) => {
    const upload = await rig.plant();
    const source = lidarFolder(upload.flightId);
    await uploadBut(upload, source, RANGE, (good) =>
      resized(change(good.bytes), good.segments[0]!.xxh128),
    );
    expect(await failure(upload)).toContain(`${upload.flightId}_01_0001.range`);
  });

  test("fails where the bytes differ from the announced source", async () => {
    const upload = await rig.plant();
    await uploadBut(upload, lidarFolder(upload.flightId), RANGE, (good) =>
      resized(good.bytes, NONE),
    );
    expect(await failure(upload)).toMatch(/its checksum is not that of the source/);
    const raw = await rig.plant();
    await uploadBut(raw, lidarFolder(raw.flightId), "plan.kmz", (good) =>
      resized(good.bytes, NONE),
    );
    expect(await failure(raw)).toMatch(/plan\.kmz: its checksum is not that of the source/);
  });

  test("fails where a small file within a bundle differs", async () => {
    const upload = await rig.plant();
    await uploadBut(upload, lidarFolder(upload.flightId), "@bundle", (good) => {
      const segments = good.segments.with(1, { ...good.segments[1]!, xxh128: NONE });
      return { ...good, segments };
    });
    expect(await failure(upload)).toMatch(/\.xls: its checksum/);
  });

  test("fails where an object vanished after the check", async () => {
    const upload = await rig.plant();
    await rig.browser("crew").upload(upload, lidarFolder(upload.flightId));
    const keys = await rig.keysIn(rig.buckets.uploads);
    await rig.store.remove(rig.buckets.uploads, [keys.find((key) => key.includes("plan.kmz"))!]);
    expect(await failure(upload)).toMatch(/plan\.kmz/);
  });

  test("fails where the folder keeps not the rules, whatever the browser let pass", async () => {
    const upload = await rig.plant();
    const source = lidarFolder(upload.flightId).filter(({ path }) => !path.endsWith("plan.kmz"));
    await rig.browser("crew").upload(upload, source);
    expect(await failure(upload)).toMatch(/A minimum of at least one flight plan/);
    const stray = await rig.plant();
    const extra = { ...source[0]!, path: `${stray.flightId}_045/passwords.exe` };
    await rig.browser("crew").upload(stray, [...lidarFolder(stray.flightId), extra]);
    expect(await failure(stray)).toMatch(/Not accepted here: .*passwords\.exe/);
  });

  test("keeps what landed until a leader resets it, and can then be sent anew", async () => {
    const upload = await rig.plant();
    const source = lidarFolder(upload.flightId);
    await uploadBut(upload, source, RANGE, (good) => resized(good.bytes, NONE));
    await failure(upload);
    const landed = await rig.keysIn(rig.buckets.uploads);
    expect(landed).toHaveLength(planObjects(manifestOf(upload, source).files).length);
    const leader = rig.leader();
    await leader.move(upload, "READY_FOR_UPLOAD");
    await rig.server.hand.runAll();
    expect(await rig.keysIn(rig.buckets.uploads)).toEqual([]);
    await rig.browser("crew2").upload(upload, source);
    await rig.server.hand.runAll();
    expect(await rig.stateOf(upload)).toMatchObject({ status: "DATA_READY", reason: null });
    await expectSame(upload, source);
  });
});

describe("an update", () => {
  test("adds to and replaces data that is ready, and seals old and new together", async () => {
    const upload = await rig.plant();
    const source = lidarFolder(upload.flightId);
    const crew = rig.browser("crew");
    await crew.upload(upload, source);
    await rig.server.hand.runAll();
    const replaced = { ...source[5]!, bytes: noise(1_400_000, 77) };
    const added = { ...source[6]!, path: source[6]!.path.replace(".001", ".002") };
    await expect(crew.move(upload, "VALIDATING_SOURCE")).rejects.toMatchObject({
      code: "INVALID_TRANSITION",
    });
    await expect(rig.browser("crew2").upload(upload, [replaced], true)).rejects.toMatchObject({
      code: "NOT_UPLOAD_OWNER",
    });
    await crew.upload(upload, [replaced, added], true);
    const landed = await rig.keysIn(rig.buckets.uploads);
    expect(
      landed.every((key) => key.startsWith(`${upload.flightId}/${upload.uploadId}/update/`)),
    ).toBe(true);
    await rig.server.hand.runAll();
    expect(await rig.stateOf(upload)).toMatchObject({
      status: "DATA_READY",
      is_update: true,
      reason: null,
    });
    await expectSame(upload, [
      ...source.filter(({ path }) => path !== replaced.path),
      replaced,
      added,
    ]);
    const key = (await rig.keysIn(rig.buckets.lidar)).find((each) =>
      each.endsWith("_metadata.json"),
    )!;
    const sealed = sealedManifestSchema.parse(
      JSON.parse((await rig.bytesAt(rig.buckets.lidar, key)).toString()),
    );
    expect(sealed.files).toHaveLength(source.length + 1);
    expect(await rig.keysIn(rig.buckets.uploads)).toEqual([]);
  });

  test("that is cancelled leaves the data as it was, and can be begun again", async () => {
    const upload = await rig.plant();
    const source = lidarFolder(upload.flightId);
    const crew = rig.browser("crew");
    await crew.upload(upload, source);
    await rig.server.hand.runAll();
    const change = [{ ...source[5]!, bytes: noise(1_400_000, 77) }];
    await crew.begin(upload, manifestOf(upload, change, true));
    await crew.move(upload, "UPLOADING");
    await crew.send(upload, change);
    await expect(crew.move(upload, "UPLOAD_CANCELLED")).rejects.toMatchObject({
      code: "INVALID_TRANSITION",
    });
    await crew.move(upload, "UPDATE_CANCELLED");
    await rig.server.hand.runAll();
    await expectSame(upload, source);
    expect(await rig.keysIn(rig.buckets.uploads)).toEqual([]);
    await crew.upload(upload, change, true);
    await rig.server.hand.runAll();
    expect((await rig.stateOf(upload)).status).toBe("DATA_READY");
  });

  test("of what was never ready is refused", async () => {
    const upload = await rig.plant();
    const crew = rig.browser("crew");
    await expect(
      crew.move(upload, "VALIDATING_SOURCE", { isUpdate: "true" }),
    ).rejects.toMatchObject({
      code: "INVALID_TRANSITION",
    });
  });
});

describe("cancelling", () => {
  test("forgets the manifest and removes what landed, in the background", async () => {
    const upload = await rig.plant();
    const source = lidarFolder(upload.flightId);
    const crew = rig.browser("crew");
    await crew.begin(upload, manifestOf(upload, source));
    await crew.move(upload, "UPLOADING");
    await crew.send(upload, source);
    await expect(crew.move(upload, "UPDATE_CANCELLED")).rejects.toMatchObject({
      code: "INVALID_TRANSITION",
    });
    await crew.move(upload, "UPLOAD_CANCELLED");
    expect(await rig.keysIn(rig.buckets.uploads)).not.toEqual([]);
    expect((await crew.progress(upload)).total_file_count).toBe(0);
    await rig.server.hand.runAll();
    expect(await rig.keysIn(rig.buckets.uploads)).toEqual([]);
  });

  test("does not remove what a new upload sends meanwhile", async () => {
    const upload = await rig.plant();
    const source = lidarFolder(upload.flightId);
    const crew = rig.browser("crew");
    await crew.begin(upload, manifestOf(upload, source));
    await crew.move(upload, "UPLOADING");
    await crew.send(upload, source);
    await crew.move(upload, "UPLOAD_CANCELLED");
    await rig.browser("crew2").upload(upload, source);
    await rig.server.hand.runAll();
    expect((await rig.stateOf(upload)).status).toBe("DATA_READY");
    await expectSame(upload, source);
  });
});
