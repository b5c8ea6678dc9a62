import { expect, test } from "vitest";
import { IMAGERY_PARAMETERS, LIDAR_PARAMETERS } from "@swath/contract/calibrations";
import { imageryRecord, lidarRecord } from "../testing/records.ts";
import { imageryChanges, lidarChanges } from "./form-changes.ts";
import { entriesOf } from "./parameter-entries.ts";

const former = lidarRecord();
const entries = entriesOf(LIDAR_PARAMETERS, former);
const withText = (name: string, text: string) => ({
  ...entries,
  texts: { ...entries.texts, [name]: text },
});
const changed = (rows: ReturnType<typeof lidarChanges>) =>
  rows.filter(({ state }) => state !== "same");

test("entries that repeat the former record change nothing", () => {
  expect(changed(lidarChanges(former, entries, "4.2"))).toEqual([]);
  const imagery = imageryRecord();
  expect(changed(imageryChanges(imagery, entriesOf(IMAGERY_PARAMETERS, imagery)))).toEqual([]);
});

test.each([
  ["1.042", "1.042 m", "changed", "0.2 m more"],
  ["-0.158", "-0.158 m", "changed", "1 m less"],
  ["", "not entered yet", "open", ""],
  ["0,8", "not entered yet", "open", ""],
] as const)("%j in place of 0.842 m is %s, %s", (text, entered, state, difference) => {
  const [row] = changed(lidarChanges(former, withText("PriGNSSLeverX", text), "4.2"));
  expect(row).toEqual({
    name: "GPS Lever Arm X",
    former: "0.842 m",
    entered,
    state,
    difference,
  });
});

test("a number that the former record lacks is new", () => {
  const lacking = lidarRecord({ RefToIMULeverX: null });
  const [row] = changed(lidarChanges(lacking, entries, "4.2"));
  expect(row).toMatchObject({ former: "none", entered: "0.1 m", difference: "new" });
});

test("another due date and another LMS version are changes too, and a version that is not known is none", () => {
  const later = { ...entries, due: "2099-03-15T00:00:00.000Z" };
  expect(changed(lidarChanges(former, later, "4.3"))).toMatchObject([
    { name: "Calibration Due", entered: "2099-03-15 00:00 UTC", difference: "1 day later" },
    { name: "LMS Version", former: "4.2", entered: "4.3", difference: "differs" },
  ]);
  expect(changed(lidarChanges(former, entries, ""))).toEqual([]);
  expect(changed(lidarChanges(former, { ...entries, due: null }, ""))).toMatchObject([
    { name: "Calibration Due", state: "open" },
  ]);
});
