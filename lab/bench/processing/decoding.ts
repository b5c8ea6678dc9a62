import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { inBenchFolder } from "./bench-folder.ts";
import { writeFlightFile } from "./flight-file.ts";
import { measured, type Taken } from "./measured-process.ts";
import { pdalVersion, type RealCloud, realClouds } from "./real-clouds.ts";
import { absent, type Figure, type Row, type RowOptions } from "./row.ts";

const READER = fileURLToPath(new URL("read-cloud.ts", import.meta.url));
const LAZ_PERF = fileURLToPath(new URL("read-lazperf.ts", import.meta.url));
const LEAST_OF_PDAL = 0.8;
const LAS_POINTS = 3_000_000;
/** A cloud is read so often that some five million points are, beside a process that reads it once. */
const MANY_POINTS = 5_000_000;

/** Points a processor second, without what the process takes to begin. */
async function rate(
  { points }: RealCloud,
  run: (times: number) => Promise<Taken>,
): Promise<number | undefined> {
  const times = 1 + Math.ceil(MANY_POINTS / points);
  const once = await run(1);
  const often = await run(times);
  if (once.exitCode !== 0 || often.exitCode !== 0) return undefined;
  return ((times - 1) * points) / (often.cpuSeconds - once.cpuSeconds);
}

const byNode =
  (program: string, { path }: RealCloud) =>
  async (times: number): Promise<Taken> =>
    await measured(process.execPath, [program, path, String(times)]);

/** The same points as LAZ, where PDAL can write it. */
async function compressed(cloud: RealCloud, folder: string): Promise<RealCloud | undefined> {
  const path = join(folder, "made.laz");
  const options = ["--writers.las.forward=all", "--writers.las.minor_version=4"];
  const format = "--writers.las.dataformat_id=6";
  const { exitCode } = await measured("pdal", ["translate", cloud.path, path, ...options, format]);
  return exitCode === 0 ? { ...cloud, path, name: "made.laz", compressed: true } : undefined;
}

/** The same cloud so many times, read by PDAL and thrown away. */
async function byPdal({ path }: RealCloud, times: number, folder: string): Promise<Taken> {
  const pipeline = join(folder, "pipeline.json");
  const readers = Array.from({ length: times }, () => path);
  writeFileSync(pipeline, JSON.stringify([...readers, { type: "writers.null" }]));
  return await measured("pdal", ["pipeline", pipeline]);
}

const millions = (value: number | undefined): string =>
  value === undefined ? "failed" : `${(value / 1e6).toFixed(2)} M points/CPU s`;

async function figureOf(
  cloud: RealCloud,
  pdal: string | undefined,
  folder: string,
): Promise<Figure> {
  const own = await rate(cloud, byNode(READER, cloud));
  if (pdal !== undefined) {
    const peer = await rate(cloud, async (times) => await byPdal(cloud, times, folder));
    const held = own !== undefined && peer !== undefined && own >= LEAST_OF_PDAL * peer;
    const ratio = own === undefined || peer === undefined ? "" : ` (${(own / peer).toFixed(2)})`;
    const measuredRate = `${millions(own)}${ratio}`;
    return {
      what: cloud.name,
      measured: measuredRate,
      peer: `PDAL ${pdal}: ${millions(peer)}`,
      bound: `≥ ${LEAST_OF_PDAL}`,
      held,
    };
  }
  if (!cloud.compressed) return { what: cloud.name, measured: millions(own) };
  const peer = await rate(cloud, byNode(LAZ_PERF, cloud));
  const held = own !== undefined && (peer === undefined || own >= LEAST_OF_PDAL * peer);
  return {
    what: cloud.name,
    measured: millions(own),
    peer: `laz-perf: ${millions(peer)}`,
    bound: `≥ ${LEAST_OF_PDAL}`,
    held,
  };
}

async function measure({ data }: RowOptions): Promise<Figure[]> {
  const pdal = await pdalVersion();
  return await inBenchFolder(async (folder) => {
    const path = join(folder("las"), "made.las");
    await writeFlightFile(path, [{ x: [0, 1000], y: [0, 300] }], LAS_POINTS);
    const made = { path, name: "made.las", points: LAS_POINTS, compressed: false };
    const packed = pdal === undefined ? undefined : await compressed(made, folder("laz"));
    const clouds = [
      made,
      ...(packed === undefined ? [] : [packed]),
      ...(data === undefined ? [] : await realClouds(data)),
    ];
    const figures: Figure[] = [];
    for (const cloud of clouds) figures.push(await figureOf(cloud, pdal, folder("pdal")));
    if (data === undefined) figures.push(absent("real clouds", "name their folder by --data"));
    if (pdal === undefined) figures.push(absent("PDAL", "no pdal on the PATH"));
    return figures;
  });
}

export const decodingRow: Row = { about: "points decoded a processor second", measure };
