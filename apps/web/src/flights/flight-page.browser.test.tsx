import type { Flight } from "@swath/contract/flights";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page as screen } from "vitest/browser";
import { fakeApi } from "../platform/api/testing/fake-api.ts";
import { FlightPage } from "./flight-page.tsx";
import { flight, sensorLog, upload } from "./testing/flights.ts";
import { renderPage } from "../data/testing/render-page.tsx";
import { expectAccessible } from "../ui/testing/accessible.ts";

let leave = (): void => undefined;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval"] });
});
afterEach(() => {
  leave();
  vi.useRealTimers();
});

async function open(read: () => Flight | Promise<Flight>) {
  const api = fakeApi({ readFlight: read });
  const page = await renderPage(api);
  leave = page.leave;
  page.draw(<FlightPage flightId="FL000123" />);
  return api;
}

test("a flight says what it loads, then shows its columns and the note", async () => {
  const { promise, resolve } = Promise.withResolvers<Flight>();
  const api = await open(() => promise);
  await expect.element(screen.getByText("Loading Flight FL000123 Details...")).toBeVisible();
  expect(api.calls[0]?.request.params).toEqual({ flightId: "FL000123" });
  resolve(flight());
  await expect.element(screen.getByRole("table", { name: "Flight FL000123" })).toBeVisible();
  const heads = screen.getByRole("columnheader").elements();
  expect(heads.map((head) => head.textContent)).toEqual([
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
  await expect
    .element(
      screen.getByText(
        "When the same sensor has multiple sensor logs, the data can only be uploaded once for that sensor.",
      ),
    )
    .toBeVisible();
  expect(document.title).toBe("Swath FL000123");
  await expectAccessible();
});

test("a sensor with several logs has one line and one upload", async () => {
  const logs = ["SL000001", "SL000002"].map((SensorID) => sensorLog({ SensorID }));
  await open(() => flight({ Sensors: logs, Uploads: [upload("LiDAR", "DATA_READY")] }));
  await expect.element(screen.getByText("SL000002")).toBeVisible();
  expect(screen.getByText("Galaxy Prime - 045").elements()).toHaveLength(1);
  expect(screen.getByRole("button", { name: "LiDAR Data Ready" }).elements()).toHaveLength(1);
});

test("it follows the uploads by polling every 5 s", async () => {
  let status: "UPLOADING" | "DATA_READY" = "UPLOADING";
  await open(() => flight({ Uploads: [upload("LiDAR", status)] }));
  await expect.element(screen.getByRole("link", { name: "LiDAR Uploading" })).toBeVisible();
  status = "DATA_READY";
  await vi.advanceTimersByTimeAsync(5_000);
  await expect.element(screen.getByRole("button", { name: "LiDAR Data Ready" })).toBeVisible();
});
