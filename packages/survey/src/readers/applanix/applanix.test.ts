import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { applanixFile, sealed } from "../../../../../tools/sample/applanix-writer.ts";
import { BinaryWriter } from "../../../../../tools/sample/binary-writer.ts";
import { hasRealData, realFile } from "../../../../../tools/testing/real-data.ts";
import { joined } from "../../testing/judged.ts";
import { sparseSource } from "../../testing/sparse-source.ts";
import { readApplanix, readApplanixEnds } from "./applanix.ts";
import { memorySource } from "../file-source.ts";

const UP = Date.UTC(2026, 2, 14, 1, 0, 0);
const SPAN = { start: UP, end: UP + 60_000, serial: "7045", latitude: -37, longitude: 145 };

describe.runIf(hasRealData)("the real recording (../shared/data)", () => {
  test("has serial 5268, its week, its span and no bad record", async () => {
    const pos = await readApplanix(realFile("applanix/real_poslv_display.000"));
    expect(pos).toMatchObject({ ok: true, serial: "5268", gpsWeek: 1694, leapSeconds: 15 });
    expect(pos).toMatchObject({ records: 2973, badRecords: 0 });
    if (!pos.ok) throw new Error(pos.fault);
    expect(pos.startSeconds).toBeCloseTo(152_102.906, 3);
    expect(pos.endSeconds).toBeCloseTo(152_182.815, 3);
    expect(new Date(pos.start ?? 0).toISOString()).toBe("2012-06-25T18:14:47.906Z");
  });

  test.each(["applanix_tailcut.000", "applanix_headcut.001"])("cut as %s is read", async (name) => {
    const pos = await readApplanix(realFile(`applanix/${name}`));
    expect(pos).toMatchObject({ ok: true, serial: "5268", gpsWeek: 1694, badRecords: 0 });
  });
});

describe("an Applanix recording", () => {
  test("gives back what was written", async () => {
    const pos = await readApplanix(memorySource("a.000", applanixFile(SPAN)));
    expect(pos).toMatchObject({ ok: true, serial: "7045", badRecords: 0 });
    expect(pos).toMatchObject({ start: UP, end: UP + 59_000, records: 127 });
  });

  test("over the end of a week goes on in the next", async () => {
    const start = Date.UTC(2026, 2, 14, 23, 59, 20);
    const file = applanixFile({ ...SPAN, start, end: start + 60_000 });
    const pos = await readApplanix(memorySource("a.000", file));
    expect(pos).toMatchObject({ ok: true, gpsWeek: 2409, start, end: start + 59_000 });
    expect(pos).toMatchObject({ startSeconds: 604_778, endSeconds: 604_837 });
  });

  test.each([
    ["a byte of a body", 200],
    ["a byte of a length", 16 + 6],
    ["the first letter of a mark", 16],
  ])("with damage in %s has one bad record and loses no other", async (_, at) => {
    const file = applanixFile(SPAN);
    file[at] = (file[at] ?? 0) ^ 0x15;
    const pos = await readApplanix(memorySource("a.000", file));
    expect(pos).toMatchObject({ ok: true, records: 126, badRecords: 1, serial: "7045" });
  });

  test("that begins and ends within a record loses these two alone", async () => {
    const file = applanixFile(SPAN);
    for (let cut = 1; cut < 60; cut++) {
      const pos = await readApplanix(memorySource("a.001", file.subarray(cut, -cut)));
      expect(pos).toMatchObject({ ok: true, serial: "7045", gpsWeek: 2409, badRecords: 0 });
      expect(pos.ok && pos.records).toBeGreaterThanOrEqual(124);
    }
  });

  test("with rubbish between records, that looks like records too, keeps them all", async () => {
    const file = applanixFile(SPAN);
    const rubbish = new TextEncoder().encode("$GRP\x03\x00\x40\x00 $MSG$#$$GR");
    const joint = 16;
    const bytes = new Uint8Array([...file.subarray(0, joint), ...rubbish, ...file.subarray(joint)]);
    const pos = await readApplanix(memorySource("a.000", bytes));
    expect(pos).toMatchObject({ ok: true, records: 127, serial: "7045" });
    expect(pos.ok && pos.badRecords).toBeGreaterThan(0);
  });

  test("of 3 GB is known by its two ends", async () => {
    const tail = applanixFile({ ...SPAN, start: UP + 7_200_000, end: UP + 7_260_000 });
    const [first, last] = [[0, applanixFile(SPAN)] as const, [3e9 - tail.length, tail] as const];
    const { source, bytesRead } = sparseSource("a.000", 3e9, first, last);
    const pos = await readApplanixEnds(source);
    expect(pos).toMatchObject({ ok: true, serial: "7045", start: UP, end: UP + 7_259_000 });
    expect(bytesRead()).toBeLessThan(2_000_000);
  });

  test("of which 20 MB hold no record is read on at its end", async () => {
    const tail = applanixFile({ ...SPAN, start: UP + 60_000, end: UP + 90_000 });
    const [first, last] = [[0, applanixFile(SPAN)] as const, [1e10 - tail.length, tail] as const];
    const { source, bytesRead } = sparseSource("a.000", 1e10, first, last);
    const pos = await readApplanix(source);
    expect(pos).toMatchObject({ ok: true, serial: "7045", start: UP, end: UP + 89_000 });
    expect(bytesRead()).toBeLessThan(25_000_000);
  });

  test("takes no times from a group that ends before their types", async () => {
    const writer = new BinaryWriter(34).text("$GRP").u16(5).u16(26).f64(1).f64(1);
    const file = joined(sealed(writer), applanixFile(SPAN));
    const pos = await readApplanix(memorySource("a.000", file));
    expect(pos).toMatchObject({ ok: true, records: 128, startSeconds: 522_018 });
  });

  test("that is none is refused", async () => {
    expect(await readApplanix(memorySource("a.000", new Uint8Array(0)))).toMatchObject({
      fault: "empty",
    });
    const zeros = memorySource("a.000", new Uint8Array(100_000));
    expect(await readApplanixEnds(zeros)).toEqual({ ok: false, fault: "noRecords" });
  });

  test("of nothing but headers costs no more than its length", async () => {
    // Each header promises a record that ends at an end mark far behind: every checksum is asked for.
    const file = new Uint8Array(3_000_000);
    const view = new DataView(file.buffer);
    for (let at = 0; at + 12 <= file.length; at += 12) {
      view.setUint32(at, 0x24475250);
      view.setUint16(at + 6, 59_998, true);
      view.setUint32(at + 8, 0x00002423);
    }
    for (let at = 0; at + 12 <= file.length; at += 12) view.setUint16(at + 6, 60_004, true);
    expect(await readApplanix(memorySource("a.000", file))).toMatchObject({ fault: "noRecords" });
  });

  test("of any bytes gives a result", async () => {
    const valid = applanixFile({ ...SPAN, end: UP + 3000 });
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 400 }),
      fc
        .array(fc.tuple(fc.nat(valid.length - 1), fc.nat(255)), { maxLength: 20 })
        .map((changes) => {
          const made = valid.slice();
          for (const [at, byte] of changes) made[at] = byte;
          return made;
        }),
    );
    await fc.assert(
      fc.asyncProperty(bytes, async (file) => {
        const source = memorySource("a.000", file);
        expect(await readApplanix(source)).toHaveProperty("ok");
        expect(await readApplanixEnds(source)).toHaveProperty("ok");
      }),
      { numRuns: 500 },
    );
  });
});
