import { afterEach, expect, test, vi } from "vitest";
import { page as screen } from "vitest/browser";
import { fakeApi } from "../platform/api/testing/fake-api.ts";
import { casey, sessionRig } from "../platform/session/testing/session-rig.ts";
import { openApp } from "./testing/open-app.tsx";

const api = fakeApi({ listFlights: () => ({ items: [], total: 0 }) });

let leave = (): void => undefined;
afterEach(() => {
  leave();
  vi.restoreAllMocks();
});

/** The whole application at an address, with a session whose renewals end as planned. */
async function open(address: string, ...outcomes: Parameters<typeof sessionRig>) {
  const rig = sessionRig(...outcomes);
  const app = openApp(address, rig.session, api);
  leave = app.leave;
  await rig.session.check();
  return { ...rig, router: app.router };
}

const heading = (name: string) => screen.getByRole("heading", { name });
const button = (name: string) => screen.getByRole("button", { name });

test("a page with unfinished work stays below the request to sign in, and is itself again after it", async () => {
  const opened = vi.spyOn(window, "open").mockReturnValue(null);
  const { session, work, plan } = await open("/post");
  const kept = screen.getByText("No flights yet");
  await expect.element(kept).toBeVisible();
  const element = kept.element();
  work.exists = true;
  plan("ended");
  await session.tokenAfter("token 1");
  await expect.element(heading("You are no longer signed in")).toBeVisible();
  expect(element.isConnected).toBe(true);
  await button("Sign in").click();
  expect(opened.mock.lastCall?.[0]).toBe("/auth/login?returnTo=%2Fsign-in-done");
  void session.hear({ kind: "signedIn", subject: casey.subject });
  await expect.element(heading("You are no longer signed in")).not.toBeInTheDocument();
  expect(element.isConnected).toBe(true);
});

test("over unfinished work a change of person asks for the person before, by a sign-in that asks", async () => {
  const opened = vi.spyOn(window, "open").mockReturnValue(null);
  const { session, work, plan } = await open("/post");
  work.exists = true;
  plan("changed");
  void session.hear({ kind: "signedIn", subject: "leader" });
  await expect.element(heading("Someone else has signed in")).toBeVisible();
  await button("Sign in as Casey Crew").click();
  expect(opened.mock.lastCall?.[0]).toBe("/auth/login?returnTo=%2Fsign-in-done&prompt=login");
});

test("over unfinished work an outage is said above the page, which may be used", async () => {
  const { work, plan, time } = await open("/post");
  work.exists = true;
  plan("failed", "failed", "failed");
  await time.pass(20 * 60_000 + 20_000);
  await expect
    .element(screen.getByText(/is kept, and an upload continues on its own/))
    .toBeVisible();
  await expect.element(screen.getByText("No flights yet")).toBeVisible();
  await time.pass(10_000);
  await expect
    .element(screen.getByText(/is kept, and an upload continues on its own/))
    .not.toBeInTheDocument();
});

test("without unfinished work three failures lead to sign-in, and the way back is kept", async () => {
  const { plan, time, router } = await open("/post?page=3");
  plan("failed", "failed", "failed");
  await time.pass(20 * 60_000 + 20_000);
  await expect.element(button("Sign in with Microsoft")).toBeVisible();
  expect(router.state.location.search).toEqual({ returnTo: "/post?page=3" });
});

test("a page of another person than the one who has signed in shows nothing of it", async () => {
  const { session, plan } = await open("/post");
  await expect.element(screen.getByText("No flights yet")).toBeVisible();
  plan("changed");
  void session.hear({ kind: "signedIn", subject: "leader" });
  await expect.element(heading("Someone else has signed in")).toBeVisible();
  await expect.element(screen.getByText(/was opened by Casey Crew/)).toBeVisible();
  expect(screen.getByText("No flights yet").elements()).toEqual([]);
  await expect
    .element(screen.getByRole("link", { name: "Sign in as Casey Crew" }))
    .toHaveAttribute("href", "/auth/login?returnTo=%2Fpost&prompt=login");
});

test("a start without a server is the unreachable page, never sign-in, and goes on by itself", async () => {
  const { time } = await open("/post", "throws", "failed", "failed", "failed");
  await expect.element(heading("The server cannot be reached")).toBeVisible();
  await time.pass(39_999);
  await expect.element(heading("The server cannot be reached")).toBeVisible();
  await time.pass(1);
  await expect.element(screen.getByText("No flights yet")).toBeVisible();
});

test("the window of a sign-in over a page closes itself, and says so where it may not", async () => {
  const closed = vi.spyOn(window, "close").mockReturnValue(undefined);
  await open("/sign-in-done");
  await expect.element(heading("You are signed in")).toBeVisible();
  expect(closed).toHaveBeenCalled();
});

test("what asks before a page is left does not hold up the way to sign-in", async () => {
  const { session, router, plan } = await open("/post");
  await expect.element(screen.getByText("No flights yet")).toBeVisible();
  const unblock = router.history.block({ blockerFn: () => true, enableBeforeUnload: false });
  plan("ended");
  await session.tokenAfter("token 1");
  await expect.element(button("Sign in with Microsoft")).toBeVisible();
  unblock();
});

test.each([
  [390, 844],
  [320, 568],
  [640, 360],
])("sign-in fits a window of %i x %i", async (width, height) => {
  await screen.viewport(width, height);
  await open("/login", "ended");
  await expect.element(button("Sign in with Microsoft")).toBeVisible();
  const { left, right } = button("Sign in with Microsoft").element().getBoundingClientRect();
  expect(left).toBeGreaterThanOrEqual(0);
  expect(right).toBeLessThanOrEqual(width);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
  await screen.viewport(1425, 900);
});

/** Of a line of text in a font. */
function widthIn(family: string): number {
  const context = document.createElement("canvas").getContext("2d")!;
  context.font = `40px ${family}`;
  return context.measureText("Flight 0123456789 Office Uploads").width;
}

test("the named font is really loaded, and texts are set in it", async () => {
  await open("/login", "ended");
  const label = button("Sign in with Microsoft");
  await expect.element(label).toBeVisible();
  await document.fonts.ready;
  const loaded = [...document.fonts].filter(({ status }) => status === "loaded");
  expect(loaded.map(({ family }) => family.replaceAll('"', ""))).toContain("Inter Variable");
  const { fontFamily } = getComputedStyle(label.element());
  expect(fontFamily).toMatch(/^"Inter Variable"/);
  expect(widthIn('"Inter Variable", monospace')).not.toBe(widthIn("monospace"));
});
