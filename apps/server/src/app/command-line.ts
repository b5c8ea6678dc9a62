import { setTimeout as sleep } from "node:timers/promises";
import { importCatalogueFile } from "../catalogue/import-catalogue.ts";
import { backUpFromCommandLine } from "./backup-command.ts";
import { restoreFromCommandLine } from "./restore-command.ts";
import { verifyFromCommandLine } from "./verify-command.ts";
import { archiveFromCommandLine } from "./archive-command.ts";
import { verifyAuditFromCommandLine } from "./audit-command.ts";
import { compose, type Duties } from "./compose.ts";
import { checkFromCommandLine } from "./config-command.ts";
import { exportFromCommandLine } from "./export-command.ts";
import { readConfig } from "./config/read-config.ts";
import { withDatabase } from "./open-database.ts";
import { adoptParts } from "./open-installation.ts";
import { fileProblem } from "./file-problem.ts";
import { openLog } from "./open-log.ts";
import { openAppStore } from "./open-app-store.ts";
import { prepareDatabase } from "./prepare-database.ts";
import { tokenFor } from "./print-token.ts";
import { revokeFromCommandLine, rotateFromCommandLine } from "./rotate-keys.ts";
import { stagesFromCommandLine } from "./stages-command.ts";
import { startSteps } from "./start-steps.ts";
import { StartProblem } from "./start-problem.ts";
import { plainTerminal, type Terminal } from "./terminal.ts";

/**
 * Makes the configuration's data folder, database and store one installation: the embedded database
 * becomes this folder's, with a new password where that is lost, and with an identity every part gets
 * that one. Nothing of records or objects changes. The exit code.
 */
async function adoptFromCommandLine(terminal: Terminal, id: string | undefined): Promise<number> {
  const config = readConfig(terminal.environment);
  let adopted = "";
  await withDatabase(config, "adopt", "adopt", (db) =>
    openAppStore(config, db, async (parts) => (adopted = await adoptParts(parts, id))),
  );
  terminal.print(`Data folder, database and store are of the installation ${adopted}.`);
  return 0;
}

/** Brings the database of the configuration to the newest migration, as its owner; the exit code. */
async function migrateFromCommandLine(terminal: Terminal): Promise<number> {
  const { databaseUrl, databaseOwnerUrl } = readConfig(terminal.environment);
  if (databaseUrl === undefined)
    throw new StartProblem(
      "The embedded database is migrated by the server itself; set DATABASE_URL for another one.",
    );
  const ownerUrl = databaseOwnerUrl ?? databaseUrl;
  await prepareDatabase(ownerUrl, { url: databaseUrl, makesRole: false });
  const [owner, server] = [ownerUrl, databaseUrl].map((url) => new URL(url).username);
  terminal.print(
    owner === server
      ? `The database is migrated. Its owner ${owner} is the servers' role too: set DATABASE_OWNER_URL, and another role in DATABASE_URL, so that no server may change tables.`
      : `The database is migrated, and open to the servers' role ${server}.`,
  );
  return 0;
}

/** Within 10 s a program that was asked to end has ended, whatever step of its start it is at. */
const START_TIMEOUT_MS = 9_000;
const USAGE = `Usage:
  swath serve [--with-worker]   web pages and API, with the background worker where wanted
  swath work                    the background worker alone
  swath migrate                 brings the database to this release, as its owner
  swath import FILE             creates or updates flights from the flight log's export (JSON)
  swath archive FLIGHTID        has a worker archive the flight's ready data, and waits for it
  swath export TO [--plain]     writes all records and a list of all objects into a new folder
  swath audit verify [HEAD]     checks the audit log's chain of hashes, and against a head that was kept
  swath config check            tries all settings and the connections that they name
  swath stages check            validates the stage and template files, and lists them
  swath rotate-keys             new keys for sessions and the store's forms; nobody is signed out
  swath revoke-key KID          receipts signed by this former key are refused from now on
  swath adopt [ID]              makes data folder, database and store one installation, as after a restore
  swath backup TO --recipient AGE1… [--recipient-file FILE] [--plain] [--copy-objects] [--keep N]
                                database, objects, keys and settings to a folder; what it has is not written again
  swath restore FROM --into FOLDER [--snapshot NAME] [--identity FILE]
                                a backup into a new data folder, with an empty database and store
  swath verify [--deep]         whether database, store and keys belong together and are whole
  swath verify --backup FROM [--identity FILE]
                                whether a folder of backups is whole
  swath token ACCOUNT           a bearer for a demonstration account`;

const HELP: ReadonlySet<string> = new Set(["--help", "-h", "help"]);

async function run(terminal: Terminal, duties: Duties): Promise<number> {
  const config = readConfig(terminal.environment);
  const log = openLog(config, duties.serve ? "swath" : "swath worker");
  for (const { name, meant } of config.unknownSettings)
    log.warn({ setting: name, meant }, "the environment holds a variable that is no setting");
  const steps = startSteps(
    (line) => terminal.printError(line),
    (act, ms) => {
      const timer = setTimeout(act, ms);
      return () => clearTimeout(timer);
    },
  );
  const abandon = new AbortController();
  const starting = compose(config, duties, log, { steps, abandoned: abandon.signal });
  const running = await Promise.race([starting, terminal.stopped]);
  if (running === undefined) {
    // Asked to end before it had begun: what has been started by then is stopped.
    abandon.abort();
    const ended = starting.then(({ stop }) => stop()).catch(() => undefined);
    await Promise.race([ended, sleep(START_TIMEOUT_MS)]);
    return 0;
  }
  terminal.print(
    duties.serve ? `Swath is ready at ${config.publicUrl.origin}` : "The Swath worker is ready",
  );
  await terminal.stopped;
  await running.stop();
  log.info("stopped");
  return 0;
}

async function importFile(terminal: Terminal, path: string): Promise<number> {
  const config = readConfig(terminal.environment);
  const result = await withDatabase(config, "either", "import", (db) =>
    importCatalogueFile(db, path),
  );
  if (!result.ok) {
    for (const line of result.lines) terminal.printError(line);
    return 1;
  }
  const { flights, uploads, aircraft, equipment } = result.counts;
  terminal.print(
    `Imported ${flights} flights with ${uploads} uploads, ${aircraft} aircraft and ${equipment} sensors.`,
  );
  return 0;
}

async function dispatch(words: readonly string[], terminal: Terminal): Promise<number> {
  if (words.some((word) => HELP.has(word))) return printed(terminal, USAGE.split("\n"));
  const config = () => readConfig(terminal.environment);
  const [command = "", argument] = words;
  const withOptions: Readonly<Record<string, OptionsCommand>> = {
    backup: backUpFromCommandLine,
    restore: restoreFromCommandLine,
    verify: verifyFromCommandLine,
  };
  if (Object.hasOwn(withOptions, command)) {
    const code = await withOptions[command]?.(terminal, words.slice(1));
    return code ?? refused(terminal);
  }
  const alone: Commands = {
    serve: () => run(terminal, { serve: true, work: false }),
    work: () => run(terminal, { serve: false, work: true }),
    migrate: () => migrateFromCommandLine(terminal),
    adopt: () => adoptFromCommandLine(terminal, undefined),
    "rotate-keys": async () => printed(terminal, await rotateFromCommandLine(config())),
  };
  const withArgument: Commands = {
    serve:
      argument === "--with-worker" ? () => run(terminal, { serve: true, work: true }) : undefined,
    stages: argument === "check" ? () => stagesFromCommandLine(terminal) : undefined,
    config: argument === "check" ? () => checkFromCommandLine(terminal) : undefined,
    import: (path) => importFile(terminal, path),
    export: (to) => exportFromCommandLine(terminal, to, false),
    archive: (flightId) => archiveFromCommandLine(terminal, flightId),
    adopt: (id) => adoptFromCommandLine(terminal, id),
    "revoke-key": async (kid) => printed(terminal, await revokeFromCommandLine(config(), kid)),
    token: async (account) => printed(terminal, [await tokenFor(config(), account)]),
  };
  if (command === "audit" && argument === "verify" && words.length <= 3)
    return verifyAuditFromCommandLine(terminal, words[2]);
  if (
    command === "export" &&
    argument !== undefined &&
    words[2] === "--plain" &&
    words.length === 3
  )
    return exportFromCommandLine(terminal, argument, true);
  const known = argument === undefined ? alone : withArgument;
  const execute = Object.hasOwn(known, command) ? known[command] : undefined;
  if (words.length <= 2 && execute !== undefined) return execute(argument ?? "");
  return refused(terminal);
}

function refused(terminal: Terminal): number {
  for (const line of USAGE.split("\n")) terminal.printError(line);
  return 2;
}

/** A command with words of its own; undefined where they are wrong. */
type OptionsCommand = (terminal: Terminal, words: readonly string[]) => Promise<number | undefined>;

/** Commands by their names; undefined where the argument is none of theirs. */
type Commands = Readonly<Record<string, ((argument: string) => Promise<number>) | undefined>>;

function printed(terminal: Terminal, lines: readonly string[]): number {
  for (const line of lines) terminal.print(line);
  return 0;
}

/** Runs the program's command line; returns the exit code. */
export async function runCommand(words: readonly string[], given: Terminal): Promise<number> {
  const terminal = plainTerminal(given);
  try {
    return await dispatch(words, terminal);
  } catch (error) {
    const problem = error instanceof StartProblem ? error.message : fileProblem(error);
    if (problem === undefined) throw error;
    terminal.printError(problem);
    return 1;
  }
}
