import { writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { eachLasPoint, type LasPoint } from "../../truth/las-file.ts";
import { inBenchFolder } from "./bench-folder.ts";
import { measured, stageProgram } from "./measured-process.ts";
import { pdalVersion, type RealCloud, realClouds, unitOf } from "./real-clouds.ts";
import { absent, type Figure, type Row, type RowOptions } from "./row.ts";

const LEAST = 0.995;
const GROUND = 2;
/** The ground program's own, m. */
const SETTINGS = { cell: 1, slope: 0.15, window: 18, scalar: 1.25, threshold: 0.5 };

const keyOf = ({ x, y, z, returnNumber, sourceId }: LasPoint): string =>
  `${x.toFixed(4)} ${y.toFixed(4)} ${z.toFixed(4)} ${returnNumber} ${sourceId}`;

/** Last returns by place: PDAL hands points on in another order. */
function groundOf(path: string): Map<string, boolean> {
  const found = new Map<string, boolean>();
  eachLasPoint(path, (point) => {
    if (point.returnNumber === point.returnCount)
      found.set(keyOf(point), point.classification === GROUND);
  });
  return found;
}

/** SMRF by PDAL, with the settings in the file's unit. */
async function byPdal({ path }: RealCloud, out: string, unit: number): Promise<number> {
  const { cell, slope, window, scalar, threshold } = SETTINGS;
  const pipeline = `${out}.json`;
  const smrf = {
    type: "filters.smrf",
    cell: cell / unit,
    slope,
    window: window / unit,
    scalar: scalar / unit,
    threshold: threshold / unit,
    ignore: "Classification[7:7]",
  };
  const writer = {
    type: "writers.las",
    filename: out,
    minor_version: 4,
    dataformat_id: 6,
    forward: "scale,offset",
  };
  writeFileSync(pipeline, JSON.stringify([path, smrf, writer]));
  const { exitCode, errors, cpuSeconds } = await measured("pdal", ["pipeline", pipeline]);
  if (exitCode !== 0) throw new Error(errors);
  return cpuSeconds;
}

async function compare(cloud: RealCloud, folder: (name: string) => string): Promise<Figure> {
  const unit = await unitOf(cloud);
  const out = folder("ground");
  const own = await stageProgram("ground", { in: cloud.path, out });
  const other = join(folder("pdal"), "ground.las");
  const peerSeconds = await byPdal(cloud, other, unit);
  const name = basename(cloud.path).replace(/\.[^.]*$/, "");
  const mine = groundOf(join(out, `${name}.las`));
  let [same, all] = [0, 0];
  for (const [key, ground] of groundOf(other)) {
    const found = mine.get(key);
    if (found === undefined) continue;
    all += 1;
    if (found === ground) same += 1;
  }
  const share = all === 0 ? 0 : same / all;
  return {
    what: `${cloud.name}: ${all} last returns`,
    measured: `${(100 * share).toFixed(2)} % as PDAL, ${own.cpuSeconds.toFixed(1)} CPU s`,
    peer: `PDAL: ${peerSeconds.toFixed(1)} CPU s`,
    bound: `≥ ${100 * LEAST} %`,
    held: share >= LEAST,
  };
}

async function measure({ data }: RowOptions): Promise<Figure[]> {
  if (data === undefined) return [absent("ground of real clouds", "name their folder by --data")];
  if ((await pdalVersion()) === undefined)
    return [absent("ground as PDAL has it", "no pdal on the PATH")];
  return await inBenchFolder(async (folder) => {
    const figures: Figure[] = [];
    for (const cloud of await realClouds(data)) figures.push(await compare(cloud, folder));
    return figures;
  });
}

export const smrfRow: Row = { about: "ground of last returns beside PDAL's SMRF", measure };
