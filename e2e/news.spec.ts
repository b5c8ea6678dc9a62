import type { BrowserContext, Page } from "@playwright/test";
import type { Processing } from "@swath/contract/processing";
import { call, tokenOf } from "./api.ts";
import { passUntil } from "./clock.ts";
import { BLANK, expect, signIn, testOf } from "./fixtures.ts";
import { Swath } from "./swath.ts";

/** A key of these tests alone; nothing is sent to the service that a subscription names. */
const PUSH = {
  SWATH_PUSH_KEY: "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw",
  SWATH_PUSH_CONTACT: "mailto:operator@example.test",
};

const test = testOf(async () => Swath.start(PUSH));

/** A processing whose GPS job waits for QA. */
async function waitingForQA(swath: Swath, token: string): Promise<Processing> {
  const { body } = await call<Processing[]>(
    swath,
    token,
    `/processing/processing?pageSize=100&Status=${encodeURIComponent("$any QA_PENDING")}`,
  );
  const found = body.find(
    ({ GPSProcStatus, GPSProcQAUser }) => GPSProcStatus === "COMPLETED" && !GPSProcQAUser,
  );
  if (found === undefined) throw new Error("no GPS job waits for QA");
  return found;
}

const bell = (page: Page) => page.getByRole("button", { name: /^News/ });

test("a flight is followed on the dashboard, and its news leads back to it", async ({
  asUser,
  swath,
}) => {
  const operator = tokenOf(swath, "leader");
  const { _id: id, FlightID: flightId } = await waitingForQA(swath, operator);
  // In the demonstration, others follow flights already.
  const page = await asUser("crew2", BLANK);
  await page.clock.install();
  await page.goto(`/ip?FlightID=${encodeURIComponent(`$any ${flightId}`)}`);
  const follow = page.getByRole("button", { name: `Follow ${flightId}` }).first();
  await follow.focus();
  await page.keyboard.press("Enter");
  await expect(follow).toHaveAttribute("aria-pressed", "true");
  await page.goto(`/post/${flightId}`);
  await expect(page.getByRole("button", { name: `Follow ${flightId}` })).toHaveAttribute(
    "aria-pressed",
    "true",
  );
  await expect(bell(page)).toHaveAccessibleName("News");

  const body = JSON.stringify({ job: "GPS" });
  const headers = { "content-type": "application/json" };
  const done = await call(swath, operator, `/processing/processing/${id}/qa`, {
    method: "PUT",
    body,
    headers,
  });
  expect(done.status).toBe(200);
  // By the bell's own poll.
  await passUntil(page, () =>
    expect(bell(page)).toHaveAccessibleName("News, 1 unread", { timeout: 1_000 }),
  );
  await bell(page).click();
  await page
    .getByRole("dialog", { name: "News" })
    .getByRole("link", { name: /QA completed/ })
    .click();
  await expect(page).toHaveURL(/\/ip\?FlightID=%24any.*review=/);
  await page.getByRole("button", { name: "Close the review" }).click();
  await expect(bell(page)).toHaveAccessibleName("News");

  const colleague = await asUser("office");
  await expect(bell(colleague)).toHaveAccessibleName("News");
  const guest = await asUser("guest", "/ip");
  await expect(guest.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(bell(guest)).toHaveCount(0);
  await expect(guest.getByRole("button", { name: /^Follow / })).toHaveCount(0);
});

/** A browser's answer of a push service, which needs none here. */
async function subscribeWithoutService(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    PushManager.prototype.subscribe = async () =>
      ({
        endpoint: "https://fcm.googleapis.com/fcm/send/of-this-test",
        getKey: (name: string) => new Uint8Array(name === "auth" ? 16 : 65).fill(4).buffer,
      }) as unknown as PushSubscription;
  });
}

test("the service worker shows what is pushed to it, under the pages' own policy", async ({
  browser,
  swath,
}) => {
  const context = await browser.newContext({ baseURL: swath.origin });
  await context.grantPermissions(["notifications"], { origin: swath.origin });
  await subscribeWithoutService(context);
  const page = await context.newPage();
  await signIn(page, "crew", "/following");
  await page.goto("/following");
  const devtools = await context.newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    devtools.on("ServiceWorker.workerVersionUpdated", ({ versions }) => {
      const active = versions.find(({ status }) => status === "activated");
      if (active !== undefined) resolve(active.registrationId);
    });
  });
  await devtools.send("ServiceWorker.enable");
  await page.getByRole("switch", { name: "Notifications of this browser" }).click();
  const registrationId = await registered;
  const message = { title: "FL000101", body: "GPS & EO failed", path: "https://evil.example/" };
  await devtools.send("ServiceWorker.deliverPushMessage", {
    origin: swath.origin,
    registrationId,
    data: JSON.stringify(message),
  });
  const shown = () =>
    page.evaluate(async () => {
      const [registration] = await navigator.serviceWorker.getRegistrations();
      const notifications = (await registration?.getNotifications()) ?? [];
      return notifications.map(({ title, body, data }) => ({ title, body, data: data as unknown }));
    });
  // Whatever a message says, it leads to a page of this site.
  const { title, body } = message;
  await expect.poll(shown).toEqual([{ title, body, data: { page: swath.origin } }]);
  await context.close();
});
