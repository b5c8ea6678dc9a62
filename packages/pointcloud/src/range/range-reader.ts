import { crc32, latinText, viewOf } from "@swath/survey/bytes";
import {
  BLOCK_HEADER_BYTES,
  BLOCK_MARK,
  blockBytes,
  CRC_BYTES,
  MAX_BLOCK_RETURNS,
  RANGE_HEADER_BYTES,
  RANGE_SIGNATURE,
  RETURN_BYTES,
  type ByteSource,
} from "@swath/survey/readers";
import {
  ANGLE_STEPS,
  HEADER_CRC_AT,
  RANGE_STEPS,
  RANGE_VERSION,
  type RangeBlock,
  type RangeHeader,
  TEXT_AT,
  TIME_STEPS,
} from "./range-format.ts";

/** Why a file is no range file of the house, or none that can be read. */
export type RangeFault =
  | "otherFormat"
  | "otherVersion"
  | "tooShort"
  | "wrongChecksum"
  | "wrongHeader";

/** Reads the header. `otherFormat`: a recording that needs its maker's own software. */
export async function readRangeHeader(
  source: ByteSource,
): Promise<{ readonly header: RangeHeader } | { readonly fault: RangeFault }> {
  const bytes = await source.read(0, Math.min(source.size, RANGE_HEADER_BYTES));
  const signature = latinText(bytes.subarray(0, RANGE_SIGNATURE.length));
  if (signature !== RANGE_SIGNATURE) return { fault: "otherFormat" };
  if (bytes.length < RANGE_HEADER_BYTES) return { fault: "tooShort" };
  const view = viewOf(bytes);
  if (crc32(bytes.subarray(0, HEADER_CRC_AT)) !== view.getUint32(HEADER_CRC_AT, true))
    return { fault: "wrongChecksum" };
  if (view.getUint32(12, true) !== RANGE_VERSION) return { fault: "otherVersion" };
  const header = headerOf(view, bytes);
  if (view.getUint32(8, true) !== RANGE_HEADER_BYTES || header.line === 0)
    return { fault: "wrongHeader" };
  return { header };
}

function headerOf(view: DataView, bytes: Uint8Array): RangeHeader {
  const text = bytes.subarray(TEXT_AT, HEADER_CRC_AT);
  const end = text.indexOf(0);
  return {
    week: view.getUint32(16, true),
    line: view.getUint16(20, true),
    pulseRate: view.getUint32(24, true),
    text: new TextDecoder().decode(text.subarray(0, end < 0 ? text.length : end)),
  };
}

/** Blocks left out of a file, and the progress of reading. */
export interface RangeDamage {
  /** Blocks with a wrong checksum or a header that cannot be. */
  badBlocks: number;
  /** Blocks that the numbers of the others say there were. */
  missingBlocks: number;
  /** Bytes outside of whole blocks. */
  lostBytes: number;
  /** Whether the file ends within a block. */
  cut: boolean;
}

export function noDamage(): RangeDamage {
  return { badBlocks: 0, missingBlocks: 0, lostBytes: 0, cut: false };
}

/** Most that is read at once: two of the longest blocks. */
const WINDOW_BYTES = 2 * blockBytes(MAX_BLOCK_RETURNS);
/** A checksum may be computed of twice a file's bytes; what asks for more is made to be slow. */
const CHECKED_SHARE = 2;
const TWO_WEEKS = 1_209_600;

/**
 * Reads the blocks of a range file one after the other. The columns are used again for the next
 * block. A damaged block is left out and counted in `damage`; the next mark behind its beginning is
 * looked for.
 */
export async function* readRangeBlocks(
  source: ByteSource,
  damage: RangeDamage,
): AsyncGenerator<RangeBlock> {
  // A small file needs small columns: many of them are read one after the other.
  const columns = rangeColumns(Math.min(MAX_BLOCK_RETURNS, Math.ceil(source.size / RETURN_BYTES)));
  const state: ReadState = { next: 0, lastTime: -Infinity, checked: 0, damage };
  const most = CHECKED_SHARE * source.size + WINDOW_BYTES;
  let at = RANGE_HEADER_BYTES;
  let window: Uint8Array = new Uint8Array(0);
  let windowAt = at;
  while (at < source.size && state.checked < most) {
    if (
      at + WINDOW_BYTES / 2 > windowAt + window.length &&
      windowAt + window.length < source.size
    ) {
      windowAt = at;
      window = await source.read(at, Math.min(source.size, at + WINDOW_BYTES));
      if (window.length === 0) break;
    }
    const found = blockAt(window.subarray(at - windowAt), source.size - at, state);
    if (typeof found === "object") {
      at += blockBytes(found.returns);
      const count = unpack(found, columns, state);
      if (count > 0) yield { count, ...columns };
    } else {
      if (found !== "none") damage.badBlocks += 1;
      if (found === "cut") damage.cut = true;
      const to = windowAt + nextMark(window, at + 1 - windowAt);
      damage.lostBytes += to - at;
      at = to;
    }
  }
  damage.lostBytes += Math.max(0, source.size - at);
}

interface ReadState {
  /** Number of the block that follows. */
  next: number;
  lastTime: number;
  /** Bytes under a computed checksum. */
  checked: number;
  readonly damage: RangeDamage;
}

interface FoundBlock {
  readonly view: DataView;
  readonly number: number;
  readonly returns: number;
  readonly start: number;
}

/** The whole block at the beginning of some bytes; `cut`: it would end behind the file. */
function blockAt(
  bytes: Uint8Array,
  left: number,
  state: ReadState,
): FoundBlock | "none" | "bad" | "cut" {
  if (bytes.length < BLOCK_HEADER_BYTES) return left < BLOCK_HEADER_BYTES ? "cut" : "none";
  const view = viewOf(bytes);
  if (view.getUint32(0, true) !== BLOCK_MARK) return "none";
  const returns = view.getUint32(8, true);
  const length = view.getUint32(12, true);
  const start = view.getFloat64(16, true);
  const sized = returns >= 1 && returns <= MAX_BLOCK_RETURNS && length === blockBytes(returns);
  if (!sized || !(start >= 0 && start < TWO_WEEKS)) return "bad";
  if (length > left || length > bytes.length) return "cut";
  state.checked += length;
  const whole = crc32(bytes.subarray(0, length - CRC_BYTES));
  if (whole !== view.getUint32(length - CRC_BYTES, true)) return "bad";
  return { view, number: view.getUint32(4, true), returns, start };
}

const MARK_START = BLOCK_MARK & 0xff;

/** Offset at which the next mark may begin: at its first byte, or the end of the bytes. */
function nextMark(bytes: Uint8Array, from: number): number {
  let at = bytes.indexOf(MARK_START, from);
  while (at >= 0 && at + 4 <= bytes.length) {
    if (bytes[at + 1] === 0x42 && bytes[at + 2] === 0x4c && bytes[at + 3] === 0x4b) return at;
    at = bytes.indexOf(MARK_START, at + 1);
  }
  return at < 0 ? bytes.length : at;
}

/** Columns for `length` returns. */
function rangeColumns(length: number): Omit<RangeBlock, "count"> {
  return {
    time: new Float64Array(length),
    range: new Float64Array(length),
    angle: new Float64Array(length),
    intensity: new Uint16Array(length),
    returnNumber: new Uint8Array(length),
    returnCount: new Uint8Array(length),
  };
}

/** Takes a block's returns into columns; a block whose times fall behind the last is left out. */
function unpack(block: FoundBlock, columns: Omit<RangeBlock, "count">, state: ReadState): number {
  const { view, number, returns, start } = block;
  state.damage.missingBlocks += Math.max(0, number - state.next);
  state.next = number + 1;
  let last = state.lastTime;
  for (let i = 0, at = BLOCK_HEADER_BYTES; i < returns; i++, at += RETURN_BYTES) {
    const time = start + view.getUint32(at, true) / TIME_STEPS;
    // A block begins at an exact time, and the returns before it have rounded ones.
    if (time < last - 1 / TIME_STEPS) {
      state.damage.badBlocks += 1;
      return 0;
    }
    last = Math.max(last, time);
    columns.time[i] = last;
    columns.range[i] = view.getUint32(at + 4, true) / RANGE_STEPS;
    columns.angle[i] = view.getInt32(at + 8, true) / ANGLE_STEPS;
    columns.intensity[i] = view.getUint16(at + 12, true);
    columns.returnNumber[i] = view.getUint8(at + 14);
    columns.returnCount[i] = view.getUint8(at + 15);
  }
  state.lastTime = last;
  return returns;
}
