import { randomUUID } from "node:crypto";
import {
  CreateBucketCommand,
  DeleteObjectCommand,
  ListObjectVersionsCommand,
  PutBucketPolicyCommand,
  PutBucketVersioningCommand,
  PutObjectRetentionCommand,
  S3Client,
} from "@aws-sdk/client-s3";
import { afterEach, expect, test } from "vitest";
import {
  engineOptions,
  engineSetting,
} from "../../platform/object-store/testing/engine-options.ts";
import { openS3Store, openS3VersionRemoval } from "../../platform/s3-store/open-s3-store.ts";
import { bucketsNamed, deletionRig } from "../testing/deletion-rig.ts";

const client = new S3Client({
  endpoint: engineSetting("S3_ENDPOINT"),
  region: engineSetting("S3_REGION"),
  forcePathStyle: true,
  credentials: {
    accessKeyId: engineSetting("S3_ACCESS_KEY"),
    secretAccessKey: engineSetting("S3_SECRET_KEY"),
  },
});

let rig: Awaited<ReturnType<typeof deletionRig>>;
afterEach(() => rig.close());

const newBuckets = () => bucketsNamed(`del${randomUUID().slice(0, 8)}`);

/** An installation on the S3 store; what `prepare` makes stands before the flights do. */
async function open(buckets = newBuckets(), prepare: () => Promise<void> = async () => {}) {
  const options = engineOptions(buckets.uploads);
  const store = openS3Store(options);
  await store.ensureBuckets(Object.values(buckets));
  await prepare();
  rig = await deletionRig({ buckets, store, versions: openS3VersionRemoval(options) });
  return buckets;
}

const keepVersions = (Bucket: string) =>
  client.send(
    new PutBucketVersioningCommand({ Bucket, VersioningConfiguration: { Status: "Enabled" } }),
  );

/** All versions and delete markers below a prefix. */
async function versionsOf(Bucket: string, Prefix: string) {
  const { Versions = [], DeleteMarkers = [] } = await client.send(
    new ListObjectVersionsCommand({ Bucket, Prefix }),
  );
  return [...Versions, ...DeleteMarkers];
}

test("of buckets that keep versions every one goes, with what was replaced and removed before", async () => {
  const buckets = newBuckets();
  await open(buckets, async () => {
    await keepVersions(buckets.lidar);
    await keepVersions(buckets.archive);
  });
  const [replaced, removed] = ["FL000001/LiDAR/folder/a.range", "FL000001/LiDAR/old.range"];
  await rig.put(buckets.lidar, replaced);
  await rig.put(buckets.lidar, removed);
  await rig.store.remove(buckets.lidar, [removed]);
  // Two of a.range, one of ü@%.range, one of old.range and its marker.
  expect(await versionsOf(buckets.lidar, "FL000001/")).toHaveLength(5);
  await rig.order("flight", "FL000001");
  await rig.work();
  expect(await rig.standing()).toEqual(rig.namesOf(2, 3));
  expect(await versionsOf(buckets.lidar, "FL000001/")).toEqual([]);
  expect(await versionsOf(buckets.archive, "FL000001/")).toEqual([]);
  expect(await versionsOf(buckets.lidar, "FL000002/")).toHaveLength(2);
  const { content } = await rig.certificate();
  expect(content.storedVersions).toMatchObject({ removed: 5, kept: 0 });
  // Those of the three objects that this deletion removed, and the one of before.
  expect(content.storedVersions.markers).toBe(4);
});

test("of buckets that never kept versions nothing is listed, and the certificate says so", async () => {
  await open();
  await rig.order("flight", "FL000001");
  await rig.work();
  const { content } = await rig.certificate();
  expect(content.versions).toBe(
    "The store listed no versions of what was removed, and no delete markers.",
  );
});

test("a version that object lock holds stays, and the certificate says until when", async () => {
  const buckets = newBuckets();
  await client.send(
    new CreateBucketCommand({ Bucket: buckets.lidar, ObjectLockEnabledForBucket: true }),
  );
  await open(buckets);
  const Key = "FL000001/LiDAR/folder/a.range";
  const [{ VersionId } = {}] = await versionsOf(buckets.lidar, Key);
  const until = new Date(Date.now() + 86_400_000);
  await client.send(
    new PutObjectRetentionCommand({
      Bucket: buckets.lidar,
      Key,
      VersionId,
      Retention: { Mode: "GOVERNANCE", RetainUntilDate: until },
    }),
  );
  try {
    await rig.order("flight", "FL000001");
    await rig.work();
    const { content, lines } = await rig.certificate();
    expect(content.storedVersions).toMatchObject({ kept: 1, keptBytes: Key.length });
    expect(content.versions).toContain("1 version with 29 bytes stay in the store");
    expect(content.versions).toContain("object lock (GOVERNANCE) until");
    expect(lines.filter(({ refused }) => refused !== undefined)).toMatchObject([
      { key: Key, versionId: VersionId, removed: null },
    ]);
  } finally {
    await client.send(
      new DeleteObjectCommand({
        Bucket: buckets.lidar,
        Key,
        VersionId,
        BypassGovernanceRetention: true,
      }),
    );
  }
});

/** Forbids an action to everybody, the bucket's owner included. */
const deny = (Bucket: string, Action: string, Resource: string) =>
  client.send(
    new PutBucketPolicyCommand({
      Bucket,
      Policy: JSON.stringify({
        Version: "2012-10-17",
        Statement: [{ Effect: "Deny", Principal: "*", Action, Resource }],
      }),
    }),
  );

test("without leave to list or remove versions the objects go, and the certificate says so of each bucket", async () => {
  const buckets = await open();
  await keepVersions(buckets.lidar);
  await keepVersions(buckets.archive);
  const [lidar, archive] = ["FL000001/LiDAR/more.range", "FL000001/LiDAR/LiDAR/more.range"];
  await rig.put(buckets.lidar, lidar);
  await rig.put(buckets.archive, archive);
  await deny(buckets.lidar, "s3:DeleteObjectVersion", `arn:aws:s3:::${buckets.lidar}/*`);
  await deny(buckets.archive, "s3:ListBucketVersions", `arn:aws:s3:::${buckets.archive}`);
  await rig.order("flight", "FL000001");
  await rig.work();
  expect(await rig.standing()).toEqual(rig.namesOf(2, 3));
  const { content } = await rig.certificate();
  expect(content.versions).toContain("which did not remove them (AccessDenied)");
  expect(content.versions).toContain(
    `did not list the versions of the bucket ${buckets.archive} (AccessDenied)`,
  );
  expect(content.storedVersions.kept).toBeGreaterThan(0);
});
