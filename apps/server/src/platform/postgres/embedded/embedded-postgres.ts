import { createHash, randomBytes } from "node:crypto";
import { chmod, mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { z } from "zod";
import { reachable, unprivilegedAccount, type Account } from "./account.ts";
import { runnableBinaries } from "./binaries.ts";
import { closeFolder, openDataFolder } from "./data-folder.ts";
import { adopt, initialise, initialised } from "./initialise.ts";
import {
  alive,
  attachPostmaster,
  localUrl,
  startPostmaster,
  stopPostmaster,
  type Access,
  type PostmasterPlan,
} from "./postmaster.ts";
import { socketFolder } from "./socket-folder.ts";

/** A PostgreSQL that lives with a data folder. */
export interface EmbeddedPostgres {
  /** As its owner: migrations. */
  readonly ownerUrl: string;
  /** As the servers' role, which the owner makes. */
  readonly serverUrl: string;
  /** Where the database stands: below the data folder unless PostgreSQL's user cannot get there. */
  readonly folder: string;
  stop(): Promise<void>;
}

export interface EmbeddedOptions {
  readonly dataFolder: string;
  /** Where root's database goes when the data folder is closed to others; `/var/lib/swath`. */
  readonly sharedPlace?: string;
  /** Told when PostgreSQL had died and was started again, or could not be. */
  readonly onRestart?: (error: unknown) => void;
}

/** Kept beside the database, for its owner only; it holds the password. */
const noteSchema = z.object({
  folder: z.string(),
  password: z.string(),
  /** Of the servers' role. */
  serverPassword: z.string().optional(),
  socket: z.string().optional(),
  port: z.int().optional(),
});
type Note = z.infer<typeof noteSchema>;
const WATCH_MS = 1_000;
const DATABASE = "swath";
const SERVER_ROLE = "swath_server";

const notePath = (dataFolder: string): string => join(dataFolder, "postgres.json");

async function readNote(dataFolder: string): Promise<Note | undefined> {
  const text = await readFile(notePath(dataFolder), "utf8").catch(() => undefined);
  return text === undefined ? undefined : noteSchema.parse(JSON.parse(text));
}

async function writeNote(dataFolder: string, note: Note): Promise<void> {
  const aside = `${notePath(dataFolder)}.new`;
  await writeFile(aside, JSON.stringify(note), { mode: 0o600 });
  await rename(aside, notePath(dataFolder));
}

/** Where a new database goes: its user must be able to pass through every folder above it. */
async function chooseFolder(options: EmbeddedOptions, account: Account | undefined) {
  const inside = join(options.dataFolder, "postgres");
  if (account === undefined || (await reachable(options.dataFolder, account))) return inside;
  const key = createHash("sha256").update(options.dataFolder).update(randomBytes(8)).digest("hex");
  return join(options.sharedPlace ?? "/var/lib/swath", key.slice(0, 16), "postgres");
}

interface Plan extends PostmasterPlan {
  readonly serverPassword: string;
}

const newPassword = (): string => randomBytes(24).toString("hex");

async function planOf(options: EmbeddedOptions): Promise<Plan> {
  const account = await unprivilegedAccount();
  const kept = await readNote(options.dataFolder);
  const known = kept !== undefined && (await initialised(kept.folder));
  const folder = known ? kept.folder : await chooseFolder(options, account);
  const password = known ? kept.password : newPassword();
  const serverPassword = (known ? kept.serverPassword : undefined) ?? newPassword();
  const place = dirname(folder);
  await makePlace(place, options, account);
  const socket =
    process.platform === "win32" ? undefined : await socketFolder(place, kept?.socket, account);
  // Written before the database is made: a database whose password is unknown is lost.
  const secrets = { password, serverPassword };
  await writeNote(options.dataFolder, noteOf({ folder, ...secrets, socket, port: kept?.port }));
  const logs = join(options.dataFolder, "logs");
  await mkdir(logs, { recursive: true, mode: 0o700 });
  return {
    folder,
    binaries: await runnableBinaries(account, place),
    account,
    ...secrets,
    socket,
    port: kept?.port,
    logFile: join(logs, "postgres.log"),
  };
}

const noteOf = ({ folder, password, serverPassword, socket, port }: PlanFacts): Note => ({
  folder,
  password,
  serverPassword,
  ...(socket === undefined ? { port } : { socket }),
});
type PlanFacts = Pick<Plan, "folder" | "password" | "serverPassword" | "socket" | "port">;

/** The folder that a database stands in: the data folder, or one of its own in the shared place. */
async function makePlace(place: string, options: EmbeddedOptions, account: Account | undefined) {
  if (place === options.dataFolder) return;
  await mkdir(dirname(place), { recursive: true });
  // Whatever the umask: PostgreSQL's account must pass, and reads no names there.
  await chmod(dirname(place), 0o711);
  await closeFolder(place, account);
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
    if (busy !== undefined || alive(pid)) return;
    busy = restart().finally(() => (busy = undefined));
  }, WATCH_MS);
  timer.unref();
  return async (): Promise<void> => {
    clearInterval(timer);
    await busy;
  };
}

/**
 * Starts the PostgreSQL of a data folder, or attaches to it where a killed server left it running.
 * The caller holds the folder's lock.
 */
export async function openEmbeddedPostgres(given: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const options = { ...given, dataFolder: resolve(given.dataFolder) };
  await openDataFolder(options.dataFolder);
  const plan = await planOf(options);
  await initialise(plan);
  await adopt(plan);
  const { pid, port } = await startPostmaster(plan);
  const { folder } = plan;
  const access = { ...plan, port };
  await writeNote(options.dataFolder, noteOf(access));
  await ensureDatabase(access);
  const unwatch = watch({ ...plan, port }, pid, options);
  return {
    ownerUrl: localUrl(access, DATABASE),
    serverUrl: serverUrlOf(access),
    folder,
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

/** The address of the PostgreSQL that a running server keeps for a data folder, if one does. */
export async function embeddedUrl(dataFolder: string): Promise<string | undefined> {
  const note = await readNote(resolve(dataFolder));
  if (note === undefined) return undefined;
  const { folder, password, serverPassword, socket } = note;
  const running = await attachPostmaster({ folder, password, socket });
  if (running === undefined || serverPassword === undefined) return undefined;
  return serverUrlOf({ serverPassword, socket, port: running.port });
}
