import { crc32 } from "../zip/crc32.ts";
import { latinText } from "../latin-text.ts";
import { contradiction, cutOff, type JudgeFormat, viewOf } from "./damage.ts";

/** The house range format, version 1: docs/georeferencing.md. Other formats are not public. */
const SIGNATURE = "SWRANGE1";
const HEADER_BYTES = 4096;
const MARK = 0x4b4c_4252;
const BLOCK_BYTES = 24 + 4;
const RETURN_BYTES = 16;
const LONGEST_BLOCK = BLOCK_BYTES + 65_536 * RETURN_BYTES;
/** The longest block is rare: blocks are looked for in this much first. */
const USUAL_BYTES = 65_536;

/** A range file of the house ends with a whole block, whose checksum is right. */
export const judgeRange: JudgeFormat = async (source) => {
  if (latinText(await source.read(0, Math.min(source.size, 8))) !== SIGNATURE) return undefined;
  if (source.size < HEADER_BYTES) return cutOff("it ends within its header");
  if (source.size === HEADER_BYTES) return cutOff("it ends behind its header: it holds no block");
  for (const searched of [USUAL_BYTES, LONGEST_BLOCK]) {
    const from = Math.max(HEADER_BYTES, source.size - searched);
    const bytes = await source.read(from, source.size);
    const block = lastBlock(bytes);
    if (block === undefined) continue;
    const right = crc32(block.subarray(0, -4)) === viewOf(block).getUint32(block.length - 4, true);
    return right ? "whole" : contradiction("the checksum of its last block is wrong");
  }
  return cutOff("it ends within a block");
};

/** The block that reaches exactly to the end. */
function lastBlock(bytes: Uint8Array): Uint8Array | undefined {
  const view = viewOf(bytes);
  for (let at = bytes.length - BLOCK_BYTES; at >= 0; at--) {
    if (bytes[at] !== 0x52 || view.getUint32(at, true) !== MARK) continue;
    const length = BLOCK_BYTES + RETURN_BYTES * view.getUint32(at + 8, true);
    if (length === view.getUint32(at + 12, true) && at + length === bytes.length)
      return bytes.subarray(at);
  }
  return undefined;
}
