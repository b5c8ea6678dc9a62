import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  instrumentFileFaults,
  instrumentKind,
  sizeFault,
  tableFault,
  textFault,
} from "./instrument-files.ts";

const OWNER = {
  sensorName: "Galaxy Prime - 045",
  aircraft: "VH-ABC",
  surveyDate: "2026-03-14T00:00:00.000Z",
};
const named = (kind: string, name = "1234045_VH-ABC_LMS42_14032026"): string => `${name}.${kind}`;
const ALL = [named("RES"), named("TBL"), named("LCP")];
const withRes = (name: string): string[] => [`${name}.res`, ALL[1]!, ALL[2]!];

/** The faults of names with this aircraft in them. */
const faultsOfAircraft = (aircraft: string): string[] =>
  instrumentFileFaults(
    ["RES", "TBL", "LCP"].map((kind) => named(kind, `1234045_${aircraft}_LMS42_14032026`)),
    { ...OWNER, aircraft },
  );

describe("instrument files of a calibration", () => {
  test("one of each kind, by the standard, has no fault", () => {
    expect(instrumentFileFaults(ALL, OWNER)).toEqual([]);
  });

  test.each([
    ["two digits and SEN", "20SEN045_VH-ABC_LMS42_14032026"],
    ["the aircraft without its hyphen, in lower case", "1234045_vhabc_LMS42_14032026"],
  ])("%s is of the standard too", (_, name) => {
    expect(instrumentFileFaults(withRes(name), OWNER)).toEqual([]);
  });

  test.each([
    ["another sensor", "1234046_VH-ABC_LMS42_14032026"],
    ["five digits before the sensor's", "12345045_VH-ABC_LMS42_14032026"],
    ["three digits before it", "123045_VH-ABC_LMS42_14032026"],
    ["SEN in lower case", "20sen045_VH-ABC_LMS42_14032026"],
    ["another aircraft", "1234045_VH-ABD_LMS42_14032026"],
    ["an LMS version of one digit", "1234045_VH-ABC_LMS4_14032026"],
    ["an LMS version of three", "1234045_VH-ABC_LMS421_14032026"],
    ["the day before", "1234045_VH-ABC_LMS42_13032026"],
    ["month before day", "1234045_VH-ABC_LMS42_03142026"],
    ["something before", "x1234045_VH-ABC_LMS42_14032026"],
    ["something after", "1234045_VH-ABC_LMS42_14032026 "],
    ["a path", "../1234045_VH-ABC_LMS42_14032026"],
    ["a path in the place of the aircraft", "1234045_../VH-ABC_LMS42_14032026"],
  ])("%s is not", (_, name) => {
    expect(instrumentFileFaults(withRes(name), OWNER)).toEqual([
      "RES file doesn't match naming standard. Please check the sensor number is: 045, aircraft " +
        `serial is: VH-ABC and date is: 14032026. Current file name: ${name}.res`,
    ]);
  });

  test("a kind that is missing, or there twice, is said of each", () => {
    const twice = [named("lcp"), named("LCP", "20SEN045_VH-ABC_LMS42_14032026")];
    expect(instrumentFileFaults([named("tbl"), ...twice, "notes.txt"], OWNER)).toEqual([
      "Exactly 1 RES file is required.",
      "Exactly 1 LCP file is required.",
    ]);
  });

  test("a file has its kind by its extension, and none without one", () => {
    expect(["a.res", "a.b.Tbl", "RES", "LCP.txt"].map(instrumentKind)).toEqual([
      "RES",
      "TBL",
      undefined,
      undefined,
    ]);
  });

  test("the sensor's number ends its name, whatever white space follows", () => {
    expect(instrumentFileFaults(ALL, { ...OWNER, sensorName: "Galaxy Prime - 045 " })).toEqual([]);
  });

  test("a name has at most 255 characters", () => {
    const rest = "1234045__LMS42_14032026.RES".length;
    expect(faultsOfAircraft("A".repeat(255 - rest))).toEqual([]);
    expect(faultsOfAircraft("A".repeat(256 - rest))).toHaveLength(3);
  });

  test("the day of the survey is that of UTC", () => {
    const evening = { ...OWNER, surveyDate: "2026-03-14T22:00:00-03:00" };
    expect(instrumentFileFaults(ALL, evening)).toHaveLength(3);
    const next = ALL.map((name) => name.replace("14032026", "15032026"));
    expect(instrumentFileFaults(next, evening)).toEqual([]);
  });

  test("what is built by the standard has no fault, whatever it is about", () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^[0-9]{4}$|^[0-9]{2}SEN$/),
        fc.stringMatching(/^[0-9AZaz-]{3}$/),
        fc.stringMatching(/^[A-Z0-9]{1,3}-?[A-Z0-9]{1,4}$/),
        fc.stringMatching(/^[0-9]{2}$/),
        fc.date({ min: new Date(0), max: new Date("2099-12-31"), noInvalidDate: true }),
        (lead, sensor, aircraft, version, date) => {
          const [year, month, day] = date.toISOString().slice(0, 10).split("-");
          const name = `${lead}${sensor}_${aircraft}_LMS${version}_${day}${month}${year}`;
          const owner = { sensorName: `Any - ${sensor}`, aircraft, surveyDate: date.toISOString() };
          expect(
            instrumentFileFaults([`${name}.Res`, `${name}.tbl`, `${name}.LCP`], owner),
          ).toEqual([]);
        },
      ),
    );
  });

  test("no name, whatever it holds, is taken for another kind or breaks the rule", () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: "binary-ascii" }), { maxLength: 6 }),
        (names) =>
          instrumentFileFaults(names, OWNER).length > 0 &&
          names.every(
            (name) => instrumentKind(name) === undefined || /\.(res|tbl|lcp)$/i.test(name),
          ),
      ),
    );
  });
});

describe("the content of an instrument file", () => {
  test.each([
    ["RES", 0, "RES file is empty."],
    ["RES", 1, undefined],
    ["RES", 5_000_000, undefined],
    ["RES", 5_000_001, "RES file is larger than 5 MB."],
    ["TBL", 20_000_000, undefined],
    ["TBL", 20_000_001, "TBL file is larger than 20 MB."],
    ["LCP", 5_000_001, "LCP file is larger than 5 MB."],
  ] as const)("%s of %d bytes: %s", (kind, bytes, fault) => {
    expect(sizeFault(kind, bytes)).toBe(fault);
  });

  test("is text without a zero character", () => {
    expect(textFault("LCP", "[Scanner]\nRange=1\n")).toBeUndefined();
    expect(textFault("LCP", "[Scanner]\0")).toBe("LCP file is not a text file.");
  });

  test.each([
    ["gzip", [0x1f, 0x8b, 0x08, 0x00]],
    ["ZIP", [0x50, 0x4b, 0x03, 0x04]],
    ["Zstandard", [0x28, 0xb5, 0x2f, 0xfd]],
    ["7z", [0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c]],
    ["xz", [0xfd, 0x37, 0x7a, 0x58, 0x5a]],
    ["bzip2", [0x42, 0x5a, 0x68, 0x39]],
  ])("is no table where it begins as %s does", (_, start) => {
    expect(tableFault(Uint8Array.from(start))).toBe("TBL file is compressed already.");
  });

  test.each([
    ["text", [0x23, 0x20, 0x52, 0x61]],
    ["no byte", []],
    ["the first byte of gzip alone", [0x1f]],
    ["a mark that begins later", [0x00, 0x50, 0x4b, 0x03]],
    ["bytes whose digits without zeros are a mark's", [0x50, 0x04, 0xb0, 0x30]],
  ])("may be a table that begins with %s", (_, start) => {
    expect(tableFault(Uint8Array.from(start))).toBeUndefined();
  });
});
