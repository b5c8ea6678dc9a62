import type { BrowserContext, Page, Route } from "@playwright/test";
import { call, readyUpload, tokenOf } from "./api.ts";
import { arrived } from "./destination.ts";
import { BLANK, enterAccount, expect, logout, signIn, test } from "./fixtures.ts";
import { folderHashes, sampleFolder } from "./folder.ts";
import { removeFolder, temporaryFolder } from "./swath.ts";
import { UploadPage } from "./upload-page.ts";

// Most of a test is waiting: they wait at once.
test.describe.configure({ mode: "parallel" });

const SIGN_IN = "Sign in with Microsoft";
const RENEW = "**/api/main/renew*";

const heading = (page: Page, name: string | RegExp) => page.getByRole("heading", { name });
const flights = (page: Page) => page.getByRole("link", { name: /^FL\d{6}$/ }).first();

interface Link {
  isUp: boolean;
}

/** Tokens that live for so many seconds only, as the page is told, so that it renews them soon. */
async function shortTokens(context: BrowserContext, seconds: number, link: Link): Promise<void> {
  await context.route(RENEW, async (route) => {
    if (!link.isUp) return route.abort();
    const reply = await route.fetch().catch(() => undefined);
    if (reply === undefined) return route.abort();
    if (!reply.ok()) return route.fulfill({ response: reply });
    const body = (await reply.json()) as Record<string, unknown>;
    return route.fulfill({ response: reply, json: { ...body, expiresIn: seconds } });
  });
}

test("a running upload outlasts an outage of its renewals and the end of its session, and goes on", async ({
  swath,
  asUser,
}) => {
  test.setTimeout(400_000);
  const place = temporaryFolder("flight");
  try {
    const upload = await readyUpload(swath, tokenOf(swath, "crew"), "LiDAR", /Galaxy/);
    const folder = sampleFolder(upload, place, "--big");
    const crew = await asUser("crew", BLANK);
    const link: Link = { isUp: true };
    let storeIsUp = true;
    await crew.route("**/store/**", (route) =>
      storeIsUp ? route.continue() : route.abort("connectionreset"),
    );
    // The plan is with the server by then, and nothing of the data.
    const sending = Promise.withResolvers<void>();
    const stopStore = async (route: Route): Promise<void> => {
      storeIsUp = false;
      await route.continue();
      sending.resolve();
    };
    await crew.route("**/status?status=UPLOADING*", stopStore, { times: 1 });
    await shortTokens(crew.context(), 20, link);
    const page = new UploadPage(crew);
    await page.open(upload);
    await page.choose(folder);
    await page.confirmFindings();
    // Below a dialog it has no role.
    const progress = crew.locator("[role=progressbar]").first();
    await expect(progress).toBeVisible();

    await sending.promise;
    await crew.waitForTimeout(2_000);
    link.isUp = false;
    await crew.context().setOffline(true);
    const waits = crew.getByText(/could not be renewed\. What is unfinished on this page waits/);
    await expect(waits).toBeVisible({ timeout: 60_000 });
    await crew.waitForTimeout(70_000);
    await expect(waits).toBeVisible();
    await expect(progress).toBeVisible();
    link.isUp = true;
    await crew.context().setOffline(false);
    await expect(waits).toBeHidden({ timeout: 30_000 });
    await expect(progress).toBeVisible();

    const other = await crew.context().newPage();
    await other.goto("/post");
    await logout(other);
    await expect(heading(crew, "You are no longer signed in")).toBeVisible();
    await expect(progress).toBeVisible();
    const popup = crew.waitForEvent("popup");
    await crew.getByRole("button", { name: "Sign in", exact: true }).click();
    await enterAccount(await popup, "crew");
    await expect(heading(crew, "You are no longer signed in")).toBeHidden({ timeout: 30_000 });
    storeIsUp = true;
    await page.ready(240_000);
    expect(await arrived(swath, upload)).toEqual(await folderHashes(folder));
  } finally {
    removeFolder(place);
  }
});

test("signing out ends every tab and every token, and no tab becomes another person's in silence", async ({
  swath,
  asUser,
}) => {
  const first = await asUser("crew", BLANK);
  const bearer = first.waitForRequest((request) => request.url().includes("/api/main/flights"));
  await first.goto("/post?page=2");
  const token = (await (await bearer).headerValue("authorization"))!.replace("Bearer ", "");
  await expect(flights(first)).toBeVisible();
  expect((await call(swath, token, "/main/flights?pageSize=1")).status).toBe(200);

  const second = await first.context().newPage();
  await second.goto("/post");
  await logout(second);
  await expect(first.getByRole("button", { name: SIGN_IN })).toBeVisible({ timeout: 3_000 });
  await expect(first).toHaveURL(/\/login\?returnTo=%2Fpost%3Fpage%3D2$/);
  const refused = await call<{ code: string }>(swath, token, "/main/flights?pageSize=1");
  expect([refused.status, refused.body.code]).toEqual([401, "SESSION_ENDED"]);

  await signIn(second, "leader");
  await expect(heading(first, "Someone else has signed in")).toBeVisible({ timeout: 3_000 });
  await first.getByRole("button", { name: "Continue as the other person" }).click();
  await expect(first.getByRole("button", { name: /Lena Leader/ })).toBeVisible();
});

test("a tab whose person was replaced goes back to them by a sign-in that asks", async ({
  asUser,
}) => {
  const first = await asUser("crew");
  const second = await first.context().newPage();
  await second.goto("/auth/login?returnTo=%2Fpost&prompt=login");
  await enterAccount(second, "leader");
  await expect(second.getByRole("button", { name: /Lena Leader/ })).toBeVisible();
  await expect(heading(first, "Someone else has signed in")).toBeVisible();
  await first.getByRole("link", { name: "Sign in as Casey Crew" }).click();
  await enterAccount(first, "crew");
  await expect(first.getByRole("button", { name: /Casey Crew/ })).toBeVisible();
  await expect(heading(second, "Someone else has signed in")).toBeVisible();
});

interface Answer {
  status: number | "none";
}

/** Makes calls fail until the page says so, then checks that it recovers by itself. */
async function survives(page: Page, calls: RegExp, statuses: readonly Answer["status"][]) {
  const answer: Answer = { status: 200 };
  await page.route(calls, (route) => {
    if (answer.status === 200) return route.continue();
    if (answer.status === "none") return route.abort();
    const json = { code: "X", message: `planned ${answer.status}`, details: {}, requestId: "r" };
    return route.fulfill({ status: answer.status, json });
  });
  for (const status of statuses) {
    answer.status = status;
    const said = status === "none" ? "The server cannot be reached" : `planned ${status}`;
    await expect(page.getByText(said)).toBeVisible({ timeout: 20_000 });
    answer.status = 200;
    await expect(page.getByText(said)).toBeHidden({ timeout: 20_000 });
    await expect(page.getByText(/^Updated/)).toBeVisible();
  }
  await page.unroute(calls);
}

const STATUSES = [401, 403, 404, 408, 429, 500, "none"] as const;

test("the list and a flight's page outlast every refusal, say what is wrong, and recover", async ({
  asUser,
}) => {
  const list = await asUser("crew");
  await expect(flights(list)).toBeVisible();
  const flight = await list.context().newPage();
  await flight.goto(`/post/${await flights(list).textContent()}`);
  await expect(flight.getByText(/^Updated/)).toBeVisible();
  await Promise.all([
    survives(list, /\/api\/main\/flights\?/, STATUSES),
    survives(flight, /\/api\/main\/flights\/FL\d{6}$/, STATUSES),
  ]);
});

test("a poll goes on where one renewal fails and the next succeeds", async ({ asUser }) => {
  const page = await asUser("crew");
  await expect(flights(page)).toBeVisible();
  let refusals = 0;
  await page.route(/\/api\/main\/flights\?/, (route) =>
    refusals++ === 0
      ? route.fulfill({
          status: 401,
          json: { code: "TOKEN_EXPIRED", message: "planned", details: {}, requestId: "r" },
        })
      : route.continue(),
  );
  await page.route(RENEW, (route) => route.abort(), { times: 1 });
  await expect(page.getByText(/^Could not be refreshed since/)).toBeVisible();
  await expect(page.getByText(/^Updated/)).toBeVisible({ timeout: 30_000 });
  expect(refusals).toBeGreaterThan(1);
});

for (const minutes of [70, -70])
  test(`a clock that is wrong by ${minutes} minutes changes nothing`, async ({
    browser,
    swath,
  }) => {
    const context = await browser.newContext({ baseURL: swath.origin });
    await context.addInitScript((ms) => {
      const real = Date.now;
      const Wrong = new Proxy(Date, {
        construct: (target, values: [] | [number]) =>
          values.length === 0 ? new target(real() + ms) : new target(...values),
      });
      Wrong.now = () => real() + ms;
      globalThis.Date = Wrong;
    }, minutes * 60_000);
    const page = await context.newPage();
    let renewals = 0;
    page.on("request", (request) => {
      if (request.url().includes("/renew")) renewals += 1;
    });
    await signIn(page, "crew");
    await expect(flights(page)).toBeVisible();
    const before = renewals;
    await page.waitForTimeout(12_000);
    await expect(page.getByText(/^Updated/)).toBeVisible();
    expect(renewals).toBe(before);
    await context.close();
  });

for (const calls of ["**/config.json", "**/api/**"])
  test(`a reload while ${calls} does not answer says so within 6 s, and goes on by itself`, async ({
    asUser,
  }) => {
    const page = await asUser("crew");
    await expect(flights(page)).toBeVisible();
    await page.route(calls, () => new Promise(() => undefined));
    await page.reload();
    const unreachable = heading(page, "The server cannot be reached");
    await expect(unreachable).toBeVisible({ timeout: 6_000 });
    await page.waitForTimeout(25_000);
    await expect(unreachable).toBeVisible();
    await page.unroute(calls);
    await expect(flights(page)).toBeVisible({ timeout: 40_000 });
  });

test("a sign-in that took too long keeps the page that was wanted", async ({ page }) => {
  await page.goto("/post?page=2");
  await page.getByRole("button", { name: SIGN_IN }).click();
  await expect(page.getByRole("textbox")).toBeVisible();
  await page.context().clearCookies({ name: "swath_idp_sign_in" });
  await enterAccount(page, "crew");
  await expect(page.getByText(/took too long/)).toBeVisible();
  await page.getByRole("button", { name: SIGN_IN }).click();
  await enterAccount(page, "crew");
  await expect(page).toHaveURL(/\/post\?page=2$/);
});

test("the built pages load the named font themselves, under their own policy", async ({ page }) => {
  const problems: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") problems.push(message.text());
  });
  const font = page.waitForResponse((response) => response.url().endsWith(".woff2"));
  await signIn(page, "crew", "/post");
  expect(Number((await font).headers()["content-length"])).toBeLessThan(25_000);
  expect(new URL((await font).url()).origin).toBe(new URL(page.url()).origin);
  await expect(flights(page)).toBeVisible();
  const loaded = await page.evaluate(async () => {
    await document.fonts.ready;
    return [...document.fonts].filter(({ status }) => status === "loaded").length;
  });
  expect(loaded).toBe(1);
  expect(problems.filter((text) => text.includes("Content Security Policy"))).toEqual([]);
});

test("sign-in fits a phone", async ({ browser, swath }) => {
  const size = { width: 390, height: 844 };
  const context = await browser.newContext({
    baseURL: swath.origin,
    viewport: size,
    isMobile: true,
    hasTouch: true,
  });
  const page = await context.newPage();
  await page.goto("/");
  const button = page.getByRole("button", { name: SIGN_IN });
  await expect(button).toBeInViewport({ ratio: 1 });
  const box = await button.boundingBox();
  expect(box?.width).toBeGreaterThan(250);
  await context.close();
});

test("an action that takes a recent sign-in goes on after one, and ends the other browser", async ({
  asUser,
}) => {
  const here = await asUser("leader", BLANK);
  const there = await asUser("leader", "/post");
  await expect(flights(there)).toBeVisible();
  await here.goto("/sessions");
  await expect(here.getByText("This browser")).toBeVisible();
  // As the server answers five minutes after a sign-in.
  const body = {
    code: "REAUTHENTICATION_REQUIRED",
    message: "sign in again to do this",
    details: {},
    requestId: "e2e",
  };
  let refusals = 0;
  await here.route("**/api/main/sessions", (route) => {
    if (route.request().method() !== "DELETE" || refusals > 0) return route.continue();
    refusals += 1;
    return route.fulfill({ status: 403, json: body });
  });
  await here.getByRole("button", { name: "End all other sessions" }).click();
  await here.getByRole("button", { name: "End them" }).click();
  const popup = here.waitForEvent("popup");
  await here.getByRole("button", { name: "Sign in as Lena Leader" }).click();
  await enterAccount(await popup, "leader");
  await expect(here.getByRole("dialog")).toHaveCount(0, { timeout: 30_000 });
  await expect(here.getByText("This browser")).toBeVisible();
  await expect(here.getByRole("button", { name: "End all other sessions" })).toBeDisabled();
  await expect(there).toHaveURL(/\/login/, { timeout: 30_000 });
});
