import { resolve } from "node:path";
import { OpenSnapshot } from "../backup/repository/open-snapshot.ts";
import { ForeignBackup, Repository } from "../backup/repository/repository.ts";
import { DamagedBackup } from "../backup/repository/stored-stream.ts";
import { verifyBackup } from "../backup/verify/verify-backup.ts";
import { type InstallationDeps, verifyInstallation } from "../backup/verify/verify-installation.ts";
import { validateArchive, findArchive } from "../archive/validate-archive.ts";
import { readJudgement } from "../domain/installation/known-keys.ts";
import { AppError } from "@swath/contract/errors";
import { WrongIdentity } from "../platform/age/age-file.ts";
import { systemClock } from "../platform/clock/clock.ts";
import type { ObjectStore } from "../platform/object-store/object-store.ts";
import { openObjectStore } from "../platform/open-store.ts";
import type { Db } from "../platform/postgres/schema.ts";
import { storedFault } from "../scrub/stored-fault.ts";
import { signsAsPublished, storedReceiptKeys } from "../uploads/receipt/receipt-keys.ts";
import { storedFiles } from "../uploads/receipt/stored-files.ts";
import { bytesInWords, printingFaults, readIdentitiesOf, readWords } from "./command-words.ts";
import { type Config, readConfig } from "./config/read-config.ts";
import { withDatabase } from "./open-database.ts";
import { readIdentities, requireInstallation, storedSessionKeys } from "./open-installation.ts";
import { StartProblem } from "./start-problem.ts";
import type { Terminal } from "./terminal.ts";

const OPTIONS = {
  deep: { type: "boolean" },
  backup: { type: "string" },
  identity: { type: "string" },
} as const;

interface Parts {
  readonly config: Config;
  readonly db: Db;
  readonly store: ObjectStore;
}

/** Which parts have another identity, or keys that are not the installation's. */
async function partFaults({ config, db, store }: Parts): Promise<string[]> {
  const {
    folder,
    store: stored,
    database,
  } = await readIdentities({ config, db, store, isUsed: true });
  const faults: string[] = [];
  for (const [name, id] of [
    ["data folder", folder],
    ["store", stored],
  ] as const)
    if (id !== database)
      faults.push(`${name}: is of the installation ${id ?? "(none)"}, the database of ${database}`);
  const kept = [storedReceiptKeys(config.dataFolder)];
  if (config.sessionKeys === undefined) kept.push(storedSessionKeys(config.dataFolder));
  for (const keys of kept) {
    const judgement = await readJudgement(db, keys);
    if (judgement === "go on" || judgement === "become known" || judgement === "make") continue;
    faults.push(`${keys.file}: the installation's newest key of ${keys.purpose} is not in it`);
  }
  if (faults.length === 0 && !(await signsAsPublished(config.dataFolder, db)))
    faults.push("receipt-keys.json: what it signs is not verified by the database's public key");
  return faults;
}

async function archiveFaultOf(
  { config, db, store }: Parts,
  { flightId, bucket, key }: { flightId: string; bucket: string; key: string },
  signal: AbortSignal,
): Promise<string | undefined> {
  const deps = { db, store, buckets: config.buckets };
  try {
    const archive = await findArchive(deps, { bucket, prefix: key });
    return (await validateArchive(deps, archive, signal)).reason ?? undefined;
  } catch (error) {
    if (error instanceof AppError && error.code === "OBJECT_NOT_FOUND")
      return `the flight ${flightId} does not name it as its archive`;
    throw error;
  }
}

function depsOf(parts: Parts, isDeep: boolean, signal: AbortSignal): InstallationDeps {
  const { config, db, store } = parts;
  const { buckets, supportBucket } = config;
  const reading = { store, signal, onBytes: async () => {} };
  return {
    db,
    store,
    buckets,
    supportBucket,
    storedFiles: (upload) => storedFiles({ db, store, buckets }, upload),
    archiveFault: (archive) => archiveFaultOf(parts, archive, signal),
    deepFault: isDeep
      ? (place, { originalSize, xxh128 }) =>
          storedFault(reading, place, { originalSize, xxh128: [...xxh128] })
      : undefined,
    partFaults: () => partFaults(parts),
  };
}

async function verifyStanding(terminal: Terminal, isDeep: boolean): Promise<number> {
  const config = readConfig(terminal.environment);
  await requireInstallation(config);
  const stop = new AbortController();
  void terminal.stopped.then(() =>
    stop.abort(new StartProblem("Stopped before all was verified.")),
  );
  const { fault, count } = printingFaults((line) => terminal.print(line));
  const checked = await withDatabase(config, "either", "verify", async (db) => {
    const store = await openObjectStore(config.store, systemClock, { mustStand: true }).catch(
      (error: unknown) => {
        if (!(error instanceof AppError)) throw error;
        throw new StartProblem(`The store does not stand: ${error.message}.`, { cause: error });
      },
    );
    return verifyInstallation(depsOf({ config, db, store }, isDeep, stop.signal), fault);
  });
  const { uploads, files, archives, attempts, cold } = checked;
  const all = `${files} files of ${uploads} uploads and ${attempts} attempts, and ${archives} archives`;
  const how = isDeep ? "were read" : "were compared with the store's list";
  if (cold > 0)
    terminal.print(`In cold storage, and not read: ${cold} of the files. The store lists them.`);
  if (count() === 0)
    terminal.print(`Whole: ${all} ${how}; database, store and keys belong together.`);
  else terminal.print(`${count()} faults: ${all} ${how}.`);
  return count() === 0 ? 0 : 1;
}

/** One that opens nothing would make every file a fault. */
async function checkIdentity(repository: Repository, identities: readonly string[] | undefined) {
  const newest = (await repository.snapshots()).at(-1);
  if (newest === undefined || identities === undefined) return;
  try {
    await (await OpenSnapshot.open(repository, newest, identities)).details();
  } catch (error) {
    if (error instanceof WrongIdentity)
      throw new StartProblem(
        "The identity does not open this backup: it was made for another one.",
      );
    // The verification names it.
    if (!(error instanceof DamagedBackup)) throw error;
  }
}

async function verifyFolder(terminal: Terminal, from: string, identity: string | undefined) {
  const identities = await readIdentitiesOf(identity);
  const repository = await Repository.open(resolve(from)).catch((error: unknown) => {
    if (error instanceof ForeignBackup || error instanceof DamagedBackup)
      throw new StartProblem(`${error.message}.`);
    throw error;
  });
  await checkIdentity(repository, identities);
  const { fault, count } = printingFaults((line) => terminal.print(line));
  const { snapshots, files, objects, bytes } = await verifyBackup(repository, identities, fault);
  const all = `${snapshots} backups with ${files} files and ${objects} objects, ${bytesInWords(bytes)}`;
  const isOpened = identities !== undefined || repository.head.recipients.length === 0;
  const how = isOpened ? "read and opened" : "read, not opened (without --identity)";
  terminal.print(count() === 0 ? `Whole: ${all}, ${how}.` : `${count()} faults: ${all}, ${how}.`);
  return count() === 0 ? 0 : 1;
}

/** Verifies the configuration's installation, or a folder of backups; undefined where the words are wrong. */
export async function verifyFromCommandLine(
  terminal: Terminal,
  words: readonly string[],
): Promise<number | undefined> {
  const read = readWords(words, OPTIONS);
  if (read === undefined || read.positionals.length > 0) return undefined;
  const { deep = false, backup, identity } = read.values;
  if (backup === undefined && identity === undefined) return verifyStanding(terminal, deep);
  if (backup === undefined || deep) return undefined;
  return verifyFolder(terminal, backup, identity);
}
