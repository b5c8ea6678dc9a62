import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { sql } from "kysely";
import { z } from "zod";
import { openDatabase } from "../../apps/server/src/platform/postgres/connection.ts";
import { localUrl } from "../../apps/server/src/platform/embedded-postgres/postmaster.ts";
import { SOCKET_NUMBER } from "../../apps/server/src/platform/embedded-postgres/socket-folder.ts";
import { freePort, Process, ready } from "../../e2e/swath.ts";

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

/** A data folder, and the programs of a checkout that are tried on it. */
export class Installation {
  readonly data: string;
  readonly #checkout: string;
  readonly #web: string;
  readonly #user: User | undefined;
  readonly #started: Process[] = [];

  constructor(
    data: string,
    at: { readonly checkout: string; readonly web: string; readonly user?: User },
  ) {
    this.data = data;
    this.#checkout = at.checkout;
    this.#web = at.web;
    this.#user = at.user;
  }

  /** The same programs on another folder. */
  on(data: string, user = this.#user): Installation {
    const at = { checkout: this.#checkout, web: this.#web };
    return new Installation(data, user === undefined ? at : { ...at, user });
  }

  #environment(port: number) {
    return { SWATH_DATA: this.data, PORT: String(port), SWATH_WEB: this.#web };
  }

  #words(words: readonly string[]): string[] {
    return [resolve(this.#checkout, "apps/server/src/main.ts"), ...words];
  }

  /** Starts it and waits until it is ready; answers its words where it ends instead. */
  async start(): Promise<string | undefined> {
    const port = await freePort();
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
      timeout: 60_000,
    });
    return { code: status, output: `${stdout}${stderr}` };
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

  /** How many aircraft its running database knows. */
  async records(): Promise<number> {
    const { password } = noteSchema.parse(JSON.parse(this.note ?? "{}"));
    const socket = join(this.cluster, "..", "socket");
    const db = openDatabase(localUrl({ password, socket, port: SOCKET_NUMBER }, "swath"));
    try {
      const { rows } = await sql<{ n: number }>`SELECT count(*) AS n FROM aircraft`.execute(db);
      return rows[0]?.n ?? 0;
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
