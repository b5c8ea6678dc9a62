import { focusManager } from "@tanstack/react-query";
import type { Flight } from "@swath/contract/flights";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page as screen } from "vitest/browser";
import { ApiError } from "../platform/api/api-error.ts";
import { fakeApi } from "../platform/api/testing/fake-api.ts";
import { FlightListPage } from "./flight-list-page.tsx";
import { flight, upload } from "./testing/flights.ts";
import { renderPage } from "../data/testing/render-page.tsx";
import { expectAccessible } from "../ui/testing/accessible.ts";

const POLL_MS = 5_000;
const outage = new ApiError({
  status: 503,
  code: "SHUTTING_DOWN",
  message: "The server is shutting down.",
  details: {},
  requestId: "r-7",
});

let leave = (): void => undefined;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval"] });
});
afterEach(() => {
  leave();
  focusManager.setFocused(undefined);
  vi.useRealTimers();
});

/** The list over pages that a test may change, hold back or break. */
async function setUp(pages: Record<number, Flight[]>, total: number, guest = false) {
  const server = { pages, total, failure: undefined as Error | undefined, held: Promise.resolve() };
  const api = fakeApi({
    listFlights: async ({ request }) => {
      await server.held;
      if (server.failure !== undefined) throw server.failure;
      const { page = 1 } = (request.query ?? {}) as { page?: number };
      return { items: server.pages[page] ?? [], total: server.total };
    },
  });
  const onPage = vi.fn<(page: number) => void>();
  await screen.viewport(1_425, 900);
  const rendered = await renderPage(api, guest ? ["guest"] : []);
  leave = rendered.leave;
  const show = (page: number) =>
    rendered.draw(
      <FlightListPage page={page} onPage={onPage} filters={{}} onFilters={() => undefined} />,
    );
  const hold = () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    server.held = promise;
    return resolve;
  };
  return { server, api, show, onPage, hold };
}

test("the first load says so, then shows the flights under all columns", async () => {
  const { show, hold } = await setUp({ 1: [flight()] }, 1);
  const release = hold();
  show(1);
  await expect.element(screen.getByText("Loading Flights...")).toBeVisible();
  release();
  await expect.element(screen.getByRole("link", { name: "FL000123" })).toBeVisible();
  await expect.element(screen.getByText("Loading Flights...")).not.toBeInTheDocument();
  const heads = screen.getByRole("columnheader").elements();
  expect(heads.map((head) => head.textContent)).toEqual([
    "Flight ID",
    "Flight Type",
    "Sensor ID(s)",
    "Project ID(s)",
    "Survey Date (UTC)",
    "Sensor(s)",
    "Sensor Type(s)",
    "Aircraft",
    "Aircraft Type",
    "Field Uploads",
    "Office Uploads",
  ]);
  expect(document.title).toBe("Swath Flights");
  await expectAccessible();
});

test("a flight on hold is marked below its identifier, within the column", async () => {
  const hold = { ProjectID: "PRJ00001", Reason: null, Since: null };
  const { show } = await setUp({ 1: [flight({ OnHold: [hold] })] }, 1);
  show(1);
  const mark = screen.getByRole("button", { name: "Legal hold" });
  await expect.element(mark).toBeVisible();
  const cell = mark.element().closest("th, td")!.getBoundingClientRect();
  expect(mark.element().getBoundingClientRect().right).toBeLessThanOrEqual(cell.right);
  await expectAccessible();
});

test("Help opens the user guide in a new window", async () => {
  const { show } = await setUp({}, 0);
  show(1);
  const help = screen.getByRole("link", { name: "Help" });
  await expect.element(help).toHaveAttribute("href", "/user-guide.pdf");
  await expect.element(help).toHaveAttribute("target", "_blank");
});

test("a status leads to its upload: ready for upload in a new tab, others here", async () => {
  const ready = upload("LiDAR");
  const failed = upload("MediumFormatImagery", "UPLOAD_FAILED");
  const { show } = await setUp({ 1: [flight({ Uploads: [ready, failed] })] }, 1);
  show(1);
  const lidar = screen.getByRole("link", { name: "LiDAR Ready for Upload, opens in a new tab" });
  await expect.element(lidar).toHaveAttribute("href", `/post/FL000123/uploads/${ready._id}`);
  await expect.element(lidar).toHaveAttribute("target", "_blank");
  const imagery = screen.getByRole("link", { name: "Imagery Upload Failed" });
  await expect.element(imagery).toHaveAttribute("href", `/post/FL000123/uploads/${failed._id}`);
  await expect.element(imagery).not.toHaveAttribute("target");
});

test("a guest sees the statuses and has no links to them", async () => {
  const { show } = await setUp({ 1: [flight()] }, 1, true);
  show(1);
  await expect
    .element(screen.getByRole("button", { name: "LiDAR Ready for Upload" }))
    .toBeVisible();
  expect(screen.getByRole("link", { name: /LiDAR/ }).elements()).toEqual([]);
});

test("keyboard focus on a project shows its name, manager and status", async () => {
  const { show } = await setUp({ 1: [flight()] }, 1);
  show(1);
  const project = screen.getByRole("button", { name: "PRJ00001" });
  await expect.element(project).toBeVisible();
  (project.element() as HTMLElement).focus();
  await vi.advanceTimersByTimeAsync(1_000);
  await expect
    .element(screen.getByRole("tooltip"))
    .toHaveTextContent("ProjectKimberley CoastManagerMina ManagerStatusIn Progress");
  await expectAccessible();
});

test("a page has ten rows, and no other number can be chosen", async () => {
  const { show } = await setUp({ 1: [flight()] }, 12);
  show(1);
  const rows = screen.getByRole("combobox", { name: "Rows per page:" });
  await expect.element(rows).toHaveValue("10");
  expect([...rows.element().children].map((option) => option.textContent)).toEqual(["10"]);
});

test("the old page stays while the next one loads", async () => {
  const pages = { 1: [flight()], 2: [flight({ FlightID: "FL000099" })] };
  const { show, hold, onPage } = await setUp(pages, 12);
  show(1);
  await expect.element(screen.getByText("1–10 of 12")).toBeVisible();
  await screen.getByRole("button", { name: "Next page" }).click();
  expect(onPage).toHaveBeenCalledExactlyOnceWith(2);
  const release = hold();
  show(2);
  await expect.element(screen.getByText("Loading Flights...")).toBeVisible();
  await expect.element(screen.getByRole("link", { name: "FL000123" })).toBeVisible();
  release();
  await expect.element(screen.getByRole("link", { name: "FL000099" })).toBeVisible();
  await expect.element(screen.getByText("Loading Flights...")).not.toBeInTheDocument();
});

test("it is polled 5 s after each load, in silence, and not while the page is hidden", async () => {
  const { show, api, server, hold } = await setUp({ 1: [flight()] }, 1);
  show(1);
  await expect.element(screen.getByRole("link", { name: "FL000123" })).toBeVisible();
  await vi.advanceTimersByTimeAsync(POLL_MS - 100);
  expect(api.calls).toHaveLength(1);
  const release = hold();
  server.pages = { 1: [flight({ FlightID: "FL000124" })] };
  await vi.advanceTimersByTimeAsync(3 * POLL_MS);
  expect(api.calls).toHaveLength(2);
  expect(screen.getByText("Loading Flights...").elements()).toEqual([]);
  release();
  await expect.element(screen.getByRole("link", { name: "FL000124" })).toBeVisible();
  focusManager.setFocused(false);
  await vi.advanceTimersByTimeAsync(4 * POLL_MS);
  expect(api.calls).toHaveLength(2);
  focusManager.setFocused(true);
  await vi.waitFor(() => expect(api.calls).toHaveLength(3));
});

test("an outage at first shows what failed, tries again by itself, and recovers", async () => {
  const { show, server } = await setUp({ 1: [flight()] }, 1);
  server.failure = outage;
  show(1);
  await expect.element(screen.getByText("Flights could not be loaded")).toBeVisible();
  await expect.element(screen.getByText("Request r-7")).toBeVisible();
  await expectAccessible();
  server.failure = undefined;
  await vi.advanceTimersByTimeAsync(POLL_MS);
  await expect.element(screen.getByRole("link", { name: "FL000123" })).toBeVisible();
});

test("an outage later keeps the flights, says since when and why, and when it is tried again", async () => {
  const { show, server } = await setUp({ 1: [flight()] }, 1);
  show(1);
  await expect.element(screen.getByRole("link", { name: "FL000123" })).toBeVisible();
  server.failure = outage;
  await vi.advanceTimersByTimeAsync(POLL_MS);
  const said = /^Could not be refreshed since .*: .+ Trying again in 5 s\.$/;
  await expect.element(screen.getByText(said)).toBeVisible();
  await expect.element(screen.getByRole("link", { name: "FL000123" })).toBeVisible();
  server.failure = undefined;
  await vi.advanceTimersByTimeAsync(POLL_MS);
  await expect.element(screen.getByText(/^Updated/)).toBeVisible();
});

test("no flights, and a page beyond the last, have their own words", async () => {
  const { show, onPage } = await setUp({}, 0);
  show(1);
  await expect.element(screen.getByText("No flights yet")).toBeVisible();
  show(7);
  await expect.element(screen.getByText("There are no flights on page 7")).toBeVisible();
  await screen.getByRole("button", { name: "Go to the first page" }).click();
  expect(onPage).toHaveBeenCalledExactlyOnceWith(1);
});

test("until another page is there, the rows are said to be those that they are", async () => {
  const { show, hold } = await setUp({ 1: [flight()], 2: [flight({ FlightID: "FL000124" })] }, 12);
  show(1);
  await expect.element(screen.getByText("1–10 of 12")).toBeVisible();
  const release = hold();
  show(2);
  await expect.element(screen.getByText("Page 2 is not there yet.")).toBeVisible();
  await expect.element(screen.getByRole("link", { name: "FL000123" })).toBeVisible();
  await expect.element(screen.getByText("1–10 of 12")).toBeVisible();
  release();
  await expect.element(screen.getByText("11–12 of 12")).toBeVisible();
  await expect.element(screen.getByText("Page 2 is not there yet.")).not.toBeInTheDocument();
});
