import { join, posix } from "node:path";
import { crc32 } from "node:zlib";
import { type FilePart, filePartSchema } from "@swath/contract/processing";
import { copcInfo, copcNodes } from "@swath/pointcloud/copc";
import type { CoverageGrid } from "@swath/pointcloud/grid";
import { type LasFile, openLas } from "@swath/pointcloud/las";
import type { ByteSource } from "@swath/survey/readers";
import { z } from "zod";
import type { MetricScale } from "../coordinates/cloud-system.ts";
import { filesBelow, withFile } from "../files/file-bytes.ts";
import { readJson, writeJson } from "../files/write-outputs.ts";
import { FileFault } from "../program.ts";
import { type FlatBox, openPoints, type PointFile } from "./point-file.ts";

/** Side of the cells by which a file's cover is known, m: divides tiles and their collars. */
export const TILE_COVER_CELL = 20;

const COVER = ".cover.json";

/** What a file states before its points, in base 64, and its bytes in all. */
export const headSchema = z.strictObject({ bytes: z.base64(), size: z.int().positive() });

const number = z.number();
/** Bounds of a node in the units of the file, and where its points stand. */
const nodeSchema = z.strictObject({
  bounds: z.tuple([number, number, number, number]),
  part: filePartSchema,
});

/** `NAME.cover.json`: which cells of 20 m a file of points covers, in metres of its system, its head, and its octree. */
const coverFileSchema = z.strictObject({
  version: z.literal(2),
  file: z.string(),
  cell: z.number().positive(),
  /** Units of the file in a metre, of x and y. */
  metre: z.tuple([z.number(), z.number()]),
  /** Columns and rows, one behind the other. */
  cells: z.array(z.int()),
  head: headSchema,
  /** Of a COPC file what is read whatever part of it is, and the nodes of its octree; null of others. */
  octree: z.strictObject({ base: z.array(filePartSchema), nodes: z.array(nodeSchema) }).nullable(),
});
export type CloudCover = z.infer<typeof coverFileSchema>;

/** Writes the cover of a file of a folder beside it: tasks are divided by it without a look at the points. */
export async function writeCover(
  out: string,
  stem: string,
  file: string,
  { scale, cover }: { readonly scale: MetricScale; readonly cover: CoverageGrid },
): Promise<void> {
  const cells: number[] = [];
  for (const { column, row } of cover.cells()) cells.push(column, row);
  const path = join(out, file);
  const { las } = await openPoints(path);
  const metre: [number, number] = [1 / scale.x, 1 / scale.y];
  const written = await withFile(path, async (source): Promise<CloudCover> => {
    const head = await source.read(0, las.header.pointOffset);
    return {
      version: 2,
      file,
      cell: cover.cell,
      metre,
      cells,
      head: { bytes: Buffer.from(head).toString("base64"), size: source.size },
      octree: await octreeOf(source, las),
    };
  });
  await writeJson(join(out, `${stem}${COVER}`), written);
}

/** Bytes behind the head that readers look at: where the chunk table is. */
const BEHIND_HEAD = 8;

async function octreeOf(
  source: ByteSource,
  { records, header }: LasFile,
): Promise<CloudCover["octree"]> {
  const info = copcInfo(records);
  if (info === undefined) return null;
  const partOf = async (start: number, end: number): Promise<FilePart> => [
    start,
    end,
    crc32(await source.read(start, end)),
  ];
  const nodes = [];
  let last = header.pointOffset + BEHIND_HEAD;
  const read = (start: number, end: number): Promise<Uint8Array> => source.read(start, end);
  for await (const { min, max, start, end } of copcNodes(read, source.size, info)) {
    const bounds: [number, number, number, number] = [min[0], min[1], max[0], max[1]];
    nodes.push({ bounds, part: await partOf(start, end) });
    last = Math.max(last, end);
  }
  nodes.sort((one, other) => one.part[0] - other.part[0]);
  // Behind the points: the chunk table and the hierarchy.
  const base = [await partOf(0, header.pointOffset + BEHIND_HEAD)];
  if (last < source.size) base.push(await partOf(last, source.size));
  return { base, nodes };
}

/** The parts of a file that hold the nodes which touch a box in its units; undefined where it has no octree. */
function partsWithin({ octree }: CloudCover, box: FlatBox): FilePart[] | undefined {
  if (octree === null) return undefined;
  const within = octree.nodes.filter(
    ({ bounds: [minX, minY, maxX, maxY] }) =>
      minX <= box.maxX && maxX >= box.minX && minY <= box.maxY && maxY >= box.minY,
  );
  return [...octree.base, ...within.map(({ part }) => part)];
}

/** The covers in a folder, in the order of their files' paths. */
export async function readCovers(folder: string): Promise<CloudCover[]> {
  const paths = (await filesBelow(folder)).filter((path) => path.endsWith(COVER));
  if (paths.length === 0) throw new FileFault(folder, `holds no *${COVER}`);
  const covers: CloudCover[] = [];
  for (const path of paths) {
    const cover = await readJson(join(folder, path), coverFileSchema);
    covers.push({ ...cover, file: posix.join(posix.dirname(path), cover.file) });
  }
  return covers.toSorted((one, other) => (one.file < other.file ? -1 : 1));
}

/** By file, what a task reads of some that reads them in a box; whole of those that have no octree. */
export const partsOf = (covers: readonly CloudCover[], box: FlatBox): Record<string, FilePart[]> =>
  Object.fromEntries(
    covers.flatMap((cover) => {
      const parts = partsWithin(cover, box);
      return parts === undefined ? [] : [[cover.file, parts] as const];
    }),
  );

const HEADS_FILE = "heads.json";
const headsSchema = z.array(z.strictObject({ file: z.string(), head: headSchema }));

/** Writes `heads.json`: what all files of a run state, for tasks that read some of them. */
export async function writeHeads(out: string, covers: readonly CloudCover[]): Promise<void> {
  const heads: z.infer<typeof headsSchema> = covers.map(({ file, head }) => ({ file, head }));
  await writeJson(join(out, HEADS_FILE), heads);
}

/** The files of `heads.json`, whose points stand in a folder, in its order. */
export async function readHeads(divided: string, points = ""): Promise<PointFile[]> {
  const files: PointFile[] = [];
  for (const head of await readJson(join(divided, HEADS_FILE), headsSchema))
    files.push(await openHead(points, head));
  return files;
}

/** A file of points by its head alone: nothing behind it can be read. */
export async function openHead(
  folder: string,
  { file, head }: Pick<CloudCover, "file" | "head">,
): Promise<PointFile> {
  const bytes = new Uint8Array(Buffer.from(head.bytes, "base64"));
  const read = async (start: number, end: number) => bytes.subarray(start, end);
  const opened = await openLas({ size: head.size, read });
  if ("fault" in opened) throw new FileFault(file, opened.fault);
  return { path: join(folder, file), name: file, las: opened.file };
}
