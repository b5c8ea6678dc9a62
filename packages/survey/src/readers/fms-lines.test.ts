import { expect, test } from "vitest";
import { fmsLog } from "../../../../tools/sample/document-writer.ts";
import { memorySource } from "./file-source.ts";
import { readFmsLines } from "./fms-log.ts";

const linesOf = (text: string) =>
  readFmsLines(memorySource("a.log", new TextEncoder().encode(text)));

test("the lines of the sample's log have the times that it was written for", async () => {
  const start = Date.UTC(2026, 2, 14, 1, 0, 0);
  const log = fmsLog({
    flightId: "FL000101",
    projectIds: ["PRJ00001"],
    start,
    end: start + 2_400_000,
  });
  const lines = await readFmsLines(memorySource("a.log", log));
  expect(lines[0]).toEqual({ name: "001", week: 2409, start: 522_258, end: 522_498 });
  expect(lines).toHaveLength(4);
});

test("a line that begins in one week and ends in the next goes on", async () => {
  const text = "2409 604790.5 LINE A1 START PRJ00001\n2410 10.25 LINE A1 END\n";
  expect(await linesOf(text)).toEqual([
    { name: "A1", week: 2409, start: 604_790.5, end: 604_810.25 },
  ]);
});

test("lines in UTF-16 are read too", async () => {
  const text = "2409 10 LINE 1 START\r\n2409 20 LINE 1 END\r\n";
  const bytes = new Uint8Array(Buffer.from(text, "utf16le"));
  expect(await readFmsLines(memorySource("a.log", bytes))).toHaveLength(1);
});

test("what never ended, never began or ended before is no line", async () => {
  const text = "2409 10 LINE 1 START\n2409 20 LINE 2 END\n2409 30 LINE 3 START\n2409 29 LINE 3 END";
  expect(await linesOf(text)).toEqual([]);
  expect(await linesOf("")).toEqual([]);
});
