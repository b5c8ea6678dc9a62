import type { FileSource, ReadFault } from "../file-source.ts";
import { latinText, viewOf } from "../../bytes.ts";
import { dataStart, LOCAL_BYTES } from "../unpack-entry.ts";
import { readZipDirectory, type ZipEntry } from "../zip-directory.ts";
import {
  beforeZeros,
  contradiction,
  cutOff,
  type Damage,
  isZero,
  type JudgeFormat,
  type Tail,
  zeros,
} from "./damage.ts";

const HEADER_BYTES = 512;
const SIGNATURE = 0xd0cf11e0;
const FAT_SECTORS_AT = 76;
const FAT_SECTORS = 109;
const FREE = 0xffffffff;
const LAST_SECTOR = 0xfffffffa;
/** The directory begins with the name of its root, in UTF-16. */
const NAME_BYTES = "Root".length * 2;
/** Streams are padded to 4,096 bytes ([MS-CFB] 2.2, mini stream cutoff); a few may stand at the end. */
const PADDED_BYTES = 16_384;

/** An .xls: a compound file ([MS-CFB]), a bare sheet of Excel 2 to 4, or text of some kind. */
export const judgeExcel: JudgeFormat = async (source, tail) => {
  const head = await source.read(0, Math.min(source.size, HEADER_BYTES));
  const view = viewOf(head);
  if (head.length < 4 || view.getUint32(0) !== SIGNATURE)
    return isBareSheet(head) ? bareDamage(tail) : undefined;
  if (head.length < HEADER_BYTES) return cutOff("it ends within its header");
  return (await compoundDamage(source, view)) ?? (await paddedWhole(source));
};

async function compoundDamage(source: FileSource, header: DataView): Promise<Damage | undefined> {
  const sector = header.getUint16(30, true) === 12 ? 4096 : 512;
  const place = (id: number): number => (id + 1) * sector;
  const count = Math.min(header.getUint32(44, true), FAT_SECTORS);
  const tables = Array.from({ length: count }, (_, at) =>
    header.getUint32(FAT_SECTORS_AT + at * 4, true),
  ).filter((id) => id <= LAST_SECTOR);
  const directory = header.getUint32(48, true);
  if ([...tables, directory].some((id) => place(id) + sector > source.size))
    return cutOff("its tables lie behind its end");
  const root = await source.read(place(directory), place(directory) + NAME_BYTES);
  if (isZero(root)) return zeros("there are zeros in place of its directory");
  for (const [at, id] of [...tables.entries()].toReversed()) {
    const table = await source.read(place(id), place(id) + sector);
    if (isZero(table)) return zeros("there are zeros in place of its table of sectors");
    const used = lastUsed(viewOf(table));
    if (used === undefined) continue;
    const last = at * (sector / 4) + used;
    return place(last) >= source.size
      ? cutOff(`its table counts ${last + 1} sectors, which do not fit in it`)
      : undefined;
  }
  return undefined;
}

function lastUsed(table: DataView): number | undefined {
  for (let at = table.byteLength - 4; at >= 0; at -= 4)
    if (table.getUint32(at, true) !== FREE) return at / 4;
  return undefined;
}

async function paddedWhole(source: FileSource): Promise<"whole" | undefined> {
  const end = await source.read(Math.max(0, source.size - PADDED_BYTES), source.size);
  return isZero(end) ? undefined : "whole";
}

/** Begins with a BOF record of Excel 2, 3 or 4. */
const isBareSheet = (head: Uint8Array): boolean =>
  head[0] === 0x09 && [0x00, 0x02, 0x04].includes(head[1] ?? 0xff) && head[3] === 0;

/** Ends with the record EOF: id 10, no content. */
function bareDamage({ bytes }: Tail): Damage | undefined {
  const last = bytes.findLastIndex((byte) => byte !== 0);
  return bytes[last] === 0x0a && bytes.length - last >= 4
    ? undefined
    : cutOff("its sheet has no end record");
}

const CLOSING_BYTES = 1024;

/**
 * A PDF ends with `%%EOF` (ISO 32000-1, 7.5.5), which readers accept in the last 1,024 bytes; padding
 * of zeros behind it does no harm.
 */
export const judgePdf: JudgeFormat = async (source) => {
  const head = latinText(await source.read(0, Math.min(source.size, CLOSING_BYTES)));
  if (!head.includes("%PDF-")) return undefined;
  const end = await beforeZeros(source);
  if (latinText(end.subarray(-CLOSING_BYTES)).includes("%%EOF")) return "whole";
  return cutOff("it has no end mark %%EOF");
};

/** Why an archive cannot be read, as a clause about the file. */
const WORDS: Partial<Record<ReadFault, string>> = {
  notAZip: "it has no end record of a ZIP archive, or bytes behind it",
  corrupt: "its directory of files does not fit in it",
};

/**
 * A ZIP archive (KMZ, XLSX) ends with a record that leads to its directory, which leads to its files
 * (APPNOTE 6.3.10, 4.3.16): the last of them must be where that says.
 */
export const judgeZip: JudgeFormat = async (source) => {
  const directory = await readZipDirectory(source);
  if (!directory.ok) {
    const words = WORDS[directory.fault];
    return words === undefined ? undefined : cutOff(words);
  }
  const last = directory.entries.toSorted((one, other) => other.offset - one.offset)[0];
  return last === undefined ? undefined : entryDamage(source, last);
};

async function entryDamage(source: FileSource, entry: ZipEntry): Promise<Damage | undefined> {
  const { offset, packedBytes } = entry;
  const name = `its file "${entry.name.slice(0, 60)}"`;
  if (offset + LOCAL_BYTES + packedBytes > source.size)
    return cutOff(`${name} ends behind the archive`);
  return (await dataStart(source, entry)) === undefined
    ? contradiction(`${name} is not where its directory says`)
    : undefined;
}
