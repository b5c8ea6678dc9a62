import type { FlightFilters } from "@swath/contract/flights";
import { useEffect, useState } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page as screen, userEvent } from "vitest/browser";
import { ApiError } from "../../platform/api/api-error.ts";
import { useApi } from "../../platform/api/api.ts";
import { fakeApi } from "../../platform/api/testing/fake-api.ts";
import { renderPage } from "../../data/testing/render-page.tsx";
import { FilterControls } from "../../ui/filters/filter-controls.tsx";
import { expectAccessible } from "../../ui/testing/accessible.ts";
import { filterOptionsQuery, FLIGHT_FILTERS } from "../flight-list-page.tsx";

const outage = new ApiError({
  status: 503,
  code: "SHUTTING_DOWN",
  message: "The server is shutting down.",
  details: {},
  requestId: undefined,
});

let leave = (): void => undefined;
const fakeTimers = (shouldAdvanceTime: boolean) =>
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"], shouldAdvanceTime });
beforeEach(() => {
  fakeTimers(true);
  vi.setSystemTime("2026-06-30T12:00:00Z");
});
afterEach(() => {
  leave();
  vi.useRealTimers();
});

const dialog = screen.getByRole("dialog", { name: "Filters" });
const button = (name: string | RegExp) => screen.getByRole("button", { name });
const field = (name: string) => dialog.getByRole("combobox", { name });
const inDialog = (name: string) => dialog.getByRole("button", { name, exact: true });
const chip = (name: string) => dialog.getByRole("button", { name, exact: true });

/** The bar as a page holds it, over option lists that a test may hold back or break. */
async function setUp(initial: FlightFilters = {}) {
  const server = { failure: undefined as Error | undefined, held: Promise.resolve() };
  const answer =
    <T,>(value: T) =>
    async () => {
      await server.held;
      if (server.failure !== undefined) throw server.failure;
      return value;
    };
  const api = fakeApi({
    listSensorEquipment: answer([
      { Name: "DMC II - 027", Type: "MediumFormatImagery", LaserSerialNo: null, POSSerialNo: null },
      { Name: "Galaxy - 045", Type: "LiDAR", LaserSerialNo: "1", POSSerialNo: "2" },
    ]),
    listAircraft: answer([{ Name: "VH-SWA", Type: "FixedWing" }]),
    listUnique: answer(["Brook", "Vale, Tomas"]),
  });
  const onFilters = vi.fn<(filters: FlightFilters, again: boolean) => void>();
  const links = new EventTarget();
  function Page() {
    const [filters, setFilters] = useState(initial);
    useEffect(() => {
      const follow = (event: Event) => setFilters((event as CustomEvent<FlightFilters>).detail);
      links.addEventListener("follow", follow);
      return () => links.removeEventListener("follow", follow);
    }, []);
    const change = (chosen: FlightFilters, again: boolean): void => {
      onFilters(chosen, again);
      setFilters(chosen);
    };
    return (
      <>
        <h1>Flights</h1>
        <FilterControls
          set={FLIGHT_FILTERS}
          filters={filters}
          onFilters={change}
          options={filterOptionsQuery(useApi())}
          found="7 flights found"
        />
      </>
    );
  }
  const rendered = await renderPage(api);
  leave = rendered.leave;
  rendered.draw(<Page />);
  const hold = () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    server.held = promise;
    return resolve;
  };
  const follow = (detail: FlightFilters) =>
    links.dispatchEvent(new CustomEvent("follow", { detail }));
  return { server, api, onFilters, hold, follow };
}

async function opened(initial: FlightFilters = {}) {
  const rig = await setUp(initial);
  await button("Search").click();
  await expect.element(field("Primary ID")).toBeVisible();
  return rig;
}

test("waits until every list of options is there; nothing can be cleared or searched before", async () => {
  const { hold } = await setUp();
  const release = hold();
  await button("Search").click();
  await expect.element(dialog.getByText("Loading filter parameters...")).toBeVisible();
  await expect.element(inDialog("Clear All")).toBeDisabled();
  await expect.element(inDialog("Search")).toBeDisabled();
  release();
  await expect.element(field("Primary ID")).toHaveFocus();
  await expect.element(inDialog("Clear All")).toBeEnabled();
  await expect.element(inDialog("Search")).toBeEnabled();
  for (const name of ["Aircraft", "Sensor", "Project Manager", "Flight Type", "Aircraft Type"])
    await expect.element(field(name).first()).toBeVisible();
  for (const name of ["Sensor Type", "Upload Status", "LiDAR Dispatch", "Imagery Dispatch"])
    await expect.element(field(name)).toBeVisible();
});

test("says that the lists could not be loaded, and loads them on another try", async () => {
  const { server } = await setUp();
  server.failure = outage;
  await button("Search").click();
  await expect.element(dialog.getByText("Filter parameters could not be loaded")).toBeVisible();
  await expect.element(inDialog("Search")).toBeDisabled();
  server.failure = undefined;
  await inDialog("Try again").click();
  await expect.element(field("Primary ID")).toBeVisible();
});

test("identifiers are upper-cased as typed, added on Enter, and sorted to their filters", async () => {
  const { onFilters } = await opened();
  await userEvent.type(field("Primary ID"), "fl000123");
  await expect.element(field("Primary ID")).toHaveValue("FL000123");
  await userEvent.keyboard("{Enter}sl000001{Enter}prj00001{Enter}FL000123{Enter}");
  await expect.element(field("Primary ID")).toHaveValue("");
  expect(dialog.getByText("FL000123").elements()).toHaveLength(1);
  await inDialog("Search").click();
  expect(onFilters).toHaveBeenLastCalledWith(
    { FlightID: "$any FL000123", SensorID: "$any SL000001", ProjectID: "$any PRJ00001" },
    expect.any(Boolean),
  );
});

test("what is no identifier stays in the field, marked as invalid, until it is changed", async () => {
  const { onFilters } = await opened();
  const fault = dialog.getByText("Invalid Sensor ID, Project ID or Flight ID.");
  await userEvent.type(field("Primary ID"), "FL12{Enter}");
  await expect.element(fault).toBeVisible();
  await expect.element(field("Primary ID")).toHaveValue("FL12");
  await userEvent.keyboard("3");
  await expect.element(fault).not.toBeInTheDocument();
  expect(onFilters).not.toHaveBeenCalled();
});

test("any aircraft is added on Enter, once", async () => {
  const { onFilters } = await opened();
  await userEvent.type(field("Aircraft").first(), "D-XYZ{Enter}D-XYZ{Enter}VH-SWA{Enter}");
  expect(dialog.getByText("D-XYZ").elements()).toHaveLength(1);
  await inDialog("Search").click();
  expect(onFilters).toHaveBeenLastCalledWith({ Aircraft: "$any D-XYZ,VH-SWA" }, expect.anything());
});

test("a list offers each value once, by its name, and its chips can be removed", async () => {
  const { onFilters } = await opened();
  await field("Upload Status").click();
  await screen.getByRole("option", { name: "Upload Archived" }).click();
  await screen.getByRole("option", { name: "Data Ready" }).click();
  await expect.element(screen.getByRole("option", { name: "Data Ready" })).not.toBeInTheDocument();
  await userEvent.keyboard("{Escape}");
  await expect.element(chip("Data Ready")).toBeVisible();
  await userEvent.click(field("Upload Status"));
  await userEvent.keyboard("{Escape}{Backspace}");
  await expect.element(chip("Data Ready")).not.toBeInTheDocument();
  await inDialog("Search").click();
  expect(onFilters).toHaveBeenLastCalledWith({ UploadStatus: "$any ARCHIVED" }, expect.anything());
});

test("a sensor is looked for in the pair of sensors", async () => {
  const { onFilters } = await opened();
  await userEvent.type(field("Sensor"), "gal{ArrowDown}{Enter}");
  await inDialog("Search").click();
  expect(onFilters).toHaveBeenLastCalledWith({ Sensor: "$anyOr Galaxy - 045" }, expect.anything());
});

const day = (which: "Start" | "End") =>
  dialog.getByRole("group", { name: `Survey Date ${which} (UTC)` });

async function typeDay(which: "Start" | "End", digits: string): Promise<void> {
  await day(which).getByRole("spinbutton", { name: "Year" }).click();
  await userEvent.keyboard(digits);
}

test("the end date is enabled by the start date, and then defaults to today", async () => {
  const { onFilters } = await opened();
  const end = day("End").getByRole("spinbutton", { name: "Year" });
  await expect.element(end).toHaveAttribute("aria-disabled", "true");
  await typeDay("Start", "20260601");
  await expect.element(end).toHaveAttribute("aria-valuenow", "2026");
  await expect.element(end).not.toHaveAttribute("aria-disabled", "true");
  await inDialog("Search").click();
  expect(onFilters).toHaveBeenLastCalledWith({ Date: "2026-06-01+2026-06-30" }, expect.anything());
});

test("an end less than a day after the start is refused, and nothing can be searched", async () => {
  const { onFilters } = await opened();
  await typeDay("Start", "20260630");
  const fault = dialog.getByText("End date should be greater than start date.");
  await expect.element(fault).toBeVisible();
  await expect.element(inDialog("Search")).toBeDisabled();
  await vi.advanceTimersByTimeAsync(3_000);
  expect(onFilters).not.toHaveBeenCalled();
  await typeDay("End", "20260701");
  await expect.element(fault).not.toBeInTheDocument();
  await expect.element(inDialog("Search")).toBeEnabled();
});

/** What waits for an element moves a held clock on, by as much as a busy machine takes: this does not. */
async function drawn(id: string): Promise<void> {
  while (dialog.getByText(id).query() === null) await new Promise(requestAnimationFrame);
}

test("a change becomes the address' after one second without another one", async () => {
  const { onFilters } = await opened();
  fakeTimers(false);
  // A busy browser draws late, and sets the timer of a change only then: time passes until it has run.
  const calls = () =>
    expect.poll(async () => {
      await vi.advanceTimersByTimeAsync(100);
      return onFilters.mock.calls.length;
    });
  await userEvent.click(field("Primary ID"));
  await userEvent.keyboard("FL000001{Enter}");
  await drawn("FL000001");
  await vi.advanceTimersByTimeAsync(400);
  await userEvent.keyboard("FL000002{Enter}");
  await drawn("FL000002");
  await vi.advanceTimersByTimeAsync(400);
  expect(onFilters).not.toHaveBeenCalled();
  await calls().toBe(1);
  expect(onFilters).toHaveBeenLastCalledWith({ FlightID: "$any FL000001,FL000002" }, false);
  await userEvent.keyboard("FL000003{Enter}");
  await calls().toBe(2);
  expect(onFilters).toHaveBeenLastCalledWith({ FlightID: "$any FL000001,FL000002,FL000003" }, true);
});

test("Clear All empties every field", async () => {
  const { onFilters } = await opened({ FlightID: "$any FL000001", Date: "2026-01-01+2026-02-01" });
  await userEvent.type(field("Primary ID"), "half");
  await inDialog("Clear All").click();
  await expect.element(field("Primary ID")).toHaveValue("");
  expect(dialog.getByText("FL000001").elements()).toEqual([]);
  await inDialog("Search").click();
  expect(onFilters).toHaveBeenLastCalledWith({}, expect.anything());
});

test("active filters are buttons with their counts; one reopens the dialog at its field", async () => {
  await setUp({ Sensor: "$anyOr Galaxy - 045,DMC II - 027", Date: "2026-01-01+2026-02-01" });
  await expect.element(button("Survey Date, filters: 1")).toBeVisible();
  await expectAccessible();
  await button("Sensor, filters: 2").click();
  await expect.element(field("Sensor")).toHaveFocus();
  await expect.element(chip("Galaxy - 045")).toBeVisible();
  await expectAccessible();
  await userEvent.keyboard("{Escape}");
  await userEvent.keyboard("{Escape}");
  await expect.element(dialog).not.toBeInTheDocument();
  await button("Survey Date, filters: 1").click();
  await vi.waitFor(() =>
    expect(day("Start").element().contains(document.activeElement)).toBe(true),
  );
});

test("the clear-all icon removes all filters at once", async () => {
  const { onFilters } = await setUp({ FlightID: "$any FL000001" });
  await button("Clear all filters").click();
  expect(onFilters).toHaveBeenCalledExactlyOnceWith({}, false);
  await expect.element(button("Clear all filters")).not.toBeInTheDocument();
});

test("an address that changes otherwise ends the visit and is not changed back", async () => {
  const { onFilters, follow } = await opened({ FlightID: "$any FL000001" });
  await userEvent.type(field("Primary ID"), "FL000002{Enter}");
  follow({ FlightID: "$any FL000009" });
  await expect.element(dialog).not.toBeInTheDocument();
  await vi.advanceTimersByTimeAsync(3_000);
  expect(onFilters).not.toHaveBeenCalled();
});

test("web-ui/V5 what is typed at once, before the options are there, is not lost", async () => {
  const { hold, onFilters } = await setUp();
  const release = hold();
  await button("Search").click();
  await userEvent.keyboard("fl000007{Enter}sl00001x{Backspace}");
  release();
  await expect.element(chip("FL000007")).toBeVisible();
  await expect.element(field("Primary ID")).toHaveValue("SL00001");
  await userEvent.keyboard("2{Enter}");
  await expect.element(chip("SL000012")).toBeVisible();
  await inDialog("Search").click();
  await expect
    .poll(() => onFilters.mock.lastCall?.[0])
    .toEqual({
      FlightID: "$any FL000007",
      SensorID: "$any SL000012",
    });
});

test("web-ui/V6 Search adds what was typed without Enter, in every field", async () => {
  const { onFilters } = await opened();
  await userEvent.keyboard("fl000001");
  await field("Aircraft").first().fill("VH-NEW");
  await field("Sensor").first().fill("galaxy");
  await inDialog("Search").click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(onFilters.mock.lastCall?.[0]).toEqual({
    FlightID: "$any FL000001",
    Aircraft: "$any VH-NEW",
    Sensor: "$anyOr Galaxy - 045",
  });
});

test("web-ui/V6 Search leads to what cannot be added, and drops nothing", async () => {
  const { onFilters } = await opened();
  await userEvent.keyboard("fl00");
  await inDialog("Search").click();
  await expect
    .element(dialog.getByText("Invalid Sensor ID, Project ID or Flight ID."))
    .toBeVisible();
  await expect.element(field("Primary ID")).toHaveFocus();
  await expect.element(field("Primary ID")).toHaveValue("FL00");
  expect(onFilters).not.toHaveBeenCalled();
  await userEvent.keyboard("0001");
  await inDialog("Search").click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(onFilters.mock.lastCall?.[0]).toEqual({ FlightID: "$any FL000001" });
});

test("a list of identifiers is pasted as one, whatever parts them", async () => {
  await opened();
  const data = new DataTransfer();
  data.setData("text", "FL000001\r\nsl000002, PRJ00003;nonsense\n");
  field("Primary ID")
    .element()
    .dispatchEvent(
      new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }),
    );
  for (const id of ["FL000001", "SL000002", "PRJ00003"])
    await expect.element(chip(id)).toBeVisible();
  await expect.element(field("Primary ID")).toHaveValue("nonsense");
  await expect
    .element(dialog.getByText("Invalid Sensor ID, Project ID or Flight ID."))
    .toBeVisible();
});

test("an aircraft of over 200 characters is refused with the reason", async () => {
  const { onFilters } = await opened();
  await field("Aircraft").first().fill("x".repeat(201));
  await userEvent.keyboard("{Enter}");
  await expect.element(dialog.getByText("An aircraft has at most 200 characters.")).toBeVisible();
  await expect.element(field("Aircraft").first()).toHaveValue("x".repeat(201));
  expect(onFilters).not.toHaveBeenCalled();
});
