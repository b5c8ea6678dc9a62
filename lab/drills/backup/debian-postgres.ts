import { spawnSync } from "node:child_process";
import {
  appendFileSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import {
  type Account,
  unprivilegedAccount,
} from "../../../apps/server/src/platform/embedded-postgres/account.ts";

const PROGRAMS = "/usr/lib/postgresql";

/** Where the newest PostgreSQL of the system has its programs; undefined where it has none. */
export function systemPrograms(): string | undefined {
  if (!existsSync(PROGRAMS)) return undefined;
  const versions = readdirSync(PROGRAMS).toSorted((a, b) => Number(b) - Number(a));
  return versions
    .map((version) => join(PROGRAMS, version, "bin"))
    .find((folder) => existsSync(join(folder, "pg_basebackup")));
}

/** A PostgreSQL of the system's own package, on a folder and with a socket of its own. */
export class DebianPostgres {
  readonly #programs: string;
  readonly #account: Account | undefined;
  readonly #place: string;

  private constructor(programs: string, account: Account | undefined, place: string) {
    this.#programs = programs;
    this.#account = account;
    this.#place = place;
  }

  static async on(place: string, programs: string): Promise<DebianPostgres> {
    const account = await unprivilegedAccount();
    const made = new DebianPostgres(programs, account, place);
    for (const name of ["archive", "socket"]) made.#folder(join(place, name));
    return made;
  }

  #folder(path: string): void {
    mkdirSync(path, { mode: 0o700 });
    if (this.#account !== undefined) chownSync(path, this.#account.uid, this.#account.gid);
  }

  #run(program: string, ...words: string[]): void {
    const { status, stderr, stdout } = spawnSync(join(this.#programs, program), words, {
      ...this.#account,
      cwd: this.#place,
      encoding: "utf8",
      // What it starts keeps none of our pipes.
      stdio: program === "pg_ctl" ? ["ignore", "ignore", "ignore"] : ["ignore", "pipe", "pipe"],
    });
    if (status !== 0)
      throw new Error(`${program} ended with ${status}: ${stdout ?? ""}${stderr ?? ""}`);
  }

  get archive(): string {
    return join(this.#place, "archive");
  }

  /** The address of one of its databases. */
  url(database: string): string {
    return `postgres://postgres@localhost:5432/${database}?host=${encodeURIComponent(join(this.#place, "socket"))}`;
  }

  /** A new cluster that keeps its log below `archive`, as the chapter says. */
  init(name: string): void {
    this.#folder(join(this.#place, name));
    this.#run(
      "initdb",
      "-D",
      name,
      "-U",
      "postgres",
      "-A",
      "trust",
      "-E",
      "UTF8",
      "--locale=C.UTF-8",
    );
    this.set(name, [
      "wal_level = replica",
      "archive_mode = on",
      `archive_command = 'test ! -f ${this.archive}/%f && cp %p ${this.archive}/%f'`,
      "listen_addresses = ''",
      `unix_socket_directories = '${join(this.#place, "socket")}'`,
    ]);
  }

  set(name: string, lines: readonly string[]): void {
    appendFileSync(join(this.#place, name, "postgresql.conf"), `${lines.join("\n")}\n`);
  }

  start(name: string): void {
    this.#run(
      "pg_ctl",
      "-D",
      name,
      "-w",
      "-t",
      "120",
      "-l",
      join(this.#place, "socket", "log"),
      "start",
    );
  }

  stop(name: string): void {
    this.#run("pg_ctl", "-D", name, "-w", "-m", "fast", "stop");
  }

  /** A copy of the running cluster, from which its log leads on. */
  baseBackup(name: string): void {
    this.#folder(join(this.#place, name));
    this.#run(
      "pg_basebackup",
      "-D",
      name,
      "-U",
      "postgres",
      "-h",
      join(this.#place, "socket"),
      "-c",
      "fast",
    );
  }

  /** Has a base backup follow the kept log up to a moment, and go on from there. */
  recoverTo(name: string, moment: string): void {
    this.set(name, [
      `restore_command = 'cp ${this.archive}/%f %p'`,
      `recovery_target_time = '${moment}'`,
      "recovery_target_action = promote",
    ]);
    const signal = join(this.#place, name, "recovery.signal");
    writeFileSync(signal, "");
    if (this.#account !== undefined) chownSync(signal, this.#account.uid, this.#account.gid);
  }
}
