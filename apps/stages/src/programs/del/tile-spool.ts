import { appendFile, open } from "node:fs/promises";
import { type LasSettings, LasWriter, writtenParts } from "@swath/pointcloud/las";
import {
  type FilledBlock,
  newBlock,
  type PointBlock,
  type PointBytes,
  type PointParts,
  WAVEFORM_BYTES,
} from "@swath/pointcloud/points";

/** Points of a block, and bytes of all blocks that are filled at once. */
const BLOCK = 256;
const MOST_BYTES = 67_108_864;
const PLAIN_BYTES = 47;

interface Spooled {
  readonly writer: LasWriter;
  /** What the writer wrote since the file was appended to. */
  readonly written: Uint8Array[];
  /** All but the last are full. */
  readonly blocks: FilledBlock[];
  points: number;
}

/**
 * Points on their way into many files, in bounded memory and with no file held open: they gather in
 * blocks, which are all appended to their files where there are no more of them.
 */
export class TileSpool {
  readonly #pathOf: (number: number) => string;
  readonly #settings: LasSettings;
  readonly #parts: PointParts;
  readonly #mostBlocks: number;
  readonly #files = new Map<number, Spooled>();
  readonly #free: FilledBlock[] = [];
  #blocks = 0;

  constructor(pathOf: (number: number) => string, settings: LasSettings, mostBytes = MOST_BYTES) {
    this.#pathOf = pathOf;
    this.#settings = settings;
    this.#parts = writtenParts(settings);
    const { colorChannels = 0, waveforms, extraBytes = 0 } = this.#parts;
    const packet = waveforms === true ? WAVEFORM_BYTES : 0;
    const bytes = PLAIN_BYTES + colorChannels * 2 + packet + extraBytes;
    this.#mostBlocks = Math.floor(mostBytes / (bytes * BLOCK));
  }

  /** Points of a file, 0 where it has none and is not there. */
  pointsOf(number: number): number {
    return this.#files.get(number)?.points ?? 0;
  }

  /** Takes a point; answers a promise where room has to be made before the next. */
  add(number: number, from: PointBlock, at: number): Promise<void> | undefined {
    const file = this.#files.get(number) ?? this.#begin(number);
    let block = file.blocks.at(-1);
    if (block === undefined || block.count === BLOCK) {
      block = this.#take();
      file.blocks.push(block);
    }
    copyPoint(from, at, block);
    file.points += 1;
    if (this.#free.length > 0 || this.#blocks < this.#mostBlocks) return undefined;
    return this.#flush();
  }

  /** Writes what is left, and the headers. */
  async end(): Promise<void> {
    await this.#flush();
    for (const { writer } of this.#files.values()) await writer.end();
  }

  #take(): FilledBlock {
    const block = this.#free.pop();
    if (block === undefined) {
      this.#blocks += 1;
      return newBlock(BLOCK, this.#parts);
    }
    block.count = 0;
    return block;
  }

  #begin(number: number): Spooled {
    const path = this.#pathOf(number);
    const written: Uint8Array[] = [];
    const writer = new LasWriter(
      {
        write: async (bytes) => void written.push(bytes.slice()),
        async overwrite(at, bytes) {
          await using file = await open(path, "r+");
          await file.write(bytes, 0, bytes.length, at);
        },
      },
      this.#settings,
    );
    const file = { writer, written, blocks: [], points: 0 };
    this.#files.set(number, file);
    return file;
  }

  async #flush(): Promise<void> {
    for (const [number, { writer, written, blocks }] of this.#files) {
      if (blocks.length === 0) continue;
      for (const block of blocks) await writer.append(block);
      this.#free.push(...blocks.splice(0));
      await appendFile(this.#pathOf(number), Buffer.concat(written.splice(0)));
    }
  }
}

const COLUMNS = [
  "x",
  "y",
  "z",
  "intensity",
  "returnNumber",
  "returnCount",
  "classification",
  "flags",
  "scanAngle",
  "userData",
  "sourceId",
  "gpsTime",
] as const;

/** Appends a point of a block to another one; a colour or bytes that it does not have are 0. */
export function copyPoint(from: PointBlock, at: number, to: FilledBlock): void {
  const n = to.count++;
  for (const column of COLUMNS) to[column][n] = from[column][at]!;
  copyBytes(from.waveforms, at, to.waveforms, n);
  copyBytes(from.extra, at, to.extra, n);
  if (to.colors === undefined) return;
  const [wide, own] = [to.colorChannels ?? 3, from.colorChannels ?? 3];
  for (let channel = 0; channel < wide; channel += 1)
    to.colors[n * wide + channel] = channel < own ? (from.colors?.[at * own + channel] ?? 0) : 0;
}

function copyBytes(
  from: PointBytes | undefined,
  at: number,
  to: PointBytes | undefined,
  n: number,
): void {
  if (to === undefined) return;
  const target = to.first + n * to.stride;
  const source = from === undefined ? 0 : from.first + at * from.stride;
  for (let byte = 0; byte < to.length; byte += 1)
    to.bytes[target + byte] =
      from === undefined || byte >= from.length ? 0 : from.bytes[source + byte]!;
}
