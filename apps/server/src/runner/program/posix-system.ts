import { closeSync, openSync, readFileSync, readSync } from "node:fs";
import { Socket } from "node:net";
import { constants } from "node:os";
import type { CLibrary } from "./c-library.ts";
import {
  DRAIN_MS,
  NOT_STARTED,
  type ProgramExit,
  type ProgramStart,
  type StartedProgram,
  type System,
} from "./system.ts";

/** Of Linux' headers: spawn.h, fcntl.h, wait.h, prctl.h, errno.h. */
const SETSIGDEF_SETSIGMASK_SETSID = 0x04 | 0x08 | 0x80;
const O_CLOEXEC = 0o2000000;
const O_NONBLOCK = 0o4000;
const F_SETFL = 4;
const WNOHANG = 1;
const PR_SET_CHILD_SUBREAPER = 36;
const NOT_THERE = new Set([
  constants.errno.ENOENT,
  constants.errno.EACCES,
  constants.errno.ENOTDIR,
]);
/** At least as large as the structures of every C library. */
const STRUCTURE_BYTES = 512;
const SIGNAL_SET_BYTES = 128;
const MICROSECONDS = 1e6;
const READ_BYTES = 65_536;
/** A program that runs longer than this is listened to; of a shorter one all is read at its end. */
const LISTEN_MS = 20;

const SIGNALS = new Map(Object.entries(constants.signals).map(([name, number]) => [number, name]));

interface Running {
  readonly ended: (exit: ProgramExit) => void;
}

/** Reads one of a program's outputs, either as it comes or, of one that has ended, at once. */
class Output {
  readonly #fd: number;
  readonly #take: (chunk: Buffer) => void;
  #socket: Socket | undefined;
  #closed: Promise<void> | undefined;

  constructor(fd: number, take: (chunk: Buffer) => void) {
    this.#fd = fd;
    this.#take = take;
  }

  listen(): void {
    const socket = new Socket({ fd: this.#fd, readable: true, writable: false });
    this.#socket = socket;
    this.#closed = new Promise((resolve) => socket.once("close", () => resolve()));
    socket.on("data", this.#take).on("error", () => undefined);
  }

  async drain(): Promise<void> {
    if (this.#socket === undefined) return this.#readAll();
    const timer = setTimeout(() => this.#socket?.destroy(), DRAIN_MS);
    await this.#closed;
    clearTimeout(timer);
  }

  #readAll(): void {
    const buffer = Buffer.allocUnsafe(READ_BYTES);
    try {
      for (let read = 1; read > 0;) {
        read = readSync(this.#fd, buffer);
        if (read > 0) this.#take(buffer.subarray(0, read));
      }
    } catch {
      // EAGAIN: a process that is not ours to kill holds it open.
    } finally {
      closeSync(this.#fd);
    }
  }
}

/**
 * Starts programs by posix_spawn(3), which does not copy this process's memory map, and is the parent
 * of what they leave behind (PR_SET_CHILD_SUBREAPER), so that it finds also what has no mark.
 */
export class PosixSystem implements System {
  readonly #c: CLibrary;
  readonly #attributes = Buffer.alloc(STRUCTURE_BYTES);
  readonly #usage = Buffer.alloc(STRUCTURE_BYTES);
  readonly #pid = [0];
  readonly #running = new Map<number, Running>();
  readonly #isParent: boolean;
  /** Children that are not its programs. */
  readonly #others: ReadonlySet<number>;

  constructor(library: CLibrary) {
    this.#c = library;
    library.posix_spawnattr_init(this.#attributes);
    library.posix_spawnattr_setflags(this.#attributes, SETSIGDEF_SETSIGMASK_SETSID);
    library.posix_spawnattr_setsigmask(this.#attributes, Buffer.alloc(SIGNAL_SET_BYTES));
    library.posix_spawnattr_setsigdefault(this.#attributes, Buffer.alloc(SIGNAL_SET_BYTES, 0xff));
    this.#isParent = library.prctl(PR_SET_CHILD_SUBREAPER, 1) === 0;
    this.#others = new Set(children());
    process.on("SIGCHLD", () => this.#reap());
  }

  start(program: ProgramStart): StartedProgram {
    const [out, toOut] = this.#pipe();
    const [errors, toErrors] = this.#pipe();
    const outputs = [new Output(out, program.stdout), new Output(errors, program.stderr)];
    const errno = this.#spawn(program, toOut, toErrors);
    closeSync(toOut);
    closeSync(toErrors);
    const listening = setTimeout(() => outputs.forEach((output) => output.listen()), LISTEN_MS);
    const drain = async (): Promise<void> => {
      clearTimeout(listening);
      for (const output of outputs) await output.drain();
    };
    const pid = errno === 0 ? this.#pid[0] : undefined;
    if (pid === undefined) return { pid, exit: notStarted(errno), drain };
    const exit = new Promise<ProgramExit>((ended) => this.#running.set(pid, { ended }));
    return { pid, exit, drain };
  }

  leftovers(): "none" | "killed" | "unknown" {
    const all = this.#isParent ? children() : undefined;
    if (all === undefined) return "unknown";
    const left = all.filter((pid) => !this.#running.has(pid) && !this.#others.has(pid));
    const alive = left.filter((pid) => this.#wait(pid) === undefined);
    if (alive.length === 0) return "none";
    // It may be that of a program which runs: then its mark tells, or the end of the last one.
    if (this.#running.size > 0) return "unknown";
    for (const pid of alive) kill(pid);
    return "killed";
  }

  syncFileSystem(folder: string): boolean {
    const fd = openSync(folder, "r");
    try {
      return this.#c.syncfs(fd) === 0;
    } finally {
      closeSync(fd);
    }
  }

  /** A pipe whose end for us does not block. */
  #pipe(): [number, number] {
    const ends = new Int32Array(2);
    if (this.#c.pipe2(ends, O_CLOEXEC) !== 0)
      throw new Error("this process has too many files open");
    const [read = -1, write = -1] = ends;
    this.#c.fcntl(read, F_SETFL, O_NONBLOCK);
    return [read, write];
  }

  /** Answers 0, with the process in `#pid`, or an error's number. */
  #spawn({ words, folder, environment }: ProgramStart, out: number, errors: number): number {
    const all = [...words, folder];
    if (all.some((word) => word.includes("\0"))) return constants.errno.ENOENT;
    const [file = ""] = words;
    const actions = Buffer.alloc(STRUCTURE_BYTES);
    const c = this.#c;
    c.posix_spawn_file_actions_init(actions);
    c.posix_spawn_file_actions_addopen(actions, 0, "/dev/null", 0, 0);
    c.posix_spawn_file_actions_adddup2(actions, out, 1);
    c.posix_spawn_file_actions_adddup2(actions, errors, 2);
    c.posix_spawn_file_actions_addchdir_np(actions, folder);
    const pairs = Object.entries(environment).map(([name, value]) => `${name}=${value}`);
    const [own, given] = [this.#attributes, [...pairs, null]];
    const errno = c.posix_spawnp(this.#pid, file, actions, own, [...words, null], given);
    c.posix_spawn_file_actions_destroy(actions);
    return errno;
  }

  #reap(): void {
    for (const [pid, { ended }] of this.#running) {
      const exit = this.#wait(pid);
      if (exit === undefined) continue;
      this.#running.delete(pid);
      ended(exit);
    }
  }

  /** How a child ended; undefined while it runs. */
  #wait(pid: number): ProgramExit | undefined {
    const status = [0];
    if (this.#c.wait4(pid, status, WNOHANG, this.#usage) !== pid) return undefined;
    const [word = 0] = status;
    const [seconds, microseconds] = [0, 8].map((at) =>
      [0, 16].reduce((sum, part) => sum + Number(this.#usage.readBigInt64LE(part + at)), 0),
    );
    const cpuSeconds = (seconds ?? 0) + (microseconds ?? 0) / MICROSECONDS;
    const number = word & 0x7f;
    if (number === 0) return { exitCode: word >> 8, signal: null, cpuSeconds };
    return { exitCode: null, signal: SIGNALS.get(number) ?? `SIG${number}`, cpuSeconds };
  }
}

const notStarted = (errno: number): Promise<ProgramExit> =>
  NOT_THERE.has(errno)
    ? Promise.resolve(NOT_STARTED)
    : Promise.reject(new Error(`the system starts no program: error ${errno}`));

function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has ended, or become another user's.
  }
}

/** Children of this process (proc(5), children); undefined where the system does not list them. */
function children(): number[] | undefined {
  try {
    const text = readFileSync(`/proc/self/task/${process.pid}/children`, "latin1");
    return text.split(" ").filter(Boolean).map(Number);
  } catch {
    return undefined;
  }
}
