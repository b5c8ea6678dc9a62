import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { sql } from "kysely";
import { z } from "zod";
import { openDatabase } from "../../apps/server/src/platform/postgres/connection.ts";
import type { Db } from "../../apps/server/src/platform/postgres/schema.ts";
import { localUrl } from "../../apps/server/src/platform/embedded-postgres/postmaster.ts";
import { SOCKET_NUMBER } from "../../apps/server/src/platform/embedded-postgres/socket-folder.ts";
import { freePort, Process, ready } from "../../e2e/swath.ts";

/** On a machine that is busy with other work too. */
const COMMAND_MS = 300_000;

const noteSchema = z.object({
  password: z.string(),
  outside: z.string().optional(),
  /** Of releases before. */
  folder: z.string().optional(),
});

/** An ordinary user, whom no file belongs to. */
interface User {
  readonly uid: number;
  readonly gid: number;
}

/** The programs that are tried, and what their environment says besides. */
interface At {
  readonly checkout: string;
  readonly web: string;
  readonly user?: User;
  readonly more?: Readonly<Record<string, string>>;
}

/** A data folder, and the programs of a checkout that are tried on it. */
export class Installation {
  readonly data: string;
  readonly #checkout: string;
  readonly #web: string;
  readonly #user: User | undefined;
  readonly #more: Readonly<Record<string, string>>;
  readonly #started: Process[] = [];
  #port = 1;

  constructor(data: string, at: At) {
    this.data = data;
    this.#more = at.more ?? {};
    this.#checkout = at.checkout;
    this.#web = at.web;
    this.#user = at.user;
  }

  /** The same programs on another folder. */
  on(data: string, user = this.#user, more = this.#more): Installation {
    const at = { checkout: this.#checkout, web: this.#web, more };
    return new Installation(data, user === undefined ? at : { ...at, user });
  }

  #environment(port: number) {
    return { ...this.#more, SWATH_DATA: this.data, PORT: String(port), SWATH_WEB: this.#web };
  }

  /** Where it answers, once it is started. */
  get origin(): string {
    return `http://localhost:${this.#port}`;
  }

  /** What its commands find in their environment. */
  get env(): Readonly<Record<string, string>> {
    return this.#environment(this.#port);
  }

  #words(words: readonly string[]): string[] {
    return [resolve(this.#checkout, "apps/server/src/main.ts"), ...words];
  }

  /** Starts it and waits until it is ready; answers its words where it ends instead. */
  async start(): Promise<string | undefined> {
    const port = await freePort();
    this.#port = port;
    const process = new Process(
      this.#words(["serve", "--with-worker"]),
      this.#environment(port),
      this.#user,
    );
    this.#started.push(process);
    try {
      await ready(`http://localhost:${port}`, process);
      return undefined;
    } catch {
      return process.output;
    }
  }

  async stop(signal: "SIGTERM" | "SIGKILL" = "SIGTERM"): Promise<void> {
    for (const process of this.#started.splice(0)) await process.end(signal);
  }

  /** Runs a command to its end; its code, and what it printed. */
  run(...words: string[]): { readonly code: number | null; readonly output: string } {
    const { status, stdout, stderr } = spawnSync(process.execPath, this.#words(words), {
      env: { ...process.env, ...this.#environment(1) },
      encoding: "utf8",
      timeout: COMMAND_MS,
    });
    return { code: status, output: `${stdout}${stderr}` };
  }

  /** Begins a command that is not waited for. */
  begin(...words: string[]): Process {
    return new Process(this.#words(words), this.#environment(1), this.#user);
  }

  /** Changes its records, as a person would. */
  async change(): Promise<string> {
    const path = join(this.#web, "catalogue.json");
    const aircraft = [{ Name: "VH-DRILL", Type: "Rotary" }];
    const rest = { sensorEquipment: [], projects: [], flights: [] };
    await writeFile(path, JSON.stringify({ aircraft, ...rest }));
    const { code, output } = this.run("import", path);
    return code === 0 ? "" : output;
  }

  get note(): string | undefined {
    const path = join(this.data, "postgres.json");
    return existsSync(path) ? readFileSync(path, "utf8") : undefined;
  }

  /** The database's folder, as the note names it. */
  get cluster(): string {
    const { outside, folder } = noteSchema.parse(JSON.parse(this.note ?? "{}"));
    return outside ?? folder ?? join(this.data, "postgres");
  }

  /** The number of PostgreSQL's process; 0 where it does not run. */
  get postgres(): number {
    const path = join(this.cluster, "postmaster.pid");
    const pid = existsSync(path) ? Number(readFileSync(path, "utf8").split("\n")[0]) : 0;
    return existsSync(`/proc/${pid}`) ? pid : 0;
  }

  /** Has the leases of processes that were killed expire at once. */
  async expireLeases(): Promise<void> {
    await this.#ask(async (db) => void (await sql`DELETE FROM exclusive_runs`.execute(db)));
  }

  /** How many aircraft its running database knows. */
  records(): Promise<number> {
    return this.#ask(async (db) => {
      const { rows } = await sql<{ n: number }>`SELECT count(*) AS n FROM aircraft`.execute(db);
      return rows[0]?.n ?? 0;
    });
  }

  /** Asks its running database, as its owner. */
  async #ask<T>(run: (db: Db) => Promise<T>): Promise<T> {
    const { password } = noteSchema.parse(JSON.parse(this.note ?? "{}"));
    const socket = join(this.cluster, "..", "socket");
    const db = openDatabase(localUrl({ password, socket, port: SOCKET_NUMBER }, "swath"));
    try {
      return await run(db);
    } finally {
      await db.destroy();
    }
  }

  /** Names, sizes, times and content of all its files; but for sockets, and logs of what was tried. */
  get files(): string {
    const list = `find . -type f ! -path "./logs/*" -printf "%p %s %T@\\n" | sort; find . -type f ! -path "./logs/*" -print0 | sort -z | xargs -0 md5sum`;
    return spawnSync("sh", ["-c", list], { cwd: this.data, encoding: "utf8", maxBuffer: 1e8 })
      .stdout;
  }
}
