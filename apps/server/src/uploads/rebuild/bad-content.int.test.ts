import { zstdCompressSync } from "node:zlib";
import { sql } from "kysely";
import { planObjects, type UploadStatus } from "@swath/contract/uploads";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  announced,
  gpsBytes,
  lazBytes,
  lidarFolder,
  manifestOf,
  noise,
  rangeBytes,
  RIG_SERIALS,
  storedObject,
  TWO_FRAMES,
  type SourceFile,
} from "../testing/source-folder.ts";
import type { SeededUpload } from "../testing/test-browser.ts";
import { createUploadRig } from "../testing/upload-rig.ts";

let rig: Awaited<ReturnType<typeof createUploadRig>>;
beforeEach(async () => {
  rig = await createUploadRig();
});
afterEach(() => rig.close());

/** Uploads all, but in place of one object what a test makes of it. */
async function uploadBut(
  upload: SeededUpload,
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
const seedEquipment = () =>
  sql`INSERT INTO sensor_equipment VALUES ('Optech Galaxy Prime - 045', 'LiDAR',
    ${RIG_SERIALS.laser}, ${RIG_SERIALS.pos})`.execute(rig.db);
const resized = (bytes: Buffer, xxh128: string) =>
  announced(bytes, [{ storedBytes: bytes.length, xxh128 }]);

async function reasonOf(upload: SeededUpload, status: UploadStatus): Promise<string> {
  await rig.server.hand.runAll();
  const row = await rig.stateOf(upload);
  expect(row.status).toBe(status);
  for (const bucket of [rig.buckets.lidar, rig.buckets.imagery])
    expect(await rig.keysIn(bucket)).toEqual([]);
  return row.reason ?? "";
}
const failure = (upload: SeededUpload) => reasonOf(upload, "VALIDATING_UPLOAD_FAILED");
/** Of what is asked for again. */
const damage = (upload: SeededUpload) => reasonOf(upload, "UPLOAD_STALLED");

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
  ])("is asked for again where a compressed part is %s", async (_, change) => {
    const upload = await rig.seed();
    const source = lidarFolder(upload.flightId, TWO_FRAMES);
    await uploadBut(upload, source, RANGE, (good) =>
      resized(change(good.bytes), good.segments[0]!.xxh128),
    );
    expect(await damage(upload)).toContain(`${upload.flightId}_01_0001.range`);
  });

  test("is asked for again where a part that is said to be sent as it is holds other bytes", async () => {
    const upload = await rig.seed();
    const source = lidarFolder(upload.flightId);
    const { bytes } = source.find(({ path }) => path.endsWith(RANGE))!;
    const other = Buffer.from(bytes);
    other[7] = other[7]! ^ 1;
    await uploadBut(upload, source, RANGE, ({ segments: [claim] }) =>
      announced(other, [{ ...claim!, storedBytes: other.length, zipped: false }]),
    );
    expect(await damage(upload)).toContain(`${upload.flightId}_01_0001.range`);
  });

  test("is asked for again where the bytes differ from the announced source", async () => {
    const upload = await rig.seed();
    await uploadBut(upload, lidarFolder(upload.flightId), RANGE, (good) =>
      resized(good.bytes, NONE),
    );
    expect(await damage(upload)).toContain(".range");
    const raw = await rig.seed();
    await uploadBut(raw, lidarFolder(raw.flightId), "plan.kmz", (good) =>
      resized(good.bytes, NONE),
    );
    expect(await damage(raw)).toContain("plan.kmz");
  });

  test("is asked for again where a small file within a bundle differs", async () => {
    const upload = await rig.seed();
    await uploadBut(upload, lidarFolder(upload.flightId), "@bundle", (good) => {
      const segments = good.segments.with(1, { ...good.segments[1]!, xxh128: NONE });
      return { ...good, segments };
    });
    expect(await damage(upload)).toContain(`${upload.flightId}_045/`);
  });

  test("is asked for again where an object vanished after the check", async () => {
    const upload = await rig.seed();
    await rig.browser("crew").upload(upload, lidarFolder(upload.flightId));
    const keys = await rig.keysIn(rig.buckets.uploads);
    await rig.store.remove(rig.buckets.uploads, [keys.find((key) => key.includes("plan.kmz"))!]);
    expect(await damage(upload)).toMatch(/plan\.kmz/);
  });

  test("fails where the folder keeps not the rules, whatever the browser let pass", async () => {
    const upload = await rig.seed();
    const source = lidarFolder(upload.flightId).filter(({ path }) => !path.endsWith("plan.kmz"));
    await rig.browser("crew").upload(upload, source);
    expect(await failure(upload)).toMatch(/A minimum of at least one flight plan/);
    const stray = await rig.seed();
    const extra = { ...source[0]!, path: `${stray.flightId}_045/passwords.exe` };
    await rig.browser("crew").upload(stray, [...lidarFolder(stray.flightId), extra]);
    expect(await failure(stray)).toMatch(/Not accepted here: .*passwords\.exe/);
  });

  test.each([
    ["Possible corrupt Range file, no laser serial no. could be read", "0001.range", noise],
    [
      "The laser serial no. in a range file does not match the expected laser serial no.",
      "0001.range",
      (length: number, seed: number) => rangeBytes(length, seed, "5060446"),
    ],
    ["Possible corrupt GPS file, no sensor serial no. could be read", "_01.001", noise],
    [
      "The sensor serial no. in a GPS file does not match the expected sensor serial no.",
      "_01.000",
      (length: number, seed: number) => gpsBytes(length, seed, "5269"),
    ],
    ["Possible corrupt Flight Plan KML, file failed validation", "plan.kmz", noise],
  ])("fails by the rule “%s”, whatever the browser let pass", async (rule, ending, content) => {
    await seedEquipment();
    const upload = await rig.seed();
    const source = lidarFolder(upload.flightId).map((file) =>
      file.path.endsWith(ending) ? Object.assign(file, { bytes: content(1_200_000, 3) }) : file,
    );
    await rig.browser("crew").upload(upload, source);
    const path = source.find((file) => file.path.endsWith(ending))!.path;
    expect(await failure(upload)).toContain(`${rule}: ${path}`);
  });

  test("fails where LAZ files have no header, or not the RGBN that the project requires", async () => {
    const sensor = "Leica Terrain Mapper - 101";
    const upload = await rig.seed("TerrainMapperLAZ", sensor);
    await sql`INSERT INTO projects VALUES ('PRJ10001', 'P', 'M', 'Open', 'Lidar-RGBN', NULL)`.execute(
      rig.db,
    );
    await sql`INSERT INTO flight_sensors VALUES (${upload.flightId}, 0, ${sensor}, NULL, 'SL000001',
      'LiDAR', 'Successful Capture', 'PRJ10001', NULL, NULL, 'TBA', 'TBA')`.execute(rig.db);
    const file = { zipped: false, destination: "LiDAR" } as const;
    await rig.browser("crew").upload(upload, [
      { ...file, path: `${upload.flightId}_101/a.laz`, bytes: noise(1_500_000, 1) },
      { ...file, path: `${upload.flightId}_101/b.laz`, bytes: lazBytes(600, 2) },
    ]);
    expect((await failure(upload)).split("\n")).toEqual([
      `LAZ files with an unreadable header: ${upload.flightId}_101/a.laz`,
      `LAZ files without the RGBN data that the processing template requires: ${upload.flightId}_101/b.laz`,
    ]);
  });

  test("fails where the folder is of another sensor than the equipment says", async () => {
    await sql`INSERT INTO sensor_equipment VALUES ('Galaxy - 046', 'LiDAR', NULL, NULL)`.execute(
      rig.db,
    );
    const upload = await rig.seed();
    await rig.browser("crew").upload(upload, lidarFolder(upload.flightId));
    expect(await failure(upload)).toBe("No sensor found with sensor no.: 045");
  });

  test("accepts what only asks the sender for confirmation", async () => {
    await seedEquipment();
    const upload = await rig.seed();
    const source = lidarFolder(upload.flightId).map((file) =>
      file.path.endsWith(".log") ? Object.assign(file, { bytes: noise(4_000, 5) }) : file,
    );
    await rig.browser("crew").upload(upload, source);
    await rig.server.hand.runAll();
    expect(await rig.stateOf(upload)).toMatchObject({ status: "DATA_READY", reason: null });
  });

  test("accepts files that look damaged, and the history tells which and why", async () => {
    await seedEquipment();
    const upload = await rig.seed();
    const source = lidarFolder(upload.flightId);
    const zeroed = source.find(({ path }) => path.endsWith(".range"))!;
    Object.assign(zeroed, {
      bytes: Buffer.from(zeroed.bytes).fill(0, zeroed.bytes.length - 5_000),
    });
    await rig.browser("crew").upload(upload, source);
    await rig.server.hand.runAll();
    expect(await rig.stateOf(upload)).toMatchObject({ status: "DATA_READY" });
    const events = await rig.db
      .selectFrom("audit.events")
      .select("detail")
      .where("action", "=", "upload.damageWarned")
      .where("upload_id", "=", upload.uploadId)
      .execute();
    expect(events).toEqual([
      {
        detail: {
          reason: expect.stringContaining(
            `${zeroed.path} (its last 4,096 bytes or more are zeros)`,
          ),
        },
      },
    ]);
  });

  test("of an update leaves the data that was ready before untouched", async () => {
    await seedEquipment();
    const upload = await rig.seed();
    const source = lidarFolder(upload.flightId);
    const crew = rig.browser("crew");
    await crew.upload(upload, source);
    await rig.server.hand.runAll();
    const other = { ...source[5]!, bytes: gpsBytes(1_300_000, 9, "1") };
    await crew.upload(upload, [other], true);
    await rig.server.hand.runAll();
    expect(await rig.stateOf(upload)).toMatchObject({
      status: "VALIDATING_UPLOAD_FAILED",
      reason: expect.stringContaining("The sensor serial no. in a GPS file does not match"),
    });
    expect(await rig.differing(upload, source)).toEqual([]);
  });

  test("keeps what landed until a leader resets it, and can then be sent anew", async () => {
    const upload = await rig.seed();
    const source = lidarFolder(upload.flightId);
    const short = source.filter(({ path }) => !path.endsWith("plan.kmz"));
    await rig.browser("crew").upload(upload, short);
    await failure(upload);
    const landed = await rig.keysIn(rig.buckets.uploads);
    expect(landed).toHaveLength(planObjects(manifestOf(upload, short).files).length);
    const leader = rig.leader();
    await leader.reset(upload);
    await rig.server.hand.runAll();
    expect(await rig.keysIn(rig.buckets.uploads)).toEqual([]);
    await rig.browser("crew2").upload(upload, source);
    await rig.server.hand.runAll();
    expect(await rig.stateOf(upload)).toMatchObject({ status: "DATA_READY", reason: null });
    expect(await rig.differing(upload, source)).toEqual([]);
  });
});

describe("a companion file", () => {
  test.each(["._FL_0001.range", "System Volume Information/a.range", "FL_0001.sync.range"])(
    "%s is published by no manifest, however it came into one",
    async (name) => {
      const upload = await rig.seed();
      const source = lidarFolder(upload.flightId);
      const range = source.find(({ path }) => path.endsWith("_01_0001.range"))!;
      const folder = range.path.slice(0, range.path.lastIndexOf("/") + 1);
      const path = folder + name.replace("FL", upload.flightId);
      await uploadBut(upload, [...source, { ...range, path }], "none", (good) => good);
      expect(await failure(upload)).toBe(`Not accepted here: ${path}`);
    },
  );
});
