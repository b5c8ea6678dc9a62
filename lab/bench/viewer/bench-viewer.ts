import { once } from "node:events";
import { existsSync, mkdirSync, openSync, readSync, renameSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { CopcTree, copcInfo } from "@swath/pointcloud/copc";
import { copySettings } from "@swath/pointcloud/las";
import { Las } from "copc";
import { openPoints, readPoints } from "../../../apps/stages/src/points/point-file.ts";
import { writePointFile } from "../../../apps/stages/src/points/write-points.ts";
import { lengthOf } from "../../../apps/web/src/clouds/points/section-points.ts";
import { nodesAlong } from "../../../apps/web/src/clouds/profile/load-section.ts";
import { startAt, wordsOf } from "../../link/end-program.ts";
import { type LinkShape, PoorLink } from "../../link/poor-link.ts";
import { writeFlightFile } from "../processing/flight-file.ts";
import { type Figure, figureLine } from "../processing/row.ts";
import { quantile } from "../quantile.ts";
import { OFFICE_NAMES, type ReviewerOrder, type ViewerTaken } from "./viewer-order.ts";

const SHAPE: LinkShape = { upMbit: 20, downMbit: 20, oneWayMs: 25, lossPercent: 0 };
const LINES = 4;
/** Of a line, m; it has 8 points a square metre, and shares 30 % with the next. */
const WIDTH = 500;
const DENSITY = 8;
const SIDE_LAP = 0.3;
const CORNER = [500_000, 6_000_000] as const;
const LARGE_POINTS = 500_000;
const MB = 1_000_000;

/** Lines beside each other in one COPC file, written once. */
async function cloudOf(
  points: number,
): Promise<{ readonly path: string; readonly length: number }> {
  const folder = join(import.meta.dirname, "../results");
  const path = join(folder, `viewer-${points}.copc.laz`);
  const each = Math.ceil(points / LINES);
  const length = each / DENSITY / WIDTH;
  if (existsSync(path)) return { path, length };
  mkdirSync(folder, { recursive: true });
  const [las, unfinished] = [`${path}.las`, `${path}.part`];
  const lines = Array.from({ length: LINES }, (_, n) => {
    const from = n * WIDTH * (1 - SIDE_LAP);
    return { x: [0, length], y: [from, from + WIDTH] } as const;
  });
  await writeFlightFile(las, lines, each);
  const file = await openPoints(las);
  const write = (append: Parameters<typeof readPoints>[1]) => readPoints(file, append);
  await writePointFile(unfinished, "copc", copySettings(file.las), write, `${path}.spool`);
  rmSync(las);
  renameSync(unfinished, path);
  return { path, length };
}

interface Needed {
  readonly bytes: number;
  readonly points: number;
  /** Seconds of laz-perf for the points of these nodes. */
  readonly lazPerfSeconds: number;
}

/** The nodes that a profile touches, and what laz-perf alone takes for them. */
async function neededOf(path: string, profile: ReviewerOrder["profile"]): Promise<Needed> {
  const file = await openPoints(path);
  const descriptor = openSync(path, "r");
  const read = async (start: number, end: number): Promise<Uint8Array<ArrayBuffer>> => {
    const bytes = new Uint8Array(end - start);
    readSync(descriptor, bytes, 0, bytes.length, start);
    return bytes;
  };
  const { pointCount, pointFormat, recordBytes } = file.las.header;
  const info = copcInfo(file.las.records);
  if (info === undefined) throw new Error(`${path} has no octree`);
  const tree = await CopcTree.open(read, statSync(path).size, info, pointCount);
  const nodes = await nodesAlong(
    { files: [{ tree } as never], unfold: ({ node }) => tree.unfold(node) },
    profile,
  );
  const settings = { pointDataRecordFormat: pointFormat, pointDataRecordLength: recordBytes };
  let lazPerfMs = 0;
  for (const { node } of nodes) {
    const chunk = await read(node.start, node.end);
    const began = performance.now();
    await Las.PointData.decompressChunk(chunk, { ...settings, pointCount: node.points });
    lazPerfMs += performance.now() - began;
  }
  return {
    bytes: nodes.reduce((sum, { node }) => sum + node.end - node.start, 0),
    points: nodes.reduce((sum, { node }) => sum + node.points, 0),
    lazPerfSeconds: lazPerfMs / 1_000,
  };
}

async function look(cloud: string, order: Omit<ReviewerOrder, "origin">): Promise<ViewerTaken> {
  const link = await PoorLink.start(SHAPE, OFFICE_NAMES);
  const office = startAt(link.office, join(import.meta.dirname, "viewer-office.ts"), { cloud });
  try {
    const { value: origin } = await wordsOf(office).next();
    if (origin === undefined) throw new Error("the office's end did not start");
    const path = join(import.meta.dirname, "viewer-reviewer.ts");
    const reviewer = startAt(link.crew, path, { origin, ...order });
    const { value: taken } = await wordsOf(reviewer).next();
    if (taken === undefined) throw new Error("the reviewer's end broke off");
    reviewer.stdin.end();
    return taken as ViewerTaken;
  } finally {
    office.stdin.end();
    if (office.exitCode === null) await once(office, "exit");
    link.stop();
  }
}

const bounded = (
  what: string,
  measured: number,
  most: number,
  unit: string,
  peer?: string,
): Figure => ({
  what,
  measured: `${measured.toFixed(measured < 10 ? 2 : 0)} ${unit}`,
  bound: `≤ ${most} ${unit}`,
  held: measured <= most,
  ...(peer === undefined ? {} : { peer }),
});

/** `npm run bench -- viewer [POINTS]`: a cloud that a reviewer looks at over a link of 20 Mbit/s and 25 ms. */
export async function benchViewer([given = "100000000"]: readonly string[]): Promise<void> {
  const { path, length } = await cloudOf(Number(given));
  const [x, y] = [CORNER[0] + length / 2, CORNER[1] + WIDTH * (1 - SIDE_LAP)];
  // Across the overlap of two lines.
  const profile = { from: [x, y - 25], to: [x, y + 175], width: 2 } as const;
  const width = Math.round(LARGE_POINTS / (DENSITY * 1.3 * WIDTH * 2));
  const large = { from: [x, y - 300], to: [x, y + 700], width } as const;
  const needed = await neededOf(path, profile);
  const taken = await look(path, { profile, large });
  const { tasks, panTasks, tabMegabytes } = taken;
  const raw = `ranges alone ${(taken.rangesMs / 1_000).toFixed(2)} s, laz-perf alone ${needed.lazPerfSeconds.toFixed(2)} s`;
  const figures: Figure[] = [
    bounded("first picture, programs kept", taken.firstPictureMs / 1_000, 2, "s"),
    {
      what: "first picture, first visit",
      measured: `${(taken.firstVisitMs / 1_000).toFixed(2)} s`,
    },
    bounded(`profile of ${lengthOf(profile)} m by 2 m`, taken.profileMs / 1_000, 1.5, "s", raw),
    bounded(
      `bytes of its ${(needed.bytes / MB).toFixed(1)} MB of nodes (${needed.points} points)`,
      taken.profileBytes / needed.bytes,
      1.3,
      "times",
    ),
    bounded("memory of the tab", tabMegabytes ?? Number.NaN, 1_000, "MB"),
    bounded("longest task of the main thread", tasks[0] ?? 0, 100, "ms"),
    bounded(
      `a step of ${taken.largePoints} points moved`,
      quantile(panTasks, 0.95),
      16,
      "ms",
      `median ${quantile(panTasks, 0.5).toFixed(1)} ms of ${panTasks.length} steps`,
    ),
  ];
  console.log(`${given} points over 20 Mbit/s and 25 ms each way`);
  for (const figure of figures) console.log(figureLine(figure));
  if (figures.some(({ held }) => held === false)) process.exitCode = 1;
}
