import { describe, expect, test, vi } from "vitest";
import { memorySource } from "./file-source.ts";
import { readFmsLines, readFmsLog } from "./fms-log.ts";

const MEGABYTE = 1_048_576;
const CHUNK = 8 * MEGABYTE;
const PIECE = 262_144;
const LONGEST_LINE = 16_384;

const source = (text: string) => memorySource("a.log", new TextEncoder().encode(text));

const isoOf = (time: number | undefined) =>
  time === undefined ? undefined : new Date(time).toISOString();

/** What a log says, times as ISO texts. */
async function said(text: string) {
  const log = await readFmsLog(source(text));
  if (!log.ok) return log.fault;
  const { projectIds, parts, start, end } = log;
  return {
    projects: projectIds.join(" "),
    parts: parts.join(" "),
    start: isoOf(start),
    end: isoOf(end),
  };
}
const projects = async (text: string): Promise<string> => {
  const log = await readFmsLog(source(text));
  return log.ok ? log.projectIds.join(" ") : log.fault;
};
const timesOf = async (text: string): Promise<readonly (string | undefined)[]> => {
  const log = await said(text);
  return typeof log === "string" ? [log] : [log.start, log.end];
};

test("an empty log is refused, and one that says nothing is read", async () => {
  expect(await said("")).toBe("empty");
  expect(await readFmsLog(source("nothing"))).toEqual({
    ok: true,
    projectIds: [],
    start: undefined,
    end: undefined,
    parts: [],
    lines: [],
  });
});

describe("the times of a log", () => {
  const AT = "2026-03-14T01:00:00.000Z";

  test.each([
    // GPS week and seconds at the beginning of a line.
    ["2409 522018", AT],
    ["2409 522018.25", "2026-03-14T01:00:00.250Z"],
    ["2409 522018.123456789", "2026-03-14T01:00:00.123Z"],
    ["2409\t522018\tSTART", AT],
    ["2409;522018;START", AT],
    ['"2409","522018"', undefined],
    ['"2409,522018","START"', AT],
    ["2409: 522018 START", AT],
    ["2409        522018", AT],
    ["2409         522018", undefined],
    [`${" ".repeat(16)}2409 522018`, AT],
    [`${" ".repeat(17)}2409 522018`, undefined],
    ["GPS 2409 522018", AT],
    ["gpst 2409 522018", AT],
    ["GPS:2409 522018", AT],
    ["GPS: 2409 522018", AT],
    ["GPS        2409 522018", AT],
    ["GPS         2409 522018", undefined],
    ["x2409 522018", undefined],
    ["GP 2409 522018", undefined],
    ["2409522018", undefined],
    ["2409 522018x", undefined],
    ["2409 5220180", undefined],
    ["24090 522018", undefined],
    ["240 522018", undefined],
    ["x\n2409 522018", AT],
    ["x\r2409 522018\ry", AT],
    ["1000 0", "1999-03-06T23:59:42.000Z"],
    ["0999 0", undefined],
    ["999 0", undefined],
    ["4000 1", "2056-09-02T23:59:43.000Z"],
    ["4001 1", undefined],
    ["2409 604799.5", "2026-03-14T23:59:41.500Z"],
    ["2409 604800", undefined],
    // The same where words name them.
    ["GPS week 2409, seconds 522018", AT],
    ["at WEEK2409 522018.5", "2026-03-14T01:00:00.500Z"],
    ["at week=2409,522018.123456789", "2026-03-14T01:00:00.123Z"],
    [`week${" ".repeat(12)}2409 522018`, AT],
    [`week${" ".repeat(13)}2409 522018`, undefined],
    [`week 2409${" ".repeat(40)}522018`, AT],
    [`week 2409${" ".repeat(41)}522018`, undefined],
    ["week\n2409,x522018", undefined],
    ["week 2409\n522018", undefined],
    ["a week\r2409,x522018", undefined],
    ["a week 2409\r522018", undefined],
    ["week 2409", undefined],
    ["week 240 522018", undefined],
    ["weak 2409 522018", undefined],
    ["week 0999 522018", undefined],
    ["week 4001 522018", undefined],
    ["week 2409 604800", undefined],
    // ISO 8601.
    ["2026-03-14T01:00:00Z", AT],
    ["2026-03-14t01:00:00z", AT],
    ["2026-03-14 01:00:00", AT],
    ["2026/03/14 01:00:00 UTC", AT],
    ["2026/03/14 01:00:00utc", AT],
    ["2026-03-14T01:00:00.5", "2026-03-14T01:00:00.500Z"],
    ["2026-03-14T01:00:00.123456789Z", "2026-03-14T01:00:00.123Z"],
    ["2026-03-14T11:30:00+10:30", AT],
    ["2026-03-14T11:30:00 +1030", AT],
    ["2026-03-13T20:00:00-05:00", AT],
    ["x2026-03-14T01:00:00x", AT],
    ["2026-03-14  01:00:00", undefined],
    ["2026-03-14-01:00:00", undefined],
    ["2026.03.14 01:00:00", undefined],
    ["2026-3-14 01:00:00", undefined],
    ["2026-03-1 01:00:00", undefined],
    ["202-03-14 01:00:00", undefined],
    ["2026-03-14 1:00:00", undefined],
    ["2026-03-14 01:0:00", undefined],
    ["2026-03-14 01:00:0", undefined],
    ["2026-13-14 01:00:00", undefined],
  ])("%j: %s", async (line, expected) => {
    expect(await timesOf(`# log\n${line}`)).toEqual([expected, expected]);
  });

  test("are in UTC where they name no zone, wherever the log is read", async () => {
    // Without a zone, a browser would take them for its own.
    const parse = vi.spyOn(Date, "parse");
    try {
      await timesOf("2026-03-14 01:00:00\n2026/03/14T01:00:00utc\n2026-03-14t01:00:00z");
      expect(parse.mock.calls).toEqual(Array.from({ length: 3 }, () => ["2026-03-14T01:00:00Z"]));
    } finally {
      parse.mockRestore();
    }
  });

  test("are its earliest and its latest, in whatever order and form", async () => {
    const log = "2409 522018 A\n2026-03-14T03:00:00Z\nweek 2409 second 518418\n2409 522019 B\n";
    expect(await timesOf(log)).toEqual(["2026-03-14T00:00:00.000Z", "2026-03-14T03:00:00.000Z"]);
    expect(await timesOf("2026-13-14 01:00:00 2409\n2409 522018\n2026-99-99 01:00:00")).toEqual([
      "2026-03-14T01:00:00.000Z",
      "2026-03-14T01:00:00.000Z",
    ]);
  });
});

/** A text with something at this place, in one line or in lines of a hundred letters. */
const placed = (what: string, at: number, length: number, inLines: boolean): string => {
  const filler = (inLines ? `${"x".repeat(99)}\n` : "x").repeat(length).slice(0, length);
  return `${filler.slice(0, at)} ${what} ${filler.slice(at)}`;
};

const numbers = (count: number, digits: number): readonly string[] =>
  Array.from({ length: count }, (_, at) => String(at).padStart(digits, "0"));
const countOf = async (text: string, list: "projectIds" | "parts"): Promise<number> => {
  const read = await readFmsLog(source(text));
  return read.ok ? read[list].length : -1;
};

const projectsOf = (count: number): readonly string[] => numbers(count, 5).map((no) => `PRJ${no}`);
const partsOf = (count: number): readonly string[] => numbers(count, 6).map((no) => `FL${no}_01`);

describe("a log of many pieces", () => {
  test("loses no word where two pieces meet", async () => {
    for (const at of [-9, -5, -1, 0, 3])
      for (const inLines of [true, false])
        expect(await projects(placed("PRJ10001", PIECE + at, PIECE + 9_000, inLines))).toBe(
          "PRJ10001",
        );
  });

  test("loses no word where a line that is too long is cut", async () => {
    for (const at of [-70, -64, -9, -8, -5, -1, 0, 3])
      expect(await projects(placed("PRJ10001", PIECE - LONGEST_LINE + at, PIECE + 9, false))).toBe(
        "PRJ10001",
      );
    for (const length of [LONGEST_LINE + 10, LONGEST_LINE + 90])
      expect(await projects(placed("PRJ10001", 8_000, length, false))).toBe("PRJ10001");
  });

  test("takes an event whose line lies in two pieces", async () => {
    const line = "2409 10 LINE 001 START\n2409 20 LINE 001 END\n";
    for (const at of [0, 5, 22, 23, 30]) {
      const before = "y\n".repeat(PIECE / 2 - 20).padEnd(PIECE - at, "\n");
      expect(await readFmsLines(source(before + line))).toHaveLength(1);
      const carriage = source((before + line).replaceAll("\n", "\r"));
      expect((await readFmsLog(carriage)) as object).toMatchObject({ projectIds: [] });
    }
  });

  test("takes no word before its end has come", async () => {
    const before = "y\n".repeat(PIECE / 2 - 10).padEnd(PIECE - "PRJ10001".length, "\n");
    expect(await projects(`${before}PRJ100012\n`)).toBe("");
    expect(await projects(`${before}PRJ10001\n`)).toBe("PRJ10001");
  });

  test("cuts no line that is shorter than the longest, nor a letter", async () => {
    const [start, end] = ["START", "END"].map((event, at) => {
      const gap = " ".repeat(8);
      return `${" ".repeat(16)}2409${gap}${at + 1}${gap}LINE${gap}${"é".repeat(32)}${gap}${event}\n`;
    });
    // Up to the longest line before the end of a piece, and over its end.
    const places = [-LONGEST_LINE - 122, -LONGEST_LINE - 124, -140, -80, -79, -60, -59, -5];
    for (const place of places) {
      const log = `${"\n".repeat(PIECE + place)}${start}${"\n".repeat(PIECE)}${end}`;
      expect(await readFmsLines(source(log)), `${place}`).toHaveLength(1);
    }
  });

  test("names its first thousand projects, and its first hundred parts", async () => {
    const filler = `${"y".repeat(99)}\n`.repeat(PIECE / 100);
    const log = (ids: readonly string[], more: string): string =>
      `${ids.join(" ")}\n${filler}${more}\n`;
    expect(await countOf(log(projectsOf(999), "PRJ99999"), "projectIds")).toBe(1_000);
    expect(await countOf(log(projectsOf(1_000), "PRJ99999"), "projectIds")).toBe(1_000);
    expect(await countOf(log(partsOf(99), "FL999999_01"), "parts")).toBe(100);
    expect(await countOf(log(partsOf(100), "FL999999_01"), "parts")).toBe(100);
  });
});

/** The reads of a file of this size, from whose bytes nothing comes. */
async function readsOf(
  size: number,
  read: typeof readFmsLog | typeof readFmsLines,
): Promise<readonly string[]> {
  const reads: string[] = [];
  await read({
    path: "a.log",
    size,
    read: (start, end) => {
      reads.push(`${start}+${end - start}`);
      return Promise.resolve(new Uint8Array(0));
    },
  });
  return reads;
}

const chunks = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, at) => `${at * CHUNK}+${CHUNK}`);

describe("what is read of a log", () => {
  test("is all of it up to 128 MB, of a longer one the first 64 MB and the last 8 MB", async () => {
    expect(await readsOf(500, readFmsLog)).toEqual(["0+500", "0+500"]);
    expect(await readsOf(CHUNK + 7, readFmsLog)).toEqual(["0+1024", `0+${CHUNK}`, `${CHUNK}+7`]);
    const most = 128 * MEGABYTE;
    expect(await readsOf(most, readFmsLog)).toEqual(["0+1024", ...chunks(16)]);
    expect(await readsOf(most + 2, readFmsLog)).toEqual([
      "0+1024",
      ...chunks(8),
      `${most + 2 - CHUNK}+${CHUNK}`,
    ]);
  });

  test("begins at an even place, where units of UTF-16 do", async () => {
    const size = 128 * MEGABYTE + 1;
    expect((await readsOf(size, readFmsLog)).slice(-2)).toEqual([
      `${size - 1 - CHUNK}+${CHUNK}`,
      `${size - 1}+1`,
    ]);
  });

  test("is its first 128 MB where its lines alone are asked for", async () => {
    expect(await readsOf(500, readFmsLines)).toEqual(["0+500", "0+500"]);
    expect(await readsOf(1_000 * MEGABYTE, readFmsLines)).toEqual(["0+1024", ...chunks(16)]);
  });
});

const linesOf = async (text: string): Promise<readonly string[]> =>
  (await readFmsLines(source(text))).map(
    ({ name, week, start, end }) => `${name}: ${week} ${start}-${end}`,
  );

const named = (name: string): string => `2409 10 LINE ${name} START\n2409 20 LINE ${name} END\n`;

const linesOfEvents = (...events: readonly string[]): Promise<readonly string[]> =>
  linesOf(events.map((event) => `2409 ${event}\n`).join(""));

const manyLines = (count: number): string =>
  Array.from({ length: count }, (_, at) => `2409 1 LINE ${at} START\n2409 2 LINE ${at} END\n`).join(
    "",
  );

describe("the lines of a log", () => {
  const END = "2409 20 LINE 1 END";

  test.each([
    ["2409 10 LINE 1 START", true],
    ["2409 10.123456789 LINE 1 START", true],
    ["2409,10,LINE,1 START", false],
    ["2409,10,LINE 1 START", true],
    ["2409;10;LINE_1 START", true],
    ["2409:10 line:1 start", true],
    ["2409\t10\tLINE-1\tSTART", true],
    ['"2409 10" LINE #1 START', true],
    ["2409 10 LINE 1 START PRJ10001", true],
    ["2409 10 LINE        1        START", true],
    ["2409 10 LINE         1 START", false],
    ["2409 10 LINE 1         START", false],
    ["2409         10 LINE 1 START", false],
    ["2409 10         LINE 1 START", false],
    [`${" ".repeat(16)}2409 10 LINE 1 START`, true],
    [`${" ".repeat(17)}2409 10 LINE 1 START`, false],
    ["x2409 10 LINE 1 START", false],
    ["24091 10 LINE 1 START", false],
    ["240 10 LINE 1 START", false],
    ["2409 1234567 LINE 1 START", false],
    ["2409 x LINE 1 START", false],
    ["240910 LINE 1 START", false],
    ["2409 10LINE 1 START", false],
    ["2409 10 LINE1 START", false],
    ["2409 10 LINE 1START", false],
    ["2409 10 LINE 1 STARTED", false],
    ["2409 10 LINE START", false],
    ["2409 10 LANE 1 START", false],
  ])("%j begins one: %s", async (line, begins) => {
    const found = await linesOf(`# log\n${line}\n${END}\n`);
    expect(found).toHaveLength(begins ? 1 : 0);
  });

  test("have names of up to 32 letters, whatever these are", async () => {
    expect(await linesOf(named("L-1/é"))).toEqual(["L-1/é: 2409 10-20"]);
    expect(await linesOf(named("x".repeat(32)))).toEqual([`${"x".repeat(32)}: 2409 10-20`]);
    expect(await linesOf(named("x".repeat(33)))).toEqual([]);
  });

  test("end once, with the last start before, and not before it or at it", async () => {
    expect(await linesOfEvents("10 LINE 1 START", "12 LINE 1 START", "20 LINE 1 END")).toEqual([
      "1: 2409 12-20",
    ]);
    expect(await linesOfEvents("10 LINE 1 START", "20 LINE 1 END", "30 LINE 1 END")).toEqual([
      "1: 2409 10-20",
    ]);
    expect(await linesOfEvents("10 LINE 1 START", "10 LINE 1 END")).toEqual([]);
    expect(await linesOfEvents("10 LINE 1 START", "10.5 LINE 1 END")).toEqual(["1: 2409 10-10.5"]);
    expect(await linesOfEvents("10 LINE 1 START", "9 LINE 1 END")).toEqual([]);
    expect(
      await linesOfEvents("10 LINE 1 START", "11 LINE 2 START", "20 LINE 2 END", "21 LINE 1 END"),
    ).toEqual(["2: 2409 11-20", "1: 2409 10-21"]);
  });

  test("go on over the end of a week", async () => {
    expect(await linesOf("2409 604799 LINE 1 START\n2410 1 LINE 1 END\n")).toEqual([
      "1: 2409 604799-604801",
    ]);
    expect(await linesOf("2410 1 LINE 1 START\n2409 604799 LINE 1 END\n")).toEqual([]);
  });

  test("are the first 100,000", async () => {
    expect(await linesOf(manyLines(100_001))).toHaveLength(100_000);
    const open = Array.from({ length: 100_000 }, (_, at) => `2409 1 LINE ${at} START\n`).join("");
    const more = "2409 1 LINE more START\n2409 3 LINE more END\n2409 3 LINE 7 END\n";
    expect(await linesOf(open + more)).toEqual(["7: 2409 1-3"]);
  });
});
