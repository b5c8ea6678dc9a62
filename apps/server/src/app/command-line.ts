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

/** Does what the words after a command's name say; undefined where they are wrong. */
type Execute = (terminal: Terminal, words: readonly string[]) => Promise<number | undefined>;

interface Command {
  /** Its usages, each with its meaning. */
  readonly usage: Readonly<Record<string, string>>;
  readonly execute: Execute;
}

/** Takes these words, and no others. */
const exactly =
  (expected: string, execute: (terminal: Terminal) => Promise<number>): Execute =>
  async (terminal, words) =>
    words.join(" ") === expected ? execute(terminal) : undefined;

/** Takes one word. */
const withOne =
  (execute: (terminal: Terminal, word: string) => Promise<number>): Execute =>
  async (terminal, [word, ...more]) =>
    word === undefined || more.length > 0 ? undefined : execute(terminal, word);

const COMMANDS: Readonly<Record<string, Command>> = {
  serve: {
    usage: { "[--with-worker]": "web pages and API, with the background worker where wanted" },
    execute: async (terminal, words) =>
      ["", "--with-worker"].includes(words.join(" "))
        ? run(terminal, { serve: true, work: words.length > 0 })
        : undefined,
  },
  work: {
    usage: { "": "the background worker alone" },
    execute: exactly("", (terminal) => run(terminal, { serve: false, work: true })),
  },
  migrate: {
    usage: { "": "brings the database to this release, as its owner" },
    execute: exactly("", migrateFromCommandLine),
  },
  import: {
    usage: { FILE: "creates or updates flights from the flight log's export (JSON)" },
    execute: withOne(importFile),
  },
  archive: {
    usage: { FLIGHTID: "has a worker archive the flight's ready data, and waits for it" },
    execute: withOne(archiveFromCommandLine),
  },
  export: {
    usage: { "TO [--plain]": "writes all records and a list of all objects into a new folder" },
    execute: exportFromCommandLine,
  },
  audit: {
    usage: {
      "verify [HEAD]": "checks the audit log's chain of hashes, and against a head that was kept",
    },
    execute: async (terminal, [verb, head, ...more]) =>
      verb === "verify" && more.length === 0
        ? verifyAuditFromCommandLine(terminal, head)
        : undefined,
  },
  config: {
    usage: { check: "tries all settings and the connections that they name" },
    execute: exactly("check", checkFromCommandLine),
  },
  stages: {
    usage: { check: "validates the stage and template files, and lists them" },
    execute: exactly("check", stagesFromCommandLine),
  },
  "rotate-keys": {
    usage: { "": "new keys for sessions and the store's forms; nobody is signed out" },
    execute: exactly("", async (terminal) =>
      printed(terminal, await rotateFromCommandLine(readConfig(terminal.environment))),
    ),
  },
  "revoke-key": {
    usage: { KID: "receipts signed by this former key are refused from now on" },
    execute: withOne(async (terminal, kid) =>
      printed(terminal, await revokeFromCommandLine(readConfig(terminal.environment), kid)),
    ),
  },
  adopt: {
    usage: {
      "[ID]": "makes data folder, database and store one installation, as after a restore",
    },
    execute: async (terminal, [id, ...more]) =>
      more.length === 0 ? adoptFromCommandLine(terminal, id) : undefined,
  },
  backup: {
    usage: {
      "TO --recipient AGE1… [--recipient-file FILE] [--plain] [--copy-objects] [--keep N]":
        "database, objects, keys and settings to a folder; what it has is not written again",
    },
    execute: backUpFromCommandLine,
  },
  restore: {
    usage: {
      "FROM --into FOLDER [--snapshot NAME] [--identity FILE]":
        "a backup into a new data folder, with an empty database and store",
    },
    execute: restoreFromCommandLine,
  },
  verify: {
    usage: {
      "[--deep]": "whether database, store and keys belong together and are whole",
      "--backup FROM [--identity FILE]": "whether a folder of backups is whole",
    },
    execute: verifyFromCommandLine,
  },
  token: {
    usage: { ACCOUNT: "a bearer for a demonstration account" },
    execute: withOne(async (terminal, account) =>
      printed(terminal, [await tokenFor(readConfig(terminal.environment), account)]),
    ),
  },
};

const USAGE_COLUMN = 32;

/** The line of a usage; what is too long for its column has its meaning on the next. */
function usageLines(name: string, usage: string, meaning: string): string[] {
  const command = `  swath ${name} ${usage}`.trimEnd();
  return command.length < USAGE_COLUMN
    ? [command.padEnd(USAGE_COLUMN) + meaning]
    : [command, " ".repeat(USAGE_COLUMN) + meaning];
}

const USAGE = [
  "Usage:",
  ...Object.entries(COMMANDS).flatMap(([name, { usage }]) =>
    Object.entries(usage).flatMap(([words, meaning]) => usageLines(name, words, meaning)),
  ),
];

async function dispatch(words: readonly string[], terminal: Terminal): Promise<number> {
  if (words.some((word) => HELP.has(word))) return printed(terminal, USAGE);
  const [name = "", ...others] = words;
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  const code = await command?.execute(terminal, others);
  if (code !== undefined) return code;
  for (const line of USAGE) terminal.printError(line);
  return 2;
}

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
