import {
  type Browser,
  type BrowserContext,
  chromium as playwright,
  type Page,
} from "@playwright/test";
import { signInUnseen } from "../../../e2e/fixtures.ts";
import { removeFolder, Swath, temporaryFolder } from "../../../e2e/swath.ts";
import { chromium } from "../../../tools/chromium.mjs";
import { median } from "../quantile.ts";
import { buildBarePage } from "./bare-page.ts";

interface Transfer {
  /** Address without the origin. */
  path: string;
  kind: string;
  /** Bytes over the wire, headers and compression as they are. */
  bytes: number;
}

/** Counts every byte that a page receives, as Chromium's network layer reports it. */
async function watchTransfers(page: Page): Promise<{ seen(): Transfer[] }> {
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.setCacheDisabled", { cacheDisabled: true });
  const open = new Map<string, Transfer>();
  const done: Transfer[] = [];
  session.on("Network.responseReceived", ({ requestId, response, type }) => {
    const { pathname } = new URL(response.url);
    open.set(requestId, { path: pathname, kind: type, bytes: 0 });
  });
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const transfer = open.get(requestId);
    if (transfer !== undefined) done.push({ ...transfer, bytes: encodedDataLength });
  });
  return { seen: () => [...done] };
}

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
async function mainThreadTasks(
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

/** Bytes that the first page may transfer. */
const FIRST_PAGE_LIMIT = 250_000;
const SLOWDOWN = 4;
const RUNS = 5;
/** Six polls of the list. */
const WATCHED_MS = 31_000;
const VIEWPORT = { width: 1425, height: 900 };

type Session = Awaited<ReturnType<BrowserContext["storageState"]>>;

async function sessionOf(browser: Browser, origin: string): Promise<Session> {
  const context = await browser.newContext({ baseURL: origin });
  // The bare page has none to sign in with.
  await signInUnseen(context, "crew");
  const session = await context.storageState();
  await context.close();
  return session;
}

const firstRow = (page: Page): Promise<void> =>
  page
    .getByRole("link", { name: /^FL\d{6}$/ })
    .first()
    .waitFor();

/** A first visit with a valid session and an empty cache. */
async function inFirstVisit<T>(
  browser: Browser,
  origin: string,
  storageState: Session,
  work: (page: Page) => Promise<T>,
): Promise<T> {
  const context = await browser.newContext({ baseURL: origin, storageState, viewport: VIEWPORT });
  try {
    return await work(await context.newPage());
  } finally {
    await context.close();
  }
}

async function transferred(page: Page): Promise<Transfer[]> {
  const transfers = await watchTransfers(page);
  await page.goto("/post");
  await firstRow(page);
  await page.waitForTimeout(1_000);
  return transfers.seen();
}

/** Notes when the frame with the first row is drawn, ms from the navigation: a search from outside slows the page. */
function noteFirstRow(): void {
  const watch = new MutationObserver(() => {
    if (document.querySelector('td a[href^="/post/FL"], th a[href^="/post/FL"]') === null) return;
    watch.disconnect();
    requestAnimationFrame(() =>
      setTimeout(() => document.documentElement.setAttribute("data-row", `${performance.now()}`)),
    );
  });
  watch.observe(document, { childList: true, subtree: true });
}

async function timeToFirstRow(page: Page, slowdown: number): Promise<number> {
  await page.addInitScript(noteFirstRow);
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
  await page.goto("/post", { waitUntil: "commit" });
  const noted = page.locator("html[data-row]");
  await noted.waitFor({ state: "attached" });
  return Number(await noted.getAttribute("data-row"));
}

function printTransfers(transfers: readonly Transfer[]): void {
  const total = transfers.reduce((sum, { bytes }) => sum + bytes, 0);
  console.log(`first page: ${(total / 1000).toFixed(1)} kB in ${transfers.length} answers`);
  console.log(
    `  limit ${FIRST_PAGE_LIMIT / 1000} kB, ratio ${(total / FIRST_PAGE_LIMIT).toFixed(2)}`,
  );
  for (const kind of new Set(transfers.map((transfer) => transfer.kind))) {
    const same = transfers.filter((transfer) => transfer.kind === kind);
    const bytes = same.reduce((sum, transfer) => sum + transfer.bytes, 0);
    console.log(`  ${kind.padEnd(12)}${(bytes / 1000).toFixed(1)} kB in ${same.length}`);
  }
}

/** A visitor of a server's pages. */
type Visit = <T>(work: (page: Page) => Promise<T>) => Promise<T>;

async function visitor(browser: Browser, origin: string): Promise<Visit> {
  const session = await sessionOf(browser, origin);
  return (work) => inFirstVisit(browser, origin, session, work);
}

const firstRowText = (plain: readonly number[], slowed: readonly number[]): string =>
  `first row, median of ${RUNS}: ${median(plain).toFixed(0)} ms, ` +
  `on a ${SLOWDOWN}× slowed CPU ${median(slowed).toFixed(0)} ms`;

/** The bytes and the first row of Swath's first page and of the bare one, in turn. */
async function compare(own: Visit, bare: Visit): Promise<void> {
  printTransfers(await own(transferred));
  const of = { own: { plain: [], slowed: [] }, bare: { plain: [], slowed: [] } } as Record<
    "own" | "bare",
    Record<"plain" | "slowed", number[]>
  >;
  for (let run = 0; run < RUNS; run++)
    for (const [name, visit] of [
      ["own", own],
      ["bare", bare],
    ] as const) {
      of[name].plain.push(await visit((page) => timeToFirstRow(page, 1)));
      of[name].slowed.push(await visit((page) => timeToFirstRow(page, SLOWDOWN)));
    }
  console.log(firstRowText(of.own.plain, of.own.slowed));
  const bytes = (await bare(transferred)).reduce((sum, transfer) => sum + transfer.bytes, 0);
  const share = median(of.own.slowed) / median(of.bare.slowed);
  console.log(
    `a bare page of React, MUI, router and query with ten rows: ${(bytes / 1000).toFixed(1)} kB, ` +
      `${firstRowText(of.bare.plain, of.bare.slowed)} (Swath ${share.toFixed(2)} times as long)`,
  );
}

/**
 * `npm run bench -- web`: bytes of the first page and time to its first row, beside the least that a page of the same
 * libraries does; the main thread while it polls.
 */
export async function benchWeb(): Promise<void> {
  const place = temporaryFolder("bare");
  await buildBarePage(place);
  const swath = await Swath.start();
  const barely = await Swath.start({ SWATH_WEB: place });
  const browser = await playwright.launch(chromium());
  try {
    const visit = await visitor(browser, swath.origin);
    await compare(visit, await visitor(browser, barely.origin));
    const tasks = await visit(async (page) => {
      await page.goto("/post");
      await firstRow(page);
      await page.waitForTimeout(4_000);
      return mainThreadTasks(browser, page, () => page.waitForTimeout(WATCHED_MS));
    });
    const longest = tasks.slice(0, 3).map((ms) => ms.toFixed(1));
    console.log(
      `polling for ${WATCHED_MS / 1000} s: longest main-thread tasks ${longest.join(", ")} ms ` +
        `of ${tasks.length}`,
    );
  } finally {
    await browser.close();
    await swath.stop();
    await barely.stop();
    removeFolder(place);
  }
}
