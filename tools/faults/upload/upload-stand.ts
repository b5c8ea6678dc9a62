import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort, Process, ready, removeFolder, temporaryFolder } from "../../../e2e/swath.ts";
import { DisturbedWay } from "./disturbed-way.ts";

const MAIN = "apps/server/src/main.ts";
const POLL_MS = 20;

/** A server with its embedded PostgreSQL and file store, a worker, and the way that clients take. */
export class UploadStand {
  readonly data = temporaryFolder("upload-faults");
  readonly env: Readonly<Record<string, string>>;
  readonly way: DisturbedWay;
  readonly #port: number;
  #server: Process;
  #worker: Process;

  private constructor(port: number, way: DisturbedWay) {
    this.#port = port;
    this.way = way;
    this.env = { PORT: String(port), SWATH_DATA: this.data, SWATH_LOG_LEVEL: "warn" };
    this.#server = this.#run("serve");
    this.#worker = this.#server;
  }

  static async open(): Promise<UploadStand> {
    const port = await freePort();
    const stand = new UploadStand(port, await DisturbedWay.open(port));
    await ready(stand.origin, stand.#server);
    stand.#worker = stand.#run("work");
    return stand;
  }

  /** The server's own address, which nothing disturbs. */
  get origin(): string {
    return `http://localhost:${this.#port}`;
  }

  #run(duty: "serve" | "work"): Process {
    return new Process([MAIN, duty], this.env);
  }

  async killServer(): Promise<void> {
    await killAlone(this.#server);
    this.#server = this.#run("serve");
    await ready(this.origin, this.#server);
  }

  async killWorker(): Promise<void> {
    await killAlone(this.#worker);
    this.#worker = this.#run("work");
  }

  /** Server, worker and PostgreSQL at once, as a power cut would. */
  async killMachine(): Promise<void> {
    await Promise.all([this.#server.end("SIGKILL"), this.#worker.end("SIGKILL")]);
    this.#server = this.#run("serve");
    await ready(this.origin, this.#server);
    this.#worker = this.#run("work");
  }

  /** The server starts it again; answers whether it ran. */
  killPostgres(): boolean {
    const pid = this.#postmaster();
    return pid !== undefined && signal(pid, "SIGKILL");
  }

  /** Stops PostgreSQL for a time, so that its connections stand and nothing answers; answers whether it ran. */
  async silencePostgres(ms: number): Promise<boolean> {
    const pid = this.#postmaster();
    if (pid === undefined) return false;
    const all = [pid, ...childrenOf(pid)];
    try {
      for (const each of all) signal(each, "SIGSTOP");
      await sleep(ms);
    } finally {
      for (const each of all) signal(each, "SIGCONT");
    }
    return true;
  }

  #postmaster(): number | undefined {
    const file = join(this.data, "postgres/postmaster.pid");
    const [pid] = existsSync(file) ? readFileSync(file, "utf8").split("\n") : [];
    return pid !== undefined && existsSync(`/proc/${pid}`) ? Number(pid) : undefined;
  }

  /** A worker that ended by itself, as one whose database is away may, is started again. */
  async upright(): Promise<void> {
    if (this.#worker.ended) this.#worker = this.#run("work");
    await ready(this.origin, this.#server);
  }

  async close(keep: boolean): Promise<void> {
    this.way.close();
    await this.#worker.end();
    await this.#server.end();
    if (!keep) removeFolder(this.data);
    else this.#keepOutput();
  }

  /** What server and worker said last. */
  #keepOutput(): void {
    writeFileSync(join(this.data, "server-output.log"), this.#server.output);
    writeFileSync(join(this.data, "worker-output.log"), this.#worker.output);
  }
}

/** None where the process is gone. */
function childrenOf(pid: number): number[] {
  const file = `/proc/${pid}/task/${pid}/children`;
  const text = existsSync(file) ? readFileSync(file, "utf8") : "";
  return text.split(" ").filter(Boolean).map(Number);
}

/** Answers whether there was such a process. */
function signal(pid: number, name: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, name);
  } catch {
    return false;
  }
}

async function killAlone(each: Process): Promise<void> {
  if (!each.ended) process.kill(each.pid, "SIGKILL");
  while (!each.ended) await sleep(POLL_MS);
}
