import fc from "fast-check";
import { strToU8 } from "fflate";
import { expect, test } from "vitest";
import { fmsLog } from "../../../../tools/sample/document-writer.ts";
import { memorySource } from "./file-source.ts";
import { sparseSource } from "../testing/sparse-source.ts";
import { readFmsLines, readFmsLog } from "./fms-log.ts";

const read = (text: string): ReturnType<typeof readFmsLog> =>
  readFmsLog(memorySource("a.log", new TextEncoder().encode(text)));
const START = Date.UTC(2026, 2, 14, 1, 0, 0);

test("a log gives back the projects and times that were written", async () => {
  const projectIds = ["PRJ10001", "PRJ10002"];
  const bytes = fmsLog({ flightId: "FL000123", projectIds, start: START, end: START + 3_600_000 });
  expect(await readFmsLog(memorySource("a.log", bytes))).toEqual({
    ok: true,
    projectIds,
    start: START,
    end: START + 3_600_000,
    parts: [],
    lines: await readFmsLines(memorySource("a.log", bytes)),
  });
});

test("flight parts that a log names count once, in any case, and only whole", async () => {
  const text =
    "session fl000123_02\r\nFL000123_02 xFL000123_03 FL000123_041 FL000123 FL000123_05.log";
  expect(await read(text)).toMatchObject({ parts: ["FL000123_02", "FL000123_05"] });
});

test.each([
  ["GPS week 2409, seconds 522018.000", START],
  ["2409 522018 LOG START", START],
  ["2409,522018.000,LINE", START],
  ["at 2026-03-14T01:00:00Z started", START],
  ["2026/03/14 01:00:00.000 started", START],
  ["2026-03-14T11:00:00+10:00 started", START],
  ["line 2409 522018 is no time, nor is 2409 999999", undefined],
  ["2026-13-45T99:00:00Z", undefined],
])("%j is the time %s", async (text, start) => {
  expect(await read(`header\r\n${text}\r\nPRJ12345`)).toMatchObject({ ok: true, start });
});

test("projects count once, in any case, and only whole", async () => {
  const text = "prj10001 PRJ10002;PRJ10001 XPRJ10003 PRJ100045 PRJ1000";
  expect(await read(text)).toMatchObject({ projectIds: ["PRJ10001", "PRJ10002"] });
});

test.each(["utf-16le", "utf-16be"])(
  "a log in %s, with or without a mark, is read",
  async (form) => {
    for (const mark of ["", "\ufeff"]) {
      const text = `${mark}2409 522018 START PRJ12345\n`;
      const bytes = new Uint8Array(text.length * 2);
      const view = new DataView(bytes.buffer);
      for (let i = 0; i < text.length; i++)
        view.setUint16(i * 2, text.charCodeAt(i), form === "utf-16le");
      expect(await readFmsLog(memorySource("a.log", bytes))).toMatchObject({
        projectIds: ["PRJ12345"],
        start: START,
      });
    }
  },
);

test("a log larger than a chunk is read to its end", async () => {
  const text = `2409 522018 START\n${"x".repeat(300_000)} PRJ10001\n${"y\n".repeat(4_500_000)}PRJ10002`;
  expect(await read(text)).toMatchObject({ projectIds: ["PRJ10001", "PRJ10002"], start: START });
});

test("of a log over 128 MB the beginning and the end are read", async () => {
  const tail = strToU8("\n2409 525618 END PRJ10002\n");
  const { source, bytesRead } = sparseSource(
    "a.log",
    10_000_000_001,
    [0, strToU8("2409 522018 START PRJ10001\n".padEnd(2000))],
    [10_000_000_001 - tail.length, tail],
  );
  const log = await readFmsLog(source);
  expect(log).toMatchObject({ projectIds: ["PRJ10001", "PRJ10002"], start: START });
  expect(log).toMatchObject({ end: START + 3_600_000 });
  expect(bytesRead()).toBeLessThan(80_000_000);
});

test("any text gives a result", async () => {
  const pieces = fc.constantFrom("week", " 2409", " 522018", "PRJ12345", "\r\n", "2026-03-14T01:");
  const text = fc.array(fc.oneof(pieces, fc.string({ maxLength: 20 })), {
    maxLength: 20,
  });
  await fc.assert(
    fc.asyncProperty(text, async (parts) => {
      expect(await read(parts.join(""))).toHaveProperty("ok");
    }),
    { numRuns: 100 },
  );
});
