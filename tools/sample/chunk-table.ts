import { BitModel, SymbolModel } from "@swath/survey/laz";

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
export function chunkTable(chunkBytes: readonly number[]): Uint8Array {
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
