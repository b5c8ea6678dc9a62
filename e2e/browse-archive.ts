import type { Page } from "@playwright/test";
import type { Flight } from "@swath/contract/flights";
import { call, type Started, tokenOf } from "./api.ts";

/** A flight of the demonstration whose LiDAR data is archived. */
export async function demonstrationArchive(swath: Started): Promise<string> {
  const token = tokenOf(swath, "crew");
  const { body } = await call<Flight[]>(swath, token, "/main/flights?pageSize=200");
  const archived = body.find(
    ({ DocumentMajorVersion, Uploads }) =>
      DocumentMajorVersion > 3 &&
      Uploads.some(
        ({ Type, Status, User }) =>
          Type === "LiDAR" && Status === "ARCHIVED" && User === "Demi Demonstration",
      ),
  );
  if (archived === undefined) throw new Error("the demonstration has no archived flight");
  return archived.FlightID;
}

/** The archived status of a flight in the list, and its way into the archive. */
export async function browseArchive(page: Page, flightId: string): Promise<void> {
  await page.goto(`/post/${flightId}`);
  await page
    .getByRole("button", { name: /LiDAR.*Upload Archived/ })
    .first()
    .click();
  await page.getByRole("menuitem", { name: "Browse archived files" }).click();
}
