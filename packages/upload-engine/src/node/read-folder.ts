import type { BigIntStats } from "node:fs";
import { access, constants, lstat, readdir, readlink, realpath } from "node:fs/promises";
import { basename, resolve } from "node:path";
import { companions, type FolderReading, type IsCompanion, type LeftOut } from "@swath/survey";
import { type DiskFile, foundFile, systemReason } from "./disk-file.ts";
import { below, bytesOf, isWithin, shown, utf8 } from "./disk-path.ts";

/** What reading a folder asks of the system: paths and names as the bytes that the disk holds. */
export interface FolderAccess {
  readonly entries: (folder: Buffer) => Promise<readonly FolderEntry[]>;
  readonly stat: (path: Buffer) => Promise<BigIntStats>;
  /** Whether this program may read it; throws where it may not. */
  readonly mayRead: (path: Buffer) => Promise<void>;
  /** Where a path leads once every link is followed. */
  readonly real: (path: Buffer) => Promise<Buffer>;
  /** What a link says itself. */
  readonly link: (path: Buffer) => Promise<Buffer>;
}

type FolderEntry = Pick<BigIntStats, "isFile" | "isDirectory" | "isSymbolicLink"> & {
  readonly name: Buffer;
};

const DISK: FolderAccess = {
  entries: (folder) => readdir(folder, { encoding: "buffer", withFileTypes: true }),
  stat: (path) => lstat(path, { bigint: true }),
  mayRead: (path) => access(path, constants.R_OK),
  real: (path) => realpath(path, { encoding: "buffer" }),
  link: (path) => readlink(path, { encoding: "buffer" }),
};

export interface ReadFolderOptions {
  /** Follows links that lead out of the folder too; never those that lead back. */
  readonly followLinks?: boolean;
  /** Which entries are skipped; without it, the companion files of common systems. */
  readonly isCompanion?: IsCompanion;
  readonly access?: FolderAccess;
}

/** A folder's files in the order of their paths, and how it was read. */
export interface ReadFolder {
  readonly files: readonly DiskFile[];
  readonly reading: FolderReading;
}

/**
 * Reads a folder of this machine, whose own path may be a link, with paths from its name on.
 *
 * drive/F1 a link whose real target lies in the folder is followed, its files have their paths
 *    by the link's name;
 * drive/F2 a link that leads out, nowhere, or back to a folder that it lies in is left out and
 *    named with where it leads; `followLinks` follows those that lead out, and lists them;
 * drive/F3 sockets, pipes, devices, what cannot be read, and names that are no UTF-8 are named;
 *    the rest goes on;
 * drive/F4 a folder is read ten times at most, and of what lies behind links 200,000 names:
 *    links to folders of links multiply;
 * drive/F5 companions are passed over unread.
 *
 * Throws the system's error where the folder itself cannot be read.
 */
export async function readFolder(
  folder: string,
  options: ReadFolderOptions = {},
): Promise<ReadFolder> {
  const root = resolve(folder);
  const walk = new Walk(basename(root), options);
  await walk.begin(Buffer.from(root));
  return walk.result();
}

/** A folder to be read: where it really is, and the folders on the way to it. */
interface Place {
  readonly real: Buffer;
  readonly path: string;
  readonly isBehindLink: boolean;
  readonly from: Place | undefined;
}

const MOST_BEHIND_LINKS = 200_000;
const MOST_READINGS = 10;

class Walk {
  readonly #name: string;
  readonly #access: FolderAccess;
  readonly #isCompanion: IsCompanion;
  readonly #followLinks: boolean;
  readonly #files: DiskFile[] = [];
  readonly #leftOut: LeftOut[] = [];
  readonly #followed: { path: string; target: string }[] = [];
  readonly #folders: string[] = [];
  #companions = 0;
  #behindLinks = 0;
  readonly #readings = new Map<string, number>();
  #root: Buffer = Buffer.alloc(0);
  #next: Place[] = [];

  constructor(name: string, { access: given, isCompanion, followLinks }: ReadFolderOptions) {
    this.#name = name;
    this.#access = given ?? DISK;
    this.#isCompanion = isCompanion ?? companions();
    this.#followLinks = followLinks ?? false;
  }

  async begin(root: Buffer): Promise<void> {
    this.#root = await this.#access.real(root);
    const top = { real: this.#root, path: this.#name, isBehindLink: false, from: undefined };
    await this.#take(top, await this.#access.entries(this.#root));
    for (let place = this.#next.pop(); place !== undefined; place = this.#next.pop())
      await this.#read(place);
  }

  result(): ReadFolder {
    return {
      files: this.#files.toSorted(byPath),
      reading: {
        leftOut: this.#leftOut.toSorted(byPath),
        followed: this.#followed.toSorted(byPath),
        folders: this.#folders.toSorted(),
        companions: this.#companions,
      },
    };
  }

  async #read(place: Place): Promise<void> {
    const bound = place.isBehindLink ? this.#boundOf(place) : undefined;
    if (bound !== undefined) {
      const target = shown(place.real);
      this.#leave({ path: place.path, reason: "link", detail: bound, target });
      return;
    }
    let entries: readonly FolderEntry[];
    try {
      entries = await this.#access.entries(place.real);
    } catch (error) {
      this.#leaveUnreadable(place.path, error);
      return;
    }
    if (place.isBehindLink) this.#behindLinks += entries.length + 1;
    await this.#take(place, entries);
  }

  /** Why a folder behind a link is read no more, or undefined. */
  #boundOf({ real }: Place): string | undefined {
    const key = real.toString("latin1");
    const readings = this.#readings.get(key) ?? 0;
    if (readings === MOST_READINGS) return `was read ${MOST_READINGS} times by other links`;
    this.#readings.set(key, readings + 1);
    return this.#behindLinks < MOST_BEHIND_LINKS ? undefined : "too much lies behind links";
  }

  async #take(place: Place, entries: readonly FolderEntry[]): Promise<void> {
    const [files, next] = [this.#files.length, this.#next.length];
    await this.#takeEntries(place, entries);
    const real = await this.#access.real(place.real).catch(() => undefined);
    if (real?.equals(place.real) === true) {
      this.#folders.push(place.path);
      return;
    }
    // A link took its place, or that of a folder above it: what was found may be from anywhere.
    this.#files.length = files;
    this.#next.length = next;
    this.#leave({ path: place.path, reason: "unreadable", detail: REPLACED });
  }

  async #takeEntries(place: Place, entries: readonly FolderEntry[]): Promise<void> {
    const known = entries.filter((entry) => this.#isNamed(place, entry));
    // So that names come up in one order on every file system.
    const folders = known.filter((entry) => entry.isDirectory()).toSorted(byName);
    for (const { name } of folders.toReversed())
      this.#enter(place, `${place.path}/${name.toString()}`, below(place.real, name));
    await Promise.all(
      known.map(async (entry) => {
        if (entry.isDirectory()) return;
        const path = `${place.path}/${entry.name.toString()}`;
        const real = below(place.real, entry.name);
        if (entry.isSymbolicLink()) await this.#takeLink(place, path, real);
        else if (entry.isFile()) await this.#takeFile(path, real);
        else this.#leave({ path, reason: "special", detail: kindOf(entry) });
      }),
    );
  }

  /** Whether an entry has a name that can be sent and is no companion. */
  #isNamed({ path }: Place, entry: FolderEntry): boolean {
    const name = utf8(entry.name);
    if (name === undefined) {
      const reason = "name" as const;
      this.#leave({ path: `${path}/${shown(entry.name)}`, reason, detail: bytesOf(entry.name) });
      return false;
    }
    if (!this.#isCompanion(`${path}/${name}${entry.isDirectory() ? "/" : ""}`)) return true;
    this.#companions += 1;
    return false;
  }

  #enter(from: Place, path: string, real: Buffer, isLink = false): void {
    this.#next.push({ real, path, isBehindLink: isLink || from.isBehindLink, from });
  }

  async #takeFile(path: string, real: Buffer): Promise<void> {
    try {
      const stats = await this.#access.stat(real);
      // It was one when the folder was listed.
      if (!stats.isFile()) this.#leave({ path, reason: "unreadable", detail: REPLACED });
      else {
        await this.#access.mayRead(real);
        this.#files.push(foundFile(real.toString(), path, stats));
      }
    } catch (error) {
      this.#leaveUnreadable(path, error);
    }
  }

  async #takeLink(place: Place, path: string, link: Buffer): Promise<void> {
    const says = await this.#access.link(link).catch(() => Buffer.alloc(0));
    try {
      const real = await this.#access.real(link);
      const target = shown(real);
      const stats = await this.#access.stat(real);
      const leadsOut = !isWithin(real, this.#root);
      if (stats.isDirectory() && leadsBack(place, real))
        this.#leave({ path, reason: "link", detail: LEADS_BACK, target });
      else if (leadsOut && !this.#followLinks)
        this.#leave({ path, reason: "link", detail: "leads out of the folder", target });
      else if (utf8(real) === undefined)
        this.#leave({ path, reason: "name", detail: bytesOf(real), target });
      else await this.#follow(place, path, real, { stats, leadsOut });
    } catch (error) {
      const target = shown(says);
      this.#leave({ path, reason: "link", detail: brokenReason(error), target });
    }
  }

  async #follow(
    place: Place,
    path: string,
    real: Buffer,
    { stats, leadsOut }: { readonly stats: BigIntStats; readonly leadsOut: boolean },
  ): Promise<void> {
    if (!stats.isDirectory() && !stats.isFile()) {
      this.#leave({ path, reason: "special", detail: kindOf(stats), target: shown(real) });
      return;
    }
    if (leadsOut) this.#followed.push({ path, target: shown(real) });
    if (stats.isDirectory()) this.#enter(place, path, real, true);
    else await this.#takeFile(path, real);
  }

  #leave(one: LeftOut): void {
    this.#leftOut.push(one);
  }

  #leaveUnreadable(path: string, error: unknown): void {
    this.#leave({ path, reason: "unreadable", detail: systemReason(error) });
  }
}

const REPLACED = "replaced while the folder was read";
const LEADS_BACK = "leads back to a folder that it lies in";

function brokenReason(error: unknown): string {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === "ENOENT" || code === "ENOTDIR") return "leads nowhere";
  return code === "ELOOP" ? "leads to itself" : systemReason(error);
}

const byPath = (a: { readonly path: string }, b: { readonly path: string }): number =>
  a.path < b.path ? -1 : a.path > b.path ? 1 : 0;
const byName = (a: FolderEntry, b: FolderEntry): number => Buffer.compare(a.name, b.name);

/** Whether a folder is one of those on the way to a place, or holds one of them. */
function leadsBack(place: Place, folder: Buffer): boolean {
  for (let one: Place | undefined = place; one !== undefined; one = one.from)
    if (isWithin(one.real, folder)) return true;
  return false;
}

/** What of a file system is neither file, folder nor link. */
function kindOf(found: object): string {
  const is = (name: string): boolean =>
    name in found && (found as Record<string, () => boolean>)[name]?.() === true;
  if (is("isSocket")) return "a socket";
  if (is("isFIFO")) return "a pipe";
  return is("isBlockDevice") || is("isCharacterDevice") ? "a device" : "neither file nor folder";
}
