import { randomUUID } from "node:crypto";
import { access } from "node:fs/promises";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { z } from "zod";
import { judgeIdentities, type Identities } from "../domain/installation/belong-together.ts";
import { ForeignKeys, type StoredKeys, settleKeys } from "../domain/installation/known-keys.ts";
import {
  storedKeysOfSessions,
  sessionKeyFile,
  type SessionKeys,
  sessionThumbprints,
} from "../platform/identity/session-keys.ts";
import type { ObjectStore } from "../platform/object-store/object-store.ts";
import type { Db } from "../platform/postgres/schema.ts";
import { putSecret, readSecret } from "../platform/secret-file.ts";
import type { Config } from "./config/read-config.ts";
import { StartProblem } from "./start-problem.ts";

/** In the data folder, and as an object in the bucket of support requests, whose others are `SUP-…/…`. */
export const INSTALLATION_FILE = "installation.json";
const FILE = INSTALLATION_FILE;
const identitySchema = z.object({ installation: z.uuid() });

const asText = (id: string): string => `${JSON.stringify({ installation: id })}\n`;

function parse(bytes: Buffer, place: string): string {
  try {
    return identitySchema.parse(JSON.parse(String(bytes))).installation;
  } catch (error) {
    throw new StartProblem(
      `${place} is damaged: it should hold the identity of the installation. Bring it back from a backup.`,
      { cause: error },
    );
  }
}

const fileOf = (dataFolder: string): string => join(dataFolder, FILE);

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

/** Whether a data folder is known to be an installation's, whose embedded database must then stand. */
export async function isInstallations(dataFolder: string): Promise<boolean> {
  // Releases before the identity leave the log of a database that was started.
  const traces = [fileOf(dataFolder), join(dataFolder, "logs", "postgres.log")];
  return (await Promise.all(traces.map(exists))).includes(true);
}

/** Throws a StartProblem where a configuration names no installation: a command on one makes none. */
export async function requireInstallation({
  databaseUrl,
  dataFolder,
}: Pick<Config, "databaseUrl" | "dataFolder">): Promise<void> {
  if (databaseUrl !== undefined || (await isInstallations(dataFolder))) return;
  throw new StartProblem(
    `${dataFolder} holds no installation: set SWATH_DATA to its data folder, or DATABASE_URL.`,
  );
}

export type InstallationConfig = Pick<
  Config,
  "dataFolder" | "databaseUrl" | "store" | "supportBucket"
>;

/** The parts of one installation, or those that are to be. */
export interface Parts {
  readonly config: InstallationConfig;
  readonly db: Db;
  readonly store: ObjectStore;
  /** Whether a server has used the database. */
  readonly isUsed: boolean;
}

async function ofFolder({ config: { dataFolder } }: Parts): Promise<string | undefined> {
  const kept = await readSecret(fileOf(dataFolder));
  return kept && parse(kept, fileOf(dataFolder));
}

async function ofStore({ config, store }: Parts): Promise<string | undefined> {
  const bucket = config.supportBucket;
  if (!(await store.hasBucket(bucket))) return undefined;
  if ((await store.head(bucket, FILE)) === undefined) return undefined;
  return parse(await buffer(await store.read(bucket, FILE)), `${FILE} of the bucket ${bucket}`);
}

async function ofDatabase(db: Db): Promise<string | undefined> {
  return (await db.selectFrom("installation").select("id").executeTakeFirst())?.id;
}

/** Reads who the parts are, in the order of domain/I4. */
export async function readIdentities(parts: Parts): Promise<Identities> {
  const folder = await ofFolder(parts);
  const store = await ofStore(parts);
  return { folder, store, database: await ofDatabase(parts.db), isUsed: parts.isUsed };
}

/** Gives the database an identity; another server may have at the same time: then that is it. */
async function keepInDatabase(db: Db, id: string): Promise<string> {
  await db
    .insertInto("installation")
    .values({ id })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return (await ofDatabase(db)) ?? id;
}

async function keepInStore({ config, store }: Parts, id: string): Promise<void> {
  const bytes = Buffer.from(asText(id));
  await store.ensureBuckets([config.supportBucket]);
  await store.write(config.supportBucket, FILE, [bytes], { size: bytes.length });
}

/** A worker's folder may be closed to writing: then it keeps none. */
async function keepInFolder({ config }: Parts, id: string): Promise<void> {
  await putSecret(fileOf(config.dataFolder), asText(id)).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EROFS" && error.code !== "EACCES") throw error;
  });
}

/** In the order of domain/I4. */
async function write(parts: Parts, found: Identities, wanted: string): Promise<string> {
  const id = found.database ?? (await keepInDatabase(parts.db, wanted));
  if (found.store !== id) await keepInStore(parts, id);
  if (found.folder !== id) await keepInFolder(parts, id);
  return id;
}

/**
 * Makes sure that data folder, database and store are one installation's, by the rules of
 * `belong-together.ts`, and gives its identity to what lacks it; answers it.
 */
export async function openInstallation(parts: Parts): Promise<string> {
  const found = await readIdentities(parts);
  const judgement = judgeIdentities(found);
  if (judgement.kind !== "together") throw new StartProblem(apart(parts, found, judgement.kind));
  return write(parts, found, judgement.id ?? randomUUID());
}

/** Gives every part the identity that a person names, which one of them must have; answers it. */
export async function adoptParts(parts: Parts, id: string | undefined): Promise<string> {
  if (id === undefined) return openInstallation(parts);
  const found = await readIdentities(parts);
  if (![found.folder, found.store, found.database].includes(id))
    throw new StartProblem(`None of them is of the installation ${id}.\n${listed(parts, found)}`);
  await parts.db.deleteFrom("installation").where("id", "!=", id).execute();
  return write(parts, { ...found, database: undefined }, id);
}

/** An address without its secrets. */
function databaseName({ databaseUrl, dataFolder }: Parts["config"]): string {
  if (databaseUrl === undefined) return `the database of the data folder ${dataFolder}`;
  const { host, pathname } = new URL(databaseUrl);
  return `the database ${host}${pathname}`;
}

function storeName({ store, supportBucket }: Parts["config"]): string {
  if (store.kind === "file") return `the store ${store.dataFolder}/objects`;
  return `the store ${store.endpoint} (bucket ${supportBucket})`;
}

function listed({ config }: Parts, { folder, store, database }: Identities): string {
  const parts = [
    [`the data folder ${config.dataFolder}`, folder],
    [databaseName(config), database],
    [storeName(config), store],
  ] as const;
  return parts.map(([name, id]) => `  ${name}: ${id ?? "none yet"}`).join("\n");
}

function apart(parts: Parts, found: Identities, kind: "apart" | "new database"): string {
  const fault =
    kind === "apart"
      ? "The data folder, the database and the store are not of one installation:"
      : "The database is new and empty, but others of its parts are an installation's:";
  return (
    `${fault}\n${listed(parts, found)}\n` +
    "Set SWATH_DATA, DATABASE_URL and the store's variables to those that belong together, or restore all of " +
    "them from one backup. Only where they are to be one installation from now on, whatever its records and " +
    "objects lack: `swath adopt ID` with the identity that shall stay."
  );
}

/** Keys that are not the installation's, as the problem of a start. */
export function explainKeys(error: unknown): never {
  if (error instanceof ForeignKeys) throw new StartProblem(`${error.message}.`);
  throw error;
}

/** A data folder's keys of sessions, as the installation knows them. */
export function storedSessionKeys(dataFolder: string): StoredKeys {
  return {
    purpose: "sessions",
    file: sessionKeyFile(dataFolder),
    read: async () => (await sessionThumbprints(dataFolder))?.map((kid) => ({ kid, x: null })),
    make: async () => void (await storedKeysOfSessions(dataFolder)),
  };
}

/** The keys that seal sessions: the environment's, or the installation's in the data folder. */
export async function sessionKeysOf(
  { sessionKeys, dataFolder }: Pick<Config, "sessionKeys" | "dataFolder">,
  db: Db,
): Promise<SessionKeys> {
  if (sessionKeys !== undefined) return sessionKeys;
  await settleKeys(db, storedSessionKeys(dataFolder)).catch(explainKeys);
  return storedKeysOfSessions(dataFolder);
}
