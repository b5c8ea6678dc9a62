import type { Flight } from "@swath/contract/flights";
import type { Page } from "@playwright/test";
import { call, tokenOf } from "./api.ts";
import { BLANK, expect, test } from "./fixtures.ts";
import type { Swath } from "./swath.ts";

/** The demonstration's flights, as the list would show them. */
async function flightsOf(swath: Swath): Promise<Flight[]> {
  const token = tokenOf(swath, "crew");
  return (await call<Flight[]>(swath, token, "/main/flights?pageSize=200")).body;
}

function found<T>(value: T | undefined): T {
  if (value === undefined) throw new Error("the demonstration has no such flight");
  return value;
}

const rowOf = (page: Page, { FlightID }: Flight) =>
  page.getByRole("rowgroup").filter({ has: page.getByRole("link", { name: FlightID }) });

/** A flight's LiDAR upload that is ready, has details and one location: each has an entry of its own. */
const ready = ({ DocumentMajorVersion, Uploads }: Flight) =>
  DocumentMajorVersion > 3
    ? Uploads.find(
        ({ Status, Type, Locations }) =>
          Status === "DATA_READY" && Type === "LiDAR" && Locations.length === 1,
      )
    : undefined;

async function openPageOf(page: Page, flights: readonly Flight[], flight: Flight): Promise<void> {
  const number = Math.floor(flights.indexOf(flight) / 10) + 1;
  await page.goto(number === 1 ? "/post" : `/post?page=${number}`);
  await expect(rowOf(page, flight)).toBeVisible();
}

test("ready data: its link is copied by keyboard, and its details open", async ({
  swath,
  asUser,
}) => {
  const page = await asUser("crew", BLANK);
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  const flights = await flightsOf(swath);
  const flight = found(flights.find((each) => ready(each) !== undefined));
  const upload = found(ready(flight));
  await openPageOf(page, flights, flight);
  const cell = rowOf(page, flight).getByRole("button", { name: "LiDAR Data Ready" });
  await cell.focus();
  await page.keyboard.press("Enter");
  const entry = page.getByRole("menuitem", { name: "Copy S3 link" });
  await expect(entry).toBeFocused();
  await page.keyboard.press("Enter");
  const [link = ""] = upload.Locations;
  expect(link).toMatch(new RegExp(`^s3://[a-z0-9.-]+/${flight.FlightID}/LiDAR/$`));
  await expect(page.getByText(`Copied ${link}`)).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link);
  await expect(page.getByRole("menu")).toBeHidden();
  await expect(cell).toBeFocused();
  await page.keyboard.press("Enter");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`/post/${flight.FlightID}/uploads/${upload._id}`);
  await expect(page.getByText("Upload completed, data is ready")).toBeVisible();
  await expect(page.getByRole("link", { name: "SELECTED UPLOAD" })).toBeVisible();
});

test("Help opens the user guide, a PDF, in a new window", async ({ asUser }) => {
  const page = await asUser("crew");
  const [guide] = await Promise.all([
    page.waitForEvent("popup"),
    page.getByRole("link", { name: "Help" }).click(),
  ]);
  await expect(guide).toHaveURL("/user-guide.pdf");
  const reply = await page.request.get("/user-guide.pdf");
  expect(reply.headers()["content-type"]).toBe("application/pdf");
  expect((await reply.body()).toString("latin1", 0, 5)).toBe("%PDF-");
});

test("a guest sees statuses and has no menus", async ({ asUser }) => {
  const page = await asUser("guest", "/post");
  const cell = page.getByRole("button", { name: "LiDAR Data Ready" }).first();
  await cell.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("tooltip")).toContainText("Data Ready");
  await expect(page.getByRole("menu")).toHaveCount(0);
});

test("the tabs follow the route and fall back to the dashboard", async ({ swath, asUser }) => {
  const page = await asUser("crew");
  const [flight] = await flightsOf(swath);
  const tabs = page.getByRole("navigation", { name: "Flights" }).getByRole("link");
  await page.getByRole("link", { name: found(flight).FlightID }).click();
  // With the number of the crew's uploads that need them.
  const dashboard = /^DASHBOARD\d*$/;
  await expect(tabs).toHaveText([dashboard, `FLIGHT ${flight?.FlightID}`]);
  await expect(page).toHaveTitle(new RegExp(`${flight?.FlightID}$`));
  await page.goto(`/post/${flight?.FlightID}/uploads/nothing`);
  await expect(tabs).toHaveText([dashboard]);
  await page.getByRole("link", { name: "DASHBOARD" }).click();
  await expect(page).toHaveURL("/post");
});

test("a page that is turned to without a network is not said to be there", async ({ asUser }) => {
  const page = await asUser("crew", "/post");
  await expect(page.getByText(/^1–10 of/)).toBeVisible();
  await page.context().setOffline(true);
  await page.getByRole("button", { name: "Next page" }).click();
  await expect(page.getByText("Flights could not be loaded")).toBeVisible();
  expect(await page.getByText(/^11–\d+ of/).count()).toBe(0);
  await page.context().setOffline(false);
  await expect(page.getByText(/^11–\d+ of/)).toBeVisible();
});
