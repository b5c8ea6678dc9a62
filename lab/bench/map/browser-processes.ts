import { readdirSync, readFileSync } from "node:fs";
import type { Browser } from "@playwright/test";

export interface BrowserMemory {
  /** MB of the page's processes: their own, and their share of what several have. */
  readonly tab: number;
  /** The same of the process that draws. */
  readonly gpu: number;
}

/** Linux counts a thread's time in hundredths of a second (`getconf CLK_TCK`). */
const TICK_MS = 10;

async function processesOf(browser: Browser, kind: "renderer" | "GPU"): Promise<number[]> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send("SystemInfo.getProcessInfo");
  await session.detach();
  return processInfo.filter(({ type }) => type === kind).map(({ id }) => id);
}

function megabytesOf(processes: readonly number[]): number {
  const texts = processes.map((id) => readFileSync(`/proc/${id}/smaps_rollup`, "utf8"));
  return texts.reduce((sum, text) => sum + Number(/^Pss:\s+(\d+)/m.exec(text)?.[1]) / 1000, 0);
}

/** Memory of a browser with one page; undefined where the system does not say (Linux does). */
export async function memoryOf(browser: Browser): Promise<BrowserMemory | undefined> {
  if (process.platform !== "linux") return undefined;
  const tab = megabytesOf(await processesOf(browser, "renderer"));
  return { tab, gpu: megabytesOf(await processesOf(browser, "GPU")) };
}

/**
 * Milliseconds of a processor that the pages' workers have taken so far (Chromium's traces leave long
 * tasks of workers out); undefined where the system does not say.
 */
export async function workerTime(browser: Browser): Promise<number | undefined> {
  if (process.platform !== "linux") return undefined;
  const threads = (await processesOf(browser, "renderer")).flatMap((id) =>
    readdirSync(`/proc/${id}/task`).map((thread) => `/proc/${id}/task/${thread}/stat`),
  );
  return (
    threads.reduce((sum, path) => sum + ticksOfWorker(readFileSync(path, "utf8")), 0) * TICK_MS
  );
}

/** proc(5): `(comm)`, then the state as field 3; utime and stime are fields 14 and 15. */
function ticksOfWorker(stat: string): number {
  const end = stat.lastIndexOf(")");
  if (!stat.slice(0, end).includes("(DedicatedWorke")) return 0;
  const fields = stat.slice(end + 2).split(" ");
  return Number(fields[11]) + Number(fields[12]);
}
