import type { PointBytes } from "../points/index.ts";
import type { LasFile } from "./las-file.ts";
import type { LasRecord } from "./las-record.ts";
import { pointLayout } from "./point-layout.ts";

/** LAS 1.4-R15, 2.6, Extra Bytes: descriptors of 192 bytes, one behind the other. */
const USER = "LASF_Spec";
const RECORD = 4;
const DESCRIPTOR = 192;
const AT = { type: 2, options: 3, name: 4, unused: 36, noData: 40, least: 64, scale: 112 } as const;
const DESCRIPTION = 160;
const HAS_NO_DATA = 1;
/** Bits of a smallest and a largest value, which hold of all points of one file. */
const RANGE_BITS = 6;
/** Bytes of a value of types 1 to 10; from 11 on two, from 21 on three of them. */
const TYPE_BYTES = [1, 1, 2, 2, 4, 4, 8, 8, 4, 8];
const FLOAT_TYPE = 9;
const UNDECLARED = "bytes without a description";
const MOST_UNDECLARED = 255;
/** More make no record of 65,535 bytes. */
const MOST_BYTES = 32_768;
const MOST_FIELDS = 300;

/** A value of the extra bytes, as its descriptor states it, or bytes that none describes. */
interface ExtraField {
  /** No other field of the file has it. */
  readonly name: string;
  readonly at: number;
  readonly bytes: number;
  readonly descriptor: Uint8Array;
}

type Described = Pick<LasFile, "records"> & {
  readonly header: Pick<LasFile["header"], "pointFormat" | "recordBytes">;
};

function bytesOf(descriptor: Uint8Array): number {
  const type = descriptor[AT.type]!;
  if (type === 0) return descriptor[AT.options]!;
  return (TYPE_BYTES[(type - 1) % 10] ?? 0) * (Math.floor((type - 1) / 10) + 1);
}

/** All extra bytes of a file's points, field by field. */
function fieldsOf({ header, records }: Described): ExtraField[] {
  const all = header.recordBytes - pointLayout(header.pointFormat).bytes;
  const described = records.find((each) => each.userId === USER && each.recordId === RECORD);
  const data = described?.data ?? new Uint8Array();
  const fields: ExtraField[] = [];
  const nameOf = (stated: string): string => {
    const same = fields.filter(({ name }) => name === stated || name.startsWith(`${stated} #`));
    return same.length === 0 ? stated : `${stated} #${same.length + 1}`;
  };
  let at = 0;
  for (let from = 0; from + DESCRIPTOR <= data.length; from += DESCRIPTOR) {
    const descriptor = ofManyFiles(data.subarray(from, from + DESCRIPTOR));
    const bytes = bytesOf(descriptor);
    if (bytes === 0 || at + bytes > all) break;
    const text = new TextDecoder().decode(descriptor.subarray(AT.name, AT.unused));
    fields.push({ name: nameOf(text.replace(/\0.*$/s, "")), at, bytes, descriptor });
    at += bytes;
  }
  for (; at < all; at += Math.min(MOST_UNDECLARED, all - at)) {
    const bytes = Math.min(MOST_UNDECLARED, all - at);
    const descriptor = new Uint8Array(DESCRIPTOR);
    descriptor[AT.options] = bytes;
    fields.push({ name: nameOf(UNDECLARED), at, bytes, descriptor });
  }
  return fields;
}

/** A descriptor without the fields that hold for one file alone. */
function ofManyFiles(descriptor: Uint8Array): Uint8Array {
  const own = new Uint8Array(descriptor);
  own.fill(0, 0, AT.type);
  own.fill(0, AT.unused, AT.noData);
  if (own[AT.type] === 0) return own;
  own[AT.options] = own[AT.options]! & ~RANGE_BITS;
  own.fill(0, AT.least, AT.scale);
  return own;
}

/** What two descriptors have to have in common so that their values mean the same. */
const meaningOf = ({ descriptor }: ExtraField): string =>
  descriptor.subarray(0, DESCRIPTION).join(",");

interface Piece {
  readonly from: number;
  readonly to: number;
  readonly bytes: number;
}

/** Copies the extra bytes of one file to those of all files. */
export interface ExtraPart {
  readonly pieces: readonly Piece[];
  /** Whether they are the same, byte by byte. */
  readonly isSame: boolean;
  /** Names of the fields that have no place: another file has others by the name. */
  readonly lost: readonly string[];
}

/** Extra bytes that points of several files have in common. */
export interface JoinedExtraBytes {
  readonly bytes: number;
  /** Describes them; undefined where no file does. */
  readonly record: LasRecord | undefined;
  readonly parts: readonly ExtraPart[];
  /** The bytes of a point that has none: the value for no data where a field has one, else zeros. */
  readonly none: Uint8Array;
}

/** Joins the extra bytes of files: every field of every file, fields of the same meaning once. */
export function joinExtraBytes(files: readonly Described[]): JoinedExtraBytes {
  const joined: ExtraField[] = [];
  let bytes = 0;
  const parts = files.map((file) => {
    const pieces: Piece[] = [];
    const lost: string[] = [];
    for (const field of fieldsOf(file)) {
      let own = joined.find(({ name }) => name === field.name);
      const hasRoom = joined.length < MOST_FIELDS && bytes + field.bytes <= MOST_BYTES;
      if (own === undefined && hasRoom) {
        own = { ...field, at: bytes };
        joined.push(own);
        bytes += own.bytes;
      }
      if (own === undefined || meaningOf(own) !== meaningOf(field)) lost.push(field.name);
      else pieces.push({ from: field.at, to: own.at, bytes: own.bytes });
    }
    return { pieces, lost };
  });
  const none = new Uint8Array(bytes);
  for (const field of joined) none.set(noDataOf(field), field.at);
  const isStated = joined.some(({ name }) => !name.startsWith(UNDECLARED));
  return {
    bytes,
    parts: parts.map(({ pieces, lost }) => ({ pieces, lost, isSame: isSame(pieces, bytes) })),
    none,
    record: isStated ? recordOf(joined) : undefined,
  };
}

const isSame = (pieces: readonly Piece[], bytes: number): boolean =>
  pieces.every(({ from, to }) => from === to) &&
  pieces.reduce((sum, piece) => sum + piece.bytes, 0) === bytes;

function recordOf(fields: readonly ExtraField[]): LasRecord {
  const data = new Uint8Array(fields.length * DESCRIPTOR);
  for (const [index, { descriptor }] of fields.entries()) data.set(descriptor, index * DESCRIPTOR);
  return { userId: USER, recordId: RECORD, description: "Extra bytes", data };
}

/** The value for no data, which a descriptor states as an integer or double of 64 bits. */
function noDataOf({ descriptor, bytes }: ExtraField): Uint8Array {
  const type = descriptor[AT.type]!;
  const own = new Uint8Array(bytes);
  if (type === 0 || type > TYPE_BYTES.length || (descriptor[AT.options]! & HAS_NO_DATA) === 0)
    return own;
  const stated = new Uint8Array(descriptor.subarray(AT.noData, AT.noData + 8));
  if (type !== FLOAT_TYPE) return stated.subarray(0, bytes);
  const value = new DataView(stated.buffer).getFloat64(0, true);
  new DataView(own.buffer).setFloat32(0, value, true);
  return own;
}

/** The extra bytes of a block's points in the joined layout. */
export function recodeExtra(
  from: PointBytes | undefined,
  count: number,
  part: ExtraPart,
  { bytes: length, none }: JoinedExtraBytes,
): PointBytes {
  if (part.isSame && from !== undefined) return from;
  const bytes = new Uint8Array(count * length);
  for (let point = 0; point < count; point += 1) {
    const to = point * length;
    bytes.set(none, to);
    if (from === undefined) continue;
    const source = from.first + point * from.stride;
    for (const piece of part.pieces)
      for (let byte = 0; byte < piece.bytes; byte += 1)
        bytes[to + piece.to + byte] = from.bytes[source + piece.from + byte]!;
  }
  return { bytes, first: 0, stride: length, length };
}
