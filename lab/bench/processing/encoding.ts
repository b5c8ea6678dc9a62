import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { inBenchFolder } from "./bench-folder.ts";
import { writeFlightFile } from "./flight-file.ts";
import { measured, type Taken } from "./measured-process.ts";
import { type RealCloud, realClouds } from "./real-clouds.ts";
import { absent, type Figure, type Row, type RowOptions } from "./row.ts";

const ENCODER = fileURLToPath(new URL("encode-cloud.ts", import.meta.url));
const LASZIP = fileURLToPath(new URL("encode-laszip.ts", import.meta.url));
const LEAST_OF_LASZIP = 0.7;
const MOST_BYTES_OF_LASZIP = 1.05;
const LAS_POINTS = 1_000_000;
/** A cloud is compressed so often that some five million points are, beside a process that does it once. */
const MANY_POINTS = 5_000_000;
const NOT_INSTALLED = 3;

interface Encoding {
  /** Points a processor second, without what the process takes to begin and to read. */
  readonly rate: number;
  readonly bytes: number;
}

async function encoding(
  { points }: RealCloud,
  run: (times: number) => Promise<Taken>,
  less?: (times: number) => Promise<Taken>,
): Promise<Encoding | undefined> {
  const times = 1 + Math.ceil(MANY_POINTS / points);
  const [once, often] = [await run(1), await run(times)];
  if (once.exitCode !== 0 || often.exitCode !== 0) return undefined;
  let seconds = often.cpuSeconds - once.cpuSeconds;
  if (less !== undefined) {
    const [lessOnce, lessOften] = [await less(1), await less(times)];
    seconds -= lessOften.cpuSeconds - lessOnce.cpuSeconds;
  }
  return { rate: ((times - 1) * points) / seconds, bytes: Number(often.output.trim()) };
}

const own = async (cloud: RealCloud, coding: "laz" | "copc"): Promise<Encoding | undefined> =>
  await encoding(
    cloud,
    async (times) => await measured(process.execPath, [ENCODER, cloud.path, coding, String(times)]),
  );

/** liblaszip by koffi: what writing takes beyond reading alone, two calls a point among it. */
async function byLaszip(cloud: RealCloud, folder: string): Promise<Encoding | undefined> {
  const to = join(folder, "made.laz");
  const run = (coding: string) => async (times: number) =>
    await measured(process.execPath, [LASZIP, cloud.path, to, String(times), coding]);
  return await encoding(cloud, run("laz"), run("none"));
}

const millions = ({ rate }: Encoding): string => `${(rate / 1e6).toFixed(2)} M points/CPU s`;
const size = ({ bytes }: Encoding, { points }: RealCloud): string =>
  `${(bytes / points).toFixed(2)} bytes a point`;

async function figuresOf(cloud: RealCloud, hasPeer: boolean, folder: string): Promise<Figure[]> {
  const [laz, copc] = [await own(cloud, "laz"), await own(cloud, "copc")];
  if (laz === undefined || copc === undefined)
    return [{ what: cloud.name, measured: "failed", held: false }];
  const peer = hasPeer ? await byLaszip(cloud, folder) : undefined;
  const asCopc = {
    what: `${cloud.name} as COPC`,
    measured: `${millions(copc)}, ${size(copc, cloud)}`,
  };
  const what = `${cloud.name} as LAZ`;
  if (peer === undefined)
    return [{ what, measured: `${millions(laz)}, ${size(laz, cloud)}` }, asCopc];
  const [rates, sizes] = [laz.rate / peer.rate, laz.bytes / peer.bytes];
  return [
    {
      what,
      measured: `${millions(laz)} (${rates.toFixed(2)})`,
      peer: `liblaszip: ${millions(peer)}`,
      bound: `≥ ${LEAST_OF_LASZIP}`,
      held: rates >= LEAST_OF_LASZIP,
    },
    {
      what: `${what}: size`,
      measured: `${size(laz, cloud)} (${sizes.toFixed(3)})`,
      peer: `liblaszip: ${size(peer, cloud)}`,
      bound: `≤ ${MOST_BYTES_OF_LASZIP}`,
      held: sizes <= MOST_BYTES_OF_LASZIP,
    },
    asCopc,
  ];
}

async function measure({ data }: RowOptions): Promise<Figure[]> {
  return await inBenchFolder(async (folder) => {
    const path = join(folder("las"), "made.las");
    await writeFlightFile(path, [{ x: [0, 1000], y: [0, 300] }], LAS_POINTS);
    const made = { path, name: "made.las", points: LAS_POINTS, compressed: false };
    const clouds = [made, ...(data === undefined ? [] : await realClouds(data))];
    const words = [LASZIP, path, "", "0", "none"];
    const hasPeer = (await measured(process.execPath, words)).exitCode !== NOT_INSTALLED;
    const figures: Figure[] = [];
    for (const cloud of clouds)
      figures.push(...(await figuresOf(cloud, hasPeer, folder("laszip"))));
    if (data === undefined) figures.push(absent("real clouds", "name their folder by --data"));
    if (!hasPeer) figures.push(absent("liblaszip", "no liblaszip.so.8 that koffi finds"));
    return figures;
  });
}

export const encodingRow: Row = { about: "points compressed a processor second", measure };
