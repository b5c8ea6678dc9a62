import type { Page } from "@playwright/test";

/** Instants in milliseconds of the page's clock. */
export interface Timings {
  /** The change event of the folder picker. */
  readonly changed: number;
  /** The first worker of the page was started: validation began. */
  readonly started: number;
  /** The page showed the outcome of the names; the sizes, read from the disk, come later. */
  readonly named: number;
  /** The report was shown. */
  readonly reported: number;
  /** Main-thread tasks over 50 ms, as the browser counts them. */
  readonly longTasks: readonly { readonly start: number; readonly duration: number }[];
}

interface Watched {
  timings: { changed?: number; started?: number; named?: number; reported?: number };
  longTasks: { start: number; duration: number }[];
}

/** Watches a page from outside, from its next load on: nothing of the product is changed. */
export async function watchPage(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const watched: Watched = { timings: {}, longTasks: [] };
    Object.assign(globalThis, { watched });
    new PerformanceObserver((list) => {
      for (const { startTime, duration } of list.getEntries())
        watched.longTasks.push({ start: startTime, duration });
    }).observe({ type: "longtask", buffered: true });
    addEventListener("change", () => (watched.timings.changed ??= performance.now()), true);
    globalThis.Worker = class extends Worker {
      constructor(...words: ConstructorParameters<typeof Worker>) {
        super(...words);
        watched.timings.started ??= performance.now();
      }
    };
    new MutationObserver(() => {
      const outputs = Array.from(
        document.querySelectorAll("output"),
        (output) => output.textContent,
      );
      if (outputs.some((words) => words.includes("by name")))
        watched.timings.named ??= performance.now();
      if (document.querySelector("[aria-label='Folder report']") !== null)
        watched.timings.reported ??= performance.now();
    }).observe(document, { childList: true, subtree: true, characterData: true });
  });
}

/** The instants, once the report is shown and the page is idle. */
export async function timingsOf(page: Page): Promise<Timings> {
  // Each size is read from the disk, which takes long on a busy machine.
  await page.getByRole("region", { name: "Folder report" }).waitFor({ timeout: 1_200_000 });
  await page.waitForTimeout(1000);
  return page.evaluate(() => {
    const { watched } = globalThis as unknown as { watched: Watched };
    const { changed, started, named, reported } = watched.timings;
    if (changed === undefined || started === undefined || reported === undefined)
      throw new Error("the folder never came through");
    // A small folder has its report before any progress is shown.
    return { changed, started, named: named ?? reported, reported, longTasks: watched.longTasks };
  });
}

const COUNTER = `
globalThis.bytesRead = 0;
const readBlob = Blob.prototype.arrayBuffer;
Blob.prototype.arrayBuffer = function () {
  globalThis.bytesRead += this.size;
  return readBlob.call(this);
};
`;

/** Makes the validation worker count the bytes of every slice that it reads. */
export async function countReads(page: Page): Promise<void> {
  await page.route(/validation\.worker[^/]*\.js$/, async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, body: COUNTER + (await answer.text()) });
  });
}

/** Bytes that the validation worker has read. */
export async function bytesRead(page: Page): Promise<number> {
  const counts = await Promise.all(
    page
      .workers()
      .map(async (worker) =>
        worker.evaluate(() => (globalThis as { bytesRead?: number }).bytesRead),
      ),
  );
  const count = counts.find((found) => found !== undefined);
  if (count === undefined) throw new Error("no worker counts what it reads");
  return count;
}
