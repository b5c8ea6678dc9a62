import { linkSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import { measuresSchema, stageFileSchema, type TaskMeasure } from "@swath/contract/processing";
import { LasWriter, copySettings } from "@swath/pointcloud/las";
import { expect, onTestFinished, test, vi } from "vitest";
import { joinMeasures } from "../../apps/server/src/processing/runs/join-measures.ts";
import { writingFile } from "../../apps/stages/src/files/file-bytes.ts";
import { openPoints, readPoints } from "../../apps/stages/src/points/point-file.ts";
import { callProgram, testFolder } from "../../apps/stages/src/testing/call-program.ts";
import { writeCovers, writeLand } from "../../apps/stages/src/testing/delivery-rig.ts";
import { writeRecords } from "../../apps/stages/src/testing/records.ts";
import {
  straightRange,
  writeStraightTrajectory,
} from "../../apps/stages/src/testing/straight-flight.ts";
import {
  SOUTH,
  WEST,
  writeSyntheticFlight,
} from "../../apps/stages/src/testing/synthetic-flight.ts";
import { type CloudPoint, writeCloud } from "../../apps/stages/src/testing/write-cloud.ts";
import { ROOT } from "../../e2e/swath.ts";

vi.setConfig({ testTimeout: 120_000 });

type Measures = readonly TaskMeasure[];

/** A task, and the collect call where there is one: what they measured of one flight. */
interface Divided {
  readonly tasks: readonly Measures[];
  readonly collected?: Measures;
}

const read = (folder: string): Measures =>
  measuresSchema.parse(JSON.parse(readFileSync(join(folder, "measures.json"), "utf8")));

async function measure(
  program: string,
  options: Readonly<Record<string, string | number>>,
): Promise<Measures> {
  const out = String(options["out"]);
  mkdirSync(out, { recursive: true });
  expect(await callProgram(program, options)).toEqual({ code: 0, errors: [] });
  return read(out);
}

/** A line of ten seconds with a gap of the trajectory, a damaged block, and an end within a block. */
async function georeferenced(cuts: readonly number[]): Promise<Divided> {
  const folder = testFolder();
  await writeRecords(folder, { verticalDatum: "AHD" });
  await writeStraightTrajectory(folder, 9, [2, 3]);
  const whole = straightRange(10);
  const [head, block] = [4_096, 1_628];
  whole[head + 4 * block + 500]! ^= 1;
  const tasks: Measures[] = [];
  for (const [at, first] of cuts.entries()) {
    const last = cuts[at + 1] ?? 10;
    const blocks = whole.slice(head + first * block, head + last * block);
    for (let n = 0; n < last - first; n += 1) {
      if (first + n === 4) continue;
      const one = blocks.subarray(n * block, (n + 1) * block);
      const view = new DataView(one.buffer, one.byteOffset, block);
      view.setUint32(4, n, true);
      view.setUint32(block - 4, crc32(one.subarray(0, block - 4)), true);
    }
    const kept = last === 10 ? blocks.subarray(0, blocks.length - 700) : blocks;
    const range = join(folder, `FL000101_01_000${at}.range`);
    writeFileSync(range, Buffer.concat([whole.subarray(0, head), kept]));
    const records = { calibration: folder, processing: folder, trajectory: folder };
    const out = join(folder, `out-${at}`);
    tasks.push(await measure("lms", { range, task: `${at}.range`, ...records, out }));
  }
  return { tasks };
}

/** Every point of some files in one. */
async function joinClouds(paths: readonly string[], to: string): Promise<void> {
  const clouds = await Promise.all(paths.map(openPoints));
  await writingFile(to, async (sink) => {
    const writer = new LasWriter(sink, copySettings(clouds[0]!.las));
    for (const cloud of clouds) await readPoints(cloud, (points) => writer.append(points));
    await writer.end();
  });
}

const LINES = [1, 2, 3].map((sourceId) => ({
  path: `${sourceId}.las`,
  id: `${sourceId}`,
  sourceId,
  x: [0, 120] as const,
  y: [(sourceId - 1) * 40, (sourceId - 1) * 40 + 80] as const,
}));

/** Three overlapping lines and their index: a file each, or all in one. */
async function flown(inOneFile: boolean) {
  const folder = testFolder();
  await writeSyntheticFlight(folder, LINES);
  const index = JSON.parse(readFileSync(join(folder, "index.json"), "utf8")) as {
    files: { path: string; points: number; lines: object[] }[];
  };
  const paths = LINES.map(({ path }) => path);
  if (inOneFile) {
    mkdirSync(join(folder, "all"));
    await joinClouds(
      paths.map((path) => join(folder, path)),
      join(folder, "all/all.las"),
    );
    const lines = index.files.flatMap((file) => file.lines);
    const bounds = { min: [WEST, SOUTH, 80], max: [WEST + 120, SOUTH + 160, 140] };
    index.files = [
      { ...index.files[0]!, path: "all.las", lines, bounds } as (typeof index.files)[0],
    ];
    writeFileSync(join(folder, "index.json"), JSON.stringify(index));
  }
  const points = inOneFile ? join(folder, "all") : folder;
  const names = inOneFile ? ["all"] : ["1", "2", "3"];
  return { folder, points, names, index: join(folder, "index.json") };
}

/** Measures that count files. */
const OF_FILES = new Set(["files", "withoutSystem", "withoutDatum"]);

async function indexed(inOneFile: boolean): Promise<Divided> {
  const { folder, points, names } = await flown(inOneFile);
  const [surveys, epsg] = [testFolder(), 32_755];
  for (const name of names) {
    const own = testFolder();
    linkSync(join(points, `${name}.las`), join(own, `${name}.las`));
    const given = { points: own, epsg, task: name, out: surveys };
    expect(await callProgram("pi1-file", given)).toEqual({ code: 0, errors: [] });
  }
  const collected = await measure("pi1", { surveys, epsg, out: join(folder, "pi1") });
  return {
    tasks: names.map(() => []),
    collected: collected.filter(({ name }) => !OF_FILES.has(name)),
  };
}

async function compared(inOneFile: boolean): Promise<Divided> {
  const { folder, points, names, index } = await flown(inOneFile);
  const strips = testFolder();
  const files = join(folder, "files.json");
  writeFileSync(files, JSON.stringify(names.map((name) => ({ name, files: [`${name}.las`] }))));
  for (const file of names) {
    const given = { files, file, points, index, out: strips };
    expect(await callProgram("icp1-file", given)).toEqual({ code: 0, errors: [] });
  }
  const collected = await measure("icp1", { strips, index, out: join(folder, "icp1") });
  return { tasks: names.map(() => []), collected };
}

/** The second line jumped. */
async function adjusted(inOneFile: boolean): Promise<Divided> {
  const { folder, points, names, index } = await flown(inOneFile);
  const write = (name: string, value: unknown): string => {
    writeFileSync(join(folder, name), JSON.stringify(value));
    return join(folder, name);
  };
  const adjustment = write("adjustment.json", {
    version: 1,
    mounting: null,
    lines: [{ line: "2", shift: -0.0999, drift: 0, middle: null }],
    residual: null,
  });
  const files = write(
    "files.json",
    names.map((name) => ({ name, files: [`${name}.las`] })),
  );
  const out = join(folder, "out");
  const given = { files, index };
  const tasks: Measures[] = [];
  for (const file of names)
    tasks.push(await measure("icp2", { ...given, file, points, adjustment, out }));
  const collected = await measure("icp2-collect", {
    ...given,
    strips: out,
    out: join(folder, "all-out"),
  });
  return { tasks, collected };
}

/** A village of its own: ground with roofs and a stray, of which some points came with a class. */
const village = (east: number, roofs: number, classed: boolean): CloudPoint[] => {
  const points: CloudPoint[] = [
    { x: WEST + east + 30.25, y: SOUTH + 30.25, z: 190, classification: 1 },
  ];
  for (let x = 0; x < 60; x += 0.5)
    for (let y = 0; y < 60; y += 0.5) {
      const roof = x >= 20 && x < 20 + roofs && y >= 20 && y < 30;
      const came = classed ? (roof ? 6 : x < 20 ? 2 : 1) : roof ? 6 : 0;
      // A shed that came as ground.
      const wrong = classed && roof && y < 22;
      points.push({
        x: WEST + east + x,
        y: SOUTH + y,
        z: roof ? 58 : 50,
        classification: wrong ? 2 : came,
      });
    }
  return points;
};

/** Two villages far apart: a file each, or both in one. */
async function classified(inOneFile: boolean): Promise<Divided> {
  const folder = testFolder();
  const clouds = [village(0, 10, true), village(500, 4, false)];
  const tasks: Measures[] = [];
  for (const [at, points] of (inOneFile ? [clouds.flat()] : clouds).entries()) {
    const path = join(folder, `${at}.las`);
    await writeCloud(path, points);
    tasks.push(await measure("ground", { in: path, out: join(folder, `task-${at}`) }));
  }
  const out = join(folder, "out");
  return { tasks, collected: await measure("tiles", { tasks: folder, out }) };
}

/** Terrain of land of 240 by 120 m, in tiles of a side. */
async function modelled(width: number, height: number): Promise<Divided> {
  const folder = testFolder();
  await writeSyntheticFlight(folder, [
    { path: "a.las", id: "1", sourceId: 1, x: [0, 240], y: [0, 80] },
    { path: "b.las", id: "2", sourceId: 2, x: [0, 240], y: [50, 120] },
  ]);
  const list = [];
  for (let x = 0; x < 240; x += width)
    for (let y = 0; y < 120; y += height)
      list.push({
        name: `${x}_${y}`,
        files: ["a.las", "b.las"],
        facts: {
          minX: WEST + x,
          minY: SOUTH + y,
          maxX: WEST + x + width,
          maxY: SOUTH + y + height,
        },
      });
  const tiles = join(folder, "tiles.json");
  writeFileSync(tiles, JSON.stringify(list));
  const given = { points: folder, tiles, index: join(folder, "index.json") };
  const tasks: Measures[] = [];
  for (const { name } of list)
    tasks.push(await measure("dem", { ...given, tile: name, out: join(folder, `out-${name}`) }));
  return { tasks };
}

async function qualified(inOneFile: boolean): Promise<Divided> {
  const { folder, points, names, index } = await flown(inOneFile);
  const covers = testFolder();
  for (const name of names) {
    const given = { in: join(points, `${name}.las`), index, out: covers };
    expect(await callProgram("qa-file", given)).toEqual({ code: 0, errors: [] });
  }
  writeFileSync(join(folder, "pairs.json"), "[]");
  const given = { covers, index, strips: folder, out: join(folder, "qa") };
  return { tasks: names.map(() => []), collected: await measure("qa", given) };
}

/** Each tile has a task: how many there are is the instruction's. */
const isOfTiles = ({ name }: TaskMeasure): boolean => name === "tiles" || name === "products";

/** Points and terrain of land of 240 by 120 m, in tiles of a width. */
async function delivered(width: number): Promise<Divided> {
  const points = await writeLand();
  onTestFinished(() => rmSync(points, { recursive: true }));
  const [records, covers, divided, folder] = [
    testFolder(),
    testFolder(),
    testFolder(),
    testFolder(),
  ];
  await writeRecords(records);
  const tiles = Array.from({ length: 240 / width }, (_, n) => {
    const minX = WEST + n * width;
    return { name: `n${n}`, minX, minY: SOUTH, maxX: minX + width, maxY: SOUTH + 120 };
  });
  const instruction = {
    projectId: "PRJ00012",
    siteName: "Pit",
    control: false,
    targetHorizontalDatum: "EPSG:28356",
    targetVerticalDatum: "Ellipsoidal",
    tileExtents: { kind: "list", tiles },
    tileNaming: "{tile}",
    products: [
      { type: "pointCloud", format: "las" },
      { type: "raster", model: "dtm", cell: 1 },
    ],
  };
  writeFileSync(join(records, "instruction.json"), JSON.stringify(instruction));
  await writeCovers(points, covers);
  const given = { index: join(points, "index.json"), instruction: records };
  const whole = { ...given, processing: records };
  const first = await callProgram("del-divide", { ...whole, covers, out: divided });
  expect(first).toEqual({ code: 0, errors: [] });
  const tasks: Measures[] = [];
  for (const { name: tile } of tiles) {
    const out = join(folder, tile);
    const task = { ...given, tile, divided, points, work: testFolder(), out };
    tasks.push((await measure("del", task)).filter((of) => !isOfTiles(of)));
  }
  const last = { ...whole, divided, tasks: folder, out: join(folder, "out") };
  return { tasks, collected: await measure("del-collect", last) };
}

/** Each stage that is an array, as one task and as several. */
const ARRAYS: Readonly<Record<string, () => Promise<readonly [whole: Divided, split: Divided]>>> = {
  LMS: async () => [await georeferenced([0]), await georeferenced([0, 3, 7])],
  PI1_MineIP1: async () => [await indexed(true), await indexed(false)],
  ICP1_MineIP1: async () => [await compared(true), await compared(false)],
  ICP2_MineIP1: async () => [await adjusted(true), await adjusted(false)],
  MiningAI3: async () => [await classified(true), await classified(false)],
  DEM1: async () => [await modelled(240, 120), await modelled(80, 60)],
  QA1: async () => [await qualified(true), await qualified(false)],
  DEL1: async () => [await delivered(240), await delivered(120)],
};

test("every stage with several tasks is among those that are compared", () => {
  const folder = join(ROOT, "apps/stages/templates");
  const arrays = readdirSync(folder)
    .filter((name) => name.endsWith(".stage.json"))
    .map((name) => stageFileSchema.parse(JSON.parse(readFileSync(join(folder, name), "utf8"))))
    .filter(({ tasks }) => tasks !== "once");
  expect(arrays.map(({ name }) => name).toSorted()).toEqual(Object.keys(ARRAYS).toSorted());
});

const wholeOf = ({ tasks, collected }: Divided) =>
  joinMeasures(tasks, collected).map(({ name, value, tasks: apart }) => [name, apart ?? value]);

test.each(Object.entries(ARRAYS))(
  "every measure of %s is of the whole what one task measures",
  async (_, run) => {
    const [whole, split] = await run();
    expect(whole.tasks).toHaveLength(1);
    expect(split.tasks.length).toBeGreaterThan(1);
    const expected = wholeOf(whole).map(([name, value]) => [
      name,
      typeof value === "number" ? expect.closeTo(value, 3) : value,
    ]);
    expect(wholeOf(split)).toEqual(expected);
  },
);
