import { cloudEndpoints } from "@swath/contract/clouds";
import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { outputBucket } from "../../domain/processing/output-place.ts";
import { testIdentity } from "../../platform/http/testing/recorded-serve.ts";
import { CREW, serveRig } from "../testing/serve-rig.ts";
import { useRig } from "../testing/use-rig.ts";
import { testStage } from "../testing/run-rig.ts";

const rig = useRig();

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
    files: paths.map((path) => ({ path, size: 7, xxh128: "0".repeat(32), kind: "points" })),
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
  return (await serveRig(rig())(cloudEndpoints.readAttemptClouds, { params, identity })).reply;
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
