// A person with Chromium, in a process group of its own so that it can be killed whole: uploads a
// folder by the portal's pages, signs in wherever they ask for it, and ends with what they say.
//   node browser-client.ts ORIGIN FLIGHT UPLOAD FOLDER PROFILE always|once|never
// The last word: how often it takes over what is being sent elsewhere. A message ends its session.
import { spawn } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type BrowserContext, chromium as playwright, type Page } from "@playwright/test";
import { chromium } from "../../../tools/chromium.mjs";

const [origin = "", flight = "", upload = "", folder = "", profile = "", takeOver = ""] =
  process.argv.slice(2);
const ACCOUNT = "crew";
const LOOK_MS = 200;
const ACT_MS = 5_000;
/** Where the other one is not to lose the upload, nothing offers that. */
const AGREED = /^(Upload|Continue|Confirm|Yes|OK|Resume here)/;
const RESUME = /^Resume upload/;
const TAKE_OVER = "Resume here";
/** A page that shows nothing of an upload by then is loaded anew, as long as no folder was chosen. */
const BLANK_MS = 10_000;
/** Characters of what a page shows. */
const MOST_TOLD = 3_000;
/** A page that cannot be looked at or used for so long is told of. */
const FAILING_MS = 20_000;
/** A page that wants the folder again for so long has ended this run. */
const WANTS_FOLDER_MS = 5_000;

/**
 * Chromium in the group of this process; Playwright's own launch would make another one. One that hangs on
 * what a kill left of its profile is given up: the next start is of a browser without a past.
 */
async function openBrowser(): Promise<BrowserContext> {
  const { executablePath = playwright.executablePath(), args } = chromium();
  const portFile = join(profile, "DevToolsActivePort");
  rmSync(portFile, { force: true });
  const own = ["--headless", "--remote-debugging-port=0", `--user-data-dir=${profile}`];
  spawn(executablePath, [...args, ...own], { stdio: "ignore" });
  while (!existsSync(portFile)) await sleep(LOOK_MS);
  const [port, path] = readFileSync(portFile, "utf8").split("\n");
  try {
    const browser = await playwright.connectOverCDP(`ws://127.0.0.1:${port}${path}`);
    return browser.contexts()[0]!;
  } catch (error) {
    rmSync(profile, { recursive: true, force: true });
    throw error;
  }
}

/** How long something has lasted, as it is looked at again and again. */
class Lasting {
  #since: number | undefined;

  ms(lasts: boolean): number {
    this.#since = lasts ? (this.#since ?? performance.now()) : undefined;
    return this.#since === undefined ? 0 : performance.now() - this.#since;
  }
}

const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name });
const usable = async (page: Page, name: string | RegExp): Promise<boolean> => {
  const first = button(page, name).first();
  return (await first.isVisible()) && (await first.isEnabled({ timeout: ACT_MS }));
};
const press = (page: Page, name: string | RegExp): Promise<void> =>
  button(page, name).first().click({ timeout: ACT_MS });

/** Goes one step towards being signed in; answers whether the page asked for it. */
async function enter(page: Page): Promise<boolean> {
  if (new URL(page.url()).pathname.startsWith("/idp")) {
    const back = page.getByRole("link", { name: "Back to sign-in" });
    if (await back.isVisible()) {
      await back.click({ timeout: ACT_MS });
      return true;
    }
    await page.getByRole("textbox").fill(ACCOUNT, { timeout: ACT_MS });
    await page.keyboard.press("Enter");
    return true;
  }
  for (const name of ["Sign in with Microsoft", /^Sign in$/])
    if (await usable(page, name)) {
      await press(page, name);
      return true;
    }
  return false;
}

const windowOpen = new Lasting();

/** In the small window that the page opens over itself, or else by the page, which opens one that shows nothing anew. */
async function enterAny(page: Page): Promise<boolean> {
  const isWindow = (other: Page): boolean => other !== page && other.url().startsWith(origin);
  const opened = page.context().pages().find(isWindow);
  const ms = windowOpen.ms(opened !== undefined);
  if (opened !== undefined && ((await enter(opened)) || ms < BLANK_MS)) return true;
  windowOpen.ms(false);
  return enter(page);
}

/** Whether it has taken the upload over. */
let tookOver = false;

/** Answers a question of the page; answers whether there was one. */
async function answer(page: Page): Promise<boolean> {
  const question = page.getByRole("dialog").getByRole("button", { name: AGREED }).first();
  if (await question.isVisible()) {
    await question.click({ timeout: ACT_MS });
    return true;
  }
  const mayTakeOver = takeOver === "always" || (takeOver === "once" && !tookOver);
  for (const name of mayTakeOver ? [TAKE_OVER, RESUME] : [RESUME])
    if (await usable(page, name)) {
      await press(page, name);
      tookOver ||= name === TAKE_OVER;
      return true;
    }
  return false;
}

/** Tells what is to be read, where it is not what was told last. */
class Reader {
  #told = "";

  async tell(page: Page): Promise<void> {
    const shown = await page.locator("body").innerText({ timeout: ACT_MS });
    // What is asked comes first: it may name what is wrong with the folder.
    const asked = await page.getByRole("dialog").allInnerTexts();
    const text = [page.url(), ...asked, shown]
      .join("\n")
      .replaceAll(/\s*\n\s*/g, " | ")
      .slice(0, MOST_TOLD);
    if (text !== this.#told) process.stderr.write(`${text}\n`);
    this.#told = text;
  }
}

/** Uploads; answers whether the page says that the data is ready. */
async function send(page: Page, address: string): Promise<boolean> {
  const [blank, wants, failing] = [new Lasting(), new Lasting(), new Lasting()];
  const reader = new Reader();
  let chosen = false;
  /** Answers how it ended, once it has. */
  const look = async (): Promise<boolean | undefined> => {
    await reader.tell(page);
    if (await page.getByRole("region", { name: "Uploaded data" }).isVisible()) return true;
    if ((await enterAny(page)) || (await answer(page))) return undefined;
    const selectable = await usable(page, "Upload Flight Folder");
    if (selectable && !chosen) {
      await page.getByLabel("Flight folder").setInputFiles(folder, { timeout: ACT_MS });
      chosen = true;
    }
    if (wants.ms(selectable && chosen) > WANTS_FOLDER_MS) return false;
    const shown = await button(page, "Upload Flight Folder").isVisible();
    if (!chosen && blank.ms(!shown) > BLANK_MS) {
      blank.ms(false);
      await page.goto(address);
    }
    return undefined;
  };
  for (;;) {
    await sleep(LOOK_MS);
    try {
      const isReady = await look();
      if (isReady !== undefined) return isReady;
      failing.ms(false);
    } catch (error) {
      // What was looked at is gone: a person looks again.
      if (failing.ms(true) < FAILING_MS) continue;
      process.stderr.write(`the page cannot be used: ${String(error)}\n`);
      failing.ms(false);
    }
  }
}

const context = await openBrowser();
const page = await context.newPage();
page.on("crash", () => process.stderr.write("the page crashed\n"));
page.on("request", (request) => {
  const fingerprint = new URL(request.url()).searchParams.get("fingerprint");
  if (fingerprint !== null) process.send?.(fingerprint);
});
process.on("message", () => void context.request.get(`${origin}/auth/logout`).catch(() => {}));
process.channel?.unref();
// With the tool that started it.
process.on("disconnect", () => process.kill(-process.pid, "SIGKILL"));
const address = `${origin}/post/${flight}/uploads/${upload}`;
await page.goto(address).catch(() => {});
process.exit((await send(page, address)) ? 0 : 1);
