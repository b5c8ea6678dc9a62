import { readFileSync } from "node:fs";
import { join } from "node:path";
import { cellsToSee } from "@swath/pointcloud/ground";
import { projectedSystemRecord } from "@swath/pointcloud/las";
import { expect, test } from "vitest";
import { openPoints, readPoints } from "../points/point-file.ts";
import { measuresOf, callProgram, testFolder } from "../testing/call-program.ts";
import { type CloudPoint, writeCloud } from "../testing/write-cloud.ts";
import { cellsOfCloud, wholeFile } from "./cloud-cells.ts";

/** 60 m of flat ground with a roof of 10 m by 10 m, 8 m above it; units of the file in a metre. */
function village(units = 1): CloudPoint[] {
  const points: CloudPoint[] = [];
  for (let x = 0; x < 60; x += 0.5)
    for (let y = 0; y < 60; y += 0.5) {
      const roof = x >= 20 && x < 30 && y >= 20 && y < 30;
      points.push({
        x: 500_000 + x * units,
        y: 6_000_000 + y * units,
        z: (roof ? 58 : 50) * units,
        classification: roof ? 6 : 2,
      });
    }
  return points;
}

async function classesOf(path: string): Promise<number[]> {
  const classes: number[] = [];
  await readPoints(await openPoints(path), ({ count, classification }) => {
    classes.push(...classification.slice(0, count));
  });
  return classes;
}

test("a copy holds every point with its class; measures say how much is ground", async () => {
  const [folder, out] = [testFolder(), testFolder()];
  const points = village();
  await writeCloud(join(folder, "a.las"), points);
  expect(await callProgram("ground", { in: join(folder, "a.las"), out })).toEqual({
    code: 0,
    errors: [],
  });
  const expected = points.map(({ classification }) => classification);
  expect(await classesOf(join(out, "a.copc.laz"))).toEqual(expected);
  expect(measuresOf(out)).toEqual({
    points: 14_400,
    groundShare: 97.222_22,
    vegetationShare: 0,
    buildingShare: 2.777_778,
    bridgePoints: 0,
    waterPoints: 0,
    noise: 0,
    agreement: 100,
    keptClasses: 14_400,
    replacedClasses: 0,
    cell: 1,
    withoutSystem: 0,
    otherStatements: 0,
  });
});

test("classes of the source are kept where that is asked for; the others are ours", async () => {
  const [folder, out] = [testFolder(), testFolder()];
  const points = village().map((point, n) =>
    n % 7 === 0 ? Object.assign(point, { classification: n % 2 }) : point,
  );
  await writeCloud(join(folder, "a.las"), points);
  const given = { in: join(folder, "a.las"), classes: "keep", out };
  expect((await callProgram("ground", given)).code).toBe(0);
  const written = await classesOf(join(out, "a.copc.laz"));
  const unclassified = points.filter((_, n) => n % 7 === 0).length;
  for (const [n, { classification }] of points.entries())
    if (n % 7 === 0) expect([2, 6]).toContain(written[n]);
    else expect(written[n]).toBe(classification);
  expect(measuresOf(out)).toMatchObject({
    keptClasses: points.length - unclassified,
    replacedClasses: 0,
  });
});

test("the same village in feet has the same classes", async () => {
  const [folder, out] = [testFolder(), testFolder()];
  await writeCloud(join(folder, "a.las"), village(1 / 0.3048), {
    records: [projectedSystemRecord(2992, 9002)],
  });
  expect((await callProgram("ground", { in: join(folder, "a.las"), out })).code).toBe(0);
  expect(measuresOf(out)["agreement"]).toBe(100);
});

test("without a coordinate system the file fails, with the reason", async () => {
  const [folder, out] = [testFolder(), testFolder()];
  await writeCloud(join(folder, "a.las"), village(), { records: [] });
  const { code, errors } = await callProgram("ground", { in: join(folder, "a.las"), out });
  expect(code).toBe(1);
  expect(errors[0]).toMatch(/^ERROR a.las: states no coordinate system/);
});

/** Points along a diagonal, so many metres apart on either axis. */
const diagonal = (count: number, step: number): CloudPoint[] =>
  Array.from({ length: count }, (_, at) => ({
    x: 500_000 + at * step,
    y: 5_000_000 + at * step,
    z: 50,
  }));

test.each([
  ["1,000 points over 2 km", 1_000, 2, 1],
  ["1,000 points over 8 km", 1_000, 8, 16],
  ["20 points over 4,000,000 km", 20, 2e8, 32],
])("%s are gathered in cells so large that they are soon seen", async (_, count, step, cell) => {
  const path = join(testFolder(), "a.las");
  await writeCloud(path, diagonal(count, step), { scale: [4, 4, 1] });
  const { lowest } = await cellsOfCloud(
    wholeFile(await openPoints(path)),
    { x: 1, y: 1, z: 1 },
    1,
    () => {},
  );
  expect(lowest.cell).toBe(cell);
  expect(cellsToSee(lowest)).toBeLessThanOrEqual(4_194_304);
});

test("points so far apart that there is no ground to find are refused", async () => {
  const path = join(testFolder(), "a.las");
  await writeCloud(path, diagonal(1_000, 2_000), { scale: [4, 4, 1] });
  const cells = cellsOfCloud(wholeFile(await openPoints(path)), { x: 1, y: 1, z: 1 }, 1, () => {});
  await expect(cells).rejects.toThrow(/^has points scattered so far that cells of ground/);
});

const agreementOf = async (classOf: (point: CloudPoint) => number) => {
  const [folder, out] = [testFolder(), testFolder()];
  const points = village().map((point) => Object.assign(point, { classification: classOf(point) }));
  await writeCloud(join(folder, "a.las"), points);
  await callProgram("ground", { in: join(folder, "a.las"), out });
  return measuresOf(out)["agreement"];
};
const isRoof = ({ z }: CloudPoint) => z > 55;
const isWest = ({ x }: CloudPoint) => x < 500_015;

test("agreement is of points that came with a class; one without ground of its own has none", async () => {
  // Unclassified, or never classified: 3 of 4 points say nothing.
  for (const none of [0, 1])
    expect(await agreementOf((point) => (isRoof(point) ? 6 : isWest(point) ? 2 : none))).toBe(100);
  expect(await agreementOf(() => 1)).toBeUndefined();
  expect(await agreementOf((point) => (isRoof(point) ? 6 : 1))).toBeNull();
});

test("cells that would not fit in memory are made larger", async () => {
  const path = join(testFolder(), "a.las");
  await writeCloud(path, village());
  const file = await openPoints(path);
  const found = async (most?: number) => {
    const { lowest, boxes } = await cellsOfCloud(
      wholeFile(file),
      { x: 1, y: 1, z: 1 },
      0.5,
      () => {},
      most,
    );
    return { cell: lowest.cell, bytes: lowest.bytes + boxes.bytes };
  };
  const whole = await found();
  expect(whole.cell).toBe(1);
  expect((await found(whole.bytes)).cell).toBe(1);
  expect((await found(whole.bytes - 1)).cell).toBe(2);
});

const threeAt = (x: number, y: number): CloudPoint[] =>
  [0, 1, 2].map((step) => ({ x: 500_000 + x + step, y: 6_000_000 + y, z: 50 }));

test("tiles list the files that touch them, collars too, and no tile of a collar alone", async () => {
  const [folder, tasks, out] = [testFolder(), testFolder(), testFolder()];
  await writeCloud(join(folder, "a.las"), threeAt(500, 500));
  await writeCloud(join(folder, "b.las"), threeAt(1_005, 500));
  await writeCloud(join(folder, "c.las"), [...threeAt(1_500, 500), ...threeAt(1_500, 1_500)]);
  for (const name of ["a.las", "b.las", "c.las"])
    await callProgram("ground", { in: join(folder, name), out: tasks });
  expect(await callProgram("tiles", { tasks, out })).toEqual({ code: 0, errors: [] });
  const tiles = JSON.parse(readFileSync(join(out, "tiles.json"), "utf8")) as {
    name: string;
    files: string[];
    facts: Record<string, number>;
  }[];
  expect(
    tiles.map(({ name, files }) => [name, files.map((file) => file.replace("copc.laz", "las"))]),
  ).toEqual([
    ["500_6000", ["a.las", "b.las"]],
    ["501_6000", ["b.las", "c.las"]],
    ["501_6001", ["c.las"]],
  ]);
  expect(tiles[0]?.facts).toMatchObject({ minX: 500_000, maxX: 501_000, minY: 6_000_000 });
});
