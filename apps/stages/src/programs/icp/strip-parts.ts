import { closeSync, openSync, readSync } from "node:fs";
import { basename } from "node:path";
import { StripSurface, type SurfaceTiles, TILE_CELLS } from "@swath/pointcloud/strips";
import { z } from "zod";
import { findFiles, withFile, writingFile } from "../../files/file-bytes.ts";
import { FileFault } from "../../program.ts";

/** Surfaces of lines by name, in cells of a side, m. */
export interface StripLevel {
  readonly cell: number;
  readonly lines: ReadonlyMap<string, SurfaceTiles>;
}

/** The ending of a file of surfaces. */
export const STRIP_PART = ".strips";

const CELLS = TILE_CELLS ** 2;
const TILE_BYTES = CELLS * Float32Array.BYTES_PER_ELEMENT;
/** Length of the head in four bytes, before it. */
const PREFIX = 4;
const MOST_HEAD_BYTES = 64_000_000;

/** The head of a part; behind it the tiles in this order, row by row, heights in four bytes (little-endian). */
const headSchema = z.strictObject({
  version: z.literal(1),
  /** File of the points, and whether their times are adjusted standard times. */
  file: z.string(),
  standardTime: z.boolean(),
  levels: z
    .array(
      z.strictObject({
        cell: z.number().positive(),
        lines: z.array(z.strictObject({ id: z.string(), tiles: z.array(z.int()) })),
      }),
    )
    .min(1),
});
type Head = z.infer<typeof headSchema>;

/** Writes the surfaces of the lines in a file of points, for the join of all files. */
export async function writeStripPart(
  path: string,
  points: Pick<Head, "file" | "standardTime">,
  levels: readonly StripLevel[],
): Promise<void> {
  const head: Head = {
    version: 1,
    ...points,
    levels: levels.map(({ cell, lines }) => ({
      cell,
      lines: [...lines].map(([id, tiles]) => ({ id, tiles: [...tiles.keys()] })),
    })),
  };
  const text = Buffer.from(JSON.stringify(head));
  const prefix = Buffer.alloc(PREFIX);
  prefix.writeUInt32LE(text.length);
  await writingFile(path, async (sink) => {
    await sink.write(Buffer.concat([prefix, text]));
    for (const { lines } of levels)
      for (const tiles of lines.values())
        for (const key of tiles.keys()) await sink.write(new Uint8Array(tiles.get(key)!.buffer));
  });
}

interface StripPart {
  readonly path: string;
  readonly head: Head;
  /** Where its tiles begin. */
  readonly start: number;
}

async function openPart(path: string): Promise<StripPart> {
  const name = basename(path);
  return await withFile(path, async (source) => {
    const prefix = Buffer.from(await source.read(0, PREFIX));
    const length = prefix.length === PREFIX ? prefix.readUInt32LE() : 0;
    if (length === 0 || length > MOST_HEAD_BYTES)
      throw new FileFault(name, "is no file of surfaces");
    const start = PREFIX + length;
    const head = headOf(name, await source.read(PREFIX, start));
    const tiles = head.levels
      .flatMap(({ lines }) => lines.map((line) => line.tiles.length))
      .reduce((sum, count) => sum + count, 0);
    if (source.size !== start + tiles * TILE_BYTES) throw new FileFault(name, "is cut off");
    return { path, head, start };
  });
}

function headOf(name: string, bytes: Uint8Array): Head {
  try {
    return headSchema.parse(JSON.parse(Buffer.from(bytes).toString()));
  } catch {
    throw new FileFault(name, "is no file of surfaces");
  }
}

/** Where the heights of a tile stand. */
interface Place {
  readonly path: string;
  readonly at: number;
}

/** Tiles that are kept of all lines, 64 MB. */
const MOST_KEPT = 4_096;

/** Remembers the tiles that were read last, of all lines. */
class TileCache {
  readonly #kept: { readonly tiles: Map<number, unknown>; readonly key: number }[] = [];
  #next = 0;

  keep(tiles: Map<number, unknown>, key: number): void {
    const oldest = this.#kept[this.#next];
    oldest?.tiles.delete(oldest.key);
    this.#kept[this.#next] = { tiles, key };
    this.#next = (this.#next + 1) % MOST_KEPT;
  }
}

/** Tiles of a line, which are read when they are looked at; where files of the line meet their mean counts. */
class StoredTiles implements SurfaceTiles {
  readonly #places = new Map<number, Place[]>();
  readonly #cache: TileCache;
  readonly #read = new Map<number, Float32Array<ArrayBuffer>>();

  constructor(cache: TileCache) {
    this.#cache = cache;
  }

  put(key: number, place: Place): void {
    const places = this.#places.get(key);
    if (places === undefined) this.#places.set(key, [place]);
    else places.push(place);
  }

  get size(): number {
    return this.#places.size;
  }

  has(key: number): boolean {
    return this.#places.has(key);
  }

  keys(): MapIterator<number> {
    return this.#places.keys();
  }

  get(key: number): Float32Array<ArrayBuffer> | undefined {
    const known = this.#read.get(key);
    if (known !== undefined) return known;
    const places = this.#places.get(key);
    if (places === undefined) return undefined;
    const heights = meanOf(places.map(readTile));
    this.#read.set(key, heights);
    this.#cache.keep(this.#read, key);
    return heights;
  }
}

function readTile({ path, at }: Place): Float32Array<ArrayBuffer> {
  const heights = new Float32Array(CELLS);
  const bytes = new Uint8Array(heights.buffer);
  const file = openSync(path, "r");
  try {
    for (let done = 0; done < TILE_BYTES;) {
      const count = readSync(file, bytes, done, TILE_BYTES - done, at + done);
      if (count === 0) throw new FileFault(basename(path), "is cut off");
      done += count;
    }
  } finally {
    closeSync(file);
  }
  return heights;
}

function meanOf([first, ...others]: readonly Float32Array<ArrayBuffer>[]) {
  const heights = first!;
  if (others.length === 0) return heights;
  for (let index = 0; index < CELLS; index += 1) {
    const there = [heights, ...others]
      .map((each) => each[index]!)
      .filter((height) => !Number.isNaN(height));
    if (there.length > 0)
      heights[index] = there.reduce((sum, height) => sum + height, 0) / there.length;
  }
  return heights;
}

/** The surfaces of a flight's lines, as the tasks of its files left them. */
export interface StripParts {
  /** Files of points, by the name of their part without its ending. */
  readonly files: ReadonlyMap<string, string>;
  readonly standardTime: boolean;
  /** Sides of the cells that all files have, the smallest first, m. */
  readonly cells: readonly number[];
  surfaces(cell: number): Map<string, StripSurface>;
}

/** Opens the parts in a folder. */
export async function openStripParts(folder: string): Promise<StripParts> {
  const parts: StripPart[] = [];
  for (const path of await findFiles(folder, /\.strips$/)) parts.push(await openPart(path));
  // Whatever the parts are called.
  parts.sort((one, other) => (one.head.file < other.head.file ? -1 : 1));
  const [first, ...others] = parts.map(
    ({ head }) => new Set(head.levels.map((level) => level.cell)),
  );
  return {
    files: new Map(parts.map(({ path, head }) => [basename(path, STRIP_PART), head.file])),
    standardTime: parts[0]?.head.standardTime === true,
    cells: [...(first ?? [])].filter((cell) => others.every((cells) => cells.has(cell))),
    surfaces: (cell) => surfacesOf(parts, cell),
  };
}

function surfacesOf(parts: readonly StripPart[], cell: number): Map<string, StripSurface> {
  const cache = new TileCache();
  const lines = new Map<string, StoredTiles>();
  for (const { path, head, start } of parts) {
    let at = start;
    for (const level of head.levels)
      for (const { id, tiles } of level.lines) {
        if (level.cell === cell && !lines.has(id)) lines.set(id, new StoredTiles(cache));
        for (const key of tiles) {
          if (level.cell === cell) lines.get(id)!.put(key, { path, at });
          at += TILE_BYTES;
        }
      }
  }
  return new Map([...lines].map(([id, tiles]) => [id, new StripSurface(cell, tiles)]));
}
