import { expect, test } from "vitest";
import { lastReading, lastReadingWords } from "./stored-verification.ts";

const DAY = "2026-11-28T";
const at = (time: string): string => `${DAY}${time}.000Z`;
const NOON = Date.parse(at("12:00:00"));
const place = (read: string | null) => ({
  bucket: "b",
  key: "k",
  stored: at("01:00:00"),
  read,
  fault: null,
});
const file = (...reads: (string | null)[]) => ({ places: reads.map(place) });
const words = (...files: ReturnType<typeof file>[]) =>
  lastReadingWords(lastReading(files, NOON), files.length, (time) => time.slice(11, 16));

test("of files that were read at one time that time is said", () => {
  expect(words(file(at("10:00:00")), file(at("10:00:00")))).toBe(
    "The server last read every file, and found it as sealed, on 10:00.",
  );
});

test("a file in two buckets was read when the one was read longest ago", () => {
  const files = [file(at("10:00:00"), at("09:00:00")), file(at("11:00:00"))];
  expect(lastReading(files, NOON)).toEqual({
    earliest: at("09:00:00"),
    latest: at("11:00:00"),
    unread: 0,
    isOld: false,
  });
  expect(words(...files)).toContain("between 09:00 and 11:00");
  expect(words(...files.toReversed())).toContain("between 09:00 and 11:00");
});

test("files that were read one after another were read between the first and the last of them", () => {
  const times = ["10:00:00", "09:00:00", "12:00:00", "11:00:00"].map(at);
  const files = times.map((time) => file(time));
  expect(lastReading(files, NOON)).toEqual({
    earliest: at("09:00:00"),
    latest: at("12:00:00"),
    unread: 0,
    isOld: false,
  });
});

test("no files were not read, and are not old", () => {
  expect(lastReading([], NOON)).toEqual({ earliest: null, latest: null, unread: 0, isOld: false });
});

test.each([
  [1, "2 of 3 files, and found them as sealed, on 10:00; 1 file was not read"],
  [2, "1 of 3 files, and found them as sealed, on 10:00; 2 files were not read"],
])("%d of three files that was not read is said to be so", (unread, text) => {
  const files = [file(at("10:00:00")), file(unread === 2 ? null : at("10:00:00")), file(null)];
  expect(words(...files)).toBe(
    `The server last read ${text} since being stored, as far as it knows.`,
  );
});

test("one place that was never read makes a file unread, and the whole old", () => {
  const files = [file(at("10:00:00"), null), file(at("11:00:00")), file(null)];
  expect(lastReading(files, NOON)).toMatchObject({ unread: 2, isOld: true });
  expect(words(...files)).toContain("1 of 3 files");
  expect(words(file(null))).toContain("has not read these files");
});

test("a reading of a day before is old", () => {
  const read = file("2026-11-27T11:59:59.000Z");
  expect(lastReading([read], NOON).isOld).toBe(true);
  expect(lastReading([file("2026-11-27T12:00:00.000Z")], NOON).isOld).toBe(false);
});
