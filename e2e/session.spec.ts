import type { Page } from "@playwright/test";
import { call, readyUpload, tokenOf } from "./api.ts";
import { arrived } from "./destination.ts";
import { BLANK, enterAccount, expect, logout, signIn, test } from "./fixtures.ts";
import { folderHashes, sampleFolder } from "./folder.ts";
import { slowLink } from "./slow-link.ts";
import { UploadPage } from "./upload-page.ts";

const SIGN_IN = "Sign in with Microsoft";

const heading = (page: Page, name: string | RegExp) => page.getByRole("heading", { name });
const flights = (page: Page) => page.getByRole("link", { name: /^FL\d{6}$/ }).first();

test("a running upload outlasts the end of its session, and goes on after a sign-in", async ({
  swath,
  asUser,
  place,
}) => {
  const upload = await readyUpload(swath, tokenOf(swath, "crew"), "LiDAR", /Galaxy/);
  const folder = sampleFolder(upload, place, "--no-big");
  const crew = await asUser("crew", BLANK);
  const link = await slowLink(crew, 200_000);
  const page = new UploadPage(crew);
  await page.open(upload);
  await page.choose(folder);
  await page.confirmFindings();
  // Below a dialog it has no role.
  const progress = crew.locator("[role=progressbar]").first();
  await expect(progress).toBeVisible();

  const other = await crew.context().newPage();
  await other.goto("/post");
  await logout(other);
  await expect(heading(crew, "You are no longer signed in")).toBeVisible();
  await expect(progress).toBeVisible();
  const popup = crew.waitForEvent("popup");
  await crew.getByRole("button", { name: "Sign in", exact: true }).click();
  await enterAccount(await popup, "crew");
  await expect(heading(crew, "You are no longer signed in")).toBeHidden();
  await link.mend(50_000_000);
  await page.ready();
  expect(await arrived(swath, upload)).toEqual(await folderHashes(folder));
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
  await expect(first.getByRole("button", { name: SIGN_IN })).toBeVisible();
  await expect(first).toHaveURL(/\/login\?returnTo=%2Fpost%3Fpage%3D2$/);
  const refused = await call<{ code: string }>(swath, token, "/main/flights?pageSize=1");
  expect([refused.status, refused.body.code]).toEqual([401, "SESSION_ENDED"]);

  await signIn(second, "leader");
  await expect(heading(first, "Someone else has signed in")).toBeVisible();
  await first.getByRole("button", { name: "Continue as the other person" }).click();
  await expect(first.getByRole("button", { name: /Lena Leader/ })).toBeVisible();
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
