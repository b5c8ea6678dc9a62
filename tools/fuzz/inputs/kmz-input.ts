import { crc32, deflateRawSync } from "node:zlib";
import { type Chance, joined } from "../chance.ts";
import { mutate } from "../mutate.ts";
import { BinaryWriter } from "../../sample/binary-writer.ts";
import { kmlInput } from "./kml-input.ts";

const NAMES = [
  "doc.kml",
  "a/doc.kml",
  "/doc.kml",
  "./doc.kml",
  "../doc.kml",
  "a\\b.kml",
  "C:\\plan.KML",
  "__MACOSX/._doc.kml",
  "plan.kml",
  "images/",
  "b.png",
  "\u00e4.kml",
  "",
];
const BOMB = deflateRawSync(Buffer.alloc(40_000_000, 0x20), { level: 9 });

interface Entry {
  readonly name: string;
  readonly method: number;
  readonly flags: number;
  readonly crc: number;
  readonly packed: Uint8Array;
  readonly bytes: number;
  readonly zip64: boolean;
}

/** A ZIP of KML documents and other files: mostly right, with one or the other lie in its directory. */
export function kmzInput(chance: Chance): Uint8Array {
  const entries = [...chance.some(3, () => entry(chance)), entry(chance)];
  const file = zip(entries, chance);
  return chance.happens(0.15) ? mutate(file, chance) : file;
}

function entry(chance: Chance): Entry {
  if (chance.happens(0.00002)) return bomb(chance);
  const content = chance.happens(0.85) ? kmlInput(chance) : chance.bytes(chance.below(200));
  const deflated = chance.happens(0.6);
  return {
    name: chance.pick(NAMES),
    method: chance.happens(0.97) ? (deflated ? 8 : 0) : chance.below(100),
    flags: chance.happens(0.95) ? chance.pick([0, 8, 0x800]) : chance.below(65_536),
    crc: chance.happens(0.95) ? crc32(content) : chance.edge(),
    packed: deflated ? deflateRawSync(content, { level: 1, memLevel: 1 }) : content,
    bytes: chance.happens(0.95) ? content.length : chance.edge(),
    zip64: chance.happens(0.1),
  };
}

/** 40 MB of spaces; it may say how large it is, or not. */
function bomb(chance: Chance): Entry {
  const bytes = chance.pick([1000, 33_000_000, 40_000_000, 0xffffffff]);
  return { name: "doc.kml", method: 8, flags: 0, crc: 0, packed: BOMB, bytes, zip64: false };
}

function zip(entries: readonly Entry[], chance: Chance): Uint8Array {
  const locals: Uint8Array[] = chance.happens(0.02) ? [chance.bytes(chance.below(60))] : [];
  const directory: Uint8Array[] = [];
  let offset = locals[0]?.length ?? 0;
  for (const made of entries) {
    const local = localEntry(made);
    directory.push(directoryEntry(made, chance.happens(0.97) ? offset : chance.edge()));
    locals.push(local, made.packed);
    offset += local.length + made.packed.length;
  }
  return joined(
    ...locals,
    ...directory,
    ...ending(joined(...directory), entries.length, offset, chance),
  );
}

function localEntry({ name, method, flags, crc, packed, bytes }: Entry): Uint8Array {
  const text = new TextEncoder().encode(name);
  const writer = new BinaryWriter(30 + text.length).u32(0x04034b50).u16(20).u16(flags).u16(method);
  writer.u32(0).u32(crc).u32(packed.length).u32(bytes).u16(text.length).u16(0);
  writer.bytes.set(text, 30);
  return writer.bytes;
}

const WIDE = 0xffffffff;

function directoryEntry(made: Entry, offset: number): Uint8Array {
  const text = new TextEncoder().encode(made.name);
  const extra = made.zip64 ? 28 : 0;
  const { bytes, zip64 } = made;
  const writer = new BinaryWriter(46 + text.length + extra).u32(0x02014b50).u16(20).u16(20);
  writer.u16(made.flags).u16(made.method).u32(0).u32(made.crc);
  writer.u32(zip64 ? WIDE : made.packed.length).u32(zip64 ? WIDE : bytes);
  writer
    .u16(text.length)
    .u16(extra)
    .u16(0)
    .u16(0)
    .u16(0)
    .u32(0)
    .u32(zip64 ? WIDE : offset);
  writer.bytes.set(text, 46);
  writer.skip(text.length);
  if (zip64) writer.u16(1).u16(24).u64(bytes).u64(made.packed.length).u64(offset);
  return writer.bytes;
}

function ending(
  directory: Uint8Array,
  count: number,
  offset: number,
  chance: Chance,
): readonly Uint8Array[] {
  const comment = chance.happens(0.1) ? chance.bytes(chance.below(50)) : new Uint8Array(0);
  const wide = chance.happens(0.1);
  const lie = (right: number): number => (chance.happens(0.98) ? right : chance.edge());
  const end = new BinaryWriter(22)
    .u32(0x06054b50)
    .u32(0)
    .u16(wide ? 0xffff : count);
  end.u16(wide ? 0xffff : lie(count) & 0xffff);
  end
    .u32(wide ? WIDE : lie(directory.length))
    .u32(wide ? WIDE : lie(offset))
    .u16(comment.length);
  if (!wide) return [end.bytes, comment];
  const record = new BinaryWriter(56).u32(0x06064b50).u64(44).u16(45).u16(45).u32(0).u32(0);
  record.u64(count).u64(lie(count)).u64(lie(directory.length)).u64(lie(offset));
  const locator = new BinaryWriter(20)
    .u32(0x07064b50)
    .u32(0)
    .u64(lie(offset + directory.length));
  return [record.bytes, locator.u32(1).bytes, end.bytes, comment];
}
