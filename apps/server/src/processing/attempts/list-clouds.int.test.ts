import { cloudEndpoints } from "@swath/contract/clouds";
import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { outputBucket } from "../../domain/processing/output-place.ts";
import { testIdentity } from "../../platform/http/testing/recorded-serve.ts";
import { CREW, serveRig } from "../testing/serve-rig.ts";
import { useRig } from "../testing/use-rig.ts";
import { testStage } from "../testing/run-rig.ts";
import { FLIGHT, seedUpload } from "../testing/seed-records.ts";

const rig = useRig();

const kindOf = (path: string): string =>
  path.endsWith(".tif") ? "raster" : path.endsWith(".geojson") ? "vector" : "points";

/** A processing of two jobs, the second of which published these files. */
async function published(paths: readonly string[]): Promise<string> {
  rig().install(testStage("PI1"));
  rig().install(testStage("ICP2"));
  const processingId = await rig().seedProcessing(["PI1", "ICP2"]);
  const { db, store, buckets } = rig().deps;
  const processing = await db
    .selectFrom("processings")
    .selectAll()
    .where("id", "=", processingId)
    .executeTakeFirstOrThrow();
  const { guid } = processing;
  const manifest = JSON.stringify({
    version: 1,
    job: "ICP2",
    attempt: 3,
    run: "swath-0123456789abcdef01234567",
    published: "2026-03-20T10:00:00Z",
    folder: `${guid}/ICP2/.attempt-3/`,
    files: paths.map((path) => ({ path, size: 7, xxh128: "0".repeat(32), kind: kindOf(path) })),
  });
  const bucket = buckets[outputBucket(processing, "ICP2")];
  await store.write(bucket, `${guid}/ICP2/manifest.json`, [Buffer.from(manifest)], {
    size: Buffer.byteLength(manifest),
  });
  return processingId;
}

const list = async (processingId: string, identity = CREW) =>
  (await serveRig(rig())(cloudEndpoints.listClouds, { params: { processingId }, identity })).reply;

test("clouds of a processing are what its jobs published in an octree, with their places", async () => {
  const processingId = await published(["line 1.copc.laz", "report.json", "line 2.laz"]);
  expect(await list(processingId)).toEqual([
    {
      job: "ICP2",
      attempt: 3,
      files: [
        {
          bucket: expect.any(String),
          key: expect.stringMatching(/\/ICP2\/\.attempt-3\/line 1\.copc\.laz$/),
          path: "line 1.copc.laz",
          size: 7,
        },
      ],
    },
  ]);
});

test("a processing without any has none", async () => {
  expect(await list(await published(["report.json"]))).toEqual([]);
});

test("nobody learns of clouds of a processing that they do not see", async () => {
  const processingId = await published(["line 1.copc.laz"]);
  const refused = { code: "PROCESSING_NOT_FOUND" };
  const office = testIdentity("office", "processingOnly");
  await expect(list(processingId, office)).rejects.toMatchObject(refused);
  await expect(list("0".repeat(24))).rejects.toMatchObject(refused);
  await expect(list(processingId, testIdentity("guest", "guest"))).rejects.toMatchObject({
    code: "INSUFFICIENT_PRIVILEGES",
  });
});

/** A processing whose job ran so many times, with clouds each time. */
async function ran(times: number): Promise<string> {
  rig().install(testStage("ICP2", { outputs: [{ glob: "*.copc.laz", kind: "points" }] }));
  const processingId = await rig().seedProcessing(["ICP2"]);
  for (let attempt = 1; attempt <= times; attempt += 1) {
    await rig().order(processingId, "ICP2");
    await rig().settle();
    const left = { files: { "line 1.copc.laz": `of attempt ${attempt}` } };
    await rig().engine.finish(rig().onlyKey(), () => left);
    await rig().settle();
  }
  return processingId;
}
const attempts = async (processingId: string, identity = CREW) => {
  const params = { processingId };
  return (await serveRig(rig())(cloudEndpoints.listCloudAttempts, { params, identity })).reply;
};
const attempt = async (processingId: string, number: number, identity = CREW) => {
  const params = { processingId, job: "ICP2", attempt: String(number) };
  return (await serveRig(rig())(cloudEndpoints.listAttemptLayers, { params, identity })).reply;
};
const ofICP2 = { sensorId: expect.stringMatching(/^SL/), job: "ICP2" };

describe("clouds to be laid below one another", () => {
  test("are those that are published, and those of earlier attempts, with their files", async () => {
    const processingId = await ran(2);
    expect(await attempts(processingId)).toEqual([
      { ...ofICP2, processingId, attempt: 2, published: true },
      { ...ofICP2, processingId, attempt: 1, published: false },
    ]);
    for (const number of [1, 2])
      expect(await attempt(processingId, number)).toMatchObject({
        job: "ICP2",
        attempt: number,
        files: [
          {
            path: "line 1.copc.laz",
            key: expect.stringMatching(`/ICP2/.attempt-${number}/line 1.copc.laz$`),
          },
        ],
      });
    const gone = { code: "OBJECT_NOT_FOUND" };
    await expect(attempt(processingId, 3)).rejects.toMatchObject(gone);
    await sql`UPDATE processing_runs SET swept = now() WHERE attempt = 1`.execute(rig().db);
    expect(await attempts(processingId)).toHaveLength(1);
    await expect(attempt(processingId, 1)).rejects.toMatchObject(gone);
  });

  test("are of any processing of the flight that the caller sees, and of no other", async () => {
    const [own, other] = [await ran(1), await ran(1)];
    expect((await attempts(own)).map(({ processingId }) => processingId)).toEqual([own, other]);
    await sql`UPDATE processings SET area = 'ip' WHERE id = ${own}`.execute(rig().db);
    const office = testIdentity("office", "processingOnly");
    expect((await attempts(own, office)).map(({ processingId }) => processingId)).toEqual([own]);
    const refused = { code: "PROCESSING_NOT_FOUND" };
    await expect(attempts(other, office)).rejects.toMatchObject(refused);
    await expect(attempt(other, 1, office)).rejects.toMatchObject(refused);
  });
});

const SERVED = () => serveRig(rig());
const flightLayers = async (identity = CREW) =>
  (await SERVED()(cloudEndpoints.listFlightLayers, { params: { flightId: FLIGHT }, identity }))
    .reply;

/** A raster among the files of two attempts. */
async function withRasters(): Promise<string> {
  const stage = {
    outputs: [
      { glob: "*.tif", kind: "raster" },
      { glob: "*.json", kind: "table" },
    ],
  };
  const { id, key } = await rig().startRun(testStage("PI1", stage));
  const files = { "dtm_1.tif": "raster", "report.json": "x" };
  await rig().engine.finish(key, () => ({ files }));
  await rig().settle();
  await rig().order(id, "PI1");
  await rig().settle();
  await rig().engine.finish(rig().onlyKey(), () => ({ files: { ...files, "dtm_2.tif": "r" } }));
  await rig().settle();
  return id;
}

test("layers of a flight are rasters, lines and clouds of what is published, with the attempts that are kept", async () => {
  const processingId = await withRasters();
  const listed = await flightLayers();
  expect(listed).toMatchObject([
    { processingId, custom: 0, jobs: [{ job: "PI1", attempt: 2, attempts: [2, 1] }] },
  ]);
  expect(listed[0]!.jobs[0]!.files.map(({ path, kind, key }) => [path, kind, key])).toEqual([
    ["dtm_1.tif", "raster", expect.stringMatching(/\/PI1\/\.attempt-2\/dtm_1\.tif$/)],
    ["dtm_2.tif", "raster", expect.stringMatching(/\/PI1\/\.attempt-2\/dtm_2\.tif$/)],
  ]);
  const params = { processingId, job: "PI1", attempt: "1" };
  const { reply } = await SERVED()(cloudEndpoints.listAttemptLayers, { params, identity: CREW });
  expect(reply).toMatchObject({ job: "PI1", attempt: 1, files: [{ path: "dtm_1.tif" }] });
});

test("nobody learns of layers of a processing that they do not see", async () => {
  const processingId = await published(["dtm_1.tif", "coverage.geojson"]);
  const office = testIdentity("office", "processingOnly");
  expect(await flightLayers()).toMatchObject([{ jobs: [{ job: "ICP2", attempts: [] }] }]);
  expect(await flightLayers(office)).toEqual([]);
  const params = { processingId, job: "ICP2", attempt: "3" };
  await expect(
    SERVED()(cloudEndpoints.listAttemptLayers, { params, identity: office }),
  ).rejects.toMatchObject({ code: "PROCESSING_NOT_FOUND" });
});

const quickLook = async (processingId: string, name: string, identity = CREW) =>
  (
    await SERVED()(cloudEndpoints.openQuickLook, {
      params: { processingId },
      query: { name },
      identity,
    })
  ).reply;

test("the quick-look of an image is the JPEG of its name, and its address is recorded", async () => {
  const processingId = await published([]);
  const imagery = {
    flight: FLIGHT,
    type: "MediumFormatImagery",
    sensor: "Terrain Mapper 045",
  } as const;
  const files = { "IMG_0001.iiq": "raw", "small/img_0001.JPG": "picture", "IMG_0002.iiq": "raw" };
  await seedUpload(rig().deps, files, imagery);
  const { size } = await quickLook(processingId, "E:\\flight\\IMG_0001.IIQ");
  expect(size).toBe(7);
  const events = await rig()
    .db.selectFrom("audit.events")
    .select(["flight_id", "detail"])
    .where("action", "=", "object.downloaded")
    .execute();
  expect(events).toMatchObject([{ detail: { key: expect.stringMatching(/img_0001\.JPG$/) } }]);
  await expect(quickLook(processingId, "IMG_0002.IIQ")).rejects.toMatchObject({
    code: "OBJECT_NOT_FOUND",
  });
});

test("nobody is shown images of a processing that they do not see", async () => {
  const processingId = await published([]);
  const office = testIdentity("office", "processingOnly");
  await expect(quickLook(processingId, "IMG_0001", office)).rejects.toMatchObject({
    code: "PROCESSING_NOT_FOUND",
  });
});
