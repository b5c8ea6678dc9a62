import type { Role } from "@swath/contract/identity";
import { afterEach, beforeEach, expect, test } from "vitest";
import { page as screen } from "vitest/browser";
import { flight, upload } from "../flights/testing/flights.ts";
import { SAMPLE_CONFIG } from "../platform/config/testing/sample-config.ts";
import { fakeApi } from "../platform/api/testing/fake-api.ts";
import { sessionOf } from "../platform/session/testing/session-of.ts";
import { expectAccessible } from "../ui/testing/accessible.ts";
import { openApp } from "./testing/open-app.tsx";

const FLIGHT = { ...flight({ Uploads: [upload("LiDAR")] }), FlightID: "FL000101" };

let leave = (): void => undefined;
beforeEach(() => localStorage.clear());
// Below it the note is folded.
beforeEach(() => screen.viewport(1_425, 900));
afterEach(() => leave());

interface Asked {
  readonly demonstration?: boolean;
  readonly roles?: readonly Role[];
  readonly makeSampleFolder?: () => unknown;
}

async function open({ demonstration = true, roles = ["base"], makeSampleFolder }: Asked = {}) {
  const api = fakeApi({
    listFlights: () => ({ items: [FLIGHT], total: 1 }),
    readFlight: () => FLIGHT,
    listProcessings: () => ({ items: [], total: 0 }),
    countFailures: () => ({ count: 0 }),
    ...(makeSampleFolder && { makeSampleFolder }),
  });
  const config = { ...SAMPLE_CONFIG, demonstration };
  const app = openApp("/post", await sessionOf(roles), api, undefined, config);
  ({ leave } = app);
  await expect.element(screen.getByRole("heading", { name: "Flights" })).toBeVisible();
  return { ...app, api };
}
const button = (name: string) => screen.getByRole("button", { name });
const tour = screen.getByRole("region", { name: "Tour" });

test("a demonstration says so, and offers a sample folder and the tour", async () => {
  await open();
  await expect.element(screen.getByText(/This is a demonstration/)).toBeVisible();
  await expect.element(button("Get a sample folder")).toBeVisible();
  await expectAccessible();
  await button("Close this note").click();
  await expect.element(screen.getByText(/This is a demonstration/)).not.toBeInTheDocument();
  leave();
  await open();
  await expect.element(screen.getByText(/This is a demonstration/)).not.toBeInTheDocument();
});

test("nothing of it is there in an installation of a company", async () => {
  await open({ demonstration: false });
  await expect.element(screen.getByText(/This is a demonstration/)).not.toBeInTheDocument();
});

test("who may not upload reads that it is a demonstration, and no more", async () => {
  await open({ roles: ["base", "guest"] });
  await expect.element(screen.getByText(/This is a demonstration/)).toBeVisible();
  await expect.element(button("Take the tour")).not.toBeInTheDocument();
});

test("the tour leads on, is there after a reload where it was left, and ends", async () => {
  const { router } = await open();
  await button("Take the tour").click();
  await expect.element(tour.getByText("1 of 5: Find your flight")).toBeVisible();
  await expectAccessible();
  await tour.getByRole("button", { name: "Next" }).click();
  await expect.element(tour.getByText("2 of 5: Upload its folder")).toBeVisible();
  await expect.poll(() => router.state.location.pathname).toMatch(/^\/post\/FL000101/);
  leave();
  await open();
  await expect.element(tour.getByText("2 of 5: Upload its folder")).toBeVisible();
  await tour.getByRole("button", { name: "Leave the tour" }).click();
  await expect.element(tour).not.toBeInTheDocument();
  await expect.element(button("Take the tour")).toBeVisible();
});

test("a sample folder is asked for by its kind, and a refusal is said", async () => {
  const { api } = await open({
    makeSampleFolder: () => {
      throw new Error("no space");
    },
  });
  await button("Get a sample folder").click();
  await screen.getByRole("radio", { name: /with a fault/ }).click();
  await expectAccessible();
  await button("Save as ZIP").click();
  await expect.element(screen.getByText("The folder could not be made: no space")).toBeVisible();
  const made = api.calls.filter(({ name }) => name === "makeSampleFolder");
  expect(made.map(({ request }) => request.body)).toEqual([
    { flightId: "FL000101", kind: "faulty" },
  ]);
});
