import type { FileSource, ReadFault } from "../file-source.ts";
import { readZipDirectory, type ZipEntry } from "../zip/index.ts";
import { contradiction, cutOff, type Damage, type JudgeFormat, viewOf } from "./damage.ts";

const LOCAL_SIGNATURE = 0x04034b50;
const LOCAL_BYTES = 30;

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
  const view = viewOf(await source.read(offset, offset + LOCAL_BYTES));
  const there = view.byteLength === LOCAL_BYTES && view.getUint32(0, true) === LOCAL_SIGNATURE;
  return there ? undefined : contradiction(`${name} is not where its directory says`);
}
