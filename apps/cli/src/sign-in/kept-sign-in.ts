import { randomUUID } from "node:crypto";
import { mkdir, open, readFile, rename, rm, stat } from "node:fs/promises";
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
/** A renewal takes seconds; a lock that is older was left by a program that was killed. */
const STALE_LOCK_MS = 60_000;

function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}

function isTaken(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "EEXIST";
}

/** What a program waits by until another one's renewal is over. */
interface LockTime {
  readonly now: () => number;
  readonly sleep: (milliseconds: number) => Promise<unknown>;
}
const SYSTEM_TIME: LockTime = { now: Date.now, sleep };

/** The sign-in at one server, in a file that only this user may read (mode 0600). */
export class KeptSignIn {
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
    const lock = `${this.#file}.lock`;
    while (!(await take(lock, this.#time.now()))) await this.#time.sleep(LOCK_POLL_MS);
    try {
      return await task();
    } finally {
      await rm(lock, { force: true });
    }
  }
}

async function take(lock: string, now: number): Promise<boolean> {
  try {
    await (await open(lock, "wx", 0o600)).close();
    return true;
  } catch (error) {
    if (!isTaken(error)) throw error;
    const age = await ageOf(lock, now);
    if (age !== undefined && age > STALE_LOCK_MS) await rm(lock, { force: true });
    return false;
  }
}

async function ageOf(lock: string, now: number): Promise<number | undefined> {
  try {
    return now - (await stat(lock)).mtimeMs;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}
