import { randomUUID } from "node:crypto";
import { mkdir, open, readdir, readFile, rename, rm, rmdir, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";

const keptSchema = z.object({
  /** The provider that gave the token, and that alone may get it back. */
  issuer: z.string(),
  clientId: z.string(),
  refreshToken: z.string(),
});
export type Kept = z.infer<typeof keptSchema>;

const LOCK_POLL_MS = 50;
/** A renewal takes seconds; who holds the lock for longer was killed. */
const STALE_LOCK_MS = 60_000;

function hasCode(error: unknown, ...codes: readonly string[]): boolean {
  return error instanceof Error && "code" in error && codes.includes(String(error.code));
}
const isMissing = (error: unknown): boolean => hasCode(error, "ENOENT");
/** How a system says that a folder has something in it; Windows also of an empty one. */
const TAKEN = ["ENOTEMPTY", "EEXIST", ...(process.platform === "win32" ? ["EPERM"] : [])];
const isTaken = (error: unknown): boolean => hasCode(error, ...TAKEN);

/** What a program waits by until another one's renewal is over. */
interface LockTime {
  /** Milliseconds on a clock that never goes back, nor on while the machine sleeps. */
  readonly now: () => number;
  readonly sleep: (milliseconds: number) => Promise<unknown>;
}
const SYSTEM_TIME: LockTime = { now: () => performance.now(), sleep };

/** The sign-in at one server, in a file that only this user may read (mode 0600). */
export class SavedSignIn {
  readonly #folder: string;
  readonly #file: string;
  readonly #time: LockTime;

  constructor(folder: string, server: URL, time: Partial<LockTime> = {}) {
    this.#folder = folder;
    this.#time = { ...SYSTEM_TIME, ...time };
    this.#file = join(folder, `sign-in-${server.host.replaceAll(/[^\w.-]/g, "_")}.json`);
  }

  /** Undefined where there is none, or what stands there is none. */
  async read(): Promise<Kept | undefined> {
    try {
      return keptSchema.safeParse(JSON.parse(await readFile(this.#file, "utf8"))).data;
    } catch (error) {
      if (isMissing(error) || error instanceof SyntaxError) return undefined;
      throw error;
    }
  }

  /** Takes the place of the one before at once: a crash leaves either of them. */
  async write(kept: Kept): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const next = `${this.#file}.${randomUUID()}`;
    const handle = await open(next, "wx", 0o600);
    try {
      await handle.writeFile(JSON.stringify(kept));
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(next, this.#file);
  }

  async remove(): Promise<void> {
    await rm(this.#file, { force: true });
  }

  /**
   * Runs a task that no other program of this user runs meanwhile: a refresh token is honoured once,
   * and a second use ends the sign-in.
   */
  async alone<T>(task: () => Promise<T>): Promise<T> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const turn = new Turn(`${this.#file}.turn`);
    let seen: { holder: string | undefined; since: number } = { holder: undefined, since: 0 };
    while (!(await turn.take())) {
      const holder = await turn.holder();
      const now = this.#time.now();
      if (seen.holder !== holder) seen = { holder, since: now };
      if (holder !== undefined && now - seen.since > STALE_LOCK_MS) await turn.end(holder);
      else await this.#time.sleep(LOCK_POLL_MS);
    }
    try {
      return await task();
    } finally {
      await turn.end(turn.name);
    }
  }
}

/**
 * A lock: a folder that holds one file, named after who holds it. A rename brings it to its place with
 * that file in it, and only where no other one is; and who takes it away names whose it is, so that
 * nobody takes away the next one's. No clock is asked but the waiting program's own.
 */
class Turn {
  readonly name = randomUUID();
  readonly #place: string;

  constructor(place: string) {
    this.#place = place;
  }

  async take(): Promise<boolean> {
    const own = `${this.#place}.${this.name}`;
    await mkdir(own, { recursive: true, mode: 0o700 });
    await writeFile(join(own, this.name), "");
    try {
      await rename(own, this.#place);
      return true;
    } catch (error) {
      await rm(own, { recursive: true });
      if (!isTaken(error)) throw error;
      return false;
    }
  }

  /** Who holds it; undefined where nobody does any more. */
  async holder(): Promise<string | undefined> {
    try {
      const [holder] = await readdir(this.#place);
      if (holder === undefined) await this.#remove();
      return holder;
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  }

  async end(holder: string): Promise<void> {
    await rm(join(this.#place, holder), { force: true });
    await this.#remove();
  }

  /** Goes away where nobody holds it: a folder with a file in it does not. */
  async #remove(): Promise<void> {
    await rmdir(this.#place).catch((error: unknown) => {
      if (!isMissing(error) && !isTaken(error)) throw error;
    });
  }
}

/** Where this user keeps settings of programs (XDG base directories; on Windows %APPDATA%). */
export function configFolder(environment: NodeJS.ProcessEnv): string {
  const { XDG_CONFIG_HOME: xdg, APPDATA: windows } = environment;
  const base = [xdg, process.platform === "win32" ? windows : undefined].find(
    (folder) => folder !== undefined && folder !== "",
  );
  return join(base ?? join(homedir(), ".config"), "swath");
}
