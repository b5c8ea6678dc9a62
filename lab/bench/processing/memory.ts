import { join } from "node:path";
import { readFileSync } from "node:fs";
import { inBenchFolder } from "./bench-folder.ts";
import { type BenchLine, writeFlightFile } from "./flight-file.ts";
import { stageProgram } from "./measured-process.ts";
import type { Figure, Row, RowOptions } from "./row.ts";

const MB = 1_000_000;
const MOST_BYTES = 600 * MB;
const LINES = 5;
/** Of a line; with 100 million points 10 of them a square metre. */
const LENGTH = 4000;
const WIDTH = 500;
const SIDE_LAP = 0.25;

function linesOf(): BenchLine[] {
  return Array.from({ length: LINES }, (_, i) => {
    const from = i * WIDTH * (1 - SIDE_LAP);
    return { x: [0, LENGTH], y: [from, from + WIDTH] };
  });
}

type Folder = (name: string) => string;

/** The first of the tasks that a stage listed. */
const firstTask = (list: string): string =>
  (JSON.parse(readFileSync(list, "utf8")) as { name: string }[])[0]!.name;

/** Programs in their order, each with what the ones before it wrote. */
function programs(folder: Folder): [name: string, options: () => Record<string, string>][] {
  const index = join(folder("pi1"), "index.json");
  const tiles = join(folder("tiles"), "tiles.json");
  const files = join(folder("icp1"), "files.json");
  return [
    ["pi1", () => ({ points: folder("points"), out: folder("pi1") })],
    ["icp1", () => ({ points: folder("points"), index, out: folder("icp1") })],
    [
      "icp2",
      () => ({
        file: firstTask(files),
        files,
        points: folder("points"),
        index,
        adjustment: join(folder("icp1"), "adjustment.json"),
        out: folder("icp2"),
      }),
    ],
    ["ground", () => ({ in: join(folder("points"), "flight.las"), out: folder("ground") })],
    ["tiles", () => ({ tasks: folder("ground"), out: folder("tiles") })],
    [
      "dem",
      () => ({
        points: folder("ground"),
        tiles,
        tile: firstTask(tiles),
        index,
        out: folder("dem"),
      }),
    ],
    ["qa-file", () => ({ in: join(folder("points"), "flight.las"), index, out: folder("covers") })],
    ["qa", () => ({ covers: folder("covers"), index, strips: folder("icp1"), out: folder("qa") })],
  ];
}

/** A program that fails is a bound that is missed; what came before it stands. */
async function figureOf(name: string, options: () => Record<string, string>): Promise<Figure> {
  const bound = `< ${MOST_BYTES / MB} MB`;
  try {
    const { peakBytes, cpuSeconds } = await stageProgram(name, options());
    return {
      what: `${name}: peak memory (${cpuSeconds.toFixed(0)} CPU s)`,
      measured: `${(peakBytes / MB).toFixed(0)} MB`,
      bound,
      held: peakBytes < MOST_BYTES,
    };
  } catch (fault) {
    const reason = fault instanceof Error ? fault.message : String(fault);
    return { what: name, measured: reason, bound, held: false };
  }
}

async function measure({ points }: RowOptions): Promise<Figure[]> {
  return await inBenchFolder(async (folder) => {
    await writeFlightFile(
      join(folder("points"), "flight.las"),
      linesOf(),
      Math.ceil(points / LINES),
    );
    const figures: Figure[] = [];
    for (const [name, options] of programs(folder)) figures.push(await figureOf(name, options));
    return figures;
  });
}

export const memoryRow: Row = {
  about: "memory of each stage on one large file (--points)",
  measure,
};
