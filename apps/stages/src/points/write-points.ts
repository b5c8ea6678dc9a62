import { execFile } from "node:child_process";
import { rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { type LasSettings, LasWriter } from "@swath/pointcloud/las";
import { newBlock, type PointBlock } from "@swath/pointcloud/points";
import { writingFile } from "../files/file-bytes.ts";
import { loadLaszip } from "../laz/laszip-library.ts";
import { FileFault } from "../program.ts";

const COMPRESSOR = fileURLToPath(new URL("../laz/compress-laz.ts", import.meta.url));

/**
 * Writes points to `STEM.laz` in a folder where liblaszip is installed, else to `STEM.las`: what `use`
 * appends. Settings may be made for the first block; the file is created on the day that it is written.
 * Answers the file's name.
 */
export async function writePoints(
  folder: string,
  stem: string,
  settings: LasSettings | ((first: PointBlock) => LasSettings),
  use: (append: (block: PointBlock) => Promise<void>) => Promise<void>,
  created = new Date(),
): Promise<string> {
  const path = join(folder, `${stem}.las`);
  let points = 0;
  await writingFile(path, async (sink) => {
    let writer: LasWriter | undefined;
    const writerFor = (first: PointBlock): LasWriter =>
      (writer ??= new LasWriter(sink, {
        ...(typeof settings === "function" ? settings(first) : settings),
        created,
      }));
    await use(async (block) => {
      points += block.count;
      await writerFor(block)
        .append(block)
        .catch((fault: unknown) => {
          if (!(fault instanceof RangeError)) throw fault;
          throw new FileFault(stem, `cannot be written: ${fault.message}`);
        });
    });
    await writerFor(newBlock(0)).end();
  });
  if (points === 0 || (await loadLaszip()) === undefined) return `${stem}.las`;
  await compressPoints(path, join(folder, `${stem}.laz`), points);
  return `${stem}.laz`;
}

/** Compresses a LAS file in place of it; by a name that ends in `.laz`, by which liblaszip knows what to write. */
export async function compressPoints(from: string, to: string, points: number): Promise<void> {
  const unfinished = to.replace(/\.laz$/, ".partial.laz");
  const words = [COMPRESSOR, from, unfinished, `${points}`];
  const run = promisify(execFile)(process.execPath, words, { maxBuffer: 65_536 });
  await run.catch((fault: unknown) => {
    throw new FileFault(to, `cannot be compressed: ${String(fault)}`);
  });
  if ((await stat(unfinished)).size === 0) throw new FileFault(to, "was compressed to nothing");
  await rename(unfinished, to);
  await rm(from);
}
