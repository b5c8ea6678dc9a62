import { readFileSync, rmSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

/** A server that was started with `loop-probe.ts`. */
export interface WatchedServer {
  readonly origin: string;
  readonly env: Readonly<Record<string, string>> & { readonly BENCH_PROBE: string };
  readonly pid: number;
}

/** What a task cost a server. */
export interface Cost {
  readonly seconds: number;
  /** Longest turn of its event loop, in processor time. */
  readonly turnMs: number;
  /** Most memory above what was resident before. */
  readonly megabytes: number;
}

/** Memory of a process that is resident now. */
export function residentMegabytes(pid: number): number {
  const text = readFileSync(`/proc/${pid}/status`, "utf8");
  return Number(/^VmRSS:\s+(\d+)/m.exec(text)?.[1] ?? 0) / 1_024;
}

/** The longest turn since this was last called. */
async function longestTurn({ env, pid }: WatchedServer): Promise<number> {
  rmSync(env.BENCH_PROBE, { force: true });
  process.kill(pid, "SIGUSR2");
  for (;;) {
    await sleep(20);
    try {
      const text = readFileSync(env.BENCH_PROBE, "utf8");
      if (text !== "") return Number(text);
    } catch {
      // Not written yet.
    }
  }
}

/** Runs a task and says what it cost a server. */
export async function costOf(server: WatchedServer, task: () => Promise<unknown>): Promise<Cost> {
  const before = residentMegabytes(server.pid);
  await longestTurn(server);
  const begun = performance.now();
  let most = before;
  const timer = setInterval(() => (most = Math.max(most, residentMegabytes(server.pid))), 20);
  await task();
  clearInterval(timer);
  const seconds = (performance.now() - begun) / 1_000;
  return { seconds, turnMs: await longestTurn(server), megabytes: most - before };
}
