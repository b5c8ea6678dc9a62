import { type Browser, chromium as playwright, type Page, type Response } from "@playwright/test";
import { writeCorridor } from "../../../apps/web/src/clouds/cloud-address.ts";
import type { Corridor } from "../../../apps/web/src/clouds/points/section-points.ts";
import { signIn } from "../../../e2e/fixtures.ts";
import { chromium } from "../../../tools/chromium.mjs";
import { readOrder } from "../../link/end-program.ts";
import { acrossLink } from "../../link/poor-link.ts";
import { memoryOf } from "../map/browser-processes.ts";
import { framesOf } from "../map/frames.ts";
import { BUCKET, KEY, OFFICE_NAMES, type ReviewerOrder, type ViewerTaken } from "./viewer-order.ts";

/* The reviewer's end of the link: looks at the cloud in Chromium. Prints what that took. */
const { order } = await readOrder<ReviewerOrder>();

const VIEWPORT = { width: 1425, height: 900 };
const MOST_MS = 300_000;
const CLOUD = new URLSearchParams({ bucket: BUCKET, file: KEY });
const PAN_STEPS = 60;

type Watching = typeof globalThis & { seen: Promise<number> };

/** Keeps when, after the page's opening, points first stand on the canvas of the view from above. */
function watchCanvas(): void {
  (globalThis as Watching).seen = new Promise((resolve) => {
    const look = (): void => {
      const canvas = document.querySelector<HTMLCanvasElement>("[aria-roledescription=map] canvas");
      const side = 64;
      const [x, y] = [(canvas?.width ?? 0) / 2 - side / 2, (canvas?.height ?? 0) / 2 - side / 2];
      const pixels = canvas?.width
        ? canvas.getContext("2d")?.getImageData(x, y, side, side).data
        : undefined;
      if (pixels?.some((value) => value !== 0)) resolve(performance.now());
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
}

async function firstPicture(page: Page): Promise<number> {
  await page.goto(`/clouds?${CLOUD.toString()}`);
  return page.evaluate(() => (globalThis as Watching).seen);
}

/** Ranges of the store that are answered while `work` runs. */
async function rangesDuring(page: Page, work: () => Promise<void>) {
  const ranges: { readonly url: string; readonly range: string; readonly bytes: number }[] = [];
  const take = (response: Response): void => {
    const { range } = response.request().headers();
    if (response.status() !== 206 || range === undefined) return;
    const bytes = Number(response.headers()["content-length"]);
    ranges.push({ url: response.url(), range, bytes });
  };
  page.on("response", take);
  await work();
  page.off("response", take);
  return ranges;
}

/** Types the profile and waits for all of its points; milliseconds from the press of the button. */
async function showProfile(page: Page, { from, to }: Corridor): Promise<number> {
  const fields = { "From x": from[0], "From y": from[1], "To x": to[0], "To y": to[1] };
  for (const [name, value] of Object.entries(fields))
    await page.getByRole("textbox", { name }).fill(String(value));
  const button = page.getByRole("button", { name: "Show profile" });
  await button.evaluate((element) => {
    element.addEventListener("click", () => performance.mark("asked"), { once: true });
  });
  await button.click();
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const look = (): void => {
          const section = document.querySelector("[aria-labelledby=profile-title]");
          const isDone = /points of lines/.test(section?.textContent ?? "");
          const [asked] = performance.getEntriesByName("asked");
          if (isDone && asked !== undefined) resolve(performance.now() - asked.startTime);
          else requestAnimationFrame(look);
        };
        look();
      }),
  );
}

/** How long ranges take by themselves, four at once as pages ask for them. */
const rangesAlone = (page: Page, ranges: readonly { url: string; range: string }[]) =>
  page.evaluate(async (list) => {
    const began = performance.now();
    const waiting = [...list];
    const one = async (): Promise<void> => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
        await (
          await fetch(next.url, { headers: { range: next.range }, cache: "no-store" })
        ).arrayBuffer();
    };
    await Promise.all([one(), one(), one(), one()]);
    return performance.now() - began;
  }, ranges);

async function pan(page: Page): Promise<void> {
  const profile = page.getByRole("application", { name: /^Profile/ });
  const { x, y, width, height } = (await profile.boundingBox())!;
  const [left, middle] = [x + width / 3, y + height / 2];
  await page.mouse.move(left, middle);
  await page.mouse.down();
  for (let step = 1; step <= PAN_STEPS; step += 1)
    await page.mouse.move(left + (step * width) / 3 / PAN_STEPS, middle);
  await page.mouse.up();
}

async function review(browser: Browser): Promise<ViewerTaken> {
  const page = await browser.newPage({ baseURL: order.origin, viewport: VIEWPORT });
  page.setDefaultTimeout(MOST_MS);
  await signIn(page, "crew");
  await page.addInitScript(watchCanvas);
  const firstVisitMs = await firstPicture(page);
  await page.goto("/overview");
  await page.waitForLoadState("networkidle");
  let firstPictureMs = 0;
  const opening = await framesOf(browser, page, async () => {
    firstPictureMs = await firstPicture(page);
    await page.waitForLoadState("networkidle");
  });
  let profileMs = 0;
  const ranges = await rangesDuring(page, async () => {
    profileMs = await showProfile(page, order.profile);
  });
  const rangesMs = await rangesAlone(page, ranges);
  const query = new URLSearchParams(CLOUD);
  for (const [name, value] of Object.entries(writeCorridor(order.large)))
    query.set(name, String(value));
  await page.goto(`/clouds?${query.toString()}`);
  const shown = page.getByText(/points of lines/);
  await shown.waitFor();
  const largePoints = Number(
    /([\d,]+) points of lines/.exec((await shown.textContent()) ?? "")![1]!.replaceAll(",", ""),
  );
  const panning = await framesOf(browser, page, () => pan(page));
  const memory = await memoryOf(browser);
  return {
    firstVisitMs,
    firstPictureMs,
    profileMs,
    profileBytes: ranges.reduce((sum, { bytes }) => sum + bytes, 0),
    rangesMs,
    largePoints,
    // One for each step of the pointer; the others are short.
    panTasks: panning.tasks.slice(0, PAN_STEPS),
    tasks: [...opening.tasks, ...panning.tasks].toSorted((a, b) => b - a),
    tabMegabytes: memory?.tab,
  };
}

const options = chromium();
const browser = await playwright.launch({
  ...options,
  args: [...options.args, acrossLink(OFFICE_NAMES)],
});
try {
  console.log(JSON.stringify(await review(browser)));
} finally {
  await browser.close();
}
// An open standard input would keep the process alive.
process.exit(0);
