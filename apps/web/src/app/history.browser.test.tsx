import type { HistoryEntry } from "@swath/contract/history";
import type { Role } from "@swath/contract/identity";
import { afterEach, beforeEach, expect, test } from "vitest";
import { page as screen } from "vitest/browser";
import { ApiError } from "../platform/api/api-error.ts";
import { fakeApi, type FakeAnswers } from "../platform/api/testing/fake-api.ts";
import { sessionOf } from "../platform/session/testing/session-of.ts";
import { expectAccessible } from "../ui/testing/accessible.ts";
import { openApp } from "./testing/open-app.tsx";

let leave = (): void => undefined;
// Below it the tabs are folded.
beforeEach(() => screen.viewport(1_425, 900));
afterEach(() => leave());

async function open(answer: FakeAnswers["readHistory"], query = "", roles: Role[] = ["leader"]) {
  const api = fakeApi(answer === undefined ? {} : { readHistory: answer });
  const session = await sessionOf(["base", ...roles]);
  const app = openApp(`/post/FL000123/history${query}`, session, api);
  leave = app.leave;
  return { api, router: app.router };
}

const entry = (facts: Partial<HistoryEntry> = {}): HistoryEntry => ({
  id: 1,
  at: "2026-03-14T02:05:09.123Z",
  action: "upload.moved",
  actor: "person",
  name: "Casey Crew",
  upload: { _id: "0".repeat(24), Type: "LiDAR", SensorName: "Galaxy Prime - 045" },
  detail: { from: "UPLOADING", to: "UPLOAD_PAUSED", isUpdate: false },
  address: "192.0.2.7",
  requestId: "r-1",
  ...facts,
});

test("a history shows who did what, when in UTC, and from where", async () => {
  await open(() => ({ items: [entry()], total: 1 }));
  await expect
    .element(screen.getByRole("table", { name: "History of flight FL000123" }))
    .toBeVisible();
  const cells = screen
    .getByRole("cell")
    .elements()
    .map((cell) => cell.textContent);
  expect(cells).toEqual([
    "2026-03-14 02:05:09",
    "Casey Crew",
    "Moved the LiDAR upload of Galaxy Prime - 045 from Uploading to Upload Paused.",
    "192.0.2.7",
  ]);
  expect(document.title).toBe("Swath History of FL000123");
  await expectAccessible();
});

test("a kind is requested on its own, and is in the address", async () => {
  const { api, router } = await open(() => ({ items: [entry()], total: 60 }), "?page=2");
  await screen.getByRole("combobox", { name: "Show" }).click();
  await screen.getByRole("option", { name: "Refused calls" }).click();
  await expect.poll(() => router.state.location.search).toEqual({ kind: "refusal" });
  await expect
    .poll(() => api.calls.at(-1)?.request.query)
    .toEqual({ page: 1, pageSize: 25, kind: "refusal" });
});

test("the next page of 25 is in the address", async () => {
  const { router } = await open(() => ({ items: [entry()], total: 60 }));
  await screen.getByRole("button", { name: "Next page" }).click();
  await expect.poll(() => router.state.location.search).toEqual({ page: 2 });
});

test("it says that it loads, and that nothing has happened yet", async () => {
  const { promise, resolve } = Promise.withResolvers<unknown>();
  await open(() => promise);
  await expect.element(screen.getByText("Loading History...")).toBeVisible();
  resolve({ items: [], total: 0 });
  await expect
    .element(screen.getByText("No history is recorded for this flight yet"))
    .toBeVisible();
});

test("a failure is shown with its request, and retried by hand", async () => {
  let well = false;
  await open(() => {
    if (well) return { items: [entry()], total: 1 };
    const failure = { status: 500, code: "INTERNAL", message: "It broke", details: {} };
    throw new ApiError({ ...failure, requestId: "r-500" });
  });
  await expect.element(screen.getByText("Request r-500")).toBeVisible();
  well = true;
  await screen.getByRole("button", { name: "Try again" }).click();
  await expect.element(screen.getByText("Casey Crew").first()).toBeVisible();
});

test("text of others is text: no name becomes markup", async () => {
  const name = '<img src=x onerror="document.title=1">';
  await open(() => ({ items: [entry({ name })], total: 1 }));
  await expect.element(screen.getByText(name)).toBeVisible();
  expect(document.querySelector("td img")).toBeNull();
});

test("someone who may not see it reads so, and nothing is requested", async () => {
  const { api } = await open(undefined, "", []);
  await expect.element(screen.getByText("This area is not open to you")).toBeVisible();
  expect(api.calls).toEqual([]);
});

test("beyond its last page a history says so, and leads back to it", async () => {
  const { router } = await open(({ request }) => {
    const { page } = request.query as { page: number };
    return { items: page <= 2 ? [entry()] : [], total: 35 };
  }, "?page=99");
  await expect.element(screen.getByText("There are no events on page 99")).toBeVisible();
  expect(screen.getByText(/of 35/).elements()).toEqual([]);
  await screen.getByRole("button", { name: "Go to the last page" }).click();
  await expect.poll(() => router.state.location.search).toMatchObject({ page: 2 });
  await expect.element(screen.getByText("26–35 of 35")).toBeVisible();
});
