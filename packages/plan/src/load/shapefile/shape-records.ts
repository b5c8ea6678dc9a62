import { viewOf } from "@swath/survey/bytes";
import { type Fault, fault } from "../load-outcome.ts";
import { isShapeType, NULL_SHAPE } from "./shapes.ts";

const HEADER_BYTES = 100;
const FILE_CODE = 9994;
const RECORD_HEADER_BYTES = 8;
const ENTRY_BYTES = 8;

/** Places of the records of a shapefile. */
export interface ShapeRecords {
  readonly ok: true;
  readonly type: number;
  /** Byte of each record's content. */
  readonly starts: readonly number[];
  /** Bytes that each record's content may have: none goes beyond the file. */
  readonly lengths: readonly number[];
  /** Faults of the files that do not prevent reading, in words. */
  readonly remarks: readonly string[];
}

interface Found {
  readonly starts: number[];
  readonly lengths: number[];
  /** Bytes that belong to no record. */
  readonly spare: number;
}

/**
 * Finds the records of a .shp (ESRI Shapefile Technical Description, 1998, tables 1 to 3) as OGR
 * does: where the .shx says, in spite of their numbers and the length in the header. Without a
 * .shx, or where it does not lead to shapes, one record after another.
 *
 * @param most most records that are taken.
 */
export function shapeRecords(
  shp: Uint8Array,
  shx: Uint8Array | undefined,
  most: number,
): ShapeRecords | Fault {
  if (shp.length === 0) return fault("empty");
  const view = viewOf(shp);
  if (shp.length < HEADER_BYTES || view.getInt32(0) !== FILE_CODE) return fault("notAShapefile");
  const type = view.getInt32(32, true);
  if (type !== NULL_SHAPE && !isShapeType(type)) return fault("unsupportedShape", `type ${type}`);
  const indexed = shx === undefined ? undefined : indexedRecords(view, shx);
  const found = indexed ?? walkedRecords(view, type);
  if (found.starts.length > most) return fault("tooManyPositions");
  const remarks = [lengthRemark(view)];
  if (shx !== undefined && indexed === undefined)
    remarks.push("the .shx is damaged: the shapes are taken as they follow in the .shp");
  remarks.push(numberRemark(view, found), spareRemark(found.spare));
  return { ok: true, type, ...found, remarks: remarks.filter((remark) => remark !== undefined) };
}

function lengthRemark(view: DataView): string | undefined {
  const stated = view.getInt32(24) * 2;
  if (stated === view.byteLength) return undefined;
  return `the header of the .shp states ${stated} bytes, it has ${view.byteLength}: all of it is read`;
}

function numberRemark(view: DataView, { starts }: Found): string | undefined {
  for (const [index, start] of starts.entries()) {
    const at = start - RECORD_HEADER_BYTES;
    const number = at + 4 > view.byteLength ? index + 1 : view.getInt32(at);
    if (number !== index + 1)
      return `shape ${index + 1} is numbered ${number} in the .shp: the shapes are counted as they follow`;
  }
  return undefined;
}

const spareRemark = (spare: number): string | undefined =>
  spare > 0 ? `${spare} bytes of the .shp belong to no shape: they are left out` : undefined;

/** The records that a .shx lists; undefined where it leads to anything but shapes. */
function indexedRecords(shp: DataView, shx: Uint8Array): Found | undefined {
  if (shx.length < HEADER_BYTES) return undefined;
  const view = viewOf(shx);
  const stated = view.getInt32(24) * 2;
  if (view.getInt32(0) !== FILE_CODE || stated < HEADER_BYTES || stated > shx.length)
    return undefined;
  const found = { starts: [] as number[], lengths: [] as number[] };
  let listed = HEADER_BYTES;
  for (let at = HEADER_BYTES; at + ENTRY_BYTES <= stated; at += ENTRY_BYTES) {
    const start = view.getInt32(at) * 2 + RECORD_HEADER_BYTES;
    const length = view.getInt32(at + 4) * 2;
    if (start < HEADER_BYTES + RECORD_HEADER_BYTES || length < 4) return undefined;
    if (start + 4 <= shp.byteLength && !isTyped(shp, start, length)) return undefined;
    found.starts.push(start);
    // The two files may state different lengths: the shape must lie within the longer.
    found.lengths.push(within(shp, start, Math.max(length, statedLength(shp, start))));
    listed += RECORD_HEADER_BYTES + length;
  }
  return { ...found, spare: shp.byteLength - listed };
}

/** Zeros are not taken for a record without a shape, which has its type alone. */
const isTyped = (shp: DataView, start: number, length: number): boolean => {
  const type = shp.getInt32(start, true);
  return type === NULL_SHAPE ? length === 4 : isShapeType(type);
};

const within = (shp: DataView, start: number, length: number): number =>
  Math.max(0, Math.min(length, shp.byteLength - start));

const statedLength = (shp: DataView, start: number): number =>
  start > shp.byteLength ? 0 : shp.getInt32(start - 4) * 2;

/** Walks from one record to the next, and over other bytes to the next possible one. */
function walkedRecords(shp: DataView, type: number): Found {
  const found = { starts: [] as number[], lengths: [] as number[] };
  let [at, spare] = [HEADER_BYTES, 0];
  while (at + RECORD_HEADER_BYTES + 4 <= shp.byteLength) {
    const start = at + RECORD_HEADER_BYTES;
    const length = statedLength(shp, start);
    if (length < 4 || !isTyped(shp, start, length)) {
      const next = nextRecord(shp, at + 2, type) ?? shp.byteLength;
      spare += next - at;
      at = next;
      continue;
    }
    const end = start + length;
    // What claims to go on beyond the file ends before the next record, if one can be found.
    const stop = end <= shp.byteLength ? end : (nextRecord(shp, start + 4, type) ?? shp.byteLength);
    found.starts.push(start);
    found.lengths.push(stop - start);
    at = stop;
  }
  return { ...found, spare: spare + shp.byteLength - at };
}

/** Offset of the next bytes that look like a record of the file's type and fit into the file. */
function nextRecord(shp: DataView, from: number, type: number): number | undefined {
  for (let at = from; at + RECORD_HEADER_BYTES + 4 <= shp.byteLength; at += 2) {
    const start = at + RECORD_HEADER_BYTES;
    if (shp.getInt32(start, true) !== type) continue;
    const [number, length] = [shp.getInt32(at), statedLength(shp, start)];
    if (number >= 0 && number <= MOST_NUMBER && length >= 20 && start + length <= shp.byteLength)
      return at;
  }
  return undefined;
}

const MOST_NUMBER = 10_000_000;
