import { expect, test } from "vitest";
import { locationsOf } from "./flight-records.ts";

const old = { lidar: "old-lidar", imagery: "old-imagery" };
const flight = (DocumentMajorVersion: number) => ({ FlightID: "FL000101", DocumentMajorVersion });
type Upload = Parameters<typeof locationsOf>[0];
const upload = (given: Partial<Upload> = {}): Upload => ({
  Type: "LiDAR",
  Status: "DATA_READY",
  Locations: [],
  ...given,
});

test("data of a version 1.4 document stands in the buckets of the system before", () => {
  expect(locationsOf(upload(), flight(1.4), old)).toEqual(["s3://old-lidar/FL000101/LiDAR/"]);
  expect(
    locationsOf(upload({ Type: "LargeFormatImagery", Status: "ARCHIVED" }), flight(1.4), old),
  ).toEqual(["s3://old-imagery/FL000101/LargeFormatImagery/"]);
});

test("what was rebuilt stands where it was rebuilt, whatever the version", () => {
  const Locations = ["s3://lidar/FL000101/LiDAR/"];
  expect(locationsOf(upload({ Locations }), flight(1.4), old)).toBe(Locations);
});

test("other versions, and uploads without data, stand nowhere", () => {
  expect(locationsOf(upload(), flight(3), old)).toEqual([]);
  expect(locationsOf(upload({ Status: "LEGACY_SYSTEM" }), flight(1.4), old)).toEqual([]);
});
