import { randomBytes } from "node:crypto";
import { mkdir, realpath } from "node:fs/promises";
import { dirname, join } from "node:path";
import { unprivilegedAccount } from "./account.ts";
import { runnableBinaries } from "./binaries.ts";
import { openDataFolder, isSameFolder, markOf } from "./data-folder.ts";
import {
  keepNoteAside,
  readNote,
  writeNote,
  type DatabaseNote,
  type ReadNote,
} from "./database-note.ts";
import {
  checkOwner,
  findDatabase,
  openOutside,
  type DatabasePlace,
  type PlaceOptions,
} from "./database-place.ts";
import { adopt, initialise, renewPassword } from "./initialise.ts";
import {
  attachPostmaster,
  localUrl,
  startPostmaster,
  stopPostmaster,
  WrongPassword,
  type Access,
  type PostmasterPlan,
} from "./postmaster.ts";
import { socketFolder } from "./socket-folder.ts";
import { isAlive } from "../system.ts";

/** A PostgreSQL that lives with a data folder. */
export interface EmbeddedPostgres {
  /** As its owner: migrations. */
  readonly ownerUrl: string;
  /** As the servers' role, which the owner makes. */
  readonly serverUrl: string;
  /** Where the database stands … */
  readonly folder: string;
  /** … which is outside of the data folder where PostgreSQL's user cannot get there. */
  readonly isOutside: boolean;
  stop(): Promise<void>;
}

export interface EmbeddedOptions extends PlaceOptions {
  /** Told when PostgreSQL had died and was started again, or could not be. */
  readonly onRestart?: (error: unknown) => void;
}

const WATCH_MS = 1_000;
const DATABASE = "swath";
const SERVER_ROLE = "swath_server";

interface Plan extends PostmasterPlan {
  readonly serverPassword: string;
  readonly place: DatabasePlace;
}

const newPassword = (): string => randomBytes(24).toString("hex");

/** Socket and port that are this folder's: those of a note that came with a copy are the original's. */
async function keptAddress(dataFolder: string, note: ReadNote | undefined) {
  if (note?.of === undefined || !isSameFolder(note.of, await markOf(dataFolder))) return {};
  return { socket: note.socket, port: note.port };
}

const besideOf = (folder: string): string => join(dirname(folder), "socket");

async function noteOf(dataFolder: string, plan: Plan, made: boolean): Promise<DatabaseNote> {
  const { place, folder, password, serverPassword, socket, port } = plan;
  return {
    password,
    serverPassword,
    made,
    of: await markOf(dataFolder),
    ...(place.isOutside && { outside: folder }),
    ...(socket !== undefined && socket !== besideOf(folder) && { socket }),
    ...(socket === undefined && port !== undefined && { port }),
  };
}

async function planOf(options: EmbeddedOptions): Promise<Plan> {
  const { dataFolder } = options;
  const account = await unprivilegedAccount();
  const note = await readNote(dataFolder);
  const place = await findDatabase(options, note, account);
  const { folder } = place;
  if (place.isOutside) await openOutside(dirname(folder), account);
  const kept = await keptAddress(dataFolder, note);
  const password = note?.password ?? newPassword();
  const serverPassword = note?.serverPassword ?? newPassword();
  const socket =
    process.platform === "win32"
      ? undefined
      : await socketFolder(dirname(folder), kept.socket, account);
  const logs = join(dataFolder, "logs");
  await mkdir(logs, { recursive: true, mode: 0o700 });
  return {
    folder,
    place,
    binaries: await runnableBinaries(account, dirname(folder)),
    account,
    password,
    serverPassword,
    socket,
    port: kept.port,
    logFile: join(logs, "postgres.log"),
  };
}

async function ensureDatabase(access: Access): Promise<void> {
  const { default: pg } = await import("pg");
  const client = new pg.Client({ connectionString: localUrl(access) });
  await client.connect();
  const found = await client.query("SELECT 1 FROM pg_database WHERE datname = $1", [DATABASE]);
  if (found.rowCount === 0) await client.query(`CREATE DATABASE ${DATABASE}`);
  await client.end();
}

/** Starts PostgreSQL again, on the same port, whenever it dies while we live. */
function watch(plan: PostmasterPlan, firstPid: number, options: EmbeddedOptions) {
  let pid = firstPid;
  let busy: Promise<void> | undefined;
  const restart = async (): Promise<void> => {
    try {
      pid = (await startPostmaster(plan)).pid;
      options.onRestart?.(undefined);
    } catch (error) {
      options.onRestart?.(error);
    }
  };
  const timer = setInterval(() => {
    if (busy !== undefined || isAlive(pid)) return;
    busy = restart().finally(() => (busy = undefined));
  }, WATCH_MS);
  timer.unref();
  return async (): Promise<void> => {
    clearInterval(timer);
    await busy;
  };
}

/** The database of a plan, made where there is none, and started. */
async function startDatabase(plan: Plan, { dataFolder }: EmbeddedOptions) {
  // Written before the database is made: a database whose password is unknown is lost.
  if (!plan.place.stands) await writeNote(dataFolder, await noteOf(dataFolder, plan, false));
  await initialise(plan);
  await adopt(plan);
  const { pid, port } = await startPostmaster(plan);
  await writeNote(dataFolder, await noteOf(dataFolder, { ...plan, port }, true));
  return { pid, port };
}

/** Gives a database the plan's password: of a folder whose note is gone or another's. */
async function renew(plan: Plan, dataFolder: string): Promise<void> {
  await stopPostmaster(plan.folder);
  await keepNoteAside(dataFolder);
  await writeNote(dataFolder, await noteOf(dataFolder, plan, true));
  await renewPassword(plan);
}

/**
 * Starts the PostgreSQL of a data folder, or attaches to it where a killed server left it running.
 * The caller holds the folder's lock. Throws a {@link FolderProblem} where the folder's database is
 * gone, another folder's, or does not take the kept password.
 */
export async function openEmbeddedPostgres(given: EmbeddedOptions): Promise<EmbeddedPostgres> {
  await openDataFolder(given.dataFolder);
  const options = { ...given, dataFolder: await realpath(given.dataFolder) };
  const plan = await planOf(options);
  const { pid, port } = await startDatabase(plan, options).catch(async (error: unknown) => {
    if (options.adopt !== true || !(error instanceof WrongPassword)) throw error;
    await renew(plan, options.dataFolder);
    return startDatabase(plan, options);
  });
  const { folder } = plan;
  const access = { ...plan, port };
  await ensureDatabase(access);
  const unwatch = watch({ ...plan, port }, pid, options);
  return {
    ownerUrl: localUrl(access, DATABASE),
    serverUrl: serverUrlOf(access),
    folder,
    isOutside: plan.place.isOutside,
    stop: async () => {
      await unwatch();
      await stopPostmaster(folder);
    },
  };
}

function serverUrlOf(plan: Pick<Plan, "serverPassword" | "socket"> & { port: number }): string {
  const { serverPassword: password, socket, port } = plan;
  return localUrl({ port, socket, user: SERVER_ROLE, password }, DATABASE);
}

/**
 * The address of the PostgreSQL that a running server keeps for a data folder, if one does. Throws a
 * {@link FolderProblem} where the folder's note names the database of another one.
 */
export async function embeddedUrl(given: string): Promise<string | undefined> {
  const dataFolder = await realpath(given).catch(() => undefined);
  const note = dataFolder === undefined ? undefined : await readNote(dataFolder);
  if (dataFolder === undefined || note?.serverPassword === undefined) return undefined;
  const { password, serverPassword, outside } = note;
  if (outside !== undefined) await checkOwner(outside, dataFolder);
  const folder = outside ?? join(dataFolder, "postgres");
  const kept = await keptAddress(dataFolder, note);
  const socket = process.platform === "win32" ? undefined : (kept.socket ?? besideOf(folder));
  const running = await attachPostmaster({ folder, password, socket });
  if (running === undefined) return undefined;
  return serverUrlOf({ serverPassword, socket, port: running.port });
}
