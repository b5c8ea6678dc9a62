import { type Browser, chromium as playwright, type Page } from "@playwright/test";
import { signIn } from "../../../e2e/fixtures.ts";
import { Swath } from "../../../e2e/swath.ts";
import { chromium } from "../../../tools/chromium.mjs";
import { quantile } from "../quantile.ts";
import { awaitMore } from "../tasks/awaiting-qa.ts";

const LIMIT_MS = 100;
const SLOWDOWNS = [1, 4];
const REPEATED = 7;
const VIEWPORT = { width: 1425, height: 900 };
const FAILED = `/ip?Status=${encodeURIComponent("$any FAILED")}`;
const PENDING = `/ip?Status=${encodeURIComponent("$any QA_PENDING")}`;

/** Something that a person does, and what then is to be seen. */
interface Action {
  readonly name: string;
  readonly page: string;
  /** Brings the page so far that one click or key is left. */
  readonly prepare?: (page: Page) => Promise<void>;
  readonly act: (page: Page) => Promise<void>;
  /** A selector of the answer, matched by nothing before it. */
  readonly answer: string;
}

const press = (name: string | RegExp) => (page: Page) =>
  page.getByRole("button", { name }).first().click();

async function confirmMark(page: Page): Promise<void> {
  await page.locator("tbody button[aria-label*=': Failed']").first().click();
  await page.getByRole("menuitem", { name: "Mark as Manually Processed" }).click();
  await page.getByRole("dialog").getByRole("textbox").fill("Measured");
}

const firstBell = (page: Page) => page.locator("tbody button[aria-pressed]").first();

async function unfollow(page: Page): Promise<void> {
  // Who follows what is told by a call of its own.
  await page.waitForLoadState("networkidle");
  const bell = firstBell(page);
  if ((await bell.getAttribute("aria-pressed")) === "true") await bell.click();
  await bell.and(page.locator("[aria-pressed=false]")).waitFor();
}

async function openReview(page: Page): Promise<void> {
  await page.keyboard.press("Alt+q");
  await page.getByRole("dialog", { name: /^Review of/ }).waitFor();
  await page.keyboard.press("a");
  const dialog = page.getByRole("dialog", { name: "Update Status" });
  await dialog.waitFor();
  // A missed bound asks for words.
  if (await dialog.getByRole("button", { name: "Confirm" }).isDisabled())
    await dialog.getByRole("textbox").fill("Measured");
}

const ACTIONS: readonly Action[] = [
  {
    name: "a row is ticked",
    page: "/ip",
    act: (page) => page.locator("tbody input[type=checkbox]").first().click(),
    answer: "tbody input[type=checkbox]:checked",
  },
  {
    name: "a flight is followed",
    page: "/ip",
    prepare: unfollow,
    act: (page) => firstBell(page).click(),
    answer: "body:has(tbody button[aria-pressed=true]:focus)",
  },
  {
    name: "the filters open",
    page: "/post",
    act: press("Search"),
    answer: "[role=dialog] input",
  },
  {
    name: "the palette opens",
    page: "/post",
    act: (page) => page.keyboard.press("Control+k"),
    answer: "[role=dialog] input",
  },
  {
    name: "a mark is confirmed",
    page: FAILED,
    prepare: confirmMark,
    act: press("Confirm"),
    answer: "body:not(:has([role=dialog])) tbody button[aria-disabled=true]",
  },
  {
    name: "QA is completed",
    page: PENDING,
    prepare: openReview,
    act: press("Confirm"),
    answer: "body:not(:has([aria-label='Update Status'])) [role=dialog]",
  },
];

type Watching = typeof globalThis & { answered: Promise<number> };

/** Watches in the page for the answer: milliseconds from the next click or key to the frame that shows it. */
async function watch(page: Page, answer: string): Promise<void> {
  await page.evaluate((selector) => {
    (globalThis as Watching).answered = new Promise((resolve) => {
      const begin = ({ timeStamp }: Event): void => {
        for (const type of ["click", "keydown"]) removeEventListener(type, begin, true);
        const look = (): void => {
          if (document.querySelector(selector) === null) requestAnimationFrame(look);
          // The task that follows a frame's callbacks comes after the frame is drawn.
          else setTimeout(() => resolve(performance.now() - timeStamp));
        };
        requestAnimationFrame(look);
      };
      for (const type of ["click", "keydown"]) addEventListener(type, begin, true);
    });
  }, answer);
}

async function measure(browser: Browser, origin: string, action: Action, slowdown: number) {
  const context = await browser.newContext({ baseURL: origin, viewport: VIEWPORT });
  const taken: number[] = [];
  try {
    const page = await context.newPage();
    await signIn(page, "operator");
    const session = await context.newCDPSession(page);
    await session.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
    for (let run = 0; run < REPEATED; run += 1) {
      await page.goto(action.page);
      await page.locator("tbody tr").first().waitFor();
      await action.prepare?.(page);
      await watch(page, action.answer);
      await action.act(page);
      taken.push(await page.evaluate(() => (globalThis as Watching).answered));
    }
  } finally {
    await context.close();
  }
  return taken;
}

/** `npm run bench -- actions`: from what a person does to the frame that shows its answer. */
export async function benchActions(): Promise<void> {
  const swath = await Swath.start();
  await awaitMore(swath);
  const browser = await playwright.launch(chromium());
  try {
    for (const slowdown of SLOWDOWNS) {
      console.log(`processor ${slowdown}× slowed, ${REPEATED} of each; limit ${LIMIT_MS} ms`);
      for (const action of ACTIONS) {
        const taken = await measure(browser, swath.origin, action, slowdown);
        const median = quantile(taken, 0.5);
        console.log(
          `  ${action.name.padEnd(22)} median ${median.toFixed(0)} ms, ` +
            `longest ${quantile(taken, 1).toFixed(0)} ms, ratio ${(median / LIMIT_MS).toFixed(2)}`,
        );
      }
    }
  } finally {
    await browser.close();
    await swath.stop();
  }
}
