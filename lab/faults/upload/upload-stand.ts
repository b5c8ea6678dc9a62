import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { prepareDatabase } from "../../../apps/server/src/app/prepare-database.ts";
import {
  type EmbeddedPostgres,
  openEmbeddedPostgres,
} from "../../../apps/server/src/platform/embedded-postgres/embedded-postgres.ts";
import { DatabaseLink } from "../../../apps/server/src/platform/postgres/testing/database-link.ts";
import { freePort, Process, ready, removeFolder, temporaryFolder } from "../../../e2e/swath.ts";
import { buildWeb } from "../../../tools/build-web.mjs";
import { DisturbedWay } from "./disturbed-way.ts";
import { SmallDisk } from "./small-disk.ts";

const MAIN = "apps/server/src/main.ts";
const POLL_MS = 20;
const RESTART_MS = 1_000;
const MOST_STARTS = 20;

/** A PostgreSQL that the stand itself keeps, and the way to it. */
interface Database {
  readonly postgres: EmbeddedPostgres;
  readonly link: DatabaseLink;
}

interface Parts {
  readonly data: string;
  readonly port: number;
  readonly way: DisturbedWay;
  readonly database: Database | undefined;
  readonly disk: SmallDisk | undefined;
}

/** A server with a PostgreSQL and file store, a worker, and the way that clients take. */
export class UploadStand {
  readonly data: string;
  readonly env: Readonly<Record<string, string>>;
  readonly way: DisturbedWay;
  /** Of the store; undefined where it has none of its own. */
  readonly disk: SmallDisk | undefined;
  /** From server and worker to PostgreSQL; undefined where the server keeps its own. */
  readonly link: DatabaseLink | undefined;
  readonly #database: Database | undefined;
  readonly #port: number;
  #server: Process;
  #worker: Process;
  #isClosed = false;

  private constructor({ data, port, way, database, disk }: Parts) {
    this.data = data;
    this.#port = port;
    this.way = way;
    this.disk = disk;
    this.#database = database;
    this.link = database?.link;
    const url = database?.link.url;
    this.env = {
      PORT: String(port),
      SWATH_PUBLIC_URL: way.origin,
      SWATH_DATA: data,
      SWATH_LOG_LEVEL: "warn",
      ...(url === undefined ? {} : { DATABASE_URL: url }),
    };
    this.#server = this.#run("serve");
    this.#worker = this.#server;
  }

  /** `apart`: its store has a disk of its own, and its PostgreSQL stands at the end of a link. */
  static async open({ apart }: { readonly apart: boolean }): Promise<UploadStand> {
    buildWeb(process.execPath);
    const [data, port] = [temporaryFolder("upload-faults"), await freePort()];
    const way = await DisturbedWay.open(port);
    const disk = apart ? mountStore(data) : undefined;
    const database = apart ? await openDatabase(data) : undefined;
    const stand = new UploadStand({ data, port, way, database, disk });
    await ready(stand.origin, stand.#server);
    stand.#worker = stand.#run("work");
    return stand;
  }

  /** The server's own address, which nothing disturbs. */
  get origin(): string {
    return `http://localhost:${this.#port}`;
  }

  /** Throws once the stand is closed: a fault that is under way then starts nothing again. */
  #run(duty: "serve" | "work"): Process {
    if (this.#isClosed) throw new Error("the stand is closed");
    return new Process([MAIN, duty], this.env);
  }

  /** Starts the server, again where it ends since its database is not there yet, as a supervisor does. */
  async #serve(): Promise<void> {
    for (let starts = 1; ; starts += 1) {
      this.#server = this.#run("serve");
      try {
        await ready(this.origin, this.#server);
        return;
      } catch (error) {
        if (!this.#server.ended || starts === MOST_STARTS) throw error;
        await sleep(RESTART_MS);
      }
    }
  }

  async killServer(): Promise<void> {
    await killAlone(this.#server);
    await this.#serve();
  }

  async killWorker(): Promise<void> {
    await killAlone(this.#worker);
    this.#worker = this.#run("work");
  }

  /** Server, worker and PostgreSQL at once, as a power cut would. */
  async killMachine(): Promise<void> {
    if (this.link !== undefined) this.killPostgres();
    await Promise.all([this.#server.end("SIGKILL"), this.#worker.end("SIGKILL")]);
    await this.#serve();
    this.#worker = this.#run("work");
  }

  /** The server, or the stand, starts it again; answers whether it ran. */
  killPostgres(): boolean {
    const pid = this.postmaster;
    return pid !== undefined && signal(pid, "SIGKILL");
  }

  /** Stops PostgreSQL for a time, so that its connections stand and nothing answers; answers whether it ran. */
  async silencePostgres(ms: number): Promise<boolean> {
    const pid = this.postmaster;
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

  /** The process number of its PostgreSQL; undefined where none runs. */
  get postmaster(): number | undefined {
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
    this.#isClosed = true;
    this.way.close();
    await this.#worker.end();
    await this.#server.end();
    await this.#database?.postgres.stop();
    this.link?.close();
    if (keep) {
      this.#keepOutput();
      return;
    }
    this.disk?.unmount();
    removeFolder(this.data);
  }

  /** What server and worker said last. */
  #keepOutput(): void {
    writeFileSync(join(this.data, "server-output.log"), this.#server.output);
    writeFileSync(join(this.data, "worker-output.log"), this.#worker.output);
  }
}

function mountStore(data: string): SmallDisk | undefined {
  const folder = join(data, "objects");
  mkdirSync(folder);
  return SmallDisk.mount(folder);
}

async function openDatabase(dataFolder: string): Promise<Database> {
  const postgres = await openEmbeddedPostgres({ dataFolder });
  const { ownerUrl, serverUrl: url } = postgres;
  await prepareDatabase(ownerUrl, { url, makesRole: true });
  return { postgres, link: await DatabaseLink.open(url) };
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
