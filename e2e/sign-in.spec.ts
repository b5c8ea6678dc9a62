import { call, tokenOf } from "./api.ts";
import { expect, signIn, test } from "./fixtures.ts";

test("a person comes back, after signing in, to the address they came from", async ({ page }) => {
  await signIn(page, "crew", "/post?page=2");
  await expect(page).toHaveURL(/\/post\?page=2$/);
  await expect(page.getByRole("link", { name: "UPLOAD", exact: true })).toBeVisible();
});

test("a session survives a reload and ends by Logout", async ({ page }) => {
  await signIn(page, "crew");
  await page.reload();
  await expect(page).toHaveURL(/\/post/);
  await page.getByRole("button", { name: /Casey Crew/ }).click();
  await page.getByRole("menuitem", { name: "Logout" }).click();
  await expect(page.getByRole("button", { name: "Sign in with Microsoft" })).toBeVisible();
  await page.goto("/post");
  await expect(page).toHaveURL(/\/login/);
});

test("without the base group the portal shows who can help", async ({ page }) => {
  await signIn(page, "nogroup");
  await expect(page.getByText("Insufficient privileges to access.")).toBeVisible();
  await expect(
    page.getByText("Please contact your Team Leader to assign required privileges."),
  ).toBeVisible();
});

test("an unknown account sees the reason and may try again", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("button", { name: "Sign in with Microsoft" }).click();
  await page.getByRole("textbox").fill("nobody-here");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("alert")).toBeVisible();
  await page.getByRole("textbox").fill("crew");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/post/);
});

const FLIGHTS = "/main/flights?pageSize=1";

test("the server enforces the groups on its own", async ({ swath }) => {
  const status = async (account: string, path = FLIGHTS): Promise<number> =>
    (await call(swath, tokenOf(swath, account), path)).status;
  expect(await status("crew")).toBe(200);
  expect(await status("guest")).toBe(200);
  expect(await status("nogroup")).toBe(403);
  expect(await status("nogroup", "/main/settings")).toBe(403);
  expect(await status("processing")).toBe(403);
  expect(await status("processing", "/main/settings")).toBe(200);
});

test("a missing, forged or unsigned token is refused in the one error form", async ({ swath }) => {
  const token = tokenOf(swath, "crew");
  const [header, payload] = token.split(".");
  const none = Buffer.from('{"alg":"none","typ":"at+jwt"}').toString("base64url");
  for (const bad of [undefined, "nonsense", `${header}.${payload}.AAAA`, `${none}.${payload}.`]) {
    const { status, body } = await call<{ code: string; requestId: string }>(swath, bad, FLIGHTS);
    expect(status).toBe(401);
    expect(body).toEqual({
      code: "UNAUTHENTICATED",
      message: expect.any(String),
      details: expect.any(Object),
      requestId: expect.any(String),
    });
  }
});
