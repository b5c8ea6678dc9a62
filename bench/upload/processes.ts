import { readdirSync, readFileSync } from "node:fs";

interface Process {
  pid: number;
  parent: number;
  command: string;
  rssBytes: number;
}

function processes(): Process[] {
  const found: Process[] = [];
  for (const name of readdirSync("/proc").filter((entry) => /^\d+$/.test(entry))) {
    try {
      const status = readFileSync(`/proc/${name}/status`, "utf8");
      const number = (field: string): number =>
        Number(new RegExp(`^${field}:\\s+(\\d+)`, "m").exec(status)?.[1] ?? 0);
      const command = readFileSync(`/proc/${name}/cmdline`, "utf8").replaceAll("\0", " ");
      const rssBytes = number("VmRSS") * 1024;
      found.push({ pid: Number(name), parent: number("PPid"), command, rssBytes });
    } catch {
      // It ended between the listing and the reading.
    }
  }
  return found;
}

function family(root: number, all: readonly Process[]): Process[] {
  const members = all.filter(({ pid }) => pid === root);
  for (const member of members) members.push(...all.filter(({ parent }) => parent === member.pid));
  return members;
}

const isBrowser = ({ command }: Process): boolean => /chrom(e|ium)/.test(command);
const isTab = ({ command }: Process): boolean => command.includes("--type=renderer");
const isServer = ({ command }: Process): boolean => command.includes("src/main.ts");

const resident = (members: readonly Process[]): number[] => members.map(({ rssBytes }) => rssBytes);

export interface PeakMemory {
  /** Bytes resident at the worst moment, of the largest renderer. */
  tab: number;
  /** … of the browser with all its processes (shared pages count once each). */
  browser: number;
  /** … of the server with its worker. */
  server: number;
}

/** Watches the browser and the server that a process started, five times a second until it is stopped. */
export function watchMemory(parentPid: number): { stop(): PeakMemory } {
  const peak: PeakMemory = { tab: 0, browser: 0, server: 0 };
  const timer = setInterval(() => {
    const started = family(parentPid, processes());
    const browser = resident(started.filter(isBrowser)).reduce((sum, bytes) => sum + bytes, 0);
    peak.browser = Math.max(peak.browser, browser);
    peak.tab = Math.max(peak.tab, ...resident(started.filter(isTab)));
    peak.server = Math.max(peak.server, ...resident(started.filter(isServer)));
  }, 200);
  return {
    stop() {
      clearInterval(timer);
      return peak;
    },
  };
}
