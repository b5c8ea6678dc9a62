import { QueryClient } from "@tanstack/react-query";
import { createMemoryHistory } from "@tanstack/react-router";
import type { WebConfig } from "@swath/contract/settings";
import { createRoot } from "react-dom/client";
import { afterEach, beforeEach, expect, test } from "vitest";
import { page as screen, userEvent } from "vitest/browser";
import { flight } from "../flights/testing/flights.ts";
import { ApiError } from "../platform/api/api-error.ts";
import { fakeApi } from "../platform/api/testing/fake-api.ts";
import { SAMPLE_CONFIG } from "../platform/config/testing/sample-config.ts";
import { Session } from "../platform/session/session.ts";
import { Reauthentication } from "../platform/session/reauthentication.ts";
import { sessionOf } from "../platform/session/testing/session-of.ts";
import { expectAccessible } from "../ui/testing/accessible.ts";
import { App } from "./app.tsx";
import { createAppRouter } from "./routes/router.tsx";

const config: WebConfig = {
  ...SAMPLE_CONFIG,
  environment: "test_redux",
  build: { number: "31", environment: "test", revision: "0a1b2c3", time: "2026-03-20T10:00:00Z" },
};
const api = fakeApi({
  listFlights: () => ({ items: [], total: 0 }),
  readFlight: () => {
    throw new ApiError({
      status: 404,
      code: "FLIGHT_NOT_FOUND",
      message: "No such flight",
      details: {},
      requestId: "r-1",
    });
  },
});

let leave = (): void => undefined;
// Below it the tabs are folded.
beforeEach(() => screen.viewport(1_425, 900));
afterEach(() => leave());

function open(address: string, session: Session, given: Partial<WebConfig> = {}, calls = api) {
  const host = document.createElement("div");
  document.body.append(host);
  const root = createRoot(host);
  const router = createAppRouter({ history: createMemoryHistory({ initialEntries: [address] }) });
  const queries = new QueryClient();
  root.render(
    <App
      services={{
        config: { ...config, ...given },
        session,
        api: calls,
        queries,
        reauthentication: new Reauthentication(),
      }}
      router={router}
    />,
  );
  leave = () => {
    root.unmount();
    queries.clear();
    host.remove();
  };
  return router;
}

const AREAS = ["OVERVIEW", "UPLOAD", "PROCESSING", "Terrain Mapper Processing"];
const tabs = (): (string | null)[] =>
  [...document.querySelectorAll("nav a")].map((link) => link.textContent);

test("someone who is not signed in is sent to sign in, and the way back is kept", async () => {
  const router = open("/post?page=3", await sessionOf("ended"));
  const button = screen.getByRole("button", { name: "Sign in with Microsoft" });
  await expect.element(button).toBeVisible();
  expect(router.state.location.pathname).toBe("/login");
  expect(router.state.location.search).toEqual({ returnTo: "/post?page=3" });
});

test("sign-in fits a phone", async () => {
  await screen.viewport(390, 844);
  open("/login", await sessionOf("ended"));
  const button = screen.getByRole("button", { name: "Sign in with Microsoft" });
  await expect.element(button).toBeInViewport({ ratio: 1 });
  expect(button.element().getBoundingClientRect().width).toBeGreaterThan(250);
});

test.each([
  ["expired", /took too long/],
  ["denied", /it was cancelled, or your account may not use this application/],
  ["away", /a service that it needs does not answer/],
  ["busy", /wait a minute/],
  ["failed", /did not succeed/],
])("a sign-in that came to nothing (%s) says so, and lets one try again", async (problem, text) => {
  open(`/login?problem=${problem}`, await sessionOf("ended"));
  await expect.element(screen.getByText(text)).toBeVisible();
  await expectAccessible();
  await expect
    .element(screen.getByRole("button", { name: "Sign in with Microsoft" }))
    .toBeVisible();
});

test("a sign-in that the provider refused names its word and the line of the log", async () => {
  const address = "/login?returnTo=/post&problem=failed&error=invalid_target&reference=r-17";
  open(address, await sessionOf("ended"));
  await expect.element(screen.getByText("invalid_target")).toBeVisible();
  await expect.element(screen.getByText("r-17")).toBeVisible();
  await expectAccessible();
  await screen.viewport(390, 844);
  const button = screen.getByRole("button", { name: "Sign in with Microsoft" });
  await expect.element(button).toBeInViewport({ ratio: 1 });
});

test("who was not let in may sign in with another account", async () => {
  open("/login?problem=denied&error=access_denied", await sessionOf("ended"));
  await expect
    .element(screen.getByRole("button", { name: "Sign in with another account" }))
    .toBeVisible();
  await expectAccessible();
});

test("who is signed in and could not sign in again reads why, and goes on", async () => {
  const address = "/login?returnTo=%2Fpost%3Fpage%3D2&problem=denied&error=access_denied";
  const router = open(address, await sessionOf(["base"]));
  await expect.element(screen.getByText("access_denied")).toBeVisible();
  await expectAccessible();
  await userEvent.click(screen.getByRole("link", { name: "Continue without signing in again" }));
  await expect.element(screen.getByText("There are no flights on page 2")).toBeVisible();
  expect(router.state.location.href).toBe("/post?page=2");
});

test("of an address nothing is shown but words of ours", async () => {
  const query = new URLSearchParams({
    problem: "failed",
    error: "call_0900_now",
    reference: "<b>call</b>",
  });
  open(`/login?${query.toString()}`, await sessionOf("ended"));
  await expect.element(screen.getByText(/did not succeed/)).toBeVisible();
  expect(screen.getByRole("alert").element().textContent).not.toContain("call");
});

test("a problem that sign-in does not know is not shown", async () => {
  open("/login?problem=%3Cscript%3E", await sessionOf("ended"));
  await expect
    .element(screen.getByRole("button", { name: "Sign in with Microsoft" }))
    .toBeVisible();
  expect(screen.getByRole("alert").elements()).toEqual([]);
});

test("while the session is not ready it says 'Authenticating...'", async () => {
  const never = new Session({
    renew: () => new Promise(() => undefined),
    now: () => 0,
    after: () => () => undefined,
    hasUnfinishedWork: () => false,
    tellTabs: () => undefined,
  });
  open("/post", never);
  await expect.element(screen.getByText("Authenticating...")).toBeVisible();
});

test("someone who is signed in passes the sign-in page to where they came from", async () => {
  const router = open("/login?returnTo=%2Fpost%3Fpage%3D2", await sessionOf(["base"]));
  await expect.element(screen.getByText("There are no flights on page 2")).toBeVisible();
  expect(router.state.location.href).toBe("/post?page=2");
});

test.each(["https://evil.example", "/.//evil.example", "/%2F/evil.example"])(
  "a foreign way back leads to the root: %s",
  async (wanted) => {
    const address = `/login?${new URLSearchParams({ returnTo: wanted }).toString()}`;
    const router = open(address, await sessionOf(["base"]));
    await expect.element(screen.getByText("No flights yet")).toBeVisible();
    expect(router.state.location.href).toBe("/post");
  },
);

test("without the base group there is the message and the way out", async () => {
  open("/post", await sessionOf([]));
  await expect.element(screen.getByText("Insufficient privileges to access.")).toBeVisible();
  await expect
    .element(screen.getByText("Please contact your Team Leader to assign required privileges."))
    .toBeVisible();
  await expectAccessible();
  const logout = screen.getByRole("link", { name: "Logout" });
  await expect.element(logout).toHaveAttribute("href", "/auth/logout");
});

test("a processing-only user is led to the one area there is, and reads so anywhere else", async () => {
  const session = await sessionOf(["base", "processingOnly"]);
  const processings = fakeApi({
    listProcessings: () => ({ items: [], total: 0 }),
    listViews: () => [],
    readSettings: () => ({ LMSCurrentVersion: "4.2", requireReason: false }),
    countFailures: () => ({ Jobs: 0 }),
  });
  const router = open("/", session, {}, processings);
  await expect.element(screen.getByText("No valid data available")).toBeVisible();
  expect(router.state.location.pathname).toBe("/ip");
  expect(tabs().slice(0, 2)).toEqual(["PROCESSING", "DASHBOARD"]);
  leave();
  for (const address of ["/post", "/post/FL000123", "/iptm"]) {
    open(address, session);
    await expect.element(screen.getByText("Your account is for processing only")).toBeVisible();
    expect(tabs()[0]).toBe("PROCESSING");
    expect(tabs()).not.toContain("UPLOAD");
    leave();
  }
  leave = () => undefined;
});

test("the root leads to the flights, under the header", async () => {
  const router = open("/", await sessionOf(["base"]));
  await expect.element(screen.getByText("No flights yet")).toBeVisible();
  expect(router.state.location.pathname).toBe("/post");
  await expect.element(screen.getByText("test_redux")).toBeVisible();
  await expect.element(screen.getByText("Release 3.3.3")).toBeVisible();
  await expect.element(screen.getByText("Build 31")).toBeVisible();
  expect(document.title).toBe("Swath test_redux Flights");
  expect(tabs()).toEqual([...AREAS, "DASHBOARD"]);
});

test("a production build shows neither suffix nor build", async () => {
  open("/", await sessionOf(["base"]), { environment: "", build: null });
  await expect.element(screen.getByText("No flights yet")).toBeVisible();
  expect(screen.getByText(/Build/).elements()).toEqual([]);
  expect(document.title).toBe("Swath Flights");
});

test("the strip follows the route, and an unknown flight is named", async () => {
  open("/post/FL000123", await sessionOf(["base"]));
  await expect.element(screen.getByText("There is no flight FL000123")).toBeVisible();
  expect(tabs()).toEqual([...AREAS, "DASHBOARD", "FLIGHT FL000123"]);
  expect(document.title).toBe("Swath test_redux FL000123");
  await screen.getByRole("link", { name: "DASHBOARD" }).click();
  await expect.element(screen.getByText("No flights yet")).toBeVisible();
  expect(tabs()).toEqual([...AREAS, "DASHBOARD"]);
});

test("the strip follows an address that ends with a slash", async () => {
  const uploadId = "0123456789abcdef01234567";
  open(`/post/FL000123/uploads/${uploadId}/`, await sessionOf(["base"]));
  await expect.element(screen.getByRole("link", { name: "SELECTED UPLOAD" })).toBeVisible();
  expect(tabs()).toEqual([...AREAS, "DASHBOARD", "SELECTED UPLOAD"]);
});

test("the flight-planning map has a tab while it is open", async () => {
  const instructions = fakeApi({ listInstructions: () => ({ items: [], total: 0 }) });
  open("/post/extract", await sessionOf(["base"]), {}, instructions);
  await expect.element(screen.getByText("No instructions found.")).toBeVisible();
  expect(tabs()).toEqual([...AREAS, "DASHBOARD", "RANGE EXTRACTION"]);
  expect(document.title).toBe("Swath test_redux Flight-planning map for range extraction");
});

test("the flight-planning map is not for processing-only users", async () => {
  open("/post/extract", await sessionOf(["base", "processingOnly"]));
  await expect
    .element(screen.getByRole("heading", { name: "Your account is for processing only" }))
    .toBeVisible();
});

test("after a route change whose link is gone the keyboard goes on in the new page", async () => {
  const shown = flight();
  const flights = fakeApi({
    listFlights: () => ({ items: [shown], total: 1 }),
    readFlight: () => shown,
  });
  open("/post", await sessionOf(["base"]), {}, flights);
  const link = screen.getByRole("link", { name: "FL000123", exact: true });
  await expect.element(link).toBeVisible();
  (link.element() as HTMLElement).focus();
  await userEvent.keyboard("{Enter}");
  await expect.element(screen.getByRole("heading", { name: "Flight FL000123" })).toBeVisible();
  await expect.poll(() => document.activeElement?.id).toBe("content");
});

test.each(["/nowhere", "/post/FL12", "/post/FL000123/uploads/short", "/post/extract/x"])(
  "%s is no page",
  async (address) => {
    open(address, await sessionOf(["base"]));
    await expect.element(screen.getByText("There is no page at this address")).toBeVisible();
    await expectAccessible();
    expect(tabs().slice(0, AREAS.length)).toEqual(AREAS);
  },
);

test("the look is chosen in the user's menu and kept", async () => {
  open("/", await sessionOf(["base"]));
  await screen.getByRole("button", { name: "Casey Crew" }).click();
  await screen.getByRole("menuitemradio", { name: "Dark" }).click();
  expect(localStorage.getItem("swath-look")).toBe("dark");
  await expect.element(screen.getByRole("menuitemradio", { name: "Dark" })).toBeChecked();
  await screen.getByRole("menuitemradio", { name: "Look of the system" }).click();
  expect(localStorage.getItem("swath-look")).toBe("system");
});
