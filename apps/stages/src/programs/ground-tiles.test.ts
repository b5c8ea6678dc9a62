import { copyFileSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { taskListSchema } from "@swath/contract/processing";
import { CoverageGrid } from "@swath/pointcloud/grid";
import { expect, test } from "vitest";
import { TILE_COVER_CELL, writeCover } from "../points/cloud-cover.ts";
import { openPoints, readPoints } from "../points/point-file.ts";
import { callProgram, measuresOf, testFolder } from "../testing/call-program.ts";
import { type CloudPoint, writeCloud } from "../testing/write-cloud.ts";

const [WEST, SOUTH] = [500_000, 6_000_000] as const;

const isRoof = (x: number, y: number): boolean => x >= 34 && x < 46 && y >= 20 && y < 32;

/** 80 m of flat ground with a roof of 12 m by 12 m, 8 m above it, as far as a line sees of it. */
function line(source: number, sees: (x: number, y: number) => boolean): CloudPoint[] {
  const points: CloudPoint[] = [];
  for (let x = source / 8; x < 80; x += 0.5)
    for (let y = source / 8; y < 80; y += 0.5)
      if (sees(x, y)) points.push({ x: WEST + x, y: SOUTH + y, z: isRoof(x, y) ? 58 : 50, source });
  return points;
}

/** Writes lines and their covers, as ICP2 does. */
async function writeLines(folder: string, lines: Readonly<Record<string, CloudPoint[]>>) {
  for (const [name, points] of Object.entries(lines)) {
    await writeCloud(join(folder, `${name}.las`), points);
    const cover = new CoverageGrid(TILE_COVER_CELL);
    for (const { x, y } of points) cover.add(x, y);
    await writeCover(folder, name, `${name}.las`, { scale: { x: 1, y: 1, z: 1 }, cover });
  }
}

interface Classified {
  readonly tile: string;
  readonly place: string;
  readonly classification: number;
  readonly isRoof: boolean;
}

/** Runs MiningAI3 by tiles of a side, each task with the files of its entry. */
async function classify(lines: Readonly<Record<string, CloudPoint[]>>, side: number) {
  const [folder, divided, out, last] = [testFolder(), testFolder(), testFolder(), testFolder()];
  await writeLines(folder, lines);
  const sound = { code: 0, errors: [] };
  const listed = await callProgram("ground-divide", { covers: folder, out: divided, side });
  expect(listed).toEqual(sound);
  const list = taskListSchema.parse(JSON.parse(readFileSync(join(divided, "tasks.json"), "utf8")));
  const classified: Classified[] = [];
  for (const { name, files } of list) {
    const points = join(folder, `given-${name}`);
    mkdirSync(points);
    for (const file of files) copyFileSync(join(folder, file), join(points, file));
    expect(await callProgram("ground", { tile: name, divided, points, out })).toEqual(sound);
    await readPoints(
      await openPoints(join(out, `${name}.copc.laz`)),
      ({ count, x, y, sourceId, classification }) => {
        for (let at = 0; at < count; at += 1)
          classified.push({
            tile: name,
            place: `${sourceId[at]} ${x[at]!.toFixed(3)} ${y[at]!.toFixed(3)}`,
            classification: classification[at]!,
            isRoof: isRoof(x[at]! - WEST, y[at]! - SOUTH),
          });
      },
    );
  }
  expect(await callProgram("tiles", { tasks: out, divided, out: last, side })).toEqual(sound);
  return { list, classified, tiles: join(last, "tiles.json"), measures: measuresOf(last) };
}

test("ground is decided by all lines over a place: a line that sees a roof alone does not call it ground", async () => {
  const lines = { a: line(1, () => true), b: line(2, isRoof) };
  const [folder, alone] = [testFolder(), testFolder()];
  await writeCloud(join(folder, "b.las"), lines.b);
  await callProgram("ground", { in: join(folder, "b.las"), out: alone });
  expect(measuresOf(alone)["groundShare"]).toBe(100);
  const { classified, list } = await classify(lines, 1_000);
  expect(list.map(({ files }) => files)).toEqual([["a.las", "b.las"]]);
  expect(classified).toHaveLength(lines.a.length + lines.b.length);
  expect(new Set(classified.map((of) => `${of.isRoof} ${of.classification}`))).toEqual(
    new Set(["true 6", "false 2"]),
  );
});

test("tiles share the points out among them, and their edges show in no class", async () => {
  const lines = { a: line(1, (x) => x < 60), b: line(2, (x) => x >= 30) };
  const { classified, tiles, measures } = await classify(lines, 40);
  const places = classified.map(({ place }) => place);
  expect(places).toHaveLength(lines.a.length + lines.b.length);
  expect(new Set(places).size).toBe(places.length);
  expect(new Set(classified.map(({ tile }) => tile)).size).toBe(4);
  expect(new Set(classified.map((of) => `${of.isRoof} ${of.classification}`))).toEqual(
    new Set(["true 6", "false 2"]),
  );
  const terrain = taskListSchema.parse(JSON.parse(readFileSync(tiles, "utf8")));
  // Each tile's terrain needs those beside it.
  expect(terrain.map(({ files }) => files.length)).toEqual([4, 4, 4, 4]);
  expect(measures).toMatchObject({ tiles: 4, withoutSystem: 0, otherStatements: 0 });
});
