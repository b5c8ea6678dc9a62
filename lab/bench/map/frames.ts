import type { Browser, Page } from "@playwright/test";

interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  /** Microseconds. */
  readonly ts: number;
  readonly dur?: number;
  /** Of them, on a processor. */
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

/**
 * What a page's threads did, in milliseconds of a processor where Chromium counts them (on Linux), so
 * that a busy machine does not change the figures; intervals are of the clock.
 */
export interface Frames {
  /** Script of each frame: its callbacks, and the events and timers before it. */
  readonly script: readonly number[];
  /** From each frame to the next. */
  readonly intervals: readonly number[];
  /** The longest tasks of the main thread first. */
  readonly tasks: readonly number[];
}

const SCRIPT = new Set(["FireAnimationFrame", "EventDispatch", "TimerFire", "HandlePostMessage"]);

/** Traces the main thread of the page while `work` runs. */
export async function framesOf(
  browser: Browser,
  page: Page,
  work: () => Promise<void>,
): Promise<Frames> {
  const categories = ["devtools.timeline", "toplevel", "__metadata"];
  await browser.startTracing(page, { categories });
  await work();
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as {
    traceEvents: TraceEvent[];
  };
  const main = ofThreads(traceEvents, "CrRendererMain");
  const tasks = tasksOf(main).toSorted((a, b) => b - a);
  return { ...byFrame(main), tasks };
}

function ofThreads(events: readonly TraceEvent[], thread: string): TraceEvent[] {
  const threads = new Set(
    events
      .filter(({ name, args }) => name === "thread_name" && args?.name === thread)
      .map(({ pid, tid }) => `${pid}/${tid}`),
  );
  return events.filter(({ pid, tid }) => threads.has(`${pid}/${tid}`));
}

const tasksOf = (events: readonly TraceEvent[]): number[] =>
  events.filter(({ name }) => name.endsWith("RunTask")).map((task) => worked(task) / 1000);

const worked = ({ tdur, dur = 0 }: TraceEvent): number => tdur ?? dur;

function byFrame(events: readonly TraceEvent[]): Pick<Frames, "script" | "intervals"> {
  const script: number[] = [];
  const intervals: number[] = [];
  let [sum, end, last] = [0, 0, 0];
  const ran = events.filter(({ name, dur }) => SCRIPT.has(name) && dur !== undefined);
  for (const event of ran.toSorted((a, b) => a.ts - b.ts)) {
    const { name, ts, dur = 0 } = event;
    // What runs within another is counted with it.
    if (ts >= end) {
      sum += worked(event);
      end = ts + dur;
    }
    if (name !== "FireAnimationFrame") continue;
    script.push(sum / 1000);
    if (last > 0) intervals.push((ts - last) / 1000);
    [sum, last] = [0, ts];
  }
  return { script, intervals };
}
