import { linkSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { taskListSchema } from "@swath/contract/processing";
import type { z } from "zod";
import { inBenchFolder } from "./bench-folder.ts";
import { writeFlightFile } from "./flight-file.ts";
import { stageProgram, type Taken } from "./measured-process.ts";
import type { Figure, Row, RowOptions } from "./row.ts";

const MB = 1_000_000;
const MOST_BYTES = 600 * MB;
const MOST_SECONDS = 20 * 60;
/** Of a line, m; it has 8 points a square metre, and shares 30 % with the next. */
const WIDTH = 500;
const DENSITY = 8;
const FILE_POINTS = 8_000_000;
const SIDE_LAP = 0.3;

type Folder = (name: string) => string;
type TaskList = z.output<typeof taskListSchema>;

/** A program of a stage that runs once for each of some tasks. */
interface Step {
  readonly program: string;
  readonly tasks: () => readonly BenchTask[];
}

interface BenchTask {
  readonly options: Readonly<Record<string, string>>;
  /** Bytes that the runner fetches for it. */
  readonly read: number;
}

const bytesBelow = (folder: string): number =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);

/** Of the files of an ending in a folder. */
const bytesOf = (folder: string, ending: string): number =>
  readdirSync(folder)
    .filter((name) => name.endsWith(ending))
    .reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);

const listOf = (path: string): TaskList =>
  taskListSchema.parse(JSON.parse(readFileSync(path, "utf8")));

/** Bytes of the files of an entry, in the parts that it lists. */
const entryBytes = (folder: string, { files, parts }: TaskList[number]): number =>
  files.reduce((sum, file) => {
    const of = parts?.[file];
    const size = statSync(join(folder, file)).size;
    return sum + (of === undefined ? size : of.reduce((all, [start, end]) => all + end - start, 0));
  }, 0);

/** A folder with the files of an entry, as its task is given them. */
function given(folder: Folder, from: string, { name, files }: TaskList[number]): string {
  const only = folder(`given-${basename(from)}-${name}`);
  for (const file of files) linkSync(join(from, file), join(only, file));
  return only;
}

const once =
  (options: () => Readonly<Record<string, string>>, ...read: readonly string[]) =>
  (): BenchTask[] => [
    { options: options(), read: read.reduce((sum, folder) => sum + bytesBelow(folder), 0) },
  ];

const INSTRUCTION = {
  ProcInstID: "PI1",
  projectId: "PRJ00001",
  siteName: "Bench",
  control: false,
  targetHorizontalDatum: "EPSG:32755",
  targetVerticalDatum: "Ellipsoidal",
  tileExtents: { kind: "grid", side: 1_000, originX: 0, originY: 0, bounds: null },
  tileNaming: "{easting}_{northing}",
  products: [
    { type: "pointCloud", format: "laz", points: "all" },
    { type: "raster", model: "dtm", format: "tif", cell: 1 },
  ],
};
const PROCESSING = {
  guid: "g",
  flightId: "FL000101",
  sensorId: "SL000101",
  sensor: null,
  projectId: "PRJ00001",
  aoiNo: null,
  aircraft: null,
  wheelsUp: null,
  wheelsDown: null,
  template: null,
  epsg: 32_755,
  verticalDatum: null,
  custom: null,
};

/** Folders and files that several programs read or write. */
function placesOf(folder: Folder) {
  return {
    points: folder("points"),
    index: join(folder("pi1"), "index.json"),
    files: join(folder("pi1"), "files.json"),
    icp2: folder("icp2"),
    after: folder("after"),
    ground: folder("ground"),
    tiles: join(folder("tiles"), "tiles.json"),
  };
}

/** PI1 to ICP2. */
function stripSteps(folder: Folder): Step[] {
  const { points, index, files, icp2, after } = placesOf(folder);
  const [surveys, strips] = [folder("surveys"), folder("strips")];
  const adjustment = join(folder("icp1"), "adjustment.json");
  const eachFile = (options: (entry: TaskList[number]) => Readonly<Record<string, string>>) => () =>
    listOf(files).map((entry) => ({
      options: { file: entry.name, files, points, index, ...options(entry) },
      read: entryBytes(points, entry),
    }));
  return [
    {
      program: "pi1-file",
      tasks: () =>
        readdirSync(points).map((name) => ({
          options: {
            points: given(folder, points, { name, files: [name], facts: {} }),
            task: name,
            out: surveys,
          },
          read: statSync(join(points, name)).size,
        })),
    },
    { program: "pi1", tasks: once(() => ({ surveys, out: folder("pi1") }), surveys) },
    { program: "icp1-file", tasks: eachFile(() => ({ out: strips })) },
    { program: "icp1", tasks: once(() => ({ strips, index, out: folder("icp1") }), strips) },
    { program: "icp2", tasks: eachFile(() => ({ adjustment, out: icp2 })) },
    {
      program: "icp2-collect",
      tasks: (): BenchTask[] => [
        { options: { strips: icp2, files, index, out: after }, read: bytesOf(icp2, ".strips") },
      ],
    },
  ];
}

/** MiningAI3 to QA1. */
function surfaceSteps(folder: Folder): Step[] {
  const { index, icp2, after, ground, tiles } = placesOf(folder);
  const [places, covers] = [folder("places"), folder("covers")];
  const adjusted = join(after, "index.json");
  return [
    { program: "ground-divide", tasks: once(() => ({ covers: icp2, out: places })) },
    {
      program: "ground",
      tasks: () =>
        listOf(join(places, "tasks.json")).map((entry) => ({
          options: {
            tile: entry.name,
            divided: places,
            points: given(folder, icp2, entry),
            work: folder(`work-ground-${entry.name}`),
            out: ground,
          },
          read: entryBytes(icp2, entry),
        })),
    },
    {
      program: "tiles",
      tasks: once(() => ({ tasks: ground, divided: places, out: folder("tiles") })),
    },
    {
      program: "dem",
      tasks: () =>
        listOf(tiles).map((entry) => ({
          options: { points: ground, tiles, tile: entry.name, index, out: folder("dem") },
          read: entryBytes(ground, entry),
        })),
    },
    {
      program: "qa-file",
      tasks: () =>
        readdirSync(icp2)
          .filter((name) => name.endsWith(".laz"))
          .map((name) => ({
            options: { in: join(icp2, name), index: adjusted, out: covers },
            read: statSync(join(icp2, name)).size,
          })),
    },
    {
      program: "qa",
      tasks: once(() => ({ covers, index: adjusted, strips: after, out: folder("qa") }), covers),
    },
  ];
}

/** DEL1. */
function deliverySteps(folder: Folder): Step[] {
  const { index, ground } = placesOf(folder);
  const [records, divided] = [folder("records"), folder("divided")];
  writeFileSync(join(records, "instruction.json"), JSON.stringify(INSTRUCTION));
  writeFileSync(join(records, "processing.json"), JSON.stringify(PROCESSING));
  const common = { index, instruction: records };
  const whole = { ...common, processing: records };
  return [
    {
      program: "del-divide",
      tasks: once(() => ({ ...whole, covers: ground, out: divided })),
    },
    {
      program: "del",
      tasks: () =>
        listOf(join(divided, "tasks.json")).map((entry) => ({
          options: {
            ...common,
            divided,
            tile: entry.name,
            points: given(folder, ground, entry),
            work: folder(`work-${entry.name}`),
            out: folder("del"),
          },
          read: entryBytes(ground, entry),
        })),
    },
    {
      program: "del-collect",
      tasks: once(() => ({ ...whole, divided, tasks: folder("del"), out: folder("delivery") })),
    },
  ];
}

async function figuresOf({ program, tasks }: Step, points: number): Promise<Figure[]> {
  const all: (Taken & { readonly read: number })[] = [];
  for (const { options, read } of tasks())
    all.push({ ...(await stageProgram(program, options)), read });
  const sum = (of: (task: (typeof all)[number]) => number): number =>
    all.reduce((total, task) => total + of(task), 0);
  const most = (of: (task: (typeof all)[number]) => number): number =>
    all.reduce((largest, task) => Math.max(largest, of(task)), 0);
  const cpuSeconds = sum((task) => task.cpuSeconds);
  const [peak, longest] = [most((task) => task.peakBytes), most((task) => task.cpuSeconds)];
  const count = `${all.length} task${all.length === 1 ? "" : "s"}`;
  return [
    {
      what: `${program}: ${count}, ${(sum(({ read }) => read) / MB).toFixed(0)} MB read`,
      measured: `${cpuSeconds.toFixed(1)} CPU s, ${((cpuSeconds / points) * 1e6).toFixed(2)} s/M points`,
      peer: `longest ${longest.toFixed(1)} CPU s, ${(peak / MB).toFixed(0)} MB`,
      bound: "< 600 MB, 20 min",
      held: peak < MOST_BYTES && longest < MOST_SECONDS,
    },
  ];
}

/** Lines beside each other, a file each. */
async function writeFiles(folder: Folder, points: number): Promise<void> {
  const files = Math.max(2, Math.ceil(points / FILE_POINTS));
  const each = Math.ceil(points / files);
  const length = each / DENSITY / WIDTH;
  const all = Array.from({ length: files }, (_, n) => n * WIDTH * (1 - SIDE_LAP));
  for (const [n, from] of all.entries())
    await writeFlightFile(
      join(folder("points"), `line-${String(n + 1).padStart(3, "0")}.las`),
      [{ x: [0, length], y: [from, from + WIDTH] }],
      each,
      n,
    );
}

async function measure({ points }: RowOptions): Promise<Figure[]> {
  return await inBenchFolder(async (folder) => {
    await writeFiles(folder, points);
    const figures: Figure[] = [];
    const steps = [stripSteps, surfaceSteps, deliverySteps].flatMap((of) => of(folder));
    for (const step of steps) figures.push(...(await figuresOf(step, points)));
    return figures;
  });
}

export const tilesRow: Row = {
  about:
    "each stage task by task on lines of 8 million points (--points 64000000): time, memory, bytes",
  measure,
};
