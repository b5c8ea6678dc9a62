import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { type Browser, chromium as playwright, type Page } from "@playwright/test";
import { seededKml } from "@swath/plan/testing";
import { zipSync } from "fflate";
import { chromium } from "../../../tools/chromium.mjs";
import { type Figure, figureLine } from "../processing/row.ts";
import { installPeers } from "../upload/peers.ts";
import { servePage } from "../web/serve-page.ts";
import { quantile } from "../quantile.ts";
import { type Frames, framesOf } from "./frames.ts";
import type { LassoCall, MapPageCalls } from "./page/page-calls.ts";
import { type BrowserMemory, memoryOf, workerTime } from "./browser-processes.ts";

const PLAN = { lines: 50_000, areas: 5_000, seed: 1 };
const VIEWPORT = { width: 1425, height: 900 };
const LASSO_CORNERS = 300;
const LASSOS = 15;
/** How far in the second pan is. */
const CLOSER = 3;
const DRAWN_WITHIN_MS = 120_000;
const PAN_WITHIN_MS = 20_000;

interface Measured {
  /** Milliseconds of a processor in the worker that loads. */
  readonly worker: number;
  readonly loading: Frames;
  readonly pans: Frames;
  readonly memory: BrowserMemory | undefined;
  readonly lassos: readonly number[];
}

const call = async <Result>(
  page: Page,
  name: keyof (MapPageCalls & LassoCall),
  value?: number,
): Promise<Result> =>
  page.evaluate(
    async ([word, argument]) => {
      const { calls } = globalThis as unknown as {
        calls: Record<string, (of: unknown) => unknown>;
      };
      return calls[word as string]!(argument);
    },
    [name, value] as const,
  ) as Promise<Result>;

async function untilDrawn(page: Page): Promise<void> {
  await page.waitForFunction(
    () => (globalThis as unknown as { calls: MapPageCalls }).calls.drawn(),
    undefined,
    { timeout: DRAWN_WITHIN_MS },
  );
}

/** Drags the map to and fro by a real pointer; breaks off where that takes too long. */
async function pan(page: Page): Promise<void> {
  const [x, y] = [700, 420];
  const end = performance.now() + PAN_WITHIN_MS;
  for (const way of [1, -1, 1]) {
    await page.mouse.move(x - way * 200, y);
    await page.mouse.down();
    for (let step = 1; step <= 60 && performance.now() < end; step++)
      await page.mouse.move(x - way * 200 + (way * step * 400) / 60, y + (way * step * 120) / 60);
    await page.mouse.up();
  }
}

const together = (one: Frames, other: Frames): Frames => ({
  script: [...one.script, ...other.script],
  intervals: [...one.intervals, ...other.intervals],
  tasks: [...one.tasks, ...other.tasks].toSorted((a, b) => b - a),
});

async function measure(address: string, file: string, lassos: number): Promise<Measured> {
  const browser: Browser = await playwright.launch(chromium());
  try {
    const page = await browser.newPage({ viewport: VIEWPORT });
    await page.goto(address);
    await page.locator("input").setInputFiles(file);
    await page.waitForTimeout(1_000);
    const before = await workerTime(browser);
    const started = performance.now();
    const reading = await framesOf(browser, page, async () => {
      await call(page, "load");
    });
    const took = performance.now() - started;
    const after = await workerTime(browser);
    const worker = before === undefined || after === undefined ? took : after - before;
    const drawing = await framesOf(browser, page, async () => {
      await call(page, "show");
      await untilDrawn(page);
      await page.waitForTimeout(1_000);
    });
    const far = await framesOf(browser, page, async () => pan(page));
    await call(page, "zoomIn", CLOSER);
    await untilDrawn(page);
    await page.waitForTimeout(1_000);
    const close = await framesOf(browser, page, async () => pan(page));
    const taken: number[] = [];
    for (let round = 0; round < lassos; round++) {
      const { milliseconds } = await call<{ milliseconds: number }>(page, "lasso", LASSO_CORNERS);
      taken.push(milliseconds);
    }
    const memory = await memoryOf(browser);
    return {
      worker,
      loading: together(reading, drawing),
      pans: together(far, close),
      memory,
      lassos: taken,
    };
  } finally {
    await browser.close();
  }
}

const ms = (value: number): string => `${value.toFixed(1)} ms`;
const times = (own: number, peer: number): string => `${(peer / own).toFixed(1)}×`;

function figures(own: Measured, peer: Measured): Figure[] {
  const bounded = (
    what: string,
    value: number,
    limit: number,
    more: Partial<Figure> = {},
  ): Figure => ({
    what,
    measured: ms(value),
    bound: `≤ ${limit} ms`,
    held: value <= limit,
    ...more,
  });
  const beside = (value: number, theirs: number): Partial<Figure> => ({
    peer: `deck.gl ${ms(theirs)} (${times(value, theirs)})`,
  });
  const longest = own.loading.tasks[0] ?? 0;
  const [script, theirs] = [own, peer].map(({ pans }) => quantile(pans.script, 0.95));
  const [interval, theirInterval] = [own, peer].map(({ pans }) => quantile(pans.intervals, 0.95));
  const [inPan, theirInPan] = [own, peer].map(({ pans }) => pans.tasks[0] ?? 0);
  return [
    bounded("loading, in the worker", own.worker, 1_000),
    bounded(
      "longest main-thread task, loading to picture",
      longest,
      100,
      beside(longest, peer.loading.tasks[0] ?? 0),
    ),
    bounded(`lasso of ${LASSO_CORNERS} corners, median`, quantile(own.lassos, 0.5), 100),
    bounded("script of a pan's frame, p95", script!, 16, beside(script!, theirs!)),
    {
      what: "frames of the same pans",
      measured: String(own.pans.script.length),
      peer: `deck.gl ${peer.pans.script.length}`,
    },
    {
      what: "from frame to frame of a pan, p95",
      measured: ms(interval!),
      ...beside(interval!, theirInterval!),
    },
    {
      what: "longest main-thread task of a pan",
      measured: ms(inPan!),
      ...beside(inPan!, theirInPan!),
    },
    ...memoryFigures(own.memory, peer.memory),
  ];
}

const memoryText = ({ tab, gpu }: BrowserMemory): string =>
  `${tab.toFixed(0)} MB, drawing process ${gpu.toFixed(0)} MB`;

function memoryFigures(own?: BrowserMemory, peer?: BrowserMemory): Figure[] {
  if (own === undefined || peer === undefined) return [];
  const bound = { bound: "≤ 600 MB", held: own.tab <= 600 };
  return [
    {
      what: "memory of the tab",
      measured: memoryText(own),
      peer: `deck.gl ${memoryText(peer)}`,
      ...bound,
    },
  ];
}

/** `npm run bench -- map`: a plan of 50,000 lines and 5,000 areas loaded, drawn, panned and lassoed. */
export async function benchMap(): Promise<void> {
  installPeers();
  const place = mkdtempSync(join(tmpdir(), "swath-bench-map-"));
  try {
    const file = join(place, "plan.kmz");
    const kml = new TextEncoder().encode(seededKml(PLAN));
    writeFileSync(file, zipSync({ "doc.kml": kml }));
    console.log(
      `${PLAN.lines} lines and ${PLAN.areas} areas, ${(kml.length / 1e6).toFixed(1)} MB of KML; ` +
        `load of the machine ${loadavg()[0]!.toFixed(1)}`,
    );
    const own = await servePage(resolve(import.meta.dirname, "page"), join(place, "own"));
    const root = resolve(import.meta.dirname, "../peers");
    const peer = await servePage(root, join(place, "peer"), "map.html");
    const measured = await measure(own, file, LASSOS);
    for (const figure of figures(measured, await measure(peer, file, 0))) {
      console.log(figureLine(figure));
      if (figure.held === false) process.exitCode = 1;
    }
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
  // The pages' servers would keep the process.
  process.exit();
}
