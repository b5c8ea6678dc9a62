import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { copyFirstStart } from "./first-start.ts";

export const ROOT = resolve(import.meta.dirname, "..");

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  if (address === null || typeof address === "string") throw new Error("no port");
  return address.port;
}

/** A new folder that every user may pass through, as PostgreSQL's must. */
export function temporaryFolder(name: string): string {
  const path = mkdtempSync(join(tmpdir(), `swath-${name}-`));
  chmodSync(path, 0o711);
  return path;
}

export function removeFolder(path: string): void {
  rmSync(path, { recursive: true, force: true, maxRetries: 5 });
}

/** One started process of the product, in a process group of its own so that it can be killed whole. */
export class Process {
  readonly #child: ChildProcess;
  #output = "";

  /** As another user of the machine where one is given. */
  constructor(
    words: readonly string[],
    env: Readonly<Record<string, string>>,
    user: { readonly uid?: number; readonly gid?: number } = {},
  ) {
    this.#child = spawn(process.execPath, words, {
      ...user,
      cwd: ROOT,
      env: { ...process.env, ...env },
      stdio: ["ignore", "pipe", "pipe"],
      detached: true,
    });
    for (const stream of [this.#child.stdout, this.#child.stderr])
      stream?.on("data", (chunk: Buffer) => {
        this.#output = (this.#output + chunk.toString()).slice(-20_000);
      });
  }

  get output(): string {
    return this.#output;
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  get ended(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null;
  }

  /** Ends it, and with `SIGKILL` its children too, as a power cut would. */
  async end(signal: "SIGTERM" | "SIGKILL" = "SIGTERM"): Promise<void> {
    if (this.ended) return;
    const gone = once(this.#child, "exit");
    process.kill(signal === "SIGKILL" ? -this.pid : this.pid, signal);
    await gone;
  }
}

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(url)).ok;
  } catch {
    return false;
  }
}

/** Longest start of a server, s: less than what starts it may take. */
const MOST_SECONDS = 170;

/** Waits until a started process answers as ready; else ends it and throws with its output. */
export async function ready(origin: string, process: Process): Promise<void> {
  for (let tries = 0; tries < MOST_SECONDS * 5; tries++) {
    if (process.ended) throw new Error(`Swath ended before it was ready:\n${process.output}`);
    if (await answers(`${origin}/readyz`)) return;
    await new Promise((done) => setTimeout(done, 200));
  }
  await process.end("SIGKILL");
  throw new Error(`Swath was not ready after ${MOST_SECONDS} s:\n${process.output}`);
}

/** Swath as a user starts it, by default on a free port, with a data folder of its own. */
export class Swath {
  readonly port: number;
  readonly data: string;
  readonly env: Readonly<Record<string, string>>;
  #process: Process | undefined;

  private constructor(port: number, data: string, env: Readonly<Record<string, string>>) {
    this.port = port;
    this.data = data;
    // Beside busy programs that give way to none, a run that does would hardly go on.
    this.env = { SWATH_COMPUTE_NICE: "0", ...env, PORT: String(port), SWATH_DATA: data };
  }

  /** Starts it; `prepare` fills the data folder before. */
  static async start(
    env: Readonly<Record<string, string>> = {},
    prepare: (dataFolder: string) => Promise<void> = copyFirstStart,
  ): Promise<Swath> {
    const swath = new Swath(
      Number(env["PORT"] ?? (await freePort())),
      temporaryFolder("data"),
      env,
    );
    await prepare(swath.data);
    await swath.start();
    return swath;
  }

  /** One that another process of this run has started, and ends. */
  static startedBefore(port: number, data: string): Swath {
    return new Swath(port, data, {});
  }

  get origin(): string {
    return `http://localhost:${this.port}`;
  }

  get pid(): number {
    return this.#process?.pid ?? 0;
  }

  async start(): Promise<void> {
    this.#process = new Process(["tools/start.mjs"], this.env);
    await ready(this.origin, this.#process);
  }

  /** Kills every process of it at once. */
  async kill(): Promise<void> {
    await this.#process?.end("SIGKILL");
  }

  async stop(): Promise<void> {
    await this.#process?.end("SIGTERM");
    removeFolder(this.data);
  }
}
