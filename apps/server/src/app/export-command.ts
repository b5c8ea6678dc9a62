import { access } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { type Exported, exportAll } from "../retention/export/export-all.ts";
import { readWords } from "./command-words.ts";
import { readConfig } from "./config/read-config.ts";
import { openAppStore } from "./open-app-store.ts";
import { withDatabase } from "./open-database.ts";
import { StartProblem } from "./start-problem.ts";
import type { Terminal } from "./terminal.ts";

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

const REASONS: Readonly<Record<string, string>> = {
  EACCES: "this user may not write there",
  EROFS: "its file system is read-only",
  ENOSPC: "its disk is full",
  EDQUOT: "the quota of its disk is used up",
  ENOTEMPTY: "it is no longer new",
  EEXIST: "it is no longer new",
};

function explain(error: unknown, to: string): never {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const reason = REASONS[code];
  if (reason === undefined) throw error;
  throw new StartProblem(`${to} was not written: ${reason}.`, { cause: error });
}

async function checkTarget(to: string): Promise<void> {
  if (await isThere(to))
    throw new StartProblem(`${to} exists already: name a folder that does not, as with the date.`);
  if (!(await isThere(dirname(to))))
    throw new StartProblem(`${dirname(to)} does not exist: make it first.`);
}

function linesOf(to: string, { tables, rows, objects, objectBytes }: Exported): string[] {
  return [
    `Exported to ${to}: ${rows} rows of ${tables} tables, and a list of ${objects} objects of ${objectBytes} bytes.`,
    "It holds names and addresses of people: keep it as you keep the database.",
  ];
}

/** Exports all records and the list of all objects; the exit code is 1 where it was stopped, undefined for wrong words. */
export async function exportFromCommandLine(
  terminal: Terminal,
  words: readonly string[],
): Promise<number | undefined> {
  const read = readWords(words, { plain: { type: "boolean" } });
  const [name, ...more] = read?.positionals ?? [];
  if (read === undefined || name === undefined || more.length > 0) return undefined;
  const to = resolve(name);
  await checkTarget(to);
  const config = readConfig(terminal.environment);
  const stopping = new AbortController();
  void terminal.stopped.then(() => stopping.abort());
  try {
    const exported = await withDatabase(config, "either", "export", async (db) =>
      exportAll(
        {
          db,
          store: await openAppStore(config, db),
          buckets: { ...config.buckets, support: config.supportBucket },
          release: config.release,
        },
        to,
        { compression: read.values.plain ? "none" : "zstd", signal: stopping.signal },
      ),
    );
    for (const line of linesOf(to, exported)) terminal.print(line);
    return 0;
  } catch (error) {
    if (!stopping.signal.aborted) explain(error, to);
    terminal.printError("Stopped: nothing was exported.");
    return 1;
  }
}
