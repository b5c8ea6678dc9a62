import { basename } from "node:path";
import { type LasFile, lasPoints, openLas } from "@swath/pointcloud/las";
import type { PointBlock } from "@swath/pointcloud/points";
import { withFile } from "../files/file-bytes.ts";
import { lazPoints } from "../laz/laz-points.ts";
import { FileFault } from "../program.ts";
import { damageOf, outsideBounds } from "./outside-bounds.ts";

/** A LAS or LAZ file on disk whose points can be read, more than once. */
export interface PointFile {
  readonly path: string;
  /** Without folders. */
  readonly name: string;
  readonly las: LasFile;
}

/** Opens a file of points by its header; a file that is damaged is a {@link FileFault} of its name. */
export async function openPoints(path: string): Promise<PointFile> {
  const name = basename(path);
  const opened = await withFile(path, openLas);
  if ("fault" in opened) throw new FileFault(name, opened.fault);
  return { path, name, las: opened.file };
}

/**
 * Hands every block of a file's points to `use`, in order, until it answers false; a block is filled
 * anew for the next.
 */
export async function readPoints(
  { path, name, las }: PointFile,
  use: (block: PointBlock) => void | boolean | Promise<void | boolean>,
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
    for await (const block of lazPoints(path, las)) {
      const damage = damageOf(las, (outside += outsideBounds(block, las)));
      if (damage !== undefined) throw new FileFault(name, damage);
      if ((await use(block)) === false) return;
    }
  } catch (fault) {
    throw fault instanceof FileFault ? new FileFault(name, fault.message) : fault;
  }
}
