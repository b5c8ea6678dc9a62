import { randomFrom } from "../../tools/sample/random.ts";

const EDGES = [0, 1, 2, 0x7f, 0x80, 0xff, 0x7fff, 0xffff, 0x7fffffff, 0x80000000, 0xffffffff];
const DOUBLES = [0, -0, 1, -1, 604_799.999, 604_800, 1e18, 1e308, -1e308, 5e-324, NaN, Infinity];

/** A seeded source of choices: the same seed makes the same ones. */
export class Chance {
  readonly #random: () => number;

  constructor(seed: number) {
    this.#random = randomFrom(seed);
  }

  /** A whole number from 0 to before the limit. */
  below(limit: number): number {
    return Math.floor(this.#random() * limit);
  }
  happens(share: number): boolean {
    return this.#random() < share;
  }
  pick<T>(list: readonly T[]): T {
    const picked = list[this.below(list.length)];
    if (picked === undefined) throw new RangeError("nothing to pick from");
    return picked;
  }
  /** A list of up to so many, each made anew. */
  some<T>(most: number, make: () => T): T[] {
    return Array.from({ length: this.below(most + 1) }, make);
  }
  bytes(count: number): Uint8Array {
    const bytes = new Uint8Array(count);
    for (let i = 0; i < count; i++) bytes[i] = this.below(256);
    return bytes;
  }
  /** A number at which counts and lengths go wrong, or any. */
  edge(): number {
    return this.happens(0.7) ? this.pick(EDGES) : this.below(0x1_0000_0000);
  }
  double(): number {
    return this.happens(0.7) ? this.pick(DOUBLES) : this.#random() * 700_000;
  }
}

/** Writes a number little-endian into as many bytes as there are, up to `width`. */
export function setNumber(bytes: Uint8Array, at: number, width: number, value: number): void {
  for (let i = 0; i < width && at + i < bytes.length; i++)
    bytes[at + i] = Math.floor(value / 2 ** (8 * i)) & 0xff;
}

export function joined(...pieces: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}
