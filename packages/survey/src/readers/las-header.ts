import { latinText, viewOf } from "../bytes.ts";
import { type FileSource, type ReadResult, refused } from "./file-source.ts";

/** The public header block of a LAS or LAZ file (ASPRS LAS 1.0 to 1.4-R15; 1.5 adds 18 bytes behind it). */
export interface LasHeader {
  /** `1.0` to `1.5`. */
  readonly version: string;
  /** Point data record format, 0 to 10; 8 holds red, green, blue and near infrared. */
  readonly pointFormat: number;
  /** LASzip sets bit 7 of the point format byte. */
  readonly compressed: boolean;
  readonly pointCount: number;
  readonly recordBytes: number;
  readonly pointOffset: number;
  /** In the units of the file's own reference system. */
  readonly bounds: { readonly min: readonly number[]; readonly max: readonly number[] };
  /** Whether the file ends before its last point; of a compressed one, before its first. */
  readonly truncated: boolean;
}

const SMALLEST_HEADER = 227;
const HEADER_1_4 = 375;
/** Smallest record of point formats 0 to 10. */
const RECORD_BYTES = [20, 28, 26, 34, 57, 63, 30, 36, 38, 59, 67];

/** Reads the header of a LAS or LAZ file; never follows its counts, reads 375 bytes. */
export async function readLasHeader(source: FileSource): Promise<ReadResult<LasHeader>> {
  if (source.size === 0) return refused("empty");
  return lasHeader(await source.read(0, Math.min(source.size, HEADER_1_4)), source.size);
}

/** Reads a header out of the first bytes of a file of `size` bytes. */
export function lasHeader(bytes: Uint8Array, size: number): ReadResult<LasHeader> {
  if (bytes.length < 4) return refused("tooShort");
  const view = viewOf(bytes);
  if (view.getUint32(0) !== 0x4c415346) return refused("wrongSignature");
  if (bytes.length < SMALLEST_HEADER) return refused("tooShort");
  const minor = view.getUint8(25);
  if (view.getUint8(24) !== 1 || minor > 5) return refused("unsupportedVersion");
  const smallest = minor >= 4 ? HEADER_1_4 : SMALLEST_HEADER;
  if (bytes.length < smallest) return refused("tooShort");
  const format = view.getUint8(104) & 0x3f;
  const recordBytes = view.getUint16(105, true);
  const headerBytes = view.getUint16(94, true);
  const pointOffset = view.getUint32(96, true);
  const consistent =
    recordBytes >= (RECORD_BYTES[format] ?? Infinity) &&
    headerBytes >= smallest &&
    pointOffset >= headerBytes &&
    pointOffset <= size;
  const pointCount = countOf(view, minor);
  if (!consistent || !Number.isSafeInteger(pointCount)) return refused("inconsistentHeader");
  const compressed = (view.getUint8(104) & 0x80) !== 0;
  return {
    ok: true,
    version: `1.${minor}`,
    pointFormat: format,
    compressed,
    pointCount,
    recordBytes,
    pointOffset,
    bounds: boundsOf(view),
    truncated:
      pointOffset + (compressed ? leastPacked(pointCount) : pointCount * recordBytes) > size,
  };
}

/** From 1.4 on the 64-bit count holds; the old one is for old readers and may be 0. */
function countOf(view: DataView, minor: number): number {
  const legacy = view.getUint32(107, true);
  if (minor < 4) return legacy;
  const count = Number(view.getBigUint64(247, true));
  return count === 0 ? legacy : count;
}

/** Compressed points begin with the place of LASzip's chunk table (8 bytes). */
const leastPacked = (points: number): number => (points === 0 ? 0 : 8);

/** Max and min alternate: x, y, z. */
function boundsOf(view: DataView): LasHeader["bounds"] {
  const at = (offset: number): number => view.getFloat64(offset, true);
  return { min: [at(187), at(203), at(219)], max: [at(179), at(195), at(211)] };
}

const VERSION_MINOR = 25;
const HEADER_BYTES = 94;
const RECORD_COUNT = 100;
const EXTENDED_COUNT = 243;
const RECORD_HEADER = 54;
/** Records of coordinate systems: well-known text, and the directory of GeoTIFF keys (LAS 1.4-R15, 3). */
export const PROJECTION_RECORDS = { user: "LASF_Projection", text: 2112, keys: 34_735 } as const;
/** Place of the number of keys in their directory. */
const KEY_COUNT = 6;

/** A variable-length record by its place: `at` its head, `data` to `end` its content. */
interface RecordPlace {
  readonly at: number;
  readonly data: number;
  readonly end: number;
  /** Who defines it, and its number there. */
  readonly user: string;
  readonly id: number;
}

/** The records from a place on, as far as the bytes hold their heads (LAS 1.4-R15, 2.5). */
export function* recordPlaces(
  bytes: Uint8Array,
  from: number,
  count: number,
): Generator<RecordPlace, void, void> {
  const view = viewOf(bytes);
  let at = from;
  for (let n = 0; n < count && at + RECORD_HEADER <= bytes.length; n += 1) {
    const data = at + RECORD_HEADER;
    const end = data + view.getUint16(at + 20, true);
    const user = latinText(bytes.subarray(at + 2, at + 18)).replace(/\0.*/s, "");
    yield { at, data, end, user, id: view.getUint16(at + 18, true) };
    at = end;
  }
}

/**
 * Whether a LAS or LAZ file states a coordinate system, by its first bytes; undefined where these do
 * not hold all of its records.
 */
export function statesProjection(head: Uint8Array): boolean | undefined {
  if (head.length < RECORD_COUNT + 4) return undefined;
  const view = viewOf(head);
  const records = view.getUint32(RECORD_COUNT, true);
  let seen = 0;
  for (const { data, user, id } of recordPlaces(
    head,
    view.getUint16(HEADER_BYTES, true),
    records,
  )) {
    if (data + KEY_COUNT + 2 > head.length) return undefined;
    const keys = id === PROJECTION_RECORDS.keys ? view.getUint16(data + KEY_COUNT, true) : 0;
    if (user === PROJECTION_RECORDS.user && (id === PROJECTION_RECORDS.text || keys > 0))
      return true;
    seen += 1;
  }
  if (seen < records) return undefined;
  if (view.getUint8(VERSION_MINOR) < 4) return false;
  if (head.length < EXTENDED_COUNT + 4) return undefined;
  return view.getUint32(EXTENDED_COUNT, true) > 0 ? undefined : false;
}
