import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { memorySource } from "./file-source.ts";
import { readEventLog } from "./event-log.ts";

const read = (text: string, leap?: number) =>
  readEventLog(memorySource("a.csv", new TextEncoder().encode(text)), leap);

describe("an EXIF log", () => {
  test("in UTC gives GPS time to the last digit", async () => {
    const log = await read(
      "file,time,latitude,longitude\r\nFL000101_0001.iiq,2026-03-14T01:00:00.1234567Z,-37,145\r\n",
    );
    expect(log).toMatchObject({ ok: true, unreadable: 0 });
    if (!log.ok) throw new Error(log.fault);
    expect(log.events[0]).toMatchObject({ file: "FL000101_0001.iiq", week: 2409 });
    expect(log.events[0]?.seconds).toBeCloseTo(522_018.123_456_7, 8);
  });

  test("in GPS week and seconds gives them as they are, before any UTC", async () => {
    const log = await read(
      `"Image Name";"GPS Week";"GPS Seconds";"Time"\n"IMAGES\\a.iiq";2409;100.000001;2026-03-14T01:00:00Z`,
    );
    expect(log).toMatchObject({ events: [{ file: "a.iiq", week: 2409, seconds: 100.000_001 }] });
  });

  test("takes UTC to GPS time by the recording's own leap seconds", async () => {
    const log = await read("image\ttime\na\t2012-06-25 18:14:47.906\n", 15);
    expect(log).toMatchObject({
      events: [{ week: 1694, seconds: expect.closeTo(152_102.906, 6) }],
    });
  });

  test("of a Saturday's last seconds is in the next week", async () => {
    const log = await read("file,time\na,2026-03-14T23:59:50Z\n");
    expect(log).toMatchObject({ events: [{ week: 2410, seconds: 8 }] });
  });

  test("counts rows that it cannot read, and leaves empty ones out", async () => {
    const log = await read(
      "file,time\na,yesterday\n\n,2026-03-14T01:00:00Z\nb,2026-13-41T99:00:00Z\n",
    );
    expect(log).toEqual({ ok: true, events: [], unreadable: 3 });
  });

  test.each([
    ["empty", ""],
    ["inconsistentHeader", "a,b\n1,2\n"],
    ["inconsistentHeader", "file,week\na,2409\n"],
    ["inconsistentHeader", "time\n2026-03-14T01:00:00Z\n"],
  ])("is refused as %s", async (fault, text) => {
    expect(await read(text)).toEqual({ ok: false, fault });
  });

  test("of any text gives a result", async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), async (bytes) => {
        const text = new TextDecoder("latin1").decode(bytes);
        expect(await read(`file,time,week,seconds\n${text}`)).toHaveProperty("ok");
        expect(await read(text)).toHaveProperty("ok");
      }),
    );
  });
});
