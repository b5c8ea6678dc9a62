import { readFileSync } from "node:fs";
import { allProcesses, markOf } from "../../platform/local-compute/marked-processes.ts";
import { statFields } from "../../platform/local-compute/process-identity.ts";

/** Places in {@link statFields}: see proc(5). */
const PARENT = 1;
const GROUP = 2;
const START = 19;
const RSS = 21;
const FIRST_MS = 100;
const EVERY_MS = 250;

interface Watched {
  /** The program's own process, which leads a process group. */
  readonly pid: number;
  readonly mark: string;
  readonly limit: number;
  readonly onExceeded: () => void;
  peak: number;
}

const AUXV_PAGE_SIZE = 6n;

/** Bytes of a page of memory, from the auxiliary vector (getauxval(3)). */
function pageSize(): number {
  try {
    const vector = readFileSync("/proc/self/auxv");
    for (let at = 0; at + 16 <= vector.length; at += 16)
      if (vector.readBigUInt64LE(at) === AUXV_PAGE_SIZE)
        return Number(vector.readBigUInt64LE(at + 8));
  } catch {
    // No /proc: nothing is watched.
  }
  return 4_096;
}

/** Proportional: what processes share is counted once. */
function proportionalMemory(pid: number): number {
  try {
    const text = readFileSync(`/proc/${pid}/smaps_rollup`, "latin1");
    return Number(/^Pss:\s+(\d+) kB$/m.exec(text)?.[1] ?? 0) * 1_024;
  } catch {
    return 0;
  }
}

/** Watches the memory of all processes of the tasks that run here, a few times a second. */
export class ProcessWatch {
  readonly #watched = new Set<Watched>();
  readonly #page = pageSize();
  /** Of each process, by its number and start, the mark of the task that it is of. */
  #marks = new Map<string, string | undefined>();
  #isLooking = false;

  /** Calls back once the program's processes hold more than the limit; returns how to stop. */
  add(program: Omit<Watched, "peak">): () => number {
    const watched: Watched = { ...program, peak: 0 };
    this.#watched.add(watched);
    if (!this.#isLooking) this.#lookIn(FIRST_MS);
    return () => {
      this.#watched.delete(watched);
      return watched.peak;
    };
  }

  #lookIn(milliseconds: number): void {
    this.#isLooking = true;
    setTimeout(() => this.#look(), milliseconds).unref();
  }

  #look(): void {
    this.#isLooking = false;
    if (this.#watched.size === 0) return this.#marks.clear();
    const members = this.#members();
    for (const watched of this.#watched) {
      const processes = members.get(watched) ?? [];
      const held = processes.reduce((sum, { rss }) => sum + rss, 0);
      watched.peak = Math.max(watched.peak, held);
      if (held > watched.limit) this.#judge(watched, processes);
    }
    this.#lookIn(EVERY_MS);
  }

  #judge(watched: Watched, processes: readonly { pid: number }[]): void {
    const held = processes.reduce((sum, { pid }) => sum + proportionalMemory(pid), 0);
    if (held > watched.limit) watched.onExceeded();
  }

  #members(): Map<Watched, { pid: number; rss: number }[]> {
    const groups = new Map([...this.#watched].map(({ pid, mark }) => [String(pid), mark]));
    const byMark = new Map([...this.#watched].map((watched) => [watched.mark, watched]));
    const members = new Map<Watched, { pid: number; rss: number }[]>();
    const marks = new Map<string, string | undefined>();
    const family = new Map<string, string>();
    for (const pid of allProcesses()) {
      const fields = statFields(pid);
      if (fields === undefined) continue;
      const id = `${pid} ${fields[START]}`;
      // It stays what it was when it was first seen, whatever it leaves since.
      const mark = this.#marks.has(id)
        ? this.#marks.get(id)
        : (groups.get(fields[GROUP] ?? "") ?? family.get(fields[PARENT] ?? "") ?? markOf(pid));
      marks.set(id, mark);
      const watched = byMark.get(mark ?? "");
      if (watched === undefined) continue;
      family.set(String(pid), watched.mark);
      const list = members.get(watched) ?? [];
      list.push({ pid, rss: Number(fields[RSS]) * this.#page });
      members.set(watched, list);
    }
    this.#marks = marks;
    return members;
  }
}
