import { crc32, deflateRawSync } from "node:zlib";
import { BinaryWriter } from "../sample/binary-writer.ts";

/** A file of a ZIP archive; the archive's statements on it need not be true. */
export interface ZipMember {
  readonly name: string;
  /** 0 stored, 8 deflated. */
  readonly method: number;
  readonly flags: number;
  readonly crc: number;
  readonly packed: Uint8Array;
  readonly bytes: number;
  /** Whether the directory gives its sizes and its place as ZIP64 does. */
  readonly wide: boolean;
}

interface ZipOptions {
  readonly before?: Uint8Array;
  readonly comment?: Uint8Array;
  /** Whether the archive ends as ZIP64 does. */
  readonly wide?: boolean;
  /** Writes something else in place of an offset, a size or a count. */
  readonly place?: (right: number) => number;
}

/** A deflated file with valid entries. */
export function zipMember(name: string, content: Uint8Array): ZipMember {
  const packed = deflateRawSync(content);
  const facts = { method: 8, flags: 0, crc: crc32(content), bytes: content.length, wide: false };
  return { name, packed, ...facts };
}

const WIDE = 0xffffffff;
const NONE = new Uint8Array(0);

/** A ZIP archive (PKWARE APPNOTE 6.3.10, 4.3), with or without ZIP64. */
export function zipArchive(members: readonly ZipMember[], options: ZipOptions = {}): Uint8Array {
  const { before = NONE, comment = NONE, wide = false, place = (right) => right } = options;
  const [locals, directory]: [Uint8Array[], Uint8Array[]] = [[before], []];
  let offset = before.length;
  for (const member of members) {
    const local = localHeader(member);
    directory.push(directoryEntry(member, place(offset)));
    locals.push(local, member.packed);
    offset += local.length + member.packed.length;
  }
  const bytes = directory.reduce((sum, entry) => sum + entry.length, 0);
  const listed = { count: place(members.length), bytes: place(bytes), offset: place(offset) };
  const ends = wide
    ? [...wideEnd(listed, offset + bytes), end(ALL_WIDE, comment)]
    : [end(listed, comment)];
  return Buffer.concat([...locals, ...directory, ...ends]);
}

function localHeader({ name, method, flags, crc, packed, bytes }: ZipMember): Uint8Array {
  const text = new TextEncoder().encode(name);
  const writer = new BinaryWriter(30 + text.length).u32(0x04034b50).u16(20).u16(flags).u16(method);
  writer.u32(0).u32(crc).u32(packed.length).u32(bytes).u16(text.length).u16(0);
  writer.bytes.set(text, 30);
  return writer.bytes;
}

function directoryEntry(member: ZipMember, offset: number): Uint8Array {
  const { name, method, flags, crc, packed, bytes, wide } = member;
  const text = new TextEncoder().encode(name);
  const extra = wide ? 28 : 0;
  const writer = new BinaryWriter(46 + text.length + extra).u32(0x02014b50).u16(20).u16(20);
  writer.u16(flags).u16(method).u32(0).u32(crc);
  writer.u32(wide ? WIDE : packed.length).u32(wide ? WIDE : bytes);
  writer
    .u16(text.length)
    .u16(extra)
    .u16(0)
    .u16(0)
    .u16(0)
    .u32(0)
    .u32(wide ? WIDE : offset);
  writer.bytes.set(text, 46);
  writer.skip(text.length);
  if (wide) writer.u16(1).u16(24).u64(bytes).u64(packed.length).u64(offset);
  return writer.bytes;
}

interface Listed {
  readonly count: number;
  readonly bytes: number;
  readonly offset: number;
}

const ALL_WIDE: Listed = { count: 0xffff, bytes: WIDE, offset: WIDE };

function end({ count, bytes, offset }: Listed, comment: Uint8Array): Uint8Array {
  const writer = new BinaryWriter(22 + comment.length).u32(0x06054b50).u32(0);
  writer.u16(count & 0xffff).u16(count & 0xffff);
  writer.u32(bytes).u32(offset).u16(comment.length);
  writer.bytes.set(comment, 22);
  return writer.bytes;
}

function wideEnd({ count, bytes, offset }: Listed, at: number): readonly Uint8Array[] {
  const record = new BinaryWriter(56).u32(0x06064b50).u64(44).u16(45).u16(45).u32(0).u32(0);
  record.u64(count).u64(count).u64(bytes).u64(offset);
  return [record.bytes, new BinaryWriter(20).u32(0x07064b50).u32(0).u64(at).u32(1).bytes];
}
