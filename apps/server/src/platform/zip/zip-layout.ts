/** A file of a ZIP. */
export interface ZipEntry {
  /** Its path in the ZIP, with `/`. */
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  /** Milliseconds since 1970. */
  readonly modified: number;
}

/** Bytes of a ZIP from one offset to the next. */
export interface ZipPiece {
  readonly kind: "head" | "data" | "descriptor" | "directory" | "end";
  /** Of the entry; of an entry's pieces only. */
  readonly index: number;
  readonly offset: number;
  readonly length: number;
}

const MAX_32 = 0xffff_ffff;
const MAX_16 = 0xffff;
/** Sizes behind the data (bit 3), names in UTF-8 (bit 11). */
const FLAGS = 0x0808;
/** Version 4.5 is the first with ZIP64; made by Unix (3), so that names are taken as they are. */
const NEEDED = 45;
const MADE_BY = (3 << 8) | NEEDED;
/** A regular file, readable by all and writable by its owner. */
const UNIX_MODE = (0o100644 << 16) >>> 0;

const isLarge = ({ size }: ZipEntry): boolean => size >= MAX_32;

/** Two fields of 16 bits: time and date of MS-DOS, in UTC, from 1980 to 2107. */
function dosTime(instant: number): number {
  const modified = new Date(instant);
  const year = Math.min(Math.max(modified.getUTCFullYear(), 1980), 2107);
  const date = ((year - 1980) << 9) | ((modified.getUTCMonth() + 1) << 5) | modified.getUTCDate();
  const time =
    (modified.getUTCHours() << 11) |
    (modified.getUTCMinutes() << 5) |
    (modified.getUTCSeconds() >> 1);
  return ((date << 16) | time) >>> 0;
}

/** The extra field "UT": the time of modification as seconds since 1970, in 32 bits. */
function timeField(modified: number): Buffer {
  const field = Buffer.alloc(9);
  field.writeUInt16LE(0x5455, 0);
  field.writeUInt16LE(5, 2);
  field.writeUInt8(1, 4);
  const seconds = Math.floor(modified / 1_000);
  field.writeInt32LE(Math.min(Math.max(seconds, 0), 0x7fff_ffff), 5);
  return field;
}

/** The extra field 1 of ZIP64: what does not fit into 32 bits. */
function zip64Field(values: readonly number[]): Buffer {
  if (values.length === 0) return Buffer.alloc(0);
  const field = Buffer.alloc(4 + 8 * values.length);
  field.writeUInt16LE(1, 0);
  field.writeUInt16LE(8 * values.length, 2);
  values.forEach((value, index) => field.writeBigUInt64LE(BigInt(value), 4 + 8 * index));
  return field;
}

function entryHead(entry: ZipEntry): Buffer {
  const name = Buffer.from(entry.name);
  const extra = Buffer.concat([
    zip64Field(isLarge(entry) ? [0, 0] : []),
    timeField(entry.modified),
  ]);
  const head = Buffer.alloc(30);
  head.writeUInt32LE(0x0403_4b50, 0);
  head.writeUInt16LE(NEEDED, 4);
  head.writeUInt16LE(FLAGS, 6);
  head.writeUInt32LE(dosTime(entry.modified), 10);
  if (isLarge(entry)) head.fill(0xff, 18, 26);
  head.writeUInt16LE(name.length, 26);
  head.writeUInt16LE(extra.length, 28);
  return Buffer.concat([head, name, extra]);
}

function descriptor(entry: ZipEntry, crc: number): Buffer {
  const bytes = Buffer.alloc(isLarge(entry) ? 24 : 16);
  bytes.writeUInt32LE(0x0807_4b50, 0);
  bytes.writeUInt32LE(crc, 4);
  if (isLarge(entry)) {
    bytes.writeBigUInt64LE(BigInt(entry.size), 8);
    bytes.writeBigUInt64LE(BigInt(entry.size), 16);
  } else {
    bytes.writeUInt32LE(entry.size, 8);
    bytes.writeUInt32LE(entry.size, 12);
  }
  return bytes;
}

function directoryRecord(entry: ZipEntry, crc: number, offset: number): Buffer {
  const name = Buffer.from(entry.name);
  const size = isLarge(entry) ? MAX_32 : entry.size;
  const extra = Buffer.concat([
    zip64Field([
      ...(isLarge(entry) ? [entry.size, entry.size] : []),
      ...(offset >= MAX_32 ? [offset] : []),
    ]),
    timeField(entry.modified),
  ]);
  const record = Buffer.alloc(46);
  record.writeUInt32LE(0x0201_4b50, 0);
  record.writeUInt16LE(MADE_BY, 4);
  record.writeUInt16LE(NEEDED, 6);
  record.writeUInt16LE(FLAGS, 8);
  record.writeUInt32LE(dosTime(entry.modified), 12);
  record.writeUInt32LE(crc, 16);
  record.writeUInt32LE(size, 20);
  record.writeUInt32LE(size, 24);
  record.writeUInt16LE(name.length, 28);
  record.writeUInt16LE(extra.length, 30);
  record.writeUInt32LE(UNIX_MODE, 38);
  record.writeUInt32LE(Math.min(offset, MAX_32), 42);
  return Buffer.concat([record, name, extra]);
}

/** The end of the directory, with its ZIP64 record where a figure does not fit. */
function directoryEnd(entries: number, length: number, offset: number): Buffer {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x0605_4b50, 0);
  end.writeUInt16LE(Math.min(entries, MAX_16), 8);
  end.writeUInt16LE(Math.min(entries, MAX_16), 10);
  end.writeUInt32LE(Math.min(length, MAX_32), 12);
  end.writeUInt32LE(Math.min(offset, MAX_32), 16);
  if (entries < MAX_16 && length < MAX_32 && offset < MAX_32) return end;
  const large = Buffer.alloc(56 + 20);
  large.writeUInt32LE(0x0606_4b50, 0);
  large.writeBigUInt64LE(44n, 4);
  large.writeUInt16LE(MADE_BY, 12);
  large.writeUInt16LE(NEEDED, 14);
  large.writeBigUInt64LE(BigInt(entries), 24);
  large.writeBigUInt64LE(BigInt(entries), 32);
  large.writeBigUInt64LE(BigInt(length), 40);
  large.writeBigUInt64LE(BigInt(offset), 48);
  large.writeUInt32LE(0x0706_4b50, 56);
  large.writeBigUInt64LE(BigInt(offset + length), 64);
  large.writeUInt32LE(1, 72);
  return Buffer.concat([large, end]);
}

/**
 * Where everything stands in a ZIP of stored files (PKWARE's APPNOTE 6.3.10): each entry as its head, its
 * bytes as they are, and a descriptor with their CRC-32 behind them. Names, sizes and times alone decide
 * every offset, so that a download of it can go on from any byte.
 */
export class ZipLayout {
  readonly entries: readonly ZipEntry[];
  /** Bytes of the whole ZIP. */
  readonly size: number;
  readonly #heads: number[] = [];
  readonly #directory: number;
  readonly #directoryLength: number;

  constructor(entries: readonly ZipEntry[]) {
    this.entries = entries;
    let offset = 0;
    let directory = 0;
    for (const entry of entries) {
      this.#heads.push(offset);
      directory += directoryRecord(entry, 0, offset).length;
      offset += entryHead(entry).length + entry.size + descriptor(entry, 0).length;
    }
    this.#directory = offset;
    this.#directoryLength = directory;
    this.size = offset + directory + this.#end.length;
  }

  get #end(): Buffer {
    return directoryEnd(this.entries.length, this.#directoryLength, this.#directory);
  }

  /** The pieces that hold bytes from an offset on, in their order. */
  *pieces(from: number): Generator<ZipPiece> {
    for (let index = this.#entryAt(from); index < this.entries.length; index += 1) {
      const entry = this.entries[index]!;
      let offset = this.#heads[index]!;
      for (const [kind, length] of [
        ["head", entryHead(entry).length],
        ["data", entry.size],
        ["descriptor", descriptor(entry, 0).length],
      ] as const) {
        if (length > 0 && offset + length > from) yield { kind, index, offset, length };
        offset += length;
      }
    }
    yield* this.#tail(from);
  }

  *#tail(from: number): Generator<ZipPiece> {
    let offset = this.#directory;
    for (const [index, entry] of this.entries.entries()) {
      const { length } = directoryRecord(entry, 0, this.#heads[index]!);
      if (offset + length > from) yield { kind: "directory", index, offset, length };
      offset += length;
    }
    const length = this.size - offset;
    if (this.size > from) yield { kind: "end", index: -1, offset, length };
  }

  /** The bytes of a piece that is not data; `crc` is the CRC-32 of its entry, which a head does without. */
  bytesOf({ kind, index }: ZipPiece, crc: number): Buffer {
    if (kind === "end") return this.#end;
    const entry = this.entries[index]!;
    if (kind === "head") return entryHead(entry);
    if (kind === "descriptor") return descriptor(entry, crc);
    return directoryRecord(entry, crc, this.#heads[index]!);
  }

  /** The last entry that begins at or before an offset. */
  #entryAt(offset: number): number {
    if (offset >= this.#directory) return this.entries.length;
    let [low, high] = [0, this.entries.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (this.#heads[middle]! <= offset) low = middle;
      else high = middle;
    }
    return low;
  }
}
