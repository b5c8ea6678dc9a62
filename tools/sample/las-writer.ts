import { BitModel, SymbolModel } from "@swath/survey/laz";
import { BinaryWriter } from "./binary-writer.ts";
import { randomFrom } from "./random.ts";

export interface LasContent {
  /** 6, 7 or 8 (RGBN). */
  readonly pointFormat: number;
  readonly points: number;
  readonly longitude: number;
  readonly latitude: number;
  readonly seed: number;
}

const HEADER_BYTES = 375;
const VLR_HEADER_BYTES = 54;
const LASZIP_VLR_BYTES = 40;
const RECORD_BYTES: Readonly<Record<number, number>> = { 6: 30, 7: 36, 8: 38 };
const COMPRESSED = 0x80;
const CHUNK_POINTS = 50_000;
/** The place of the chunk table stands before the points. */
const POINTER_BYTES = 8;

/**
 * A file with the header of a LAZ (ASPRS LAS 1.4-R15, table 3; LASzip's bit 7 of the point format
 * and its record 22204), followed by noise in place of compressed points and the table of its chunks: good for
 * readers of headers, not for decoders of points.
 */
export function lazShaped(content: LasContent): Uint8Array {
  const pointBytes = RECORD_BYTES[content.pointFormat];
  if (pointBytes === undefined) throw new Error(`no point format ${content.pointFormat}`);
  const offset = HEADER_BYTES + VLR_HEADER_BYTES + LASZIP_VLR_BYTES;
  const chunkBytes = chunksOf(content.points).map((points) => Math.ceil((points * pointBytes) / 6));
  const table = offset + POINTER_BYTES + chunkBytes.reduce((sum, bytes) => sum + bytes, 0);
  const tableBytes = chunkTable(chunkBytes);
  const writer = new BinaryWriter(table + tableBytes.length);
  header(writer, content, offset, pointBytes);
  writer.skip(2).text("laszip encoded", 16).u16(22204).u16(LASZIP_VLR_BYTES).text("laszip", 32);
  writer.u16(3).u16(0).u8(3).u8(4).u16(3).u32(0).u32(CHUNK_POINTS).skip(16).u16(1);
  writer.u16(10).u16(pointBytes).u16(3);
  writer.u64(table);
  const random = randomFrom(content.seed);
  for (let i = writer.position; i < table; i++) writer.bytes[i] = random() * 256;
  writer.bytes.set(tableBytes, table);
  return writer.bytes;
}

/** How many points each chunk has. */
const chunksOf = (points: number): number[] =>
  Array.from({ length: Math.ceil(points / CHUNK_POINTS) }, (_, chunk) =>
    Math.min(CHUNK_POINTS, points - chunk * CHUNK_POINTS),
  );

function header(writer: BinaryWriter, content: LasContent, offset: number, point: number): void {
  writer.text("LASF").u16(0).u16(0x11).skip(16).u8(1).u8(4);
  writer.text("SWATH SAMPLE", 32).text("swath sample", 32).u16(73).u16(2026);
  writer
    .u16(HEADER_BYTES)
    .u32(offset)
    .u32(1)
    .u8(content.pointFormat | COMPRESSED)
    .u16(point);
  writer
    .skip(4 + 20)
    .f64(1e-7)
    .f64(1e-7)
    .f64(0.001)
    .f64(0)
    .f64(0)
    .f64(0);
  writer.f64(content.longitude + 0.02).f64(content.longitude);
  writer
    .f64(content.latitude + 0.02)
    .f64(content.latitude)
    .f64(420)
    .f64(80);
  writer
    .u64(0)
    .u64(0)
    .u32(0)
    .u64(content.points)
    .u64(content.points)
    .skip(14 * 8);
}

const SHORTEST = 0x0100_0000n;
const LARGEST_SYMBOL_BITS = 8;

/** Adaptive arithmetic codes as LASzip writes them, of an interval that is kept whole. */
class Codes {
  #base = 0n;
  #length = 0xffff_ffffn;
  #bytes = 4;

  symbol({ distribution }: SymbolModel, symbol: number): void {
    const unit = this.#length >> 15n;
    const from = unit * BigInt(distribution[symbol]!);
    const next = distribution[symbol + 1];
    this.#narrow(from, (next === undefined ? this.#length : unit * BigInt(next)) - from);
  }

  bit({ probability }: BitModel, bit: number): void {
    const place = (this.#length >> 13n) * BigInt(probability);
    if (bit === 0) this.#narrow(0n, place);
    else this.#narrow(place, this.#length - place);
  }

  /** At most 19 bits. */
  plain(value: number, bits: number): void {
    const unit = this.#length >> BigInt(bits);
    this.#narrow(unit * BigInt(value), unit);
  }

  /** Big-endian bytes of a number within the interval. */
  bytes(): Uint8Array {
    const code = this.#base + this.#length / 2n;
    return Uint8Array.from({ length: this.#bytes }, (_, at) =>
      Number((code >> BigInt(8 * (this.#bytes - 1 - at))) & 0xffn),
    );
  }

  #narrow(from: bigint, length: bigint): void {
    this.#base += from;
    this.#length = length;
    for (; this.#length < SHORTEST; this.#bytes += 1) {
      this.#base <<= 8n;
      this.#length <<= 8n;
    }
  }
}

/** The chunk table of a LAZ whose chunks have as many points each, by their bytes (below 128 MB). */
function chunkTable(chunkBytes: readonly number[]): Uint8Array {
  const codes = new Codes();
  const lengths = new SymbolModel(33);
  const zero = new BitModel();
  const correctors = new Map<number, SymbolModel>();
  const write = (model: SymbolModel, symbol: number): void => {
    codes.symbol(model, symbol);
    model.count(symbol);
  };
  for (const [at, bytes] of chunkBytes.entries()) {
    const difference = bytes - (chunkBytes[at - 1] ?? 0);
    const bits = bitsOf(difference);
    write(lengths, bits);
    if (bits === 0) {
      codes.bit(zero, difference);
      zero.count(difference);
      continue;
    }
    const value = difference > 0 ? difference - 1 : difference + 2 ** bits - 1;
    const plain = Math.max(0, bits - LARGEST_SYMBOL_BITS);
    const model = correctors.get(bits) ?? new SymbolModel(2 ** (bits - plain));
    correctors.set(bits, model);
    write(model, value >>> plain);
    if (plain > 0) codes.plain(value & (2 ** plain - 1), plain);
  }
  const table = new Uint8Array(8 + codes.bytes().length);
  new DataView(table.buffer).setUint32(4, chunkBytes.length, true);
  table.set(codes.bytes(), 8);
  return table;
}

/** How many bits LASzip takes for a difference; 0 and 1 take none. */
const bitsOf = (difference: number): number =>
  difference > 0 ? 32 - Math.clz32(difference - 1) : 32 - Math.clz32(-difference);
