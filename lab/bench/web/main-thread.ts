import type { Browser, Page } from "@playwright/test";

/** The events that are read of Chromium's trace. */
interface Trace {
  traceEvents: readonly {
    name: string;
    pid: number;
    tid: number;
    /** Microseconds. */
    dur?: number;
    args?: { name?: string };
  }[];
}

/** Milliseconds of the longest tasks of the renderers' main threads while `work` ran, longest first. */
export async function mainThreadTasks(
  browser: Browser,
  page: Page,
  work: () => Promise<void>,
): Promise<number[]> {
  await browser.startTracing(page, { categories: ["toplevel", "__metadata"] });
  await work();
  const trace = JSON.parse((await browser.stopTracing()).toString()) as Trace;
  const threads = new Set(
    trace.traceEvents
      .filter(({ name, args }) => name === "thread_name" && args?.name === "CrRendererMain")
      .map(({ pid, tid }) => `${pid}/${tid}`),
  );
  return trace.traceEvents
    .filter(({ name, pid, tid }) => name.endsWith("RunTask") && threads.has(`${pid}/${tid}`))
    .map(({ dur = 0 }) => dur / 1000)
    .toSorted((a, b) => b - a);
}
