import { randomUUID } from "node:crypto";
import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { makeFolders, unless } from "../../platform/system.ts";
import { DamagedBackup, openStored, type StoredBytes, writeStored } from "./stored-stream.ts";
import {
  manifestSchema,
  type RepositoryHead,
  repositorySchema,
  type SnapshotManifest,
} from "./snapshot-files.ts";

const HEAD = "swath-backup.json";
const OBJECTS = "objects";
const SNAPSHOTS = "snapshots";
const TEMPORARY = "temporary";
const MANIFEST = "manifest.json";
/** `20261130T044706Z`: no colon, which not every file system takes. */
const SNAPSHOT = /^\d{8}T\d{6}Z$/;

export const snapshotName = (at: Date): string =>
  `${at.toISOString().slice(0, 19).replaceAll(/[-:]/g, "")}Z`;

/** The folder holds no backup, or another installation's. */
export class ForeignBackup extends Error {
  override readonly name = "ForeignBackup";
}

async function syncFolder(folder: string): Promise<void> {
  await using handle = await open(folder);
  await handle.sync();
}

function parseHead(folder: string, text: string): RepositoryHead {
  try {
    return repositorySchema.parse(JSON.parse(text));
  } catch (error) {
    throw new DamagedBackup(`${join(folder, HEAD)} is damaged`, { cause: error });
  }
}

/** A snapshot that is whole as far as its name says: it is renamed last. */
export interface Snapshot {
  readonly name: string;
  readonly folder: string;
}

/**
 * The folder of an installation's backups: `objects` by the name of their content, and `snapshots`, each
 * with its manifest. What is being written lies in `temporary`, so that a backup that was killed leaves
 * nothing that looks whole, and the objects that it wrote are there for the next.
 */
export class Repository {
  readonly folder: string;
  readonly head: RepositoryHead;
  readonly #touched = new Set<string>();
  readonly #turns = new Map<string, Promise<unknown>>();

  private constructor(folder: string, head: RepositoryHead) {
    this.folder = folder;
    this.head = head;
  }

  /** Opens a folder that holds backups; throws {@link ForeignBackup} where it does not. */
  static async open(folder: string): Promise<Repository> {
    const text = await readFile(join(folder, HEAD), "utf8").catch(unless("ENOENT", "ENOTDIR"));
    if (text === undefined) throw new ForeignBackup(`${folder} holds no backup of Swath`);
    return new Repository(folder, parseHead(folder, text));
  }

  /** The same, or makes an empty folder one; throws {@link ForeignBackup} where it is another's. */
  static async make(folder: string, head: RepositoryHead): Promise<Repository> {
    await makeFolders(folder, 0o700);
    const names = await readdir(folder);
    if (names.includes(HEAD)) return (await Repository.open(folder)).#checked(head);
    if (names.some((name) => name !== TEMPORARY && name !== "lost+found"))
      throw new ForeignBackup(`${folder} is not empty and holds no backup of Swath`);
    const made = new Repository(folder, head);
    const draft = await made.draft();
    await writeFile(draft, `${JSON.stringify(head)}\n`, { mode: 0o600, flag: "wx", flush: true });
    await rename(draft, join(folder, HEAD));
    await syncFolder(folder);
    return made;
  }

  #checked({ installation, recipients }: RepositoryHead): this {
    const { folder, head } = this;
    if (head.installation !== installation)
      throw new ForeignBackup(`${folder} holds backups of the installation ${head.installation}`);
    if (head.recipients.toSorted().join(" ") !== recipients.toSorted().join(" "))
      throw new ForeignBackup(
        head.recipients.length === 0
          ? `${folder} holds backups that are not encrypted`
          : `${folder} holds backups that are encrypted for ${head.recipients.join(", ")}`,
      );
    return this;
  }

  /** A new file or folder that nobody takes for a part of a backup. */
  async draft(): Promise<string> {
    const temporary = join(this.folder, TEMPORARY);
    await mkdir(temporary, { recursive: true, mode: 0o700 });
    return join(temporary, randomUUID());
  }

  /** Removes what backups left that were killed; for the only one that runs. */
  async removeDrafts(): Promise<void> {
    await rm(join(this.folder, TEMPORARY), { recursive: true, force: true });
  }

  objectPath(address: string): string {
    return join(this.folder, OBJECTS, address.slice(0, 2), address.slice(2, 4), address);
  }

  /** Bytes of a stored object; undefined where there is none. */
  async objectBytes(address: string): Promise<number | undefined> {
    return (await stat(this.objectPath(address)).catch(unless("ENOENT")))?.size;
  }

  /** Runs while nobody else does for the same content: of two equal ones that are sealed each has its own bytes. */
  async alone<T>(address: string, run: () => Promise<T>): Promise<T> {
    const turn = (this.#turns.get(address) ?? Promise.resolve()).then(run);
    const ended = turn.catch(() => {});
    this.#turns.set(address, ended);
    try {
      return await turn;
    } finally {
      if (this.#turns.get(address) === ended) this.#turns.delete(address);
    }
  }

  /** Moves a draft to its place among the objects. */
  async keepObject(draft: string, address: string): Promise<void> {
    const path = this.objectPath(address);
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await rename(draft, path);
    this.#touched.add(dirname(path));
  }

  /** The plain bytes of an object; without identities, of a sealed one, those that lie there. */
  readObject(address: string, stored: StoredBytes, identities: readonly string[] | undefined) {
    return openStored(this.objectPath(address), `object ${address}`, stored, identities);
  }

  /** Brings the folders of kept objects to the disk. */
  async flushObjects(): Promise<void> {
    for (const folder of this.#touched) {
      await syncFolder(folder);
      await syncFolder(dirname(folder));
    }
    await syncFolder(join(this.folder, OBJECTS)).catch(unless("ENOENT"));
    this.#touched.clear();
  }

  /** Addresses of all stored objects that begin with two hex digits. */
  async *objectsOf(prefix: string): AsyncGenerator<string> {
    const folder = join(this.folder, OBJECTS, prefix);
    for (const next of (await readdir(folder).catch(unless("ENOENT"))) ?? [])
      yield* await readdir(join(folder, next));
  }

  /** Snapshots, oldest first. */
  async snapshots(): Promise<Snapshot[]> {
    const names = (await readdir(join(this.folder, SNAPSHOTS)).catch(unless("ENOENT"))) ?? [];
    return names
      .filter((name) => SNAPSHOT.test(name))
      .toSorted()
      .map((name) => ({ name, folder: join(this.folder, SNAPSHOTS, name) }));
  }

  /** Makes a draft of a folder a snapshot, with its manifest. */
  async keepSnapshot(draft: string, name: string, manifest: SnapshotManifest): Promise<void> {
    const text = `${JSON.stringify(manifestSchema.parse(manifest), null, 2)}\n`;
    await writeFile(join(draft, MANIFEST), text, { mode: 0o600, flag: "wx", flush: true });
    const folders = await readdir(draft, { withFileTypes: true });
    for (const entry of folders) if (entry.isDirectory()) await syncFolder(join(draft, entry.name));
    await syncFolder(draft);
    await this.flushObjects();
    const place = join(this.folder, SNAPSHOTS);
    await mkdir(place, { recursive: true, mode: 0o700 });
    await rename(draft, join(place, name));
    await syncFolder(place);
    await syncFolder(this.folder);
  }

  async removeSnapshot({ folder }: Snapshot): Promise<void> {
    // It is none any more before its first file goes.
    const draft = await this.draft();
    await rename(folder, draft);
    await rm(draft, { recursive: true, force: true });
  }
}

/** The manifest of a snapshot; throws {@link DamagedBackup}. */
export async function readManifest({ name, folder }: Snapshot): Promise<SnapshotManifest> {
  try {
    return manifestSchema.parse(JSON.parse(await readFile(join(folder, MANIFEST), "utf8")));
  } catch (error) {
    throw new DamagedBackup(`${MANIFEST} of the snapshot ${name} is missing or damaged`, {
      cause: error,
    });
  }
}

/** Writes a file of a snapshot's draft, and its line in the manifest. */
export async function writeSnapshotFile(
  draft: string,
  name: string,
  source: AsyncIterable<Uint8Array>,
  recipients: readonly string[],
): Promise<SnapshotManifest["files"][number]> {
  const path = join(draft, name);
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  return { name, ...(await writeStored(path, source, recipients)) };
}
