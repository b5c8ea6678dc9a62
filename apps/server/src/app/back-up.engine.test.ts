import { PutBucketVersioningCommand, S3Client } from "@aws-sdk/client-s3";
import { afterEach, expect, test } from "vitest";
import { engineOptions, engineSetting } from "../platform/object-store/testing/engine-options.ts";
import { objectsBelow } from "../platform/object-store/objects-below.ts";
import { openS3Store, openS3Versions } from "../platform/s3-store/open-s3-store.ts";
import { ReplacedScene } from "../uploads/testing/replaced-scene.ts";
import { runBuckets } from "../uploads/testing/upload-rig.ts";
import { backupRig } from "./testing/backup-rig.ts";

const client = new S3Client({
  endpoint: engineSetting("S3_ENDPOINT"),
  region: engineSetting("S3_REGION"),
  forcePathStyle: true,
  credentials: {
    accessKeyId: engineSetting("S3_ACCESS_KEY"),
    secretAccessKey: engineSetting("S3_SECRET_KEY"),
  },
});

let rig: Awaited<ReturnType<typeof backupRig>>;
afterEach(() => rig.close());

/** An installation on the S3 store, with an upload and an update of it. */
async function open(isVersioned: boolean): Promise<ReplacedScene> {
  const buckets = runBuckets();
  const options = engineOptions(buckets.uploads);
  const store = { store: openS3Store(options), buckets, close: async () => {} };
  rig = await backupRig(isVersioned ? { store, versions: openS3Versions(options) } : { store });
  if (isVersioned)
    for (const Bucket of rig.allBuckets.filter((name) => name !== rig.buckets.archive))
      await client.send(
        new PutBucketVersioningCommand({
          Bucket,
          VersioningConfiguration: { Status: "Enabled" },
        }),
      );
  const scene = await ReplacedScene.seed(rig);
  await scene.send(scene.next);
  return scene;
}

async function removeAll(bucket: string): Promise<void> {
  for await (const { key } of objectsBelow(rig.files, bucket, ""))
    await rig.files.remove(bucket, [key]);
}

const files = (scene: ReplacedScene) =>
  scene.first.map((file) => scene.next.find(({ path }) => path === file.path) ?? file);

test("versions of objects are backed up in place of copies, and what was replaced or removed stands again", async () => {
  const scene = await open(true);
  const { totals, unprotected } = await rig.backUp();
  expect(totals).toMatchObject({ faults: 0, added: 0, addedBytes: 0 });
  // Of the objects of a bucket without versions nothing is kept, which is told.
  expect(unprotected).toEqual([rig.buckets.archive]);
  const [first, second] = scene.next;
  const keyOf = (path: string) => `${scene.upload.flightId}/LiDAR/${path}`;
  await rig.files.write(rig.buckets.lidar, keyOf(first!.path), [Buffer.from("x")], { size: 1 });
  await rig.files.remove(rig.buckets.lidar, [keyOf(second!.path)]);
  const replaced = await scene.keptKeys();
  await rig.files.remove(rig.buckets.uploads, replaced);
  const { restored, db } = await rig.restore();
  expect(restored.faults).toEqual([]);
  expect(await rig.differing(scene.upload, files(scene))).toEqual([]);
  expect(await scene.keptKeys()).toEqual(replaced);
  const rows = await db.selectFrom("replaced_files").select("version").execute();
  const standing: string[] = [];
  for (const key of replaced)
    standing.push((await rig.files.head(rig.buckets.uploads, key))?.version ?? "");
  expect(rows.map(({ version }) => version).toSorted()).toEqual(standing.toSorted());
}, 60_000);

test("objects of an S3 store are copied on demand, and restored into empty buckets", async () => {
  const scene = await open(false);
  const { totals } = await rig.backUp();
  expect(totals).toMatchObject({ faults: 0, added: totals.count });
  expect((await rig.backUp()).totals).toMatchObject({ faults: 0, added: 0 });
  for (const bucket of rig.allBuckets) await removeAll(bucket);
  const { restored } = await rig.restore();
  expect(restored).toMatchObject({ faults: [], objects: totals.count });
  expect(await rig.differing(scene.upload, files(scene))).toEqual([]);
}, 60_000);
