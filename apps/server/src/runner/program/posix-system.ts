import { openSync } from "node:fs";
import { Socket } from "node:net";
import { constants } from "node:os";
import type { CLibrary } from "./c-library.ts";
import { nodeSystem } from "./node-system.ts";
import {
  DRAIN_MS,
  NOT_STARTED,
  type ProgramExit,
  type ProgramStart,
  type StartedProgram,
  type System,
} from "./program-system.ts";

/**
 * The better one that this machine has. For a process of its own, which starts nothing else:
 * what it is the parent of and did not start so is killed.
 */
export const systemOf = (library: CLibrary | undefined): System =>
  library === undefined ? nodeSystem : new PosixSystem(library);

/** Of Linux' headers: spawn.h, fcntl.h, poll.h, wait.h, prctl.h, stat.h, errno.h. */
const SETPGROUP_SETSIGDEF_SETSIGMASK = 0x02 | 0x04 | 0x08;
const O_CLOEXEC = 0o2000000;
const POLLIN = 1;
const REVENTS_BITS = 16;
const WNOHANG = 1;
const PR_SET_CHILD_SUBREAPER = 36;
const AT_FDCWD = -100;
const AT_SYMLINK_NOFOLLOW = 0x100;
const STATX_CTIME = 0x80;
/** Of a `struct statx`. */
const CTIME_AT = 96;
const NOT_THERE = new Set([
  constants.errno.ENOENT,
  constants.errno.EACCES,
  constants.errno.ENOTDIR,
]);
/** At least as large as the structures of every C library. */
const STRUCTURE_BYTES = 512;
const SIGNAL_SET_BYTES = 128;
const MICROSECONDS = 1e6;
const TIME_BYTES = 16;
const READ_BYTES = 65_536;
/** Less than a page, which is the least that the kernel answers of a longer list. */
const FEW_BYTES = 2_048;

/** Of an output, until it is taken. */
const piece = Buffer.alloc(READ_BYTES);
/** Two `struct pollfd`: a number, then what is wanted in the lower half of a word and what is in the upper. */
const polled = new Int32Array(4);

const SIGNALS = new Map(Object.entries(constants.signals).map(([name, number]) => [number, name]));

interface Running {
  readonly ended: (exit: ProgramExit) => void;
}

const closeOf = (socket: Socket): Promise<void> =>
  new Promise((resolve) => socket.on("error", () => undefined).once("close", resolve));

interface Output {
  readonly fd: number;
  readonly take: (chunk: Buffer) => void;
}

/** Reads what a program writes, either as it comes or, of one that has ended, at once. */
class Outputs {
  readonly #c: CLibrary;
  readonly #outputs: readonly [Output, Output];
  #sockets: readonly Socket[] = [];
  #closed: Promise<unknown> | undefined;

  constructor(c: CLibrary, outputs: readonly [Output, Output]) {
    this.#c = c;
    this.#outputs = outputs;
  }

  async drain(): Promise<void> {
    if (this.#closed === undefined) return this.#takeAll();
    const timer = setTimeout(() => this.#sockets.forEach((each) => each.destroy()), DRAIN_MS);
    await this.#closed;
    clearTimeout(timer);
  }

  listen(): void {
    this.#sockets = this.#outputs.map(({ fd, take }) =>
      new Socket({ fd, readable: true, writable: false }).on("data", take),
    );
    this.#closed = Promise.all(this.#sockets.map(closeOf));
  }

  /** Takes what is there: a process that is not ours to kill may hold an output open. */
  #takeAll(): void {
    for (let all = this.#readable(); all.length > 0; all = this.#readable())
      for (const { fd, take } of all) {
        const read = this.#c.read(fd, piece, READ_BYTES);
        take(piece.subarray(0, Math.max(read, 0)));
      }
    for (const { fd } of this.#outputs) this.#c.close(fd);
  }

  /** Those that hold something; to read from them does not block. */
  #readable(): readonly Output[] {
    const [out, errors] = this.#outputs;
    polled[0] = out.fd;
    polled[2] = errors.fd;
    polled[1] = polled[3] = POLLIN;
    if (this.#c.poll(polled, this.#outputs.length, 0) <= 0) return [];
    return this.#outputs.filter((_, i) => ((polled[i * 2 + 1] ?? 0) >> REVENTS_BITS) & POLLIN);
  }
}

/**
 * Starts programs by posix_spawn(3), which does not copy this process's memory map, and is the parent
 * of what they leave behind (PR_SET_CHILD_SUBREAPER), so that it finds also what has no mark.
 */
class PosixSystem implements System {
  readonly #c: CLibrary;
  readonly #attributes = Buffer.alloc(STRUCTURE_BYTES);
  readonly #actions = Buffer.alloc(STRUCTURE_BYTES);
  readonly #usage = Buffer.alloc(STRUCTURE_BYTES);
  readonly #facts = Buffer.alloc(STRUCTURE_BYTES);
  /** What programs read: opened once. */
  readonly #nothing = openSync("/dev/null", "r");
  readonly #pid = new Int32Array(1);
  readonly #ends = new Int32Array(2);
  readonly #status = new Int32Array(1);
  readonly #running = new Map<number, Running>();
  readonly #children: (() => number[]) | undefined;
  /** Children that are not its programs. */
  readonly #others: ReadonlySet<number>;

  constructor(library: CLibrary) {
    this.#c = library;
    library.posix_spawnattr_init(this.#attributes);
    library.posix_spawnattr_setflags(this.#attributes, SETPGROUP_SETSIGDEF_SETSIGMASK);
    library.posix_spawnattr_setsigmask(this.#attributes, Buffer.alloc(SIGNAL_SET_BYTES));
    library.posix_spawnattr_setsigdefault(this.#attributes, Buffer.alloc(SIGNAL_SET_BYTES, 0xff));
    if (library.prctl(PR_SET_CHILD_SUBREAPER, 1) === 0) this.#children = openChildren(library);
    this.#others = new Set(this.#children?.());
    process.on("SIGCHLD", () => this.#reap());
  }

  start(program: ProgramStart): StartedProgram {
    const [out, toOut] = this.#pipe();
    const [errors, toErrors] = this.#pipe();
    const outputs = new Outputs(this.#c, [
      { fd: out, take: program.stdout },
      { fd: errors, take: program.stderr },
    ]);
    const errno = this.#spawn(program, toOut, toErrors);
    this.#c.close(toOut);
    this.#c.close(toErrors);
    const [listen, drain] = [() => outputs.listen(), () => outputs.drain()];
    const pid = errno === 0 ? this.#pid[0] : undefined;
    if (pid === undefined) return { pid, exit: notStarted(errno), listen, drain };
    const exit = new Promise<ProgramExit>((ended) => this.#running.set(pid, { ended }));
    return { pid, exit, listen, drain };
  }

  leftovers(): "none" | "killed" | "unknown" {
    const all = this.#children?.();
    if (all === undefined) return "unknown";
    const left = all.filter((pid) => !this.#running.has(pid) && !this.#others.has(pid));
    const alive = left.filter((pid) => this.#wait(pid) === undefined);
    if (alive.length === 0) return "none";
    // It may be that of a program which runs: then its mark tells, or the end of the last one.
    if (this.#running.size > 0) return "unknown";
    for (const pid of alive) kill(pid);
    return "killed";
  }

  changedAt(path: string): number {
    const facts = this.#facts;
    if (this.#c.statx(AT_FDCWD, path, AT_SYMLINK_NOFOLLOW, STATX_CTIME, facts) !== 0)
      throw new Error(`${path} cannot be looked at`);
    return facts.readUInt32LE(CTIME_AT) * 1e3 + facts.readUInt32LE(CTIME_AT + 8) / 1e6;
  }

  #pipe(): readonly [number, number] {
    const ends = this.#ends;
    if (this.#c.pipe2(ends, O_CLOEXEC) !== 0)
      throw new Error("this process has too many files open");
    const [read = -1, write = -1] = ends;
    return [read, write];
  }

  /** Answers 0, with the process in `#pid`, or an error's number. */
  #spawn({ words, folder, environment }: ProgramStart, out: number, errors: number): number {
    const all = [...words, folder];
    if (all.some((word) => word.includes("\0"))) return constants.errno.ENOENT;
    const [file = ""] = words;
    const actions = this.#actions;
    const c = this.#c;
    c.posix_spawn_file_actions_init(actions);
    c.posix_spawn_file_actions_adddup2(actions, this.#nothing, 0);
    c.posix_spawn_file_actions_adddup2(actions, out, 1);
    c.posix_spawn_file_actions_adddup2(actions, errors, 2);
    c.posix_spawn_file_actions_addchdir_np(actions, folder);
    const [own, given] = [this.#attributes, [...environment, null]];
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
    if (this.#c.wait4(pid, this.#status, WNOHANG, this.#usage) !== pid) return undefined;
    const [word = 0] = this.#status;
    const cpuSeconds = secondsAt(this.#usage, 0) + secondsAt(this.#usage, TIME_BYTES);
    const number = word & 0x7f;
    if (number === 0) return { exitCode: word >> 8, signal: null, cpuSeconds };
    return { exitCode: null, signal: SIGNALS.get(number) ?? `SIG${number}`, cpuSeconds };
  }
}

/** Of a `struct timeval`. */
const secondsAt = (usage: Buffer, at: number): number =>
  usage.readUInt32LE(at) + usage.readUInt32LE(at + TIME_BYTES / 2) / MICROSECONDS;

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

/** Lists children of this process (proc(5), children); undefined where the system does not. */
function openChildren(c: CLibrary): (() => number[]) | undefined {
  try {
    const fd = openSync(`/proc/self/task/${process.pid}/children`, "r");
    return () => {
      let text = "";
      for (let read = FEW_BYTES; read >= FEW_BYTES; text += piece.toString("latin1", 0, read))
        read = c.pread(fd, piece, READ_BYTES, text.length);
      return text.split(" ").filter(Boolean).map(Number);
    };
  } catch {
    return undefined;
  }
}
