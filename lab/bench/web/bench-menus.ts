import { type Browser, type CDPSession, chromium as playwright, type Page } from "@playwright/test";
import { signIn } from "../../../e2e/fixtures.ts";
import { Swath } from "../../../e2e/swath.ts";
import { chromium } from "../../../tools/chromium.mjs";
import { fillPages } from "./full-page.ts";
import { addPeer, lastShown, openersOf, peerOf, watchMenus } from "./menu-watch.ts";
import { quantile } from "../quantile.ts";

const LIMIT_MS = 100;
const SLOWDOWNS = [1, 4];
const DASHBOARDS = ["/ip", "/iptm"];
/** Of each dashboard, beside as many of the peer, unless another number is given. */
const OPENED = 40;
/** Until a tooltip stands, and until a menu does. */
const STANDS_MS = 700;
const VIEWPORT = { width: 1920, height: 1000 };

const PARTS = { script: "ScriptDuration", style: "RecalcStyleDuration", layout: "LayoutDuration" };
type Part = "all" | keyof typeof PARTS;

/** Milliseconds of processor of the page's main thread; a busy machine does not change them. */
type Taken = Readonly<Record<Part, number>>;

async function taken(session: CDPSession): Promise<Taken> {
  const { metrics } = await session.send("Performance.getMetrics");
  const msOf = (of: string): number =>
    (metrics.find(({ name }) => name === of)?.value ?? Number.NaN) * 1_000;
  return {
    all: msOf("TaskDuration"),
    script: msOf(PARTS.script),
    style: msOf(PARTS.style),
    layout: msOf(PARTS.layout),
  };
}

interface Opening {
  /** From the pointer's event to the frame that shows the menu. */
  readonly wall: number;
  /** From the click until the menu stands still. */
  readonly processor: Taken;
}

type Place = Awaited<ReturnType<typeof peerOf>>;

/** Points, waits for the tooltip, clicks; the page is not looked at meanwhile, which would be counted. */
async function open(page: Page, session: CDPSession, { x, y }: Place): Promise<Opening> {
  await page.mouse.move(x, y);
  await page.waitForTimeout(STANDS_MS);
  const before = await taken(session);
  await page.mouse.click(x, y);
  await page.waitForTimeout(STANDS_MS);
  const after = await taken(session);
  const wall = await lastShown(page);
  await page.keyboard.press("Escape");
  await page.locator("[role=menu]:visible").waitFor({ state: "detached" });
  const of = (part: Part): number => after[part] - before[part];
  return {
    wall,
    processor: { all: of("all"), script: of("script"), style: of("style"), layout: of("layout") },
  };
}

interface Condition {
  readonly slowdown: number;
  readonly opened: number;
}

interface Openings {
  readonly ours: Opening[];
  readonly peers: Opening[];
}

/** Openings of a dashboard's menus, each beside one of the peer. */
async function openMenus(
  page: Page,
  address: string,
  { slowdown, opened }: Condition,
): Promise<Openings> {
  await page.goto(address);
  await page.locator("tbody [aria-haspopup=menu]").first().waitFor();
  await addPeer(page);
  const places = await openersOf(page);
  const peer = await peerOf(page);
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  await session.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
  const ours: Opening[] = [];
  const peers: Opening[] = [];
  for (let n = 0; n < opened; n += 1) {
    ours.push(await open(page, session, places[Math.floor((n * places.length) / opened)]!));
    peers.push(await open(page, session, peer));
  }
  await session.detach();
  return { ours, peers };
}

/** Prints a row; returns the p95. */
function report(name: string, openings: readonly Opening[]): number {
  const walls = openings.map(({ wall }) => wall);
  const of = (part: Part, share: number): string =>
    quantile(
      openings.map(({ processor }) => processor[part]),
      share,
    ).toFixed(1);
  const late = quantile(walls, 0.95);
  console.log(
    `${name.padEnd(18)} ${openings.length} openings: median ${quantile(walls, 0.5).toFixed(0)} ms, ` +
      `p95 ${late.toFixed(0)} ms, longest ${quantile(walls, 1).toFixed(0)} ms; processor median ` +
      `${of("all", 0.5)} ms, least ${of("all", 0)} ms ` +
      `(script ${of("script", 0.5)}, style ${of("style", 0.5)}, layout ${of("layout", 0.5)})`,
  );
  return late;
}

async function openAt(browser: Browser, origin: string, condition: Condition): Promise<Openings> {
  const context = await browser.newContext({ baseURL: origin, viewport: VIEWPORT });
  try {
    const page = await context.newPage();
    await signIn(page, "operator");
    await watchMenus(page);
    await fillPages(page);
    const all: Openings = { ours: [], peers: [] };
    for (const address of DASHBOARDS) {
      const { ours, peers } = await openMenus(page, address, condition);
      report(`${address}, ${condition.slowdown}×`, ours);
      all.ours.push(...ours);
      all.peers.push(...peers);
    }
    return all;
  } finally {
    await context.close();
  }
}

/**
 * `npm run bench -- menus [OPENINGS]`: from the pointer's event on a status to the frame that shows its menu,
 * on both dashboards, beside a menu of the platform alone on the same page.
 */
export async function benchMenus([given]: readonly string[]): Promise<void> {
  const opened = given === undefined ? OPENED : Number(given);
  const swath = await Swath.start();
  const browser = await playwright.launch(chromium());
  try {
    for (const slowdown of SLOWDOWNS) {
      const { ours, peers } = await openAt(browser, swath.origin, { slowdown, opened });
      const late = report(`both, ${slowdown}×`, ours);
      const bare = report(`peer, ${slowdown}×`, peers);
      console.log(
        `${slowdown}× slowed: ${(late / bare).toFixed(1)} of the peer's p95, ` +
          `${(late / LIMIT_MS).toFixed(2)} of the limit of ${LIMIT_MS} ms`,
      );
      if (late > LIMIT_MS) process.exitCode = 1;
    }
  } finally {
    await browser.close();
    await swath.stop();
  }
}
