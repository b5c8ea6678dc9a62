import { randomBytes } from "node:crypto";
import { chmod, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { reachable, type Account } from "./account.ts";
import {
  closeFolder,
  FolderProblem,
  type FolderMark,
  folderMarkSchema,
  isSameFolder,
  leadToOne,
  markOf,
} from "./data-folder.ts";
import type { ReadNote } from "./database-note.ts";
import { initialised } from "./initialise.ts";
import { runningPostmaster } from "./postmaster-file.ts";
import { putSecret, readSecret } from "../secret-file.ts";
import { makeFolders } from "../system.ts";

/**
 * Where a data folder's database stands, by these rules (D1 to D3 are of an object's file, in
 * `file-store/key-path.ts`):
 *
 * disk/D4 the database in the data folder's own `postgres` is its own, whatever paths a note names;
 * disk/D5 one outside (`outside` of the note) belongs to the data folder that its `data-folder.json`
 *   marks and to no other: a copy of that folder is refused, until a person adopts the database for it;
 * disk/D6 a database that was made and is not at its place is refused: none is made in its stead;
 * disk/D7 nor is one made where the folder, though without a note, is known to be an installation's;
 * disk/D8 a database without a note is refused, since nobody knows its password, until it is adopted.
 */
export interface DatabasePlace {
  readonly folder: string;
  readonly isOutside: boolean;
  /** Whether a database stands there. */
  readonly stands: boolean;
}

export interface PlaceOptions {
  /** A real path. */
  readonly dataFolder: string;
  /** Where root's database goes when the data folder is closed to others; `/var/lib/swath`. */
  readonly sharedPlace?: string;
  /** Whether the data folder is known to be an installation's: then its database must stand. */
  readonly mustStand?: boolean;
  /** Whether a person said that the database is to be this data folder's. */
  readonly adopt?: boolean;
}

const insideOf = (dataFolder: string): string => join(dataFolder, "postgres");

/** The database's folder outside that a note names; undefined where it names one inside. */
async function outsideOf(note: ReadNote, dataFolder: string): Promise<string | undefined> {
  if (note.outside !== undefined) return note.outside;
  const { stood } = note;
  if (stood === undefined || (await leadToOne(stood, insideOf(dataFolder)))) return undefined;
  // An earlier release wrote all paths alike: what stands beside a note of its own is another's inside.
  const other = await stat(join(dirname(stood), "postgres.json")).catch(() => undefined);
  return other === undefined && (await initialised(stood)) ? stood : undefined;
}

/** Finds a data folder's database, or where to make it; throws a {@link FolderProblem} by disk/D5 to D8. */
export async function findDatabase(
  options: PlaceOptions,
  note: ReadNote | undefined,
  account: Account | undefined,
): Promise<DatabasePlace> {
  const { dataFolder, mustStand = false, adopt = false } = options;
  const inside = insideOf(dataFolder);
  if (await initialised(inside)) {
    if (note === undefined && !adopt) throw unknownPassword(inside);
    return { folder: inside, isOutside: false, stands: true };
  }
  const outside = note === undefined ? undefined : await outsideOf(note, dataFolder);
  if (outside !== undefined && (await initialised(outside))) {
    await claim(outside, options);
    return { folder: outside, isOutside: true, stands: true };
  }
  if (note === undefined && mustStand) throw notInIt(dataFolder);
  if (note !== undefined && wasMade(note, options))
    throw gone(dataFolder, outside ?? note.stood ?? inside);
  return newPlace(options, account);
}

/** Not of a first start that was stopped before the database was made: its password is the next one's. */
function wasMade(
  { made, stood }: ReadNote,
  { dataFolder, mustStand = false }: PlaceOptions,
): boolean {
  return made ?? (mustStand || stood !== insideOf(dataFolder));
}

function notInIt(dataFolder: string): FolderProblem {
  return new FolderProblem(
    `The data folder ${dataFolder} is an installation's, but its database is not in it. No empty one is made ` +
      "in its stead: bring back `postgres` and `postgres.json`, or set DATABASE_URL where the database is elsewhere",
  );
}

function unknownPassword(folder: string): FolderProblem {
  return new FolderProblem(
    `The password of the database in ${folder} is not known: bring back postgres.json from where ` +
      "the data folder was copied or backed up, or have it given a new one by `swath adopt`",
  );
}

function gone(dataFolder: string, folder: string): FolderProblem {
  return new FolderProblem(
    `The database of the data folder ${dataFolder} is gone: it stood in ${folder}. No empty one is made ` +
      "in its stead: bring it back there, or into the data folder as `postgres`, and start again",
  );
}

/** Where a new database goes: its user must be able to pass through every folder above it. */
async function newPlace(
  { dataFolder, sharedPlace = "/var/lib/swath" }: PlaceOptions,
  account: Account | undefined,
): Promise<DatabasePlace> {
  if (account === undefined || (await reachable(dataFolder, account)))
    return { folder: insideOf(dataFolder), isOutside: false, stands: false };
  const place = join(sharedPlace, randomBytes(8).toString("hex"));
  await openOutside(place, account);
  await writeOwner(place, await markOf(dataFolder));
  return { folder: join(place, "postgres"), isOutside: true, stands: false };
}

/** The folder of one database outside, which PostgreSQL's account passes through. */
export async function openOutside(place: string, account: Account | undefined): Promise<void> {
  await makeFolders(dirname(place));
  // Whatever the umask: PostgreSQL's account must pass, and reads no names there.
  await chmod(dirname(place), 0o711);
  await closeFolder(place, account);
}

const ownerFile = (place: string): string => join(place, "data-folder.json");

async function readOwner(place: string): Promise<FolderMark | undefined> {
  const text = await readSecret(ownerFile(place));
  return text && folderMarkSchema.parse(JSON.parse(String(text)));
}

const writeOwner = (place: string, mark: FolderMark): Promise<void> =>
  putSecret(ownerFile(place), JSON.stringify(mark));

/** Makes sure that a database outside is this data folder's, by disk/D5. */
async function claim(folder: string, { dataFolder, adopt = false }: PlaceOptions): Promise<void> {
  const place = dirname(folder);
  const [owner, mine] = [await readOwner(place), await markOf(dataFolder)];
  if (owner === undefined || !isSameFolder(owner, mine)) {
    const runs = (await runningPostmaster(folder)) !== undefined;
    // An earlier release marked none: then it is the first one's to come while nobody uses it.
    if (runs || (owner !== undefined && !adopt)) throw await belongsTo(owner, folder, dataFolder);
  }
  if (owner?.path !== mine.path || !isSameFolder(owner, mine)) await writeOwner(place, mine);
}

/** Throws a {@link FolderProblem} where a database outside is not this data folder's, by disk/D5. */
export async function checkOwner(folder: string, dataFolder: string): Promise<void> {
  const owner = await readOwner(dirname(folder));
  if (owner === undefined || !isSameFolder(owner, await markOf(dataFolder)))
    throw await belongsTo(owner, folder, dataFolder);
}

async function belongsTo(
  owner: FolderMark | undefined,
  folder: string,
  dataFolder: string,
): Promise<FolderProblem> {
  const before = `The database in ${folder}, which postgres.json of ${dataFolder} names, `;
  if (owner === undefined)
    return new FolderProblem(`${before}is in use: stop the server that uses it, and start again`);
  const lives = await markOf(owner.path).then(
    (mark) => isSameFolder(mark, owner),
    () => false,
  );
  const whose = lives
    ? `belongs to the data folder ${owner.path}, of which this is a copy. Start that one`
    : `belonged to the data folder ${owner.path}, which is not there any more. Bring that back`;
  return new FolderProblem(
    `${before}${whose}; for a copy of the database use pg_dump. Only where this folder is to take its ` +
      "place for good: stop the other server, and run `swath adopt`",
  );
}
