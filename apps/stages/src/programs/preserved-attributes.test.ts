import { copyFile, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ELLIPSOIDAL_HEIGHTS, projectedSystemRecord } from "@swath/pointcloud/las";
import { EXTRA_BYTES, lasBytes, plannedRecords } from "@swath/pointcloud/testing";
import { describe, expect, test } from "vitest";
import { openPoints } from "../points/point-file.ts";
import { callProgram, measuresOf, testFolder } from "../testing/call-program.ts";
import { runDelivery } from "../testing/delivery-rig.ts";
import { type PointFields, pointFields } from "../testing/point-fields.ts";

const POINTS = 60;
const SYSTEM = projectedSystemRecord(28_356, 9001, ELLIPSOIDAL_HEIGHTS);

/** A descriptor of extra bytes, byte by byte (LAS 1.4-R15, 2.6). */
function descriptor(
  name: string,
  type: number,
  change: (bytes: Buffer) => void = () => {},
): Buffer {
  const bytes = Buffer.alloc(192);
  bytes[2] = type;
  bytes.write(name, 4);
  change(bytes);
  return bytes;
}
const QUALITY = descriptor("quality", 1);
const WIDTH = descriptor("width", 3, (bytes) => {
  bytes[3] = 8;
  bytes.writeDoubleLE(0.01, 112);
});

const waveformRecords = [100, 101].map((id) => ({
  user: "LASF_Spec",
  id,
  data: new Uint8Array(26).fill(id),
}));
const NAMES = { user: "LASF_Spec", id: 0, data: new TextEncoder().encode("B wires") };

interface Source {
  readonly format: number;
  readonly extra?: readonly Buffer[];
  readonly encoding?: number;
  readonly records?: readonly { user: string; id: number; data: Uint8Array }[];
}

/** A LAS file whose points have every attribute of its format. */
function sourceFile({
  format,
  extra = [QUALITY, WIDTH],
  encoding = 1,
  records,
}: Source): Uint8Array {
  const own = records ?? [...([4, 5, 9, 10].includes(format) ? waveformRecords : []), NAMES];
  const described = { user: "LASF_Spec", id: 4, data: Buffer.concat(extra) };
  return lasBytes({
    format,
    minor: format < 4 ? 2 : format < 6 ? 3 : 4,
    encoding,
    offset: [500_000, 6_000_000, 0],
    extraBytes: EXTRA_BYTES,
    records: [
      { user: SYSTEM.userId, id: SYSTEM.recordId, data: SYSTEM.data },
      ...(extra.length === 0 ? [] : [described]),
      ...own,
    ],
    packed: plannedRecords(format, POINTS),
  });
}

/** The project's 16 bytes of a header. */
const PROJECT = Uint8Array.from({ length: 16 }, (_, n) => n + 1);

/** A folder of source files with PI1's index. */
async function flightOf(sources: Readonly<Record<string, Source>>) {
  const points = testFolder();
  for (const [name, source] of Object.entries(sources)) {
    const bytes = sourceFile(source);
    bytes.set(PROJECT, 8);
    await writeFile(join(points, name), bytes);
  }
  expect(await callProgram("pi1", { points, out: points })).toEqual({ code: 0, errors: [] });
  return points;
}

/** Delivers the points of a folder as one tile. */
async function deliver(points: string) {
  const instruction = {
    tileExtents: { kind: "grid", side: 1_000 },
    products: [{ type: "pointCloud", format: "las" }],
  };
  const { code, errors, out } = await runDelivery(testFolder(), { instruction, files: {}, points });
  expect({ code, errors }).toEqual({ code: 0, errors: [] });
  return { out, tile: join(out, "points/PRJ00012_North_Pit_500000_6000000_points.las") };
}

/** As formats 6 to 10 hold it: a time that there is not is 0, and colours of four channels, if any. */
function held(fields: PointFields, format: number): PointFields {
  const { gpsTime, colors } = fields;
  return {
    ...fields,
    gpsTime: Number.isNaN(gpsTime) ? 0 : gpsTime,
    colors: format === 5 ? [...colors, 0] : colors,
  };
}

function expectSame(
  written: readonly PointFields[],
  source: readonly PointFields[],
  format: number,
) {
  expect(written).toHaveLength(source.length);
  for (const [n, point] of written.entries()) {
    const { scanAngle, ...expected } = held(source[n]!, format);
    const { scanAngle: angle, ...rest } = point;
    for (const axis of ["x", "y", "z"] as const)
      expect(Math.abs(rest[axis] - expected[axis])).toBeLessThan(1e-6);
    expect({ ...rest, x: 0, y: 0, z: 0 }).toEqual({ ...expected, x: 0, y: 0, z: 0 });
    expect(Math.abs(angle - scanAngle)).toBeLessThanOrEqual(format < 6 ? 0.003 : 1e-6);
  }
}

describe("every attribute of points is that of the source", () => {
  test.each([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10])("format %i", async (format) => {
    const points = await flightOf({ "a.las": { format } });
    const source = await pointFields(join(points, "a.las"));
    const index = join(points, "index.json");
    const icp1 = testFolder();
    expect((await callProgram("icp1", { points, index, out: icp1 })).code).toBe(0);
    const [moved, classified] = [testFolder(), testFolder()];
    const lists = { files: join(icp1, "files.json"), adjustment: join(icp1, "adjustment.json") };
    const icp2 = { points, index, ...lists, file: "a", out: moved };
    expect(await callProgram("icp2", icp2)).toEqual({ code: 0, errors: [] });
    // COPC has no waveforms.
    const name = [4, 5, 9, 10].includes(format) ? "a.laz" : "a.copc.laz";
    expectSame(await pointFields(join(moved, name)), source, format);
    const ground = { in: join(moved, name), classes: "keep", out: classified };
    expect(await callProgram("ground", ground)).toEqual({ code: 0, errors: [] });
    expectSame(await pointFields(join(classified, name)), source, format);
    await copyFile(index, join(classified, "index.json"));
    const { out, tile } = await deliver(classified);
    expectSame(await pointFields(tile), source, format);
    for (const path of [join(moved, name), join(classified, name), tile]) {
      const { las } = await openPoints(path);
      const kept = las.records.filter(({ userId }) => userId === "LASF_Spec");
      expect(kept.find(({ recordId }) => recordId === 4)?.data).toEqual(
        new Uint8Array(Buffer.concat([QUALITY, WIDTH])),
      );
      expect(kept.find(({ recordId }) => recordId === 0)?.data).toEqual(NAMES.data);
      expect(las.globalEncoding & 1).toBe(1);
      expect(las.projectId).toEqual(PROJECT);
    }
    const waveforms = [4, 5, 9, 10].includes(format) ? { waveformsApart: POINTS } : {};
    for (const folder of [moved, classified, out]) {
      const { waveformsApart, waveformsLost, extraBytesLost, recordsLost } = measuresOf(folder);
      const told = { waveformsApart, waveformsLost, extraBytesLost, recordsLost };
      expect(told).toEqual({
        waveformsApart: undefined,
        waveformsLost: undefined,
        extraBytesLost: undefined,
        recordsLost: undefined,
        ...waveforms,
      });
    }
  });
});

describe("a delivery of files that differ", () => {
  const UNKNOWN = 200;
  const quality = descriptor("quality", 1, (bytes) => {
    bytes[3] = 1 + 2 + 4;
    bytes[40] = UNKNOWN;
    // Smallest and largest value: of one file, not of what is made of several.
    bytes[64] = 1;
    bytes[88] = 9;
  });
  const without = descriptor("quality", 1, (bytes) => {
    bytes[3] = 1;
    bytes[40] = UNKNOWN;
  });
  const otherwise = descriptor("quality", 2);

  test("has the extra bytes of all, and says which have no place", async () => {
    const points = await flightOf({
      "a.las": { format: 7, extra: [quality, WIDTH] },
      "b.las": { format: 8, extra: [WIDTH, otherwise] },
    });
    const [a, b] = [
      await pointFields(join(points, "a.las")),
      await pointFields(join(points, "b.las")),
    ];
    const { out, tile } = await deliver(points);
    const { las } = await openPoints(tile);
    expect(las.header).toMatchObject({ pointFormat: 8, recordBytes: 38 + EXTRA_BYTES });
    const described = las.records.find(
      ({ userId, recordId }) => userId === "LASF_Spec" && recordId === 4,
    );
    expect(described?.data).toEqual(new Uint8Array(Buffer.concat([without, WIDTH])));
    expect(await pointFields(tile)).toEqual([
      ...a.map((point) => Object.assign(point, { colors: [...point.colors, 0] })),
      ...b.map((point) => Object.assign(point, { extra: [UNKNOWN, ...point.extra.slice(0, 2)] })),
    ]);
    const measures = JSON.parse(await readFile(join(out, "measures.json"), "utf8"));
    expect(measures).toContainEqual({
      name: "extraBytesLost",
      label: "Points with extra bytes that another file has otherwise: quality",
      value: POINTS,
      unit: "",
      join: "sum",
    });
  });

  test("keeps extra bytes that none describes, and does without them in other files", async () => {
    const points = await flightOf({
      "a.las": { format: 6, extra: [], records: [] },
      "b.las": { format: 6, extra: [WIDTH], records: [] },
    });
    const [a, b] = [
      await pointFields(join(points, "a.las")),
      await pointFields(join(points, "b.las")),
    ];
    const { tile, out } = await deliver(points);
    expect(await pointFields(tile)).toEqual([
      ...a.map((point) => Object.assign(point, { extra: [...point.extra, 0, 0] })),
      ...b.map((point) => Object.assign(point, { extra: [0, 0, 0, ...point.extra.slice(0, 2)] })),
    ]);
    expect(measuresOf(out)["extraBytesLost"]).toBe(POINTS);
  });

  test("cannot be COPC where they have waveforms", async () => {
    const points = await flightOf({ "a.las": { format: 9 } });
    const instruction = { products: [{ type: "pointCloud", format: "copc" }] };
    const { code, errors } = await runDelivery(testFolder(), { instruction, files: {}, points });
    expect(code).toBe(1);
    expect(errors.join()).toContain("in which the waveforms of these points have no place");
  });

  test("drops the waveforms that another file describes otherwise, and counts them", async () => {
    const other = [
      { ...waveformRecords[0]!, data: new Uint8Array(26).fill(7) },
      waveformRecords[1]!,
    ];
    const points = await flightOf({
      "a.las": { format: 9 },
      "b.las": { format: 9, records: [...other, NAMES] },
      "c.las": { format: 6 },
    });
    const { tile, out } = await deliver(points);
    const [a, b, c] = Array.from({ length: 3 }, (_, n) => n * POINTS);
    const waveforms = (await pointFields(tile)).map(({ waveform }) => waveform);
    const source = (await pointFields(join(points, "a.las"))).map(({ waveform }) => waveform);
    const none = Array.from({ length: 29 }, () => 0);
    expect(waveforms.slice(a, b)).toEqual(source);
    expect(waveforms.slice(b, c)).toEqual(source.map((each) => (each[0] === 1 ? none : each)));
    expect(waveforms.slice(c)).toEqual(source.map(() => none));
    expect(measuresOf(out)).toMatchObject({
      waveformsApart: 1.5 * POINTS,
      waveformsLost: 0.5 * POINTS,
      recordsLost: 1,
    });
  });
});
