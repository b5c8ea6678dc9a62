import type { BrowserSession, Role } from "@swath/contract/identity";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page as screen } from "vitest/browser";
import { fakeApi } from "../platform/api/testing/fake-api.ts";
import { Reauthentication } from "../platform/session/reauthentication.ts";
import { sessionOf } from "../platform/session/testing/session-of.ts";
import { expectAccessible } from "../ui/testing/accessible.ts";
import { openApp } from "./testing/open-app.tsx";

let leave = (): void => undefined;
// Below it rows are cards.
beforeEach(() => screen.viewport(1_425, 900));
afterEach(() => {
  leave();
  vi.restoreAllMocks();
});

const button = (name: string) => screen.getByRole("button", { name, exact: true });
const HERE: BrowserSession = {
  id: "00000000-0000-4000-8000-000000000001",
  device: "Firefox 142 on Linux",
  address: "192.0.2.7",
  begun: "2026-03-14T02:05:09.123Z",
  lastUsed: "2026-03-14T03:05:09.123Z",
  ends: "2026-04-13T02:05:09.123Z",
  isCurrent: true,
};
const LOST = {
  ...HERE,
  id: "00000000-0000-4000-8000-000000000002",
  device: "Chrome 140 on Windows 10",
  isCurrent: false,
};

async function open(roles: Role[] = []) {
  let own = [HERE, LOST];
  const api = fakeApi({
    listSessions: () => own,
    endSession: () => void (own = [HERE]),
    endOtherSessions: () => {
      own = [HERE];
      return { ended: 1 };
    },
    listEverybodysSessions: () => ({
      items: [{ ...LOST, subject: "crew", name: "Casey Crew" }],
      total: 1,
    }),
    endAnySession: () => undefined,
    endSessionsOfPerson: () => ({ ended: 2 }),
    listFlights: () => ({ items: [], total: 0 }),
  });
  const reauthentication = new Reauthentication();
  const session = await sessionOf(["base", ...roles]);
  const app = openApp("/sessions", session, api, reauthentication);
  leave = app.leave;
  return { api, reauthentication };
}

test("one's sessions are listed with device, place and times, and one of them is ended", async () => {
  const { api } = await open();
  const table = screen.getByRole("table", { name: "Your sessions" });
  await expect.element(table.getByText("Chrome 140 on Windows 10")).toBeVisible();
  await expectAccessible();
  const first = table.getByRole("row").nth(1).getByRole("cell").elements();
  await expect
    .element(table.getByRole("row").nth(1).getByRole("rowheader"))
    .toHaveTextContent("Firefox 142 on Linux");
  expect(first.map(({ textContent }) => textContent)).toEqual([
    "192.0.2.7",
    "2026-03-14 02:05:09",
    "2026-03-14 03:05:09",
    "2026-04-13 02:05:09",
    "This browser",
  ]);
  await button("End the session of Chrome 140 on Windows 10").click();
  await expect.element(table.getByText("Chrome 140 on Windows 10")).not.toBeInTheDocument();
  const ended = api.calls.find(({ name }) => name === "endSession");
  expect(ended?.request.params).toEqual({ sessionId: LOST.id });
  await expect.element(button("End all other sessions")).toBeDisabled();
  expect(screen.getByText("Everybody's sessions").elements()).toEqual([]);
});

test("all others are ended once that is confirmed", async () => {
  const { api } = await open();
  await button("End all other sessions").click();
  await button("End them").click();
  await expect.element(button("End all other sessions")).toBeDisabled();
  expect(api.calls.map(({ name }) => name)).toContain("endOtherSessions");
});

test("an administrator finds anybody's and ends them", async () => {
  const { api } = await open(["admin"]);
  await screen.getByRole("searchbox", { name: "Name" }).fill("casey");
  await expect
    .poll(() => api.calls.findLast(({ name }) => name === "listEverybodysSessions")?.request.query)
    .toEqual({ search: "casey", page: 1 });
  await button("End all of theirs").click();
  await screen.getByRole("dialog").getByRole("button", { name: "End", exact: true }).click();
  await expect.element(screen.getByRole("dialog")).not.toBeInTheDocument();
  const ended = api.calls.find(({ name }) => name === "endSessionsOfPerson");
  expect(ended?.request.params).toEqual({ subject: "crew" });
});

test("what takes a recent sign-in asks for one in a window of its own, and goes on after it", async () => {
  const opened = vi.spyOn(window, "open").mockReturnValue(null);
  const { reauthentication } = await open();
  await expect.element(screen.getByText("Your sessions").first()).toBeVisible();
  const first = reauthentication.request(false);
  await expect
    .element(screen.getByRole("dialog", { name: "Confirm that it is you" }))
    .toBeVisible();
  await button("Sign in as Casey Crew").click();
  expect(opened.mock.lastCall?.[0]).toBe("/auth/login?returnTo=%2Fsign-in-done&prompt=login");
  reauthentication.hear({ kind: "signedIn", subject: "crew" });
  expect(await first).toBe(true);
  await expect.element(screen.getByRole("dialog")).not.toBeInTheDocument();
  const again = reauthentication.request(true);
  await expect.element(screen.getByText(/That sign-in was not recent enough/)).toBeVisible();
  await button("Cancel").click();
  expect(await again).toBe(false);
});
