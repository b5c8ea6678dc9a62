import { basename, join } from "node:path";
import { CopcBody, isOfCopc } from "@swath/pointcloud/copc";
import { type ByteSink, type LasBody, type LasSettings, LasWriter } from "@swath/pointcloud/las";
import { LazBody } from "@swath/pointcloud/laz";
import { newBlock, type PointBlock } from "@swath/pointcloud/points";
import { writingFile } from "../files/file-bytes.ts";
import { fileSpool, type FileSpool } from "../files/file-spool.ts";
import { FileFault } from "../program.ts";

/** How points are written: plain, compressed, or compressed with an octree by which parts are read. */
export type PointCoding = "las" | "laz" | "copc";

const SUFFIXES: Readonly<Record<PointCoding, string>> = {
  las: ".las",
  laz: ".laz",
  copc: ".copc.laz",
};

/** Name of a file of points without what says its coding. */
export const stemOfPoints = (path: string): string =>
  basename(path).replace(/(?:\.copc)?\.la[sz]$/i, "");

/** COPC; LAZ of points with waveforms, which COPC does not have. */
export const copcOrLaz = ({ pointFormat }: Pick<LasSettings, "pointFormat">): PointCoding =>
  isOfCopc(pointFormat) ? "copc" : "laz";

/** Settings of a file, which may be made for its first block. */
type SettingsOf = LasSettings | ((first: PointBlock) => LasSettings);
type Use = (append: (block: PointBlock) => Promise<void>) => Promise<void>;

/** Folders of a program: what it keeps, and what is thrown away, by default the same. */
export interface PointFolders {
  readonly out: string;
  readonly work?: string | undefined;
}

/**
 * Writes points to a file of a stem in a folder: what `use` appends. It is created on the day that it is
 * written. Answers the file's name.
 */
export async function writePoints(
  { out, work = out }: PointFolders,
  stem: string,
  coding: PointCoding,
  settings: SettingsOf,
  use: Use,
  created = new Date(),
): Promise<string> {
  const name = `${stem}${SUFFIXES[coding]}`;
  const of = (first: PointBlock): LasSettings => ({
    ...(typeof settings === "function" ? settings(first) : settings),
    created,
  });
  await writePointFile(join(out, name), coding, of, use, join(work, `${name}.spool`));
  return name;
}

/**
 * Writes points to a file in a coding. What an octree has no room for in memory is spooled in a folder of its
 * own, which is removed. Points that have no place in the file are a {@link FileFault}.
 */
export async function writePointFile(
  path: string,
  coding: PointCoding,
  settings: SettingsOf,
  use: Use,
  spoolFolder: string,
): Promise<void> {
  const spool = fileSpool(spoolFolder);
  try {
    await writingFile(path, async (sink) => {
      let writer: LasWriter | undefined;
      const writerFor = (first: PointBlock): LasWriter => {
        if (writer !== undefined) return writer;
        const own = typeof settings === "function" ? settings(first) : settings;
        return (writer = new LasWriter(sink, own, bodyOf(coding, sink, own, spool)));
      };
      await use((block) => fitting(path, writerFor(block).append(block)));
      await fitting(path, writerFor(newBlock(0)).end());
    });
  } finally {
    await spool.end();
  }
}

function bodyOf(
  coding: PointCoding,
  sink: ByteSink,
  settings: LasSettings,
  spool: FileSpool,
): LasBody | undefined {
  if (coding === "las") return undefined;
  return coding === "laz" ? new LazBody(sink, settings) : new CopcBody(sink, settings, spool);
}

async function fitting(path: string, written: Promise<void>): Promise<void> {
  await written.catch((fault: unknown) => {
    if (!(fault instanceof RangeError)) throw fault;
    throw new FileFault(stemOfPoints(path), `cannot be written: ${fault.message}`);
  });
}
