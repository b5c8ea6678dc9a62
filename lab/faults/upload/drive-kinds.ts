import {
  copyFileSync,
  mkdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, extname, join } from "node:path";
import type { Surroundings } from "./fault-kind.ts";
import { filesIn, isAccepted } from "./flight-files.ts";

/** What lies on a drive beside the flight's files, or instead of them, before its folder is chosen. */
export interface Laid {
  readonly kind: string;
  readonly what: string;
  /** Names that a client has to tell. */
  readonly named: readonly string[];
  /** Links that lead within the folder: paths on the disk, each with the file whose bytes it stands for. */
  readonly linked: ReadonlyMap<string, string>;
}

interface DriveKind {
  readonly name: string;
  readonly lay: (surroundings: Surroundings) => Promise<Omit<Laid, "kind"> | undefined>;
}

const NONE: ReadonlyMap<string, string> = new Map();
/** Files that are tried for one that the folder is accepted without its end. */
const TRIES = 6;
/** More than a cluster of exFAT on the drives that crews carry, in bytes. */
const LEAST_LOST_BYTES = 131_072;
/** Formats that say where they end; of the others zeros alone tell that a copy broke off. */
const STATES_ITS_END = /\.(?:\d{3}|pdf|kmz|la[sz]|jpe?g)$/i;
const APPLE_DOUBLE_BYTES = 4_096;
const APPLE_DOUBLE = Buffer.concat([
  Buffer.from("0005160700020000", "hex"),
  Buffer.from("Mac OS X        "),
  Buffer.alloc(APPLE_DOUBLE_BYTES),
]);

function sibling(path: string, word: string): string {
  const suffix = extname(path);
  return join(dirname(path), `${basename(path, suffix)}_${word}${suffix}`);
}

/** One link out of the folder, one that leads nowhere, one to the folder above itself, and one within. */
async function layLinks({ client, chance }: Surroundings): Promise<Omit<Laid, "kind">> {
  const { folder } = client.sending;
  const file = chance.pick(filesIn(folder));
  const elsewhere = join(dirname(dirname(folder)), "elsewhere");
  mkdirSync(elsewhere, { recursive: true });
  const secret = join(elsewhere, `${basename(folder)}-secret${extname(file)}`);
  copyFileSync(file, secret);
  const [out, broken, within] = ["out", "broken", "within"].map((word) => sibling(file, word));
  const loop = join(dirname(file), "loop");
  symlinkSync(secret, out!);
  symlinkSync(join(elsewhere, "nothing"), broken!);
  symlinkSync(folder, loop);
  symlinkSync(basename(file), within!);
  return {
    what: `out, broken, loop and within beside ${basename(file)}`,
    named:
      client.sending.program === "command"
        ? [out!, broken!, loop].map((path) => basename(path))
        : [],
    linked: new Map([[within!, file]]),
  };
}

/** What a Mac and a Windows machine leave behind: beside each file, and in each folder. */
async function layCompanions({ client }: Surroundings): Promise<Omit<Laid, "kind">> {
  const { folder } = client.sending;
  const files = filesIn(folder);
  for (const file of files) writeFileSync(join(dirname(file), `._${basename(file)}`), APPLE_DOUBLE);
  const folders = new Set([folder, ...files.map((file) => dirname(file))]);
  for (const each of folders)
    for (const name of [".DS_Store", "Thumbs.db", "desktop.ini"])
      writeFileSync(join(each, name), APPLE_DOUBLE);
  const bin = join(folder, "$RECYCLE.BIN");
  mkdirSync(bin);
  writeFileSync(join(bin, basename(files[0]!)), APPLE_DOUBLE);
  return { what: `beside ${files.length} files`, named: [], linked: NONE };
}

/** A copy that broke off: shorter than its file, or as long and ending in zeros, as on exFAT. */
async function layCutCopy(surroundings: Surroundings): Promise<Omit<Laid, "kind"> | undefined> {
  const { client, chance } = surroundings;
  const files = filesIn(client.sending.folder).filter(
    (path) => statSync(path).size > 2 * LEAST_LOST_BYTES,
  );
  for (let tries = 0; files.length > 0 && tries < TRIES; tries += 1) {
    const path = chance.pick(files);
    const { size, atime, mtime } = statSync(path);
    const before = readFileSync(path);
    const kept = size - LEAST_LOST_BYTES - chance.below(size - 2 * LEAST_LOST_BYTES);
    truncateSync(path, kept);
    const inZeros = chance.below(2) === 0 || !STATES_ITS_END.test(path);
    if (inZeros) truncateSync(path, size);
    utimesSync(path, atime, mtime);
    if (await isAccepted(surroundings)) {
      const how = inZeros ? "zeros" : "nothing";
      const what = `${basename(path)}, ${how} after ${kept} of ${size} bytes`;
      return { what, named: [basename(path)], linked: NONE };
    }
    writeFileSync(path, before);
    utimesSync(path, atime, mtime);
  }
  return undefined;
}

export const DRIVE_KINDS: readonly DriveKind[] = [
  { name: "links-on-drive", lay: layLinks },
  { name: "companions", lay: layCompanions },
  { name: "cut-off-copy", lay: layCutCopy },
];

/** Lays each kind by chance; one drive in two has it. */
export async function layOnDrive(
  surroundings: Surroundings,
  kinds: readonly string[],
): Promise<readonly Laid[]> {
  const laid: Laid[] = [];
  for (const { name, lay } of DRIVE_KINDS) {
    const isWanted = kinds.length === 0 ? surroundings.chance.below(2) === 0 : kinds.includes(name);
    const found = isWanted ? await lay(surroundings) : undefined;
    if (found !== undefined) laid.push({ kind: name, ...found });
  }
  return laid;
}
