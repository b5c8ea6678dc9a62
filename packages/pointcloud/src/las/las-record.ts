import type { ByteSource } from "../points/index.ts";

/** A variable-length record of a LAS file (LAS 1.4-R15, 2.5 and 2.7). */
export interface LasRecord {
  readonly userId: string;
  readonly recordId: number;
  readonly description: string;
  readonly data: Uint8Array;
}

const RECORD_HEAD = 54;
const EXTENDED_HEAD = 60;
/** Most records and bytes of them that are kept: some files claim a thousand million. */
const MAX_RECORDS = 1_000;
const MAX_BYTES = 16_777_216;

/**
 * Reads the `count` records between the header and the points, or `undefined` where they do not fit
 * before `end`.
 */
export async function readRecords(
  source: ByteSource,
  start: number,
  end: number,
  count: number,
): Promise<LasRecord[] | undefined> {
  if (count * RECORD_HEAD > end - start || count > MAX_RECORDS || end - start > MAX_BYTES)
    return undefined;
  const bytes = await source.read(start, end);
  const records: LasRecord[] = [];
  for (let at = 0; records.length < count;) {
    if (at + RECORD_HEAD > bytes.length) return undefined;
    const length = new DataView(bytes.buffer, bytes.byteOffset + at, RECORD_HEAD).getUint16(
      20,
      true,
    );
    if (at + RECORD_HEAD + length > bytes.length) return undefined;
    records.push(recordAt(bytes.subarray(at, at + RECORD_HEAD + length), 22, RECORD_HEAD));
    at += RECORD_HEAD + length;
  }
  return records;
}

/**
 * Reads the extended records behind the points; waveforms and what else is longer than 16 MB are
 * passed over. `undefined` where they do not fit in the file: it is cut off or damaged.
 */
export async function readExtendedRecords(
  source: ByteSource,
  start: number,
  count: number,
): Promise<LasRecord[] | undefined> {
  const records: LasRecord[] = [];
  if (start + count * EXTENDED_HEAD > source.size) return undefined;
  let at = start;
  for (let index = 0; index < Math.min(count, MAX_RECORDS); index += 1) {
    if (at + EXTENDED_HEAD > source.size) return undefined;
    const head = await source.read(at, at + EXTENDED_HEAD);
    const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
    const end = at + EXTENDED_HEAD + Number(view.getBigUint64(20, true));
    if (end > source.size) return undefined;
    if (end - at <= MAX_BYTES)
      records.push(recordAt(await source.read(at, end), 28, EXTENDED_HEAD));
    at = end;
  }
  return records;
}

function recordAt(bytes: Uint8Array, description: number, head: number): LasRecord {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return {
    userId: textOf(bytes.subarray(2, 18)),
    recordId: view.getUint16(18, true),
    description: textOf(bytes.subarray(description, description + 32)),
    data: bytes.slice(head),
  };
}

/** A record as bytes, to stand between header and points; its data are at most 65,535 bytes. */
export function recordBytes({ userId, recordId, description, data }: LasRecord): Uint8Array {
  const bytes = new Uint8Array(RECORD_HEAD + data.length);
  const view = new DataView(bytes.buffer);
  bytes.set(new TextEncoder().encode(userId).subarray(0, 16), 2);
  view.setUint16(18, recordId, true);
  view.setUint16(20, data.length, true);
  bytes.set(new TextEncoder().encode(description).subarray(0, 32), 22);
  bytes.set(data, RECORD_HEAD);
  return bytes;
}

/** Text up to its first NUL. */
export function textOf(bytes: Uint8Array): string {
  const end = bytes.indexOf(0);
  return new TextDecoder("utf-8").decode(end === -1 ? bytes : bytes.subarray(0, end)).trim();
}
