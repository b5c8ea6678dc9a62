import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { CopcBody } from "@swath/pointcloud/copc";
import { copySettings, LasWriter, lasPoints, openLas } from "@swath/pointcloud/las";
import { LazBody } from "@swath/pointcloud/laz";
import { lasBytes, memoryFile, memorySpool, plannedRecords } from "@swath/pointcloud/testing";
import { createLazPerf } from "laz-perf";
import { expect, test } from "vitest";
import { testFolder } from "../testing/call-program.ts";
import { type LaszipLibrary, loadLaszip } from "../../../../tools/testing/laszip-library.ts";

const POINTS = 60_000;
const FORMATS = [6, 7, 8] as const;
const POINT_OFFSET = 96;

const sourceOf = (bytes: Uint8Array) => ({
  size: bytes.length,
  read: async (start: number, end: number) => bytes.subarray(start, end),
});

/** Points of a format in which every field changes, in a file of LAS, and the same as written. */
async function files(format: number, coding: "las" | "laz" | "copc" = "laz") {
  const las = lasBytes({ format, extraBytes: 3, packed: plannedRecords(format, POINTS) });
  const opened = await openLas(sourceOf(las));
  if ("fault" in opened) throw new Error(opened.fault);
  const settings = copySettings(opened.file);
  const file = memoryFile();
  const body = {
    las: () => undefined,
    laz: () => new LazBody(file, settings),
    copc: () => new CopcBody(file, settings, memorySpool(), { nodePoints: 10_000 }),
  };
  const writer = new LasWriter(file, settings, body[coding]());
  for await (const block of lasPoints(sourceOf(las), opened.file)) await writer.append(block);
  await writer.end();
  return { las, written: file.bytes(), recordBytes: opened.file.header.recordBytes };
}

const pointsOf = (file: Uint8Array): Buffer =>
  Buffer.from(file).subarray(Buffer.from(file).readUInt32LE(POINT_OFFSET));

/** Records in an order of their own: those of an octree stand in another. */
const sorted = (records: Buffer, bytes: number): string[] =>
  Array.from({ length: records.length / bytes }, (_, at) =>
    records.toString("latin1", at * bytes, (at + 1) * bytes),
  ).toSorted();

async function byLazPerf(file: Uint8Array, recordBytes: number): Promise<Buffer> {
  const lazPerf = await createLazPerf();
  const at = lazPerf._malloc(file.length);
  const point = lazPerf._malloc(recordBytes);
  lazPerf.HEAPU8.set(file, at);
  const laszip = new lazPerf.LASZip();
  laszip.open(at, file.length);
  const records = Buffer.alloc(laszip.getCount() * recordBytes);
  for (let to = 0; to < records.length; to += recordBytes) {
    laszip.getPoint(point);
    records.set(lazPerf.HEAPU8.subarray(point, point + recordBytes), to);
  }
  laszip.delete();
  return records;
}

test.each(FORMATS)(
  "laz-perf reads every byte of the points of a LAZ file, format %i",
  async (format) => {
    const { las, written, recordBytes } = await files(format);
    const records = await byLazPerf(written, recordBytes);
    expect(records.equals(pointsOf(las))).toBe(true);
  },
);

test.each(FORMATS)(
  "laz-perf reads every byte of the points of a COPC file, format %i",
  async (format) => {
    const { las, written, recordBytes } = await files(format, "copc");
    const records = await byLazPerf(written, recordBytes);
    expect(sorted(records, recordBytes)).toEqual(sorted(pointsOf(las), recordBytes));
  },
);

const laszip = await loadLaszip();
const WITHOUT = "skipped without liblaszip.so.8, which Debian 13 has";

/** The same points as LAS or LAZ, read and written by liblaszip. */
function copyByLaszip(library: LaszipLibrary, from: string, to: string, coded: 0 | 1): void {
  const handles = [0, 1].map(() => {
    const handle: unknown[] = [null];
    expect(library.create(handle)).toBe(0);
    return handle[0];
  });
  const [reader, writer] = handles;
  const [header, point]: unknown[][] = [[null], [null]];
  expect(library.openReader(reader, from, [0])).toBe(0);
  library.headerOf(reader, header!);
  library.pointOf(reader, point!);
  library.setHeader(writer, header![0]);
  library.keepSoftware(writer, 1);
  expect(library.openWriter(writer, to, coded)).toBe(0);
  let failed = 0;
  for (let left = POINTS; left > 0; left -= 1)
    failed +=
      library.readPoint(reader) + library.setPoint(writer, point![0]) + library.writePoint(writer);
  expect(failed).toBe(0);
  library.closeWriter(writer);
  library.closeReader(reader);
  for (const handle of handles) library.destroy(handle);
}

test.skipIf(laszip === undefined).each([...FORMATS, 9, 10])(
  `liblaszip reads every byte of the points of a LAZ file, and writes the same file, format %i (${WITHOUT})`,
  async (format) => {
    const { las, written } = await files(format);
    const folder = testFolder();
    const path = (name: string) => join(folder, name);
    writeFileSync(path("own.laz"), written);
    writeFileSync(path("own.las"), (await files(format, "las")).written);
    copyByLaszip(laszip!, path("own.laz"), path("their.las"), 0);
    expect(pointsOf(readFileSync(path("their.las"))).equals(pointsOf(las))).toBe(true);
    copyByLaszip(laszip!, path("own.las"), path("their.laz"), 1);
    const their = readFileSync(path("their.laz"));
    // The first eight bytes say where the table stands, which the header's size moves.
    const [own, peer] = [pointsOf(written).subarray(8), pointsOf(their).subarray(8)];
    expect(own.equals(peer)).toBe(true);
  },
);

test.skipIf(laszip === undefined)(
  `liblaszip reads every byte of the points of a COPC file (${WITHOUT})`,
  async () => {
    const { las, written, recordBytes } = await files(7, "copc");
    const folder = testFolder();
    writeFileSync(join(folder, "own.copc.laz"), written);
    copyByLaszip(laszip!, join(folder, "own.copc.laz"), join(folder, "their.las"), 0);
    const their = readFileSync(join(folder, "their.las"));
    expect(sorted(pointsOf(their).subarray(0, POINTS * recordBytes), recordBytes)).toEqual(
      sorted(pointsOf(las), recordBytes),
    );
  },
);

const pdal = await promisify(execFile)("pdal", ["--version"]).catch(() => undefined);

test.skipIf(pdal === undefined)("PDAL finds every point (skipped without pdal)", async () => {
  const path = join(testFolder(), "own.copc.laz");
  writeFileSync(path, (await files(7, "copc")).written);
  const { stdout } = await promisify(execFile)("pdal", ["info", "--summary", path]);
  expect(JSON.parse(stdout)).toMatchObject({ summary: { num_points: POINTS } });
});
