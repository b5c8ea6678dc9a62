import type { Role } from "@swath/contract/identity";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page as screen } from "vitest/browser";
import { fakeApi } from "../platform/api/testing/fake-api.ts";
import { sessionOf } from "../platform/session/testing/session-of.ts";
import { openApp } from "./testing/open-app.tsx";

let leave = (): void => undefined;
// Below it the tabs are folded.
beforeEach(() => screen.viewport(1_425, 900));
afterEach(() => leave());

const KEY = "a".repeat(24);
const GROUP = {
  Key: KEY,
  Message: "cut off",
  Example: "cut off",
  Kinds: ["failed"],
  Stages: ["PI1"],
  Jobs: 3,
  Flights: 2,
  First: "2026-03-14T06:10:00.000Z",
  Last: "2026-03-14T06:10:00.000Z",
};

async function open(address: string, ...roles: Role[]) {
  const api = fakeApi({
    readSettings: () => ({ LMSCurrentVersion: "3.3.3" }),
    listProcessings: () => ({ items: [], total: 0 }),
    countFailures: () => ({ Jobs: 3 }),
    listFailureGroups: () => ({ items: [GROUP], total: 1 }),
    listGroupFailures: () => ({ items: [], total: 0 }),
  });
  const opened = openApp(address, await sessionOf(["base", ...roles]), api);
  leave = opened.leave;
  return { api, router: opened.router };
}
const tab = () => screen.getByRole("link", { name: /^FAILURES\s*: 3 jobs wait for an answer$/ });

test("a processing-only user has the failures beside the dashboard, with their count", async () => {
  const { router } = await open("/ip", "processingOnly");
  await expect.element(tab()).toBeVisible();
  await tab().click();
  await expect.element(tab()).toHaveAttribute("aria-current", "page");
  await expect.element(screen.getByRole("button", { name: "cut off", exact: true })).toBeVisible();
  expect(router.state.location.pathname).toBe("/ip/failures");
});

test("a guest has no failures, by the tab or by the address", async () => {
  const { api } = await open("/ip/failures", "guest");
  await expect.element(screen.getByRole("link", { name: "DASHBOARD" })).toBeVisible();
  expect(screen.getByText("cut off").elements()).toEqual([]);
  expect(screen.getByRole("link", { name: /FAILURES/ }).elements()).toEqual([]);
  expect(api.calls.map(({ name }) => name)).not.toContain("countFailures");
  expect(api.calls.map(({ name }) => name)).not.toContain("listFailureGroups");
});

test("the address holds filters, kind and the open group", async () => {
  const { api, router } = await open(`/ip/failures?FlightID=FL000123&kind=failed&page=2&group=no`);
  const group = screen.getByRole("button", { name: "cut off", exact: true });
  await group.click();
  await vi.waitFor(() =>
    expect(router.state.location.search).toMatchObject({ kind: "failed", page: 2, group: KEY }),
  );
  expect(api.calls.find(({ name }) => name === "listFailureGroups")?.request.query).toMatchObject({
    FlightID: expect.stringContaining("FL000123"),
    kind: "failed",
    page: 2,
  });
  await screen.getByRole("button", { name: "Over its bound" }).click();
  await vi.waitFor(() =>
    expect(router.state.location.search).toMatchObject({ kind: "missedBound" }),
  );
  expect(router.state.location.search).not.toHaveProperty("group", KEY);
});
