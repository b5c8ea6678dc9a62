import { readFile } from "node:fs/promises";
import { join, resolve, sep } from "node:path";
import { backUp, type BackupResult } from "../backup/back-up.ts";
import type { BackupDeps, BackupOrder } from "../backup/backup-order.ts";
import { AppError } from "@swath/contract/errors";
import { LeaseLost } from "../platform/postgres/exclusive-run.ts";
import { BACKUP_KEYS_FILE, openBackupKeys } from "../backup/backup-keys.ts";
import { ForeignBackup } from "../backup/repository/repository.ts";
import { DamagedBackup } from "../backup/repository/stored-stream.ts";
import { isBackupUnderWay } from "../domain/installation/backup-under-way.ts";
import { systemClock } from "../platform/clock/clock.ts";
import type { Db } from "../platform/postgres/schema.ts";
import { POST_SECRET_FILE } from "../platform/open-store.ts";
import { openS3Versions } from "../platform/s3-store/open-s3-store.ts";
import { codeOf, unless } from "../platform/system.ts";
import { bytesInWords, printingFaults, readRecipients, readWords } from "./command-words.ts";
import { type Config, readConfig } from "./config/read-config.ts";
import { settingsInForce } from "./config/settings.ts";
import { openAppStore } from "./open-app-store.ts";
import { openAppDatabase } from "./open-database.ts";
import { INSTALLATION_FILE, openInstallation, requireInstallation } from "./open-installation.ts";
import { openLog } from "./open-log.ts";
import { StartProblem } from "./start-problem.ts";
import type { Terminal } from "./terminal.ts";

/** Of the data folder: what a restore brings back. The database's password is not among it: it gets a new one. */
const FOLDER_FILES = [
  INSTALLATION_FILE,
  "receipt-keys.json",
  "session.key",
  POST_SECRET_FILE,
  "identity-keys.json",
  BACKUP_KEYS_FILE,
  "demonstration-day.txt",
];

const OPTIONS = {
  recipient: { type: "string", multiple: true },
  "recipient-file": { type: "string" },
  plain: { type: "boolean" },
  "copy-objects": { type: "boolean" },
  keep: { type: "string" },
} as const;

async function folderFiles(dataFolder: string): Promise<Map<string, Buffer>> {
  const found = new Map<string, Buffer>();
  for (const name of FOLDER_FILES) {
    const bytes = await readFile(join(dataFolder, name)).catch(unless("ENOENT"));
    if (bytes !== undefined) found.set(name, bytes);
  }
  return found;
}

/** The settings that are not left to their defaults, without secrets. */
function toldSettings(environment: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(
    settingsInForce(environment).flatMap(({ setting, value }) =>
      value === undefined ? [] : [[setting.name, value]],
    ),
  );
}

function keepOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^[1-9]\d{0,4}$/.test(text))
    throw new StartProblem(`--keep ${text}: it must be the number of backups to keep, 1 or more.`);
  return Number(text);
}

interface Asked {
  readonly to: string;
  readonly recipients: readonly string[];
  readonly keep: number | undefined;
  readonly copiesObjects: boolean;
}

async function readAsked(words: readonly string[]): Promise<Asked | undefined> {
  const read = readWords(words, OPTIONS);
  const [to, ...more] = read?.positionals ?? [];
  if (read === undefined || to === undefined || more.length > 0) return undefined;
  const { recipient = [], "recipient-file": file, plain = false } = read.values;
  const recipients = await readRecipients(recipient, file);
  if (plain && recipients.length > 0)
    throw new StartProblem("Either --plain or a recipient: a backup is encrypted or it is not.");
  if (!plain && recipients.length === 0)
    throw new StartProblem(
      "Name whom the backup is encrypted for: --recipient age1… of `age-keygen`. It holds people's names and " +
        "the installation's keys; only on a disk that is encrypted itself, --plain leaves it open.",
    );
  const copiesObjects = read.values["copy-objects"] ?? false;
  return { to: resolve(to), recipients, keep: keepOf(read.values.keep), copiesObjects };
}

function checkPlace(to: string, { dataFolder }: Config): void {
  if (to === dataFolder || to.startsWith(dataFolder + sep))
    throw new StartProblem(
      `${to} lies in the data folder: a backup there is lost with it. Name a folder of another disk.`,
    );
}

async function depsOf(
  config: Config,
  { copiesObjects }: Asked,
  { db, url }: { readonly db: Db; readonly url: string },
  environment: NodeJS.ProcessEnv,
): Promise<BackupDeps> {
  let installation = "";
  const store = await openAppStore(config, db, async (parts) => {
    installation = await openInstallation(parts);
    return installation;
  });
  const isVersions = config.store.kind === "s3" && !copiesObjects;
  return {
    db,
    url,
    store,
    storeKind: config.store.kind,
    versions: isVersions && config.store.kind === "s3" ? openS3Versions(config.store) : undefined,
    buckets: config.buckets,
    installation,
    release: config.web.release,
    keys: await openBackupKeys(join(config.dataFolder, BACKUP_KEYS_FILE)),
    folderFiles: await folderFiles(config.dataFolder),
    settings: toldSettings(environment),
    clock: systemClock,
  };
}

/** What hinders a backup, in words for the person who runs it. */
function explain(to: string): (error: unknown) => never {
  return (error) => {
    if (error instanceof ForeignBackup)
      throw new StartProblem(`${error.message}: name another folder.`);
    if (error instanceof DamagedBackup)
      throw new StartProblem(`${error.message}: \`swath verify --backup ${to}\` says what is.`);
    if (error instanceof LeaseLost)
      throw new StartProblem(
        "The database did not answer for a minute: the backup was stopped. What it wrote is of use to the next one.",
      );
    if (error instanceof AppError)
      throw new StartProblem(`The backup was stopped: ${error.message} (${error.code}).`, {
        cause: error,
      });
    const code = codeOf(error);
    if (code === "ENOSPC")
      throw new StartProblem(`${to} is full: what was written is of use later.`);
    if (["EACCES", "EROFS", "ENOTDIR", "EPERM"].includes(code))
      throw new StartProblem(`${to} cannot be written in (${code}).`, { cause: error });
    throw error;
  };
}

function report(terminal: Terminal, to: string, result: BackupResult): number {
  const { snapshot, totals, databaseBytes, removedSnapshots, unprotected } = result;
  const { fault } = printingFaults((line) => terminal.printError(line));
  for (const words of totals.named) fault(words);
  for (const bucket of unprotected)
    terminal.printError(
      `Nothing protects the objects of ${bucket}: the bucket keeps no versions. Turn versioning on, or use --copy-objects.`,
    );
  terminal.print(
    `Backed up to ${join(to, "snapshots", snapshot)}: ${totals.count} objects of ${bytesInWords(totals.bytes)}, ` +
      `${totals.added} of them new (${bytesInWords(totals.addedBytes)} written); the database in ${bytesInWords(databaseBytes)}.`,
  );
  if (removedSnapshots > 0) terminal.print(`${removedSnapshots} older backups were removed.`);
  if (totals.faults === 0) return 0;
  terminal.printError(`The backup is not whole: ${totals.faults} faults.`);
  return 1;
}

/** Backs the configuration's installation up, whether its servers run or not; undefined where the words are wrong. */
export async function backUpFromCommandLine(
  terminal: Terminal,
  words: readonly string[],
): Promise<number | undefined> {
  const asked = await readAsked(words);
  if (asked === undefined) return undefined;
  const config = readConfig(terminal.environment);
  checkPlace(asked.to, config);
  await requireInstallation(config);
  const log = openLog({ ...config, logLevel: "warn" }, "swath backup");
  const database = await openAppDatabase(config, "either", log);
  const stop = new AbortController();
  void terminal.stopped.then(() =>
    stop.abort(new StartProblem("Stopped: what was written is of use to the next backup.")),
  );
  try {
    if (await isBackupUnderWay(database.db))
      throw new StartProblem(
        "A backup of this installation runs already. One that was killed makes room after a minute.",
      );
    const deps = await depsOf(config, asked, database, terminal.environment);
    const { to, recipients, keep } = asked;
    const order: BackupOrder = { to, recipients, keep, signal: stop.signal };
    const result = await backUp(deps, order).catch(explain(to));
    return report(terminal, to, result);
  } finally {
    await database.close();
  }
}
