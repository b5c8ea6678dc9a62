import type { Flight, FlightUpload } from "@swath/contract/flights";
import { expect, test } from "vitest";
import { archivePlace, explorerAddress } from "./archive-address.ts";

const flight = (lidar: string | null, imagery: string | null): Flight =>
  ({ archiveS3PathLiDAR: lidar, archiveS3PathImagery: imagery }) as Flight;
const upload = (Type: FlightUpload["Type"]): FlightUpload => ({ Type }) as FlightUpload;

test("the archive of an upload is that of its kind", () => {
  const both = flight("s3://a-bucket/FL000123/LiDAR/", "s3://a-bucket/FL000123/Imagery/");
  const place = { bucket: "a-bucket", prefix: "FL000123/LiDAR/" };
  expect(archivePlace(both, upload("OptechGPS"))).toEqual(place);
  expect(archivePlace(both, upload("MediumFormatImageryGPS"))?.prefix).toBe("FL000123/Imagery/");
});

test.each([null, "", "s3://", "s3://bucket", "s3://bucket/", "https://bucket/prefix"])(
  "%j is no place in a store",
  (path) => {
    expect(archivePlace(flight(path, null), upload("LiDAR"))).toBeUndefined();
  },
);

test("the explorer's address holds bucket and prefix, encoded", () => {
  expect(explorerAddress({ bucket: "a-b", prefix: "FL000123/ü&=%/" })).toBe(
    "/explorer?bucket=a-b&prefix=FL000123%2F%C3%BC%26%3D%25%2F",
  );
});
