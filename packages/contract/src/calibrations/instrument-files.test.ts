import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { instrumentFileFaults, instrumentKind } from "./instrument-files.ts";

const OWNER = {
  sensorName: "Galaxy Prime - 045",
  aircraft: "VH-ABC",
  surveyDate: "2026-03-14T00:00:00.000Z",
};
const named = (kind: string, name = "1234045_VH-ABC_LMS42_14032026"): string => `${name}.${kind}`;
const ALL = [named("RES"), named("TBL"), named("LCP")];
const withRes = (name: string): string[] => [`${name}.res`, ALL[1]!, ALL[2]!];

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
