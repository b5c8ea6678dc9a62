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

const isList = (url: string): boolean => new URL(url).pathname === "/api/main/flights";

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

test("archived and legacy uploads offer what their document's version allows", async ({
  swath,
  asUser,
}) => {
  const page = await asUser("crew", BLANK);
  const flights = await flightsOf(swath);
  const archived = (version: (number: number) => boolean) =>
    found(
      flights.find(
        ({ DocumentMajorVersion, Uploads }) =>
          version(DocumentMajorVersion) && Uploads.some(({ Status }) => Status === "ARCHIVED"),
      ),
    );
  const offered = async (flight: Flight) => {
    await openPageOf(page, flights, flight);
    await rowOf(page, flight)
      .getByRole("button", { name: /Upload Archived/ })
      .first()
      .click();
    await expect(page.getByRole("menuitem").first()).toBeVisible();
    const texts = await page.getByRole("menuitem").allInnerTexts();
    return texts.map((text) => text.split("\n")[0]);
  };
  expect((await offered(archived((version) => version > 3)))[0]).toBe("Copy S3 archive link");
  expect(await offered(archived((version) => version === 3))).toEqual(["Copy S3 archive link"]);
  expect(await offered(archived((version) => version === 1.4))).toEqual(["Copy S3 link"]);
});

test("every status cell has its tooltip, by pointer and by keyboard", async ({ swath, asUser }) => {
  const page = await asUser("crew", BLANK);
  const flights = await flightsOf(swath);
  const raw = found(
    flights.find(
      ({ Sensors, Uploads }) =>
        Sensors.every(({ SecondarySensor }) => SecondarySensor === null) &&
        Uploads.some(({ Type, Status }) => Type === "TerrainMapperRAW" && Status === "DATA_READY"),
    ),
  );
  await openPageOf(page, flights, raw);
  const gnss = rowOf(page, raw).getByRole("button", { name: /^GNSS/ });
  await gnss.hover();
  const tip = (text: string) => page.getByRole("tooltip").filter({ hasText: text });
  const raws = tip("Upload option disabled because of other individually uploaded items");
  await expect(raws).toBeVisible();
  await page.mouse.move(0, 0);
  await expect(raws).toBeHidden();
  await gnss.focus();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("menuitem", { name: "Copy S3 link" }).first()).toBeVisible();
  await page.keyboard.press("Escape");
  const notBegun = found(
    flights.find(({ Uploads }) =>
      Uploads.some(
        ({ Type, Status }) => Type === "TerrainMapperRAW" && Status === "READY_FOR_UPLOAD",
      ),
    ),
  );
  await openPageOf(page, flights, notBegun);
  await rowOf(page, notBegun).getByRole("button", { name: /^All/ }).hover();
  await expect(tip("Currently disabled, coming soon")).toBeVisible();
});

test("a project and a survey date have tooltips; more than two ids hide behind the ellipsis", async ({
  swath,
  asUser,
}) => {
  const page = await asUser("crew", BLANK);
  const flights = await flightsOf(swath);
  const flight = found(flights.find(({ Sensors }) => Sensors.length > 2));
  await openPageOf(page, flights, flight);
  const row = rowOf(page, flight);
  // The tooltip before may still be fading.
  const tip = (text: string | RegExp) => page.getByRole("tooltip").filter({ hasText: text });
  const [project] = flight.Sensors.map(({ Project }) => Project);
  await row
    .getByRole("button", { name: project?.ProjectID ?? "" })
    .first()
    .hover();
  for (const text of [project?.ProjectName, project?.ProjectManager, project?.ProjectStatus])
    await expect(tip(text ?? "")).toBeVisible();
  await row.getByRole("button", { name: /^\d{4}-\d\d-\d\d/ }).hover();
  await expect(tip(/Wheels up.*Wheels down/)).toBeVisible();
  await row.getByRole("button", { name: /^All \d+ sensor IDs$/ }).hover();
  for (const { SensorID } of flight.Sensors) await expect(tip(SensorID)).toBeVisible();
});

test("the list pages by ten, and what is ready for upload opens in a new tab", async ({
  asUser,
}) => {
  const page = await asUser("crew");
  await expect(page.getByText("1–10 of 84")).toBeVisible();
  await expect(page.getByRole("combobox", { name: "Rows per page:" })).toHaveValue("10");
  await page.getByRole("button", { name: "Last page" }).click();
  await expect(page.getByText("81–84 of 84")).toBeVisible();
  await expect(page).toHaveURL("/post?page=9");
  await page.getByRole("button", { name: "First page" }).click();
  await expect(page).toHaveURL("/post");
  const [tab] = await Promise.all([
    page.waitForEvent("popup"),
    page
      .getByRole("link", { name: /Ready for Upload, opens in a new tab/ })
      .first()
      .click(),
  ]);
  await expect(tab).toHaveURL(/\/post\/FL\d{6}\/uploads\/[0-9a-f]{24}$/);
  await expect(tab).toHaveTitle(/FL\d{6}/);
});

test("polling stops while the page is hidden, and the list reloads when it is seen again", async ({
  asUser,
}) => {
  const page = await asUser("crew");
  await expect(page.getByRole("link", { name: /^FL\d{6}$/ }).first()).toBeVisible();
  let loads = 0;
  page.on("request", (request) => {
    if (isList(request.url())) loads += 1;
  });
  await page.waitForResponse((response) => isList(response.url()));
  const see = async (state: "hidden" | "visible") =>
    page.evaluate((visibility) => {
      Object.defineProperty(document, "visibilityState", { value: visibility, configurable: true });
      document.dispatchEvent(new Event("visibilitychange"));
    }, state);
  await see("hidden");
  const before = loads;
  await page.waitForTimeout(7_000);
  expect(loads).toBe(before);
  await expect(page.getByText("Loading Flights...")).toBeHidden();
  await Promise.all([page.waitForResponse((response) => isList(response.url())), see("visible")]);
  await expect(page.getByText("Loading Flights...")).toBeHidden();
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
  await expect(tabs).toHaveText(["DASHBOARD", `FLIGHT ${flight?.FlightID}`]);
  await expect(page).toHaveTitle(new RegExp(`${flight?.FlightID}$`));
  await page.goto(`/post/${flight?.FlightID}/uploads/nothing`);
  await expect(tabs).toHaveText(["DASHBOARD"]);
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
