import type { FileSource } from "../file-source.ts";
import { beforeZeros, cutOff, type JudgeFormat, viewOf } from "./damage.ts";

const START = 0xffd8;
const END = 0xd9;
const SCAN = 0xda;
const MARK = 0xff;
const HEAD_BYTES = 65_536;
/** Behind the end, cameras append previews and films. */
const SEARCHED_BYTES = 1_048_576;

/**
 * A JPEG ends with the marker EOI (ITU T.81, B.1.1.3). What is appended behind it, and padding, does no
 * harm; an EOI before the image's data is that of a preview.
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

/** Where the first scan begins, by the lengths of the segments before it; undefined behind the end. */
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
