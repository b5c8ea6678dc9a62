import { describe, expect, test } from "vitest";
import type { FileKindId } from "./file-kinds.ts";
import {
  innerFolders,
  isPartName,
  lastName,
  missingParts,
  namesOtherFlight,
  type PartFacts,
  partOf,
  partsIn,
} from "./flight-parts.ts";

const FLIGHT = "FL000123";
const BASE = "FL000123_045";

test.each([
  ["a/b/c.raw", "c.raw"],
  ["c.raw", "c.raw"],
  ["a/b", "b"],
  ["a/", ""],
])("the last name of %j is %j", (path, name) => {
  expect(lastName(path)).toBe(name);
});

test.each([
  ["a/b/c/d.raw", ["b", "c"]],
  ["a/d.raw", []],
  ["d.raw", []],
])("of %j the folders between the chosen one and the name are %j", (path, folders) => {
  expect(innerFolders(path)).toEqual(folders);
});

test.each([
  ["FL000123", true],
  ["FL000123_01", true],
  ["FL000123_99", true],
  ["FL000123_1", false],
  ["FL000123_001", false],
  ["FL000123_0A", false],
  ["FL000123-01", false],
  ["FL000123_01 copy", false],
  ["FL00012", false],
  ["FL000124_01", false],
  ["XXXXXXXX_01", false],
  ["xFL000123_01", false],
  ["fl000123_01", false],
  ["", false],
])("whether %j is the name of a part: %s", (name, expected) => {
  expect(isPartName(name, FLIGHT)).toBe(expected);
});

test.each([
  [`${BASE}/FL000123_02.000`, "FL000123_02"],
  [`${BASE}/FL000123_01/FL000123_02.000`, "FL000123_02"],
  [`${BASE}/FL000123_01/a.range`, "FL000123_01"],
  [`${BASE}/FL000123_01/FL000123.000`, "FL000123_01"],
  [`${BASE}/FL000123_01/FL000123_023.000`, "FL000123_01"],
  [`${BASE}/FL000123_01/FL000123_04/x/a.range`, "FL000123_04"],
  [`${BASE}/FL000123_01/FL000123/a.range`, "FL000123"],
  [`${BASE}/GPS/a.000`, "FL000123"],
  [`FL000123_09/a.000`, "FL000123"],
  [`${BASE}/xFL000123_02.000`, "FL000123"],
  [`${BASE}/FL000124_02.000`, "FL000123"],
  [`${BASE}/FL000123x_02.000`, "FL000123"],
])("%j is of the part %j", (path, part) => {
  expect(partOf(path, FLIGHT)).toBe(part);
});

test.each([
  ["FL000123_01.000", false],
  ["FL000124_01.000", true],
  ["FL000123 FL000124", true],
  ["FL000123 FL000123", false],
  ["FL0001234", false],
  ["FL00012", false],
  ["overview.jpg", false],
  ["", false],
])("whether %j names another flight: %s", (name, expected) => {
  expect(namesOtherFlight(name, FLIGHT)).toBe(expected);
});

test.each([
  ["FL000123_01", ["FL000123_01"]],
  ["fl000123_01, FL999999_02;FL000123_01", ["FL000123_01", "FL999999_02", "FL000123_01"]],
  ["FL000123_01.000 (FL000123_02)\nFL000123_03", ["FL000123_01", "FL000123_02", "FL000123_03"]],
  ["FL000123_012 FL000123_1 FL000123 FL00123_01 FL0000123_01", []],
  ["xFL000123_01 1FL000123_01 ZFL000123_01", []],
  ["FL000123-01 FLx00123_01", []],
  ["_FL000123_01_", ["FL000123_01"]],
  ["", []],
])("the parts that %j names are %j", (text, parts) => {
  expect(partsIn(text)).toEqual(parts);
});

type Files = Readonly<Record<string, FileKindId | "left out">>;

/** What is missing in a folder of these files. */
function missing(files: Files, more: Partial<PartFacts> = {}): ReturnType<typeof missingParts> {
  const entries = Object.entries(files).map(([name, kind]) => ({ path: `${BASE}/${name}`, kind }));
  const accepted = entries.flatMap(({ path, kind }) =>
    kind === "left out" ? [] : [{ path, kind }],
  );
  const paths = entries.map(({ path }) => path);
  return missingParts({ flightId: FLIGHT, accepted, paths, folders: [], named: [], ...more });
}

const PART_1: Files = { "FL000123_01/FL000123_01.000": "gps" };

describe("missing parts", () => {
  test.each<[string, Files, Partial<PartFacts>, readonly string[], readonly string[]]>([
    ["none of a flight of one part", PART_1, {}, [], []],
    ["none of a flight without files", {}, {}, [], []],
    ["a folder that is empty", PART_1, { folders: [`${BASE}/FL000123_02`] }, ["FL000123_02"], []],
    [
      "a folder that holds left out files alone",
      { ...PART_1, "FL000123_02/notes.xyz": "left out" },
      {},
      ["FL000123_02"],
      [],
    ],
    [
      "no folder that holds a file deeper down",
      { ...PART_1, "FL000123_02/GPS/FL000123_02.000": "gps" },
      { folders: [`${BASE}/FL000123_02`, `${BASE}/FL000123_02/GPS`] },
      [],
      [],
    ],
    [
      "an empty folder within another one",
      PART_1,
      { folders: [`${BASE}/GPS`, `${BASE}/GPS/FL000123_02`] },
      ["GPS/FL000123_02"],
      [],
    ],
    ["a folder of the flight itself", PART_1, { folders: [`${BASE}/FL000123`] }, ["FL000123"], []],
    [
      "no folder of another name, and not the chosen one",
      PART_1,
      { folders: ["FL000123_02", BASE, `${BASE}/GPS`, `${BASE}/FL000124_02`] },
      [],
      [],
    ],
    [
      "a number that was left out",
      { ...PART_1, "FL000123_03.000": "gps" },
      {},
      [],
      ["FL000123_02 (left out before FL000123_03)"],
    ],
    [
      "all numbers from 01 on, in their order",
      { "FL000123_11.000": "gps", "FL000123_09.000": "gps", "FL000123_03/a.range": "range" },
      {},
      [],
      ["01", "02", "04", "05", "06", "07", "08", "10"].map(
        (number) => `FL000123_${number} (left out before FL000123_11)`,
      ),
    ],
    [
      "no number that an empty folder names already",
      { ...PART_1, "FL000123_03.000": "gps" },
      { folders: [`${BASE}/FL000123_02`] },
      ["FL000123_02"],
      [],
    ],
    [
      "a part that a paper is named after",
      { ...PART_1, "FL000123_02.pdf": "flightLog", "FL000123_01.pdf": "flightLog" },
      {},
      [],
      [`FL000123_02 (named by ${BASE}/FL000123_02.pdf)`],
    ],
    [
      "a part that a left out file is named after",
      { ...PART_1, "FL000123_02.xyz": "left out" },
      {},
      [],
      [`FL000123_02 (named by ${BASE}/FL000123_02.xyz)`],
    ],
    [
      "no part without a recording that nothing names, where a folder holds it",
      { ...PART_1, "FL000123_02/FL000123_02.pdf": "flightLog" },
      {},
      [],
      [],
    ],
    [
      "a part that contents name, whoever names it first",
      PART_1,
      {
        named: [
          { part: "FL000123_02", by: "a.log" },
          { part: "FL000123_02", by: "b.log" },
          { part: "FL000123_01", by: "a.log" },
          { part: "FL000123", by: "a.log" },
          { part: "FL000124_02", by: "a.log" },
        ],
      },
      [],
      ["FL000123_02 (named in a.log)"],
    ],
    [
      "a part by its file's name before contents and numbers",
      { ...PART_1, "FL000123_02.pdf": "flightLog", "FL000123_03.000": "gps" },
      { named: [{ part: "FL000123_02", by: "a.log" }] },
      [],
      [`FL000123_02 (named by ${BASE}/FL000123_02.pdf)`],
    ],
    [
      "a part by contents before its number",
      { ...PART_1, "FL000123_03.000": "gps" },
      { named: [{ part: "FL000123_02", by: "a.log" }] },
      [],
      ["FL000123_02 (named in a.log)"],
    ],
    [
      "parts in the order of their names",
      PART_1,
      { named: ["05", "04", "06"].map((of) => ({ part: `FL000123_${of}`, by: "a.log" })) },
      [],
      ["04", "05", "06"].map((of) => `FL000123_${of} (named in a.log)`),
    ],
    [
      "none where nothing has a number",
      { "FL000123.000": "gps", "FL000123/a.range": "range", "FL000123_02.pdf": "flightLog" },
      { named: [{ part: "FL000123_03", by: "a.log" }] },
      [],
      [],
    ],
    [
      "an empty folder, where nothing has a number, alone",
      { "FL000123.000": "gps", "FL000123_02.pdf": "flightLog" },
      { folders: [`${BASE}/FL000123_01`] },
      ["FL000123_01"],
      [],
    ],
  ])("%s", (_, files, more, empty, absent) => {
    expect(missing(files, more)).toEqual({ empty: empty.map((name) => `${BASE}/${name}`), absent });
  });

  test.each<[FileKindId, boolean]>([
    ["gps", true],
    ["pos", true],
    ["gpso", true],
    ["gpsn", true],
    ["gnssImu", true],
    ["range", true],
    ["iiq", true],
    ["rawimage", true],
    ["bin", true],
    ["dat", true],
    ["flightLog", false],
    ["coverage", false],
    ["overview", false],
    ["flightPlan", false],
    ["excel", false],
  ])("a file of %s by the name of a part is a recording of it: %s", (kind, recorded) => {
    const { absent } = missing({ ...PART_1, FL000123_02: kind });
    expect(absent).toEqual(recorded ? [] : [`FL000123_02 (named by ${BASE}/FL000123_02)`]);
  });
});
