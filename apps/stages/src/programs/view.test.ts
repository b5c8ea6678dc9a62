import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { copcInfo } from "@swath/pointcloud/copc";
import { EXTRA_BYTES, lasBytes, plannedRecords } from "@swath/pointcloud/testing";
import { expect, test } from "vitest";
import { openPoints, readPoints } from "../points/point-file.ts";
import { writePoints } from "../points/write-points.ts";
import { runProgram } from "../program.ts";
import { testFolder } from "../testing/call-program.ts";
import { type PointFields, pointFields } from "../testing/point-fields.ts";
import { writeCloud } from "../testing/write-cloud.ts";
import { PROGRAMS } from "./index.ts";

const COUNT = 600;

async function prepare(path: string) {
  const [out, work] = [testFolder(), testFolder()];
  const [progress, errors]: [string[], string[]] = [[], []];
  const streams = {
    out: (line: string) => progress.push(line),
    err: (line: string) => errors.push(line),
  };
  const code = await runProgram(
    PROGRAMS,
    ["view", `--in=${path}`, `--out=${out}`, `--work=${work}`],
    streams,
  );
  return { code, errors, progress, out, work, copy: join(out, "cloud.copc.laz") };
}

function written(name: string, bytes: Uint8Array): string {
  const path = join(testFolder(), name);
  writeFileSync(path, bytes);
  return path;
}

/** What is looked at of points, in an order that an octree does not change. */
const looked = (fields: readonly PointFields[], colors: number) =>
  fields
    .map((point) => ({
      ...point,
      waveform: [],
      extra: [],
      scanAngle: Math.round(point.scanAngle),
      gpsTime: Number.isNaN(point.gpsTime) ? 0 : point.gpsTime,
      colors: point.colors.slice(0, colors),
      x: point.x.toFixed(3),
      y: point.y.toFixed(3),
      z: point.z.toFixed(3),
    }))
    .toSorted((one, other) => Number(one.y) - Number(other.y));

test.each([
  [0, 6, 0],
  [1, 6, 0],
  [2, 7, 3],
  [3, 7, 3],
  [4, 6, 0],
  [5, 7, 3],
  [6, 6, 0],
  [7, 7, 3],
  [8, 8, 4],
  [9, 6, 0],
  [10, 8, 4],
])(
  "a file of format %i becomes an octree of format %i with all its points",
  async (format, expected, colors) => {
    const packed = plannedRecords(format, COUNT);
    const source = written("a.las", lasBytes({ format, extraBytes: EXTRA_BYTES, packed }));
    const { code, errors, copy } = await prepare(source);
    expect({ code, errors }).toEqual({ code: 0, errors: [] });
    const { las } = await openPoints(copy);
    expect(copcInfo(las.records)).toBeDefined();
    expect(las.header).toMatchObject({ pointFormat: expected, pointCount: COUNT });
    expect(looked(await pointFields(copy), colors)).toEqual(
      looked(await pointFields(source), colors),
    );
  },
);

const POINTS = Array.from({ length: 130_000 }, (_, at) => ({
  x: 500_000 + (at % 400) / 4,
  y: 6_000_000 + Math.floor(at / 400) / 4,
  z: 40 + (at % 7) / 10,
  time: at / 1_000,
}));

/** LAZ as another program writes it: without an octree. */
async function lazFile(): Promise<string> {
  const folder = testFolder();
  await writeCloud(join(folder, "a.las"), POINTS);
  const file = await openPoints(join(folder, "a.las"));
  const settings = {
    pointFormat: 6,
    scale: file.las.scale,
    offset: file.las.offset,
    records: [],
    standardTime: true,
  } as const;
  await writePoints({ out: folder }, "b", "laz", settings, (append) => readPoints(file, append));
  return join(folder, "b.laz");
}

test("a LAZ file is prepared, says how far that is, and leaves no spool", async () => {
  const { code, progress, copy, out, work } = await prepare(await lazFile());
  expect(code).toBe(0);
  expect((await openPoints(copy)).las.header.pointCount).toBe(POINTS.length);
  const shares = progress.map((line) => Number(/^progress (\d\.\d\d)$/.exec(line)?.[1]));
  expect(shares.length).toBeGreaterThan(3);
  expect(shares).toEqual(shares.toSorted((one, other) => one - other));
  expect(shares.at(-1)).toBe(1);
  expect(readdirSync(out)).toEqual(["cloud.copc.laz"]);
  expect(readdirSync(work)).toEqual([]);
});

test("a LAZ file that is damaged in the middle says behind which point", async () => {
  const path = await lazFile();
  const bytes = readFileSync(path);
  // The head of the third chunk of 50,000 points.
  bytes.fill(0xa5, Math.floor(bytes.length * 0.74), Math.floor(bytes.length * 0.9));
  const { code, errors, out } = await prepare(written("b.laz", bytes));
  expect(code).toBe(1);
  expect(errors).toHaveLength(1);
  expect(errors[0]).toMatch(/^ERROR b\.laz: .+, behind point [1-9]\d+ of 130000$/);
  expect(readdirSync(out)).not.toContain("cloud.copc.laz");
});

const one = { at: [1, 2, 3] as const };
const cut = (bytes: Uint8Array) => bytes.subarray(0, bytes.length - 10);
test.each<[string, Uint8Array, string]>([
  ["is no LAS file", new TextEncoder().encode("x".repeat(400)), "is no LAS file"],
  ["is empty", new Uint8Array(), "is empty"],
  ["is cut off", cut(lasBytes({ format: 6, points: [one, one] })), "is cut off"],
  ["has no points", lasBytes({ format: 6, points: [] }), "holds no points"],
])("a file that %s is refused in words", async (_, bytes, words) => {
  const { code, errors } = await prepare(written("a.las", bytes));
  expect(code).toBe(1);
  expect(errors.join("\n")).toContain(words);
});
