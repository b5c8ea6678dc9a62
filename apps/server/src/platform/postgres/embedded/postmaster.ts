import { spawn } from "node:child_process";
import { once } from "node:events";
import { open } from "node:fs/promises";
import { createServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import type { Account } from "./account.ts";
import type { Binaries } from "./binaries.ts";
import { runningPostmaster, type Postmaster } from "./postmaster-file.ts";

/** A PostgreSQL and how to verify that it is the one of this folder. */
export interface PostmasterAddress {
  /** The database's folder, made by {@link initialise}. */
  readonly folder: string;
  readonly password: string;
}

export interface PostmasterPlan extends PostmasterAddress {
  readonly binaries: Binaries;
  readonly account: Account | undefined;
  readonly logFile: string;
  /** Kept from the last start where possible, so that open connections find it again. */
  readonly port?: number | undefined;
  readonly settings?: Readonly<Record<string, string>>;
}

/** PostgreSQL's own words while it starts, recovers, or stops. */
const NOT_YET = new Set(["57P03", "ECONNREFUSED", "ECONNRESET"]);
const READY_MS = 120_000;
const STARTS = 5;

/** The address of a database of a local PostgreSQL. */
export function localUrl(port: number, password: string, database = "postgres"): string {
  return `postgres://postgres:${password}@127.0.0.1:${port}/${database}`;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (address === null || typeof address === "string") throw new Error("no port was given");
  return address.port;
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}

/** Whether the server answers with our password and stands on our folder. */
async function answers(port: number, plan: PostmasterAddress): Promise<"yes" | "not yet" | "no"> {
  const client = new pg.Client({ connectionString: localUrl(port, plan.password) });
  client.on("error", () => undefined);
  try {
    await client.connect();
    const shown = await client.query<{ data_directory: string }>("SHOW data_directory");
    return shown.rows[0]?.data_directory === plan.folder ? "yes" : "no";
  } catch (error) {
    return NOT_YET.has(codeOf(error)) ? "not yet" : "no";
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function whenReady(port: number, plan: PostmasterAddress, ended: () => boolean) {
  for (let waited = 0; waited < READY_MS && !ended(); waited += 50) {
    const answer = await answers(port, plan);
    if (answer === "yes") return true;
    if (answer === "no") return false;
    await sleep(50);
  }
  return false;
}

function commandLine(port: number, plan: PostmasterPlan): string[] {
  const settings = { listen_addresses: "127.0.0.1", unix_socket_directories: "", ...plan.settings };
  const set = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  return ["-D", plan.folder, "-p", String(port), ...set];
}

async function launch(port: number, plan: PostmasterPlan): Promise<Postmaster | undefined> {
  const log = await open(plan.logFile, "a", 0o600);
  const child = spawn(plan.binaries.postgres, commandLine(port, plan), {
    cwd: plan.binaries.root,
    // Its own process group: Ctrl-C reaches us first, and we stop it after the last query.
    detached: true,
    stdio: ["ignore", log.fd, log.fd],
    env: { PATH: process.env["PATH"] ?? "", TZ: "UTC", LC_ALL: "C" },
    ...plan.account,
  });
  let ended = false;
  child.once("exit", () => (ended = true));
  child.once("error", () => (ended = true));
  child.unref();
  await log.close();
  if ((await whenReady(port, plan, () => ended)) && child.pid !== undefined)
    return { pid: child.pid, port };
  if (!ended) child.kill("SIGQUIT");
  return undefined;
}

/** Attaches to the PostgreSQL of this folder if it runs and answers. */
export async function attachPostmaster(plan: PostmasterAddress): Promise<Postmaster | undefined> {
  const running = await runningPostmaster(plan.folder);
  if (running === undefined) return undefined;
  const gone = () => !alive(running.pid);
  return (await whenReady(running.port, plan, gone)) ? running : undefined;
}

/** Starts PostgreSQL on a folder, or attaches to the one that a killed server left running. */
export async function startPostmaster(plan: PostmasterPlan): Promise<Postmaster> {
  for (let attempt = 0; attempt < STARTS; attempt += 1) {
    const attached = await attachPostmaster(plan);
    if (attached !== undefined) return attached;
    const kept = attempt < STARTS - 1 ? plan.port : undefined;
    const port = kept ?? (await freePort());
    const started = await launch(port, plan);
    if (started !== undefined) return started;
    // Back-ends of a killed server need a moment to notice, and hold its memory until then.
    await sleep(500 * (attempt + 1));
  }
  throw new Error(`PostgreSQL does not start in ${plan.folder}; its log is ${plan.logFile}`);
}

export function alive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === "EPERM";
  }
}

/** Stops PostgreSQL: open transactions are rolled back, everything is written, then it ends. */
export async function stopPostmaster(folder: string): Promise<void> {
  const running = await runningPostmaster(folder);
  if (running === undefined) return;
  process.kill(running.pid, "SIGINT");
  for (let waited = 0; waited < 30_000; waited += 50) {
    if (!alive(running.pid)) return;
    await sleep(50);
  }
  process.kill(running.pid, "SIGQUIT");
}
