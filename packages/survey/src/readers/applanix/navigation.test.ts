import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { applanixFile } from "../../../../../tools/sample/applanix-writer.ts";
import { hasRealData, realFile } from "../../../../../tools/testing/real-data.ts";
import { memorySource } from "../file-source.ts";
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

test("any bytes give a result", async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), async (bytes) => {
      expect((await solutions(bytes)).summary).toHaveProperty("ok");
    }),
    { numRuns: 200 },
  );
  expect((await solutions()).summary).toEqual({ ok: false, fault: "noRecords" });
});
