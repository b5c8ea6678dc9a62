import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { applanixFile, group, sealed } from "../../../../../tools/sample/applanix-writer.ts";
import { BinaryWriter } from "../../../../../tools/sample/binary-writer.ts";
import { hasRealData, realFile } from "../../../../../tools/testing/real-data.ts";
import { joined } from "../../testing/judged.ts";
import { type FileSource, memorySource } from "../file-source.ts";
import { type NavigationSolution, readNavigation } from "./navigation.ts";

const UP = Date.UTC(2026, 2, 14, 1, 0, 0);
const SPAN = { start: UP, end: UP + 60_000, serial: "7045", latitude: -37, longitude: 145 };

async function solutions(...files: readonly Uint8Array[]) {
  const read: NavigationSolution[] = [];
  const sources = files.map((bytes, i) => memorySource(`a.00${i}`, bytes));
  return { read, summary: await readNavigation(sources, (solution) => read.push(solution)) };
}

describe.runIf(hasRealData)("the real recording (../shared/data)", () => {
  test("has 82 solutions near Kingston, Ontario, in coarse alignment", async () => {
    const read: NavigationSolution[] = [];
    const file = realFile("applanix/real_poslv_display.000");
    const summary = await readNavigation([file], (solution) => read.push(solution));
    expect(summary).toMatchObject({ ok: true, gpsWeek: 1694, leapSeconds: 15, badRecords: 0 });
    expect(read).toHaveLength(82);
    expect(read[0]?.time).toBeCloseTo(152_103.239, 3);
    expect(read[0]).toMatchObject({ alignment: 4, height: expect.closeTo(77.2, 1) });
    expect(read[0]).toMatchObject({
      roll: expect.closeTo(1.84, 2),
      heading: expect.closeTo(16.8, 1),
    });
    for (const solution of read) {
      expect(solution.latitude).toBeCloseTo(44.2449, 3);
      expect(solution.longitude).toBeCloseTo(-76.5096, 3);
      expect(Math.hypot(...solution.velocity)).toBeLessThan(1);
    }
  });

  test("cut in two anywhere has the same solutions", async () => {
    const whole = realFile("applanix/real_poslv_display.000");
    const bytes = await whole.read(0, whole.size);
    const all = await solutions(bytes);
    for (const cut of [1, 1757, 100_003, 262_990]) {
      const parts = await solutions(bytes.subarray(0, cut), bytes.subarray(cut));
      expect(parts.read).toEqual(all.read);
      expect(parts.summary).toEqual(all.summary);
    }
  });

  test("of which a stretch between two files is lost keeps what is whole", async () => {
    const [tail, head] = ["applanix_tailcut.000", "applanix_headcut.001"].map((name) =>
      realFile(`applanix/${name}`),
    );
    const read: NavigationSolution[] = [];
    const summary = await readNavigation([tail!, head!], (solution) => read.push(solution));
    expect(summary).toMatchObject({ ok: true, records: 1690 + 1327 });
    expect(read.length).toBeGreaterThan(70);
  });
});

test("solutions are given back as written", async () => {
  const { read, summary } = await solutions(applanixFile(SPAN));
  expect(summary).toMatchObject({ ok: true, gpsWeek: 2409, leapSeconds: 18, timeless: 0 });
  expect(read).toHaveLength(60);
  expect(read[0]).toMatchObject({ latitude: -37, longitude: 145, height: 1500, alignment: 0 });
  expect(read[0]).toMatchObject({ roll: 0.2, pitch: 1.5, heading: 90, velocity: [0.5, 70, 0] });
  expect(read[0]?.time).toBe(522_018);
});

test("times go on over the end of a week, from one file to the next", async () => {
  const start = Date.UTC(2026, 2, 14, 23, 59, 30);
  const first = applanixFile({ ...SPAN, start, end: start + 20_000 });
  const second = applanixFile({ ...SPAN, start: start + 20_000, end: start + 40_000 });
  const { read, summary } = await solutions(first, second);
  expect(read.map(({ time }) => time)).toEqual(Array.from({ length: 40 }, (_, i) => 604_788 + i));
  expect(summary).toMatchObject({ gpsWeek: 2409 });
});

test("a solution with a wrong checksum is left out", async () => {
  const file = applanixFile(SPAN);
  const whole = await solutions(file);
  file[60] = file[60]! ^ 1;
  const damaged = await solutions(file);
  expect(damaged.read).toEqual(whole.read.slice(1));
  expect(damaged.summary).toMatchObject({ badRecords: 1 });
});

/** A group 1 whose fields are all different. */
const navigation = (seconds: number): Uint8Array =>
  group(1, seconds, 101, (w) => {
    w.f64(-37.25).f64(145.5).f64(1500.125).f32(1).f32(2).f32(3);
    w.f64(4.5).f64(5.5).f64(6.5).f64(7.5).f32(8).f32(9);
    w.f32(10).f32(11).f32(12).f32(13).f32(14).f32(15).u8(4);
  });
/** A group 3 without satellites. */
const status = (seconds: number, week: number, leap: number, id = 3): Uint8Array =>
  group(id, seconds, 46, (w) => w.u8(2).u8(0).u16(0).skip(14).u32(week).f64(leap));
interface Header {
  readonly mark?: string;
  readonly id: number;
  readonly length: number;
  readonly seconds: number;
  /** Types of both times; 0x11: GPS time. */
  readonly types?: number;
}
/** A record with nothing behind its times, which may lack the room for their types. */
function bare({ mark = "$GRP", id, length, seconds, types = 0x11 }: Header): Uint8Array {
  const writer = new BinaryWriter(length)
    .text(mark)
    .u16(id)
    .u16(length - 8);
  writer.f64(seconds).f64(seconds);
  if (length >= 38) writer.skip(8).u8(types);
  return sealed(writer);
}

test("each field of a solution is read from its place", async () => {
  const { read, summary } = await solutions(navigation(100.5));
  expect(read).toEqual([
    {
      time: 100.5,
      latitude: -37.25,
      longitude: 145.5,
      height: 1500.125,
      velocity: [1, 2, 3],
      roll: 4.5,
      pitch: 5.5,
      heading: 6.5,
      rate: [10, 11, 12],
      acceleration: [13, 14, 15],
      alignment: 4,
    },
  ]);
  expect(summary).toEqual({
    ok: true,
    gpsWeek: undefined,
    leapSeconds: 18,
    records: 1,
    badRecords: 0,
    timeless: 0,
  });
});

test.each([
  [{ length: 140 }, { read: 1, timeless: 0 }],
  [{ length: 138 }, { read: 0, timeless: 0 }],
  [
    { length: 140, types: 0x10 },
    { read: 1, timeless: 0 },
  ],
  [
    { length: 140, types: 0 },
    { read: 0, timeless: 1 },
  ],
  [
    { length: 138, types: 0 },
    { read: 0, timeless: 0 },
  ],
  [
    { length: 140, id: 2 },
    { read: 0, timeless: 0 },
  ],
  [
    { length: 140, id: 2, types: 0 },
    { read: 0, timeless: 0 },
  ],
  [
    { length: 140, mark: "$MSG" },
    { read: 0, timeless: 0 },
  ],
])("of a record with %j is read: %j", async (header, { read, timeless }) => {
  const result = await solutions(bare({ id: 1, seconds: 7, ...header }));
  expect(result.read.map(({ time }) => time)).toEqual(read === 1 ? [7] : []);
  expect(result.summary).toMatchObject({ ok: true, records: 1, timeless });
});

test.each([
  [{ length: 38 }, 604_810],
  // The end mark stands where the types would, and reads as one of UTC.
  [{ length: 34 }, 10],
  [{ length: 26 }, 10],
  [{ length: 38, mark: "$MSG" }, 10],
])("a record with %j before the end of the week takes the next time to %i s", async (of, time) => {
  const before = bare({ id: 5, seconds: 604_790, ...of });
  const { read } = await solutions(joined(before, navigation(10)));
  expect(read.map((solution) => solution.time)).toEqual([time]);
});

test("group 3 alone tells the week and the leap seconds, as they were then", async () => {
  const told = await solutions(joined(navigation(1), status(1, 1694, 15), status(2, 1695, 16)));
  expect(told.summary).toMatchObject({ gpsWeek: 1694, leapSeconds: 15, records: 3, timeless: 0 });
  const none = await solutions(joined(navigation(1), status(1, 1694, 15, 4), status(1, 0, 15)));
  expect(none.summary).toMatchObject({ gpsWeek: undefined, leapSeconds: 18 });
});

const spansOf = (file: FileSource, spans: [number, number][]): FileSource => ({
  ...file,
  read: (start, end) => {
    spans.push([start, end]);
    return file.read(start, end);
  },
});

test("files are read in pieces of 1 MB, and a record over two of them is not lost", async () => {
  const file = applanixFile({ ...SPAN, end: UP + 2_400_000 });
  const read: NavigationSolution[] = [];
  const spans: [number, number][] = [];
  const summary = await readNavigation([spansOf(memorySource("a.000", file), spans)], (solution) =>
    read.push(solution),
  );
  expect(file.length).toBeGreaterThan(1_048_576);
  expect(spans).toEqual([
    [0, 1_048_576],
    [1_048_576, file.length],
  ]);
  expect(read).toHaveLength(2400);
  expect(summary).toMatchObject({ badRecords: 0 });
});

test("a file that ends with a piece is read no further", async () => {
  const file = applanixFile({ ...SPAN, end: UP + 2_400_000 }).subarray(0, 1_048_576);
  const spans: [number, number][] = [];
  await readNavigation([spansOf(memorySource("a.000", file), spans)], () => {});
  expect(spans).toEqual([[0, 1_048_576]]);
});

test("cut into files anywhere, empty ones among them, a recording has the same solutions", async () => {
  const file = applanixFile({ ...SPAN, end: UP + 4000 });
  const whole = await solutions(file);
  expect(whole.read).toHaveLength(4);
  const cuts = fc.array(fc.nat(file.length), { minLength: 1, maxLength: 3 });
  await fc.assert(
    fc.asyncProperty(cuts, async (places) => {
      const ends = [0, ...places.toSorted((one, other) => one - other), file.length];
      const files = ends.slice(1).map((end, index) => file.subarray(ends[index], end));
      expect(await solutions(...files)).toEqual(whole);
    }),
  );
});

test.each([
  ["nothing", []],
  ["an empty file", [new Uint8Array(0)]],
])("with %s behind it, a length that leads behind the end loses no record", async (_, behind) => {
  const wrong = navigation(1);
  wrong[7] = 0xf0;
  const { read, summary } = await solutions(joined(wrong, navigation(2)), ...behind);
  expect(read.map(({ time }) => time)).toEqual([2]);
  expect(summary).toMatchObject({ records: 1 });
});

test("any bytes give a result", async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), async (bytes) => {
      expect((await solutions(bytes)).summary).toHaveProperty("ok");
    }),
    { numRuns: 200 },
  );
  expect((await solutions()).summary).toEqual({ ok: false, fault: "noRecords" });
});
