import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type LasRecord, LasWriter } from "@swath/pointcloud/las";
import { newBlock } from "@swath/pointcloud/points";
import { writingFile } from "../files/file-bytes.ts";

export interface SyntheticLine {
  readonly path: string;
  readonly id: string;
  readonly sourceId: number;
  readonly x: readonly [number, number];
  readonly y: readonly [number, number];
  readonly shift?: readonly [x: number, y: number, z: number];
}

interface Survey {
  /** Of heights, m. */
  readonly noise: number;
  /** Metres in a unit of the coordinate system. */
  readonly unit: number;
  /** Points a square metre. */
  readonly density: number;
  /** Of the coordinate system, which the files state none of by default. */
  readonly records: readonly LasRecord[];
}

/** Corner of the land in its coordinate system (EPSG 28356). */
export const WEST = 500_000;
export const SOUTH = 6_000_000;

/** Height of the ground, m, at metres from the corner. */
export const groundHeight = (x: number, y: number): number =>
  100 + 6 * Math.sin(x / 55) + 4 * Math.cos(y / 40) + 0.02 * x;

/** Height of a roof where there is a house, flat or gabled; undefined elsewhere. */
function roofHeight(x: number, y: number): number | undefined {
  const [u, v] = [x % 60, y % 50];
  if (!(u < 16 && v < 12)) return undefined;
  const base = groundHeight(x - u + 8, y - v + 6) + 5;
  return Math.floor(x / 60) % 2 === 0 ? base : base + 3 - 0.5 * Math.abs(v - 6);
}

/** Random numbers of a linear congruence (Numerical Recipes), the second normal. */
function randoms(seed: number): { uniform: () => number; normal: () => number } {
  let state = seed >>> 0;
  const uniform = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  const normal = (): number =>
    Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform());
  return { uniform, normal };
}

/** Writes the files of a flight of the synthetic land, ground and roofs classed, and its index. */
export async function writeSyntheticFlight(
  folder: string,
  lines: readonly SyntheticLine[],
  { noise = 0.02, unit = 1, density = 6, records = [] }: Partial<Survey> = {},
): Promise<void> {
  const files = [];
  for (const line of lines) {
    const points = await writeLine(join(folder, line.path), line, {
      noise,
      unit,
      density,
      records,
    });
    const { path, id, sourceId } = line;
    const [start, end] = [sourceId * 1_000, sourceId * 1_000 + 60];
    files.push({
      path,
      points,
      bounds: boundsOf(line, unit),
      lines: [{ id, sourceId, start, end, points }],
    });
  }
  // No code has units of its own choice.
  const epsg = unit === 1 ? 28_356 : null;
  const crs = { epsg, geographic: false, horizontalUnit: unit, verticalUnit: unit };
  await writeFile(join(folder, "index.json"), JSON.stringify({ version: 1, crs, files }));
}

function boundsOf({ x, y }: SyntheticLine, unit: number) {
  return {
    min: [(WEST + x[0]) / unit, (SOUTH + y[0]) / unit, 80 / unit],
    max: [(WEST + x[1]) / unit, (SOUTH + y[1]) / unit, 140 / unit],
  };
}

async function writeLine(
  path: string,
  { sourceId, x, y, shift = [0, 0, 0] }: SyntheticLine,
  { noise, unit, density, records }: Survey,
): Promise<number> {
  const { uniform, normal } = randoms(sourceId);
  const [width, height] = [x[1] - x[0], y[1] - y[0]];
  const count = Math.round(width * height * density);
  const block = newBlock(count);
  block.count = count;
  for (let n = 0; n < count; n++) {
    const [px, py] = [x[0] + width * uniform(), y[0] + height * uniform()];
    const roof = roofHeight(px, py);
    const z = (roof ?? groundHeight(px, py)) + noise * normal();
    block.x[n] = (WEST + px + shift[0]) / unit;
    block.y[n] = (SOUTH + py + shift[1]) / unit;
    block.z[n] = (z + shift[2]) / unit;
    block.classification[n] = roof === undefined ? 2 : 6;
    block.intensity[n] = n % 997;
    block.returnNumber[n] = 1;
    block.returnCount[n] = 1;
    block.sourceId[n] = sourceId;
    block.gpsTime[n] = sourceId * 1_000 + (60 * n) / count;
  }
  await mkdir(dirname(path), { recursive: true });
  await writingFile(path, async (sink) => {
    const writer = new LasWriter(sink, {
      pointFormat: 6,
      scale: [0.001, 0.001, 0.01],
      offset: [WEST / unit, SOUTH / unit, 0],
      records,
      standardTime: true,
    });
    await writer.append(block);
    await writer.end();
  });
  return count;
}
