import { mkdir, readdir, readFile, truncate, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { geotiffPlace } from "@swath/pointcloud/raster";
import { describe, expect, test } from "vitest";
import { fileTasks } from "../../points/file-tasks.ts";
import { comparedLines } from "../../points/index-file.ts";
import { openPoints, readPoints } from "../../points/point-file.ts";
import { callProgram as run } from "../../testing/call-program.ts";
import { writeCloud } from "../../testing/write-cloud.ts";
import type { SyntheticLine } from "../../testing/synthetic-flight.ts";
import {
  flightFolder,
  flightLine,
  measureOf,
  readOutput,
  type Shift,
  writeFlight,
} from "../../testing/icp-rig.ts";

const at = flightFolder();
const line = (n: number, shift?: Shift) => flightLine(n, shift, 130);
const flight = (name: string, lines: readonly SyntheticLine[], options = {}) =>
  writeFlight(at(name), lines, { density: 3, ...options });

const CROSS: SyntheticLine = {
  path: "cross.las",
  id: "9",
  sourceId: 9,
  x: [40, 90],
  y: [50, 280],
};

/** Of the first point of a file. */
async function firstHeight(path: string): Promise<number> {
  let height = Number.NaN;
  await readPoints(await openPoints(path), ({ z }) => {
    height = z[0]!;
    return false;
  });
  return height;
}

test("files of one name have tasks of different names", () => {
  const files = ["a/line 1.laz", "b/line 1.las", "c/\u00e9.las", "line_1.LAZ"].map((path) => ({
    path,
    points: 1,
    bounds: null,
    lines: [],
  }));
  expect(fileTasks({ files }).map(({ name }) => name)).toEqual([
    "line_1",
    "2-line_1",
    "3-_",
    "4-line_1",
  ]);
});

const shortLines = (count: number, points: number) =>
  Array.from({ length: count }, (_, n) => ({
    id: `${count}-${n}`,
    sourceId: 1,
    start: n,
    end: n,
    points,
  }));

describe("ICP", () => {
  test("planted height shifts are found within 5 mm, and vanish", async () => {
    const planted = [0, -0.08, 0.1, 0];
    const lines = planted.map((z, n) => line(n + 1, [0, 0, z]));
    const { points, out, index } = await flight("shifted", [...lines, CROSS]);
    expect(await run("icp1", { points, index, out })).toEqual({ code: 0, errors: [] });
    const shifts: { line: string; dz: number }[] = await readOutput(out, "shifts.json");
    for (const [n, z] of planted.entries())
      expect(Math.abs(shifts.find((each) => each.line === String(n + 1))!.dz + z)).toBeLessThan(
        0.005,
      );
    expect(await measureOf(out, "pairMedian")).toBeGreaterThan(0.17);
    const picture = await readFile(join(out, "strip-differences.svg"), "utf8");
    expect(picture).toContain(">Strip differences, cm</text>");
    expect(picture.length).toBeLessThan(500_000);
    const raster = geotiffPlace(await readFile(join(out, "differences.tif")));
    expect(raster).toMatchObject({ cell: 1, epsg: expect.any(Number) });
    expect(raster!.width).toBeGreaterThan(50);

    const moved = at("moved");
    await mkdir(moved);
    for (const { path } of [...lines, CROSS]) {
      const lists = { adjustment: join(out, "adjustment.json"), files: join(out, "files.json") };
      const options = { points: at("none"), scans: points, index, out: moved, ...lists };
      expect((await run("icp2", { file: basename(path, ".las"), ...options })).errors).toEqual([]);
    }
    const after = at("after");
    await mkdir(after);
    const collect = { strips: moved, files: join(out, "files.json"), index, out: after };
    expect((await run("icp2-collect", collect)).errors).toEqual([]);
    expect(await measureOf(after, "pairRms")).toBeLessThan(0.002);
    expect(await measureOf(after, "pairMedian")).toBeLessThan(0.005);
  });

  test("a file of one line is moved by its shift to the last digit, not by whole steps", async () => {
    const { points, out, index } = await flight("one-line", [line(1)]);
    await run("icp1", { points, index, out });
    const shift = -0.123457;
    const lines = [{ line: "1", shift, drift: 0, middle: null }];
    await writeFile(
      join(out, "adjustment.json"),
      JSON.stringify({ version: 1, mounting: null, lines, residual: null }),
    );
    const lists = { adjustment: join(out, "adjustment.json"), files: join(out, "files.json") };
    const moved = await run("icp2", { file: "line_1", points, index, out, ...lists });
    expect(moved).toEqual({ code: 0, errors: [] });
    const before = await firstHeight(join(points, "lines/line_1.las"));
    const after = await firstHeight(join(out, "line_1.copc.laz"));
    expect(after - before).toBeCloseTo(shift, 7);
  });

  test("of lines that damaged times make, those with points enough are compared, and no more than 1,000", async () => {
    const files = [
      {
        path: "a",
        points: 0,
        bounds: null,
        lines: [...shortLines(1_100, 50), ...shortLines(2, 39)],
      },
      { path: "b", points: 0, bounds: null, lines: shortLines(1, 100) },
      { path: "c", points: 0, bounds: null, lines: shortLines(2, 1) },
    ];
    const compared = comparedLines({ files });
    expect(compared.size).toBe(1_000);
    expect(compared).toContain("1-0");
    expect([...comparedLines({ files: files.slice(2) })]).toEqual([]);
    // In two files 39 and 1 are 40.
    expect(
      comparedLines({ files: [files[2]!, { ...files[2]!, lines: shortLines(2, 39) }] }).size,
    ).toBe(2);
  });

  test("a flight in feet is measured in metres", async () => {
    const lines = [line(1), line(2, [0, 0, 0.1])];
    const { points, out, index } = await flight("feet", lines, { unit: 0.3048 });
    await run("icp1", { points, index, out });
    expect(Math.abs((await measureOf(out, "pairMedian")) - 0.1)).toBeLessThan(0.005);
  });

  test("sparse points are compared in larger cells", async () => {
    const lines = [line(1), line(2, [0, 0, 0.06])];
    const { points, out, index } = await flight("sparse", lines, { density: 0.8 });
    await run("icp1", { points, index, out });
    expect(Math.abs((await measureOf(out, "pairMedian")) - 0.06)).toBeLessThan(0.005);
    const [pair] = await readOutput(out, "pairs.json");
    expect(pair.cells).toBeGreaterThan(400);
    // Where it is, for the picture of a review.
    const [{ title, places }] = await readOutput(out, "places.json");
    expect(title).toBe("Pairs of lines");
    expect(places.map(({ name }: { name: string }) => name)).toEqual(["Lines 1 – 2"]);
    const [{ values, side, squares }] = places;
    expect(values.pairMedian).toBeCloseTo(Math.abs(pair.median), 6);
    expect(side % 64).toBe(0);
    expect(squares.length).toBeGreaterThan(0);
  });

  test("a damaged file is told with its reason, the others are compared", async () => {
    const { points, out, index } = await flight("damaged", [line(1), line(2), line(3)]);
    await truncate(join(points, "lines/line_3.las"), 100_000);
    const { code, errors } = await run("icp1", { points, index, out });
    expect(code).toBe(1);
    expect(errors).toHaveLength(1);
    expect(errors[0]).toMatch(/^ERROR line_3.las: is cut off/);
    expect(await measureOf(out, "pairs")).toBe(1);
  });

  test("heights beyond the reach of millimetres keep the steps of their file", async () => {
    const points = at("high");
    const out = at("high-out");
    await mkdir(points);
    await mkdir(out);
    const high = [0, 1, 2].map((x) => ({ x: 500_000 + x, y: 6_000_000, z: 195_961_234 }));
    await writeCloud(join(points, "a.las"), high, { scale: [0.001, 0.001, 1] });
    // Bounds of a header may be wrong: of z, 0 to 0.
    const bytes = await readFile(join(points, "a.las"));
    await writeFile(join(points, "a.las"), bytes.fill(0, 211, 227));
    await run("pi1", { points, out });
    const index = join(out, "index.json");
    await run("icp1", { points, index, out });
    const lists = { adjustment: join(out, "adjustment.json"), files: join(out, "files.json") };
    const moved = await run("icp2", { file: "a", points, index, out, ...lists });
    expect(moved).toEqual({ code: 0, errors: [] });
  });

  test("a task for each file and their join leave what one task for all leaves, to the byte", async () => {
    const { points, out, index } = await flight("split", [line(1), line(2, [0, 0, 0.07]), CROSS]);
    expect((await run("icp1", { points, index, out })).code).toBe(0);
    const [strips, joined] = [at("split-strips"), at("split-joined")];
    for (const folder of [strips, joined]) await mkdir(folder);
    const files = join(out, "files.json");
    for (const { name } of JSON.parse(await readFile(files, "utf8")) as { name: string }[]) {
      const options = { files, file: name, points: at("none"), scans: points, index };
      expect(await run("icp1-file", { ...options, out: strips })).toEqual({ code: 0, errors: [] });
    }
    expect(await run("icp1", { strips, index, out: joined })).toEqual({ code: 0, errors: [] });
    const names = (await readdir(out)).toSorted();
    expect((await readdir(joined)).toSorted()).toEqual(names);
    for (const name of names)
      expect(await readFile(join(joined, name), "utf8")).toBe(
        await readFile(join(out, name), "utf8"),
      );
    expect(await measureOf(out, "cell")).toBe(1);
  });

  test("a line alone has no pairs and no shift", async () => {
    const { points, out, index } = await flight("alone", [line(1)]);
    expect((await run("icp1", { points, index, out })).code).toBe(0);
    expect(await readOutput(out, "shifts.json")).toEqual([{ line: "1", dx: 0, dy: 0, dz: 0 }]);
    expect(await measureOf(out, "pairMedian")).toBeNull();
  });
});
