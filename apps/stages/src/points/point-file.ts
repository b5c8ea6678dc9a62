import type { Box } from "@swath/pointcloud/copc";
import { type LasFile, lasPoints, openLas } from "@swath/pointcloud/las";
import type { PointBlock } from "@swath/pointcloud/points";
import { basename } from "node:path";
import { filesBelow, findFiles, withFile } from "../files/file-bytes.ts";
import { lazPoints } from "../laz/laz-points.ts";
import { FileFault } from "../program.ts";

/** A LAS or LAZ file on disk whose points can be read, more than once. */
export interface PointFile {
  readonly path: string;
  /** Without folders. */
  readonly name: string;
  readonly las: LasFile;
}

/** What the head of a file of points says, without its points. */
export interface CloudHead {
  readonly name: string;
  readonly las: Pick<LasFile, "crs" | "globalEncoding"> & {
    readonly header: Pick<LasFile["header"], "pointCount" | "bounds">;
  };
}

/** Opens a file of points by its header; a file that is damaged is a {@link FileFault} of its name. */
export async function openPoints(path: string): Promise<PointFile> {
  const name = basename(path);
  const opened = await withFile(path, openLas);
  if ("fault" in opened) throw new FileFault(name, opened.fault);
  return { path, name, las: opened.file };
}

/**
 * Hands every block of a file's points to `use`, in order, until it returns false; a block is
 * reused for the next. With a box, in the file's units, those of a COPC file that lie far from it are not read.
 */
export async function readPoints(
  { path, name, las }: PointFile,
  use: (block: PointBlock) => void | boolean | Promise<void | boolean>,
  box?: FlatBox,
): Promise<void> {
  if (las.header.pointCount === 0) return;
  if (!las.header.compressed) {
    await withFile(path, async (source) => {
      for await (const block of lasPoints(source, las)) if ((await use(block)) === false) return;
    });
    return;
  }
  try {
    let outside = 0;
    const within = box && {
      min: [box.minX, box.minY, -Infinity],
      max: [box.maxX, box.maxY, Infinity],
    };
    for await (const block of lazPoints(path, las, within as Box | undefined)) {
      const damage = damageOf(las, (outside += outsideBounds(block, las)));
      if (damage !== undefined) throw new FileFault(name, damage);
      if ((await use(block)) === false) return;
    }
  } catch (fault) {
    throw fault instanceof FileFault ? new FileFault(name, fault.message) : fault;
  }
}

/** Whether times of points are adjusted standard times (LAS 1.4-R15, table 4); else seconds of the week. */
export const hasStandardTime = ({ globalEncoding }: Pick<LasFile, "globalEncoding">): boolean =>
  (globalEncoding & 1) === 1;

/** A box of any height. */
export interface FlatBox {
  readonly minX: number;
  readonly minY: number;
  readonly maxX: number;
  readonly maxY: number;
}

const POINTS = /\.la[sz]$/i;

/** Paths of the LAS and LAZ files of a folder and those in it, in order, below the folder. */
export const listPoints = async (folder: string): Promise<string[]> =>
  (await filesBelow(folder)).filter((path) => POINTS.test(path));

/**
 * The first of some folders that has files of points, else the first: a stage reads the points of an
 * earlier stage or of an upload, whichever its template has.
 */
export async function pointsFolder(first: string, ...others: readonly (string | undefined)[]) {
  for (const folder of [first, ...others])
    if (folder !== undefined && (await findFiles(folder, POINTS)).length > 0) return folder;
  return first;
}

/** How many points of a block lie outside the bounds of their file's header, by more than a step. */
export function outsideBounds({ count, x, y, z }: PointBlock, { header, scale }: LasFile): number {
  const { min, max } = header.bounds;
  const [minX, minY, minZ] = scale.map((step, axis) => min[axis]! - Math.abs(step));
  const [maxX, maxY, maxZ] = scale.map((step, axis) => max[axis]! + Math.abs(step));
  let outside = 0;
  for (let point = 0; point < count; point += 1) {
    const px = x[point]!;
    const py = y[point]!;
    const pz = z[point]!;
    // Bounds that are no numbers hold nothing.
    if (!(px >= minX! && px <= maxX! && py >= minY! && py <= maxY! && pz >= minZ! && pz <= maxZ!))
      outside += 1;
  }
  return outside;
}

/**
 * Damage of compressed points in words, or undefined. They carry no checksum: damage shows as
 * points outside of the header's bounds. Sound files have a few of them, too.
 */
function damageOf({ header: { pointCount } }: LasFile, outside: number): string | undefined {
  const most = Math.max(10, Math.floor(pointCount / 10_000));
  if (outside <= most) return undefined;
  return `has compressed points that are damaged: more than ${most} of its ${pointCount} points lie outside the bounds of its header`;
}
