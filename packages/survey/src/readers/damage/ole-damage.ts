import type { FileSource } from "../file-source.ts";
import {
  cutOff,
  type Damage,
  isZero,
  type JudgeFormat,
  type Tail,
  viewOf,
  zeros,
} from "./damage.ts";

const HEADER_BYTES = 512;
const SIGNATURE = 0xd0cf11e0;
const FAT_SECTORS_AT = 76;
const FAT_SECTORS = 109;
const FREE = 0xffffffff;
const LAST_SECTOR = 0xfffffffa;
const ROOT = [0x52, 0, 0x6f, 0, 0x6f, 0, 0x74, 0];
/** Streams are padded to 4,096 bytes ([MS-CFB] 2.2, mini stream cutoff); a few may stand at the end. */
const PADDED_BYTES = 16_384;

/** An .xls: a compound file ([MS-CFB]), a bare sheet of Excel 2 to 4, or text of some kind. */
export const judgeExcel: JudgeFormat = async (source, tail) => {
  const head = await source.read(0, Math.min(source.size, HEADER_BYTES));
  const view = viewOf(head);
  if (head.length === HEADER_BYTES && view.getUint32(0) === SIGNATURE)
    return (await compoundDamage(source, view)) ?? (await paddedWhole(source));
  return isBareSheet(head) ? bareDamage(tail) : undefined;
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
  const root = await source.read(place(directory), place(directory) + ROOT.length);
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
