import { spawn } from "node:child_process";
import { once } from "node:events";
import { randomUUID } from "node:crypto";
import { chown, open, rm, stat, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import type { Account } from "./account.ts";
import { type Binaries, startOptions } from "./binaries.ts";
import { FolderProblem } from "./data-folder.ts";
import { removeLeftovers, runningPostmaster, type Postmaster } from "./postmaster-file.ts";
import { SOCKET_NUMBER } from "./socket-folder.ts";
import { codeOf, isAlive } from "../system.ts";

/** A PostgreSQL and how to verify that it is the one of this folder. */
export interface PostmasterAddress {
  /** The database's folder, made by {@link initialise}. */
  readonly folder: string;
  readonly password: string;
  /** The folder of its socket; undefined on Windows, where Node.js speaks TCP only. */
  readonly socket: string | undefined;
}

export interface PostmasterPlan extends PostmasterAddress {
  readonly binaries: Binaries;
  readonly account: Account | undefined;
  readonly logFile: string;
  /** Where it listens on TCP: kept from the last start, so that open connections find it again. */
  readonly port?: number | undefined;
  readonly settings?: Readonly<Record<string, string>>;
}

/** PostgreSQL's own words while it starts, recovers, or stops. */
const NOT_YET = new Set(["57P03", "ECONNRESET"]);
const NOBODY = new Set(["ECONNREFUSED", "ENOENT"]);
const WRONG_PASSWORD = "28P01";
const READY_MS = 120_000;
const STARTS = 5;

/** Where a local PostgreSQL is spoken to, and as whom. */
export interface Access {
  readonly port: number;
  readonly socket: string | undefined;
  readonly password: string;
  readonly user?: string;
}

/** The address of a database of a local PostgreSQL, as libpq and node-postgres read it. */
export function localUrl(access: Access, database = "postgres"): string {
  const { port, socket, password, user = "postgres" } = access;
  const host = socket === undefined ? "" : `?host=${encodeURIComponent(socket)}`;
  return `postgres://${user}:${password}@127.0.0.1:${port}/${database}${host}`;
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

/** A database that does not take its folder's password. */
export class WrongPassword extends FolderProblem {
  override readonly name = "WrongPassword";
}

/**
 * What answers where our PostgreSQL should: itself, one that begins or ends, nobody, one that takes
 * another password, or one of another folder.
 */
type Answer = "ours" | "not yet" | "nobody" | "wrong password" | "another";

/**
 * Whether a server stands on a folder: it sees a file that was made there just now. No copy of the
 * folder has that file, and it is the same under every path and in every container.
 */
async function standsOn(client: pg.Client, folder: string): Promise<boolean> {
  const name = `swath-proof-${randomUUID()}`;
  const proof = join(folder, name);
  await writeFile(proof, "", { mode: 0o600, flag: "wx" });
  try {
    const { uid, gid } = await stat(folder);
    if (process.getuid?.() === 0) await chown(proof, uid, gid);
    const seen = await client.query<{ size: number | null }>(
      "SELECT (pg_stat_file($1, true)).size AS size",
      [name],
    );
    return seen.rows[0]?.size !== null;
  } finally {
    await rm(proof, { force: true });
  }
}

async function answerOf(port: number, plan: PostmasterAddress): Promise<Answer> {
  const client = new pg.Client({ connectionString: localUrl({ ...plan, port }) });
  client.on("error", () => undefined);
  try {
    await client.connect();
    return (await standsOn(client, plan.folder)) ? "ours" : "another";
  } catch (error) {
    const code = codeOf(error);
    if (code === WRONG_PASSWORD) return "wrong password";
    if (NOT_YET.has(code)) return "not yet";
    return NOBODY.has(code) ? "nobody" : "another";
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** The first answer that will not change by waiting; undefined where none came. */
async function whenReady(port: number, plan: PostmasterAddress, ended: () => boolean) {
  for (let waited = 0; waited < READY_MS && !ended(); waited += 50) {
    const answer = await answerOf(port, plan);
    if (answer !== "not yet" && answer !== "nobody") return answer;
    await sleep(50);
  }
  return undefined;
}

function commandLine(port: number, plan: PostmasterPlan): string[] {
  const { socket } = plan;
  const settings = {
    listen_addresses: socket === undefined ? "127.0.0.1" : "",
    unix_socket_directories: socket === undefined ? "" : `"${socket.replaceAll('"', '""')}"`,
    unix_socket_permissions: "0700",
    ...plan.settings,
  };
  const set = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  return ["-D", plan.folder, "-p", String(port), ...set];
}

async function launch(port: number, plan: PostmasterPlan): Promise<Postmaster | undefined> {
  const log = await open(plan.logFile, "a", 0o600);
  const child = spawn(plan.binaries.postgres, commandLine(port, plan), {
    ...startOptions(plan.binaries, plan.account),
    // Its own process group: Ctrl-C reaches us first, and we stop it after the last query.
    detached: true,
    stdio: ["ignore", log.fd, log.fd],
  });
  let ended = false;
  child.once("exit", () => (ended = true));
  child.once("error", () => (ended = true));
  child.unref();
  await log.close();
  const answer = await whenReady(port, plan, () => ended);
  if (answer === "ours" && child.pid !== undefined)
    return { pid: child.pid, port, socket: plan.socket ?? "" };
  if (!ended) child.kill("SIGQUIT");
  if (answer === "wrong password" && plan.socket !== undefined) throw wrongPassword(plan);
  return undefined;
}

const wrongPassword = ({ folder }: PostmasterAddress): WrongPassword =>
  new WrongPassword(
    `The database in ${folder} does not take the password in postgres.json, which is of another one: ` +
      "bring back the postgres.json that belongs to it, or have it given a new password by `swath adopt`",
  );

/** A server in another container has process numbers of its own: none of ours is its. */
async function refuseUnseen(plan: PostmasterAddress): Promise<void> {
  if (plan.socket === undefined || (await runningPostmaster(plan.folder)) !== undefined) return;
  const answer = await answerOf(SOCKET_NUMBER, plan);
  if (answer === "ours" || answer === "not yet")
    throw new FolderProblem(
      `PostgreSQL runs on ${plan.folder} in another container: stop it there, and start again`,
    );
}

/** Attaches to the PostgreSQL of this folder if it runs and answers. */
export async function attachPostmaster(plan: PostmasterAddress): Promise<Postmaster | undefined> {
  const running = await runningPostmaster(plan.folder);
  if (running === undefined || running.socket !== (plan.socket ?? "")) return undefined;
  const gone = () => !isAlive(running.pid);
  return (await whenReady(running.port, plan, gone)) === "ours" ? running : undefined;
}

async function portOf({ socket, port }: PostmasterPlan, keep: boolean): Promise<number> {
  if (socket !== undefined) return SOCKET_NUMBER;
  return (keep ? port : undefined) ?? (await freePort());
}

/**
 * Starts PostgreSQL on a folder, or attaches to the one that a killed server left running. The caller
 * holds the folder's lock.
 */
export async function startPostmaster(plan: PostmasterPlan): Promise<Postmaster> {
  for (let attempt = 0; attempt < STARTS; attempt += 1) {
    const attached = await attachPostmaster(plan);
    if (attached !== undefined) return attached;
    // One that listens elsewhere, as an earlier release had it, holds the folder.
    await stopPostmaster(plan.folder);
    await refuseUnseen(plan);
    await removeLeftovers(plan.folder, plan.socket);
    const port = await portOf(plan, attempt < STARTS - 1);
    const started = await launch(port, plan);
    if (started !== undefined) return started;
    // Back-ends of a killed server need a moment to notice, and hold its memory until then.
    await sleep(500 * (attempt + 1));
  }
  throw new Error(`PostgreSQL does not start in ${plan.folder}; its log is ${plan.logFile}`);
}

/** Stops PostgreSQL: open transactions are rolled back, everything is written, then it ends. */
export async function stopPostmaster(folder: string): Promise<void> {
  const running = await runningPostmaster(folder);
  if (running === undefined) return;
  process.kill(running.pid, "SIGINT");
  for (let waited = 0; waited < 30_000; waited += 50) {
    if (!isAlive(running.pid)) return;
    await sleep(50);
  }
  process.kill(running.pid, "SIGQUIT");
}
