import { expect, test } from "vitest";
import { readInstrumentFiles } from "./read-instrument-files.ts";

const owner = {
  sensorName: "Optech Galaxy Prime - 045",
  aircraft: "VH-ABC",
  surveyDate: "2026-03-14T00:00:00Z",
};
const picked = (path: string): File =>
  Object.defineProperty(
    new File(["x"], path.slice(path.lastIndexOf("/") + 1)),
    "webkitRelativePath",
    {
      value: path,
    },
  );

test("companions of a Mac or of Windows are no instrument files", async () => {
  const table = "F/1234046_VH-ABC_LMS42_14032026.TBL";
  const alone = await readInstrumentFiles([picked(table)], owner);
  const beside = ["F/._1234046_VH-ABC_LMS42_14032026.TBL", "F/$RECYCLE.BIN/S-1/$R1.RES"];
  const files = [...beside, table].map(picked);
  expect(await readInstrumentFiles(files, owner)).toEqual(alone);
  expect("faults" in alone && alone.faults.join()).toContain("Current file name: 1234046_");
});
