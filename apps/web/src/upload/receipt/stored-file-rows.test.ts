import type { StoredFile } from "@swath/contract/uploads";
import { expect, test } from "vitest";
import { faultyPaths, storedFileRow } from "./stored-files.tsx";

const place = {
  bucket: "lidar",
  key: "k/a",
  stored: "2026-11-23T10:00:00.000Z",
  read: "2026-11-27T10:00:00.000Z",
  fault: null,
};
const file: StoredFile = {
  path: "f/a",
  bytes: 3,
  xxh128: ["one"],
  modified: null,
  places: [place],
};

test("a row says where a file stands and what its source's checksum is", () => {
  expect(storedFileRow(file)).toEqual({
    path: "f/a",
    bytes: 3,
    checksum: "one",
    allChecksums: "one",
    places: "s3://lidar/k/a",
    read: "2026-11-27 10:00 UTC",
    standing: "Stored",
    whole: true,
  });
});

test("a file of several parts shows the first checksum, and all where they are asked for", () => {
  expect(storedFileRow({ ...file, xxh128: ["one", "two"] }).checksum).toBe("one (+ 1 part)");
  const { checksum, allChecksums } = storedFileRow({ ...file, xxh128: ["one", "two", "three"] });
  expect([checksum, allChecksums]).toEqual(["one (+ 2 parts)", "one\ntwo\nthree"]);
});

test("a fault in one of two places is the file's", () => {
  const places = [place, { ...place, bucket: "imagery", stored: null, fault: "missing" as const }];
  const row = storedFileRow({ ...file, places });
  expect(row).toMatchObject({ standing: "Missing", whole: false });
  expect(row.places).toBe("s3://lidar/k/a\ns3://imagery/k/a");
  expect(faultyPaths([file, { ...file, path: "f/b", places }])).toEqual(["f/b"]);
});
