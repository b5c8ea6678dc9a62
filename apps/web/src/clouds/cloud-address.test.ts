import { expect, test } from "vitest";
import {
  comparedOf,
  corridorOf,
  numbersOf,
  readCloudAddress,
  readView,
  writeCompared,
  writeCorridor,
  writeNumbers,
  writeView,
} from "./cloud-address.ts";

test("an address says which cloud is shown, and what of it", () => {
  const search = {
    processing: "0123456789abcdef01234567",
    job: "ICP2_MineIP1",
    attempt: 3,
    view: "3d",
    color: "line",
    without: "7,18",
    withoutLines: 3,
    returns: "last",
    profile: "413400.5,6480300,413500,6480310.25",
    width: 150,
    higher: 5,
    compare: "0123456789abcdef01234567~ICP2_MineIP1~12",
  };
  expect(readCloudAddress(search)).toEqual({ ...search, withoutLines: "3" });
});

test.each([
  { processing: "../x" },
  { bucket: "A" },
  { attempt: 0 },
  { view: "4d" },
  { color: "red" },
  { without: "7,x" },
  { withoutLines: "-1" },
  { profile: "1,2,3" },
  { profile: "1,2,1,2" },
  { profile: "1e9,2,3,4" },
  { profile: "NaN,2,3,4" },
  { width: 0 },
  { width: 1e9 },
  { higher: 1.5 },
  { compare: "a~b" },
  { compare: "a~b~0" },
  { compare: "../x~b~1" },
])("what is malformed is left out: %j", (search) => {
  expect(readCloudAddress(search)).toEqual({});
});

test("a profile is written as it is read, to the centimetre", () => {
  const corridor = { from: [413400.501, 6480300], to: [413500, 6480310.25], width: 1.5 } as const;
  const written = writeCorridor(corridor);
  expect(written).toEqual({ profile: "413400.5,6480300,413500,6480310.25", width: 150 });
  expect(corridorOf(written)).toEqual({ ...corridor, from: [413400.5, 6480300] });
  expect(
    writeCorridor({ from: [115.8612345678, -31.9], to: [115.9, -31.9], width: 2 }).profile,
  ).toBe("115.8612346,-31.9,115.9,-31.9");
});

test("lists of classes and lines are in order", () => {
  expect(writeNumbers(numbersOf("18,7"))).toBe("7,18");
  expect(writeNumbers(new Set())).toBeUndefined();
});

test("the cloud that is compared is in what a view says, and is read from it", () => {
  const cloud = { processingId: "0123456789abcdef01234567", job: "ICP2_MineIP1", attempt: 12 };
  const compare = writeCompared(cloud);
  expect(comparedOf(compare)).toEqual(cloud);
  expect(comparedOf(undefined)).toBeUndefined();
  const view = writeView({ profile: "1,2,3,4", compare });
  // The server keeps no other characters.
  expect(view).toMatch(/^[\w.~,%=&+-]*$/);
  expect(readView(view)).toMatchObject({ profile: "1,2,3,4", compare });
});
