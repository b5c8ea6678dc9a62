import { BUCKET_ROLES, type BucketRole } from "@swath/contract/uploads";
import { expect, test } from "vitest";
import { allowBuckets, checkVisible, visibleBuckets } from "./visible-buckets.ts";

const buckets = Object.fromEntries(
  BUCKET_ROLES.map((role) => [role, role.toLowerCase()]),
) as Record<BucketRole, string>;

test("explorer/B1 nobody sees the landing bucket, not even where it is named", () => {
  for (const named of [[], ["uploads", "lidar"]])
    expect(visibleBuckets(allowBuckets(buckets, named), ["base", "admin"])).not.toContain(
      "uploads",
    );
});

test("explorer/B2 a guest sees the buckets of the processing areas only", () => {
  expect(visibleBuckets(allowBuckets(buckets, []), ["base", "guest"])).toEqual([
    "processing",
    "ai",
    "terrainmapperprocessing",
  ]);
});

test("explorer/B2 a bucket that also serves another role is not open to guests", () => {
  const shared = { ...buckets, processing: "lidar" };
  expect(visibleBuckets(allowBuckets(shared, []), ["base", "guest"])).not.toContain("lidar");
});

test("explorer/B3 others see every bucket of the configuration, or those that are named", () => {
  expect(visibleBuckets(allowBuckets(buckets, []), ["base"])).toEqual(
    BUCKET_ROLES.filter((role) => role !== "uploads").map((role) => buckets[role]),
  );
  expect(visibleBuckets(allowBuckets(buckets, ["lidar", "elsewhere"]), ["base"])).toEqual([
    "lidar",
    "elsewhere",
  ]);
});

test("a hidden bucket and one that is not there are refused alike", () => {
  const allowed = allowBuckets(buckets, []);
  const refused = expect.objectContaining({ code: "INSUFFICIENT_PRIVILEGES" }) as Error;
  expect(() => checkVisible(allowed, ["base"], "uploads")).toThrow(refused);
  expect(() => checkVisible(allowed, ["base"], "nowhere")).toThrow(refused);
  expect(() => checkVisible(allowed, ["base", "guest"], "lidar")).toThrow(refused);
  expect(() => checkVisible(allowed, ["base", "guest"], "processing")).not.toThrow();
});
