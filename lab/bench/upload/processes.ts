import { readdirSync, readFileSync } from "node:fs";

interface Process {
  readonly pid: number;
  readonly parent: number;
  /** Processor time so far, in ticks. */
  readonly ticks: number;
  readonly residentBytes: number;
}

/** Linux counts processor time in hundredths of a second and memory in pages of 4 KiB (proc(5)). */
const TICKS_PER_SECOND = 100;
const PAGE_BYTES = 4_096;
const SAMPLE_MS = 500;

/** Reads `/proc/PID/stat`; the name, which may hold anything, stands in brackets before the rest. */
function readProcess(pid: string): Process | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const field = (n: number): number => Number(fields[n - 3]);
    return {
      pid: Number(pid),
      parent: field(4),
      ticks: field(14) + field(15),
      residentBytes: field(24) * PAGE_BYTES,
    };
  } catch {
    // The process ended between the listing and the reading.
    return undefined;
  }
}

function family(root: number): Process[] {
  const all = readdirSync("/proc")
    .filter((entry) => /^\d+$/.test(entry))
    .map(readProcess)
    .filter((process) => process !== undefined);
  const members = all.filter(({ pid }) => pid === root);
  for (const member of members) members.push(...all.filter(({ parent }) => parent === member.pid));
  return members;
}

type Part = "tab" | "browser" | "server" | "database" | "other";

function partOf(pid: number): Part {
  try {
    const command = readFileSync(`/proc/${pid}/cmdline`, "latin1").replaceAll("\0", " ");
    if (command.includes("--type=renderer")) return "tab";
    if (/chrom(e|ium)/.test(command)) return "browser";
    if (command.includes("src/main.ts")) return "server";
    if (command.includes("postgres")) return "database";
  } catch {
    // The process ended.
  }
  return "other";
}

/** Resident bytes of the servers that this process has started, workers among them. */
export function serverResident(): number {
  return family(process.pid)
    .filter(({ pid }) => partOf(pid) === "server")
    .reduce((sum, { residentBytes }) => sum + residentBytes, 0);
}

interface PeakMemory {
  /** Peak resident bytes of the largest renderer … */
  tab: number;
  /** … of the browser with all its processes (shared pages count once each). */
  browser: number;
  /** … of the server with its worker. */
  server: number;
}

/** Processor seconds, which other load on the machine does not change. */
interface Work {
  readonly tab: number;
  /** The browser's other processes. */
  readonly browser: number;
  readonly server: number;
  readonly database: number;
  /** Tools of the measurement itself, and peers' servers. */
  readonly other: number;
}

export interface Usage {
  readonly memory: PeakMemory;
  readonly work: Work;
  /** Of the server's processor seconds, those before the mark; undefined where none was set. */
  readonly serverBeforeMark?: number;
}

/** Watches what this process and its children use, until it is stopped. */
export function watchUsage(): { mark: () => void; stop: () => Usage } {
  const memory: PeakMemory = { tab: 0, browser: 0, server: 0 };
  const seen = new Map<number, { part: Part; first: number; last: number }>();
  const sample = (first: boolean): void => {
    let browser = 0;
    for (const { pid, ticks, residentBytes } of family(process.pid)) {
      const known = seen.get(pid) ?? { part: partOf(pid), first: first ? ticks : 0, last: ticks };
      known.last = ticks;
      seen.set(pid, known);
      const { part } = known;
      if (part === "tab" || part === "server") memory[part] = Math.max(memory[part], residentBytes);
      if (part === "tab" || part === "browser") browser += residentBytes;
    }
    memory.browser = Math.max(memory.browser, browser);
  };
  sample(true);
  const timer = setInterval(sample, SAMPLE_MS, false);
  const workNow = (): Work => {
    sample(false);
    const work = { tab: 0, browser: 0, server: 0, database: 0, other: 0 };
    for (const { part, first, last } of seen.values())
      work[part] += (last - first) / TICKS_PER_SECOND;
    return work;
  };
  let marked: Work | undefined;
  return {
    mark() {
      marked = workNow();
    },
    stop() {
      clearInterval(timer);
      const usage = { memory, work: workNow() };
      return marked === undefined ? usage : { ...usage, serverBeforeMark: marked.server };
    },
  };
}
