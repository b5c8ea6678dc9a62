import { expect, test } from "vitest";
import { archivePlace, explorerAddress } from "./archive-browsing.tsx";

test("a link into a store is a bucket and a prefix", () => {
  const place = { bucket: "a-bucket", prefix: "FL000123/LiDAR/" };
  expect(archivePlace("s3://a-bucket/FL000123/LiDAR/")).toEqual(place);
});

test.each([null, "", "s3://", "s3://bucket", "s3://bucket/", "https://bucket/prefix"])(
  "%j is no place in a store",
  (path) => {
    expect(archivePlace(path)).toBeUndefined();
  },
);

test("the explorer's address holds bucket and prefix, encoded", () => {
  expect(explorerAddress({ bucket: "a-b", prefix: "FL000123/ü&=%/" })).toBe(
    "/explorer?bucket=a-b&prefix=FL000123%2F%C3%BC%26%3D%25%2F",
  );
});
