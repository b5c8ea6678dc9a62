import { joinedBytes } from "../../bytes.ts";
import { LEAP_SECONDS, WEEK_SECONDS } from "../../gps-time.ts";

/** One whole record with a right checksum, by its place in the scanned bytes. */
export interface PosRecord {
  readonly group: boolean;
  readonly id: number;
  readonly start: number;
  readonly end: number;
}

const GRP = 0x24475250;
const MSG = 0x244d5347;
const DOLLAR = 0x24;
/** `$#` as a little-endian word. */
const END_MARK = 0x2324;
const HEADER_BYTES = 8;
const TAIL_BYTES = 4;

/**
 * Finds the records of an Applanix recording in pieces of bytes, and finds back after damage.
 * A record's 16-bit words, checksum and end mark included, add up to zero. Running sums make
 * each checksum one subtraction, so that no input costs more than its length.
 */
export class ApplanixScanner {
  records = 0;
  /** Headers without a right record behind them, and stretches without any header between records. */
  badRecords = 0;
  /** Offset of the scanned bytes among all pushed bytes. */
  base = 0;
  #pushed = 0;
  #carry = new Uint8Array(0);
  #gap = 0;
  #gapHeaders = 0;

  /** Scans the rest of the last piece and this one; with `last`, a record may end cut off. */
  push(
    piece: Uint8Array,
    last: boolean,
    visit: (record: PosRecord, bytes: Uint8Array) => void,
  ): void {
    const bytes = joinedBytes([this.#carry, piece]);
    this.base = this.#pushed - this.#carry.length;
    this.#pushed += piece.length;
    const view = new DataView(bytes.buffer);
    const sums = new RunningSums(bytes);
    let at = 0;
    while (at + HEADER_BYTES <= bytes.length) {
      const found = recordAt(view, sums, at);
      if (found === "cut" && !last) break;
      if (typeof found === "object") {
        this.#closeGap();
        this.records += 1;
        visit(found, bytes);
        at = found.end;
      } else {
        if (found === "bad") this.#gapHeaders += 1;
        const next = bytes.indexOf(DOLLAR, at + 1);
        const to = next < 0 ? bytes.length : next;
        this.#gap += to - at;
        at = to;
      }
    }
    this.#carry = bytes.slice(Math.min(at, bytes.length));
    if (last) this.badRecords += this.#gapHeaders;
  }

  #closeGap(): void {
    if (this.#gap > 0 && this.records > 0) this.badRecords += Math.max(1, this.#gapHeaders);
    else this.badRecords += this.#gapHeaders;
    this.#gap = 0;
    this.#gapHeaders = 0;
  }
}

/**
 * Sums of 16-bit words up to each byte, for words at even and at odd places. Made when the first
 * checksum is asked for: pieces without a header cost nothing.
 */
class RunningSums {
  readonly #bytes: Uint8Array;
  #sums: readonly [Uint16Array, Uint16Array] | undefined;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  /** The 16-bit sum of the words from one byte to before another. */
  between(start: number, end: number): number {
    this.#sums ??= runningSums(this.#bytes);
    const sums = this.#sums[start & 1 ? 1 : 0];
    return ((sums[end] ?? 0) - (sums[start] ?? 0)) & 0xffff;
  }
}

function runningSums(bytes: Uint8Array): readonly [Uint16Array, Uint16Array] {
  const even = new Uint16Array(bytes.length + 1);
  const odd = new Uint16Array(bytes.length + 1);
  let [atEven, atOdd] = [0, 0];
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i]!;
    const high = byte << 8;
    atEven = (atEven + (i & 1 ? high : byte)) & 0xffff;
    atOdd = (atOdd + (i & 1 ? byte : high)) & 0xffff;
    even[i + 1] = atEven;
    odd[i + 1] = atOdd;
  }
  return [even, odd];
}

function recordAt(
  view: DataView,
  sums: RunningSums,
  at: number,
): PosRecord | "none" | "bad" | "cut" {
  const mark = view.getUint32(at);
  if (mark !== GRP && mark !== MSG) return "none";
  const count = view.getUint16(at + 6, true);
  const end = at + HEADER_BYTES + count;
  if (count < TAIL_BYTES || count % 2 !== 0) return "bad";
  if (end > view.byteLength) return "cut";
  if (view.getUint16(end - 2, true) !== END_MARK) return "bad";
  if (sums.between(at, end) !== 0) return "bad";
  return { group: mark === GRP, id: view.getUint16(at + 4, true), start: at, end };
}

/** Bytes of a group before its body: mark, id, count, times and their types. */
export const TIME_FIELDS = 34;
/** Bytes of a group without a body: of a shorter one the end would be read as its times. */
export const SHORTEST_GROUP = TIME_FIELDS + TAIL_BYTES;
const TIME_1 = 8;
const TIME_2 = 16;
const TIME_TYPES = 32;
const GPS_TIME = 1;
const UTC_TIME = 2;
const GNSS_STATUS_CHANNELS = 4;
const HALF_WEEK = WEEK_SECONDS / 2;

/** Follows the times of a recording's groups over the end of a week, and learns the week itself. */
export class PosClock {
  /** Week of the first record, as group 3 counts it. */
  week: number | undefined;
  leap: number | undefined;
  #last: number | undefined;
  /** Weeks since the first record: seconds that fall by half a week or more begin the next. */
  #turns = 0;

  /** Time of a group: seconds of the first record's week, GPS time; undefined where it has none. */
  timeOf(view: DataView): number | undefined {
    const types = view.getUint8(TIME_TYPES);
    const first = this.#gpsSeconds(view.getFloat64(TIME_1, true), types & 0x0f);
    return first ?? this.#gpsSeconds(view.getFloat64(TIME_2, true), types >>> 4);
  }

  #gpsSeconds(seconds: number, type: number): number | undefined {
    const plausible = seconds >= 0 && seconds < WEEK_SECONDS;
    if ((type !== GPS_TIME && type !== UTC_TIME) || !plausible) return undefined;
    if (this.#last !== undefined && this.#last - seconds > HALF_WEEK) this.#turns += 1;
    if (this.#last !== undefined && seconds - this.#last > HALF_WEEK) this.#turns -= 1;
    this.#last = seconds;
    const leap = type === UTC_TIME ? (this.leap ?? LEAP_SECONDS) : 0;
    return this.#turns * WEEK_SECONDS + seconds + leap;
  }

  /** Applanix ICD, group 3: the week and the offset follow the channels, whose bytes it counts. */
  takeWeek(view: DataView): void {
    if (this.week !== undefined || view.byteLength < TIME_FIELDS + GNSS_STATUS_CHANNELS) return;
    const at = TIME_FIELDS + GNSS_STATUS_CHANNELS + view.getUint16(TIME_FIELDS + 2, true) + 14;
    if (at + 12 > view.byteLength) return;
    const week = view.getUint32(at, true);
    if (week === 0 || week > 10_000) return;
    this.week = week - this.#turns;
    const leap = view.getFloat64(at + 4, true);
    if (leap >= 0 && leap < 100) this.leap = leap;
  }
}
