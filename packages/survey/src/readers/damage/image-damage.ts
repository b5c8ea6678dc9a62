import { viewOf } from "../../bytes.ts";
import type { FileSource } from "../file-source.ts";
import { iiqEnd } from "../iiq.ts";
import {
  beforeZeros,
  contradiction,
  counted,
  cutOff,
  type Damage,
  type JudgeFormat,
  zeros,
} from "./damage.ts";

const CLASSIC = 42;
const BIG = 43;
const MOST_DIRECTORIES = 32;
const MOST_ENTRIES = 4096;
/** Strips and tiles whose places are looked at, the last of a file's. */
const MOST_PLACES = 8192;
const COMPRESSION = 259;
/** Offsets and byte counts of strips, and of tiles. */
const PLACES = [
  [273, 279],
  [324, 325],
] as const;
const BYTES_OF_TYPE: Readonly<Record<number, number>> = { 3: 2, 4: 4, 16: 8 };

/**
 * A TIFF (TIFF 6.0, 2; BigTIFF) holds its directories and the strips or tiles that they list. Pixels
 * that are not compressed may be zeros up to its end.
 */
export const judgeTiff: JudgeFormat = async (source) => {
  const head = viewOf(await source.read(0, Math.min(source.size, 16)));
  if (head.byteLength < 16) return undefined;
  const mark = head.getUint16(0);
  const little = mark === 0x4949;
  const version = head.getUint16(2, little);
  if ((!little && mark !== 0x4d4d) || (version !== CLASSIC && version !== BIG)) return undefined;
  const reader = new TiffReader(source, little, version === BIG);
  let at = reader.offsetAt(head, version === BIG ? 8 : 4);
  const seen = new Set<number>();
  while (seen.size < MOST_DIRECTORIES && at !== 0) {
    if (seen.has(at)) return contradiction("its directories lead in a circle");
    seen.add(at);
    const directory = await reader.directory(at);
    if (!("next" in directory)) return directory;
    const end = await reader.endOf(directory.fields);
    if (end > source.size)
      return cutOff(`its image ends ${counted(end - source.size)} bytes behind the file`);
    at = directory.next;
    if (directory.fields.get(COMPRESSION)?.value === 1 && at === 0) return "whole";
  }
  return undefined;
};

/** An IIQ image: its own directory, whose values may lie behind the end (docs/formats.md). */
export const judgeIiq: JudgeFormat = async (source) => {
  const end = await iiqEnd(source);
  return end > source.size
    ? cutOff(`its image ends ${counted(end - source.size)} bytes behind the file`)
    : undefined;
};

interface Field {
  readonly type: number;
  readonly count: number;
  /** The value, or where the values stand. */
  readonly value: number;
  /** Offset of the value in the file. */
  readonly at: number;
}

class TiffReader {
  readonly #source: FileSource;
  readonly #little: boolean;
  readonly #big: boolean;

  constructor(source: FileSource, little: boolean, big: boolean) {
    this.#source = source;
    this.#little = little;
    this.#big = big;
  }

  offsetAt(view: DataView, at: number): number {
    return this.#big
      ? Number(view.getBigUint64(at, this.#little))
      : view.getUint32(at, this.#little);
  }

  async directory(
    at: number,
  ): Promise<{ fields: ReadonlyMap<number, Field>; next: number } | Damage> {
    const [head, entry, word] = this.#big ? [8, 20, 8] : [2, 12, 4];
    if (at + head > this.#source.size) return cutOff("its directory lies behind its end");
    const start = viewOf(await this.#source.read(at, at + head));
    const count = this.#big
      ? Number(start.getBigUint64(0, this.#little))
      : start.getUint16(0, this.#little);
    if (count === 0) return zeros("there are zeros in place of its directory");
    if (count > MOST_ENTRIES)
      return contradiction(`its directory states ${counted(count)} entries`);
    const bytes = head + count * entry + word;
    if (at + bytes > this.#source.size) return cutOff("its directory ends behind it");
    const view = viewOf(await this.#source.read(at, at + bytes));
    const fields = new Map<number, Field>();
    for (let from = head; from < bytes - word; from += entry) {
      const type = view.getUint16(from + 2, this.#little);
      const valueAt = from + 4 + word;
      const short = type === 3 && this.offsetAt(view, from + 4) === 1;
      const value = short ? view.getUint16(valueAt, this.#little) : this.offsetAt(view, valueAt);
      const field = { type, count: this.offsetAt(view, from + 4), value, at: at + valueAt };
      fields.set(view.getUint16(from, this.#little), field);
    }
    return { fields, next: this.offsetAt(view, bytes - word) };
  }

  /** End of the last strip or tile. */
  async endOf(fields: ReadonlyMap<number, Field>): Promise<number> {
    let end = 0;
    for (const [offsetTag, countTag] of PLACES) {
      const [offsets, counts] = [fields.get(offsetTag), fields.get(countTag)];
      if (offsets === undefined || counts === undefined) continue;
      const [from, lengths] = [await this.#values(offsets), await this.#values(counts)];
      if (typeof from === "number") end = Math.max(end, from);
      else if (typeof lengths === "number") end = Math.max(end, lengths);
      else
        for (const [at, start] of from.entries()) end = Math.max(end, start + (lengths[at] ?? 0));
    }
    return end;
  }

  /** The last values of a field; where they end, if that is behind the file. */
  async #values({ type, count, value, at }: Field): Promise<readonly number[] | number> {
    const bytes = BYTES_OF_TYPE[type];
    if (bytes === undefined) return [];
    const inside = bytes * count <= (this.#big ? 8 : 4);
    const end = (inside ? at : value) + bytes * count;
    if (end > this.#source.size) return end;
    // As many of each list, whatever their types: the places have their lengths beside them.
    const taken = Math.min(count, MOST_PLACES);
    const view = viewOf(await this.#source.read(end - taken * bytes, end));
    return Array.from({ length: taken }, (_, n) => {
      if (bytes === 2) return view.getUint16(n * 2, this.#little);
      return bytes === 4
        ? view.getUint32(n * 4, this.#little)
        : Number(view.getBigUint64(n * 8, this.#little));
    });
  }
}

const START = 0xffd8;
const END = 0xd9;
const SCAN = 0xda;
const MARK = 0xff;
const HEAD_BYTES = 65_536;
/** Behind the end, cameras append previews and films. */
const SEARCHED_BYTES = 1_048_576;

/**
 * A JPEG ends with the marker EOI (ITU T.81, B.1.1.3). Appended data and padding behind it do no
 * harm; an EOI before the image's data belongs to a preview.
 */
export const judgeJpeg: JudgeFormat = async (source, tail) => {
  const end = tail.zeros ? await beforeZeros(source) : tail.bytes;
  if (end.at(-2) === MARK && end.at(-1) === END) return "whole";
  const head = await source.read(0, Math.min(source.size, HEAD_BYTES));
  if (head.length < 2 || viewOf(head).getUint16(0) !== START) return undefined;
  const data = await scanStart(source, head);
  if (data === undefined) return cutOff("it ends before the data of its image");
  const from = Math.max(data, source.size - SEARCHED_BYTES);
  const bytes = await source.read(from, source.size);
  for (let at = bytes.length - 2; at >= 0; at--)
    if (bytes[at] === MARK && bytes[at + 1] === END) return "whole";
  return cutOff("it has no end marker (EOI) behind the data of its image");
};

/**
 * Start of the first scan, by the lengths of the segments before it; undefined where it lies behind
 * the end.
 */
async function scanStart(source: FileSource, head: Uint8Array): Promise<number | undefined> {
  let at = 2;
  for (let segments = 0; segments < 1000; segments++) {
    const bytes = at + 4 <= head.length ? head.subarray(at, at + 4) : await source.read(at, at + 4);
    if (bytes.length < 4) return undefined;
    if (bytes[0] !== MARK) return at;
    if (bytes[1] === SCAN) return at + 2 + viewOf(bytes).getUint16(2);
    // Any number of fill bytes may stand before a marker.
    at += bytes[1] === MARK ? 1 : 2 + viewOf(bytes).getUint16(2);
  }
  return at;
}
