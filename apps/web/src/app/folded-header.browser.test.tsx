import { afterEach, beforeEach, expect, test } from "vitest";
import { page as screen } from "vitest/browser";
import { fakeApi } from "../platform/api/testing/fake-api.ts";
import { sessionOf } from "../platform/session/testing/session-of.ts";
import { processingDocument } from "../processing/testing/documents.ts";
import { expectAccessible } from "../ui/testing/accessible.ts";
import { openApp } from "./testing/open-app.tsx";

let leave = (): void => undefined;
beforeEach(() => screen.viewport(360, 740));
afterEach(() => leave());

async function open() {
  const api = fakeApi({
    readSettings: () => ({ LMSCurrentVersion: "3.3.3", requireReason: false }),
    listProcessings: () => ({ items: [processingDocument()], total: 1 }),
    countFailures: () => ({ Jobs: 0 }),
    listFailureGroups: () => ({ items: [], total: 0 }),
  });
  const opened = openApp("/ip", await sessionOf(["base", "resubmit"]), api);
  ({ leave } = opened);
  await expect.element(screen.getByRole("list", { name: /^Processings/ })).toBeVisible();
  return opened.router;
}
const areas = screen.getByRole("navigation", { name: "Areas" });
const tabs = screen.getByRole("navigation", { name: "Processing", exact: true });

test("in 360 px the dashboard is read without a sideways scroll, rows as cards", async () => {
  await open();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360);
  await expect.element(screen.getByText("SL000001").first()).toBeVisible();
  await expectAccessible();
});

test("the current tab alone is in sight, and a press unfolds the others, which lead there", async () => {
  const router = await open();
  await expect.element(areas.getByRole("link", { name: "PROCESSING" })).toBeVisible();
  expect(areas.getByRole("link", { name: "UPLOAD" }).elements()).toEqual([]);
  const unfold = tabs.getByRole("button", { name: "All of Processing" });
  await expect.element(unfold).toHaveAttribute("aria-expanded", "false");
  await unfold.click();
  await expect.element(unfold).toHaveAttribute("aria-expanded", "true");
  await expectAccessible();
  await tabs.getByRole("link", { name: "FAILURES" }).click();
  await expect.poll(() => router.state.location.pathname).toBe("/ip/failures");
  await expect.element(unfold).toHaveAttribute("aria-expanded", "false");
});
