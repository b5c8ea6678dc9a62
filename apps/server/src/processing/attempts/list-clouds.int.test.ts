import { cloudEndpoints } from "@swath/contract/clouds";
import { expect, test } from "vitest";
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
