/** What a program may reach and use where it runs in a sandbox. */
export interface ProgramBounds {
  readonly memoryBytes: number;
  readonly fileBytes: number;
  readonly processes: number;
  readonly network: boolean;
  /** Folders of its task, each as far as it is there. */
  readonly read: readonly string[];
  readonly write: readonly string[];
  /** What its stage needs besides. */
  readonly needed: { readonly read: readonly string[]; readonly write: readonly string[] };
}

/** A program that is to be started, in a process group of its own. */
export interface ProgramStart {
  readonly words: readonly string[];
  readonly folder: string;
  /** Each as `NAME=value`. */
  readonly environment: readonly string[];
  readonly bounds: ProgramBounds;
  readonly stdout: (chunk: Buffer) => void;
  readonly stderr: (chunk: Buffer) => void;
}

export interface ProgramExit {
  readonly exitCode: number | null;
  readonly signal: string | null;
  readonly cpuSeconds: number;
}

export interface StartedProgram {
  /** Undefined where it could not be started. */
  readonly pid: number | undefined;
  readonly exit: Promise<ProgramExit>;
  /** From now on its output is read as it comes; that of a shorter program is read at its end. */
  listen(): void;
  /** Takes what is left of its output once no process of it is left; never waits long. */
  drain(): Promise<void>;
}

/** What a runner wants of the operating system: by Node.js, or by the C library where koffi is. */
export interface System {
  start(program: ProgramStart): StartedProgram;
  /**
   * What a program that has ended left behind, as far as this process can see without its mark: no
   * process; some, which were killed now; or perhaps some, beside those of programs that run.
   */
  leftovers(): "none" | "killed" | "unknown";
  /** When a file or folder last changed, ms: nobody can set that back. */
  changedAt(path: string): number;
}

/** What a shell answers for a command that it does not find. */
const NOT_FOUND = 127;
export const NOT_STARTED: ProgramExit = { exitCode: NOT_FOUND, signal: null, cpuSeconds: 0 };

/** What a program is given after its end to let go of its output, ms. */
export const DRAIN_MS = 2_000;
