import { expect, test } from "vitest";
import { customDocument } from "../testing/documents.ts";
import { customChoice } from "./processing-row.ts";

const factsOf = (of: Parameters<typeof customDocument>[0]) =>
  customChoice(customDocument(of))!.facts;

test("the processing of a whole log is no custom one", () => {
  expect(customChoice(null)).toBeNull();
});

test("a custom processing is named by its number, and says what of the log it is of", () => {
  expect(customChoice(customDocument({ counter: 12 }))).toEqual({
    name: "Custom 12",
    facts: [
      ["GPS files", "all"],
      ["Times", "all"],
      ["Range files", "all"],
    ],
  });
  const times = { gpsStartTime: 0, gpsEndTime: 120.5 };
  expect(factsOf({ gpsFiles: 1, rangeFiles: 1_200, ...times })).toEqual([
    ["GPS files", "1 file chosen"],
    ["Times", "0 s to 120.5 s of the GPS week"],
    ["Range files", "1,200 files chosen"],
  ]);
});

test.each([
  [{ gpsStartTime: 5 }, "5 s to the last of the GPS week"],
  [{ gpsEndTime: 5 }, "the first to 5 s of the GPS week"],
])("with %j alone the times are open", (of, times) => {
  expect(factsOf(of)[1]).toEqual(["Times", times]);
});

test("EO only has no LMS", () => {
  expect(factsOf({ eo_only: true })[2]).toEqual(["LMS", "EO only"]);
});
