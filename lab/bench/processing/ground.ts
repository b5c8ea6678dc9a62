import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { cloudFigures } from "../../truth/hard/hard-figures.ts";
import { type HardCloud, hardCloud } from "../../truth/hard/hard-cloud.ts";
import { hardScene, PARTS } from "../../truth/hard/hard-scene.ts";
import { writeHard } from "../../truth/hard/write-hard.ts";
import { eachLasPoint } from "../../truth/las-file.ts";
import { inBenchFolder } from "./bench-folder.ts";
import { measured, stageProgram } from "./measured-process.ts";
import { pdalVersion, type RealCloud, realClouds } from "./real-clouds.ts";
import { absent, type Figure, type Row, type RowOptions } from "./row.ts";

const MOST_ERROR = 0.05;
const SEED = 11;
const DENSITY = 8;
/** What PDAL finds the ground by. */
const PEERS = ["filters.smrf", "filters.csf", "filters.pmf"] as const;

type Folder = (name: string) => string;

const percent = (share: number): string => `${(100 * share).toFixed(2)} %`;

/** Classes of a file in the order of its points. */
function classesOf(path: string, count: number): Uint8Array {
  const classes = new Uint8Array(count);
  let at = 0;
  eachLasPoint(path, ({ classification }) => {
    classes[at++] = classification;
  });
  return classes;
}

function figure(what: string, cloud: HardCloud, classes: Uint8Array, cpuSeconds: number): Figure {
  const { typeOne, typeTwo } = cloudFigures(cloud, classes);
  const rate = (cloud.count / cpuSeconds / 1e6).toFixed(2);
  return {
    what,
    measured: `type I ${percent(typeOne)}, II ${percent(typeTwo)}; ${rate} M points/CPU s`,
  };
}

async function byPdal(
  type: string,
  cloud: HardCloud,
  path: string,
  folder: Folder,
): Promise<Figure> {
  const out = join(folder("pdal"), `${type}.las`);
  const pipeline = `${out}.json`;
  const writer = {
    type: "writers.las",
    filename: out,
    minor_version: 4,
    dataformat_id: 6,
    forward: "scale,offset",
  };
  writeFileSync(
    pipeline,
    JSON.stringify([path, { type }, { type: "filters.sort", dimension: "GpsTime" }, writer]),
  );
  const { exitCode, errors, cpuSeconds } = await measured("pdal", ["pipeline", pipeline]);
  if (exitCode !== 0) throw new Error(errors);
  return figure(`hard scene by PDAL's ${type}`, cloud, classesOf(out, cloud.count), cpuSeconds);
}

/** The hard scene by the ground program, and by PDAL where it is installed. */
async function onHardScene(folder: Folder): Promise<Figure[]> {
  const cloud = hardCloud(hardScene({ seed: SEED, parts: PARTS }), { density: DENSITY });
  const path = join(folder("points"), "hard.las");
  writeHard(path, cloud);
  const out = folder("ground");
  const { cpuSeconds } = await stageProgram("ground", { in: path, out, epsg: "32755" });
  const classes = classesOf(join(out, "hard.las"), cloud.count);
  const { typeOne, typeTwo } = cloudFigures(cloud, classes);
  const own: Figure = {
    ...figure("hard scene", cloud, classes, cpuSeconds),
    bound: `≤ ${100 * MOST_ERROR} % each`,
    held: typeOne <= MOST_ERROR && typeTwo <= MOST_ERROR,
  };
  if ((await pdalVersion()) === undefined)
    return [own, absent("hard scene by PDAL", "no pdal on the PATH")];
  const figures = [own];
  for (const type of PEERS) figures.push(await byPdal(type, cloud, path, folder));
  return figures;
}

interface Measure {
  readonly name: string;
  readonly value: number | null;
}

/** How far a real cloud's own classes agree on what is ground. */
async function agreement({ path, name, points }: RealCloud, folder: Folder): Promise<Figure> {
  const out = folder("real");
  const { cpuSeconds } = await stageProgram("ground", { in: path, out });
  const measures = JSON.parse(readFileSync(join(out, "measures.json"), "utf8")) as Measure[];
  const agreed = measures.find((one) => one.name === "agreement")?.value;
  const rate = (points / cpuSeconds / 1e6).toFixed(2);
  const as =
    agreed === undefined || agreed === null
      ? "no classes"
      : `${agreed.toFixed(2)} % as its classes`;
  return { what: `${name}: ${points} points`, measured: `${as}; ${rate} M points/CPU s` };
}

async function measure({ data }: RowOptions): Promise<Figure[]> {
  return await inBenchFolder(async (folder) => {
    const figures = await onHardScene(folder);
    if (data === undefined)
      return [...figures, absent("real clouds", "name their folder by --data")];
    for (const cloud of await realClouds(data)) figures.push(await agreement(cloud, folder));
    return figures;
  });
}

export const groundRow: Row = {
  about:
    "ground of a hard scene beside PDAL's SMRF, CSF and PMF; of real clouds beside their classes",
  measure,
};
